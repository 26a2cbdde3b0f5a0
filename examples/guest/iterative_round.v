// SPDX-License-Identifier: Apache-2.0
//
// One round of Keccak-f[1600]. The lane of column x and row y stands at bit 64 * (5 * y + x).

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
