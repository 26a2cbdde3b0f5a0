// SPDX-License-Identifier: Apache-2.0
//
// The contexts that wait for a slot, in the order in which their commands came.

`default_nettype none

module accel_queue #(
  parameter  int unsigned Contexts = 1,
  localparam int unsigned CtxWidth = accel_pkg::index_width(Contexts)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                push_i,
  input  logic [CtxWidth-1:0] push_ctx_i,
  input  logic                pop_i,
  output logic                valid_o,
  output logic [CtxWidth-1:0] head_o
);

  localparam int unsigned LevelWidth = $clog2(Contexts + 1);

  logic [CtxWidth-1:0]   queue_q[Contexts];
  logic [LevelWidth-1:0] level_q;

  assign valid_o = level_q != '0;
  assign head_o  = queue_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      level_q <= '0;
      for (int unsigned t = 0; t < Contexts; t++) queue_q[t] <= '0;
    end else begin
      level_q <= level_q + LevelWidth'(push_i) - LevelWidth'(pop_i);
      for (int unsigned t = 0; t < Contexts; t++) begin
        if (push_i && level_q == LevelWidth'(t + 32'(pop_i))) begin
          queue_q[t] <= push_ctx_i;
        end else if (pop_i) begin
          queue_q[t] <= (t + 1 < Contexts) ? queue_q[(t+1)%Contexts] : '0;
        end
      end
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  PopNotEmpty_A : assert property (@(posedge clk_i) pop_i |-> level_q != '0)
  else $error("accel_queue: a context is taken from an empty queue");
  PushNotFull_A : assert property (@(posedge clk_i) push_i |-> 32'(level_q) < Contexts)
  else $error("accel_queue: a context is put into a full queue");
  for (genvar t = 0; t < Contexts; t++) begin : gen_check
    PushOnce_A : assert property (@(posedge clk_i)
        push_i && t < 32'(level_q) |-> queue_q[t] != push_ctx_i)
    else $error("accel_queue: context %0d waits already", push_ctx_i);
    Clear_A : assert property (@(posedge clk_i) t >= 32'(level_q) |-> queue_q[t] == '0)
    else $error("accel_queue: place %0d is empty and not zero", t);
  end
`endif

endmodule

`default_nettype wire
