; SPDX-License-Identifier: Apache-2.0
;
; SHA3-224 (FIPS 202).

.algorithm "sha3-224"
.equ RATE 18
.equ OUT 4
.sponge 8 * RATE 0x06 24
.digest 28 little
.include "keccak.inc"
