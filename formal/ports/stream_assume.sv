// SPDX-License-Identifier: Apache-2.0
//
// What stream_check asserts, assumed of a channel that the environment offers: nothing in reset or
// before a rising edge out of it, and what waits stays as it is.

`default_nettype none

module stream_assume #(
  parameter int unsigned Width = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             valid_i,
  input logic             ready_i,
  input logic [Width-1:0] payload_i
);

  logic             awake_q, waiting_q;
  logic [Width-1:0] payload_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awake_q   <= 1'b0;
      waiting_q <= 1'b0;
      payload_q <= '0;
    end else begin
      awake_q   <= 1'b1;
      waiting_q <= valid_i && !ready_i;
      payload_q <= payload_i;
    end
  end

  always_comb begin
    assume (awake_q || !valid_i);
    assume (!waiting_q || (valid_i && payload_i == payload_q));
  end

endmodule

`default_nettype wire
