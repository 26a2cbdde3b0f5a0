; SPDX-License-Identifier: Apache-2.0
;
; SHAKE128 (FIPS 202).

.algorithm "shake128"
.equ RATE 21
.equ OUT RATE
.sponge 8 * RATE 0x1f 24
.digest 32 little
.include "keccak.inc"
