// SPDX-License-Identifier: Apache-2.0
//
// Runs jobs on hash_accel over a memory whose latency, order and readiness are chosen.
//
// Macros: HF_WIDTH, the bits of the memory port; HF_STAGES, for how long a state takes to pass;
// HF_ADDR_WIDTH and HF_ID_WIDTH, the bits of addresses and of commands' names, if not 32 and 4.
//
// Memory: each message and each digest lies in a region of its own, with unused words between. All
// lies across a random power of two from 2 MiB up, so that addresses carry over many bits.
// A read must touch a word that holds message bytes of a command under way, a write only bytes
// of such a command's digest. A command completes when all its accesses are answered, with an error
// if it is illegal or one of the answers was an error. The channels' own rules are those of
// rtl/accel/hash_accel_bind.sv.
//
// With --stall, each side of a handshake is late at random; with an even --seed, requests and
// completions are then taken only once they are offered.
//
// A state is a region of 200 bytes as well, which any number of jobs may begin or end with. They have
// three more fields in their line: flags (1 restore, 2 save, 4 own domain byte), the state's number,
// and its address within a memory word. A job waits for the end of the one before that
// has the same state. What is in the states in the end is reported.
//
// A chain's job has one more field behind those, its steps; 0 is no chain.
//
// --faults names a file with a line for each access that memory answers with an error and with
// noise for data: read|write|restore|save JOB WORD COUNT, the COUNT-th such access (from 1) of the job
// to a word of its message, digest or state, the word that holds its first byte being 0.

#include <algorithm>
#include <deque>
#include <map>
#include <type_traits>

#include "Vhash_accel.h"
#include "common.h"

#ifndef HF_ADDR_WIDTH
#define HF_ADDR_WIDTH 32
#endif
#ifndef HF_ID_WIDTH
#define HF_ID_WIDTH 4
#endif

namespace {

bool not_clear = false;

}  // namespace

extern "C" void hashfab_not_clear() { not_clear = true; }

namespace hashfab {
namespace {

constexpr unsigned kWordBytes = HF_WIDTH / 8;
constexpr unsigned kIds = HF_ID_WIDTH < 4 ? 1 << HF_ID_WIDTH : 16;

using Word = std::array<uint8_t, kWordBytes>;

uint64_t round_up(uint64_t bytes) { return (bytes + kWordBytes - 1) / kWordBytes * kWordBytes; }

template <typename Port>
void set_port(Port& port, uint64_t value) {
  port = static_cast<Port>(value);
}

constexpr unsigned kStateBytes = 200;
constexpr unsigned kRestore = 1, kSave = 2, kOwnDomain = 4;

// Where a job's message, digest and state lie.
struct Place {
  uint64_t message;
  uint64_t digest;
  uint64_t state;
};

// Answers on their way back to the design: due after the latency, one a cycle, in any order that
// `reorder` allows. An answer that is offered stays until it is taken.
template <typename Answer>
class Answers {
 public:
  void push(uint64_t due, Answer answer) { waiting_.emplace_back(due, std::move(answer)); }

  // Chooses what to offer in this cycle; nullptr for nothing.
  const Answer* offer(uint64_t now, const Options& options, Random& random) {
    if (!offered_ && !waiting_.empty() && !random.chance(options.stall)) {
      // Due times rise, but for the latencies that reordering draws.
      std::size_t due = 0;
      if (options.reorder) {
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < waiting_.size(); i++) {
          if (waiting_[i].first <= now) ready.push_back(i);
        }
        if (ready.empty()) return nullptr;
        due = ready[random.below(ready.size())];
      } else if (waiting_.front().first > now) {
        return nullptr;
      }
      current_ = std::move(waiting_[due].second);
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(due));
      offered_ = true;
    }
    return offered_ ? &current_ : nullptr;
  }

  void taken() { offered_ = false; }
  bool empty() const { return !offered_ && waiting_.empty(); }
  void clear() {
    waiting_.clear();
    offered_ = false;
  }

 private:
  std::deque<std::pair<uint64_t, Answer>> waiting_;
  Answer current_{};
  bool offered_ = false;
};

struct ReadAnswer {
  unsigned tag;
  std::size_t job;
  Word data;
  bool error;
};

struct WriteAnswer {
  unsigned tag;
  std::size_t job;
  bool error;
};

// What of a job is accessed.
enum Kind : uint64_t { kRead, kWrite, kRestoring, kSaving };

// An access to a word of a job's message, digest or state: kind, job, word, and the how many-th
// access of that kind to it.
using Access = std::array<uint64_t, 4>;
using Faults = std::set<Access>;

Faults read_faults(const std::string& path) {
  Faults faults;
  if (path.empty()) return faults;
  std::ifstream file(path);
  if (!file) throw BadRequest("cannot read the file of faults '" + path + "'");
  std::string kind;
  while (file >> kind) {
    Access access{};
    file >> access[1] >> access[2] >> access[3];
    const std::array<std::string, 4> kinds = {"read", "write", "restore", "save"};
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (!file || found == kinds.end()) throw BadRequest(path + ": not a fault");
    access[0] = static_cast<uint64_t>(found - kinds.begin());
    faults.insert(access);
  }
  return faults;
}

// Codes beyond the last algorithm's and TurboSHAKE's domain bytes outside 01 to 7f are illegal.
// A domain byte that may be any algorithm's may be 00 as well. A chain's message is one block, of a
// value as long as the output and 32 bytes more than that before it; it has no state in memory.
bool legal(const Job& job) {
  if (job.steps != 0) {
    const uint64_t value = job.out_bytes;
    if (job.flags != 0 || (value != 16 && value != 24 && value != 32)) return false;
    if (job.msg_bytes != 2 * value + 32 || job.msg_bytes >= job.rate_bytes) return false;
  }
  const bool turbo = job.alg_code == 7 || job.alg_code == 8;
  if (job.alg_code > 8) return false;
  if ((job.flags & kOwnDomain) != 0) return job.domain < 0x80;
  return !turbo || (job.domain != 0 && job.domain < 0x80);
}

class Harness {
 public:
  explicit Harness(const Options& options)
      : options_(options),
        jobs_(read_jobs(options.jobs)),
        faults_(read_faults(options.faults)),
        random_(options.seed),
        bench_(options) {
    lay_out(read_data(options.data, jobs_));
    if (options_.concurrent > kIds) {
      throw BadRequest("--concurrent takes at most " + std::to_string(kIds));
    }
  }

  void run() {
    start();
    const uint64_t limit = options_.max_cycles != 0 ? options_.max_cycles : default_limit();
    while (completed_ < jobs_.size()) {
      check(bench_.cycle() < limit, "time-out after " + std::to_string(limit) + " cycles");
      cycle();
      if (options_.reset_at != 0 && bench_.cycle() == options_.reset_at) restart();
    }
    finish();
    report();
  }

 private:
  void lay_out(const std::vector<uint8_t>& data) {
    uint64_t end = 4 * kWordBytes;
    for (const Job& job : jobs_) {
      Place place{};
      place.message = end + job.msg_align % kWordBytes;
      end = round_up(place.message + job.msg_bytes) + kWordBytes;
      place.digest = end + job.digest_align % kWordBytes;
      end = round_up(place.digest + job.out_bytes) + kWordBytes;
      if (job.flags & (kRestore | kSave)) {
        const auto found = states_.find(job.state);
        if (found == states_.end()) {
          place.state = states_[job.state] = end + job.state_align % kWordBytes;
          end = round_up(place.state + kStateBytes) + kWordBytes;
        } else {
          place.state = found->second;
        }
      }
      places_.push_back(place);
    }
    base_ = (1ull << (21 + random_.below(HF_ADDR_WIDTH - 21))) - random_.below(std::min<uint64_t>(end, 1 << 16));
    base_ = base_ / kWordBytes * kWordBytes;
    check(((base_ + end) >> 1) >> (HF_ADDR_WIDTH - 1) == 0, "the jobs do not fit the address space");
    initial_.assign(end, 0);
    // What is not a message is noise, so that a byte taken from beside it shows in the digest.
    for (uint8_t& byte : initial_) byte = static_cast<uint8_t>(random_.next());
    for (std::size_t i = 0; i < jobs_.size(); i++) {
      std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(jobs_[i].data_offset),
                  jobs_[i].msg_bytes,
                  initial_.begin() + static_cast<std::ptrdiff_t>(places_[i].message));
    }
  }

  uint64_t default_limit() const {
    uint64_t blocks = 0;
    for (const Job& job : jobs_) blocks += job.permutations() + 2;
    return 10000 + blocks * (2500 + 200 * options_.latency) * 100 / (100 - options_.stall);
  }

  // Reset, and everything as if nothing had been issued.
  void start() {
    bench_->cmd_valid_i = 0;
    bench_->rd_req_ready_i = 0;
    bench_->rd_rsp_valid_i = 0;
    bench_->rd_rsp_error_i = 0;
    bench_->wr_req_ready_i = 0;
    bench_->wr_rsp_valid_i = 0;
    bench_->wr_rsp_error_i = 0;
    bench_->done_ready_i = 0;
    bench_.reset();
    memory_ = initial_;
    issued_ = completed_ = 0;
    read_words_ = write_words_ = 0;
    accepted_.assign(jobs_.size(), 0);
    latency_.assign(jobs_.size(), 0);
    errors_.assign(jobs_.size(), 0);
    failed_.assign(jobs_.size(), 0);
    unread_.assign(jobs_.size(), 0);
    unanswered_.assign(jobs_.size(), 0);
    written_.assign(jobs_.size(), 0);
    accesses_.clear();
    under_way_.clear();
    reads_.clear();
    writes_.clear();
  }

  void restart() {
    check(completed_ < jobs_.size(), "--reset-at lies behind the last completion");
    options_.reset_at = 0;  // once
    start();
    check(clear_now(), "a register that carries message or state is not zero after reset");
  }

  // Whether every observed register is zero at the start of the next cycle.
  bool clear_now() {
    not_clear = false;
    bench_.settle();
    bench_.tick();
    return !not_clear;
  }

  void cycle() {
    const uint64_t now = bench_.cycle();

    // Drive
    if (!bench_->cmd_valid_i && issued_ < jobs_.size() &&
        under_way_.size() < options_.concurrent && !waits(issued_) &&
        !random_.chance(options_.stall)) {
      const Job& job = jobs_[issued_];
      bench_->cmd_valid_i = 1;
      bench_->cmd_id_i = free_id();
      bench_->cmd_alg_i = job.alg_code;
      bench_->cmd_domain_i = job.domain;
      set_port(bench_->cmd_msg_addr_i, base_ + places_[issued_].message);
      set_port(bench_->cmd_msg_len_i, job.msg_bytes);
      set_port(bench_->cmd_out_addr_i, base_ + places_[issued_].digest);
      set_port(bench_->cmd_out_len_i, job.out_bytes);
#ifdef HF_RESUME
      bench_->cmd_restore_i = (job.flags & kRestore) != 0;
      bench_->cmd_save_i = (job.flags & kSave) != 0;
      bench_->cmd_own_domain_i = (job.flags & kOwnDomain) != 0;
      set_port(bench_->cmd_state_addr_i, base_ + places_[issued_].state);
#endif
#ifdef HF_CHAIN
      bench_->cmd_steps_i = static_cast<uint8_t>(job.steps);
#endif
    }
    const ReadAnswer* read = reads_.offer(now, options_, random_);
    bench_->rd_rsp_valid_i = read != nullptr;
    if (read != nullptr) {
      bench_->rd_rsp_tag_i = read->tag;
      bench_->rd_rsp_error_i = read->error;
      for (unsigned i = 0; i < kWordBytes / 4; i++) {
        uint32_t value;
        std::copy_n(&read->data[4 * i], 4, reinterpret_cast<uint8_t*>(&value));
        set_word(bench_->rd_rsp_data_i, i, value);
      }
    }
    const WriteAnswer* write = writes_.offer(now, options_, random_);
    bench_->wr_rsp_valid_i = write != nullptr;
    if (write != nullptr) {
      bench_->wr_rsp_tag_i = write->tag;
      bench_->wr_rsp_error_i = write->error;
    }

    const bool patient = options_.stall != 0 && options_.seed % 2 == 0;
    bench_->rd_req_ready_i = bench_->wr_req_ready_i = bench_->done_ready_i = 0;
    if (patient) bench_.settle();
    const auto ready = [&](bool valid) {
      return (valid || !patient) && !random_.chance(options_.stall);
    };
    bench_->rd_req_ready_i = ready(bench_->rd_req_valid_o);
    bench_->wr_req_ready_i = ready(bench_->wr_req_valid_o);
    bench_->done_ready_i = ready(bench_->done_valid_o);
    bench_.settle();

    // Look
    if (bench_->cmd_valid_i && bench_->cmd_ready_o) {
      under_way_[bench_->cmd_id_i] = issued_;
      accepted_[issued_] = now;
      if (issued_ == 0) bench_.begin_activity();
      issued_++;
    }
    look_at_reads(now);
    look_at_writes(now);
    look_at_completions(now);
    if (read != nullptr && bench_->rd_rsp_ready_o) {
      answered(*read);
      reads_.taken();
    }
    if (write != nullptr && bench_->wr_rsp_ready_o) {
      answered(*write);
      writes_.taken();
    }
    const bool accepted = bench_->cmd_valid_i && bench_->cmd_ready_o;

    bench_.tick();
    if (accepted) bench_->cmd_valid_i = 0;
  }

  void look_at_reads(uint64_t now) {
    const bool valid = bench_->rd_req_valid_o;
    const bool ready = bench_->rd_req_ready_i;
    const uint64_t address = bench_->rd_req_addr_o - base_;
    const unsigned tag = bench_->rd_req_tag_o;
    if (!valid || !ready) return;
    check(address % kWordBytes == 0, "a read is not aligned");
    Kind kind = kRead;
    const auto touches = [&](uint64_t first, uint64_t bytes) {
      return bytes != 0 && address + kWordBytes > first && address < first + bytes;
    };
    const auto reader = std::find_if(under_way_.begin(), under_way_.end(), [&](const auto& entry) {
      const Job& job = jobs_[entry.second];
      const Place& place = places_[entry.second];
      if (!legal(job)) return false;
      const bool restores = (job.flags & kRestore) != 0;
      kind = restores && touches(place.state, kStateBytes) ? kRestoring : kRead;
      return kind == kRestoring || touches(place.message, job.msg_bytes);
    });
    check(reader != under_way_.end(), "a read touches no message and no state under way");
    const std::size_t job = reader->second;
    const uint64_t first = kind == kRead ? places_[job].message : places_[job].state;
    read_words_++;
    // Every word may take its own time when the memory reorders.
    const uint64_t extra = options_.reorder ? random_.below(2 * options_.latency + 1) : 0;
    const bool error = fails(kind, address, job, first);
    Word data;
    for (unsigned i = 0; i < kWordBytes; i++) {
      data[i] = error ? static_cast<uint8_t>(random_.next()) : memory_[address + i];
    }
    unanswered_[job]++;
    reads_.push(now + options_.latency + extra, {tag, job, data, error});
  }

  void look_at_writes(uint64_t now) {
    const bool valid = bench_->wr_req_valid_o;
    const bool ready = bench_->wr_req_ready_i;
    const uint64_t address = bench_->wr_req_addr_o - base_;
    const unsigned tag = bench_->wr_req_tag_o;
    const uint32_t strobe = bench_->wr_req_strb_o;
    Word data;
    for (unsigned i = 0; i < kWordBytes; i++) data[i] = get_byte(bench_->wr_req_data_o, i);
    for (unsigned i = 0; i < kWordBytes; i++) {
      check((valid && ((strobe >> i) & 1)) || data[i] == 0,
            "the write port shows a byte that is not output");
    }
    if (!valid || !ready) return;
    check(address % kWordBytes == 0, "a write is not aligned");
    check(strobe != 0, "a write has no byte");
    std::size_t job = 0;
    Kind kind = kWrite;
    for (unsigned i = 0; i < kWordBytes; i++) {
      if (((strobe >> i) & 1) == 0) continue;
      const auto holds = [&](uint64_t first, uint64_t bytes) {
        return address + i >= first && address + i < first + bytes;
      };
      const auto owner = std::find_if(under_way_.begin(), under_way_.end(), [&](const auto& entry) {
        const Job& each = jobs_[entry.second];
        const Place& place = places_[entry.second];
        if (!legal(each)) return false;
        const bool saves = (each.flags & kSave) != 0 && !unread_[entry.second];
        kind = saves && holds(place.state, kStateBytes) ? kSaving : kWrite;
        return kind == kSaving || holds(place.digest, each.out_bytes);
      });
      check(owner != under_way_.end(), "a write touches no digest and no state under way");
      job = owner->second;
      written_[job]++;
      memory_[address + i] = data[i];
    }
    write_words_++;
    const uint64_t extra = options_.reorder ? random_.below(2 * options_.latency + 1) : 0;
    const uint64_t first = kind == kWrite ? places_[job].digest : places_[job].state;
    const bool error = fails(kind, address, job, first);
    unanswered_[job]++;
    writes_.push(now + options_.latency + extra, {tag, job, error});
  }

  // Whether memory is to fail in this access to a word of what begins at `first`.
  bool fails(Kind kind, uint64_t address, std::size_t job, uint64_t first) {
    if (faults_.empty()) return false;
    const uint64_t word = (address - first / kWordBytes * kWordBytes) / kWordBytes;
    return faults_.count({kind, job, word, ++accesses_[{kind, job, word}]}) != 0;
  }

  // Whether a job must wait for another one that has its state.
  bool waits(std::size_t job) const {
    return std::any_of(under_way_.begin(), under_way_.end(), [&](const auto& entry) {
      return places_[job].state != 0 && places_[entry.second].state == places_[job].state;
    });
  }

  template <typename Answer>
  void answered(const Answer& answer) {
    unanswered_[answer.job]--;
    if (answer.error) failed_[answer.job] = 1;
    // What could not be read is no state to save.
    if (answer.error && std::is_same_v<Answer, ReadAnswer>) unread_[answer.job] = 1;
  }

  void look_at_completions(uint64_t now) {
    const bool valid = bench_->done_valid_o;
    const bool ready = bench_->done_ready_i;
    const unsigned id = bench_->done_id_o;
    const bool error = bench_->done_error_o;
    if (!valid || !ready) return;
    const auto entry = under_way_.find(id);
    check(entry != under_way_.end(), "a completion names no command under way");
    const std::size_t job = entry->second;
    latency_[job] = now - accepted_[job];
    errors_[job] = error;
    const bool saved = (jobs_[job].flags & kSave) != 0 && !unread_[job];
    const uint64_t output = jobs_[job].out_bytes + (saved ? kStateBytes : 0);
    check(written_[job] == (legal(jobs_[job]) ? output : 0),
          "a command completed without writing each byte of its output once");
    check(unanswered_[job] == 0, "a command completed before its memory accesses");
    check(error == (failed_[job] != 0 || !legal(jobs_[job])),
          error ? "a command completed with an error that it does not have"
                : "a command completed without its error");
    under_way_.erase(entry);
    completed_++;
    last_done_ = now;
  }

  unsigned free_id() {
    const unsigned start = static_cast<unsigned>(random_.below(kIds));
    for (unsigned i = 0;; i++) {
      const unsigned id = (start + i) % kIds;
      if (under_way_.count(id) == 0) return id;
    }
  }

  // After the last completion nothing is under way, and soon nothing is left of the messages.
  void finish() {
    bench_.end_activity();
    check(reads_.empty() && writes_.empty(), "commands completed before their memory accesses");
    for (unsigned i = 0; i < 2 * HF_STAGES; i++) {
      bench_->rd_req_ready_i = bench_->wr_req_ready_i = bench_->done_ready_i = 1;
      bench_->rd_rsp_valid_i = bench_->wr_rsp_valid_i = 0;
      bench_.settle();
      check(!bench_->rd_req_valid_o && !bench_->wr_req_valid_o && !bench_->done_valid_o,
            "a transaction that no command asked for");
      bench_.tick();
    }
    clear_ = clear_now();
    check(clear_, "a register that carries message or state is not zero after the last command");
    bench_.rest();
  }

  void report() const {
    std::vector<std::string> digests;
    uint64_t permutations = 0;
    for (std::size_t i = 0; i < jobs_.size(); i++) {
      const auto first = memory_.begin() + static_cast<std::ptrdiff_t>(places_[i].digest);
      digests.push_back(to_hex({first, first + static_cast<std::ptrdiff_t>(jobs_[i].out_bytes)}));
      permutations += jobs_[i].permutations();
    }
    std::vector<std::string> states;
    for (const auto& [number, place] : states_) {
      const auto first = memory_.begin() + static_cast<std::ptrdiff_t>(place);
      states.push_back(to_hex({first, first + static_cast<std::ptrdiff_t>(kStateBytes)}));
    }
    Json json;
    json.add("cycles", jobs_.empty() ? uint64_t{0} : last_done_ - accepted_[0]);
    json.add("digests", digests);
    json.add("latency", latency_);
    json.add("errors", errors_);
    json.add("permutations", permutations);
    json.add("read_words", read_words_);
    json.add("write_words", write_words_);
    json.add("state_clear", clear_);
    json.add("states", states);
    json.print();
  }

  Options options_;
  std::vector<Job> jobs_;
  Faults faults_;
  Random random_;
  Bench<Vhash_accel> bench_;
  std::vector<Place> places_;  // from base_ on
  std::map<unsigned, uint64_t> states_;  // where each lies
  uint64_t base_ = 0;
  std::vector<uint8_t> initial_, memory_;

  std::size_t issued_ = 0, completed_ = 0;
  uint64_t read_words_ = 0, write_words_ = 0, last_done_ = 0;
  std::vector<uint64_t> accepted_, latency_, errors_, failed_, unread_, unanswered_, written_;
  std::map<std::array<uint64_t, 3>, uint64_t> accesses_;  // by kind, job and word
  std::map<unsigned, std::size_t> under_way_;  // by command id
  Answers<ReadAnswer> reads_;
  Answers<WriteAnswer> writes_;
  bool clear_ = false;
};

}  // namespace
}  // namespace hashfab

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const hashfab::Options& options) {
    hashfab::Harness(options).run();
  });
}
