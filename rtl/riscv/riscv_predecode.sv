// SPDX-License-Identifier: Apache-2.0
//
// The registers that an instruction may read, from the word in which it begins: they are read as it
// enters the execute stage, so their numbers cannot wait for its expansion to 32 bits. Those of an
// instruction that reads none, or one, mean nothing.

`default_nettype none

module riscv_predecode
  import riscv_pkg::*;
#(
  parameter ise_e Ise = IseNone
) (
  input  logic [31:0]     instr_i,  // a 16-bit one in the lower half
  output logic [1:0][4:0] rs_o      // rs2, rs1
);

  localparam logic [4:0] X0 = 5'd0;
  localparam logic [4:0] Sp = 5'd2;

  // DASIP's bundles have fields of three bits, which count from x8, as 16-bit instructions do.
  logic narrow;
  assign narrow = Ise == IseDasip && instr_i[6:0] == OpCustom2 && instr_i[14];

  logic [4:0] rd, rd_c, rs2, rs2_c;  // of a 16-bit instruction; _c: one of x8 to x15
  assign rd    = instr_i[11:7];
  assign rd_c  = {2'b01, instr_i[9:7]};
  assign rs2   = instr_i[6:2];
  assign rs2_c = {2'b01, instr_i[4:2]};

  always_comb begin
    unique casez ({instr_i[15:13], instr_i[1:0]})
      5'b???_11: rs_o = narrow ? {2'b01, instr_i[22:20], 2'b01, instr_i[17:15]} : instr_i[24:15];
      5'b000_00: rs_o = {rs2_c, Sp};    // c.addi4spn
      5'b??1_00, 5'b?1?_00, 5'b1??_00: rs_o = {rs2_c, rd_c};  // c.lw, c.sw
      5'b010_01: rs_o = {rs2_c, X0};    // c.li
      5'b00?_01, 5'b011_01: rs_o = {rs2_c, rd};     // c.addi, c.addi16sp
      5'b10?_01: rs_o = {rs2_c, rd_c};  // shifts, c.andi, c.sub, c.xor, c.or, c.and
      5'b11?_01: rs_o = {X0, rd_c};     // c.beqz, c.bnez
      5'b?1?_10: rs_o = {rs2, Sp};      // c.lwsp, c.swsp
      5'b?0?_10: rs_o = {rs2, (instr_i[15] && !instr_i[12] && rs2 != X0) ? X0 : rd};  // c.mv; others
      default:   rs_o = '0;
    endcase
  end

  logic unused_instr;
  assign unused_instr = ^instr_i[31:25];

endmodule

`default_nettype wire
