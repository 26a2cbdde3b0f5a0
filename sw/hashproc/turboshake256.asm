; SPDX-License-Identifier: Apache-2.0
;
; TurboSHAKE256 (RFC 9861).

.algorithm "turboshake256"
.equ RATE 17
.sponge 8 * RATE 0x1f 12
.digest 64 little
.include "turboshake.inc"
