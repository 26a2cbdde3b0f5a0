// SPDX-License-Identifier: Apache-2.0
//
// Decoder of the extension copro: coprocessor, Elmohr et al. 2016.
// Generated from src/hashfab/isa/mips/copro.py by `python -m hashfab.designs.generate`.

`default_nettype none

package isa_copro_pkg;

  typedef enum logic [2:0] {
    CoproNone = 3'd0,  // not an instruction of this extension
    CoproLwau = 3'd1,  // Load a word into an auxiliary register.
    CoproXor5 = 3'd2,  // Store the exclusive or of the five auxiliary registers.
    CoproChi = 3'd3,  // Store Au[index] ^ (~Au[index + 1] & Au[index + 2]).
    CoproRot = 3'd4,  // Rotate {Au0, Au1} to the left by Au2; store the upper word.
    CoproSwleast = 3'd5,  // Store the lower word of the last rotation.
    CoproMfc2 = 3'd6,  // Read an auxiliary register, or Least, which is $5.
    CoproMtc2 = 3'd7  // Write an auxiliary register, or Least, which is $5.
  } copro_op_e;

  localparam logic [31:0] LwauMatch = 32'hc8000000;
  localparam logic [31:0] LwauMask = 32'hfc180000;
  localparam logic [31:0] Xor5Match = 32'he8080000;
  localparam logic [31:0] Xor5Mask = 32'hfc1f0000;
  localparam logic [31:0] ChiMatch = 32'he8000000;
  localparam logic [31:0] ChiMask = 32'hfc180000;
  localparam logic [31:0] RotMatch = 32'he8100000;
  localparam logic [31:0] RotMask = 32'hfc1f0000;
  localparam logic [31:0] SwleastMatch = 32'he8180000;
  localparam logic [31:0] SwleastMask = 32'hfc1f0000;
  localparam logic [31:0] Mfc2Match = 32'h48000000;
  localparam logic [31:0] Mfc2Mask = 32'hffe007ff;
  localparam logic [31:0] Mtc2Match = 32'h48800000;
  localparam logic [31:0] Mtc2Mask = 32'hffe007ff;

  // The instruction in a word, illegal operands refused.
  function automatic copro_op_e copro_decode(logic [31:0] instr);
    copro_op_e op;
    op = CoproNone;
    unique casez (instr)
      32'b110010_?????_00???_?????_?????_??????:
        if (instr[18:16] <= 3'd4) op = CoproLwau;
      32'b111010_?????_01000_?????_?????_??????: op = CoproXor5;
      32'b111010_?????_00???_?????_?????_??????:
        if (instr[18:16] <= 3'd4) op = CoproChi;
      32'b111010_?????_10000_?????_?????_??????: op = CoproRot;
      32'b111010_?????_11000_?????_?????_??????: op = CoproSwleast;
      32'b010010_00000_?????_?????_00000_000000:
        if (instr[15:11] <= 5'd5) op = CoproMfc2;
      32'b010010_00100_?????_?????_00000_000000:
        if (instr[15:11] <= 5'd5) op = CoproMtc2;
      default: op = CoproNone;
    endcase
    return op;
  endfunction

  // Operands. Each takes the whole instruction, and some bits of it.
  /* verilator lint_off UNUSEDSIGNAL */

  function automatic logic [2:0] get_au(logic [31:0] instr);
    return instr[18:16];
  endfunction

  function automatic logic [15:0] get_imm(logic [31:0] instr);
    return instr[15:0];
  endfunction

  function automatic logic [2:0] get_index(logic [31:0] instr);
    return instr[18:16];
  endfunction

  function automatic logic [4:0] get_cp2(logic [31:0] instr);
    return instr[15:11];
  endfunction

  /* verilator lint_on UNUSEDSIGNAL */

endpackage

`default_nettype wire
