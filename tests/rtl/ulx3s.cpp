// SPDX-License-Identifier: Apache-2.0
//
// Runs the reference system on its board (rtl/ulx3s/ulx3s.sv) and receives what it sends: samples the
// line in the middle of each bit, of 115,200 baud at 25 MHz, and checks start and stop bits, until PASS
// or FAIL comes, or HF_LINES lines have come.
//
// Printed: lines, what came, each in hexadecimal.

#include "../../src/hashfab/measure/harness/common.h"
#include "Vulx3s.h"

namespace {

using hashfab::check;

#ifndef HF_LINES
#define HF_LINES 0
#endif

constexpr double kBit = 25e6 / 115200;  // cycles
constexpr uint64_t kPatience = 40'000'000;

// The board has its own names for clock and reset, and no reset but its button's.
class Board {
 public:
  Board() {
    Verilated::randReset(0);  // Configuration leaves no register of an FPGA undefined.
    top_.reset(new Vulx3s);
    top_->btn_ni = 1;
  }
  ~Board() { top_->final(); }

  // The line in the next cycle.
  bool cycle() {
    top_->clk_25mhz_i = 0;
    top_->eval();
    top_->clk_25mhz_i = 1;
    top_->eval();
    hashfab::Assertions::look(cycle_);
    check(++cycle_ < kPatience, "the last line does not come");
    return top_->ftdi_rxd_o;
  }

  bool bit(double at) {
    bool line = true;
    while (static_cast<double>(cycle_) < at) line = cycle();
    return line;
  }

  // The next byte.
  uint8_t receive() {
    while (cycle()) {
    }
    const double start = static_cast<double>(cycle_) - 1;
    check(!bit(start + 0.5 * kBit), "a start bit is too short");
    unsigned byte = 0;
    for (unsigned i = 0; i < 8; i++) byte |= static_cast<unsigned>(bit(start + (1.5 + i) * kBit)) << i;
    check(bit(start + 9.5 * kBit), "a stop bit is missing");
    return static_cast<uint8_t>(byte);
  }

 private:
  std::unique_ptr<Vulx3s> top_;
  uint64_t cycle_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const hashfab::Options&) {
    Board board;
    // Until the reset of the board's own is over, the line may be anything.
    for (unsigned i = 0; i < 32; i++) board.cycle();
    std::vector<std::string> lines;
    std::vector<uint8_t> line;
    for (;;) {
      line.push_back(board.receive());
      if (line.back() != '\n') continue;
      lines.push_back(hashfab::to_hex(line));
      const std::string text(line.begin(), line.end());
      line.clear();
      if (text == "PASS\r\n" || text == "FAIL\r\n" || lines.size() == HF_LINES) break;
    }
    hashfab::Json json;
    json.add("lines", lines);
    json.print();
  });
}
