// SPDX-License-Identifier: Apache-2.0
//
// Runs jobs on a sponge between two AXI4-Streams: the ports are those of rtl/stream/hash_axis.sv,
// whose head says what goes over them. Messages are offered one behind the other; outputs come in
// their order. Not more than --concurrent messages are open at a time.
//
// What does not count is noise: the bytes of a message's last word that have no tkeep, and tuser
// behind the first word. With --stall, each side of a handshake is late at random; with an even
// --seed, a word of output is then taken only once it is offered.

#include "Vhash_axis.h"
#include "common.h"

namespace hashfab {
namespace {

constexpr unsigned kWordBytes = 8;

class Harness {
 public:
  explicit Harness(const Options& options)
      : options_(options),
        jobs_(read_jobs(options.jobs)),
        data_(read_data(options.data, jobs_)),
        random_(options.seed),
        bench_(options),
        digests_(jobs_.size()),
        accepted_(jobs_.size()),
        latency_(jobs_.size()) {}

  void run() {
    bench_->s_axis_tvalid = 0;
    bench_->m_axis_tready = 0;
    bench_.reset();
    const uint64_t limit = options_.max_cycles != 0 ? options_.max_cycles : default_limit();
    while (done_ < jobs_.size()) {
      check(bench_.cycle() < limit, "time-out after " + std::to_string(limit) + " cycles, with " +
                                        std::to_string(done_) + " of " +
                                        std::to_string(jobs_.size()) + " jobs done");
      cycle();
    }
    finish();
    report();
  }

 private:
  uint64_t default_limit() const {
    uint64_t blocks = 0;
    for (const Job& job : jobs_) blocks += job.permutations() + 2;
    return 10000 + blocks * 40000 / (100 - options_.stall);
  }

  void cycle() {
    const uint64_t now = bench_.cycle();

    if (!bench_->s_axis_tvalid && sent_ < jobs_.size() && sent_ - done_ < options_.concurrent &&
        !random_.chance(options_.stall)) {
      offer();
    }
    const bool patient = options_.stall != 0 && options_.seed % 2 == 0;
    bench_->m_axis_tready = 0;
    if (patient) bench_.settle();
    bench_->m_axis_tready =
        (bench_->m_axis_tvalid || !patient) && !random_.chance(options_.stall);
    bench_.settle();

    const bool taken = bench_->s_axis_tvalid && bench_->s_axis_tready;
    const bool given = bench_->m_axis_tvalid && bench_->m_axis_tready;
    if (given) take(now);
    if (taken) {
      if (offset_ == 0) accepted_[sent_] = now;
      if (words_in_ == 0) bench_.begin_activity();
      words_in_++;
      offset_ += kWordBytes;
      if (bench_->s_axis_tlast) {
        sent_++;
        offset_ = 0;
      }
    }
    bench_.tick();
    if (taken) bench_->s_axis_tvalid = 0;
  }

  // The next word of the message that is being sent.
  void offer() {
    const Job& job = jobs_[sent_];
    const uint64_t left = job.msg_bytes - offset_;
    uint64_t word = random_.next();
    unsigned keep = 0;
    for (unsigned i = 0; i < kWordBytes && i < left; i++) {
      word &= ~(0xffull << (8 * i));
      word |= static_cast<uint64_t>(data_[job.data_offset + offset_ + i]) << (8 * i);
      keep |= 1u << i;
    }
    const uint64_t user = (job.out_bytes << 8 | job.domain) << 4 | job.alg_code;
    bench_->s_axis_tvalid = 1;
    bench_->s_axis_tdata = word;
    bench_->s_axis_tkeep = keep;
    bench_->s_axis_tlast = left <= kWordBytes;
    bench_->s_axis_tuser = (offset_ == 0 ? user : random_.next()) & ((1ull << 44) - 1);
  }

  // A word of the output of the oldest message.
  void take(uint64_t now) {
    check(done_ < sent_ || (done_ == sent_ && offset_ != 0), "an output that nobody asked for");
    const Job& job = jobs_[done_];
    const unsigned keep = bench_->m_axis_tkeep;
    check((keep & (keep + 1)) == 0, "tkeep of an output has a gap");
    check(bench_->m_axis_tlast || keep == 0xff, "a word of output before the last is not full");
    check(!(bench_->m_axis_tlast && bench_->m_axis_tuser), "a message ended with an error");
    for (unsigned i = 0; i < kWordBytes; i++) {
      if ((keep >> i) & 1) output_.push_back(get_byte(bench_->m_axis_tdata, i));
    }
    words_out_++;
    check(output_.size() <= job.out_bytes, "an output is longer than was asked for");
    if (!bench_->m_axis_tlast) return;
    check(output_.size() == job.out_bytes, "an output is shorter than was asked for");
    check(done_ < sent_, "an output ended before its message");
    digests_[done_] = to_hex(output_);
    latency_[done_] = now - accepted_[done_];
    output_.clear();
    done_++;
    last_done_ = now;
  }

  // Nothing may follow.
  void finish() {
    bench_.end_activity();
    bench_->s_axis_tvalid = 0;
    bench_->m_axis_tready = 1;
    for (unsigned i = 0; i < 100; i++) {
      bench_.settle();
      check(!bench_->m_axis_tvalid, "an output came after the last job");
      bench_.tick();
    }
    bench_.rest();
  }

  void report() const {
    uint64_t permutations = 0;
    for (const Job& job : jobs_) permutations += job.permutations();
    Json json;
    json.add("cycles", jobs_.empty() ? uint64_t{0} : last_done_ - accepted_[0]);
    json.add("digests", digests_);
    json.add("latency", latency_);
    json.add("permutations", permutations);
    json.add("read_words", words_in_);
    json.add("write_words", words_out_);
    json.print();
  }

  Options options_;
  std::vector<Job> jobs_;
  std::vector<uint8_t> data_;
  Random random_;
  Bench<Vhash_axis> bench_;
  std::vector<std::string> digests_;
  std::vector<uint64_t> accepted_, latency_;

  std::size_t sent_ = 0, done_ = 0;  // messages whose last word is in, or out
  uint64_t offset_ = 0;              // of the next word in its message
  uint64_t words_in_ = 0, words_out_ = 0, last_done_ = 0;
  std::vector<uint8_t> output_;
};

}  // namespace
}  // namespace hashfab

int main(int argc, char** argv) {
  return hashfab::run_harness(argc, argv, [](const hashfab::Options& options) {
    hashfab::Harness(options).run();
  });
}
