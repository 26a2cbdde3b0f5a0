// SPDX-License-Identifier: Apache-2.0
//
// Start-up. Every exception is fatal: its code goes to the mailbox and the program stops.

#define MAILBOX       0x40000000
#define MAILBOX_FATAL 0x28
#define VECTOR        0x180     // of all exceptions, from where the core boots

  .set noreorder
  .section .init, "ax"
  .globl _start
_start:
  la    $sp, __stack_top
  la    $t0, __bss_start
  la    $t1, __bss_end
1:
  beq   $t0, $t1, 2f
  nop
  sw    $zero, 0($t0)
  b     1b
  addiu $t0, $t0, 4
2:
  jal   main
  nop

  .org VECTOR
  mfc0  $a0, $13                // Cause
  andi  $a0, $a0, 0x7c
  srl   $a0, $a0, 2             // ExcCode
  lui   $a1, MAILBOX >> 16
  sw    $a0, MAILBOX_FATAL($a1)
3:
  b     3b
  nop
