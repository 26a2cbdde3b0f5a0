// SPDX-License-Identifier: Apache-2.0
//
// The RISC-V core with what speeds up hashing: the core alone, with Zbkb, with an extension inside,
// or with the lane unit as its coprocessor.
//
//   Parameter  Meaning                                                      Values
//   Zbkb       bit manipulation for cryptography in the core                0 1
//   Ise        extension: none, OASIP or DASIP (riscv_pkg::ise_e)           0 1 2
//   Lanes      lanes that the Keccak unit computes per cycle; 0: no unit    0 1 5 25
//   BootAddr   where execution begins                                       multiples of 2
//   AltOps     for a proof: simpler operations than products and quotients  0 1
//
// The memory ports are OBI 1.6.0; core_fetch and core_lsu say which subset.

`default_nettype none

module riscv_hash #(
  parameter int unsigned Zbkb     = 0,
  parameter int unsigned Ise      = 0,
  parameter int unsigned Lanes    = 0,
  parameter logic [31:0] BootAddr = 32'd0,
  parameter int unsigned AltOps   = 0
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
  output core_pkg::rvfi_t      rvfi_o,
  output riscv_pkg::rvfi_csr_t rvfi_csr_o
`endif
);

  if (Zbkb > 1) begin : gen_bad_zbkb
    $fatal(1, "riscv_hash: Zbkb is %0d; 0, 1 are allowed", Zbkb);
  end
  if (Ise > int'(riscv_pkg::IseDasip)) begin : gen_bad_ise
    $fatal(1, "riscv_hash: Ise is %0d; 0, 1, 2 are allowed", Ise);
  end
  if (Lanes != 0 && Lanes != 1 && Lanes != 5 && Lanes != 25) begin : gen_bad_lanes
    $fatal(1, "riscv_hash: Lanes is %0d; 0, 1, 5, 25 are allowed", Lanes);
  end
  if (AltOps > 1) begin : gen_bad_alt_ops
    $fatal(1, "riscv_hash: AltOps is %0d; 0, 1 are allowed", AltOps);
  end
  if (BootAddr[0]) begin : gen_bad_boot
    $fatal(1, "riscv_hash: BootAddr is %h; multiples of 2 are allowed", BootAddr);
  end

  logic        x_issue_valid, x_issue_ready, x_issue_accept, x_issue_writeback;
  logic [31:0] x_issue_instr;
  logic [3:0]  x_issue_id;
  logic [1:0][31:0] x_rs;
  logic [1:0]  x_rs_valid;
  logic        x_commit_valid, x_commit_kill;
  logic [3:0]  x_commit_id;
  logic        x_mem_result_valid, x_mem_result_err;
  logic [31:0] x_mem_result_rdata;
  logic        x_result_valid, x_result_ready, x_result_we;
  logic [3:0]  x_result_id;
  logic [31:0] x_result_data;
  logic [4:0]  x_result_rd;

  riscv_core #(
    .Zbkb    (Zbkb != 0),
    .Ise     (riscv_pkg::ise_e'(Ise)),
    .XIf     (Lanes != 0),
    .BootAddr(BootAddr),
    .AltOps  (AltOps != 0)
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
    .data_err_i,
    .x_issue_valid_o    (x_issue_valid),
    .x_issue_ready_i    (x_issue_ready),
    .x_issue_instr_o    (x_issue_instr),
    .x_issue_id_o       (x_issue_id),
    .x_rs_o             (x_rs),
    .x_rs_valid_o       (x_rs_valid),
    .x_issue_accept_i   (x_issue_accept),
    .x_issue_writeback_i(x_issue_writeback),
    .x_commit_valid_o   (x_commit_valid),
    .x_commit_id_o      (x_commit_id),
    .x_commit_kill_o    (x_commit_kill),
    .x_mem_result_valid_o(x_mem_result_valid),
    .x_mem_result_rdata_o(x_mem_result_rdata),
    .x_mem_result_err_o (x_mem_result_err),
    .x_result_valid_i   (x_result_valid),
    .x_result_ready_o   (x_result_ready),
    .x_result_id_i      (x_result_id),
    .x_result_data_i    (x_result_data),
    .x_result_rd_i      (x_result_rd),
    .x_result_we_i      (x_result_we)
`ifdef RVFI
    ,
    .rvfi_o,
    .rvfi_csr_o
`endif
  );

  if (Lanes != 0) begin : gen_lane_unit
    lane_unit #(.Lanes(Lanes)) u_lane_unit (
      .clk_i,
      .rst_ni,
      .x_issue_valid_i    (x_issue_valid),
      .x_issue_ready_o    (x_issue_ready),
      .x_issue_instr_i    (x_issue_instr),
      .x_issue_id_i       (x_issue_id),
      .x_issue_accept_o   (x_issue_accept),
      .x_issue_writeback_o(x_issue_writeback),
      .x_rs_i             (x_rs),
      .x_rs_valid_i       (x_rs_valid),
      .x_commit_valid_i   (x_commit_valid),
      .x_commit_id_i      (x_commit_id),
      .x_commit_kill_i    (x_commit_kill),
      .x_mem_result_valid_i(x_mem_result_valid),
      .x_mem_result_rdata_i(x_mem_result_rdata),
      .x_mem_result_err_i (x_mem_result_err),
      .x_result_valid_o   (x_result_valid),
      .x_result_ready_i   (x_result_ready),
      .x_result_id_o      (x_result_id),
      .x_result_data_o    (x_result_data),
      .x_result_rd_o      (x_result_rd),
      .x_result_we_o      (x_result_we)
    );
  end else begin : gen_no_unit
    assign x_issue_ready     = 1'b1;
    assign x_issue_accept    = 1'b0;
    assign x_issue_writeback = 1'b0;
    assign x_result_valid    = 1'b0;
    assign x_result_we       = 1'b0;
    assign x_result_id       = '0;
    assign x_result_data     = '0;
    assign x_result_rd       = '0;
    logic unused_x;
    assign unused_x = ^{x_issue_valid, x_issue_instr, x_issue_id, x_rs, x_rs_valid, x_commit_valid,
                        x_commit_kill, x_commit_id, x_mem_result_valid, x_mem_result_rdata,
                        x_mem_result_err, x_result_ready};
  end

endmodule

`default_nettype wire
