// SPDX-License-Identifier: Apache-2.0
//
// The MIPS core, alone or with an extension for Keccak.
//
//   Parameter  Meaning                                                          Values
//   Ise        extension: none, native or coprocessor (mips_pkg::ise_e)          0 1 2

`default_nettype none

module mips_hash #(
  parameter int unsigned Ise      = 0,
  parameter logic [31:0] BootAddr = 32'd0
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        irq_external_i,
  input  logic        irq_timer_i,
  input  logic        irq_software_i,

  output logic        instr_req_o,
  input  logic        instr_gnt_i,
  output logic [31:0] instr_addr_o,
  input  logic        instr_rvalid_i,
  input  logic [31:0] instr_rdata_i,
  input  logic        instr_err_i,

  output logic        data_req_o,
  input  logic        data_gnt_i,
  output logic [31:0] data_addr_o,
  output logic        data_we_o,
  output logic [3:0]  data_be_o,
  output logic [31:0] data_wdata_o,
  input  logic        data_rvalid_i,
  input  logic [31:0] data_rdata_i,
  input  logic        data_err_i
`ifdef RVFI
  ,
  output logic        rvfi_valid,
  output logic [63:0] rvfi_order,
  output logic [31:0] rvfi_insn,
  output logic        rvfi_trap,
  output logic        rvfi_halt,
  output logic        rvfi_intr,
  output logic [1:0]  rvfi_mode,
  output logic [1:0]  rvfi_ixl,
  output logic [4:0]  rvfi_rs1_addr,
  output logic [4:0]  rvfi_rs2_addr,
  output logic [31:0] rvfi_rs1_rdata,
  output logic [31:0] rvfi_rs2_rdata,
  output logic [4:0]  rvfi_rd_addr,
  output logic [31:0] rvfi_rd_wdata,
  output logic [31:0] rvfi_pc_rdata,
  output logic [31:0] rvfi_pc_wdata,
  output logic [31:0] rvfi_mem_addr,
  output logic [3:0]  rvfi_mem_rmask,
  output logic [3:0]  rvfi_mem_wmask,
  output logic [31:0] rvfi_mem_rdata,
  output logic [31:0] rvfi_mem_wdata
`endif
);

  if (Ise > int'(mips_pkg::IseCopro)) begin : gen_bad_ise
    $fatal(1, "mips_hash: Ise is %0d; 0, 1, 2 are allowed", Ise);
  end
  if (BootAddr[1:0] != 2'b00) begin : gen_bad_boot
    $fatal(1, "mips_hash: BootAddr is %h; multiples of 4 are allowed", BootAddr);
  end

  mips_core #(
    .Ise     (mips_pkg::ise_e'(Ise)),
    .BootAddr(BootAddr)
  ) u_core (
    .clk_i,
    .rst_ni,
    .irq_external_i,
    .irq_timer_i,
    .irq_software_i,
    .instr_req_o,
    .instr_gnt_i,
    .instr_addr_o,
    .instr_rvalid_i,
    .instr_rdata_i,
    .instr_err_i,
    .data_req_o,
    .data_gnt_i,
    .data_addr_o,
    .data_we_o,
    .data_be_o,
    .data_wdata_o,
    .data_rvalid_i,
    .data_rdata_i,
    .data_err_i
`ifdef RVFI
    ,
    .rvfi_valid,
    .rvfi_order,
    .rvfi_insn,
    .rvfi_trap,
    .rvfi_halt,
    .rvfi_intr,
    .rvfi_mode,
    .rvfi_ixl,
    .rvfi_rs1_addr,
    .rvfi_rs2_addr,
    .rvfi_rs1_rdata,
    .rvfi_rs2_rdata,
    .rvfi_rd_addr,
    .rvfi_rd_wdata,
    .rvfi_pc_rdata,
    .rvfi_pc_wdata,
    .rvfi_mem_addr,
    .rvfi_mem_rmask,
    .rvfi_mem_wmask,
    .rvfi_mem_rdata,
    .rvfi_mem_wdata
`endif

  );

endmodule

`default_nettype wire
