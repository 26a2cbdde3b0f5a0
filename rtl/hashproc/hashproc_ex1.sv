// SPDX-License-Identifier: Apache-2.0
//
// First half of a step, from side 1 to side 2 (x is the message word, K the constant).
//
//            s1 + c1                                s2 + c2    pa  pb          pc  pe  pf  pg
//   SHA-2    h + Sigma1(e) + Ch(e, f, g) + K + x    ... + d    a   b           c   e   f   g
//              + Sigma0(a) + Maj(a, b, c)          (first line)
//   SHA-1    e + rotl5(a) + f(b, c, d) + K + x      d          a   rotl30(b)   c   e   f   g
//   MD5      d + F(a, b, c) + K + x, and a          d          a   b           c   e   f   g
//   LOAD     x                                      d          a   b           c   e   f   g
//
// MD5 keeps B C D A in a b c d; its sum is complete in s1, for the second half rotates it. In a
// block's last step the chaining value is added to pa, pb, pe, pf. Without a step, all is zero that
// COPY and SHIFT do not take.

`default_nettype none

module hashproc_ex1
  import hashproc_pkg::*;
(
  input  control_t control_i,
  input  side1_t   side1_i,
  input  word_t    k_i,
  input  word_t    m_i,
  output side2_t   side2_o
);

  word_t a, b, c, d, e, f, g, h;
  assign {a, b, c, d, e, f, g, h} = {side1_i.a, side1_i.b, side1_i.c, side1_i.d,
                                     side1_i.e, side1_i.f, side1_i.g, side1_i.h};

  function automatic word_t gate(word_t x, logic on);
    return x & {64{on}};
  endfunction

  // What is added

  word_t sigma0, sigma1, sha1_f, md5_f, k, x;
  assign sigma0 = control_i.wide ? rotr64(a, 28) ^ rotr64(a, 34) ^ rotr64(a, 39)
                                 : rotr32(a, 2) ^ rotr32(a, 13) ^ rotr32(a, 22);
  assign sigma1 = control_i.wide ? rotr64(e, 14) ^ rotr64(e, 18) ^ rotr64(e, 41)
                                 : rotr32(e, 6) ^ rotr32(e, 11) ^ rotr32(e, 25);
  assign sha1_f = gate(ch(b, c, d), control_i.round[0])
                | gate(b ^ c ^ d, control_i.round[1] | control_i.round[3])
                | gate(maj(b, c, d), control_i.round[2]);
  assign md5_f  = gate(ch(a, b, c), control_i.round[0])
                | gate(ch(c, a, b), control_i.round[1])
                | gate(a ^ b ^ c, control_i.round[2])
                | gate(b ^ (a | ~c), control_i.round[3]);
  assign k      = {control_i.wide ? k_i[63:32] : k_i[31:0], k_i[31:0]};
  assign x      = gate(m_i, control_i.message) | gate(side1_i.wr, control_i.schedule);

  // Its sum

  word_t       first, rotated, choice;
  carry_save_t sum3, sum4, t, t0, new_a, new_e;
  logic        wide;
  assign wide    = control_i.wide;
  assign first   = gate(h, control_i.sha2) | gate(e, control_i.sha1) | gate(d, control_i.md5);
  assign rotated = gate(sigma1, control_i.sha2) | gate(rotr32(a, 27), control_i.sha1);
  assign choice  = gate(ch(e, f, g), control_i.sha2) | gate(sha1_f, control_i.sha1)
                 | gate(md5_f, control_i.md5);
  assign sum3    = add3(first, gate(k, control_i.hash), x, wide);
  assign sum4    = add3(sum3.s, sum3.c, choice, wide);
  assign t       = add3(sum4.s, sum4.c, rotated, wide);
  assign t0      = add3(gate(sigma0, control_i.sha2), gate(maj(a, b, c), control_i.sha2), t.s, wide);
  assign new_a   = add3(t0.s, t0.c, t.c, wide);
  assign new_e   = add3(gate(t.s, control_i.sha2), gate(t.c, control_i.sha2), d, wide);

  // MD5 has no more than four summands: sum4.
  word_t md5_sum;
  hashproc_add u_md5 (
    .wide_i(1'b0),
    .x_i   (sum4.s),
    .y_i   (sum4.c),
    .sum_o (md5_sum)
  );

  assign side2_o.s1 = control_i.md5 ? md5_sum : new_a.s;
  assign side2_o.c1 = control_i.md5 ? a : new_a.c;
  assign side2_o.s2 = new_e.s;
  assign side2_o.c2 = new_e.c;

  // What moves on

  word_t b_moved;
  assign b_moved = control_i.sha1 ? rotr32(b, 2) : b;

  hashproc_add u_pa (
    .wide_i(wide),
    .x_i   (a),
    .y_i   (gate(side1_i.w[ChainB], control_i.last)),
    .sum_o (side2_o.pa)
  );
  hashproc_add u_pb (
    .wide_i(wide),
    .x_i   (b_moved),
    .y_i   (gate(side1_i.w[ChainC], control_i.last)),
    .sum_o (side2_o.pb)
  );
  hashproc_add u_pe (
    .wide_i(wide),
    .x_i   (e),
    .y_i   (gate(side1_i.w[ChainF], control_i.last)),
    .sum_o (side2_o.pe)
  );
  hashproc_add u_pf (
    .wide_i(wide),
    .x_i   (f),
    .y_i   (gate(side1_i.w[ChainG], control_i.last)),
    .sum_o (side2_o.pf)
  );
  assign side2_o.pc = c;
  assign side2_o.pg = g;

  // Message

  carry_save_t w;
  hashproc_schedule u_schedule (
    .sha1_i(control_i.sha1),
    .sum_i (control_i.step && !control_i.sha1),
    .wide_i(wide),
    .w_i   (side1_i.w),
    .w_o   (w)
  );
  assign side2_o.v  = side1_i.w[Window-1:1];
  assign side2_o.vx = x;
  assign side2_o.ws = w.s;
  assign side2_o.wc = w.c;

  logic unused_control;
  assign unused_control = ^{control_i.keccak, control_i.absorb, control_i.move, control_i.shift,
                            control_i.waiting, control_i.clear, control_i.halt, control_i.odd};

endmodule

`default_nettype wire
