// SPDX-License-Identifier: Apache-2.0
//
// Runs driver_run() of driver.c on the simulated hardware, bench.sv: each access of the driver to a
// register is one on the control bus.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vbench.h"
#include "simulation.h"
#include "verilated.h"

namespace {

constexpr uint64_t kBase = <@ base @>;   // of the memory
constexpr uint64_t kSize = <@ size @>;
constexpr uint64_t kLimit = 1000000;  // cycles

const std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
const std::unique_ptr<Vbench> bench = std::make_unique<Vbench>(context.get());
uint64_t cycles = 0;

// A cycle ends with the rising edge; what is set then counts for the next one.
void tick() {
  bench->clk_i = 0;
  bench->eval();
  context->timeInc(5);
  bench->clk_i = 1;
  bench->eval();
  context->timeInc(5);
  if (++cycles > kLimit) simulation_fail("no end", "the run");
}

uint32_t access(uintptr_t address, bool write, uint32_t value) {
  const uintptr_t offset = address - SIMULATION_REGISTERS;
  if (offset >= 128) simulation_fail("no register", "an address");
  bench->request_i = 1;
  bench->write_i = write;
  bench->addr_i = offset;
  bench->wdata_i = value;
  do tick();
  while (!bench->done_o);
  if (bench->error_o) simulation_fail("an error", "the control bus");
  bench->request_i = 0;
  tick();
  return bench->rdata_o;
}

uint32_t place(uint64_t address) {
  if (address < kBase || address - kBase >= kSize) simulation_fail("no memory", "an address");
  return static_cast<uint32_t>(address - kBase);
}

}  // namespace

uint32_t simulation_read(uintptr_t address) { return access(address, false, 0); }

void simulation_write(uintptr_t address, uint32_t value) { access(address, true, value); }

void simulation_wait_for_interrupt() {
  while (!bench->irq_o) tick();
}

void simulation_put(uint64_t address, uint8_t value) {
  bench->poke_i = 1;
  bench->place_i = place(address);
  bench->byte_i = value;
  tick();
  bench->poke_i = 0;
}

uint8_t simulation_get(uint64_t address) {
  bench->place_i = place(address);
  bench->eval();
  return bench->byte_o;
}

void simulation_fail(const char* why, const char* what) {
  std::printf("FAIL: %s: %s\n", what, why);
  std::exit(1);
}

int main(int argc, char** argv) {
  context->commandArgs(argc, argv);
  bench->rst_ni = 1;
  bench->eval();
  bench->rst_ni = 0;
  for (int i = 0; i < 5; ++i) tick();
  bench->rst_ni = 1;
  tick();
  const unsigned ended = driver_run();
  bench->final();
  std::printf("PASS: <@ design.name @>, %u commands of the driver over <@ control @>, %llu cycles\n", ended,
              static_cast<unsigned long long>(cycles));
  return 0;
}
