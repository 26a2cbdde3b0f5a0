; SPDX-License-Identifier: Apache-2.0
;
; SHA-256 (FIPS 180-4).

.algorithm "sha256"
.include "sha2_32.inc"
.iv 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
.digest 32 big a b c d e f g h
