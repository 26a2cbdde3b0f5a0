// SPDX-License-Identifier: Apache-2.0
//
// One register in a stream: an offer that its source cannot repeat waits here until it is taken.
// The payload is zero when there is none.

`default_nettype none

module stream_register #(
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  output logic             ready_o,   // follows ready_i: the register is refilled as it empties
  input  logic [Width-1:0] payload_i,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] payload_o
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "stream_register: Width is 0; 1 and more are allowed");
  end

  assign ready_o = !valid_o || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o   <= 1'b0;
      payload_o <= '0;
    end else if (ready_o) begin
      valid_o   <= valid_i;
      payload_o <= payload_i & {Width{valid_i}};
    end
  end

`ifndef SYNTHESIS
  EmptyClear_A : assert property (@(posedge clk_i) !valid_o |-> payload_o == '0)
  else $error("an empty register holds a payload");

  stream_check #(
    .Width(Width)
  ) u_out_check (
    .clk_i,
    .rst_ni,
    .valid_i  (valid_o),
    .ready_i,
    .payload_i(payload_o)
  );
`endif

endmodule

`default_nettype wire
