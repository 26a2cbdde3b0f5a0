// SPDX-License-Identifier: Apache-2.0
//
// The writeback stage: an instruction waits for memory if it has to, and its result goes to a
// register. What traps here writes nothing: a bus error, an overflow, a trap instruction whose
// condition holds. The last two come too late in the execute stage to stop anything there.

`default_nettype none

module mips_writeback
  import mips_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // The instruction in the execute stage
  input  logic        advance_i,   // it enters
  input  execute_t    ex_i,
  input  logic        write_i,
  input  logic [31:0] result_i,
  input  logic        overflows_i,
  input  logic        holds_i,
  input  logic [31:2] restart_i,
  // Memory
  input  logic        lsu_done_i,
  input  logic        lsu_error_i,
  input  logic [31:0] lsu_rdata_i,
  // The stage
  output logic        valid_o,     // it has an instruction
  output writeback_t  wb_o,
  output logic        answered_o,  // what it waits for is there
  output logic        ready_o,     // it has none in the next cycle unless one enters
  output logic        done_o,      // its instruction leaves
  output logic        fault_o,     // ... and traps
  output logic        retire_o,    // ... and does not
  output logic        rf_write_o,
  output logic [31:0] rf_wdata_o
);

  assign answered_o = !wb_o.memory || lsu_done_i;
  assign done_o     = valid_o && answered_o;
  assign ready_o    = !valid_o || answered_o;
  assign fault_o    = valid_o && (wb_o.overflow || wb_o.trap || (wb_o.memory && lsu_error_i));
  assign retire_o   = done_o && !fault_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      wb_o    <= '0;
    end else if (advance_i) begin
      valid_o <= 1'b1;
      wb_o    <= '{
        memory:    ex_i.memory,
        load:      ex_i.control.unit == UnitLoad,
        write:     write_i,
        write_aux: ex_i.control.write_aux,
        rd:        ex_i.control.rd,
        result:    result_i,
        overflow:  overflows_i,
        trap:      holds_i,
        restart:   restart_i,
        slot:      ex_i.slot
      };
    end else if (answered_o) begin
      valid_o <= 1'b0;
    end
  end

  assign rf_wdata_o = wb_o.load ? lsu_rdata_i : wb_o.result;
  assign rf_write_o = retire_o && wb_o.write;

  logic unused;
  assign unused = ^ex_i;

`ifndef SYNTHESIS
  NoOverwrite_A: assert property (@(posedge clk_i) advance_i |-> ready_o);
  ZeroNotWritten_A: assert property (@(posedge clk_i) rf_write_o |-> wb_o.rd != '0);
  AnswerExpected_A: assert property (@(posedge clk_i) lsu_done_i |-> valid_o && wb_o.memory);
  OneDestination_A: assert property (@(posedge clk_i) valid_o |-> !(wb_o.write && wb_o.write_aux));
  OneReason_A: assert property (@(posedge clk_i)
    valid_o |-> $onehot0({wb_o.overflow, wb_o.trap, wb_o.memory}));

  Overflow_C: cover property (@(posedge clk_i) fault_o && wb_o.overflow);
  Trap_C: cover property (@(posedge clk_i) fault_o && wb_o.trap);
  LoadFault_C: cover property (@(posedge clk_i) fault_o && wb_o.load);
  StoreFault_C: cover property (@(posedge clk_i) fault_o && wb_o.memory && !wb_o.load);
`endif

endmodule

`default_nettype wire
