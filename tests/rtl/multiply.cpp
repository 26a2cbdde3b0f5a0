// SPDX-License-Identifier: Apache-2.0
//
// All operands and operations of multiply_equivalence at a width of 8 bits, whose assertions hold the
// products against long multiplication.

#include "../../src/hashfab/measure/harness/common.h"
#include "Vmultiply_equivalence.h"

namespace {

void run(const hashfab::Options& options) {
  hashfab::Bench<Vmultiply_equivalence> bench(options);
  Vmultiply_equivalence& top = bench.top();
  bench.reset();
  top.start_i = 1;
  for (uint32_t number = 0; number < 1u << 18; number++) {
    top.op_i = number & 3;
    top.a_i = number >> 2 & 0xff;
    top.b_i = number >> 10;
    bench.settle();
    bench.tick();
  }
  top.start_i = 0;
  bench.settle();
  bench.tick();
  hashfab::Json json;
  json.add("cycles", bench.cycle());
  json.print();
}

}  // namespace

int main(int argc, char** argv) { return hashfab::run_harness(argc, argv, run); }
