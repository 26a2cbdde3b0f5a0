// SPDX-License-Identifier: Apache-2.0
// Intrinsics of the extension lane: the Keccak state in a coprocessor.
// Generated from src/hashfab/isa/riscv/lane.py by `python -m hashfab.designs.generate`.

#ifndef ISA_LANE_H
#define ISA_LANE_H

#include <stdint.h>

// XOR rs2 (high word) and rs1 (low word) into a lane.
#define kabs(rs1, rs2, lane) \
  __extension__({ \
    _Static_assert((lane) >= 0 && (lane) <= 24, "lane must be 0 to 24"); \
    __asm__ volatile(".insn r 0x0b, 0, 0, x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [rd_field] "i"(((lane) & 31)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2))); \
  })

// Start a permutation of 24 rounds, or 12 if turbo is 1.
#define kperm(turbo) \
  __extension__({ \
    _Static_assert((turbo) >= 0 && (turbo) <= 1, "turbo must be 0 to 1"); \
    __asm__ volatile(".insn r 0x0b, 1, 0, x%[rd_field], x0, x0" \
      : \
      : [rd_field] "i"(((turbo) & 1))); \
  })

// Word of the state: word / 2 is the lane, an odd word its high half.
#define kget(word) \
  __extension__({ \
    _Static_assert((word) >= 0 && (word) <= 49, "word must be 0 to 49"); \
    uint32_t rd_; \
    __asm__ volatile(".insn r 0x0b, 2, 0, %0, x%[rs1_field], x%[rs2_field]" \
      : "=r"(rd_) \
      : [rs1_field] "i"(((word) & 31)), \
        [rs2_field] "i"(((word) >> 5 & 1))); \
    rd_; \
  })

// Clear the state.
#define kclr() \
  __extension__({ \
    __asm__ volatile(".insn r 0x0b, 3, 0, x0, x0, x0" \
      : \
      : ); \
  })

// As kabs, then start a permutation as kperm does.
#define kabsp(rs1, rs2, lane, turbo) \
  __extension__({ \
    _Static_assert((lane) >= 0 && (lane) <= 24, "lane must be 0 to 24"); \
    _Static_assert((turbo) >= 0 && (turbo) <= 1, "turbo must be 0 to 1"); \
    __asm__ volatile(".insn r 0x0b, 4, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((turbo) & 1)), \
        [rd_field] "i"(((lane) & 31)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2))); \
  })

// XOR rs2 (high word) and the word at rs1 + 8 * lane (low word) into a lane.
#define kabsl(rs1, rs2, lane) \
  __extension__({ \
    _Static_assert((lane) >= 0 && (lane) <= 24, "lane must be 0 to 24"); \
    __asm__ volatile(".insn r 0x0b, 5, 0, x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [rd_field] "i"(((lane) & 31)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// As kabsl, then start a permutation as kperm does.
#define kabslp(rs1, rs2, lane, turbo) \
  __extension__({ \
    _Static_assert((lane) >= 0 && (lane) <= 24, "lane must be 0 to 24"); \
    _Static_assert((turbo) >= 0 && (turbo) <= 1, "turbo must be 0 to 1"); \
    __asm__ volatile(".insn r 0x0b, 6, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((turbo) & 1)), \
        [rd_field] "i"(((lane) & 31)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

#endif
