// SPDX-License-Identifier: Apache-2.0
//
// Start-up. Every trap is fatal: its cause goes to the mailbox and the program stops.

#define MAILBOX       0x40000000
#define MAILBOX_FATAL 0x28

  .section .init, "ax"
  .globl _start
_start:
  la   sp, __stack_top
  la   t0, trap
  csrw mtvec, t0
  la   t0, __bss_start
  la   t1, __bss_end
  j    2f
1:
  sw   zero, 0(t0)
  addi t0, t0, 4
2:
  bltu t0, t1, 1b
  call main

  .balign 4                     // mtvec keeps its mode in the two low bits
trap:
  csrr a0, mcause
  li   a1, MAILBOX
  sw   a0, MAILBOX_FATAL(a1)
3:
  j    3b
