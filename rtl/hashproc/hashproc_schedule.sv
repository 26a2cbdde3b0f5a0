// SPDX-License-Identifier: Apache-2.0
//
// The message schedule: W(t + 1) from the 15 words before W(t). FIPS 180-4, 6.1.2, 6.2.2 and 6.4.2,
// step 1; w_i[i] = W(t - 15 + i).

`default_nettype none

module hashproc_schedule
  import hashproc_pkg::*;
(
  input  logic               sha1_i,
  input  logic               narrow_i,  // SHA-256's
  input  logic               wide_i,    // SHA-512's; none of the three: 0
  input  word_t [Window-1:0] w_i,
  output word_t              w_o
);

  word_t sigma0, sigma1, parity;
  assign sigma0 = gate(rotr64(w_i[1], 1) ^ rotr64(w_i[1], 8) ^ (w_i[1] >> 7), wide_i)
                | gate(rotr32(w_i[1], 7) ^ rotr32(w_i[1], 18) ^ shr32(w_i[1], 3), narrow_i);
  assign sigma1 = gate(rotr64(w_i[14], 19) ^ rotr64(w_i[14], 61) ^ (w_i[14] >> 6), wide_i)
                | gate(rotr32(w_i[14], 17) ^ rotr32(w_i[14], 19) ^ shr32(w_i[14], 10), narrow_i);
  assign parity = rotr32(w_i[13] ^ w_i[8] ^ w_i[2] ^ w_i[0], 31);

  carry_save_t early, sum;
  assign early = add3(w_i[9], w_i[0], sigma0, wide_i);
  assign sum   = add3(early.s, early.c, sigma1, wide_i);

  word_t total;
  hashproc_add u_add (
    .wide_i,
    .x_i   (sum.s),
    .y_i   (sum.c),
    .sum_o (total)
  );
  assign w_o = gate(total, wide_i | narrow_i) | gate(parity, sha1_i);

  logic unused_words;
  assign unused_words = ^{w_i[3], w_i[4], w_i[5], w_i[6], w_i[7], w_i[10], w_i[11], w_i[12]};

endmodule

`default_nettype wire
