// SPDX-License-Identifier: Apache-2.0
//
// Output through the mailbox of our cores, see sw/common/main.c.
#include "platform.h"

void put_char(char c) { *(volatile uint32_t *)0x40000024 = (uint8_t)c; }

int main(void) {
  run();
  *(volatile uint32_t *)0x40000020 = 1;
  for (;;) {
  }
}
