// SPDX-License-Identifier: Apache-2.0
//
// What the execute stage reads, in two registers.
//
// They are filled as an instruction enters the stage: from the general registers, from what the
// writeback stage writes in that cycle, or with the result of the instruction before it, if that
// leaves the execute stage with one. If it has none yet (a load, a product, what a coprocessor
// gives), the instruction waits in the execute stage and gets it as the writeback stage writes it.
//
// The instruction in the writeback stage is always the one before that in the execute stage. So
// whether an operand comes from there is known when an instruction enters the execute stage, and
// kept in two bits.

`default_nettype none

module riscv_operands
  import riscv_pkg::*;
(
  input  logic              clk_i,
  input  logic              rst_ni,
  // The instruction that enters the execute stage
  input  logic              next_load_i,
  input  logic [1:0][4:0]   next_rs_i,
  // The instruction in the execute stage
  input  logic              advance_i,   // it leaves for the writeback stage
  input  logic [1:0][4:0]   rs_addr_i,
  input  logic [1:0]        rs_read_i,
  input  logic              write_i,     // it will write rd
  input  logic [4:0]        rd_i,
  input  logic              result_there_i,  // what it will write is this
  input  logic [31:0]       result_i,
  output logic [31:0]       rs_o[2],
  output logic              hazard_o,    // an operand is not there yet
  // The instruction in the writeback stage
  input  logic              wb_valid_i,
  input  writeback_t        wb_i,
  input  logic              rf_write_i,
  input  logic [31:0]       rf_wdata_i
);

  logic [31:0] rf_rdata[2];
  logic [4:0]  rf_raddr[2];
  assign rf_raddr[0] = next_rs_i[0];
  assign rf_raddr[1] = next_rs_i[1];

  core_regfile u_regfile (
    .clk_i,
    .rst_ni,
    .write_i(rf_write_i),
    .waddr_i(wb_i.rd),
    .wdata_i(rf_wdata_i),
    .raddr_i(rf_raddr),
    .rdata_o(rf_rdata)
  );

  logic [1:0] follows_q, follows_d;  // it reads what the instruction before it writes
  logic [1:0] waits;                 // ... which is not there yet
  for (genvar i = 0; i < 2; i++) begin : gen_operand
    logic passed, written;  // it becomes what the execute stage, the writeback stage gives
    assign follows_d[i] = advance_i ? write_i && next_rs_i[i] == rd_i
                                    : wb_i.write && next_rs_i[i] == wb_i.rd;
    assign passed  = next_load_i && advance_i && result_there_i && follows_d[i];
    assign written = rf_write_i && (next_load_i ? wb_i.rd == next_rs_i[i] : follows_q[i]);
    assign waits[i] = wb_valid_i && follows_q[i];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)          rs_o[i] <= '0;
      else if (passed)      rs_o[i] <= result_i;
      else if (written)     rs_o[i] <= rf_wdata_i;
      else if (next_load_i) rs_o[i] <= rf_rdata[i];
    end
  end
  assign hazard_o = (rs_read_i & waits) != '0 && wb_i.kind != WbResult;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          follows_q <= '0;
    else if (next_load_i) follows_q <= follows_d;
  end

  logic unused_wb;
  assign unused_wb = ^{wb_i.result, wb_i.pc, wb_i.pass_end, wb_i.x_id, wb_i.x_load};

`ifndef SYNTHESIS
  logic loaded_q;  // the instruction in the execute stage has not left it
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          loaded_q <= 1'b0;
    else if (next_load_i) loaded_q <= 1'b1;
    else if (advance_i)   loaded_q <= 1'b0;
  end

  for (genvar i = 0; i < 2; i++) begin : gen_check
    logic match;  // the two bits stand for this comparison
    assign match = wb_valid_i && wb_i.write && wb_i.rd == rs_addr_i[i];

    ForwardMatches_A : assert property (@(posedge clk_i)
      loaded_q |-> waits[i] == match);
    ZeroNotForwarded_A : assert property (@(posedge clk_i)
      loaded_q && waits[i] |-> rs_addr_i[i] != '0);

    // The register is what a read now would find.
    logic [31:0] expected;
    assign expected = (match && wb_i.kind == WbResult) ? wb_i.result : u_regfile.regs[rs_addr_i[i]];
    Operand_A : assert property (@(posedge clk_i)
      loaded_q && !(match && wb_i.kind != WbResult) |-> rs_o[i] == expected);

    Passed_C : cover property (@(posedge clk_i) gen_operand[i].passed);
    Written_C : cover property (@(posedge clk_i)
      next_load_i && gen_operand[i].written && !gen_operand[i].passed);
    PassedAndWritten_C : cover property (@(posedge clk_i)
      gen_operand[i].passed && gen_operand[i].written);
    Hazard_C : cover property (@(posedge clk_i)
      loaded_q && rs_read_i[i] && waits[i] && hazard_o);
  end
`endif

endmodule

`default_nettype wire
