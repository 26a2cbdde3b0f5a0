// SPDX-License-Identifier: Apache-2.0
//
// Keccak-f[1600] over registers, some rounds a cycle: an example of somebody else's core, in plain
// Verilog-2005, whose ports are none of hashfab's. A pulse on `start` takes the state; when `busy`
// has fallen, `result` is its permutation, until the next start.

module iterative #(
  parameter Rounds = 1  // a cycle: 1, 2, 3, 4
) (
  input  wire          clk,
  input  wire          reset_n,  // asynchronous, active low
  input  wire          start,
  input  wire [1599:0] state,
  output reg           busy,
  output wire [1599:0] result
);

  reg [1599:0] held;
  reg [4:0]    round;

  wire [1600*(Rounds+1)-1:0] steps;
  assign steps[1599:0] = held;
  genvar r;
  generate
    for (r = 0; r < Rounds; r = r + 1) begin : rounds
      iterative_round u_round (
        .round(round + r[4:0]),
        .in   (steps[1600*r+:1600]),
        .out  (steps[1600*(r+1)+:1600])
      );
    end
  endgenerate

  assign result = held;

  always @(posedge clk or negedge reset_n) begin
    if (!reset_n) begin
      busy  <= 1'b0;
      round <= 5'd0;
      held  <= 1600'd0;
    end else if (busy) begin
      held  <= steps[1600*Rounds+:1600];
      round <= round + Rounds[4:0];
      busy  <= {27'd0, round} + Rounds != 24;
    end else if (start) begin
      held  <= state;
      round <= 5'd0;
      busy  <= 1'b1;
    end
  end

endmodule
