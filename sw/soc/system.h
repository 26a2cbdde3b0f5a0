/* SPDX-License-Identifier: Apache-2.0
 *
 * What rtl/soc has where. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdint.h>

#define ACCEL_BASE 0x80000000u
#define UART_BASE 0x80001000u

/* The core's cycles, modulo 2^32. Nothing moves across it. */
static inline uint32_t cycle_count(void) {
  uint32_t count;
  __asm__ volatile("csrr %0, mcycle" : "=r"(count) : : "memory");
  return count;
}

#endif
