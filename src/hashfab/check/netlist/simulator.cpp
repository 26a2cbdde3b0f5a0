// SPDX-License-Identifier: Apache-2.0
//
// Computes a circuit of gates for kRuns independent runs at once: a net's value is kWords words
// with a bit for each run. The rows of a circuit are those of Gates.table in circuit.py.

#include <cstddef>
#include <cstdint>

namespace {

constexpr unsigned kWords = 4;
constexpr unsigned kRuns = 64 * kWords;
constexpr unsigned kPlanes = 32;

struct Value {
  uint64_t word[kWords];
};

struct Row {
  int32_t kind, output, operand[4];
};

// What happens to a gate's output: some runs' bits are kept, and then some are inverted.
struct Disturbance {
  Value keep, flip;
};

// In the order of KINDS in circuit.py.
enum Kind {
  kBuf, kNot, kAnd, kNand, kOr, kNor, kXor, kXnor, kAndNot, kOrNot, kMux, kNMux, kAoi3, kOai3,
  kAoi4, kOai4
};

// Rows from `row` on that have the same kind; returns the first that has not.
template <typename Function>
const Row* compute(Value* values, const Row* row, const Row* end, Function function) {
  const int32_t kind = row->kind;
  for (; row != end && row->kind == kind; row++) {
    const Value& a = values[row->operand[0]];
    const Value& b = values[row->operand[1]];
    const Value& c = values[row->operand[2]];
    const Value& d = values[row->operand[3]];
    Value y;
    for (unsigned i = 0; i < kWords; i++) {
      y.word[i] = function(a.word[i], b.word[i], c.word[i], d.word[i]);
    }
    values[row->output] = y;
  }
  return row;
}

void compute(Value* values, const Row* row, const Row* end) {
  using Word = uint64_t;
  while (row != end) {
    const auto each = [&](auto function) { row = compute(values, row, end, function); };
    switch (row->kind) {
      case kBuf: each([](Word a, Word, Word, Word) { return a; }); break;
      case kNot: each([](Word a, Word, Word, Word) { return ~a; }); break;
      case kAnd: each([](Word a, Word b, Word, Word) { return a & b; }); break;
      case kNand: each([](Word a, Word b, Word, Word) { return ~(a & b); }); break;
      case kOr: each([](Word a, Word b, Word, Word) { return a | b; }); break;
      case kNor: each([](Word a, Word b, Word, Word) { return ~(a | b); }); break;
      case kXor: each([](Word a, Word b, Word, Word) { return a ^ b; }); break;
      case kXnor: each([](Word a, Word b, Word, Word) { return ~(a ^ b); }); break;
      case kAndNot: each([](Word a, Word b, Word, Word) { return a & ~b; }); break;
      case kOrNot: each([](Word a, Word b, Word, Word) { return a | ~b; }); break;
      case kMux: each([](Word a, Word b, Word s, Word) { return (a & ~s) | (b & s); }); break;
      case kNMux: each([](Word a, Word b, Word s, Word) { return ~((a & ~s) | (b & s)); }); break;
      case kAoi3: each([](Word a, Word b, Word c, Word) { return ~((a & b) | c); }); break;
      case kOai3: each([](Word a, Word b, Word c, Word) { return ~((a | b) & c); }); break;
      case kAoi4: each([](Word a, Word b, Word c, Word d) { return ~((a & b) | (c & d)); }); break;
      case kOai4: each([](Word a, Word b, Word c, Word d) { return ~((a | b) & (c | d)); }); break;
      default: return;
    }
  }
}

// Counts for each run how many of the values that it is given are 1, bit by bit of the counts.
class Counter {
 public:
  void add(Value value) {
    unsigned plane = 0;
    // A plane takes values in pairs, and hands what they carry to the next.
    for (; waits_[plane]; plane++) {
      waits_[plane] = false;
      for (unsigned i = 0; i < kWords; i++) {
        const uint64_t a = sum_[plane].word[i], b = waiting_[plane].word[i], c = value.word[i];
        sum_[plane].word[i] = a ^ b ^ c;
        value.word[i] = (a & b) | (a & c) | (b & c);
      }
    }
    waiting_[plane] = value;
    waits_[plane] = true;
  }

  void read(uint32_t* counts) {
    for (unsigned run = 0; run < kRuns; run++) {
      uint32_t count = 0;
      for (unsigned plane = 0; plane < kPlanes; plane++) {
        uint32_t bits = (sum_[plane].word[run / 64] >> (run % 64)) & 1;
        if (waits_[plane]) bits += (waiting_[plane].word[run / 64] >> (run % 64)) & 1;
        count += bits << plane;
      }
      counts[run] = count;
    }
  }

 private:
  Value sum_[kPlanes] = {}, waiting_[kPlanes] = {};
  bool waits_[kPlanes] = {};
};

}  // namespace

extern "C" {

uint32_t netlist_runs() { return kRuns; }

// Lets the gates settle. A disturbance strikes behind the row of the same place; rows are in order.
void netlist_settle(Value* values, const Row* rows, std::size_t count, const int32_t* struck,
                    const Disturbance* disturbances, std::size_t strikes) {
  const Row* row = rows;
  for (std::size_t i = 0; i < strikes; i++) {
    const Row* const next = rows + struck[i] + 1;
    compute(values, row, next);
    Value& value = values[next[-1].output];
    for (unsigned k = 0; k < kWords; k++) {
      value.word[k] = (value.word[k] & disturbances[i].keep.word[k]) ^ disturbances[i].flip.word[k];
    }
    row = next;
  }
  compute(values, row, rows + count);
}

// A rising edge of the clock, with `scratch` for as many values as there are registers.
void netlist_clock(Value* values, const int32_t* d, const int32_t* q, std::size_t count,
                   Value* scratch) {
  for (std::size_t i = 0; i < count; i++) scratch[i] = values[d[i]];
  for (std::size_t i = 0; i < count; i++) values[q[i]] = scratch[i];
}

// Registers take their initial value in runs in which their reset is 0.
void netlist_reset(Value* values, const int32_t* q, const int32_t* initial, const int32_t* reset,
                   std::size_t count) {
  for (std::size_t i = 0; i < count; i++) {
    for (unsigned k = 0; k < kWords; k++) {
      const uint64_t runs = values[reset[i]].word[k];
      uint64_t& value = values[q[i]].word[k];
      value = (value & runs) | (initial[i] ? ~runs : 0);
    }
  }
}

// How many of some nets have another value than `before`, by run; `before` becomes what they have.
void netlist_toggles(const Value* values, Value* before, const int32_t* nets, std::size_t count,
                     uint32_t* toggles) {
  Counter counter;
  for (std::size_t i = 0; i < count; i++) {
    const Value& now = values[nets[i]];
    Value changed;
    for (unsigned k = 0; k < kWords; k++) {
      changed.word[k] = now.word[k] ^ before[i].word[k];
    }
    before[i] = now;
    counter.add(changed);
  }
  counter.read(toggles);
}

}  // extern "C"
