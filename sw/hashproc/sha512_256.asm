; SPDX-License-Identifier: Apache-2.0
;
; SHA-512/256 (FIPS 180-4).

.algorithm "sha512-256"
.include "sha2_64.inc"
.iv 0x22312194fc2bf72c, 0x9f555fa3c84c64c2,
    0x2393b86b6f53b151, 0x963877195940eabd,
    0x96283ee2a88effe3, 0xbe5e1e2553863992,
    0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2
.digest 32 big a b c d
