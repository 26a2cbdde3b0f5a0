// SPDX-License-Identifier: Apache-2.0
//
// Decoder of the extension native: in the datapath, Elmohr et al. 2016.
// Generated from src/hashfab/isa/mips/native.py by `python -m hashfab.designs.generate`.

`default_nettype none

package isa_native_pkg;

  typedef enum logic [2:0] {
    NativeNone = 3'd0,  // not an instruction of this extension
    NativeAndnot = 3'd1,  // The complement of rs, and-ed with rt.
    NativeRot1 = 3'd2,  // Rotate the upper word rs by rt, into MSW and LSW.
    NativeRot2 = 3'd3,  // Rotate the lower word rs by rt, or it into MSW and LSW; rd is MSW.
    NativeMfleast = 3'd4  // Read LSW.
  } native_op_e;

  localparam logic [31:0] AndnotMatch = 32'h70000010;
  localparam logic [31:0] AndnotMask = 32'hfc0007ff;
  localparam logic [31:0] Rot1Match = 32'h70000011;
  localparam logic [31:0] Rot1Mask = 32'hfc00ffff;
  localparam logic [31:0] Rot2Match = 32'h70000012;
  localparam logic [31:0] Rot2Mask = 32'hfc0007ff;
  localparam logic [31:0] MfleastMatch = 32'h70000013;
  localparam logic [31:0] MfleastMask = 32'hffff07ff;

  // The instruction in a word, illegal operands refused.
  function automatic native_op_e native_decode(logic [31:0] instr);
    native_op_e op;
    op = NativeNone;
    unique casez (instr)
      32'b011100_?????_?????_?????_00000_010000: op = NativeAndnot;
      32'b011100_?????_?????_00000_00000_010001: op = NativeRot1;
      32'b011100_?????_?????_?????_00000_010010: op = NativeRot2;
      32'b011100_00000_00000_?????_00000_010011: op = NativeMfleast;
      default: op = NativeNone;
    endcase
    return op;
  endfunction

endpackage

`default_nettype wire
