// SPDX-License-Identifier: Apache-2.0
//
// Between iterative.v and hashfab's ports of a permutation: valid and ready, the whole state in
// one beat. It has one flip-flop, which is measured with the core.

`default_nettype none

module iterative_shim #(
  parameter int unsigned Rounds = 1
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          valid_i,
  output logic          ready_o,
  input  logic [1599:0] data_i,
  output logic          valid_o,
  input  logic          ready_i,
  output logic [1599:0] data_o
);

  logic busy;
  logic full_q;  // a state is inside

  assign ready_o = !full_q;
  assign valid_o = full_q && !busy;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                 full_q <= 1'b0;
    else if (valid_i && ready_o) full_q <= 1'b1;
    else if (valid_o && ready_i) full_q <= 1'b0;
  end

  iterative #(.Rounds(Rounds)) u_core (
    .clk    (clk_i),
    .reset_n(rst_ni),
    .start  (valid_i && ready_o),
    .state  (data_i),
    .busy   (busy),
    .result (data_o)
  );

endmodule

`default_nettype wire
