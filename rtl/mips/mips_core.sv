// SPDX-License-Identifier: Apache-2.0
//
// MIPS32 core, kernel mode, four stages, one instruction at a time in order.
//
//   fetch      words ahead
//   decode     registers, or what the stages behind it are about to write there
//   execute    arithmetic, branches, traps; loads and stores are requested
//   writeback  a result or the answer of memory goes to a register
//
//   Instruction                Cycles over a memory that answers in the next cycle
//   arithmetic, HI and LO      1
//   load, store                1; 1 more if the next instruction reads what a load gives
//   branch, jump, not taken    1, then the delay slot
//   branch, jump, taken        1, then the delay slot, then 1
//   likely branch, not taken   2, without the delay slot
//   eret                       3
//   mul, mult, madd, msub      5, whatever the operands
//   div                        1; what needs HI or LO comes 35 cycles later at the earliest
//   native                     1
//   coprocessor                1; 1 more if the one before writes an auxiliary register that it
//                              may read
//
// This file only connects. What is decided stands in
//
//   mips_control               waiting, traps, redirects
//   mips_decode_stage          whether an instruction goes on to the execute stage
//   mips_operands              where an operand comes from
//   mips_writeback             what is waited for, and what is written
//   mips_extension             everything that is special to an extension and not the decoder's
//
// Both memory ports are OBI 1.6.0, the subset that core_fetch and core_lsu name. One load or store
// is under way at a time, but the next one may be requested in the cycle of the answer. Every trap
// is precise, a bus error's included.

`default_nettype none

module mips_core
  import mips_pkg::*;
#(
  parameter int unsigned Ise      = 0,  // extension: none, native or coprocessor, as in ise_e
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
  output core_pkg::rvfi_t rvfi_o
`endif
);

  if (Ise > int'(IseCopro)) begin : gen_bad_ise
    $fatal(1, "mips_core: Ise is %0d; 0, 1, 2 are allowed", Ise);
  end
  if (BootAddr[1:0] != 2'b00) begin : gen_bad_boot
    $fatal(1, "mips_core: BootAddr is %h; multiples of 4 are allowed", BootAddr);
  end

  localparam ise_e        Extension = ise_e'(Ise);
  localparam logic [31:0] Vector    = BootAddr + 32'h180;

  // What stages tell each other; the module that drives a signal says what it means.

  logic        id_valid, id_leave;
  decode_t     id;
  logic [31:0] pc;

  logic        ex_valid, write, taken, overflows, holds;
  execute_t    ex;
  logic [31:0] address, result, rotated, stay;

  logic        advance, nullify, redirect, trap, exception, interrupt, mtc0, eret;
  trap_t       trap_info;
  logic [31:2] restart;
  logic [31:0] target;

  logic        lsu_valid, lsu_ready, lsu_waiting, lsu_done, lsu_error, misaligned;
  logic [31:0] lsu_rdata;
  logic        hilo_valid, hilo_ready;

  logic        wb_valid, wb_answered, wb_ready, wb_done, wb_fault, retire, rf_write;
  writeback_t  wb;
  logic [31:0] rf_wdata;

  logic        irq;
  logic [31:0] cp0_rdata, epc;

  logic        aux_hazard;
  logic [31:0] native_result, aux_wdata, aux_result;

  // Fetch

  mips_fetch_stage #(.BootAddr(BootAddr)) u_fetch_stage (
    .clk_i,
    .rst_ni,
    .redirect_i(redirect),
    .target_i  (target),
    .leave_i   (id_leave),
    .valid_o   (id_valid),
    .id_o      (id),
    .pc_o      (pc),
    .req_o     (instr_req_o),
    .gnt_i     (instr_gnt_i),
    .addr_o    (instr_addr_o),
    .rvalid_i  (instr_rvalid_i),
    .rdata_i   (instr_rdata_i),
    .err_i     (instr_err_i)
  );

  // Decode
`ifdef RVFI
  core_pkg::rvfi_sources_t sources;
`endif

  mips_decode_stage #(.Ise(Extension)) u_decode_stage (
    .clk_i,
    .rst_ni,
    .valid_i   (id_valid),
    .id_i      (id),
    .leave_o   (id_leave),
    .advance_i (advance),
    .nullify_i (nullify),
    .trap_i    (trap),
    .valid_o   (ex_valid),
    .ex_o      (ex),
    .write_i   (write),
    .result_i  (result),
`ifdef RVFI
    .sources_o (sources),
`endif
    .wb_valid_i(wb_valid),
    .wb_done_i (wb_answered),
    .wb_i      (wb),
    .rf_write_i(rf_write),
    .rf_wdata_i(rf_wdata)
  );

  // Execute

  mips_execute u_execute (
    .clk_i,
    .rst_ni,
    .ex_i           (ex),
    .link_i         (pc),
    .cp0_rdata_i    (cp0_rdata),
    .native_result_i(native_result),
    .aux_result_i   (aux_result),
    .hilo_valid_i   (hilo_valid),
    .hilo_ready_o   (hilo_ready),
    .address_o      (address),
    .taken_o        (taken),
    .overflows_o    (overflows),
    .holds_o        (holds),
    .write_o        (write),
    .rotated_o      (rotated),
    .stay_o         (stay),
    .result_o       (result)
  );

  mips_control #(.Vector(Vector)) u_control (
    .clk_i,
    .valid_i      (ex_valid),
    .ex_i         (ex),
    .id_valid_i   (id_valid),
    .region_i     (id.pc[31:28]),
    .aux_hazard_i (aux_hazard),
    .misaligned_i (misaligned),
    .lsu_ready_i  (lsu_ready),
    .lsu_waiting_i(lsu_waiting),
    .hilo_ready_i (hilo_ready),
    .taken_i      (taken),
    .address_i    (address),
    .epc_i        (epc),
    .wb_ready_i   (wb_ready),
    .wb_fault_i   (wb_fault),
    .wb_i         (wb),
    .irq_i        (irq),
    .lsu_valid_o  (lsu_valid),
    .hilo_valid_o (hilo_valid),
    .advance_o    (advance),
    .mtc0_o       (mtc0),
    .eret_o       (eret),
    .nullify_o    (nullify),
    .exception_o  (exception),
    .interrupt_o  (interrupt),
    .trap_o       (trap),
    .trap_info_o  (trap_info),
    .restart_o    (restart),
    .redirect_o   (redirect),
    .target_o     (target)
  );

  mips_cp0 u_cp0 (
    .clk_i,
    .rst_ni,
    .write_i   (mtc0),
    .addr_i    (ex.instr[15:11]),
    .select_i  (ex.instr[2:0]),
    .wdata_i   (ex.b),
    .rdata_o   (cp0_rdata),
    .trap_i    (trap),
    .code_i    (trap_info.code),
    .epc_i     (trap_info.epc),
    .slot_i    (trap_info.slot),
    .badvaddr_i(trap_info.badvaddr),
    .eret_i    (eret),
    .epc_o     (epc),
    .irq_external_i,
    .irq_timer_i,
    .irq_software_i,
    .irq_o     (irq)
  );

  mips_extension #(.Ise(Extension)) u_extension (
    .clk_i,
    .rst_ni,
    .ex_i           (ex),
    .advance_i      (advance),
    .rotated_i      (rotated),
    .stay_i         (stay),
    .native_result_o(native_result),
    .aux_hazard_o   (aux_hazard),
    .aux_wdata_o    (aux_wdata),
    .aux_result_o   (aux_result),
    .wb_valid_i     (wb_valid),
    .retire_i       (retire),
    .wb_i           (wb),
    .wdata_i        (rf_wdata)
  );

  // Execute and writeback

  core_lsu u_lsu (
    .clk_i,
    .rst_ni,
    .valid_i     (lsu_valid),
    .store_i     (ex.control.unit == UnitStore),
    .size_i      (ex.control.size),
    .unsigned_i  (!ex.control.is_signed),
    .addr_i      (address),
    .wdata_i     (ex.control.copro ? aux_wdata : ex.b),
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

  // Writeback

  mips_writeback u_writeback (
    .clk_i,
    .rst_ni,
    .advance_i  (advance),
    .ex_i       (ex),
    .write_i    (write),
    .result_i   (result),
    .overflows_i(overflows),
    .holds_i    (holds),
    .restart_i  (restart),
    .lsu_done_i (lsu_done),
    .lsu_error_i(lsu_error),
    .lsu_rdata_i(lsu_rdata),
    .valid_o    (wb_valid),
    .wb_o       (wb),
    .answered_o (wb_answered),
    .ready_o    (wb_ready),
    .done_o     (wb_done),
    .fault_o    (wb_fault),
    .retire_o   (retire),
    .rf_write_o (rf_write),
    .rf_wdata_o (rf_wdata)
  );

`ifdef RVFI
  logic [31:0] next;
  always_comb begin
    next = (id_valid && !nullify) ? id.pc : pc;
    if (trap || eret) next = target;
  end

  core_rvfi u_rvfi (
    .clk_i,
    .rst_ni,
    .interrupt_i(interrupt),
    .leave_i    (advance || exception),
    .trap_i     (exception),
    .record_i   ('{
      insn:      ex.instr,
      sources:   sources,
      pc_rdata:  ex.pc,
      pc_wdata:  next,
      mem_addr:  data_req_o ? data_addr_o : '0,
      mem_rmask: (data_req_o && !data_we_o) ? data_be_o : '0,
      mem_wmask: (data_req_o && data_we_o) ? data_be_o : '0,
      mem_wdata: data_wdata_o
    }),
    .done_i     (wb_done),
    .fault_i    (wb_fault),
    .fault_pc_i (Vector),
    .write_i    (rf_write),
    .rd_addr_i  (wb.rd),
    .rd_wdata_i (rf_wdata),
    .mem_rdata_i(data_rdata_i),
    .rvfi_o
  );
`else
  logic unused_rvfi;
  assign unused_rvfi = ^{exception, interrupt, wb_done};
`endif

endmodule

`default_nettype wire
