; SPDX-License-Identifier: Apache-2.0
;
; Keccak-256 as it was before FIPS 202: SHA3-256 with another domain byte.

.algorithm "keccak-256"
.equ RATE 17
.equ OUT 4
.sponge 8 * RATE 0x01 24
.digest 32 little
.include "keccak.inc"
