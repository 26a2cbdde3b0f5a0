// SPDX-License-Identifier: Apache-2.0
//
// The native extension (Elmohr et al. 2016, table I; see docs/isa-mips.md) beside ANDNOT, which is
// the ALU's: registers MSW and LSW. The shifter rotates a word and says which bits of it a left
// shift would keep; they go to one register, the others to the other one. The registers change in
// the execute stage: no instruction that uses them can trap.

`default_nettype none

module mips_native
  import isa_native_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] instr_i,
  input  logic        advance_i,  // the instruction leaves for the writeback stage
  input  logic [31:0] rotated_i,  // rs by rt modulo 32
  input  logic [31:0] stay_i,
  input  logic        far_i,      // rt is 32 or more, modulo 64
  output logic [31:0] result_o
);

  native_op_e  op;
  logic        merge;
  logic [31:0] msw_q, lsw_q, msw, lsw, upper;
  assign op    = native_decode(instr_i);
  assign merge = op == NativeRot2;

  //           rot1         rot2
  //   near    stay: MSW    stay: LSW
  //   far     stay: LSW    stay: MSW
  assign upper = stay_i ^ {32{merge != far_i}};
  assign msw   = (msw_q & {32{merge}}) | (rotated_i & upper);
  assign lsw   = (lsw_q & {32{merge}}) | (rotated_i & ~upper);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msw_q <= '0;
      lsw_q <= '0;
    end else if (advance_i && op inside {NativeRot1, NativeRot2}) begin
      msw_q <= msw;
      lsw_q <= lsw;
    end
  end

  assign result_o = merge ? msw : lsw_q;

endmodule

`default_nettype wire
