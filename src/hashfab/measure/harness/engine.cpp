// SPDX-License-Identifier: Apache-2.0
//
// Runs sponge jobs over a Keccak engine (rtl/engine/keccak_engine.sv): this program pads, absorbs
// and squeezes, the RTL permutes. Up to --concurrent messages are open at a time; as one message's
// blocks depend on each other, an engine with HF_SLOTS states in flight is only kept busy by
// HF_SLOTS + 1 messages or more.
//
// With --stall, each side of a handshake is late at random; with an even --seed, a result is then
// taken only once it is offered, so that an engine which waits for that does not end.
//
// A masked engine gets each state in shares, of random numbers and what they leave of the state,
// and fresh random words, with gaps when --stall says so; its results' shares are added up here.
//
// Macros of the design point: HF_BEAT_WIDTH, HF_BEATS (beats a share), HF_SHARES, HF_SKEW (bits by
// which the lanes of share 1 are rotated left), HF_RANDOM_WIDTH, HF_SLOTS, HF_FOLD; HF_ALARM, where
// an alarm says that a fault was noticed.
//
// Printed beside what all harnesses print:
//   permutation_cycles  cycles per permutation in the steady state: the median over results of the
//                       time since the result HF_SLOTS before, over HF_SLOTS; null without one
//   first_latency       from the first beat in to the last beat out, of the first permutation

#include <algorithm>
#include <deque>
#include <list>

#include "Vkeccak_engine.h"
#include "common.h"

namespace {

using hashfab::check;
using hashfab::Job;
using hashfab::Options;
using hashfab::Random;
using hashfab::Sponge;
using hashfab::State;

constexpr unsigned kBeatWidth = HF_BEAT_WIDTH;
constexpr unsigned kShares = HF_SHARES;
constexpr unsigned kShareBeats = HF_BEATS;
constexpr unsigned kBeats = kShareBeats * kShares;
constexpr unsigned kSlots = HF_SLOTS;
constexpr unsigned kTags = kSlots + 1;  // in flight, and one on its way in
constexpr unsigned kFoldSlice = 3;
constexpr unsigned kWords = (kBeatWidth + 31) / 32;

using Beat = std::array<uint32_t, kWords>;

// Where bit `bit` of beat `beat` stands in the state.
struct Position {
  unsigned lane, z;
};

Position position(unsigned beat, unsigned bit) {
  if (HF_FOLD == kFoldSlice) {
    const unsigned slices = kBeatWidth / 25;
    return {bit % 25, slices * beat + bit / 25};
  }
  const unsigned flat = beat * kBeatWidth + bit;
  return {flat / 64, flat % 64};
}

Beat to_beat(const State& state, unsigned beat) {
  Beat words{};
  for (unsigned bit = 0; bit < kBeatWidth; bit++) {
    const Position p = position(beat, bit);
    words[bit / 32] |= static_cast<uint32_t>((state[p.lane] >> p.z) & 1) << (bit % 32);
  }
  return words;
}

void from_beat(State& state, unsigned beat, const Beat& words) {
  for (unsigned bit = 0; bit < kBeatWidth; bit++) {
    const Position p = position(beat, bit);
    state[p.lane] |= static_cast<uint64_t>((words[bit / 32] >> (bit % 32)) & 1) << p.z;
  }
}

using Shares = std::array<State, kShares>;

// The lanes of a share as they travel, or, with a negative skew, as they are.
State skewed(const State& state, unsigned share, int skew) {
  State lanes = state;
  const unsigned left = share == 0 ? 0 : static_cast<unsigned>(skew) % 64;
  for (uint64_t& lane : lanes) lane = left == 0 ? lane : lane << left | lane >> (64 - left);
  return lanes;
}

Shares shared(const State& state, Random& random) {
  Shares shares{};
  shares[0] = state;
  for (unsigned share = 1; share < kShares; share++) {
    for (unsigned i = 0; i < state.size(); i++) {
      shares[share][i] = random.next();
      shares[0][i] ^= shares[share][i];
    }
    shares[share] = skewed(shares[share], share, HF_SKEW);
  }
  return shares;
}

State recombined(const Shares& shares) {
  State state{};
  for (unsigned share = 0; share < kShares; share++) {
    const State lanes = skewed(shares[share], share, -HF_SKEW);
    for (unsigned i = 0; i < state.size(); i++) state[i] ^= lanes[i];
  }
  return state;
}

// The side of fresh random words: offers one with random gaps, keeps it until it is taken, through
// a reset of the engine as well.
class Entropy {
 public:
  explicit Entropy(const Options& options) : random_(~options.seed), stall_(options.stall) {}

  Random& numbers() { return random_; }

  void drive(Vkeccak_engine& top) {
#if HF_SHARES > 1
    if (!offering_ && !random_.chance(stall_)) {
      offering_ = true;
      for (uint32_t& word : words_) word = static_cast<uint32_t>(random_.next());
    }
    top.random_valid_i = offering_;
    // What is there while nothing is offered must not matter, and is another thing in each cycle.
    for (unsigned i = 0; i < words_.size(); i++) {
      const uint32_t word = offering_ ? words_[i] : static_cast<uint32_t>(random_.next());
      hashfab::set_word(top.random_i, i, word);
    }
#else
    static_cast<void>(top);
#endif
  }

  void tick(const Vkeccak_engine& top) {
#if HF_SHARES > 1
    if (top.random_valid_i && top.random_ready_o) offering_ = false;
#else
    static_cast<void>(top);
#endif
  }

 private:
  Random random_;
  unsigned stall_;
  bool offering_ = false;
  std::array<uint32_t, (HF_RANDOM_WIDTH + 31) / 32> words_{};
};

struct Message {
  std::size_t job;
  Sponge sponge;
  uint64_t accepted;  // cycle of its very first beat
  bool started;
};

// The side that feeds states: offers beats with random gaps, keeps each until it is taken.
struct Source {
  Message* message = nullptr;
  Shares shares{};
  unsigned tag = 0;
  unsigned beat = 0;
  bool offering = false;
};

// A state inside the engine, known by its tag.
struct Flight {
  Message* message = nullptr;
  uint64_t accepted = 0;
};

// Runs all jobs and prints what came of it; false when the cycle of a reset came before.
bool run(const Options& options, hashfab::Bench<Vkeccak_engine>& bench, Entropy& entropy,
         uint64_t reset_at) {
  const std::vector<Job> jobs = hashfab::read_jobs(options.jobs);
  const std::vector<uint8_t> data = hashfab::read_data(options.data, jobs);
  Random random(options.seed);
  const bool patient = options.stall != 0 && options.seed % 2 == 0;

  uint64_t permutations_due = 0;
  for (const Job& job : jobs) permutations_due += job.permutations();
  const uint64_t max_cycles = options.max_cycles != 0
                                  ? options.max_cycles
                                  : 10000 + permutations_due * 500000 / (100 - options.stall);

  std::vector<std::string> digests(jobs.size());
  std::vector<uint64_t> latency(jobs.size());
  std::vector<uint64_t> finished;  // cycle of each permutation's last beat
  uint64_t first_latency = 0, first_accept = 0, last_completion = 0, beats_in = 0, beats_out = 0;

  std::list<Message> open;
  std::deque<Message*> ready;  // messages whose next permutation can start
  std::size_t next_job = 0, jobs_done = 0;
  std::array<Flight, kTags> flights{};
  Source source;
  Shares result{};
  unsigned result_beat = 0, result_tag = 0;

  bench->valid_i = 0;
  bench->ready_i = 0;
  entropy.drive(bench.top());
  bench.reset();

  while (jobs_done < jobs.size()) {
    check(bench.cycle() < max_cycles,
          "no end after " + std::to_string(bench.cycle()) + " cycles, with " +
              std::to_string(jobs_done) + " of " + std::to_string(jobs.size()) + " jobs done");
    if (reset_at != 0 && bench.cycle() == reset_at) return false;

    while (next_job < jobs.size() && open.size() < options.concurrent) {
      const Job& job = jobs[next_job];
      open.push_back({next_job, Sponge(job, data.data() + job.data_offset), 0, false});
      ready.push_back(&open.back());
      next_job++;
    }

    // Drive.
    if (source.message == nullptr && !ready.empty()) {
      for (unsigned tag = 0; tag < kTags && source.message == nullptr; tag++) {
        if (flights[tag].message != nullptr) continue;
        source.message = ready.front();
        source.shares = shared(source.message->sponge.state(), entropy.numbers());
        source.tag = tag;
        source.beat = 0;
        ready.pop_front();
      }
    }
    if (source.message != nullptr && !source.offering && !random.chance(options.stall)) {
      source.offering = true;
    }
    bench->valid_i = source.offering;
    for (unsigned i = 0; i < kWords; i++) hashfab::set_word(bench->data_i, i, 0);
    bench->turbo_i = 0;
    bench->tag_i = 0;
    if (source.offering) {
      const Beat words = to_beat(source.shares[source.beat / kShareBeats], source.beat % kShareBeats);
      for (unsigned i = 0; i < kWords; i++) hashfab::set_word(bench->data_i, i, words[i]);
      // Both count with the first beat; with the others they are wrong.
      const bool first = source.beat == 0;
      bench->turbo_i = (jobs[source.message->job].rounds == 12) == first;
      bench->tag_i = first ? source.tag : source.tag ^ 1;
    }
    entropy.drive(bench.top());
    bench->ready_i = 0;
    if (patient) bench.settle();
    bench->ready_i = (bench->valid_o || !patient) && !random.chance(options.stall);
    bench.settle();

#ifdef HF_ALARM
    check(!bench->alarm_o, "the alarm is raised in cycle " + std::to_string(bench.cycle()));
#endif

    // Take the result.
    Beat words{};
    for (unsigned i = 0; i < kWords; i++) words[i] = hashfab::get_word(bench->data_o, i);

    const bool accepted = bench->valid_i && bench->ready_o;
    if (bench->valid_o && bench->ready_i) {
      beats_out++;
      if (result_beat == 0) result_tag = bench->tag_o;
      check(bench->tag_o == result_tag, "the tag changed within a result");
      check(result_tag < kTags && flights[result_tag].message != nullptr,
            "a result came that nobody asked for");
      from_beat(result[result_beat / kShareBeats], result_beat % kShareBeats, words);
      result_beat++;
    }

    if (accepted) {
      if (beats_in == 0) {
        first_accept = bench.cycle();
        bench.begin_activity();
      }
      beats_in++;
      if (source.beat == 0) {
        flights[source.tag] = {source.message, bench.cycle()};
        if (!source.message->started) source.message->accepted = bench.cycle();
        source.message->started = true;
      }
      source.offering = false;
      source.beat++;
      if (source.beat == kBeats) source.message = nullptr;
    }

    if (result_beat == kBeats) {
      Flight& flight = flights[result_tag];
      Message* message = flight.message;
      if (finished.empty()) first_latency = bench.cycle() - flight.accepted;
      finished.push_back(bench.cycle());
      message->sponge.permuted(recombined(result));
      result = {};
      result_beat = 0;
      flight = {};
      if (!message->sponge.done()) {
        ready.push_back(message);
      } else {
        digests[message->job] = hashfab::to_hex(message->sponge.digest());
        latency[message->job] = bench.cycle() - message->accepted;
        last_completion = bench.cycle();
        jobs_done++;
        open.erase(std::find_if(open.begin(), open.end(),
                                [message](const Message& other) { return &other == message; }));
      }
    }
    entropy.tick(bench.top());
    bench.tick();
  }

  bench.end_activity();

  // Nothing may follow.
  bench->valid_i = 0;
  bench->ready_i = 1;
  for (unsigned i = 0; i < 100; i++) {
    bench.settle();
    check(!bench->valid_o, "a result came after the last job");
    bench.tick();
  }
  bench.rest();

  std::vector<uint64_t> gaps;
  for (std::size_t i = kSlots; i < finished.size(); i++) {
    gaps.push_back(finished[i] - finished[i - kSlots]);
  }

  hashfab::Json json;
  json.add("cycles", last_completion - first_accept);
  json.add("digests", digests);
  json.add("latency", latency);
  json.add("permutations", static_cast<uint64_t>(finished.size()));
  json.add("read_words", beats_in);
  json.add("write_words", beats_out);
  json.add("first_latency", first_latency);
  if (gaps.empty()) {
    json.add_null("permutation_cycles");
  } else {
    std::nth_element(gaps.begin(), gaps.begin() + gaps.size() / 2, gaps.end());
    json.add("permutation_cycles", static_cast<double>(gaps[gaps.size() / 2]) / kSlots);
  }
  json.print();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const Options& options) {
    hashfab::Bench<Vkeccak_engine> bench(options);
    Entropy entropy(options);
    if (options.reset_at != 0 && run(options, bench, entropy, options.reset_at)) {
      throw hashfab::BadRequest("--reset-at lies behind the last digest");
    }
    run(options, bench, entropy, 0);
  });
}
