/* SPDX-License-Identifier: Apache-2.0 */

#include "driver_bench.h"

uint32_t (*bench_read)(uintptr_t address);
void (*bench_write)(uintptr_t address, uint32_t value);
uintptr_t bench_memory_at, bench_memory_is;
