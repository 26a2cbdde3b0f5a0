// SPDX-License-Identifier: Apache-2.0
//
// The host of a hash processor (rtl/hashproc/hashproc_system.sv): it loads a microprogram, deals
// padded messages to the streams, feeds their blocks and takes the digests.
//
// --program FILE   one or more bundles, a record per line (docs/hashproc.md):
//   bundle                            begins one, and is optional before the first
//   pm ADDRESS HEX                    a program word of 80 bits
//   dm BLOCK ADDRESS HEX              bytes of data memory
//   input STREAMS WORD WORDS SWAP     the input side's configuration
//   entry NAME PC                     run (chained functions); absorb, more, squeeze (sponges);
//                                     NAME1 is for one block, NAME then counts one block less
//   chain ROW0 ROW1                   rows of each context's chaining value; sponges have none
//   iv WORD_BYTES HEX...              registers a, b, ... of a new message
//   digest BYTES ORDER REGISTER...    the registers that make the digest, bytes big or little
//   start PC BLOCKS, data HEX         what runs, on which input, when there are no jobs
//   algorithm, pad, sponge            for software
// --jobs FILE      one per line: bundle out_bytes data_offset blocks, the message being padded
//
// A *segment* is one start of the processor: all streams go on for as many blocks as are left of
// the message that ends first; then its stream takes the next message. With --concurrent below the
// machine's streams, the others are fed zeros. The next segment's blocks are fed ahead.
//
// With --stall, each side of every handshake is late at random.
//
// Printed beside what all harnesses print: segments; without jobs, the beats that came `out`.
//
// Macros: HF_STREAMS, the streams at the most; HF_PROGRAM_WORDS, HF_BLOCKS, HF_BLOCK_BYTES and
// HF_ROW_BYTES, the sizes of the memories.
//
// --rvfi FILE      a record per instruction that executed, as struct RvfiRecord
// --profile FILE   cycles and instructions by program counter, a line each: pc instructions cycles

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>

#include "Vhashproc_system.h"
#include "Vhashproc_system___024root.h"
#include "common.h"

namespace hashfab {
namespace {

constexpr unsigned kMostStreams = HF_STREAMS;
constexpr unsigned kProgramWords = HF_PROGRAM_WORDS;
constexpr unsigned kBlocks = HF_BLOCKS;  // of data memory
constexpr unsigned kBlockBytes = HF_BLOCK_BYTES;
constexpr unsigned kRowBytes = HF_ROW_BYTES;
constexpr unsigned kRowMask = (1u << kRowBytes) - 1;
constexpr unsigned kState = 8;             // words of a chaining value
constexpr uint64_t kMostCount = 65535;     // of the register `blocks`
constexpr uint64_t kHangCycles = 100'000;  // without any transfer

enum Host : unsigned {
  kProgramLow = 0x000,
  kProgramHigh = 0x100,
  kDataMemory = 0x400,
  kStart = 0x800,
  kInput = 0x801,
};

// ------------------------------------------------------------------------------------------------
// What runs

struct Bundle {
  std::map<unsigned, std::pair<uint64_t, uint64_t>> program;  // low and high bits by address
  std::map<unsigned, uint64_t> memory;                        // words by host address
  unsigned streams = 1, word = 8, words = 0;
  bool swap = false;
  std::map<std::string, unsigned> entries;
  bool chained = false;
  unsigned rows[2] = {0, 0};
  unsigned state_bytes = 8;  // of a register of one stream
  std::array<uint64_t, kState> iv{};
  bool big = false;
  std::vector<unsigned> digest;
  unsigned start = 0, count = 1;
  std::vector<uint8_t> data;

  uint64_t block_bytes() const { return static_cast<uint64_t>(word) * words; }

  // Where to start for so many blocks, and what the register `blocks` must be.
  std::pair<unsigned, uint64_t> entry(const std::string& name, uint64_t blocks) const {
    const bool has_one = entries.count(name + "1") != 0;
    const auto found = entries.find(has_one && blocks == 1 ? name + "1" : name);
    if (found == entries.end()) throw BadRequest("the program has no entry '" + name + "'");
    return {found->second, has_one && blocks > 1 ? blocks - 1 : blocks};
  }
};

uint64_t parse_hex(const std::string& given) {
  const std::string text = given.rfind("0x", 0) == 0 ? given.substr(2) : given;
  const bool legal = !text.empty() && text.size() <= 16 &&
                     text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
  if (!legal) throw BadRequest("'" + text + "' is no hexadecimal number of 64 bits");
  return std::stoull(text, nullptr, 16);
}

std::vector<uint8_t> parse_bytes(const std::string& text) {
  if (text.size() % 2 != 0) throw BadRequest("'" + text + "' are no whole bytes");
  std::vector<uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes.push_back(static_cast<uint8_t>(parse_hex(text.substr(i, 2))));
  }
  return bytes;
}

// One record into a bundle.
void parse_record(Bundle& bundle, const std::string& kind, std::istringstream& fields) {
  std::string text;
  if (kind == "pm") {
    unsigned address;
    fields >> address >> text;
    if (address >= kProgramWords || text.size() != 20) {
      throw BadRequest("a program has words of 20 digits at 0 to 255");
    }
    bundle.program[address] = {parse_hex(text.substr(4)), parse_hex(text.substr(0, 4))};
  } else if (kind == "dm") {
    unsigned block, address;
    fields >> block >> address >> text;
    const std::vector<uint8_t> bytes = parse_bytes(text);
    if (block >= kBlocks || address + bytes.size() > kBlockBytes) {
      throw BadRequest("data lie outside the memory");
    }
    for (std::size_t i = 0; i < bytes.size(); i++) {
      const auto at = static_cast<unsigned>(block * kBlockBytes + address + i);
      uint64_t& word = bundle.memory[kDataMemory + at / 8];
      word &= ~(0xffull << (8 * (at % 8)));
      word |= static_cast<uint64_t>(bytes[i]) << (8 * (at % 8));
    }
  } else if (kind == "input") {
    fields >> bundle.streams >> bundle.word >> bundle.words >> bundle.swap;
    if (bundle.streams < 1 || bundle.streams > kMostStreams || bundle.words < 1 ||
        (bundle.word != 4 && bundle.word != 8)) {
      throw BadRequest("the input side has 1 to 4 streams of words of 4 or 8 bytes");
    }
  } else if (kind == "entry") {
    fields >> text;
    fields >> bundle.entries[text];
  } else if (kind == "chain") {
    fields >> bundle.rows[0] >> bundle.rows[1];
    for (const unsigned row : bundle.rows) {
      if (row + 2 > kBlockBytes / kRowBytes) throw BadRequest("a chaining value has rows 0 to 31");
    }
    bundle.chained = true;
  } else if (kind == "iv") {
    fields >> bundle.state_bytes;
    for (unsigned i = 0; i < kState && fields >> text; i++) bundle.iv[i] = parse_hex(text);
    fields.clear();
  } else if (kind == "digest") {
    unsigned bytes;
    std::string order;
    fields >> bytes >> order;
    if (order != "big" && order != "little") throw BadRequest("bytes are big or little");
    bundle.big = order == "big";
    for (unsigned index; fields >> index;) {
      if (index >= kState) throw BadRequest("the registers are 0 to 7");
      bundle.digest.push_back(index);
    }
    fields.clear();
  } else if (kind == "start") {
    fields >> bundle.start >> bundle.count;
  } else if (kind == "data") {
    fields >> text;
    const std::vector<uint8_t> bytes = parse_bytes(text);
    bundle.data.insert(bundle.data.end(), bytes.begin(), bytes.end());
  } else if (kind != "algorithm" && kind != "pad" && kind != "sponge") {
    throw BadRequest("unknown record");
  }
}

std::vector<Bundle> read_bundles(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw BadRequest("cannot read the program '" + path + "'");
  std::vector<Bundle> bundles;
  std::string line;
  for (unsigned number = 1; std::getline(file, line); number++) {
    std::istringstream fields(line);
    std::string kind;
    if (!(fields >> kind) || kind[0] == '#') continue;
    if (bundles.empty() || kind == "bundle") bundles.emplace_back();
    if (kind == "bundle") continue;
    try {
      parse_record(bundles.back(), kind, fields);
      if (fields.fail()) throw BadRequest("a field is missing or no number");
    } catch (const BadRequest& problem) {
      throw BadRequest(path + ":" + std::to_string(number) + ": " + problem.what() + ": " + line);
    }
  }
  if (bundles.empty()) throw BadRequest("the program '" + path + "' is empty");
  return bundles;
}

// ------------------------------------------------------------------------------------------------
// Jobs and segments

struct HashJob {
  unsigned bundle;
  uint64_t out_bytes;
  uint64_t data_offset;
  uint64_t blocks;
  uint64_t msg_bytes;  // padded
};

std::vector<HashJob> read_hash_jobs(const std::string& path, const std::vector<Bundle>& bundles) {
  std::ifstream file(path);
  if (!file) throw BadRequest("cannot read the job file '" + path + "'");
  std::vector<HashJob> jobs;
  std::string line;
  for (unsigned number = 1; std::getline(file, line); number++) {
    if (line.empty()) continue;
    HashJob job{};
    std::istringstream fields(line);
    fields >> job.bundle >> job.out_bytes >> job.data_offset >> job.blocks;
    if (fields.fail() || job.bundle >= bundles.size() || job.blocks == 0) {
      throw BadRequest(path + ":" + std::to_string(number) + ": not a job: " + line);
    }
    job.msg_bytes = job.blocks * bundles[job.bundle].block_bytes();
    jobs.push_back(job);
  }
  return jobs;
}

// A stream's part in a segment.
struct Part {
  const HashJob* job = nullptr;  // none: the stream is idle
  uint64_t first = 0;            // block of the message
  bool begins = false, ends = false;
};

// One start of the processor.
struct Segment {
  const Bundle* bundle;
  std::pair<unsigned, uint64_t> entry;  // and the register `blocks`
  uint64_t blocks;                      // that are fed to each stream
  std::array<Part, kMostStreams> parts;
};

void plan_chained(std::vector<Segment>& plan, const Bundle& bundle,
                  const std::vector<const HashJob*>& jobs, unsigned concurrent) {
  std::array<Part, kMostStreams> streams;
  std::size_t next = 0;
  const unsigned used = std::min(concurrent, bundle.streams);
  while (true) {
    uint64_t blocks = kMostCount;
    bool busy = false;
    for (unsigned s = 0; s < used; s++) {
      Part& part = streams[s];
      part.begins = part.job == nullptr && next < jobs.size();
      if (part.begins) part = {jobs[next++], 0, true, false};
      if (part.job == nullptr) continue;
      busy = true;
      blocks = std::min(blocks, part.job->blocks - part.first);
    }
    if (!busy) return;
    for (Part& part : streams) {
      part.ends = part.job != nullptr && part.first + blocks == part.job->blocks;
    }
    plan.push_back({&bundle, bundle.entry("run", blocks), blocks, streams});
    for (Part& part : streams) {
      part.first += blocks;
      if (part.ends) part = {};
    }
  }
}

void plan_sponge(std::vector<Segment>& plan, const Bundle& bundle,
                 const std::vector<const HashJob*>& jobs) {
  const uint64_t rate = bundle.block_bytes();
  for (const HashJob* job : jobs) {
    uint64_t squeezes = job->out_bytes == 0 ? 0 : (job->out_bytes - 1) / rate;
    for (uint64_t first = 0; first < job->blocks; first += kMostCount) {
      const uint64_t blocks = std::min(job->blocks - first, kMostCount);
      const bool ends = squeezes == 0 && first + blocks == job->blocks;
      const auto entry = bundle.entry(first == 0 ? "absorb" : "more", blocks);
      plan.push_back({&bundle, entry, blocks, {Part{job, first, first == 0, ends}}});
    }
    while (squeezes > 0) {
      const uint64_t count = std::min(squeezes, kMostCount);
      squeezes -= count;
      const Part part{job, job->blocks, false, squeezes == 0};
      plan.push_back({&bundle, bundle.entry("squeeze", count), 0, {part}});
    }
  }
}

// ------------------------------------------------------------------------------------------------

// The cycle of the second reset is there.
struct ResetReached {};

class Harness {
 public:
  // With `reset_at`, run() throws ResetReached in that cycle.
  Harness(const Options& options, Bench<Vhashproc_system>& bench, uint64_t reset_at)
      : options_(options),
        bench_(bench),
        reset_at_(reset_at),
        bundles_(read_bundles(options.program)),
        jobs_(read_hash_jobs(options.jobs, bundles_)),
        data_(read_data(options.data, jobs_)),
        random_(options.seed),
        digests_(jobs_.size()),
        latency_(jobs_.size()),
        accepted_(jobs_.size()) {
    if (!options_.rvfi.empty()) {
      rvfi_.open(options_.rvfi, std::ios::binary);
      if (!rvfi_) throw BadRequest("cannot write '" + options_.rvfi + "'");
    }
  }

  void run() {
    Vhashproc_system& top = bench_.top();
    top.in_valid_i = top.out_ready_i = top.host_valid_i = top.host_we_i = 0;
    bench_.reset();
    Json json;
    if (jobs_.empty()) {
      run_start(json);
    } else {
      run_jobs(json);
    }
    json.print();
    write_profile();
  }

 private:
  struct Beat {
    uint64_t low, high;
  };

  struct Write {
    unsigned address;
    uint64_t data;
  };

  void run_jobs(Json& json) {
    uint64_t first = UINT64_MAX;
    for (std::size_t b = 0; b < bundles_.size(); b++) {
      const Bundle& bundle = bundles_[b];
      std::vector<const HashJob*> mine;
      for (const HashJob& job : jobs_) {
        if (job.bundle == b) mine.push_back(&job);
      }
      if (mine.empty()) continue;
      feeding_ = false;
      plan_.clear();
      if (bundle.chained) {
        plan_chained(plan_, bundle, mine, options_.concurrent);
      } else {
        plan_sponge(plan_, bundle, mine);
      }
      load(bundle);
      if (first == UINT64_MAX) bench_.begin_activity();
      first = std::min(first, bench_.cycle());
      last_executed_ = bench_.cycle();
      feed_segment_ = 0;
      states_ = {};
      feeding_ = true;
      for (const Segment& segment : plan_) run_segment(segment);
    }
    const uint64_t cycles = last_out_ - first;
    bench_.end_activity();
    drain();
    bench_.top().host_valid_i = 0;
    bench_.rest();
    json.add("cycles", cycles);
    json.add("digests", digests_);
    json.add("latency", latency_);
    json.add("read_words", beats_in_);
    json.add("write_words", beats_out_);
    json.add("program_words", program_words_);
    json.add("load_words", lines_read_);
    json.add("store_words", lines_written_);
    json.add("segments", segments_);
  }

  // A program as it is, for comparison with the reference model.
  void run_start(Json& json) {
    const Bundle& bundle = bundles_.front();
    load(bundle);
    const uint64_t first = bench_.cycle();
    raw_ = bundle.data;
    feeding_ = true;
    write({kStart, static_cast<uint64_t>(bundle.count) << 16 | bundle.start});
    while (!writes_.empty()) cycle();
    write_early(bundle);
    while (busy_) cycle();
    const uint64_t cycles = bench_.cycle() - first;
    while (!writes_.empty()) cycle();
    drain();
    std::vector<std::string> out;
    for (const Beat& beat : out_) out.push_back(to_hex(bytes_of(beat)));
    json.add("cycles", cycles);
    json.add("out", out);
  }

  // Offers what would spoil the run, which has to wait for its end: a half of the program's last
  // word, or how input is taken.
  void write_early(const Bundle& bundle) {
    if (bundle.program.empty()) return;
    const unsigned last = bundle.program.rbegin()->first;
    const unsigned addresses[] = {kProgramLow + last, kProgramHigh + last, kInput};
    write({addresses[options_.seed % 3], 0});
  }

  void load(const Bundle& bundle) {
    for (const auto& [address, word] : bundle.program) {
      write({kProgramLow + address, word.first});
      write({kProgramHigh + address, word.second});
    }
    for (const auto& [address, word] : bundle.memory) write({address, word});
    const uint64_t config = (bundle.streams - 1) | (bundle.word == 8 ? 4 : 0) |
                            (bundle.words - 1) << 3 | (bundle.swap ? 0x100 : 0);
    write({kInput, config});
    while (!writes_.empty()) cycle();
  }

  void run_segment(const Segment& segment) {
    const Bundle& bundle = *segment.bundle;
    for (unsigned s = 0; s < kMostStreams; s++) {
      const Part& part = segment.parts[s];
      if (!part.begins) continue;
      accepted_[index(part)] = bench_.cycle();
      states_[s] = bundle.iv;
    }
    if (bundle.chained) write_chain(bundle);
    write({kStart, segment.entry.second << 16 | segment.entry.first});
    out_.clear();
    while (!writes_.empty() || busy_) cycle();
    segments_++;
    if (bundle.chained) {
      take_chain(segment);
    } else {
      take_squeezed(segment);
    }
  }

  // Word i of a context: that of its one stream of 64 bits, or those of its two of 32.
  uint64_t chain_word(const Bundle& bundle, unsigned context, unsigned i) const {
    if (bundle.state_bytes == 8) return states_[context][i];
    return states_[2 * context][i] | states_[2 * context + 1][i] << 32;
  }

  // Both contexts: H1 and H5 share a row of block 3, H2 and H6 one of block 2, H0 and H4, H3 and
  // H7 the next ones.
  void write_chain(const Bundle& bundle) {
    for (unsigned context = 0; context < 2; context++) {
      for (unsigned i = 0; i < kState / 2; i++) {
        const unsigned block = i < 2 ? 3 : 2;
        const unsigned row = bundle.rows[context] + (i == 0 || i == 3 ? 1 : 0);
        const unsigned address = kDataMemory + (block * kBlockBytes + row * kRowBytes) / 8;
        write({address, chain_word(bundle, context, i)});
        write({address + 1, chain_word(bundle, context, i + 4)});
      }
    }
  }

  // They leave the machine as H3 and H7, H2 and H6, H1 and H5, H0 and H4, contexts in turn.
  void take_chain(const Segment& segment) {
    const Bundle& bundle = *segment.bundle;
    check(out_.size() == kState, "the program put out " + std::to_string(out_.size()) + " beats");
    for (unsigned beat = 0; beat < kState; beat++) {
      const unsigned context = beat % 2, i = 3 - beat / 2;
      const uint64_t words[2] = {out_[beat].low, out_[beat].high};
      for (unsigned half = 0; half < 2; half++) {
        if (bundle.state_bytes == 8) {
          states_[context][i + 4 * half] = words[half];
        } else {
          states_[2 * context][i + 4 * half] = words[half] & 0xffffffff;
          states_[2 * context + 1][i + 4 * half] = words[half] >> 32;
        }
      }
    }
    for (unsigned s = 0; s < kMostStreams; s++) {
      if (!segment.parts[s].ends) continue;
      std::vector<uint8_t> digest;
      for (const unsigned word : bundle.digest) {
        for (unsigned byte = 0; byte < bundle.state_bytes; byte++) {
          const unsigned place = bundle.big ? bundle.state_bytes - 1 - byte : byte;
          digest.push_back(static_cast<uint8_t>(states_[s][word] >> (8 * place)));
        }
      }
      finish(segment.parts[s], digest);
    }
  }

  void take_squeezed(const Segment& segment) {
    const Part& part = segment.parts[0];
    if (part.first < part.job->blocks) squeezed_.clear();
    for (const Beat& beat : out_) {
      const std::vector<uint8_t> bytes = bytes_of(beat);
      squeezed_.insert(squeezed_.end(), bytes.begin(), bytes.begin() + 8);
    }
    if (part.ends) finish(part, squeezed_);
  }

  void finish(const Part& part, std::vector<uint8_t> digest) {
    check(digest.size() >= part.job->out_bytes, "the program has no digest of that length");
    digest.resize(part.job->out_bytes);
    digests_[index(part)] = to_hex(digest);
    latency_[index(part)] = last_out_ - accepted_[index(part)];
  }

  std::size_t index(const Part& part) const {
    return static_cast<std::size_t>(part.job - jobs_.data());
  }

  static std::vector<uint8_t> bytes_of(const Beat& beat) {
    std::vector<uint8_t> bytes;
    for (unsigned i = 0; i < 16; i++) {
      bytes.push_back(static_cast<uint8_t>((i < 8 ? beat.low : beat.high) >> (8 * (i % 8))));
    }
    return bytes;
  }

  // ----------------------------------------------------------------------------------------------
  // Message blocks: of each segment in turn, of each block, of each stream, the bytes

  bool has_beat() const {
    if (jobs_.empty()) return raw_next_ < raw_.size();
    return feed_segment_ < plan_.size();
  }

  uint64_t beat() const {
    uint64_t value = 0;
    if (jobs_.empty()) {
      std::memcpy(&value, &raw_[raw_next_], std::min<std::size_t>(8, raw_.size() - raw_next_));
      return value;
    }
    const Segment& segment = plan_[feed_segment_];
    const Part& part = segment.parts[feed_stream_];
    if (part.job != nullptr) {
      const uint64_t block = (part.first + feed_block_) * segment.bundle->block_bytes();
      std::memcpy(&value, &data_[part.job->data_offset + block + feed_byte_], 8);
    }
    return value;
  }

  void next_beat() {
    if (jobs_.empty()) {
      raw_next_ += 8;
      return;
    }
    const Segment& segment = plan_[feed_segment_];
    feed_byte_ += 8;
    if (feed_byte_ < segment.bundle->block_bytes()) return;
    feed_byte_ = 0;
    if (++feed_stream_ < segment.bundle->streams) return;
    feed_stream_ = 0;
    if (++feed_block_ < segment.blocks) return;
    feed_block_ = 0;
    next_fed_segment();
  }

  // Squeezing takes no blocks.
  void next_fed_segment() {
    do {
      feed_segment_++;
    } while (feed_segment_ < plan_.size() && plan_[feed_segment_].blocks == 0);
  }

  // ----------------------------------------------------------------------------------------------
  // The ports

  void write(const Write& transfer) { writes_.push_back(transfer); }

  void cycle() {
    if (reset_at_ != 0 && bench_.cycle() == reset_at_) throw ResetReached();
    Vhashproc_system& top = bench_.top();
    if (!writing_ || host_taken_) writing_ = !writes_.empty() && !random_.chance(options_.stall);
    // What does not write reads: whether the processor is busy, or where nothing can be read.
    top.host_valid_i = 1;
    top.host_we_i = writing_;
    top.host_addr_i = writing_ ? writes_.front().address : bench_.cycle() % 2 ? kStart : kInput;
    top.host_wdata_i = writing_ ? writes_.front().data : 0;
    if (!top.in_valid_i || in_taken_) {
      top.in_valid_i = feeding_ && has_beat() && !random_.chance(options_.stall);
    }
    top.in_data_i = top.in_valid_i ? beat() : 0;
    top.out_ready_i = !random_.chance(options_.stall);
    bench_.settle();

#ifndef HF_GATES
    record();
#endif
    count_accesses();
    busy_ = top.busy_o;
    check(writing_ || top.host_ready_o, "a read of the host waits");
    check(writing_ || top.host_rdata_o == (top.host_addr_i == kStart && top.busy_o),
          "the host reads something else than whether the processor is busy");
    host_taken_ = writing_ && top.host_ready_o;
    in_taken_ = top.in_valid_i && top.in_ready_o;
    const bool out_taken = top.out_valid_o && top.out_ready_i;
    if (host_taken_) {
      // Busy rises with the clock edge at the latest.
      busy_ = busy_ || writes_.front().address == kStart;
      writes_.pop_front();
    }
    if (in_taken_) {
      next_beat();
      beats_in_++;
    }
    if (out_taken) {
      out_.push_back(out_beat());
      beats_out_++;
      last_out_ = bench_.cycle();
    }
    if (host_taken_ || in_taken_ || out_taken) last_transfer_ = bench_.cycle();
    const uint64_t limit = options_.max_cycles != 0 ? options_.max_cycles : UINT64_MAX;
    check(bench_.cycle() - last_transfer_ < kHangCycles && bench_.cycle() < limit,
          "no end after " + std::to_string(bench_.cycle()) + " cycles");
    bench_.tick();
  }

  // Of the memories: words of the program, lines of a block of data.
  void count_accesses() {
    const auto& system = *bench_.top().rootp;
    program_words_ += system.hashproc_system__DOT__pm_re;
    for (unsigned b = 0; b < kBlocks; b++) {
      lines_read_ += system.hashproc_system__DOT__dm_re >> b & 1;
      lines_written_ += (system.hashproc_system__DOT__dm_we >> b * kRowBytes & kRowMask) != 0;
    }
  }

  Beat out_beat() {
    Vhashproc_system& top = bench_.top();
    const auto half = [&top](unsigned i) {
      return get_word(top.out_data_o, i) | static_cast<uint64_t>(get_word(top.out_data_o, i + 1))
                                               << 32;
    };
    return {half(0), half(2)};
  }

  // Nothing may follow.
  void drain() {
    feeding_ = false;
    const uint64_t beats = beats_out_;
    for (unsigned i = 0; i < 100; i++) cycle();
    check(beats_out_ == beats, "a beat came out after the last digest");
    check(!busy_, "the processor is busy after the last digest");
  }

  // ----------------------------------------------------------------------------------------------
  // What executed

#ifndef HF_GATES
  void record() {
    Vhashproc_system& top = bench_.top();
    if (!top.rvfi_valid_o) return;
    Count& count = profile_[top.rvfi_pc_o];
    count.instructions++;
    count.cycles += bench_.cycle() - last_executed_;
    last_executed_ = bench_.cycle();
    if (!rvfi_.is_open()) return;
    RvfiRecord record{};
    record.cycle = bench_.cycle();
    record.pc = top.rvfi_pc_o;
    record.opcode = top.rvfi_op_o;
    record.k = top.rvfi_kr_o;
    record.m = top.rvfi_mr_o;
    for (unsigned i = 0; i < 24; i++) record.side1[i] = word64(top.rvfi_side1_o, i);
    for (unsigned i = 0; i < 27; i++) record.side2[i] = word64(top.rvfi_side2_o, i);
    rvfi_.write(reinterpret_cast<const char*>(&record), sizeof record);
  }

  template <typename Port>
  static uint64_t word64(const Port& port, unsigned i) {
    return get_word(port, 2 * i) | static_cast<uint64_t>(get_word(port, 2 * i + 1)) << 32;
  }
#endif

  void write_profile() {
    if (options_.profile.empty()) return;
    std::ofstream file(options_.profile);
    for (std::size_t pc = 0; pc < profile_.size(); pc++) {
      if (profile_[pc].instructions == 0) continue;
      file << pc << ' ' << profile_[pc].instructions << ' ' << profile_[pc].cycles << '\n';
    }
    if (!file) throw BadRequest("cannot write '" + options_.profile + "'");
  }

  // Little-endian on the file, as the machine that simulates is.
  struct RvfiRecord {
    uint64_t cycle;
    uint32_t pc, opcode;
    uint64_t k, m, side1[24], side2[27];
  };
  static_assert(sizeof(RvfiRecord) == 55 * 8, "a record has no gaps");

  struct Count {
    uint64_t instructions = 0, cycles = 0;
  };

  const Options& options_;
  Bench<Vhashproc_system>& bench_;
  uint64_t reset_at_;  // 0: never
  std::vector<Bundle> bundles_;
  std::vector<HashJob> jobs_;
  std::vector<uint8_t> data_;
  Random random_;

  std::vector<Segment> plan_;
  std::array<std::array<uint64_t, kState>, kMostStreams> states_{};
  std::vector<uint8_t> squeezed_;
  std::vector<std::string> digests_;
  std::vector<uint64_t> latency_, accepted_;
  uint64_t segments_ = 0;

  std::vector<uint8_t> raw_;
  std::size_t raw_next_ = 0;
  bool feeding_ = false;
  std::size_t feed_segment_ = 0;
  uint64_t feed_block_ = 0, feed_byte_ = 0;
  unsigned feed_stream_ = 0;

  std::deque<Write> writes_;
  std::vector<Beat> out_;
  bool writing_ = false, host_taken_ = false, in_taken_ = false, busy_ = false;
  uint64_t program_words_ = 0, lines_read_ = 0, lines_written_ = 0;
  uint64_t beats_in_ = 0, beats_out_ = 0, last_out_ = 0, last_transfer_ = 0, last_executed_ = 0;
  std::array<Count, kProgramWords> profile_;
  std::ofstream rvfi_;
};

}  // namespace
}  // namespace hashfab

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const hashfab::Options& options) {
    hashfab::Bench<Vhashproc_system> bench(options);
    if (options.reset_at != 0) {
      try {
        hashfab::Harness(options, bench, options.reset_at).run();
        throw hashfab::BadRequest("--reset-at lies behind the last digest");
      } catch (const hashfab::ResetReached&) {
      }
    }
    hashfab::Harness(options, bench, 0).run();
  });
}
