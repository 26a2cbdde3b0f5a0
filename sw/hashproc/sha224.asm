; SPDX-License-Identifier: Apache-2.0
;
; SHA-224 (FIPS 180-4).

.algorithm "sha224"
.include "sha2_32.inc"
.iv 0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4
.digest 28 big a b c d e f g
