// SPDX-License-Identifier: Apache-2.0
//
// The two contexts. Side 1 feeds EX1, side 2 is the pipeline register between EX1 and EX2, and EX2
// feeds side 1: with every step the contexts change places.
//
//   Keccak lane          0 1 2 3  4  5  6   7 .. 20        21  22    23  24
//   side 1               a b c d  e  f  g   w[1] .. w[14]  h   w[0]  wr
//   side 2                                                               ws
//   side 2, waiting word pa pb pc s2 pe pf pg  v[1] .. v[14]

`default_nettype none

module hashproc_ring
  import hashproc_pkg::*;
  import keccak_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_ni,
  input  logic     advance_i,
  input  control_t control_i,
  input  word_t    k_i,
  // Of the instruction in Perm: M, and where it goes
  input  word_t    m_i,
  input  message_t message_i,
  // The instruction in Perm adds the chaining value; its first half is there, and stays in EX1.
  input  logic     chain_i,
  input  line_t    chain_low_i,
  input  line_t    chain_high_i,
  output line_t    result_o
`ifdef RVFI
  ,
  output logic [23:0][63:0] rvfi_side1_o,
  output logic [26:0][63:0] rvfi_side2_o,
  output word_t             rvfi_mr_o
`endif
);

  side1_t  side1_q, side1_d, ex2;
  side2_t  side2_q, ex1;
  finish_t finish_q;
  state_t  lanes, round;

  hashproc_ex1 u_ex1 (
    .control_i,
    .side1_i(side1_q),
    .k_i,
    .side2_o(ex1)
  );
  hashproc_ex2 u_ex2 (
    .finish_i    (finish_q),
    .side2_i     (side2_q),
    .chain_low_i,
    .chain_high_i,
    .side1_o     (ex2)
  );

  // The order of the waiting words, and of the state's lanes after them

  waiting_t waiting, moved, waiting_d;
  assign waiting = {side2_q.v, side2_q.pg, side2_q.pf, side2_q.pe, side2_q.s2, side2_q.pc,
                    side2_q.pb, side2_q.pa};
  assign moved   = {ex1.v, ex1.pg, ex1.pf, ex1.pe, ex1.s2, ex1.pc, ex1.pb, ex1.pa};
  assign lanes   = {side2_q.ws, side1_q.wr, side1_q.w[0], side1_q.h, side1_q.w[Window-1:1],
                    side1_q.g, side1_q.f, side1_q.e, side1_q.d, side1_q.c, side1_q.b, side1_q.a};

  hashproc_round u_round (
    .state_i   (lanes),
    .absorb_i  (control_i.absorb),
    .waiting_i (waiting),
    .constant_i(k_i),
    .state_o   (round)
  );

  lane_t [24:0] round_lanes;
  side1_t       permuted;
  assign round_lanes = round;
  always_comb begin
    permuted = '0;
    {permuted.g, permuted.f, permuted.e, permuted.d, permuted.c, permuted.b, permuted.a}
                = round_lanes[6:0];
    permuted.w  = {round_lanes[20:7], round_lanes[22]};
    permuted.h  = round_lanes[21];
    permuted.wr = round_lanes[23];
  end

  // Side 1. The dead words of the message that the chaining value replaces have a select of their
  // own. Neither a step nor a round: zero, for CLEAR.

  word_t [ChainG:ChainB] chain;
  assign chain[ChainB] = chain_high_i[63:0];
  assign chain[ChainC] = chain_low_i[63:0];
  assign chain[ChainF] = chain_high_i[127:64];
  assign chain[ChainG] = chain_low_i[127:64];

  logic step, keccak, turn;
  assign step   = control_i.step;
  assign keccak = control_i.keccak;
  assign turn   = advance_i && (step || keccak || control_i.clear);

  assign side1_d = (ex2 & {$bits(side1_t){step}}) | (permuted & {$bits(side1_t){keccak}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side1_q <= '0;
    end else begin
      if (turn) side1_q <= side1_d;
      if (advance_i && chain_i) side1_q.w[ChainG:ChainB] <= chain;
      if (advance_i && message_i.wr) side1_q.wr <= m_i;
    end
  end

  // Side 2

  logic [2:0] amount;
  assign amount = k_i[34:32] & {3{control_i.md5}};
  assign waiting_d = (moved & {$bits(waiting_t){control_i.move}})
                   | ({side2_q.vx, waiting[WaitingWords-1:1]}
                      & {$bits(waiting_t){control_i.shift}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side2_q  <= '0;
      finish_q <= '{amount_n: '1, default: '0};
    end else if (advance_i) begin
      if (control_i.move || control_i.shift || control_i.clear) begin
        {side2_q.v, side2_q.pg, side2_q.pf, side2_q.pe, side2_q.s2, side2_q.pc, side2_q.pb,
         side2_q.pa} <= waiting_d;
      end
      if (step || control_i.clear) begin
        side2_q.s1 <= ex1.s1;
        side2_q.c1 <= ex1.c1;
        side2_q.c2 <= ex1.c2;
        finish_q   <= '{wide: control_i.wide, sha1: control_i.sha1, last: control_i.last,
                        amount: amount, amount_n: ~amount};
      end
      if (message_i.vx)                 side2_q.vx <= m_i;
      else if (step || control_i.clear) side2_q.vx <= ex1.vx;
      if (step || keccak || control_i.clear) begin
        side2_q.ws <= ex1.ws | (round_lanes[24] & {64{keccak}});
      end
    end
  end

  assign result_o = {side1_q.h & {64{!control_i.waiting}},
                     control_i.waiting ? waiting[0] : side1_q.d};

`ifdef RVFI
  // What software sees: wr and vx as they would be if M had a register of its own.
  word_t rvfi_wr_q, rvfi_vx_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {rvfi_mr_o, rvfi_wr_q, rvfi_vx_q} <= '0;
    end else if (advance_i) begin
      rvfi_mr_o <= m_i;
      if (turn) rvfi_wr_q <= side1_d.wr;
      if (step || control_i.clear) rvfi_vx_q <= ex1.vx;
    end
  end
  assign rvfi_side1_o = {rvfi_wr_q, side1_q.w, side1_q.h, side1_q.g, side1_q.f, side1_q.e,
                         side1_q.d, side1_q.c, side1_q.b, side1_q.a};
  assign rvfi_side2_o = {64'b0, side2_q.ws, rvfi_vx_q, side2_q.v, side2_q.c2, side2_q.s2,
                         side2_q.c1, side2_q.s1, side2_q.pg, side2_q.pf, side2_q.pe, side2_q.pc,
                         side2_q.pb, side2_q.pa};
`endif

`ifndef SYNTHESIS
  // The context in side 1.
  logic context_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) context_q <= 1'b0;
    else if (advance_i) context_q <= (context_q ^ step) && !control_i.clear;
  end

  ContextTurn_A : assert property (@(posedge clk_i)
    advance_i && step |-> control_i.odd == context_q)
  else $error("a step names context %0d, but the other one is in side 1", control_i.odd);
  FunctionOneHot_A : assert property (@(posedge clk_i)
    $onehot0({control_i.sha2, control_i.sha1, control_i.md5, control_i.keccak, control_i.clear,
              control_i.halt}))
  else $error("an instruction is of several functions");
  TurnOneHot_A : assert property (@(posedge clk_i)
    $onehot0({control_i.step, control_i.keccak, control_i.clear}))
  else $error("side 1 is chosen twice");
  ChoiceOneHot_A : assert property (@(posedge clk_i)
    $onehot0({control_i.ch, control_i.md5_g, control_i.md5_h, control_i.md5_i})
    && $onehot0({control_i.sha1_ch, control_i.sha1_parity, control_i.sha1_maj}))
  else $error("a step has several functions");
  WaitingOneHot_A : assert property (@(posedge clk_i) !(control_i.move && control_i.shift))
  else $error("the waiting block moves both ways");
  AmountTwice_A : assert property (@(posedge clk_i) finish_q.amount_n == ~finish_q.amount)
  else $error("the halves rotate by different amounts");
`endif

endmodule

`default_nettype wire
