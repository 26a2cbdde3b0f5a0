// SPDX-License-Identifier: Apache-2.0
//
// The writeback stage: an instruction waits for memory or the coprocessor if it has to, and its
// result goes to a register. A bus error is known here: then nothing is written.

`default_nettype none

module riscv_writeback
  import riscv_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // The instruction in the execute stage
  input  logic        advance_i,      // it enters
  input  execute_t    ex_i,
  input  decoded_t    dec_i,
  input  logic [31:0] result_i,
  input  logic [3:0]  x_id_i,
  input  logic        x_writeback_i,  // the coprocessor will give its result
  output logic        write_o,        // it will write its rd,
  output logic        result_there_o, // ... with the result that is there
  // What the stage waits for
  input  logic        lsu_done_i,
  input  logic        lsu_error_i,
  input  logic [31:0] lsu_rdata_i,
  input  logic [31:0] product_i,
  input  logic        x_valid_i,
  input  logic [3:0]  x_result_id_i,
  input  logic [31:0] x_data_i,
  // The stage
  output logic        valid_o,        // it has an instruction
  output writeback_t  wb_o,
  output logic        ready_o,        // it has none in the next cycle unless one enters
  output logic        done_o,         // its instruction leaves
  output logic        fault_o,        // ... with a bus error
  output logic        retire_o,       // ... without
  output logic        rf_write_o,
  output logic [31:0] rf_wdata_o
);

  writeback_t next;
  always_comb begin
    unique case (dec_i.unit)
      UnitMul:   next.kind = WbMul;
      UnitLoad:  next.kind = WbLoad;
      UnitStore: next.kind = WbStore;
      UnitOther: next.kind = x_writeback_i ? WbX : WbResult;
      default:   next.kind = WbResult;
    endcase
    next.rd       = ex_i.instr[11:7];
    next.write    = (dec_i.rd_write || next.kind == WbX) && next.rd != '0;
    next.result   = result_i;
    next.pc       = ex_i.pc;
    next.pass_end = ex_i.pass_end;
    next.x_id     = x_id_i;
    next.x_load   = dec_i.x_load;
  end
  assign write_o        = next.write;
  assign result_there_o = next.kind == WbResult;

  logic answered;  // what the instruction waits for is there
  always_comb begin
    unique case (wb_o.kind)
      WbLoad, WbStore: answered = lsu_done_i;
      WbX:             answered = x_valid_i && x_result_id_i == wb_o.x_id;
      default:         answered = 1'b1;
    endcase
  end
  assign done_o   = valid_o && answered;
  assign ready_o  = !valid_o || answered;
  assign fault_o  = valid_o && wb_o.kind inside {WbLoad, WbStore} && lsu_error_i;
  assign retire_o = done_o && !fault_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      wb_o    <= '{kind: WbResult, default: '0};
    end else if (advance_i) begin
      valid_o <= 1'b1;
      wb_o    <= next;
    end else if (answered) begin
      valid_o <= 1'b0;
    end
  end

  always_comb begin
    unique case (wb_o.kind)
      WbMul:   rf_wdata_o = product_i;
      WbLoad:  rf_wdata_o = lsu_rdata_i;
      WbX:     rf_wdata_o = x_data_i;
      default: rf_wdata_o = wb_o.result;
    endcase
  end
  assign rf_write_o = retire_o && wb_o.write;

  logic unused;
  assign unused = ^{ex_i, dec_i};

`ifndef SYNTHESIS
  NoOverwrite_A : assert property (@(posedge clk_i) advance_i |-> ready_o);
  ZeroNotWritten_A : assert property (@(posedge clk_i)
    rf_write_o |-> wb_o.rd != '0);
  AnswerExpected_A : assert property (@(posedge clk_i)
    lsu_done_i |-> valid_o && wb_o.kind inside {WbLoad, WbStore});

  LoadFault_C : cover property (@(posedge clk_i) fault_o && wb_o.kind == WbLoad);
  StoreFault_C : cover property (@(posedge clk_i) fault_o && wb_o.kind == WbStore);
  WaitsForCoprocessor_C : cover property (@(posedge clk_i)
    valid_o && wb_o.kind == WbX && !answered);
`endif

endmodule

`default_nettype wire
