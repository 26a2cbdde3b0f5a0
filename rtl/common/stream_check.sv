// SPDX-License-Identifier: Apache-2.0
//
// Assertions of a valid/ready stream: once valid, it stays valid with the same payload until it is
// taken. For simulation and proofs; instantiate it inside `ifndef SYNTHESIS.

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

  assert property (@(posedge clk_i) waiting_q |-> valid_i)
  else $error("stream_check: valid dropped before ready");
  assert property (@(posedge clk_i) waiting_q |-> payload_i == payload_q)
  else $error("stream_check: payload changed while stalled");

endmodule

`default_nettype wire
