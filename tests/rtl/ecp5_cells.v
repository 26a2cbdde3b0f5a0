// SPDX-License-Identifier: Apache-2.0
//
// What the cells of a routed ECP5 netlist do, as nextpnr writes them: one cell for a lookup table or half
// of a carry cell, and multipliers without registers of their own. What the board's netlist does not
// have, small memories and wide multiplexers, has no driver here.

module DCCA(input CLKI, CE, output CLKO);
  assign CLKO = CLKI;
endmodule

module TRELLIS_IO(inout B, input I, T, IOLDO, IOLTO, output O);
  parameter DIR = "INPUT";
  generate
    if (DIR == "OUTPUT") assign B = I;
    else assign O = B;
  endgenerate
endmodule

module TRELLIS_FF(input CLK, LSR, CE, DI, M, output Q);
  parameter CEMUX = "CE";
  parameter CLKMUX = "CLK";
  parameter LSRMUX = "LSR";
  parameter SRMODE = "LSR_OVER_CE";
  parameter REGSET = "RESET";
  parameter SD = "0";
  localparam SET = REGSET == "SET";

  wire ce = CEMUX == "1" ? 1'b1 : CEMUX == "0" ? 1'b0 : CE ^ (CEMUX == "INV");
  wire lsr = LSR ^ (LSRMUX == "INV");
  wire clk = CLK ^ (CLKMUX == "INV");
  wire d = SD == "1" ? DI : M;
  reg q = SET;
  assign Q = q;
  generate
    if (SRMODE == "ASYNC") begin
      always @(posedge clk, posedge lsr) if (lsr) q <= SET; else if (ce) q <= d;
    end else begin
      always @(posedge clk) if (lsr) q <= SET; else if (ce) q <= d;
    end
  endgenerate
endmodule

module TRELLIS_COMB(
  input A, B, C, D, M, FCI, F1, FXA, FXB, DI0, DI1, WD, WAD0, WAD1, WAD2, WAD3, WRE, WCK,
  output F, FCO, OFX
);
  parameter MODE = "LOGIC";
  parameter [15:0] INITVAL = 16'h0;
  parameter CCU2_INJECT1 = "NO";

  wire [15:0] table_all = INITVAL;
  wire        found = table_all[{D, C, B, A}];
  wire        generated = table_all[{2'b00, B, A}];
  generate
    if (MODE == "CCU2") begin
      wire carry_in = CCU2_INJECT1 == "YES" ? 1'b0 : FCI;
      assign F = found ^ carry_in;
      assign FCO = found ? FCI : generated && CCU2_INJECT1 != "YES";
    end else if (MODE == "LOGIC") begin
      assign F = found;
    end
  endgenerate
endmodule

// Unsigned
module ecp5_multiplier(input [17:0] a, b, output [35:0] p);
  assign p = a * b;
endmodule
