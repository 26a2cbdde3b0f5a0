// SPDX-License-Identifier: Apache-2.0
//
// What the programs of this folder need of where they run: linux.c under QEMU's user mode,
// mailbox.c on our cores.
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdint.h>

void put_char(char c);

// The program, to be defined by it.
void run(void);

// A line: a name, and a number in hexadecimal digits.
static inline void report(const char *name, uint32_t value) {
  while (*name != 0) put_char(*name++);
  put_char(' ');
  for (int shift = 28; shift >= 0; shift -= 4) put_char("0123456789abcdef"[value >> shift & 15]);
  put_char('\n');
}

#endif
