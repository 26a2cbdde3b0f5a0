// SPDX-License-Identifier: Apache-2.0
// Intrinsics of the extension dasip: datapath-oriented extension of Rao et al. 2018.
// Generated from src/hashfab/isa/riscv/dasip.py by `python -m hashfab.designs.generate`.

#ifndef ISA_DASIP_H
#define ISA_DASIP_H

#include <stdint.h>

// Half of rs1, modulo 64.
#define d_hmask(rs1) \
  __extension__({ \
    uint32_t rd_; \
    __asm__(".insn r 0x5b, 0, 4, %0, %[rs1_field], x0" \
      : "=r"(rd_) \
      : [rs1_field] "r"((uint32_t)(rs1))); \
    rd_; \
  })

// Exclusive or.
#define d_xor(ard, ars1, ars2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((ars1) >= 0 && (ars1) <= 5, "ars1 must be 0 to 5"); \
    _Static_assert((ars2) >= 0 && (ars2) <= 5, "ars2 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 0, 0, x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "i"(((ars1) & 7)), \
        [rs2_field] "i"(((ars2) & 7))); \
  })

// XOR the complement of ars1, and-ed with ars2, into ard.
#define d_nandxor(ard, ars1, ars2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((ars1) >= 0 && (ars1) <= 5, "ars1 must be 0 to 5"); \
    _Static_assert((ars2) >= 0 && (ars2) <= 5, "ars2 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 0, 1, x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "i"(((ars1) & 7)), \
        [rs2_field] "i"(((ars2) & 7))); \
  })

// Rotate left by rs2 modulo 64.
#define d_rotl(ard, ars1, rs2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((ars1) >= 0 && (ars1) <= 5, "ars1 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 0, 2, x%[rd_field], x%[rs1_field], %[rs2_field]" \
      : \
      : [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "i"(((ars1) & 7)), \
        [rs2_field] "r"((uint32_t)(rs2))); \
  })

// Copy.
#define d_mvar(ard, ars1) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((ars1) >= 0 && (ars1) <= 5, "ars1 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 0, 3, x%[rd_field], x%[rs1_field], x0" \
      : \
      : [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "i"(((ars1) & 7))); \
  })

// Load the low word of lane 5 * rs2 + index.
#define d_ldlw32s5i(ard, rs1, rs2, index) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((index) >= 0 && (index) <= 31, "index must be 0 to 31"); \
    __asm__ volatile(".insn r 0x5b, 2, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((index) & 31)), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Load the high word of lane 5 * rs2 + index.
#define d_ldhw32s5i(ard, rs1, rs2, index) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((index) >= 0 && (index) <= 31, "index must be 0 to 31"); \
    __asm__ volatile(".insn r 0x5b, 2, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((index) & 31) | 32), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Load the low word of lane (rs2 + step) mod 5.
#define d_ldlw32m5i(ard, rs1, rs2, step) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((step) >= 0 && (step) <= 9, "step must be 0 to 9"); \
    __asm__ volatile(".insn r 0x5b, 3, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((step) & 15)), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Load the high word of lane (rs2 + step) mod 5.
#define d_ldhw32m5i(ard, rs1, rs2, step) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((step) >= 0 && (step) <= 9, "step must be 0 to 9"); \
    __asm__ volatile(".insn r 0x5b, 3, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((step) & 15) | 32), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Store the low word to lane 5 * rs2 + index.
#define d_stlw32s5i(ard, rs1, rs2, index) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((index) >= 0 && (index) <= 31, "index must be 0 to 31"); \
    __asm__ volatile(".insn r 0x5b, 2, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((index) & 31) | 64), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Store the high word to lane 5 * rs2 + index.
#define d_sthw32s5i(ard, rs1, rs2, index) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((index) >= 0 && (index) <= 31, "index must be 0 to 31"); \
    __asm__ volatile(".insn r 0x5b, 2, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((index) & 31) | 96), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Store the low word to lane (rs2 + step) mod 5.
#define d_stlw32m5i(ard, rs1, rs2, step) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((step) >= 0 && (step) <= 9, "step must be 0 to 9"); \
    __asm__ volatile(".insn r 0x5b, 3, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((step) & 15) | 64), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// Store the high word to lane (rs2 + step) mod 5.
#define d_sthw32m5i(ard, rs1, rs2, step) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    _Static_assert((step) >= 0 && (step) <= 9, "step must be 0 to 9"); \
    __asm__ volatile(".insn r 0x5b, 3, %[funct7_field], x%[rd_field], %[rs1_field], %[rs2_field]" \
      : \
      : [funct7_field] "i"(((step) & 15) | 96), \
        [rd_field] "i"(((ard) & 7)), \
        [rs1_field] "r"((uint32_t)(rs1)), \
        [rs2_field] "r"((uint32_t)(rs2)) : "memory"); \
  })

// `ldhw32s5i` and `xor` at once.
#define d_ldhw32s5i_xor(ard, rs1, rs2, near, opd, ops1, ops2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((ops1) >= 0 && (ops1) <= 5, "ops1 must be 0 to 5"); \
    _Static_assert((ops2) >= 0 && (ops2) <= 5, "ops2 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 4, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | ((ops2) & 7)), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((ops1) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((ops1) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `sthw32s5i` and `xor` at once.
#define d_sthw32s5i_xor(ard, rs1, rs2, near, opd, ops1, ops2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((ops1) >= 0 && (ops1) <= 5, "ops1 must be 0 to 5"); \
    _Static_assert((ops2) >= 0 && (ops2) <= 5, "ops2 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 4, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | ((ops2) & 7) | 64), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((ops1) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((ops1) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `ldhw32s5i` and `rotl` at once.
#define d_ldhw32s5i_rotl(ard, rs1, rs2, near, opd, amount) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((amount) >= 0 && (amount) <= 63, "amount must be 0 to 63"); \
    __asm__ volatile(".insn r 0x5b, 5, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | ((amount) >> 3 & 7)), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((amount) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((amount) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `sthw32s5i` and `rotl` at once.
#define d_sthw32s5i_rotl(ard, rs1, rs2, near, opd, amount) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((amount) >= 0 && (amount) <= 63, "amount must be 0 to 63"); \
    __asm__ volatile(".insn r 0x5b, 5, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | ((amount) >> 3 & 7) | 64), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((amount) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((amount) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `ldhw32s5i` and `mvar` at once.
#define d_ldhw32s5i_mvar(ard, rs1, rs2, near, opd, ops1) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((ops1) >= 0 && (ops1) <= 5, "ops1 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 6, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((ops1) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((ops1) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `sthw32s5i` and `mvar` at once.
#define d_sthw32s5i_mvar(ard, rs1, rs2, near, opd, ops1) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((ops1) >= 0 && (ops1) <= 5, "ops1 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 6, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | 64), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((ops1) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((ops1) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `ldhw32s5i` and `nandxor` at once.
#define d_ldhw32s5i_nandxor(ard, rs1, rs2, near, opd, ops1, ops2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((ops1) >= 0 && (ops1) <= 5, "ops1 must be 0 to 5"); \
    _Static_assert((ops2) >= 0 && (ops2) <= 5, "ops2 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 7, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | ((ops2) & 7)), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((ops1) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((ops1) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

// `sthw32s5i` and `nandxor` at once.
#define d_sthw32s5i_nandxor(ard, rs1, rs2, near, opd, ops1, ops2) \
  __extension__({ \
    _Static_assert((ard) >= 0 && (ard) <= 5, "ard must be 0 to 5"); \
    register uint32_t rs1_ __asm__("a0") = (uint32_t)(rs1); \
    register uint32_t rs2_ __asm__("a1") = (uint32_t)(rs2); \
    _Static_assert((near) >= 0 && (near) <= 7, "near must be 0 to 7"); \
    _Static_assert((opd) >= 0 && (opd) <= 5, "opd must be 0 to 5"); \
    _Static_assert((ops1) >= 0 && (ops1) <= 5, "ops1 must be 0 to 5"); \
    _Static_assert((ops2) >= 0 && (ops2) <= 5, "ops2 must be 0 to 5"); \
    __asm__ volatile(".insn r 0x5b, 7, %[funct7_field], x%[rd_field], x%[rs1_field], x%[rs2_field]" \
      : \
      : [funct7_field] "i"(((near) & 7) << 3 | ((ops2) & 7) | 64), \
        [rd_field] "i"(((opd) & 3) << 3 | ((ard) & 7)), \
        [rs1_field] "i"(((ops1) & 1) << 4 | ((opd) >> 2 & 1) << 3 | 2), \
        [rs2_field] "i"(((ops1) >> 1 & 3) << 3 | 3), \
        "r"(rs1_), \
        "r"(rs2_) : "memory"); \
  })

#endif
