// SPDX-License-Identifier: Apache-2.0
//
// Gives the testbench its clock under Verilator. The exit code is that of the last $fatal, or 0.

#include <memory>

#include "Vtb.h"
#include "verilated.h"

int main(int argc, char** argv) {
  const auto context = std::make_unique<VerilatedContext>();
  context->commandArgs(argc, argv);
  const auto tb = std::make_unique<Vtb>(context.get());
  tb->clk = 1;
  while (!context->gotFinish()) {
    tb->eval();
    context->timeInc(5);
    tb->clk = !tb->clk;
  }
  tb->final();
  return 0;
}
