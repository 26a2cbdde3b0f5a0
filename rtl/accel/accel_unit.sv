// SPDX-License-Identifier: Apache-2.0
//
// A permutation unit: the states of its slots and the rounds they take turns in.
//
// A state passes through the unit once per Stages cycles. In a pass it takes RoundsPerCycle
// rounds (`run`), stays (`hold`), or, with neither, becomes zero; at the end of the pass a block
// may be XORed into it. That folds absorbing into the last round. All selects come from
// registers and act behind the round, so their fan-out overlaps with the round's logic.

`default_nettype none

module accel_unit
  import keccak_pkg::*;
#(
  parameter int unsigned RoundsPerCycle = 1,
  parameter int unsigned Stages         = 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Stages-1:0] run_i,    // per stage, of the slot that is in it
  input  logic              hold_i,   // of the slot in the last stage
  input  rc_lfsr_t          rc_i,     // of the slot in the stage of iota
  input  logic              enter_i,  // see keccak_rounds
  input  logic              absorb_i, // the slot in the last stage takes block_i
  input  state_t            block_i,  // ... which is zero otherwise
  output state_t            state_o   // of the slot in the first stage
);

  state_t state_q, state_d, kept;
  logic   still, state_clk;

  if (Stages == 1) begin : gen_rounds
    state_t   rounds;
    rc_lfsr_t unused_rc;
    keccak_rounds #(.RoundsPerCycle(RoundsPerCycle)) u_rounds (
      .state_i(state_q),
      .rc_i,
      .enter_i,
      .state_o(rounds),
      .rc_o   (unused_rc)
    );
    assign kept  = ({StateWidth{run_i[0]}} & rounds) | ({StateWidth{hold_i}} & state_q);
    assign still = hold_i && !absorb_i;
    clock_gate u_gate (
      .clk_i,
      .enable_i(!still),
      .clk_o   (state_clk)
    );
  end else begin : gen_stages
    state_t passed;
    logic   unused_enter;
    assign unused_enter = enter_i;
    accel_stages #(.Stages(Stages)) u_stages (
      .clk_i,
      .rst_ni,
      .run_i,
      .rc_i,
      .state_i(state_q),
      .state_o(passed)
    );
    assign kept      = passed & {StateWidth{run_i[Stages-1] || hold_i}};
    assign still     = 1'b0;
    assign state_clk = clk_i;
  end

  assign state_d = kept ^ block_i;

  always_ff @(posedge state_clk or negedge rst_ni) begin
    if (!rst_ni) state_q <= '0;
    else         state_q <= state_d;
  end

  assign state_o = state_q;

`ifndef SYNTHESIS
  // Both hold in reset, too.
  GatedHolds_A : assert property (@(posedge clk_i) still |-> state_d == state_q)
  else $error("accel_unit: the state changes without a clock");
  AbsorbSaid_A : assert property (@(posedge clk_i) !absorb_i |-> block_i == '0)
  else $error("accel_unit: a block is absorbed that is not said");
`endif

endmodule

`default_nettype wire
