; SPDX-License-Identifier: Apache-2.0
;
; SHA-512/224 (FIPS 180-4).

.algorithm "sha512-224"
.include "sha2_64.inc"
.iv 0x8c3d37c819544da2, 0x73e1996689dcd4d6,
    0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
    0x0f6d2b697bd44da8, 0x77e36f7304c48942,
    0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1
.digest 28 big a b c d
