// SPDX-License-Identifier: Apache-2.0
//
// What the cells of a routed ECP5 netlist do, as nextpnr writes them: one cell for a lookup table, half
// of a carry cell or a bit of a small memory. Multipliers and block memories without registers of
// their own.

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
  parameter WREMUX = "WRE";

  wire [15:0] table_all = INITVAL;
  wire        found = table_all[{D, C, B, A}];
  wire        generated = table_all[{2'b00, B, A}];
  // The wider multiplexers: of this table and its neighbour's, and of two such.
  assign OFX = M ? F1 : F;
  generate
    if (MODE == "CCU2") begin
      wire carry_in = CCU2_INJECT1 == "YES" ? 1'b0 : FCI;
      assign F = found ^ carry_in;
      assign FCO = found ? FCI : generated && CCU2_INJECT1 != "YES";
    end else if (MODE == "DPRAM") begin
      reg [15:0] ram = INITVAL;
      always @(posedge WCK) if (WRE ^ (WREMUX == "INV")) ram[{WAD3, WAD2, WAD1, WAD0}] <= WD;
      assign F = ram[{A, C, B, D}];
    end else begin
      assign F = found;
    end
  endgenerate
endmodule

module TRELLIS_RAMW(
  input A0, B0, C0, D0, A1, B1, C1, D1,
  output WDO0, WDO1, WDO2, WDO3, WADO0, WADO1, WADO2, WADO3
);
  assign {WADO3, WADO2, WADO1, WADO0} = {A0, C0, B0, D0};
  assign {WDO3, WDO2, WDO1, WDO0} = {B1, D1, A1, C1};
endmodule

// Unsigned
module ecp5_multiplier(input [17:0] a, b, output [35:0] p);
  assign p = a * b;
endmodule
