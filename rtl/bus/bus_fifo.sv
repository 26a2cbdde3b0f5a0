// SPDX-License-Identifier: Apache-2.0
//
// A queue in registers. An empty place is zero.

`default_nettype none

module bus_fifo #(
  parameter  int unsigned Depth      = 2,
  parameter  type         payload_t  = logic,
  localparam int unsigned LevelWidth = $clog2(Depth + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  output logic                  ready_o,
  input  payload_t              payload_i,
  output logic                  valid_o,
  input  logic                  ready_i,
  output payload_t              payload_o,
  output logic [LevelWidth-1:0] level_o
);

  if (Depth < 1) begin : gen_bad_depth
    $fatal(1, "bus_fifo: Depth is %0d; 1 and more are allowed", Depth);
  end

  payload_t              queue_q[Depth];
  logic [LevelWidth-1:0] level_q;
  logic                  push, pop;

  assign ready_o   = level_q != LevelWidth'(Depth);
  assign valid_o   = level_q != '0;
  assign payload_o = queue_q[0];
  assign level_o   = level_q;
  assign push      = valid_i && ready_o;
  assign pop       = valid_o && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      level_q <= '0;
      for (int unsigned i = 0; i < Depth; i++) queue_q[i] <= '0;
    end else begin
      level_q <= level_q + LevelWidth'(push) - LevelWidth'(pop);
      for (int unsigned i = 0; i < Depth; i++) begin
        if (push && 32'(level_q) == i + 32'(pop)) begin
          queue_q[i] <= payload_i;
        end else if (pop) begin
          queue_q[i] <= (i + 1 < Depth) ? queue_q[(i+1)%Depth] : '0;
        end
      end
    end
  end

`ifndef SYNTHESIS
  LevelBound_A : assert property (@(posedge clk_i) 32'(level_q) <= Depth)
  else $error("bus_fifo: it holds more than it has places for");
  EmptyClear_A : assert property (@(posedge clk_i) level_q == '0 |-> payload_o == '0)
  else $error("bus_fifo: an empty place is not zero");

  Full_C : cover property (@(posedge clk_i) valid_i && !ready_o);
`endif

endmodule

`default_nettype wire
