// SPDX-License-Identifier: Apache-2.0
//
// Keccak-f[1600] over registers, some rounds a cycle: an example of somebody else's core, in plain
// Verilog-2005, whose ports are none of hashfab's. A pulse on `start` takes the state; when `busy`
// has fallen, `result` is its permutation, until the next start.

module iterative_keccak #(
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
      busy  <= round + Rounds != 24;
    end else if (start) begin
      held  <= state;
      round <= 5'd0;
      busy  <= 1'b1;
    end
  end

endmodule

// One round. The lane of column x and row y stands at bit 64 * (5 * y + x).
module iterative_round (
  input  wire [4:0]    round,
  input  wire [1599:0] in,
  output wire [1599:0] out
);

`include "rho.vh"

  wire [1599:0] moved;
  genvar x, y;
  generate
    for (x = 0; x < 5; x = x + 1) begin : columns
      wire [63:0] parity = in[64*x+:64] ^ in[64*(x+5)+:64] ^ in[64*(x+10)+:64]
                         ^ in[64*(x+15)+:64] ^ in[64*(x+20)+:64];
    end
    for (x = 0; x < 5; x = x + 1) begin : effects
      wire [63:0] next;
      wire [63:0] effect = columns[(x+4)%5].parity ^ {next[62:0], next[63]};
      assign next = columns[(x+1)%5].parity;
      for (y = 0; y < 5; y = y + 1) begin : lanes
        localparam Turn = (Rho >> (6 * (5 * y + x))) % 64;
        wire [63:0] mixed = in[64*(5*y+x)+:64] ^ effect;
        assign moved[64*(5*((2*x+3*y)%5)+y)+:64] = (mixed << Turn) | (mixed >> (64 - Turn));
      end
    end
    for (y = 0; y < 5; y = y + 1) begin : planes
      for (x = 0; x < 5; x = x + 1) begin : lanes
        wire [63:0] selected = moved[64*(5*y+x)+:64]
                             ^ (~moved[64*(5*y+(x+1)%5)+:64] & moved[64*(5*y+(x+2)%5)+:64]);
        assign out[64*(5*y+x)+:64] = (x == 0 && y == 0) ? selected ^ constant : selected;
      end
    end
  endgenerate

  reg [63:0] constant;
  always @* begin
    constant = 64'd0;
    constant[0]  = Iota0[round];
    constant[1]  = Iota1[round];
    constant[3]  = Iota3[round];
    constant[7]  = Iota7[round];
    constant[15] = Iota15[round];
    constant[31] = Iota31[round];
    constant[63] = Iota63[round];
  end

endmodule
