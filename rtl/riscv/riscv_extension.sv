// SPDX-License-Identifier: Apache-2.0
//
// The extension inside the core: OASIP, DASIP or none. The core sees the same ports for each; what
// an extension does not have stays zero.

`default_nettype none

module riscv_extension
  import riscv_pkg::*;
#(
  parameter ise_e Ise = IseNone
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic [31:0] instr_i,
  input  logic [31:0] rs_i[2],
  input  logic [31:1] link_i,          // the address of what follows
  input  logic [31:1] branch_target_i,
  input  logic        advance_i,       // the instruction leaves for the writeback stage
  output logic        hazard_o,        // what it needs of the extension is not there yet
  output logic        illegal_o,
  output logic [31:0] result_o,
  output logic [31:0] row_offset_o,    // of an indexed access, from rs1,
  output logic [31:0] index_offset_o,  // and further
  output logic [31:0] wdata_o,         // that it stores
  // Writeback stage
  input  logic        wb_valid_i,
  input  logic        retire_i,        // its instruction takes effect
  input  logic        pass_end_i,      // it is the last one of a pass of a loop
  input  logic [31:0] rdata_i,         // from memory
  // Fetch
  input  logic        redirect_i,
  input  loop_fetch_t loop_fetch_i,
  output loop_steer_t loop_steer_o,
  // CSR access
  input  logic [11:0] csr_addr_i,
  input  logic        csr_write_i,
  input  logic [31:0] csr_wdata_i,
  output logic        csr_known_o,
  output logic [31:0] csr_rdata_o
);

  if (Ise == IseOasip) begin : gen_oasip
    riscv_oasip u_oasip (
      .clk_i,
      .rst_ni,
      .instr_i,
      .rs1_i        (rs_i[0]),
      .rs2_i        (rs_i[1]),
      .advance_i,
      .link_i,
      .end_i        (branch_target_i),
      .result_o,
      .illegal_o,
      .retire_last_i(retire_i && pass_end_i),
      .redirect_i,
      .loop_fetch_i,
      .loop_steer_o,
      .csr_addr_i,
      .csr_write_i,
      .csr_wdata_i,
      .csr_known_o,
      .csr_rdata_o
    );
  end else begin : gen_no_oasip
    assign illegal_o    = 1'b0;
    assign loop_steer_o = '0;
    assign csr_known_o  = 1'b0;
    assign csr_rdata_o  = '0;
    logic unused;
    assign unused = ^{link_i, branch_target_i, pass_end_i, redirect_i, loop_fetch_i, csr_addr_i,
                      csr_write_i, csr_wdata_i};
  end

  if (Ise == IseDasip) begin : gen_dasip
    riscv_dasip u_dasip (
      .clk_i,
      .rst_ni,
      .instr_i,
      .rs1_i  (rs_i[0]),
      .rs2_i  (rs_i[1]),
      .advance_i,
      .result_o,
      .row_offset_o,
      .index_offset_o,
      .wdata_o,
      .hazard_o,
      .valid_i(wb_valid_i),
      .done_i (retire_i),
      .rdata_i
    );
  end else begin : gen_no_dasip
    assign hazard_o       = 1'b0;
    assign row_offset_o   = '0;
    assign index_offset_o = '0;
    assign wdata_o        = '0;
    logic unused;
    assign unused = ^{wb_valid_i, rdata_i};
  end

  if (Ise == IseNone) begin : gen_none
    assign result_o = '0;
    logic unused;
    assign unused = ^{clk_i, rst_ni, instr_i, rs_i[0], rs_i[1], advance_i, retire_i};
  end

endmodule

`default_nettype wire
