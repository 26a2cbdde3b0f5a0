// SPDX-License-Identifier: Apache-2.0
//
// Rules of a valid/ready stream: once valid, it stays valid with the same payload until it is taken.
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.
//
// The assertions of this and the other checkers are plain conditions over registers of their own,
// because that is what Yosys reads of SVA. They hold in reset, too, where nothing waits.

`default_nettype none

module stream_check #(
  parameter int unsigned Width = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             valid_i,
  input logic             ready_i,
  input logic [Width-1:0] payload_i
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "stream_check: Width is 0; 1 and more are allowed");
  end

  logic             waiting_q;
  logic [Width-1:0] payload_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      payload_q <= '0;
    end else begin
      waiting_q <= valid_i && !ready_i;
      payload_q <= payload_i;
    end
  end

  ValidHeld_A : assert property (@(posedge clk_i) !waiting_q || valid_i)
  else $error("valid fell before ready");
  PayloadStable_A : assert property (@(posedge clk_i)
    !waiting_q || !valid_i || payload_i == payload_q)
  else $error("the payload changed while it waited");

`ifndef SYNTHESIS
  Taken_C : cover property (@(posedge clk_i) valid_i && ready_i);
`endif

endmodule

`default_nettype wire
