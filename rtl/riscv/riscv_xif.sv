// SPDX-License-Identifier: Apache-2.0
//
// The core's side of the coprocessor interface, CV-X-IF 1.0.0: issue, register, commit, memory
// result and result interface.
//
//   X_ISSUE_REGISTER_SPLIT 0   registers come with the issue; x_rs_valid is always set
//   X_NUM_RS 2, X_ID_WIDTH 4, X_RFR_WIDTH 32, X_RFW_WIDTH 32, X_DUALREAD 0, X_DUALWRITE 0
//   hartid, register_read      left out: one hart, both registers
//   compressed, memory         left out: what loads for the coprocessor is an instruction that the
//                              core knows, too; it is offered in the cycle in which memory grants
//                              its request, when the coprocessor is ready, and never refused. So
//                              x_issue_ready must not wait for x_issue_valid
//   memory result              as memory answers, bus errors too, which the core takes as a trap
//   commit                     in the cycle of the issue, and never kills: what is offered is the
//                              oldest instruction, and all before it is known to take effect
//   result                     taken at once, at the earliest in the cycle after the issue; tells
//                              its register by its id, so that rd and we are not looked at
//
// An offer that is not accepted yet is withdrawn when an interrupt is taken, which the standard
// allows.

`default_nettype none

module riscv_xif (
  input  logic             clk_i,
  input  logic             rst_ni,
  // Execute stage
  input  logic             offer_i,        // the instruction,
  input  logic             load_i,         // ... or a load for it, which it knows
  input  logic [31:0]      instr_i,
  input  logic [31:0]      rs_i[2],
  output logic             ready_o,        // the coprocessor has answered
  output logic             refused_o,      // ... that it does not know the instruction
  output logic             writeback_o,    // ... that it will give a result
  output logic [3:0]       id_o,           // of the instruction
  // Writeback stage
  input  logic             mem_valid_i,    // memory has answered that load
  input  logic [31:0]      mem_rdata_i,
  input  logic             mem_err_i,
  output logic             result_valid_o,
  output logic [3:0]       result_id_o,
  output logic [31:0]      result_data_o,
  // Coprocessor
  output logic             x_issue_valid_o,
  input  logic             x_issue_ready_i,
  output logic [31:0]      x_issue_instr_o,
  output logic [3:0]       x_issue_id_o,
  output logic [1:0][31:0] x_rs_o,
  output logic [1:0]       x_rs_valid_o,
  input  logic             x_issue_accept_i,
  input  logic             x_issue_writeback_i,
  output logic             x_commit_valid_o,
  output logic [3:0]       x_commit_id_o,
  output logic             x_commit_kill_o,
  output logic             x_mem_result_valid_o,
  output logic [31:0]      x_mem_result_rdata_o,
  output logic             x_mem_result_err_o,
  input  logic             x_result_valid_i,
  output logic             x_result_ready_o,
  input  logic [3:0]       x_result_id_i,
  input  logic [31:0]      x_result_data_i,
  input  logic [4:0]       x_result_rd_i,
  input  logic             x_result_we_i
);

  logic [3:0] id_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)               id_q <= '0;
    else if (x_commit_valid_o) id_q <= id_q + 4'd1;
  end

  assign x_issue_valid_o  = offer_i || load_i;
  assign x_issue_instr_o  = instr_i;
  assign x_issue_id_o     = id_q;
  assign x_rs_o           = {rs_i[1], rs_i[0]};
  assign x_rs_valid_o     = 2'b11;
  assign x_commit_valid_o = x_issue_valid_o && x_issue_ready_i;
  assign x_commit_id_o    = id_q;
  assign x_commit_kill_o  = 1'b0;
  assign x_result_ready_o = 1'b1;

  assign x_mem_result_valid_o = mem_valid_i;
  assign x_mem_result_rdata_o = mem_rdata_i;
  assign x_mem_result_err_o   = mem_err_i;

  assign ready_o        = x_issue_ready_i;
  assign refused_o      = offer_i && x_issue_ready_i && !x_issue_accept_i;
  assign writeback_o    = x_issue_writeback_i;
  assign id_o           = id_q;
  assign result_valid_o = x_result_valid_i;
  assign result_id_o    = x_result_id_i;
  assign result_data_o  = x_result_data_i;

  logic unused_result;
  assign unused_result = ^{x_result_rd_i, x_result_we_i};

`ifndef SYNTHESIS
  OneOffer_A : assert property (@(posedge clk_i) $onehot0({offer_i, load_i}));
  LoadTaken_A : assert property (@(posedge clk_i)
    load_i |-> x_issue_ready_i && x_issue_accept_i && !x_issue_writeback_i);

  Load_C : cover property (@(posedge clk_i) load_i);
  LoadError_C : cover property (@(posedge clk_i) mem_valid_i && mem_err_i);
  Refused_C : cover property (@(posedge clk_i) refused_o);
  Waits_C : cover property (@(posedge clk_i) offer_i && !x_issue_ready_i);
`endif

endmodule

`default_nettype wire
