; SPDX-License-Identifier: Apache-2.0
;
; TurboSHAKE128 (RFC 9861).

.algorithm "turboshake128"
.equ RATE 21
.sponge 8 * RATE 0x1f 12
.digest 32 little
.include "turboshake.inc"
