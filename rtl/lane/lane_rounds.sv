// SPDX-License-Identifier: Apache-2.0
//
// The lane unit's state with a whole round per cycle. Every instruction but the permutation takes
// one cycle.

`default_nettype none

module lane_rounds (
  input  logic              clk_i,
  input  logic              rst_ni,

  // The instruction, stable from the cycle after load_i to the next load_i.
  input  logic              load_i,
  input  keccak_pkg::lane_t operand_i,
  input  logic [31:0]       word_i,       // the operand's low half of a load, with start_i
  input  lane_pkg::op_t     op_i,
  input  logic              get_i,        // the lane may be read
  input  logic              start_i,      // the instruction takes effect
  output logic              ready_o,      // load_i may come in this cycle

  output logic              lane_valid_o,
  output keccak_pkg::lane_t lane_o
);

  import keccak_pkg::*;
  import lane_pkg::*;

  state_t   state_q, round_out;
  lane_t    operand_q, operand, absorbed;
  rc_lfsr_t rc_q;
  logic     run_q, run_d, absorb, clear;

  logic [NumLanes-1:0] select;  // one-hot: the instruction's lane

  // Control.

  assign absorb  = start_i && op_i.absorb;
  assign clear   = start_i && op_i.clear;
  assign run_d   = run_q ? rc_q != rc_at(NumRounds - 1) : start_i && op_i.permute;
  assign ready_o = !run_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      rc_q  <= '0;
    end else begin
      run_q <= run_d;
      if (run_q) rc_q <= rc_next(rc_q);
      else rc_q <= op_i.turbo ? rc_at(NumRounds - NumTurboRounds) : rc_at(0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) operand_q <= '0;
    else if (load_i) operand_q <= operand_i;
  end

  // The instruction's lane.

  always_comb begin
    lane_o = '0;
    for (int unsigned i = 0; i < NumLanes; i++) begin
      select[i] = op_i.lane == 5'(i);
      lane_o |= {LaneWidth{select[i]}} & state_q[i/5][i%5];
    end
  end

  assign lane_valid_o = get_i;
  assign operand      = {operand_q[63:32], op_i.load ? word_i : operand_q[31:0]};
  assign absorbed     = (lane_o ^ operand) & {LaneWidth{absorb}};

  // State. A lane that is written takes its part of the round or else the absorbed lane, which is
  // zero unless there is one: an enable per lane is all that absorbing and clearing need.

  keccak_round u_round (
    .state_i(state_q),
    .rc_i   (rc_q),
    .state_o(round_out)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    logic write;
    assign write = run_q || clear || (absorb && select[i]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) state_q[i/5][i%5] <= '0;
      else if (write) state_q[i/5][i%5] <= ({LaneWidth{run_q}} & round_out[i/5][i%5]) | absorbed;
    end
  end

  logic unused_high;
  assign unused_high = ^{op_i.high, op_i.get};

`ifndef SYNTHESIS
  OneLane_A : assert property (@(posedge clk_i) $onehot(select));
  StateHeldWhileRunning_A : assert property (@(posedge clk_i) run_q |-> !absorb && !clear && !get_i);
  LoadBeforeStart_A : assert property (@(posedge clk_i) load_i |-> !run_d);

  AbsorbThenPermute_C : cover property (@(posedge clk_i) absorb && run_d);
  LoadAtEnd_C : cover property (@(posedge clk_i) load_i && run_q);
`endif

endmodule

`default_nettype wire
