// SPDX-License-Identifier: Apache-2.0
// Intrinsics of the extension oasip: operation-oriented extension of Rao et al. 2018.
// Generated from src/hashfab/isa/riscv/oasip.py by `python -m hashfab.designs.generate`.

#ifndef ISA_OASIP_H
#define ISA_OASIP_H

#include <stdint.h>

// rs1 + imm modulo 5.
#define o_remv(rs1, imm) \
  __extension__({ \
    _Static_assert((imm) >= -2048 && (imm) <= 2047, "imm must be -2048 to 2047"); \
    uint32_t rd_; \
    __asm__(".insn r 0x2b, 0, %[funct7_field], %0, %[rs1_field], x%[rs2_field]" \
      : "=r"(rd_) \
      : [funct7_field] "i"(((imm) >> 5 & 127)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "i"(((imm) & 31))); \
    rd_; \
  })

// Half of rs1, modulo 64.
#define o_hmask(rs1) \
  __extension__({ \
    uint32_t rd_; \
    __asm__(".insn r 0x2b, 1, 0, %0, %[rs1_field], x0" \
      : "=r"(rd_) \
      : [rs1_field] "r"((uint32_t)(rs1))); \
    rd_; \
  })

// Next state of the round constants' LFSR.
#define o_lfsr(rs1) \
  __extension__({ \
    uint32_t rd_; \
    __asm__(".insn r 0x2b, 5, 0, %0, %[rs1_field], x0" \
      : "=r"(rd_) \
      : [rs1_field] "r"((uint32_t)(rs1))); \
    rd_; \
  })

// Rotation register from rs1 (high word) and rs2 (low word).
#define o_pack(rs1, rs2) \
  __extension__({ \
    __asm__ volatile(".insn r 0x2b, 2, 0, x0, %[rs1_field], %[rs2_field]" \
      : \
      : [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2))); \
  })

// Rotate the rotation register left by rs1; rd is its high word.
#define o_rotl(rs1) \
  __extension__({ \
    uint32_t rd_; \
    __asm__ volatile(".insn r 0x2b, 3, 0, %0, %[rs1_field], x0" \
      : "=r"(rd_) \
      : [rs1_field] "r"((uint32_t)(rs1))); \
    rd_; \
  })

// Low word of the rotation register.
#define o_extlw() \
  __extension__({ \
    uint32_t rd_; \
    __asm__ volatile(".insn r 0x2b, 4, 0, %0, x0, x0" \
      : "=r"(rd_) \
      : ); \
    rd_; \
  })

// Repeat the instructions up to end, rs1 times in all.
// o.doloop has no intrinsic: it needs a label.

#endif
