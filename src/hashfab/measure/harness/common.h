// SPDX-License-Identifier: Apache-2.0
//
// What the simulation harnesses share: options, jobs, data, random numbers, the sponge, access to
// ports of any width, the clock, and one JSON object on standard output.
//
// A harness is a function from Options to nothing that prints its Json; run_harness() turns what it
// throws into a message on standard error: exit code 1 for a failed check or assertion, 2 for a bad
// request.

#pragma once

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif
#if VM_TRACE_SAIF
#include "verilated_saif_c.h"
#endif

namespace hashfab {

// A check on the design did not hold.
struct CheckFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The request itself is wrong.
struct BadRequest : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void check(bool condition, const std::string& message) {
  if (!condition) throw CheckFailed(message);
}

// ------------------------------------------------------------------------------------------------
// Assertions of the RTL. Verilator prints what failed on standard output, which belongs to a
// harness's JSON object: while a harness runs, it goes to a file instead, and is read from there.

class Assertions {
 public:
  // Takes over standard output, once.
  static void capture() {
    std::FILE* const file = std::tmpfile();
    if (file == nullptr) throw std::runtime_error("cannot make a temporary file");
    results() = fdopen(dup(STDOUT_FILENO), "w");
    dup2(fileno(file), STDOUT_FILENO);
    printed() = file;
  }

  // What was standard output.
  static std::FILE*& results() {
    static std::FILE* file = stdout;
    return file;
  }

  static void fail() { failed() = true; }

  // To be called after each evaluation. Throws CheckFailed with the first assertion's name.
  static void look(uint64_t cycle) {
    if (!failed()) return;
    std::fflush(stdout);
    std::rewind(printed());
    static const std::string kBefore = "Assertion failed in TOP.";
    std::string text = "unnamed";
    char line[4096];
    while (std::fgets(line, sizeof line, printed()) != nullptr) {
      const std::string found = line;
      const std::size_t at = found.find(kBefore);
      if (at == std::string::npos) continue;
      text = found.substr(at + kBefore.size(), found.find('\n') - at - kBefore.size());
      break;
    }
    throw CheckFailed("assertion failed in cycle " + std::to_string(cycle) + ": " + text);
  }

 private:
  static bool& failed() {
    static bool value = false;
    return value;
  }
  static std::FILE*& printed() {
    static std::FILE* file = nullptr;
    return file;
  }
};

// ------------------------------------------------------------------------------------------------
// Options

struct Options {
  std::string jobs;
  std::string data;
  std::string program;           // what a processor runs, a flat image
  std::string profile;           // file for cycles by program counter; empty: none
  std::string rvfi;              // file for retired instructions; empty: none
  std::string csrs;              // file for a RISC-V core's registers by instruction; empty: none
  std::string trace;             // FST file for the waveform, of a binary that was built for it
  std::string activity;          // SAIF file for what toggles while jobs are under way; likewise
  std::string idle;              // SAIF file for what toggles after them
  bool first = false;            // the SAIF file is of the moment at which counting begins, alone
  uint64_t seed = 1;
  unsigned interrupts = 0;       // a processor's: one in so many cycles begins with one; 0: none
  uint64_t max_cycles = 0;       // 0: the harness decides
  unsigned latency = 1;          // cycles from a memory request to its response
  unsigned stall = 0;            // percent of cycles in which a side of a handshake is not ready
  unsigned concurrent = 1;       // jobs in flight
  bool reorder = false;          // memory answers out of order
  uint64_t reset_at = 0;         // cycle of a second reset, after which all begins anew; 0: none
  std::string faults;            // file of accesses that memory answers with an error; empty: none
  std::string covers;            // file for how often each cover was reached; empty: none
};

inline uint64_t parse_number(const std::string& name, const std::string& text, uint64_t most) {
  std::size_t used = 0;
  uint64_t value = 0;
  try {
    value = std::stoull(text, &used, 0);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size() || text[0] == '-' || value > most) {
    throw BadRequest(name + " takes a number from 0 to " + std::to_string(most) + ", not '" + text +
                     "'");
  }
  return value;
}

inline Options parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    if (name == "--reorder" || name == "--first") {
      (name == "--first" ? options.first : options.reorder) = true;
      continue;
    }
    if (name.rfind("+", 0) == 0) continue;  // for Verilator
    if (i + 1 == argc) throw BadRequest("option '" + name + "' is unknown or needs a value");
    const std::string value = argv[++i];
    if (name == "--jobs") {
      options.jobs = value;
    } else if (name == "--data") {
      options.data = value;
    } else if (name == "--program") {
      options.program = value;
    } else if (name == "--profile") {
      options.profile = value;
    } else if (name == "--rvfi") {
      options.rvfi = value;
    } else if (name == "--csrs") {
      options.csrs = value;
    } else if (name == "--trace") {
      options.trace = value;
    } else if (name == "--activity") {
      options.activity = value;
    } else if (name == "--idle") {
      options.idle = value;
    } else if (name == "--seed") {
      options.seed = parse_number(name, value, UINT64_MAX);
    } else if (name == "--max-cycles") {
      options.max_cycles = parse_number(name, value, UINT64_MAX);
    } else if (name == "--reset-at") {
      options.reset_at = parse_number(name, value, UINT64_MAX);
    } else if (name == "--faults") {
      options.faults = value;
    } else if (name == "--covers") {
      options.covers = value;
    } else if (name == "--latency") {
      options.latency = static_cast<unsigned>(parse_number(name, value, 1 << 20));
    } else if (name == "--interrupts") {
      options.interrupts = static_cast<unsigned>(parse_number(name, value, 1 << 30));
    } else if (name == "--stall") {
      options.stall = static_cast<unsigned>(parse_number(name, value, 99));
    } else if (name == "--concurrent") {
      options.concurrent = static_cast<unsigned>(parse_number(name, value, 1 << 20));
    } else {
      throw BadRequest("option '" + name + "' is unknown");
    }
  }
  if (options.jobs.empty()) throw BadRequest("--jobs is missing");
  if (options.concurrent == 0) throw BadRequest("--concurrent takes at least 1");
  return options;
}

// ------------------------------------------------------------------------------------------------
// Jobs and their data

struct Job {
  unsigned rate_bytes;
  unsigned domain;          // domain separation bits with the first padding bit
  unsigned rounds;          // 24 or 12
  uint64_t out_bytes;
  unsigned msg_align;       // byte offset of the message within a memory word
  unsigned digest_align;
  uint64_t data_offset;     // where the message starts in the data file
  uint64_t msg_bytes;
  unsigned alg_code;
  // Of an accelerator that resumes: what a command does with a state, and with which.
  unsigned flags;
  unsigned state;
  unsigned state_align;
  unsigned steps;           // of an accelerator that chains; 0: no chain

  // The permutations that the sponge needs: one per padded block, one per further squeeze; one per
  // step of a chain.
  uint64_t permutations() const {
    if (steps != 0) return steps;
    const uint64_t squeezes = out_bytes == 0 ? 1 : (out_bytes + rate_bytes - 1) / rate_bytes;
    return msg_bytes / rate_bytes + squeezes;
  }
};

// One job per line: rate_bytes domain(hex) rounds out_bytes msg_align digest_align data_offset
// msg_bytes alg_code [flags state state_align [steps]].
inline std::vector<Job> read_jobs(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw BadRequest("cannot read the job file '" + path + "'");
  std::vector<Job> jobs;
  std::string line;
  for (unsigned number = 1; std::getline(file, line); number++) {
    if (line.empty()) continue;
    Job job{};
    std::istringstream fields(line);
    fields >> job.rate_bytes >> std::hex >> job.domain >> std::dec >> job.rounds >> job.out_bytes >>
        job.msg_align >> job.digest_align >> job.data_offset >> job.msg_bytes >> job.alg_code;
    bool read = !fields.fail();
    if (read && !(fields >> std::ws).eof()) {
      fields >> job.flags >> job.state >> job.state_align;
      read = !fields.fail();
    }
    if (read && !(fields >> std::ws).eof()) {
      fields >> job.steps;
      read = !fields.fail();
    }
    const bool legal = read && job.rate_bytes > 0 && job.rate_bytes < 200 &&
                       job.domain < 0x100 && (job.rounds == 24 || job.rounds == 12);
    if (!legal) throw BadRequest(path + ":" + std::to_string(number) + ": not a job: " + line);
    jobs.push_back(job);
  }
  return jobs;
}

// The data file, in which the message of every job must lie.
template <typename AnyJob>
std::vector<uint8_t> read_data(const std::string& path, const std::vector<AnyJob>& jobs) {
  std::vector<uint8_t> data;
  if (!path.empty()) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw BadRequest("cannot read the data file '" + path + "'");
    data.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  for (const AnyJob& job : jobs) {
    if (job.data_offset > data.size() || job.msg_bytes > data.size() - job.data_offset) {
      throw BadRequest("a job's message lies outside the data file '" + path + "'");
    }
  }
  return data;
}

// ------------------------------------------------------------------------------------------------
// Random numbers: splitmix64, the same on every machine.

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  uint64_t below(uint64_t bound) { return next() % bound; }
  bool chance(unsigned percent) { return percent != 0 && below(100) < percent; }

 private:
  uint64_t state_;
};

// ------------------------------------------------------------------------------------------------
// The sponge without its permutation (FIPS 202, section 4)

using State = std::array<uint64_t, 25>;  // lane 5 * y + x

inline uint8_t state_byte(const State& state, unsigned i) {
  return static_cast<uint8_t>(state[i / 8] >> (8 * (i % 8)));
}

inline void xor_byte(State& state, unsigned i, uint8_t value) {
  state[i / 8] ^= static_cast<uint64_t>(value) << (8 * (i % 8));
}

// A message on its way through the sponge. While !done(), state() waits for a permutation, whose
// result goes to permuted().
class Sponge {
 public:
  Sponge(const Job& job, const uint8_t* message) : job_(job), message_(message) { absorb(); }

  bool done() const { return done_; }
  const State& state() const { return state_; }
  const std::vector<uint8_t>& digest() const { return digest_; }

  void permuted(const State& state) {
    state_ = state;
    if (!padded_) {
      absorb();
    } else {
      squeeze();
    }
  }

 private:
  void absorb() {
    const uint64_t left = job_.msg_bytes - absorbed_;
    const unsigned count = left < job_.rate_bytes ? static_cast<unsigned>(left) : job_.rate_bytes;
    for (unsigned i = 0; i < count; i++) xor_byte(state_, i, message_[absorbed_ + i]);
    absorbed_ += count;
    if (count < job_.rate_bytes) {
      xor_byte(state_, count, static_cast<uint8_t>(job_.domain));
      xor_byte(state_, job_.rate_bytes - 1, 0x80);
      padded_ = true;
    }
  }

  void squeeze() {
    for (unsigned i = 0; i < job_.rate_bytes && digest_.size() < job_.out_bytes; i++) {
      digest_.push_back(state_byte(state_, i));
    }
    done_ = digest_.size() == job_.out_bytes;
  }

  Job job_;
  const uint8_t* message_;
  State state_{};
  uint64_t absorbed_ = 0;
  bool padded_ = false;
  bool done_ = false;
  std::vector<uint8_t> digest_;
};

// ------------------------------------------------------------------------------------------------
// Ports: a port up to 64 bits is an integer, a wider one a VlWide of 32-bit words.

template <typename Port>
uint32_t get_word(const Port& port, unsigned i) {
  return static_cast<uint32_t>(static_cast<uint64_t>(port) >> (32 * i));
}

template <std::size_t Words>
uint32_t get_word(const VlWide<Words>& port, unsigned i) {
  return port[i];
}

template <typename Port>
void set_word(Port& port, unsigned i, uint32_t value) {
  const uint64_t kept = static_cast<uint64_t>(port) & ~(0xffffffffull << (32 * i));
  port = static_cast<Port>(kept | static_cast<uint64_t>(value) << (32 * i));
}

template <std::size_t Words>
void set_word(VlWide<Words>& port, unsigned i, uint32_t value) {
  port[i] = value;
}

template <typename Port>
bool get_bit(const Port& port, unsigned i) {
  return (get_word(port, i / 32) >> (i % 32)) & 1;
}

template <typename Port>
uint8_t get_byte(const Port& port, unsigned i) {
  return static_cast<uint8_t>(get_word(port, i / 4) >> (8 * (i % 4)));
}

template <typename Port>
void set_byte(Port& port, unsigned i, uint8_t value) {
  const unsigned shift = 8 * (i % 4);
  set_word(port, i / 4,
           (get_word(port, i / 4) & ~(0xffu << shift)) | static_cast<uint32_t>(value) << shift);
}

// ------------------------------------------------------------------------------------------------
// The clock. A cycle is: drive inputs, settle(), look at outputs, tick().

template <typename Top>
class Bench {
 public:
  // Registers start with random content, so that a reset that one of them lacks is seen.
  explicit Bench(const Options& options)
      : covers_(options.covers),
        activity_(options.activity),
        idle_(options.idle),
        first_(options.first) {
    Verilated::randReset(2);
    Verilated::randSeed(static_cast<int>(options.seed & 0x3fffffff) + 1);
    top_.reset(new Top);
#if VM_TRACE_FST
    if (!options.trace.empty()) {
      if (!std::ofstream(options.trace)) {
        throw BadRequest("cannot write '" + options.trace + "'");
      }
      Verilated::traceEverOn(true);
      trace_.reset(new VerilatedFstC);
      top_->trace(trace_.get(), 99);
      trace_->open(options.trace.c_str());
    }
#else
    if (!options.trace.empty()) throw BadRequest("--trace: this simulation was built without it");
#endif
#if VM_TRACE_SAIF
    Verilated::traceEverOn(true);
    toggles_.reset(new VerilatedSaifC);
    top_->trace(toggles_.get(), 99);
#else
    if (!activity_.empty() || !idle_.empty()) {
      throw BadRequest("--activity, --idle: this simulation was built without them");
    }
#endif
#if !VM_COVERAGE
    if (!options.covers.empty()) throw BadRequest("--covers: this simulation was built without it");
#endif
  }

  ~Bench() {
    top_->final();
#if VM_TRACE_FST
    if (trace_) trace_->close();
#endif
#if VM_COVERAGE
    // The counts are the model's, and go with it. A run that failed is not counted.
    if (std::uncaught_exceptions() == 0) {
      if (!covers_.empty()) VerilatedCov::write(covers_);
      if (const char* const folder = std::getenv("HASHFAB_COVERAGE")) {
        VerilatedCov::write(std::string(folder) + "/" + std::to_string(getpid()) + ".covers");
      }
    }
#endif
  }

  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  Top& top() { return *top_; }
  Top* operator->() { return top_.get(); }
  uint64_t cycle() const { return cycle_; }

  // Two cycles in reset with the inputs as they are; the count of cycles starts after them. The
  // reset is asynchronous: it works from its edge on, before the first cycle.
  void reset() {
    top_->rst_ni = 1;
    settle();
    top_->rst_ni = 0;
    for (unsigned i = 0; i < 2; i++) {
      settle();
      tick();
    }
    top_->rst_ni = 1;
    cycle_ = 0;
  }

  void settle() {
    top_->clk_i = 0;
    eval();
  }

  void tick() {
    top_->clk_i = 1;
    eval();
    cycle_++;
    ticks_++;
  }

  // From the call on, within a cycle that is settled, toggles count as the jobs'.
  void begin_activity() { count(activity_); }

  // The jobs' end: the clock has fallen as often as it has risen.
  void end_activity() {
#if VM_TRACE_SAIF
    if (!toggles_->isOpen()) return;
    settle();
    toggles_->close();
    std::ofstream(counted_ + ".window") << counted_from_ << ' ' << ticks_ << '\n';
#endif
  }

  // Cycles in which the inputs stay as they are. When the design has come to rest, toggles count as
  // the idle design's.
  void rest() {
    if (idle_.empty()) return;
    for (unsigned i = 0; i < kRestCycles + kIdleCycles; i++) {
      settle();
      if (i == kRestCycles) count(idle_);
      tick();
    }
    end_activity();
  }

 private:
  static constexpr unsigned kRestCycles = 64, kIdleCycles = 64;
  static constexpr uint64_t kCycle = 2000;  // of time in a SAIF file

  // Verilator opens one file in a simulation's life, and counts as if all signals had been 0 before. So
  // the file of the moment at which counting begins has what is to be taken off; it ends the run.
  // FILE.window has the cycles, from 0 at the start of the simulation: the first, and that behind the
  // last.
  void count(const std::string& path) {
#if VM_TRACE_SAIF
    if (path.empty()) return;
    counted_ = path;
    counted_from_ = ticks_;
    toggles_->open(path.c_str());
    if (!toggles_->isOpen()) throw BadRequest("cannot write '" + path + "'");
    toggles_->dump(kCycle * ticks_ + 1);
    if (!first_) return;
    toggles_->close();
    std::_Exit(0);
#endif
  }

  void eval() {
    top_->eval();
    Assertions::look(cycle_);
#if VM_TRACE_FST
    if (trace_) trace_->dump(5 * half_cycles_);
#endif
    half_cycles_++;
#if VM_TRACE_SAIF
    if (toggles_->isOpen()) toggles_->dump(kCycle * ticks_ + (top_->clk_i ? kCycle / 2 : 0));
#endif
  }

  std::unique_ptr<Top> top_;
  std::string covers_, activity_, idle_;
  bool first_;
  uint64_t cycle_ = 0, ticks_ = 0, half_cycles_ = 0;
#if VM_TRACE_FST
  std::unique_ptr<VerilatedFstC> trace_;
#endif
#if VM_TRACE_SAIF
  std::unique_ptr<VerilatedSaifC> toggles_;
  std::string counted_;
  uint64_t counted_from_ = 0;
#endif
};

// ------------------------------------------------------------------------------------------------
// Results

inline std::string to_hex(const std::vector<uint8_t>& bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

// One flat JSON object.
class Json {
 public:
  void add(const std::string& key, bool value) { put(key, value ? "true" : "false"); }
  void add_null(const std::string& key) { put(key, "null"); }
  void add(const std::string& key, uint64_t value) { put(key, std::to_string(value)); }
  void add(const std::string& key, unsigned value) { put(key, std::to_string(value)); }
  void add(const std::string& key, double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    put(key, text);
  }
  void add(const std::string& key, const std::vector<uint64_t>& values) {
    std::string text;
    for (const uint64_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
    put(key, "[" + text + "]");
  }
  // Strings that need no escapes: hexadecimal digits.
  void add(const std::string& key, const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) text += (text.empty() ? "\"" : ", \"") + value + "\"";
    put(key, "[" + text + "]");
  }
  void print() const {
    std::fprintf(Assertions::results(), "{%s}\n", text_.c_str());
    std::fflush(Assertions::results());
  }

 private:
  void put(const std::string& key, const std::string& value) {
    text_ += (text_.empty() ? "\"" : ", \"") + key + "\": " + value;
  }

  std::string text_;
};

// ------------------------------------------------------------------------------------------------

template <typename Harness>
int run_harness(int argc, char** argv, Harness harness) {
  Verilated::commandArgs(argc, argv);
  try {
    const Options options = parse_options(argc, argv);
    Assertions::capture();
    harness(options);
  } catch (const BadRequest& problem) {
    std::fprintf(stderr, "error: %s\n", problem.what());
    return 2;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "error: %s\n", problem.what());
    return 1;
  }
  return 0;
}

}  // namespace hashfab

// Verilator's, for a failed assertion or $stop; VL_USER_STOP leaves it to us.
void vl_stop(const char*, int, const char*) { hashfab::Assertions::fail(); }
