; SPDX-License-Identifier: Apache-2.0
;
; SHAKE256 (FIPS 202).

.algorithm "shake256"
.equ RATE 17
.equ OUT RATE
.sponge 8 * RATE 0x1f 24
.digest 64 little
.include "keccak.inc"
