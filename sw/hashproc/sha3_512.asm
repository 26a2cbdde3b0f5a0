; SPDX-License-Identifier: Apache-2.0
;
; SHA3-512 (FIPS 202).

.algorithm "sha3-512"
.equ RATE 9
.equ OUT 8
.sponge 8 * RATE 0x06 24
.digest 64 little
.include "keccak.inc"
