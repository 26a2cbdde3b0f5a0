// SPDX-License-Identifier: Apache-2.0
//
// Runs a program on the reference system (rtl/soc/soc.sv) and gives it jobs, one at a time. This is
// the memory of its three ports, which answer in the next cycle; --latency and --stall are another
// memory's and mean nothing here.
//
//   0x0000_0000  64 MiB: the program (--program, a flat image), from 256 KiB on messages, from
//                32 MiB on outputs. It is larger than a system's, so that any message fits.
//   0x4000_0000  on the data port: jobs; sw/soc/host.h, of which the first words are those of
//                sw/common/mailbox.h
//
// A job of a hash function is one command: the accelerator may read words with bytes of its message and
// write bytes of its output. Of another job, which is known by its rate, a program makes what commands
// it likes, of messages and to outputs that are behind the program's memory.
//
// Printed beside what all harnesses print: of the last job fetch_words, read_words, write_words of the
// core, dma_reads and dma_writes of the accelerator, and of RTL accelerator_cycles of each command,
// from its acceptance by hash_accel to its completion, and instructions. The latency of a hash function's
// job is that of the driver's call, which the program says; of another job it is the time from when it
// saw the job to when it said that it is done. The cycles of all jobs are the sum.
//
// --rvfi FILE      a record per retired instruction, as struct RvfiRecord
// --profile FILE   cycles and instructions by program counter, a line each: pc instructions cycles;
//                  of a hash function's job, between the two times that the program reads the cycles
// --max-cycles N   after so many without a finished job the program hangs
//
// Macro: HF_WIDTH, the bits of the accelerator's port.

#include <algorithm>
#include <cstring>
#include <numeric>

#include "Vsoc.h"
#include "common.h"
#ifndef HF_GATES
#include "Vsoc_core_pkg.h"
#endif

namespace {

bool taken = false, ended = false;

}  // namespace

extern "C" void hashfab_taken() { taken = true; }
extern "C" void hashfab_ended() { ended = true; }

namespace hashfab {
namespace {

#ifndef HF_GATES
using Rvfi = Vsoc_rvfi_t__struct__0;
#endif

constexpr uint32_t kWordBytes = HF_WIDTH / 8;
constexpr uint32_t kRamBytes = 64u << 20;
constexpr uint32_t kProgramBytes = 64u << 10;  // which the accelerator does not reach
constexpr unsigned kLeastRate = 72;            // of a hash function
constexpr uint32_t kMessages = 256u << 10;
constexpr uint32_t kOutputs = 32u << 20;
constexpr uint32_t kGuardBytes = 64;  // around an output, must stay as they are
constexpr uint8_t kGuard = 0xa5;
constexpr uint64_t kHangCycles = 20'000'000;  // without a finished job, ...
constexpr uint64_t kHangByteCycles = 2000;    // ... and for each of its bytes

constexpr uint32_t kReadCycles = 0xb0002073;  // csrr rd, mcycle
constexpr uint32_t kNoRd = 0xfffff07f;

enum Host : uint32_t {
  kStatus = 0x4000'0000,  // read: 1 when a job waits, else 0
  kAlgorithm = 0x4000'0004,
  kDomain = 0x4000'0008,
  kRounds = 0x4000'000c,
  kMessageAddress = 0x4000'0010,
  kMessageBytes = 0x4000'0014,
  kOutputAddress = 0x4000'0018,
  kOutputBytes = 0x4000'001c,
  kDone = 0x4000'0020,     // written: the output is in memory; not 0 where there was an error
  kConsole = 0x4000'0024,  // written: a character
  kFatal = 0x4000'0028,    // written: the program gives up, with its cause
  kCycles = 0x4000'002c,   // written: those of the driver's call
};

class Harness {
 public:
  explicit Harness(const Options& options)
      : options_(options),
        jobs_(read_jobs(options.jobs)),
        data_(read_data(options.data, jobs_)),
        bench_(options),
        memory_(kRamBytes) {
    std::ifstream file(options.program, std::ios::binary);
    if (!file) throw BadRequest("cannot read the program '" + options.program + "'");
    std::vector<uint8_t> image((std::istreambuf_iterator<char>(file)),
                               std::istreambuf_iterator<char>());
    if (image.size() > kProgramBytes) throw BadRequest("the program is too large");
    if (jobs_.empty()) throw BadRequest("there is no job");
    std::copy(image.begin(), image.end(), memory_.begin());
    for (const Job& job : jobs_) {
      if (job.msg_bytes > kOutputs - kMessages - 4096 || job.out_bytes > kRamBytes - kOutputs - 4096) {
        throw BadRequest("a message or an output is larger than the system's memory");
      }
    }
    if (!options_.profile.empty()) profile_.resize(kProgramBytes / 2);
    if (!options_.rvfi.empty()) {
      rvfi_.open(options_.rvfi, std::ios::binary);
      if (!rvfi_) throw BadRequest("cannot write '" + options_.rvfi + "'");
    }
  }

  void run() {
    bench_.reset();
    while (done_ < jobs_.size()) {
      check(bench_.cycle() - last_done_ < limit(), "the program hangs");
      cycle();
    }
    write_profile();
    bench_.rest();

    Json json;
    json.add("cycles", std::accumulate(latency_.begin(), latency_.end(), uint64_t{0}));
    json.add("digests", digests_);
    json.add("latency", latency_);
    json.add("read_words", reads_);
    json.add("write_words", writes_);
    json.add("fetch_words", fetches_);
    json.add("dma_reads", dma_reads_);
    json.add("dma_writes", dma_writes_);
#ifndef HF_GATES
    json.add("accelerator_cycles", commands_);
    json.add("instructions", instructions_);
#endif
    json.print();
  }

 private:
  uint64_t limit() const {
    if (options_.max_cycles != 0) return options_.max_cycles;
    const Job& job = jobs_[done_];
    return kHangCycles + kHangByteCycles * (job.msg_bytes + job.out_bytes);
  }

  void cycle() {
    const uint64_t now = bench_.cycle();
    bench_.settle();
    retire(now);
    fetch();
    dma();
    if (bench_->data_req_o) access(now);
    bench_.tick();
    watch(now);
    // What memory gives is there in the next cycle, and stays.
    bench_->fetch_rdata_i = fetched_;
    bench_->fetch_err_i = fetch_error_;
    bench_->data_rdata_i = loaded_;
    bench_->data_err_i = load_error_;
    for (unsigned i = 0; i < kWordBytes; i++) set_byte(bench_->dma_rdata_i, i, dma_word_[i]);
    bench_->dma_err_i = dma_error_;
  }

  // Whether the job is the program's, and not a command's.
  bool whole_program() const { return jobs_[done_].rate_bytes < kLeastRate; }

  void fetch() {
    if (!bench_->fetch_req_o) return;
    if (started_) fetches_++;
    fetch_error_ = bench_->fetch_addr_o >= kRamBytes;
    fetched_ = fetch_error_ ? 0 : word(bench_->fetch_addr_o);
  }

  void dma() {
    if (!bench_->dma_req_o) return;
    const uint32_t address = bench_->dma_addr_o;
    check(started_, "the accelerator uses memory without a job");
    check(address % kWordBytes == 0, "the accelerator uses an address that is not a word's");
    dma_error_ = address > kRamBytes - kWordBytes;
    if (dma_error_) return;
    const Job& job = jobs_[done_];
    check(address >= kProgramBytes, "the accelerator uses the program's memory");
    if (!bench_->dma_we_o) {
      check(whole_program() ||
                (address + kWordBytes > message_ && address < message_ + job.msg_bytes),
            "the accelerator read beside the message");
      std::copy_n(memory_.begin() + address, kWordBytes, dma_word_.begin());
      dma_reads_++;
      return;
    }
    for (uint32_t i = 0; i < kWordBytes; i++) {
      if (!get_bit(bench_->dma_be_o, i)) continue;
      check(whole_program() ||
                (address + i >= output_ && address + i < output_ + job.out_bytes),
            "the accelerator wrote beside the output");
      memory_[address + i] = get_byte(bench_->dma_wdata_o, i);
    }
    dma_writes_++;
  }

  void access(uint64_t now) {
    const uint32_t address = bench_->data_addr_o;
    const bool write = bench_->data_we_o;
    if (started_) (write ? writes_ : reads_)++;
    load_error_ = false;
    if (address >= kRamBytes) {
      load_error_ = write ? !host_write(address, bench_->data_wdata_o, now) : !host_read(address, now);
    } else if (write) {
      for (unsigned i = 0; i < 4; i++) {
        if (get_bit(bench_->data_be_o, i)) memory_[address + i] = get_byte(bench_->data_wdata_o, i);
      }
    } else {
      loaded_ = word(address);
    }
  }

  bool host_read(uint32_t address, uint64_t now) {
    if (address == kStatus) {
      loaded_ = done_ < jobs_.size();
      if (loaded_ && !started_) start(now);
      return true;
    }
    if (!started_) return false;
    const Job& job = jobs_[done_];
    switch (address) {
      case kAlgorithm: loaded_ = job.alg_code; return true;
      case kDomain: loaded_ = job.domain; return true;
      case kRounds: loaded_ = job.rounds; return true;
      case kMessageAddress: loaded_ = message_; return true;
      case kMessageBytes: loaded_ = static_cast<uint32_t>(job.msg_bytes); return true;
      case kOutputAddress: loaded_ = output_; return true;
      case kOutputBytes: loaded_ = static_cast<uint32_t>(job.out_bytes); return true;
      default: return false;
    }
  }

  bool host_write(uint32_t address, uint32_t value, uint64_t now) {
    switch (address) {
      case kDone: finish(value, now); return true;
      case kConsole: std::fputc(static_cast<int>(value & 0xff), stderr); return true;
      case kCycles: call_ = value; return true;
      case kFatal: throw CheckFailed("the program gave up with cause " + std::to_string(value));
      default: return false;
    }
  }

  // The program has seen that a job waits.
  void start(uint64_t now) {
    const Job& job = jobs_[done_];
    message_ = kMessages + job.msg_align;
    output_ = kOutputs + kGuardBytes + job.digest_align;
    std::copy_n(data_.begin() + static_cast<std::ptrdiff_t>(job.data_offset), job.msg_bytes,
                memory_.begin() + message_);
    std::fill_n(memory_.begin() + output_ - kGuardBytes, job.out_bytes + 2 * kGuardBytes, kGuard);
    if (done_ == 0) bench_.begin_activity();
    job_start_ = now;
    started_ = true;
    call_ = counted_ = counts_ = 0;
  }

  void finish(uint32_t status, uint64_t now) {
    check(started_, "the program finished a job that it did not start");
    check(whole_program() || status == 0, "the driver answers " + std::to_string(int32_t(status)));
    const Job& job = jobs_[done_];
    const auto begin = memory_.begin() + output_;
    const auto end = begin + static_cast<std::ptrdiff_t>(job.out_bytes);
    const auto is_guard = [](uint8_t byte) { return byte == kGuard; };
    check(std::all_of(begin - kGuardBytes, begin, is_guard) &&
              std::all_of(end, end + kGuardBytes, is_guard),
          "the program wrote beside the output");
    digests_.push_back(to_hex(std::vector<uint8_t>(begin, end)));
#ifndef HF_GATES
    check(call_ == counted_, "the program counts " + std::to_string(call_) + " cycles for " +
                                 std::to_string(counted_));
#endif
    check(whole_program() || call_ != 0, "the program counts no cycles");
    latency_.push_back(whole_program() ? now - job_start_ : call_);
    last_done_ = now;
    started_ = false;
    done_++;
    if (done_ == jobs_.size()) bench_.end_activity();
  }

  // Commands of the accelerator. They end in the order in which they are taken, as one is under way.
  void watch(uint64_t now) {
    if (taken) command_ = now;
    if (ended) commands_.push_back(now - command_);
    taken = ended = false;
  }

#ifdef HF_GATES
  // A netlist shows nothing of what it retires.
  void retire(uint64_t) {}
#else
  void retire(uint64_t now) {
    Rvfi rvfi;
    rvfi.set(bench_->rvfi_o);
    if (!rvfi.valid) return;
    if (started_) {
      // From one reading of the cycles to the next, that one too, as their difference is.
      if (counts_ == 1) counted_ += now - last_retire_;
      if (counts_ == 1 || whole_program()) count(rvfi.pc_rdata, now - last_retire_);
      if (reads_cycles(rvfi.insn)) counts_++;
    }
    last_retire_ = now;
    write_rvfi(rvfi);
  }

  static bool reads_cycles(uint32_t insn) { return (insn & kNoRd) == kReadCycles; }

  void count(uint32_t pc, uint64_t cycles) {
    instructions_++;
    if (profile_.empty() || pc >= kProgramBytes) return;
    profile_[pc / 2].instructions++;
    profile_[pc / 2].cycles += cycles;
  }

  void write_rvfi(const Rvfi& rvfi) {
    if (!rvfi_.is_open()) return;
    const RvfiRecord record{
        static_cast<uint32_t>(rvfi.order), rvfi.insn,
        rvfi.pc_rdata, rvfi.pc_wdata,
        rvfi.rd_addr, rvfi.rd_wdata,
        rvfi.mem_addr, rvfi.mem_rdata, rvfi.mem_wdata,
        rvfi.mem_rmask, rvfi.mem_wmask, rvfi.trap, 0};
    rvfi_.write(reinterpret_cast<const char*>(&record), sizeof record);
  }
#endif

  void write_profile() {
    if (profile_.empty()) return;
    std::ofstream file(options_.profile);
    for (std::size_t i = 0; i < profile_.size(); i++) {
      if (profile_[i].instructions == 0) continue;
      file << 2 * i << ' ' << profile_[i].instructions << ' ' << profile_[i].cycles << '\n';
    }
    if (!file) throw BadRequest("cannot write '" + options_.profile + "'");
  }

  uint32_t word(uint32_t address) const {
    uint32_t value;
    std::memcpy(&value, &memory_[address & ~3u], sizeof value);
    return value;
  }

  // As processor.cpp's.
  struct RvfiRecord {
    uint32_t order, insn, pc, next_pc, rd, rd_value, address, read, written;
    uint8_t read_mask, write_mask, trap, lines;
  };
  static_assert(sizeof(RvfiRecord) == 40, "a record has no gaps");

  struct Count {
    uint64_t instructions = 0, cycles = 0;
  };

  Options options_;
  std::vector<Job> jobs_;
  std::vector<uint8_t> data_;
  Bench<Vsoc> bench_;
  std::vector<uint8_t> memory_;

  uint32_t fetched_ = 0, loaded_ = 0;
  std::array<uint8_t, kWordBytes> dma_word_{};
  bool fetch_error_ = false, load_error_ = false, dma_error_ = false;

  std::size_t done_ = 0;
  bool started_ = false;
  uint32_t message_ = 0, output_ = 0;
  unsigned counts_ = 0;             // times that the program has read the cycles in this job
  uint64_t call_ = 0, counted_ = 0; // cycles of the call: as it says, and as they were
  uint64_t job_start_ = 0, last_done_ = 0, last_retire_ = 0, command_ = 0;
  uint64_t fetches_ = 0, reads_ = 0, writes_ = 0, dma_reads_ = 0, dma_writes_ = 0, instructions_ = 0;
  std::vector<uint64_t> latency_, commands_;
  std::vector<std::string> digests_;
  std::vector<Count> profile_;
  std::ofstream rvfi_;
};

}  // namespace
}  // namespace hashfab

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const hashfab::Options& options) {
    hashfab::Harness(options).run();
  });
}
