// SPDX-License-Identifier: Apache-2.0
//
// A model of a core around the lane unit (rtl/xif/lane_xif.sv): in order, with precise exceptions,
// and speculative in what it offloads. While an instruction of its own is not yet known to be
// without an exception, it offloads those behind it, and commits none of them. At an exception it
// kills them, withdraws its offer, runs a handler, and begins again at what trapped.
//
// --jobs names the program, an instruction per line: three numbers (hexadecimal) and its kind:
//   c  for the unit: the word, rs1, rs2
//   f  to be refused: likewise
//   t  the core's own: how often it traps, how many words of the state the handler reads with
//      kget, and the first of them
//
// Printed:
//   results   the words that kget gave, the handlers' among them
//   killed    how many accepted instructions were killed
//   reissued  how many instructions were accepted more than once

#include <deque>

#include "../../src/hashfab/measure/harness/common.h"
#include "Vlane_xif.h"

namespace {

using hashfab::check;

constexpr unsigned kIds = 16;
constexpr unsigned kDeep = 4;          // instructions in flight
constexpr uint64_t kPatience = 10000;  // cycles without progress
constexpr uint32_t kGet = 0x200b;

struct Instruction {
  uint32_t word, rs1, rs2;
  char kind;

  bool writes() const { return (word >> 12 & 7) == 2; }
  unsigned rd() const { return word >> 7 & 31; }
};

// Issued or begun, oldest first, until it can no longer be killed.
struct Flight {
  std::size_t index;  // in the program; its size for a handler's instruction
  Instruction instruction;
  unsigned id;
};

struct Commit {
  unsigned id;
  bool known, kill, flush;  // whether it is decided; what; by an exception
};

struct Result {
  unsigned id, rd;
  bool we;
};

std::vector<Instruction> read_program(const std::string& path) {
  std::ifstream file(path);
  std::vector<Instruction> program;
  Instruction instruction{};
  while (file >> std::hex >> instruction.word >> instruction.rs1 >> instruction.rs2 >>
         instruction.kind) {
    program.push_back(instruction);
  }
  if (!file.eof()) throw hashfab::BadRequest(path + " is not a program");
  return program;
}

class Core {
 public:
  explicit Core(const hashfab::Options& options)
      : options_(options),
        program_(read_program(options.jobs)),
        accepted_(program_.size()),
        random_(options.seed),
        bench_(options) {
    for (const Instruction& each : program_) traps_.push_back(each.kind == 't' ? each.word : 0);
  }

  void run() {
    bench_->x_issue_valid_i = bench_->x_commit_valid_i = 0;
    bench_.reset();
    while (next_ < program_.size() || !handler_.empty() || !flight_.empty() || !commits_.empty() ||
           !results_.empty()) {
      check(bench_.cycle() < progress_ + kPatience, "nothing moves");
      cycle();
    }
    hashfab::Json json;
    json.add("results", words_);
    json.add("killed", killed_);
    json.add("reissued", reissued_);
    json.print();
  }

 private:
  bool stall() { return random_.chance(options_.stall); }

  // The core's own take five cycles, and longer where all else does.
  bool done() { return !stall() && random_.chance(20); }

  // Whether what comes next cannot be killed: nothing of the core's own is before it.
  bool certain() const {
    for (const Flight& each : flight_) {
      if (each.instruction.kind == 't') return false;
    }
    return true;
  }

  const Instruction* upcoming() const {
    if (!handler_.empty()) return &handler_.front();
    return next_ < program_.size() ? &program_[next_] : nullptr;
  }

  // Instructions that can no longer be killed are none of the core's business any more.
  void decide() {
    auto commit = commits_.begin();
    while (commit != commits_.end() && commit->known) ++commit;
    while (!flight_.empty() && flight_.front().instruction.kind != 't') {
      const Flight& oldest = flight_.front();
      check(commit != commits_.end() && commit->id == oldest.id, "the model lost a commit");
      commit->known = true;
      // A word that the unit refused is the core's own (a CSR's), or traps elsewhere: its kill
      // concerns nobody else.
      commit->kill = oldest.instruction.kind == 'f' && random_.chance(50);
      if (oldest.instruction.kind == 'c') {
        results_.push_back({oldest.id, oldest.instruction.rd(), oldest.instruction.writes()});
      }
      ++commit;
      flight_.pop_front();
    }
  }

  void trap() {
    const Flight cause = flight_.front();
    traps_[cause.index]--;
    flight_.pop_front();
    for (const Flight& each : flight_) {
      if (each.instruction.kind == 'c') killed_++;
    }
    for (Commit& each : commits_) {
      if (!each.known) each = {each.id, true, true, true};
    }
    flight_.clear();
    next_ = cause.index;
    // An exception within the handler does not occur: it has nothing of the core's own.
    for (unsigned i = 0; i < cause.instruction.rs1; i++) {
      handler_.push_back({kGet | (cause.instruction.rs2 + i) << 15 | 1 << 7, 0, 0, 'c'});
    }
    // What is offered next has another id, or comes a cycle later.
    pause_ = offering_ && random_.chance(50);
    if (offering_ && !pause_) id_ = (id_ + 1) % kIds;
    offering_ = waiting_ = false;
    progress_ = bench_.cycle();
  }

  void cycle() {
    // The oldest of the core's own ends, one way or the other.
    if (!flight_.empty() && flight_.front().instruction.kind == 't' && done()) {
      if (traps_[flight_.front().index] > 0) {
        trap();
      } else {
        flight_.pop_front();
        progress_ = bench_.cycle();
      }
    }
    decide();

    const Instruction* instruction = upcoming();
    bool flushing = pause_;
    pause_ = false;
    for (const Commit& each : commits_) flushing = flushing || each.flush;
    const bool room = flight_.size() < kDeep && commits_.size() + results_.size() < kIds / 2;
    if (instruction != nullptr && instruction->kind == 't') {
      if (room && !flushing && !stall()) {
        flight_.push_back({next_++, *instruction, 0});
        progress_ = bench_.cycle();
      }
      instruction = nullptr;
    }
    offering_ = offering_ || (instruction != nullptr && room && !flushing && !stall());

    bench_->x_issue_valid_i = offering_;
    bench_->x_issue_instr_i = offering_ ? instruction->word : random_.below(1 << 16);
    bench_->x_issue_id_i = id_;
    bench_->x_rs_i =
        offering_ ? static_cast<uint64_t>(instruction->rs2) << 32 | instruction->rs1 : 0;
    const unsigned held = waiting_ ? bench_->x_rs_valid_i : 0;
    bench_->x_rs_valid_i = held | (stall() ? random_.below(4) : 3);
    bench_->x_result_ready_i = !stall();
    const bool committing = !commits_.empty() && commits_.front().known && !stall();
    const Commit commit = committing ? commits_.front() : Commit{};
    bench_->x_commit_valid_i = committing;
    bench_->x_commit_id_i = committing ? commit.id : random_.below(kIds);
    bench_->x_commit_kill_i = committing ? commit.kill : random_.chance(50);
    if (committing) commits_.pop_front();
    bench_.settle();

    waiting_ = offering_ && !bench_->x_issue_ready_o;
    if (offering_ && instruction->kind == 'f') {
      check(bench_->x_issue_ready_o && !bench_->x_issue_accept_o, "a word is not refused at once");
    }
    if (offering_ && bench_->x_issue_ready_o) issue(*instruction, committing);
    if (bench_->x_result_valid_o) result();
    bench_.tick();
  }

  void issue(const Instruction& instruction, bool committing) {
    check(bench_->x_issue_accept_o == (instruction.kind == 'c'), "accept is wrong");
    check(bench_->x_issue_writeback_o == (instruction.kind == 'c' && instruction.writes()),
          "writeback is wrong");
    const bool handling = !handler_.empty();
    const bool alone = commits_.empty() && !committing;
    const bool sure = certain();
    flight_.push_back({handling ? program_.size() : next_, instruction, id_});
    commits_.push_back({id_, false, false, false});
    id_ = (id_ + 1) % kIds;
    offering_ = false;
    progress_ = bench_.cycle();
    if (handling) {
      handler_.pop_front();
    } else {
      if (instruction.kind == 'c' && accepted_[next_]++ > 0) reissued_++;
      next_++;
    }
    // Committed or killed in the cycle of its issue
    if (alone && sure && !stall()) {
      decide();
      bench_->x_commit_valid_i = true;
      bench_->x_commit_id_i = commits_.front().id;
      bench_->x_commit_kill_i = commits_.front().kill;
      commits_.pop_front();
      bench_.settle();
    }
  }

  void result() {
    check(!results_.empty(), "a result that nothing asked for");
    const Result& expected = results_.front();
    check(bench_->x_result_id_o == expected.id, "the result's id is wrong");
    check(bench_->x_result_we_o == expected.we, "the result's we is wrong");
    if (expected.we) check(bench_->x_result_rd_o == expected.rd, "the result's rd is wrong");
    if (!bench_->x_result_ready_i) return;
    if (expected.we) {
      char text[9];
      std::snprintf(text, sizeof text, "%08x", bench_->x_result_data_o);
      words_.push_back(text);
    }
    results_.pop_front();
    progress_ = bench_.cycle();
  }

  const hashfab::Options& options_;
  const std::vector<Instruction> program_;
  std::vector<uint32_t> traps_;     // that each instruction still has
  std::vector<uint64_t> accepted_;  // how often each was
  hashfab::Random random_;
  hashfab::Bench<Vlane_xif> bench_;
  std::deque<Instruction> handler_;  // what is left of it
  std::deque<Flight> flight_;
  std::deque<Commit> commits_;  // to be sent, in the order of issue
  std::deque<Result> results_;  // to come
  std::vector<std::string> words_;
  uint64_t killed_ = 0, reissued_ = 0, progress_ = 0;
  std::size_t next_ = 0;
  unsigned id_ = 0;
  bool offering_ = false, waiting_ = false, pause_ = false;
};

void run(const hashfab::Options& options) { Core(options).run(); }

}  // namespace

int main(int argc, char** argv) { return hashfab::run_harness(argc, argv, run); }
