; SPDX-License-Identifier: Apache-2.0
;
; SHA-1 (FIPS 180-4, section 6.1), four streams: two in the halves of each context.
; A block of each takes 2 x 80 cycles. Registers e a b c d hold SHA-1's A B C D E: the new word is
; made where SHA-2 makes its e.

.algorithm "sha1"
.input streams=4 word=4 words=16 swap
.pad 8 big
.iv 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0, 0x67452301
.digest 20 big e a b c d
; Rows of dm2 and dm3 with the chaining values of context 0 and 1. They are read at the start only;
; then rows 0 to 3 have them, and the host may write those of the next segment.
.chain 4 6

.dm0
  .word32 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6  ; of the four rounds

.entry run
run:
  SET ar1 0     ; message words: context 0 at 16 t, context 1 at 16 t + 8
  CLEAR
  LOAD0 - -f 4  ; on cleared registers the sum is the chaining value
  LOAD1 - -f 6
  REPEAT blocks {
    ; Steps 0 to 3 save the chaining value: d has what was in d, c, b and a (rotated, which -f turns
    ; back); in the last of them h has what was in e.
    SHA100 dm0[0] dm1[ar1+=8] > dm2[16] -w
    SHA101 - dm1[ar1+=8] > dm2[48]
    SHA100 - dm1[ar1+=8] > dm2[0]
    SHA101 - dm1[ar1+=8] > dm2[32]
    SHA100 - dm1[ar1+=8] > dm3[0]
    SHA101 - dm1[ar1+=8] > dm3[32]
    SHA100 - dm1[ar1+=8] > dm3[16]
    SHA101 - dm1[ar1+=8] > dm3[48]
    REPEAT 11 {  ; steps 4 to 14
      SHA100 - dm1[ar1+=8]
      SHA101 - dm1[ar1+=8]
    }
    SHA100 - dm1[ar1+=8]
    SHA101 - dm1[ar1+=8] -r
    REPEAT 4 {  ; steps 16 to 19: the scheduler has the words
      SHA100 -
      SHA101 -
    }
    SHA110 dm0[4]
    SHA111 -
    REPEAT 19 {
      SHA110 -
      SHA111 -
    }
    SHA120 dm0[8]
    SHA121 -
    REPEAT 19 {
      SHA120 -
      SHA121 -
    }
    SHA130 dm0[12]
    SHA131 -
    REPEAT 18 {
      SHA130 -
      SHA131 -
    }
    SHA130 - -f 0
    SHA131 - -f 2
  }
  REPEAT 4 {
    LOAD0 > out
    LOAD1 > out
  }
  HALT
