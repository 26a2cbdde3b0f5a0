; SPDX-License-Identifier: Apache-2.0
;
; MD5 (RFC 1321), four streams: two in the halves of each context.
; A block of each takes 2 x 64 cycles.
; Registers h e f g hold MD5's A B C D: the new word is made where SHA-2 makes its e.

.algorithm "md5"
.input streams=4 word=4 words=16
.pad 8 little
.iv 0, 0, 0, 0, 0xefcdab89, 0x98badcfe, 0x10325476, 0x67452301
.digest 16 little h e f g
; Rows of dm2 and dm3 with the chaining values of context 0 and 1. They are read at the start only;
; then rows 0 to 3 have them, and the host may write those of the next segment.
.chain 4 6

.dm0  ; the constant and the rotation of each step
  .word32 0xd76aa478, 7, 0xe8c7b756, 12, 0x242070db, 17, 0xc1bdceee, 22,
          0xf57c0faf, 7, 0x4787c62a, 12, 0xa8304613, 17, 0xfd469501, 22,
          0x698098d8, 7, 0x8b44f7af, 12, 0xffff5bb1, 17, 0x895cd7be, 22,
          0x6b901122, 7, 0xfd987193, 12, 0xa679438e, 17, 0x49b40821, 22,
          0xf61e2562, 5, 0xc040b340, 9, 0x265e5a51, 14, 0xe9b6c7aa, 20,
          0xd62f105d, 5, 0x02441453, 9, 0xd8a1e681, 14, 0xe7d3fbc8, 20,
          0x21e1cde6, 5, 0xc33707d6, 9, 0xf4d50d87, 14, 0x455a14ed, 20,
          0xa9e3e905, 5, 0xfcefa3f8, 9, 0x676f02d9, 14, 0x8d2a4c8a, 20,
          0xfffa3942, 4, 0x8771f681, 11, 0x6d9d6122, 16, 0xfde5380c, 23,
          0xa4beea44, 4, 0x4bdecfa9, 11, 0xf6bb4b60, 16, 0xbebfbc70, 23,
          0x289b7ec6, 4, 0xeaa127fa, 11, 0xd4ef3085, 16, 0x04881d05, 23,
          0xd9d4d039, 4, 0xe6db99e5, 11, 0x1fa27cf8, 16, 0xc4ac5665, 23,
          0xf4292244, 6, 0x432aff97, 10, 0xab9423a7, 15, 0xfc93a039, 21,
          0x655b59c3, 6, 0x8f0ccc92, 10, 0xffeff47d, 15, 0x85845dd1, 21,
          0x6fa87e4f, 6, 0xfe2ce6e0, 10, 0xa3014314, 15, 0x4e0811a1, 21,
          0xf7537e82, 6, 0xbd3af235, 10, 0x2ad7d2bb, 15, 0xeb86d391, 21

.entry run
run:
  SET ar0 0     ; constants
  SET ar1 0     ; message words: context 0 at 16 k, context 1 at 16 k + 8, modulo 256
  CLEAR
  LOAD0 - -f 4  ; on cleared registers the sum is the chaining value
  LOAD1 - -f 6
  REPEAT blocks {
    ; Round 1: k = t. Steps 0 to 3 save the chaining value: h has what was in h, g, f and e.
    MD500 dm0[ar0+=8] dm1[ar1+=8] > dm2[16] -w
    MD501 - dm1[ar1+=8] > dm2[48]
    MD500 dm0[ar0+=8] dm1[ar1+=8] > dm2[0]
    MD501 - dm1[ar1+=8] > dm2[32]
    MD500 dm0[ar0+=8] dm1[ar1+=8] > dm3[0]
    MD501 - dm1[ar1+=8] > dm3[32]
    MD500 dm0[ar0+=8] dm1[ar1+=8] > dm3[16]
    MD501 - dm1[ar1+=8] > dm3[48]
    REPEAT 11 {
      MD500 dm0[ar0+=8] dm1[ar1+=8]
      MD501 - dm1[ar1+=8]
    }
    MD500 dm0[ar0+=8] dm1[ar1+=8]
    MD501 - dm1[ar1+=24]  ; from k = 15 to 1
    REPEAT 15 {  ; round 2: k = 5 t + 1
      MD510 dm0[ar0+=8] dm1[ar1+=8]
      MD511 - dm1[ar1+=72]
    }
    MD510 dm0[ar0+=8] dm1[ar1+=8]
    MD511 - dm1[ar1+=136]  ; from k = 12 to 5
    REPEAT 15 {  ; round 3: k = 3 t + 5
      MD520 dm0[ar0+=8] dm1[ar1+=8]
      MD521 - dm1[ar1+=40]
    }
    MD520 dm0[ar0+=8] dm1[ar1+=8]
    MD521 - dm1[ar1+=216]  ; from k = 2 to 0
    REPEAT 15 {  ; round 4: k = 7 t
      MD530 dm0[ar0+=8] dm1[ar1+=8]
      MD531 - dm1[ar1+=104]
    }
    MD530 dm0[ar0+=8] dm1[ar1+=8] -f 0
    MD531 - dm1[ar1+=104] -f 2 -r  ; from k = 9 to 0
  }
  REPEAT 4 {
    LOAD0 > out
    LOAD1 > out
  }
  HALT
