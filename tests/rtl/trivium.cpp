// SPDX-License-Identifier: Apache-2.0
//
// Seeds a generator of random words and takes what it gives, with gaps on both sides where --stall
// says so. --jobs is a file of seeds, 20 bytes each, lowest first. At --reset-at there is a reset.
//
// Printed: "events", in their order: "seed", "reset", or a word in hexadecimal.

#include "../../src/hashfab/measure/harness/common.h"
#include "Vtrivium_words.h"

namespace {

constexpr unsigned kSeedBytes = 20;
constexpr unsigned kWords = 20;    // of 32 bits in a random word
constexpr unsigned kQuiet = 1000;  // cycles without an event that end the run

void run(const hashfab::Options& options) {
  std::ifstream file(options.jobs, std::ios::binary);
  const std::string seeds((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  hashfab::Bench<Vtrivium_words> bench(options);
  hashfab::Random random(options.seed);
  std::vector<std::string> events;
  std::size_t next = 0;
  bool offering = false;
  unsigned quiet = 0;
  uint64_t cycle = 0;
  bench->seed_valid_i = 0;
  bench->word_ready_i = 0;
  bench.reset();
  while (quiet < kQuiet) {
    if (options.reset_at != 0 && cycle == options.reset_at) {
      bench.reset();
      events.push_back("reset");
    }
    offering = offering || (next < seeds.size() && !random.chance(options.stall));
    bench->seed_valid_i = offering;
    for (unsigned i = 0; i < kSeedBytes; i++) {
      // What is there while none is offered must not matter.
      const auto byte = offering ? static_cast<uint8_t>(seeds.at(next + i)) : random.next();
      hashfab::set_byte(bench->seed_i, i, static_cast<uint8_t>(byte));
    }
    bench->word_ready_i = !random.chance(options.stall);
    bench.settle();
    quiet++;
    if (bench->word_valid_o && bench->word_ready_i) {
      std::string word;
      for (unsigned i = kWords; i-- > 0;) {
        char text[9];
        std::snprintf(text, sizeof text, "%08x", hashfab::get_word(bench->word_o, i));
        word += text;
      }
      events.push_back(word);
      quiet = 0;
    }
    if (offering && bench->seed_ready_o) {
      events.push_back("seed");
      offering = false;
      next += kSeedBytes;
      quiet = 0;
    }
    bench.tick();
    cycle++;
  }
  hashfab::Json json;
  json.add("events", events);
  json.print();
}

}  // namespace

int main(int argc, char** argv) { return hashfab::run_harness(argc, argv, run); }
