// SPDX-License-Identifier: Apache-2.0
//
// Runs a program on the lane unit (rtl/lane/lane_unit.sv) in the place of a core: offers its
// instructions one by one, commits or kills each in the cycle of its issue or later, gives loads
// what memory answers, takes results.
//
// --jobs names the program, an instruction per line: word, rs1, rs2 (hexadecimal) and its fate,
// c committed, e committed and a bus error, k killed, f foreign: to be refused at once (and killed or
// committed at random). A load's rs1 is the word that memory gives.
// After a reset by --reset-at the program begins anew, and only this run of it counts.
//
// Printed:
//   results  the words that kget gave
//   issued   per instruction, the cycle of its issue handshake

#include <deque>

#include "../../src/hashfab/measure/harness/common.h"
#include "Vlane_unit.h"

namespace {

using hashfab::check;

constexpr unsigned kGet = 2, kLoad = 5, kLoadPermute = 6;

struct Instruction {
  uint32_t word, rs1, rs2;
  char fate;

  unsigned funct3() const { return word >> 12 & 7; }
  unsigned rd() const { return word >> 7 & 31; }
  bool loads() const { return funct3() == kLoad || funct3() == kLoadPermute; }
};

struct Commit {
  unsigned id;
  bool kill;
};

struct Load {
  unsigned id;
  uint32_t word;
  bool error, committed;
};

struct Result {
  unsigned id, rd;
  bool we;
};

constexpr unsigned kIds = 16;
constexpr uint64_t kPatience = 10000;  // cycles without an issue or a result

std::vector<Instruction> read_program(const std::string& path) {
  std::ifstream file(path);
  std::vector<Instruction> program;
  Instruction instruction{};
  while (file >> std::hex >> instruction.word >> instruction.rs1 >> instruction.rs2 >>
         instruction.fate) {
    program.push_back(instruction);
  }
  if (!file.eof()) throw hashfab::BadRequest(path + " is not a program");
  return program;
}

void run(const hashfab::Options& options) {
  const std::vector<Instruction> program = read_program(options.jobs);
  hashfab::Random random(options.seed);
  hashfab::Bench<Vlane_unit> bench(options);
  std::deque<Commit> commits;  // to be sent
  std::deque<Load> loads;      // to be answered
  std::deque<Result> results;  // to come
  std::vector<std::string> words;
  std::vector<uint64_t> issued;
  std::size_t next = 0;
  uint64_t progress = 0;
  bool offering = false, waiting = false;
  bool reset_due = options.reset_at != 0;

  bench->x_issue_valid_i = bench->x_commit_valid_i = bench->x_mem_result_valid_i = 0;
  bench.reset();
  while (next < program.size() || !commits.empty() || !results.empty()) {
    check(bench.cycle() < progress + kPatience, "nothing moves");
    if (reset_due && bench.cycle() == options.reset_at) {
      bench->x_issue_valid_i = bench->x_commit_valid_i = bench->x_mem_result_valid_i = 0;
      bench.reset();
      commits.clear();
      loads.clear();
      results.clear();
      words.clear();
      issued.clear();
      next = 0;
      progress = 0;
      offering = waiting = false;
      reset_due = false;
    }
    const unsigned id = next % kIds;
    const bool room = commits.size() + results.size() < kIds / 2;
    const Instruction instruction =
        next < program.size() ? program[next] : Instruction{0, 0, 0, 'f'};
    const bool foreign = instruction.fate == 'f';
    offering = offering || (next < program.size() && room && !random.chance(options.stall));

    bench->x_issue_valid_i = offering;
    bench->x_issue_instr_i = instruction.word;
    bench->x_issue_id_i = id;
    const uint32_t rs1 = instruction.loads() ? ~instruction.rs1 : instruction.rs1;
    bench->x_rs_i = static_cast<uint64_t>(instruction.rs2) << 32 | rs1;
    // A register that is valid stays so while the offer waits.
    const unsigned held = waiting ? bench->x_rs_valid_i : 0;
    bench->x_rs_valid_i = held | (random.chance(options.stall) ? random.below(4) : 3);
    const bool answering =
        !loads.empty() && loads.front().committed && !random.chance(options.stall);
    bench->x_mem_result_valid_i = answering;
    bench->x_mem_result_rdata_i = answering ? loads.front().word : random.below(1 << 16);
    bench->x_mem_result_err_i = answering ? loads.front().error : random.chance(50);
    bench->x_result_ready_i = answering || !random.chance(options.stall);
    const bool committing = !commits.empty() && !random.chance(options.stall);
    const Commit commit = committing ? commits.front() : Commit{};
    bench->x_commit_valid_i = committing;
    bench->x_commit_id_i = committing ? commit.id : random.below(kIds);
    bench->x_commit_kill_i = committing ? commit.kill : random.chance(50);
    bench.settle();

    const bool issue = offering && bench->x_issue_ready_o;
    waiting = offering && !issue;
    if (offering && foreign) {
      check(bench->x_issue_ready_o && !bench->x_issue_accept_o, "a foreign word is not refused");
    }
    if (answering) {
      check(bench->x_result_valid_o, "memory's answer gives no result");
      loads.pop_front();
    }
    if (committing) {
      commits.pop_front();
      for (Load& load : loads) load.committed = load.committed || load.id == commit.id;
    }
    if (issue) {
      const bool we = instruction.funct3() == kGet;
      check(bench->x_issue_accept_o == !foreign, "accept is wrong");
      if (!foreign) check(bench->x_issue_writeback_o == we, "writeback is wrong");
      const bool kill = foreign ? random.chance(50) : instruction.fate == 'k';
      const bool loads_word = !foreign && !kill && instruction.loads();
      if (!foreign && !kill) results.push_back({id, instruction.rd(), we});
      if (loads_word) loads.push_back({id, instruction.rs1, instruction.fate == 'e', false});
      if (commits.empty() && !committing && !random.chance(options.stall)) {
        bench->x_commit_valid_i = true;
        bench->x_commit_id_i = id;
        bench->x_commit_kill_i = kill;
        bench.settle();
        check(bench->x_issue_ready_o, "ready depends on the commit");
        if (loads_word) loads.back().committed = true;
      } else {
        commits.push_back({id, kill});
      }
      issued.push_back(bench.cycle());
      next++;
      offering = false;
      progress = bench.cycle();
    }
    if (bench->x_result_valid_o) {
      check(!results.empty(), "a result that nothing asked for");
      const Result& result = results.front();
      check(bench->x_result_id_o == result.id, "the result's id is wrong");
      check(bench->x_result_we_o == result.we, "the result's we is wrong");
      if (result.we) check(bench->x_result_rd_o == result.rd, "the result's rd is wrong");
      if (bench->x_result_ready_i) {
        if (result.we) {
          char text[9];
          std::snprintf(text, sizeof text, "%08x", bench->x_result_data_o);
          words.push_back(text);
        }
        results.pop_front();
        progress = bench.cycle();
      }
    }
    bench.tick();
  }

  check(!reset_due, "the reset never came");
  hashfab::Json json;
  json.add("results", words);
  json.add("issued", issued);
  json.print();
}

}  // namespace

int main(int argc, char** argv) { return hashfab::run_harness(argc, argv, run); }
