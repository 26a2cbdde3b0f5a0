// SPDX-License-Identifier: Apache-2.0
//
// Decoder of the extension oasip: operation-oriented extension of Rao et al. 2018.
// Generated from src/hashfab/isa/riscv/oasip.py by `python -m hashfab.designs.generate`.

`default_nettype none

package isa_oasip_pkg;

  typedef enum logic [2:0] {
    OasipNone = 3'd0,  // not an instruction of this extension
    OasipRemv = 3'd1,  // rs1 + imm modulo 5.
    OasipHmask = 3'd2,  // Half of rs1, modulo 64.
    OasipLfsr = 3'd3,  // Next state of the round constants' LFSR.
    OasipPack = 3'd4,  // Rotation register from rs1 (high word) and rs2 (low word).
    OasipRotl = 3'd5,  // Rotate the rotation register left by rs1; rd is its high word.
    OasipExtlw = 3'd6,  // Low word of the rotation register.
    OasipDoloop = 3'd7  // Repeat the instructions up to end, rs1 times in all.
  } oasip_op_e;

  localparam logic [31:0] RemvMatch = 32'h0000002b;
  localparam logic [31:0] RemvMask = 32'h0000707f;
  localparam logic [31:0] HmaskMatch = 32'h0000102b;
  localparam logic [31:0] HmaskMask = 32'hfff0707f;
  localparam logic [31:0] LfsrMatch = 32'h0000502b;
  localparam logic [31:0] LfsrMask = 32'hfff0707f;
  localparam logic [31:0] PackMatch = 32'h0000202b;
  localparam logic [31:0] PackMask = 32'hfe007fff;
  localparam logic [31:0] RotlMatch = 32'h0000302b;
  localparam logic [31:0] RotlMask = 32'hfff0707f;
  localparam logic [31:0] ExtlwMatch = 32'h0000402b;
  localparam logic [31:0] ExtlwMask = 32'hfffff07f;
  localparam logic [31:0] DoloopMatch = 32'h0000602b;
  localparam logic [31:0] DoloopMask = 32'h81f0707f;

  // The instruction in a word, illegal operands refused.
  function automatic oasip_op_e oasip_decode(logic [31:0] instr);
    oasip_op_e op;
    op = OasipNone;
    unique casez (instr)
      32'b???????_?????_?????_000_?????_0101011: op = OasipRemv;
      32'b0000000_00000_?????_001_?????_0101011: op = OasipHmask;
      32'b0000000_00000_?????_101_?????_0101011: op = OasipLfsr;
      32'b0000000_?????_?????_010_00000_0101011: op = OasipPack;
      32'b0000000_00000_?????_011_?????_0101011: op = OasipRotl;
      32'b0000000_00000_00000_100_?????_0101011: op = OasipExtlw;
      32'b0??????_00000_?????_110_?????_0101011: op = OasipDoloop;
      default: op = OasipNone;
    endcase
    return op;
  endfunction

  // Operands. Each takes the whole instruction, and some bits of it.
  /* verilator lint_off UNUSEDSIGNAL */

  function automatic logic [11:0] get_imm(logic [31:0] instr);
    return instr[31:20];
  endfunction

  function automatic logic [11:0] get_end(logic [31:0] instr);
    return {instr[7], instr[30:25], instr[11:8], 1'b0};
  endfunction

  /* verilator lint_on UNUSEDSIGNAL */

endpackage

`default_nettype wire
