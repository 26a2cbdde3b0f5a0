// SPDX-License-Identifier: Apache-2.0
//
// Second half of a step, from side 2 to side 1: the carries of the new words, and in a block's last
// step the rest of the chaining value. MD5 rotates its sum; for the others the amount is zero.

`default_nettype none

module hashproc_ex2
  import hashproc_pkg::*;
(
  input  finish_t finish_i,
  input  side2_t  side2_i,
  input  line_t   chain_low_i,    // of the words d and h
  input  line_t   chain_high_i,   // ... a and e
  output side1_t  side1_o
);

  // SHA-1 has stored its word a behind a rotation by 30.
  line_t low, high;
  assign low          = chain_low_i & {128{finish_i.last}};
  assign high[127:64] = chain_high_i[127:64] & {64{finish_i.last}};
  assign high[63:0]   = (finish_i.sha1 ? rotr32(chain_high_i[63:0], 30) : chain_high_i[63:0])
                      & {64{finish_i.last}};

  function automatic logic [31:0] rotl(logic [31:0] x, logic [2:0] amount);
    logic [31:0] y;
    y = x;
    for (int unsigned i = 0; i < 3; i++) begin
      if (amount[i]) y = 32'({y, y} >> (32 - 2 ** i));
    end
    return y;
  endfunction

  logic        wide;
  word_t       rotated;
  carry_save_t a, e;
  assign wide    = finish_i.wide;
  assign rotated = {rotl(side2_i.s2[63:32], ~finish_i.amount_n),
                    rotl(side2_i.s2[31:0], finish_i.amount)};
  assign a       = add3(side2_i.s1, side2_i.c1, high[63:0], wide);
  assign e       = add3(side2_i.c2, high[127:64], rotated, wide);

  hashproc_add u_a (
    .wide_i(wide),
    .x_i   (a.s),
    .y_i   (a.c),
    .sum_o (side1_o.a)
  );
  hashproc_add #(
    .Fast(1'b0)
  ) u_d (
    .wide_i(wide),
    .x_i   (side2_i.pc),
    .y_i   (low[63:0]),
    .sum_o (side1_o.d)
  );
  hashproc_add u_e (
    .wide_i(wide),
    .x_i   (e.s),
    .y_i   (e.c),
    .sum_o (side1_o.e)
  );
  hashproc_add #(
    .Fast(1'b0)
  ) u_h (
    .wide_i(wide),
    .x_i   (side2_i.pg),
    .y_i   (low[127:64]),
    .sum_o (side1_o.h)
  );
  assign side1_o.b  = side2_i.pa;
  assign side1_o.c  = side2_i.pb;
  assign side1_o.f  = side2_i.pe;
  assign side1_o.g  = side2_i.pf;
  assign side1_o.w  = {side2_i.vx, side2_i.v};
  assign side1_o.wr = side2_i.ws;

endmodule

`default_nettype wire
