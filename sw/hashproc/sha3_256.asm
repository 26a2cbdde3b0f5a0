; SPDX-License-Identifier: Apache-2.0
;
; SHA3-256 (FIPS 202).

.algorithm "sha3-256"
.equ RATE 17
.equ OUT 4
.sponge 8 * RATE 0x06 24
.digest 32 little
.include "keccak.inc"
