/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's accesses to registers, as functions of the test that loads it; and where the simulated
 * device sees this machine's memory.
 */
#ifndef DRIVER_BENCH_H
#define DRIVER_BENCH_H

#include <stdint.h>

extern uint32_t (*bench_read)(uintptr_t address);
extern void (*bench_write)(uintptr_t address, uint32_t value);
extern uintptr_t bench_memory_at, bench_memory_is;

#define HASH_ACCEL_READ(address) bench_read(address)
#define HASH_ACCEL_WRITE(address, value) bench_write(address, value)
#define HASH_STREAM_ADDRESS(pointer) ((uintptr_t)(pointer) - bench_memory_at + bench_memory_is)

#endif
