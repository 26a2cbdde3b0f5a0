// SPDX-License-Identifier: Apache-2.0
//
// First half of a step, from side 1 to side 2. The three functions use the same words where they
// can (x is the message word, K the constant):
//
//           words of the standard     T
//   SHA-2   a b c d e f g h in a..h   h + Sigma1(e) + Ch(e, f, g) + K + x
//   SHA-1   A B C D E in e a b c d    rotl5(e) + f(a, b, c) + K + x
//   MD5     A B C D in h e f g        h + F(e, f, g) + K + x
//   LOAD                              x
//
//           s1 + c1                        s2 + c2   pa          pb pc pe pf pg
//   SHA-2   T + Sigma0(a) + Maj(a, b, c)   T + d     a           b  c  e  f  g
//   SHA-1   e                              T + d     rotl30(a)   b  c  e  f  g
//   MD5     T                              T, e      a           b  c  e  f  g
//   LOAD    T                              d         a           b  c  e  f  g
//
// MD5's sum is complete in s2, and rotated by whole bytes; the second half rotates it by the rest of
// the amount before it adds c2. In a block's last step the chaining value is added to pa, pb, pe, pf. Without a step, all is zero that COPY and SHIFT
// do not take.

`default_nettype none

module hashproc_ex1
  import hashproc_pkg::*;
(
  input  control_t control_i,
  input  side1_t   side1_i,
  input  word_t    k_i,
  output side2_t   side2_o
);

  word_t a, b, c, d, e, f, g, h;
  assign {a, b, c, d, e, f, g, h} = {side1_i.a, side1_i.b, side1_i.c, side1_i.d,
                                     side1_i.e, side1_i.f, side1_i.g, side1_i.h};

  // What is added

  logic  wide;
  word_t sigma0, sigma1, function1, function5, choice, rotated, k, x;
  assign wide      = control_i.wide;
  assign sigma0    = gate(rotr64(a, 28) ^ rotr64(a, 34) ^ rotr64(a, 39), wide)
                   | gate(rotr32(a, 2) ^ rotr32(a, 13) ^ rotr32(a, 22), control_i.sha256);
  assign sigma1    = gate(rotr64(e, 14) ^ rotr64(e, 18) ^ rotr64(e, 41), wide)
                   | gate(rotr32(e, 6) ^ rotr32(e, 11) ^ rotr32(e, 25), control_i.sha256);
  assign function1 = gate(ch(a, b, c), control_i.sha1_ch)
                   | gate(a ^ b ^ c, control_i.sha1_parity)
                   | gate(maj(a, b, c), control_i.sha1_maj);
  assign function5 = gate(ch(e, f, g), control_i.ch)
                   | gate(ch(g, e, f), control_i.md5_g)
                   | gate(e ^ f ^ g, control_i.md5_h)
                   | gate(f ^ (e | ~g), control_i.md5_i);
  assign choice    = function1 | function5;
  assign rotated   = sigma1 | gate(rotr32(e, 27), control_i.sha1);
  assign k         = {wide ? k_i[63:32] : k_i[31:0], k_i[31:0]};
  assign x         = side1_i.wr;

  // T, in carry-save form; MD5 has no more summands than `sum4`.

  carry_save_t sum3, sum4, t, early_a, new_a, new_e;
  assign sum3    = add3(gate(h, control_i.add_h), gate(k, control_i.hash), x, wide);
  assign sum4    = add3(sum3.s, sum3.c, choice, wide);
  assign t       = add3(sum4.s, sum4.c, rotated, wide);
  assign early_a = add3(sigma0, gate(maj(a, b, c), control_i.sha2), t.s, wide);
  assign new_a   = add3(early_a.s, early_a.c, t.c, wide);
  assign new_e   = add3(gate(t.s, control_i.add_t), gate(t.c, control_i.add_t), d, wide);

  word_t md5_sum;
  hashproc_add u_md5 (
    .wide_i(1'b0),
    .x_i   (sum4.s),
    .y_i   (sum4.c),
    .sum_o (md5_sum)
  );

  assign side2_o.s1 = control_i.sha1 ? e : new_a.s;
  assign side2_o.c1 = gate(new_a.c, !control_i.sha1);
  // Above the constant is MD5's amount: here its multiple of 8.
  logic [3:0] bytes;
  assign bytes = 4'(control_i.md5) << k_i[36:35];
  assign side2_o.s2 = gate(md5_sum, bytes[0]) | gate(rotr32(md5_sum, 24), bytes[1])
                    | gate(rotr32(md5_sum, 16), bytes[2]) | gate(rotr32(md5_sum, 8), bytes[3])
                    | gate(new_e.s, !control_i.md5);
  assign side2_o.c2 = control_i.md5 ? e : new_e.c;

  // What moves on

  word_t a_moved;
  assign a_moved = control_i.sha1 ? rotr32(a, 2) : a;

  hashproc_add #(
    .Fast(1'b0)
  ) u_pa (
    .wide_i(wide),
    .x_i   (a_moved),
    .y_i   (gate(side1_i.w[ChainB], control_i.last)),
    .sum_o (side2_o.pa)
  );
  hashproc_add #(
    .Fast(1'b0)
  ) u_pb (
    .wide_i(wide),
    .x_i   (b),
    .y_i   (gate(side1_i.w[ChainC], control_i.last)),
    .sum_o (side2_o.pb)
  );
  hashproc_add #(
    .Fast(1'b0)
  ) u_pe (
    .wide_i(wide),
    .x_i   (e),
    .y_i   (gate(side1_i.w[ChainF], control_i.last)),
    .sum_o (side2_o.pe)
  );
  hashproc_add #(
    .Fast(1'b0)
  ) u_pf (
    .wide_i(wide),
    .x_i   (f),
    .y_i   (gate(side1_i.w[ChainG], control_i.last)),
    .sum_o (side2_o.pf)
  );
  assign side2_o.pc = c;
  assign side2_o.pg = g;

  // Message

  hashproc_schedule u_schedule (
    .sha1_i  (control_i.sha1),
    .narrow_i(control_i.sum_w),
    .wide_i  (wide),
    .w_i     (side1_i.w),
    .w_o     (side2_o.ws)
  );
  assign side2_o.v  = side1_i.w[Window-1:1];
  assign side2_o.vx = x;

  logic unused_control;
  assign unused_control = ^{control_i.step, control_i.keccak, control_i.absorb, control_i.move, control_i.shift,
                            control_i.waiting, control_i.clear, control_i.halt, control_i.odd};

endmodule

`default_nettype wire
