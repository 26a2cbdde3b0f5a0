; SPDX-License-Identifier: Apache-2.0
;
; SHA3-384 (FIPS 202).

.algorithm "sha3-384"
.equ RATE 13
.equ OUT 6
.sponge 8 * RATE 0x06 24
.digest 48 little
.include "keccak.inc"
