// SPDX-License-Identifier: Apache-2.0
//
// RV32IMC core, machine mode, three stages, one instruction at a time in order.
//
//   fetch      words ahead, cut into instructions, expanded to 32 bits, decoded; registers are read
//   execute    arithmetic, branches, traps; loads and stores are requested
//   writeback  a result or the answer of memory or coprocessor goes to a register
//
//   Instruction                Cycles over a memory that answers in the next cycle
//   arithmetic                 1
//   mul                        1; 1 more if the next instruction reads what it gives
//   CSR access                 2; 1 if no instruction is in the writeback stage
//   load, store                1; 1 more if the next instruction reads what a load gives
//   branch not taken           1
//   jump, branch taken         2; 1 more to a 32-bit instruction at an odd halfword
//   div, rem                   34, whatever the operands
//   OASIP, DASIP               1, or as a load, store or jump (doloop); see docs/isa.md
//   kabsl, kabslp              as a load, when the coprocessor is free
//   other                      offered to the coprocessor; illegal if it refuses
//
// This file only connects. What is decided stands in
//
//   riscv_control              waiting, traps, redirects
//   riscv_operands             where an operand comes from
//   riscv_writeback            what is waited for, and what is written
//   riscv_extension            everything that is special to an extension and not the decoder's
//
// Both memory ports are OBI 1.6.0, the subset that core_fetch and core_lsu name; the coprocessor
// port is CV-X-IF 1.0.0, the subset that riscv_xif names. One load or store is under way at a time,
// but the next one may be requested in the cycle of the answer. Every trap is precise, a bus
// error's included.

`default_nettype none

module riscv_core
  import riscv_pkg::*;
#(
  parameter bit          Zbkb     = 1'b0,
  parameter ise_e        Ise      = IseNone,
  parameter bit          XIf      = 1'b0,  // there is a coprocessor
  parameter logic [31:0] BootAddr = 32'd0,
  parameter logic [31:0] HartId   = 32'd0,
  parameter bit          AltOps   = 1'b0   // no products and quotients, for a proof; riscv_multiply
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
  input  logic        data_err_i,

  output logic        x_issue_valid_o,
  input  logic        x_issue_ready_i,
  output logic [31:0] x_issue_instr_o,
  output logic [3:0]  x_issue_id_o,
  output logic [1:0][31:0] x_rs_o,
  output logic [1:0]  x_rs_valid_o,
  input  logic        x_issue_accept_i,
  input  logic        x_issue_writeback_i,
  output logic        x_commit_valid_o,
  output logic [3:0]  x_commit_id_o,
  output logic        x_commit_kill_o,
  output logic        x_mem_result_valid_o,
  output logic [31:0] x_mem_result_rdata_o,
  output logic        x_mem_result_err_o,
  input  logic        x_result_valid_i,
  output logic        x_result_ready_o,
  input  logic [3:0]  x_result_id_i,
  input  logic [31:0] x_result_data_i,
  input  logic [4:0]  x_result_rd_i,
  input  logic        x_result_we_i
`ifdef RVFI
  ,
  output core_pkg::rvfi_t rvfi_o,
  output rvfi_csr_t       rvfi_csr_o
`endif
);

  if (!(Ise inside {IseNone, IseOasip, IseDasip})) begin : gen_bad_ise
    $fatal(1, "riscv_core: Ise is %0d; 0, 1, 2 are allowed", Ise);
  end
  if (BootAddr[0]) begin : gen_bad_boot
    $fatal(1, "riscv_core: BootAddr is %h; multiples of 2 are allowed", BootAddr);
  end

  // What stages tell each other; the module that drives a signal says what it means.

  logic            ex_valid, next_load;
  execute_t        ex;
  decoded_t        dec;
  logic [31:1]     link;
  logic [1:0][4:0] next_rs;

  logic            advance, redirect, trap, exception, interrupt;
  logic [31:1]     target;
  trap_t           trap_info;

  logic [31:0]     rs[2], sum, result, product;
  logic [31:1]     branch_target;
  logic            operand_hazard, branch_holds;
  logic            div_start, div_busy, div_done;

  logic            lsu_valid, lsu_ready, lsu_waiting, lsu_done, lsu_error, misaligned;
  logic [31:0]     lsu_rdata;

  logic            x_offer, x_load, x_ready, x_refused, x_writeback, x_valid;
  logic [3:0]      x_id, x_result_id;
  logic [31:0]     x_data;

  logic            wb_valid, wb_ready, wb_done, wb_fault, retire, write, result_there, rf_write;
  writeback_t      wb;
  logic [31:0]     rf_wdata;

  logic            csr_access, csr_illegal, csr_write, mret, irq;
  logic [31:0]     csr_rdata, csr_wdata;
  logic [31:1]     mtvec, mepc;
  cause_t          irq_cause;

  logic            ise_hazard, ise_illegal, ise_csr_known;
  logic [31:0]     ise_result, ise_wdata, ise_csr_rdata, row_offset, index_offset;
  loop_fetch_t     loop_fetch;
  loop_steer_t     loop_steer;

`ifdef RVFI
  logic [31:0] ex_raw;
  csr_state_t  csr_state, csr_next;
`endif

  // Fetch
  riscv_fetch_stage #(.Zbkb(Zbkb), .Ise(Ise), .XIf(XIf), .BootAddr(BootAddr)) u_fetch_stage (
    .clk_i,
    .rst_ni,
    .redirect_i  (redirect),
    .target_i    (target),
    .advance_i   (advance),
    .valid_o     (ex_valid),
    .ex_o        (ex),
    .dec_o       (dec),
    .link_o      (link),
    .next_load_o (next_load),
    .next_rs_o   (next_rs),
`ifdef RVFI
    .raw_o       (ex_raw),
`endif
    .loop_fetch_o(loop_fetch),
    .loop_steer_i(loop_steer),
    .req_o       (instr_req_o),
    .gnt_i       (instr_gnt_i),
    .addr_o      (instr_addr_o),
    .rvalid_i    (instr_rvalid_i),
    .rdata_i     (instr_rdata_i),
    .err_i       (instr_err_i)
  );

  // Execute

  riscv_operands u_operands (
    .clk_i,
    .rst_ni,
    .next_load_i(next_load),
    .next_rs_i  (next_rs),
    .advance_i  (advance),
    .rs_addr_i  (ex.rs),
    .rs_read_i  ({dec.rs2_read, dec.rs1_read}),
    .write_i    (write),
    .rd_i       (ex.instr[11:7]),
    .result_there_i(result_there),
    .result_i   (result),
    .rs_o       (rs),
    .hazard_o   (operand_hazard),
    .wb_valid_i (wb_valid),
    .wb_i       (wb),
    .rf_write_i (rf_write),
    .rf_wdata_i (rf_wdata)
  );

  riscv_execute #(.Zbkb(Zbkb), .AltOps(AltOps)) u_execute (
    .clk_i,
    .rst_ni,
    .instr_i        (ex.instr),
    .pc_i           (ex.pc),
    .link_i         (link),
    .dec_i          (dec),
    .rs_i           (rs),
    .csr_rdata_i    (csr_rdata),
    .ise_result_i   (ise_result),
    .row_offset_i   (row_offset),
    .index_offset_i (index_offset),
    .div_start_i    (div_start),
    .div_busy_o     (div_busy),
    .div_done_o     (div_done),
    .sum_o          (sum),
    .branch_holds_o (branch_holds),
    .branch_target_o(branch_target),
    .result_o       (result),
    .product_o      (product)
  );

  riscv_control #(.XIf(XIf)) u_control (
    .clk_i,
    .valid_i         (ex_valid),
    .ex_i            (ex),
    .dec_i           (dec),
    .link_i          (link),
    .operand_hazard_i(operand_hazard),
    .ise_hazard_i    (ise_hazard),
    .csr_illegal_i   (csr_illegal),
    .ise_illegal_i   (ise_illegal),
    .misaligned_i    (misaligned),
    .x_refused_i     (x_refused),
    .lsu_ready_i     (lsu_ready),
    .lsu_waiting_i   (lsu_waiting),
    .div_busy_i      (div_busy),
    .div_done_i      (div_done),
    .x_ready_i       (x_ready),
    .branch_holds_i  (branch_holds),
    .branch_target_i (branch_target),
    .sum_i           (sum),
    .mtvec_i         (mtvec),
    .mepc_i          (mepc),
    .wb_valid_i      (wb_valid),
    .wb_ready_i      (wb_ready),
    .wb_fault_i      (wb_fault),
    .wb_i            (wb),
    .irq_i           (irq),
    .irq_cause_i     (irq_cause),
    .lsu_valid_o     (lsu_valid),
    .div_start_o     (div_start),
    .x_offer_o       (x_offer),
    .x_load_o        (x_load),
    .advance_o       (advance),
    .csr_access_o    (csr_access),
    .mret_o          (mret),
    .exception_o     (exception),
    .interrupt_o     (interrupt),
    .trap_o          (trap),
    .trap_info_o     (trap_info),
    .redirect_o      (redirect),
    .target_o        (target)
  );

  riscv_csr #(
    .HartId(HartId),
    .Custom(Ise != IseNone || XIf)
  ) u_csr (
    .clk_i,
    .rst_ni,
    .access_i   (csr_access),
    .op_i       (ex.instr[13:12]),
    .addr_i     (ex.instr[31:20]),
    .write_i    (ex.instr[13:12] == 2'b01 || ex.rs[0] != '0),
    .operand_i  (ex.instr[14] ? 32'(ex.rs[0]) : rs[0]),
    .rdata_o    (csr_rdata),
    .illegal_o  (csr_illegal),
    .ise_known_i(ise_csr_known),
    .ise_rdata_i(ise_csr_rdata),
    .write_o    (csr_write),
    .wdata_o    (csr_wdata),
    .trap_i     (trap),
    .cause_i    (trap_info.cause),
    .epc_i      (trap_info.epc),
    .tval_i     (trap_info.tval),
    .mret_i     (mret),
    .mtvec_o    (mtvec),
    .mepc_o     (mepc),
    .irq_external_i,
    .irq_timer_i,
    .irq_software_i,
    .irq_o      (irq),
    .irq_cause_o(irq_cause),
    .retire_i   (retire)
`ifdef RVFI
    ,
    .state_o    (csr_state),
    .next_o     (csr_next)
`endif
  );

  riscv_extension #(.Ise(Ise)) u_extension (
    .clk_i,
    .rst_ni,
    .instr_i        (ex.instr),
    .rs_i           (rs),
    .link_i         (link),
    .branch_target_i(branch_target),
    .advance_i      (advance),
    .hazard_o       (ise_hazard),
    .illegal_o      (ise_illegal),
    .result_o       (ise_result),
    .row_offset_o   (row_offset),
    .index_offset_o (index_offset),
    .wdata_o        (ise_wdata),
    .wb_valid_i     (wb_valid),
    .retire_i       (retire),
    .pass_end_i     (wb.pass_end),
    .rdata_i        (data_rdata_i),
    .redirect_i     (redirect),
    .loop_fetch_i   (loop_fetch),
    .loop_steer_o   (loop_steer),
    .csr_addr_i     (ex.instr[31:20]),
    .csr_write_i    (csr_write),
    .csr_wdata_i    (csr_wdata),
    .csr_known_o    (ise_csr_known),
    .csr_rdata_o    (ise_csr_rdata)
  );

  // Execute and writeback

  core_lsu u_lsu (
    .clk_i,
    .rst_ni,
    .valid_i     (lsu_valid),
    .store_i     (dec.unit == UnitStore),
    .size_i      (dec.size),
    .unsigned_i  (ex.instr[14]),
    .addr_i      (sum),
    .wdata_i     (dec.indexed ? ise_wdata : rs[1]),
    .misaligned_o(misaligned),
    .ready_o     (lsu_ready),
    .leave_i     (advance),
    .waiting_o   (lsu_waiting),
    .done_o      (lsu_done),
    .error_o     (lsu_error),
    .rdata_o     (lsu_rdata),
    .req_o       (data_req_o),
    .gnt_i       (data_gnt_i),
    .addr_o      (data_addr_o),
    .we_o        (data_we_o),
    .be_o        (data_be_o),
    .wdata_o     (data_wdata_o),
    .rvalid_i    (data_rvalid_i),
    .rdata_i     (data_rdata_i),
    .err_i       (data_err_i)
  );

  riscv_xif u_xif (
    .clk_i,
    .rst_ni,
    .offer_i       (x_offer),
    .load_i        (x_load),
    .instr_i       (ex.instr),
    .rs_i          (rs),
    .ready_o       (x_ready),
    .refused_o     (x_refused),
    .writeback_o   (x_writeback),
    .id_o          (x_id),
    .mem_valid_i   (wb_valid && wb.x_load && lsu_done),
    .mem_rdata_i   (data_rdata_i),
    .mem_err_i     (lsu_error),
    .result_valid_o(x_valid),
    .result_id_o   (x_result_id),
    .result_data_o (x_data),
    .x_issue_valid_o,
    .x_issue_ready_i,
    .x_issue_instr_o,
    .x_issue_id_o,
    .x_rs_o,
    .x_rs_valid_o,
    .x_issue_accept_i,
    .x_issue_writeback_i,
    .x_commit_valid_o,
    .x_commit_id_o,
    .x_commit_kill_o,
    .x_mem_result_valid_o,
    .x_mem_result_rdata_o,
    .x_mem_result_err_o,
    .x_result_valid_i,
    .x_result_ready_o,
    .x_result_id_i,
    .x_result_data_i,
    .x_result_rd_i,
    .x_result_we_i
  );

  // Writeback

  riscv_writeback u_writeback (
    .clk_i,
    .rst_ni,
    .advance_i    (advance),
    .ex_i         (ex),
    .dec_i        (dec),
    .result_i     (result),
    .x_id_i       (x_id),
    .x_writeback_i(x_writeback),
    .write_o      (write),
    .result_there_o(result_there),
    .lsu_done_i   (lsu_done),
    .lsu_error_i  (lsu_error),
    .lsu_rdata_i  (lsu_rdata),
    .product_i    (product),
    .x_valid_i    (x_valid),
    .x_result_id_i(x_result_id),
    .x_data_i     (x_data),
    .valid_o      (wb_valid),
    .wb_o         (wb),
    .ready_o      (wb_ready),
    .done_o       (wb_done),
    .fault_o      (wb_fault),
    .retire_o     (retire),
    .rf_write_o   (rf_write),
    .rf_wdata_o   (rf_wdata)
  );

`ifdef RVFI
  core_rvfi u_rvfi (
    .clk_i,
    .rst_ni,
    .interrupt_i(interrupt),
    .leave_i    (advance || exception),
    .trap_i     (exception),
    .record_i   ('{
      insn:      ex_raw,
      sources:   '{
        rs1_addr:  dec.rs1_read ? ex.rs[0] : '0,
        rs2_addr:  dec.rs2_read ? ex.rs[1] : '0,
        rs1_rdata: dec.rs1_read ? rs[0] : '0,
        rs2_rdata: dec.rs2_read ? rs[1] : '0
      },
      pc_rdata:  {ex.pc, 1'b0},
      pc_wdata:  redirect ? {target, 1'b0} : {link, 1'b0},
      mem_addr:  data_req_o ? data_addr_o : '0,
      mem_rmask: (data_req_o && !data_we_o) ? data_be_o : '0,
      mem_wmask: (data_req_o && data_we_o) ? data_be_o : '0,
      mem_wdata: data_wdata_o
    }),
    .done_i     (wb_done),
    .fault_i    (wb_fault),
    .fault_pc_i ({mtvec, 1'b0}),
    .write_i    (rf_write),
    .rd_addr_i  (wb.rd),
    .rd_wdata_i (rf_wdata),
    .mem_rdata_i(data_rdata_i),
    .rvfi_o
  );

  riscv_rvfi_csr u_rvfi_csr (
    .clk_i,
    .rst_ni,
    .leave_i(advance || exception),
    .state_i(csr_state),
    .next_i (csr_next),
    .fault_i(wb_fault),
    .rvfi_csr_o
  );
`else
  logic unused_rvfi;
  assign unused_rvfi = ^{exception, interrupt, wb_done};
`endif

endmodule

`default_nettype wire
