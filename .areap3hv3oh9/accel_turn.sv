// SPDX-License-Identifier: Apache-2.0
//
// Which slot is in which stage: the states of a unit pass through its stages one behind the other,
// all units in step. Place k of a unit is in stage i when `in_stage_o[i][k]` is set, one-hot.

`default_nettype none

module accel_turn #(
  parameter int unsigned Stages = 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  output logic [Stages-1:0] in_stage_o[Stages]
);

  localparam int unsigned TurnWidth = accel_pkg::index_width(Stages);

  logic [TurnWidth-1:0] turn_q;  // the place that is in the last stage

  if (Stages == 1) begin : gen_no_turn
    logic unused;
    assign unused = ^{clk_i, rst_ni};
    assign turn_q = '0;
  end else begin : gen_turn
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                               turn_q <= '0;
      else if (turn_q == TurnWidth'(Stages - 1)) turn_q <= '0;
      else                                       turn_q <= turn_q + 1'b1;
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < Stages; i++) begin
      for (int unsigned k = 0; k < Stages; k++) begin
        in_stage_o[i][k] = 32'(turn_q) == (k + i + 1) % Stages;
      end
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  for (genvar i = 0; i < Stages; i++) begin : gen_check
    OneInStage_A : assert property (@(posedge clk_i) $onehot(in_stage_o[i]))
    else $error("accel_turn: stage %0d does not have one slot", i);
  end
`endif

endmodule

`default_nettype wire
