// SPDX-License-Identifier: Apache-2.0
//
// The 64-bit rotation register of OASIP (Rao et al. 2018, table 2; see docs/isa.md). It changes in
// the execute stage: no instruction that uses it can trap.

`default_nettype none

module riscv_rotation
  import isa_oasip_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic [31:0] instr_i,
  input  logic [31:0] rs1_i,
  input  logic [31:0] rs2_i,
  input  logic        advance_i,     // the instruction leaves for the writeback stage
  output logic [31:0] result_o,
  // CSR access, so that contexts can be switched
  input  logic        write_low_i,
  input  logic        write_high_i,
  input  logic [31:0] wdata_i,
  output logic [63:0] value_o
);

  logic [63:0] value_q, rotated;
  oasip_op_e   op;
  assign op       = oasip_decode(instr_i);
  assign rotated  = 64'({value_q, value_q} >> (7'd64 - 7'(rs1_i[5:0])));
  assign result_o = (op == OasipRotl) ? rotated[63:32] : value_q[31:0];
  assign value_o  = value_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q <= '0;
    end else begin
      if (advance_i && op == OasipPack) value_q <= {rs1_i, rs2_i};
      if (advance_i && op == OasipRotl) value_q <= rotated;
      if (write_low_i)  value_q[31:0]  <= wdata_i;
      if (write_high_i) value_q[63:32] <= wdata_i;
    end
  end

endmodule

`default_nettype wire
