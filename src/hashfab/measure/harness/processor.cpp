// SPDX-License-Identifier: Apache-2.0
//
// Runs a program on a core (rtl/riscv/riscv_hash.sv, or rtl/mips/mips_core.sv with -DCORE_MIPS) and
// gives it sponge jobs through a mailbox, one at a time. Memory answers instruction and data
// requests after --latency cycles; with --stall, grants and answers are late at random.
//
//   0x0000_0000  64 MiB of memory: the program (--program, a flat image), from 256 KiB on messages,
//                from 32 MiB on outputs
//   0x4000_0000  mailbox; see Mailbox below
//
// Printed beside what all harnesses print: read_words and write_words on the data port, fetch_words
// on the other one and, of RTL, instructions retired, all from the first job's start on.
//
// --rvfi FILE      a record per retired instruction, as struct RvfiRecord
// --csrs FILE      the same of control and status registers, as struct CsrRecord; RISC-V only
// --profile FILE   cycles and instructions by program counter, a line each: pc instructions cycles
// --interrupts N   raises some of the interrupt lines in one of N cycles; they fall when the core has
//                  taken one of them
//
// --max-cycles N   after so many without a finished job the program hangs
//
// Without jobs, the program runs until it says that it is done.

#include <algorithm>
#include <cstring>
#include <deque>

#include "common.h"
#ifdef CORE_MIPS
#include "Vmips_core.h"
#ifndef HF_GATES
#include "Vmips_core_core_pkg.h"
#endif
#else
#include "Vriscv_hash.h"
#ifndef HF_GATES
#include "Vriscv_hash_core_pkg.h"
#include "Vriscv_hash_riscv_pkg.h"
#endif
#endif

namespace hashfab {
namespace {

// The cores have the same ports.
#ifdef CORE_MIPS
using Top = Vmips_core;
#else
using Top = Vriscv_hash;
#endif
#ifdef HF_GATES
#elif defined(CORE_MIPS)
using Rvfi = Vmips_core_rvfi_t__struct__0;
#else
using Rvfi = Vriscv_hash_rvfi_t__struct__0;
using Csrs = Vriscv_hash_rvfi_csr_t__struct__0;
#endif

// Interrupt lines, as bits
enum Lines : uint8_t { kSoftware = 1, kTimer = 2, kExternal = 4, kAllLines = 7 };

constexpr uint32_t kRamBytes = 64u << 20;
constexpr uint32_t kMessages = 256u << 10;
constexpr uint32_t kOutputs = 32u << 20;
constexpr unsigned kGuardBytes = 64;  // around an output, must stay as they are
constexpr uint8_t kGuard = 0xa5;
constexpr uint64_t kHangCycles = 20'000'000;   // without a finished job, ...
constexpr uint64_t kHangByteCycles = 2000;     // ... and for each of its bytes
constexpr uint64_t kAloneCycles = 20'000'000;  // of a program without jobs

enum Mailbox : uint32_t {
  kStatus = 0x4000'0000,  // read: 1 when a job waits, else 0
  kRate = 0x4000'0004,    // ... its parameters
  kDomain = 0x4000'0008,
  kRounds = 0x4000'000c,
  kMessageAddress = 0x4000'0010,
  kMessageBytes = 0x4000'0014,
  kOutputAddress = 0x4000'0018,
  kOutputBytes = 0x4000'001c,
  kDone = 0x4000'0020,    // written: the output is in memory
  kConsole = 0x4000'0024, // written: a character
  kFatal = 0x4000'0028,   // written: the program gives up, with its cause
  kLines = 0x4000'002c,   // written: the interrupt lines that are up from the next cycle on
};

struct Answer {
  uint64_t due;
  uint32_t data;
  bool error;
};

// One memory port's timing: grants, and answers in order.
class Port {
 public:
  Port(const Options& options, Random& random) : options_(options), random_(random) {}

  // Before the cycle: what the port drives.
  void drive(uint64_t cycle) {
    grant_ = !random_.chance(options_.stall);
    valid_ = !answers_.empty() && answers_.front().due <= cycle && !random_.chance(options_.stall);
  }

  bool grant() const { return grant_; }
  bool valid() const { return valid_; }
  Answer answer() const { return valid_ ? answers_.front() : Answer{0, 0, false}; }

  void push(uint64_t cycle, uint32_t data, bool error) {
    answers_.push_back({cycle + options_.latency, data, error});
  }

  // After the cycle. To be called before push().
  void pop() {
    if (valid_) answers_.pop_front();
  }

 private:
  const Options& options_;
  Random& random_;
  std::deque<Answer> answers_;
  bool grant_ = false, valid_ = false;
};

class Harness {
 public:
  explicit Harness(const Options& options)
      : options_(options),
        jobs_(read_jobs(options.jobs)),
        data_(read_data(options.data, jobs_)),
        random_(options.seed),
        bench_(options),
        instr_port_(options_, random_),
        data_port_(options_, random_),
        memory_(kRamBytes) {
    if (options_.latency == 0) options_.latency = 1;
    std::ifstream file(options.program, std::ios::binary);
    if (!file) throw BadRequest("cannot read the program '" + options.program + "'");
    std::vector<uint8_t> image((std::istreambuf_iterator<char>(file)),
                               std::istreambuf_iterator<char>());
    if (image.size() > kMessages) throw BadRequest("the program is too large");
    std::copy(image.begin(), image.end(), memory_.begin());
    for (const Job& job : jobs_) {
      if (job.msg_bytes > kOutputs - kMessages - 4096 || job.out_bytes > kRamBytes - kOutputs - 4096) {
        throw BadRequest("a message or an output is larger than the core's memory");
      }
    }
    if (!options_.profile.empty()) profile_.resize(kMessages / 2);
    if (!options_.rvfi.empty()) {
      rvfi_.open(options_.rvfi, std::ios::binary);
      if (!rvfi_) throw BadRequest("cannot write '" + options_.rvfi + "'");
    }
    if (!options_.csrs.empty()) {
#ifdef CORE_MIPS
      throw BadRequest("--csrs: this core has none");
#endif
      csrs_.open(options_.csrs, std::ios::binary);
      if (!csrs_) throw BadRequest("cannot write '" + options_.csrs + "'");
    }
  }

  void run() {
    Top& top = bench_.top();
    top.instr_gnt_i = top.instr_rvalid_i = top.data_gnt_i = top.data_rvalid_i = 0;
    bench_.reset();
    last_done_ = bench_.cycle();
    while (!ended_) {
      check(bench_.cycle() - last_done_ < limit(), "the program hangs");
      cycle();
    }
    write_profile();
    top.instr_gnt_i = top.instr_rvalid_i = top.data_gnt_i = top.data_rvalid_i = 0;
    bench_.rest();

    Json json;
    json.add("cycles", jobs_.empty() ? uint64_t{0} : last_done_ - first_start_);
    json.add("digests", digests_);
    json.add("latency", latency_);
    json.add("read_words", reads_);
    json.add("write_words", writes_);
    json.add("fetch_words", fetches_);
#ifndef HF_GATES
    json.add("instructions", instructions_);
#endif
    json.print();
  }

 private:
  uint64_t limit() const {
    if (options_.max_cycles != 0) return options_.max_cycles;
    if (jobs_.empty()) return kAloneCycles;
    const Job& job = jobs_[done_];
    return kHangCycles + kHangByteCycles * (job.msg_bytes + job.out_bytes);
  }

  void cycle() {
    Top& top = bench_.top();
    const uint64_t now = bench_.cycle();
    raise_interrupt();
    instr_port_.drive(now);
    data_port_.drive(now);
    top.instr_gnt_i = instr_port_.grant();
    top.instr_rvalid_i = instr_port_.valid();
    top.instr_rdata_i = instr_port_.answer().data;
    top.instr_err_i = instr_port_.answer().error;
    top.data_gnt_i = data_port_.grant();
    top.data_rvalid_i = data_port_.valid();
    top.data_rdata_i = data_port_.answer().data;
    top.data_err_i = data_port_.answer().error;
    bench_.settle();
    retire(now);
    instr_port_.pop();
    data_port_.pop();
    if (top.instr_req_o && instr_port_.grant()) {
      if (started_) fetches_++;
      const bool inside = top.instr_addr_o < kRamBytes;
      instr_port_.push(now, inside ? word(top.instr_addr_o) : 0, !inside);
    }
    if (top.data_req_o && data_port_.grant()) access(now);
    bench_.tick();
  }

  // No further line rises before an interrupt is taken, so that the record tells which were up.
  void raise_interrupt() {
    if (options_.interrupts != 0 && lines_ == 0 && random_.below(options_.interrupts) == 0) {
      lines_ = static_cast<uint8_t>(1 + random_.below(kAllLines));
    }
    Top& top = bench_.top();
    top.irq_software_i = (lines_ & kSoftware) != 0;
    top.irq_timer_i = (lines_ & kTimer) != 0;
    top.irq_external_i = (lines_ & kExternal) != 0;
  }

  void access(uint64_t now) {
    Top& top = bench_.top();
    const uint32_t address = top.data_addr_o;
    uint32_t value = 0;
    bool error = false;
    if (address < kRamBytes) {
      if (top.data_we_o) {
        for (unsigned i = 0; i < 4; i++) {
          if ((top.data_be_o >> i) & 1) {
            memory_[address + i] = static_cast<uint8_t>(top.data_wdata_o >> (8 * i));
          }
        }
      } else {
        value = word(address);
      }
    } else if (top.data_we_o) {
      error = !mailbox_write(address, top.data_wdata_o, now);
    } else {
      error = !mailbox_read(address, value, now);
    }
    if (started_) (top.data_we_o ? writes_ : reads_)++;
    data_port_.push(now, value, error);
  }

  bool mailbox_read(uint32_t address, uint32_t& value, uint64_t now) {
    if (address == kStatus) {
      value = done_ < jobs_.size();
      if (value && !started_) start(now);
      return true;
    }
    if (!started_) return false;
    const Job& job = jobs_[done_];
    switch (address) {
      case kRate: value = job.rate_bytes; return true;
      case kDomain: value = job.domain; return true;
      case kRounds: value = job.rounds; return true;
      case kMessageAddress: value = message_; return true;
      case kMessageBytes: value = static_cast<uint32_t>(job.msg_bytes); return true;
      case kOutputAddress: value = output_; return true;
      case kOutputBytes: value = static_cast<uint32_t>(job.out_bytes); return true;
      default: return false;
    }
  }

  bool mailbox_write(uint32_t address, uint32_t value, uint64_t now) {
    switch (address) {
      case kDone: finish(now); return true;
      case kConsole: std::fputc(static_cast<int>(value & 0xff), stderr); return true;
      case kLines: lines_ = static_cast<uint8_t>(value & kAllLines); return true;
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
    if (done_ == 0) {
      first_start_ = now;
      bench_.begin_activity();
    }
    job_start_ = now;
    started_ = true;
  }

  void finish(uint64_t now) {
    if (jobs_.empty()) {
      ended_ = true;
      return;
    }
    check(started_, "the program finished a job that it did not start");
    const Job& job = jobs_[done_];
    const auto begin = memory_.begin() + output_;
    const auto end = begin + static_cast<std::ptrdiff_t>(job.out_bytes);
    const auto is_guard = [](uint8_t byte) { return byte == kGuard; };
    check(std::all_of(begin - kGuardBytes, begin, is_guard) &&
              std::all_of(end, end + kGuardBytes, is_guard),
          "the program wrote beside the output");
    digests_.push_back(to_hex(std::vector<uint8_t>(begin, end)));
    latency_.push_back(now - job_start_);
    last_done_ = now;
    started_ = false;
    done_++;
    ended_ = done_ == jobs_.size();
    if (ended_) bench_.end_activity();
  }

#ifdef HF_GATES
  // A netlist shows nothing of what it retires.
  void retire(uint64_t) {}
#else
  void retire(uint64_t now) {
    Rvfi rvfi;
    rvfi.set(bench_.top().rvfi_o);
    if (!rvfi.valid) return;
    if (started_ || jobs_.empty()) {
      instructions_++;
      if (!profile_.empty() && rvfi.pc_rdata < kMessages) {
        Count& count = profile_[rvfi.pc_rdata / 2];
        count.instructions++;
        count.cycles += now - last_retire_;
      }
    }
    last_retire_ = now;
    const uint8_t taken = rvfi.intr ? lines_ : 0;
    // Those that the program raised are its own to lower.
    if (rvfi.intr && options_.interrupts != 0) lines_ = 0;
    write_csrs();
    if (!rvfi_.is_open()) return;
    const RvfiRecord record{
        static_cast<uint32_t>(rvfi.order), rvfi.insn,
        rvfi.pc_rdata, rvfi.pc_wdata,
        rvfi.rd_addr, rvfi.rd_wdata,
        rvfi.mem_addr, rvfi.mem_rdata, rvfi.mem_wdata,
        rvfi.mem_rmask, rvfi.mem_wmask, rvfi.trap, taken};
    rvfi_.write(reinterpret_cast<const char*>(&record), sizeof record);
  }

#ifdef CORE_MIPS
  void write_csrs() {}
#else
  // The valid bits: before the instruction, and after it, where those that it did not write stay.
  void write_csrs() {
    if (!csrs_.is_open()) return;
    Csrs csrs;
    csrs.set(bench_.top().rvfi_csr_o);
    const auto before = [&](auto field) { return csrs.rdata.*field & csrs.rmask.*field; };
    const auto after = [&](auto field) {
      return static_cast<decltype(before(field))>((csrs.wdata.*field & csrs.wmask.*field) |
                                                  (before(field) & ~(csrs.wmask.*field)));
    };
    using State = decltype(csrs.rdata);
    CsrRecord record;
    std::size_t i = 0;
    for (const auto field : {&State::mstatus, &State::misa, &State::mie, &State::mtvec,
                             &State::mscratch, &State::mepc, &State::mcause, &State::mtval,
                             &State::mip}) {
      record.words[i++] = before(field);
      record.words[i++] = after(field);
    }
    i = 0;
    for (const auto field : {&State::mcycle, &State::minstret}) {
      record.counters[i++] = before(field);
      record.counters[i++] = after(field);
    }
    csrs_.write(reinterpret_cast<const char*>(&record), sizeof record);
  }
#endif
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

  // Little-endian on the file, as the machine that simulates is.
  struct RvfiRecord {
    uint32_t order, insn, pc, next_pc, rd, rd_value, address, read, written;
    uint8_t read_mask, write_mask, trap, lines;  // up when an interrupt was taken; 0: none was
  };
  static_assert(sizeof(RvfiRecord) == 40, "a record has no gaps");

  // Values before and after the instruction: mstatus, misa, mie, mtvec, mscratch, mepc, mcause, mtval,
  // mip; mcycle, minstret.
  struct CsrRecord {
    uint32_t words[2 * 9];
    uint64_t counters[2 * 2];
  };
  static_assert(sizeof(CsrRecord) == 104, "a record has no gaps");

  struct Count {
    uint64_t instructions = 0, cycles = 0;
  };

  Options options_;
  std::vector<Job> jobs_;
  std::vector<uint8_t> data_;
  Random random_;
  Bench<Top> bench_;
  Port instr_port_, data_port_;
  std::vector<uint8_t> memory_;

  std::size_t done_ = 0;
  bool started_ = false, ended_ = false;
  uint8_t lines_ = 0;  // the interrupt lines that are up
  uint32_t message_ = 0, output_ = 0;
  uint64_t first_start_ = 0, job_start_ = 0, last_done_ = 0, last_retire_ = 0;
  uint64_t fetches_ = 0, reads_ = 0, writes_ = 0, instructions_ = 0;
  std::vector<uint64_t> latency_;
  std::vector<std::string> digests_;
  std::vector<Count> profile_;
  std::ofstream rvfi_, csrs_;
};

}  // namespace
}  // namespace hashfab

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const hashfab::Options& options) {
    hashfab::Harness(options).run();
  });
}
