// SPDX-License-Identifier: Apache-2.0
//
// Decoder of the extension lane: the Keccak state in a coprocessor.
// Generated from src/hashfab/isa/riscv/lane.py by `python -m hashfab.designs.generate`.

`default_nettype none

package isa_lane_pkg;

  typedef enum logic [2:0] {
    LaneNone = 3'd0,  // not an instruction of this extension
    LaneKabs = 3'd1,  // XOR rs2 (high word) and rs1 (low word) into a lane.
    LaneKperm = 3'd2,  // Start a permutation of 24 rounds, or 12 if turbo is 1.
    LaneKget = 3'd3,  // Word of the state: word / 2 is the lane, an odd word its high half.
    LaneKclr = 3'd4,  // Clear the state.
    LaneKabsp = 3'd5,  // As kabs, then start a permutation as kperm does.
    LaneKabsl = 3'd6,  // XOR rs2 (high word) and the word at rs1 + 8 * lane (low word) into a lane.
    LaneKabslp = 3'd7  // As kabsl, then start a permutation as kperm does.
  } lane_op_e;

  localparam logic [31:0] KabsMatch = 32'h0000000b;
  localparam logic [31:0] KabsMask = 32'hfe00707f;
  localparam logic [31:0] KpermMatch = 32'h0000100b;
  localparam logic [31:0] KpermMask = 32'hffffff7f;
  localparam logic [31:0] KgetMatch = 32'h0000200b;
  localparam logic [31:0] KgetMask = 32'hffe0707f;
  localparam logic [31:0] KclrMatch = 32'h0000300b;
  localparam logic [31:0] KclrMask = 32'hffffffff;
  localparam logic [31:0] KabspMatch = 32'h0000400b;
  localparam logic [31:0] KabspMask = 32'hfc00707f;
  localparam logic [31:0] KabslMatch = 32'h0000500b;
  localparam logic [31:0] KabslMask = 32'hfe00707f;
  localparam logic [31:0] KabslpMatch = 32'h0000600b;
  localparam logic [31:0] KabslpMask = 32'hfc00707f;

  // The instruction in a word, illegal operands refused.
  function automatic lane_op_e lane_decode(logic [31:0] instr);
    lane_op_e op;
    op = LaneNone;
    unique casez (instr)
      32'b0000000_?????_?????_000_?????_0001011:
        if (instr[11:7] <= 5'd24) op = LaneKabs;
      32'b0000000_00000_00000_001_0000?_0001011: op = LaneKperm;
      32'b0000000_0000?_?????_010_?????_0001011:
        if (instr[20:15] <= 6'd49) op = LaneKget;
      32'b0000000_00000_00000_011_00000_0001011: op = LaneKclr;
      32'b000000?_?????_?????_100_?????_0001011:
        if (instr[11:7] <= 5'd24) op = LaneKabsp;
      32'b0000000_?????_?????_101_?????_0001011:
        if (instr[11:7] <= 5'd24) op = LaneKabsl;
      32'b000000?_?????_?????_110_?????_0001011:
        if (instr[11:7] <= 5'd24) op = LaneKabslp;
      default: op = LaneNone;
    endcase
    return op;
  endfunction

  // Operands. Each takes the whole instruction, and some bits of it.
  /* verilator lint_off UNUSEDSIGNAL */

  function automatic logic [4:0] get_lane(logic [31:0] instr);
    return instr[11:7];
  endfunction

  function automatic logic get_kperm_turbo(logic [31:0] instr);
    return instr[7];
  endfunction

  function automatic logic get_kabsp_turbo(logic [31:0] instr);
    return instr[25];
  endfunction

  function automatic logic get_kabslp_turbo(logic [31:0] instr);
    return instr[25];
  endfunction

  function automatic logic [5:0] get_word(logic [31:0] instr);
    return instr[20:15];
  endfunction

  /* verilator lint_on UNUSEDSIGNAL */

endpackage

`default_nettype wire
