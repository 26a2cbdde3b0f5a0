// SPDX-License-Identifier: Apache-2.0
//
// What the execute stage reads: the registers, or what the writeback stage is about to put there.
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
  assign rf_raddr[0] = rs_addr_i[0];
  assign rf_raddr[1] = rs_addr_i[1];

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
  logic [1:0] forward;               // ... which has not written it yet
  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      follows_d[i] = advance_i ? write_i && next_rs_i[i] == rd_i
                               : wb_i.write && next_rs_i[i] == wb_i.rd;
      forward[i]   = wb_valid_i && follows_q[i];
      rs_o[i]      = (forward[i] && wb_i.kind == WbResult) ? wb_i.result : rf_rdata[i];
    end
  end
  assign hazard_o = (rs_read_i & forward) != '0 && wb_i.kind != WbResult;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          follows_q <= '0;
    else if (next_load_i) follows_q <= follows_d;
  end

  logic unused_wb;
  assign unused_wb = ^{wb_i.pc, wb_i.pass_end, wb_i.x_id};

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

    ForwardMatches_A: assert property (@(posedge clk_i)
      loaded_q |-> forward[i] == match);
    ZeroNotForwarded_A: assert property (@(posedge clk_i)
      loaded_q && forward[i] |-> rs_addr_i[i] != '0);

    Forward_C: cover property (@(posedge clk_i)
      loaded_q && rs_read_i[i] && forward[i] && !hazard_o);
    Hazard_C: cover property (@(posedge clk_i)
      loaded_q && rs_read_i[i] && forward[i] && hazard_o);
  end
`endif

endmodule

`default_nettype wire
