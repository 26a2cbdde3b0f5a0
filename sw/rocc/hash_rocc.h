/* SPDX-License-Identifier: Apache-2.0
 *
 * The accelerator as a RoCC coprocessor of Rocket: its two instructions, and what they are for. C99 or
 * C++, RV64, GNU assembler. HASH_ROCC_OPCODE is the opcode of the OpcodeSet that it is built with:
 * 0x0b, 0x2b, 0x5b or 0x7b for custom-0 to custom-3.
 *
 * The coprocessor keeps the addresses of the last SETUP, whoever gave it: no other program that uses
 * it may run between a SETUP and its START. Addresses are the program's own, virtual where it has
 * such, and their pages must be there, and may be read and written, until the command has ended.
 * Whoever changes address spaces waits for it before (hash_rocc_wait).
 *
 * One message:  hash_rocc()
 * Several:      for each hash_rocc_setup() and hash_rocc_start(); then hash_rocc_wait(), and what the
 *               starts returned says how they ended
 */
#ifndef HASH_ROCC_H
#define HASH_ROCC_H

#include <stddef.h>
#include <stdint.h>

#ifndef HASH_ROCC_OPCODE
#define HASH_ROCC_OPCODE 0x0b
#endif

#define HASH_ROCC_TEXT_(x) #x
#define HASH_ROCC_TEXT(x) HASH_ROCC_TEXT_(x)
/* funct3 says which registers count: 4 for rd, 2 for rs1, 1 for rs2; funct7 is the instruction. */
#define HASH_ROCC_INSTRUCTION(funct3, funct7, registers) \
  ".insn r " HASH_ROCC_TEXT(HASH_ROCC_OPCODE) ", " #funct3 ", " #funct7 ", " registers

typedef enum {
  HASH_ROCC_SHA3_224 = 0,
  HASH_ROCC_SHA3_256 = 1,
  HASH_ROCC_SHA3_384 = 2,
  HASH_ROCC_SHA3_512 = 3,
  HASH_ROCC_SHAKE128 = 4,
  HASH_ROCC_SHAKE256 = 5,
  HASH_ROCC_KECCAK_256 = 6,
  HASH_ROCC_TURBO_SHAKE128 = 7,
  HASH_ROCC_TURBO_SHAKE256 = 8
} hash_rocc_algorithm_t;

/* How a command ends. */
#define HASH_ROCC_OK UINT64_C(0)
#define HASH_ROCC_ERROR_BUS UINT64_C(1)       /* an exception in memory; the output is not to be used */
#define HASH_ROCC_ERROR_ALGORITHM UINT64_C(2) /* no such algorithm or domain byte */
#define HASH_ROCC_ERROR_LENGTH UINT64_C(3)    /* no byte of output */
#define HASH_ROCC_ERROR_ADDRESS UINT64_C(4)   /* message or output leave the address space; 4 GiB */
#define HASH_ROCC_ERROR_OVERLAP UINT64_C(5)   /* they overlap, without HASH_ROCC_IN_PLACE */
#define HASH_ROCC_ILLEGAL UINT64_MAX          /* there is no such instruction */

/* The second operand of a START: algorithm, TurboSHAKE's domain byte, bytes of output, flags. */
#define HASH_ROCC_IN_PLACE (UINT64_C(1) << 24) /* message and output may overlap */

static inline uint64_t hash_rocc_what(hash_rocc_algorithm_t algorithm, uint8_t domain,
                                      uint32_t output_bytes, uint64_t flags) {
  return (uint64_t)output_bytes << 32 | flags | (uint64_t)domain << 8 | (uint64_t)algorithm;
}

/* SETUP: where message and output are. */
static inline void hash_rocc_setup(const void *message, void *output) {
  __asm__ volatile(HASH_ROCC_INSTRUCTION(3, 0, "x0, %0, %1") : : "r"(message), "r"(output) : "memory");
}

/* START: the result is there when the output is; whoever uses it waits. */
static inline uint64_t hash_rocc_start(uint64_t bytes, uint64_t what) {
  uint64_t status;
  __asm__ volatile(HASH_ROCC_INSTRUCTION(7, 1, "%0, %1, %2")
                   : "=r"(status)
                   : "r"(bytes), "r"(what)
                   : "memory");
  return status;
}

/* START without a result, of SHA3-256: with SETUP, the two instructions of schmidt2015. */
static inline void hash_rocc_start_sha3_256(uint64_t bytes) {
  __asm__ volatile(HASH_ROCC_INSTRUCTION(2, 1, "x0, %0, x0") : : "r"(bytes) : "memory");
}

/* Until all that was started has ended and what it wrote can be read. */
static inline void hash_rocc_wait(void) { __asm__ volatile("fence" : : : "memory"); }

/* Hash a message; how it ended. */
static inline uint64_t hash_rocc(hash_rocc_algorithm_t algorithm, uint8_t domain,
                                 const void *message, size_t bytes, void *output,
                                 uint32_t output_bytes) {
  uint64_t status;
  hash_rocc_setup(message, output);
  status = hash_rocc_start(bytes, hash_rocc_what(algorithm, domain, output_bytes, 0));
  hash_rocc_wait();
  return status;
}

#endif
