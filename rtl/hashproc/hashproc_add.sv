// SPDX-License-Identifier: Apache-2.0
//
// The sum of two words of 64 bits, or of their halves.
//
// A fast one looks its carries ahead by Sklansky's tree: after level n, generates[i] and
// propagates[i] are those of the places from i down to the next multiple of 2^n. The others are
// left to synthesis, which builds Brent and Kung's tree: smaller, with nearly twice the levels.
// With the macro CARRY_CHAINS all are left to it: nothing that LUTs can do is faster than an FPGA's
// carries.

`default_nettype none

module hashproc_add
  import hashproc_pkg::*;
#(
  parameter bit Fast = 1'b1
) (
  input  logic  wide_i,   // the carry goes on into the upper half
  input  word_t x_i,
  input  word_t y_i,
  output word_t sum_o
);

`ifdef CARRY_CHAINS
  localparam bit CarryChains = 1'b1;
`else
  localparam bit CarryChains = 1'b0;
`endif

  if (Fast && !CarryChains) begin : gen_fast
    localparam int unsigned Levels = 5;

    // Each half by itself, then the lower half's carry into the upper one.
    logic [63:0] generates[Levels+1], propagates[Levels+1];
    assign generates[0]  = x_i & y_i;
    assign propagates[0] = x_i ^ y_i;

    for (genvar n = 0; n < Levels; n++) begin : gen_level
      for (genvar i = 0; i < 64; i++) begin : gen_place
        if ((i >> n) % 2 == 1) begin : gen_join
          localparam int unsigned Below = (i >> n << n) - 1;
          assign generates[n+1][i]  = generates[n][i] | (propagates[n][i] & generates[n][Below]);
          assign propagates[n+1][i] = propagates[n][i] & propagates[n][Below];
        end else begin : gen_pass
          assign generates[n+1][i]  = generates[n][i];
          assign propagates[n+1][i] = propagates[n][i];
        end
      end
    end

    logic        carry;
    logic [30:0] upper;
    assign carry = generates[Levels][31] & wide_i;
    assign upper = generates[Levels][62:32] | (propagates[Levels][62:32] & {31{carry}});
    assign sum_o = propagates[0] ^ {upper, carry, generates[Levels][30:0], 1'b0};

    logic unused_top;
    assign unused_top = generates[Levels][63] ^ propagates[Levels][63];
  end else begin : gen_small
    // A place between the halves that hands a carry on if one of its bits is set.
    logic unused_place;
    assign {sum_o[63:32], unused_place, sum_o[31:0]} =
        {x_i[63:32], wide_i, x_i[31:0]} + {y_i[63:32], 1'b0, y_i[31:0]};
  end

endmodule

`default_nettype wire
