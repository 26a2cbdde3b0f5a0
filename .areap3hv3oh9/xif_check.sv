// SPDX-License-Identifier: Apache-2.0
//
// Rules of a coprocessor port after CV-X-IF 1.0.0 (OpenHW Group), for the subset that core and lane
// unit implement: issue with registers (X_ISSUE_REGISTER_SPLIT = 0), commit, result; one hart, two
// source registers of 32 bits, one destination. Absent: the compressed and the memory interface,
// dual reads and writes, extension status.
//
//   issue    while an offer waits, instr stays, and a source register that is valid stays so; the
//            core may withdraw it. An id is not offered while an instruction with it is in flight.
//            A refused instruction does not write back.
//   commit   narrower than the standard: each issued instruction, refused ones too, has a commit of
//            its own, in the order of issue, in the cycle of its issue or later
//   result   one for each accepted instruction that is not killed, with its id, rd and writeback, in
//            any order, not before its commit; it stays until it is taken
//
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module xif_check #(
  parameter int unsigned IdWidth = 4
) (
  input logic               clk_i,
  input logic               rst_ni,

  input logic               issue_valid_i,
  input logic               issue_ready_i,
  input logic [31:0]        issue_instr_i,
  input logic [IdWidth-1:0] issue_id_i,
  input logic               issue_accept_i,
  input logic               issue_writeback_i,
  input logic [1:0][31:0]   rs_i,
  input logic [1:0]         rs_valid_i,

  input logic               commit_valid_i,
  input logic [IdWidth-1:0] commit_id_i,
  input logic               commit_kill_i,

  input logic               result_valid_i,
  input logic               result_ready_i,
  input logic [IdWidth-1:0] result_id_i,
  input logic [31:0]        result_data_i,
  input logic [4:0]         result_rd_i,
  input logic               result_we_i
);

  if (IdWidth == 0) begin : gen_bad_width
    $fatal(1, "xif_check: IdWidth is 0; 1 and more are allowed");
  end

  localparam int unsigned Ids = 2 ** IdWidth;
  typedef logic [IdWidth-1:0] id_t;

  logic issue, result;
  assign issue  = issue_valid_i && issue_ready_i;
  assign result = result_valid_i && result_ready_i;

  // The offer that waits

  logic             waiting_q;
  logic [31:0]      instr_q;
  id_t              id_q;
  logic [1:0][31:0] rs_q;
  logic [1:0]       rs_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q                          <= 1'b0;
      {instr_q, id_q, rs_q, rs_valid_q}  <= '0;
    end else begin
      waiting_q                          <= issue_valid_i && !issue_ready_i;
      {instr_q, id_q, rs_q, rs_valid_q}  <= {issue_instr_i, issue_id_i, rs_i, rs_valid_i};
    end
  end

  logic same;
  assign same = waiting_q && issue_valid_i && issue_id_i == id_q;

  // Instructions in flight: what each still owes. The commits' order is kept as a ring of ids.

  logic [Ids-1:0] commit_due_q, result_due_q, writeback_q;
  logic [4:0]     rd_q[Ids];
  id_t            order_q[Ids];
  id_t            first_q, next_q;
  logic           at_issue;     // the commit is for the instruction that is issued in this cycle
  id_t            expected;

  assign at_issue = first_q == next_q && commit_due_q == '0;
  assign expected = at_issue ? issue_id_i : order_q[first_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {commit_due_q, result_due_q, writeback_q} <= '0;
      {first_q, next_q}                         <= '0;
      for (int unsigned i = 0; i < Ids; i++) begin
        rd_q[i]    <= '0;
        order_q[i] <= '0;
      end
    end else begin
      if (issue) begin
        order_q[next_q]          <= issue_id_i;
        next_q                   <= next_q + 1'b1;
        commit_due_q[issue_id_i] <= 1'b1;
        result_due_q[issue_id_i] <= issue_accept_i;
        writeback_q[issue_id_i]  <= issue_writeback_i;
        rd_q[issue_id_i]         <= issue_instr_i[11:7];
      end
      if (commit_valid_i) begin
        first_q                   <= first_q + 1'b1;
        commit_due_q[commit_id_i] <= 1'b0;
        if (commit_kill_i) result_due_q[commit_id_i] <= 1'b0;
      end
      if (result) result_due_q[result_id_i] <= 1'b0;
    end
  end

  InstrStable_A : assert property (@(posedge clk_i)
    !same || issue_instr_i == instr_q)
  else $error("the instruction changed while its offer waited");
  SourcesHeld_A : assert property (@(posedge clk_i)
    !same || (rs_valid_q & ~rs_valid_i) == '0)
  else $error("a source register was valid and is no more");
  SourcesStable_A : assert property (@(posedge clk_i)
    !same || ((!rs_valid_q[0] || rs_i[0] == rs_q[0]) && (!rs_valid_q[1] || rs_i[1] == rs_q[1])))
  else $error("a valid source register changed while its offer waited");
  IdFree_A : assert property (@(posedge clk_i)
    !issue_valid_i || !(commit_due_q[issue_id_i] || result_due_q[issue_id_i]))
  else $error("id %0d is offered while it is in flight", issue_id_i);
  RefusedWriteback_A : assert property (@(posedge clk_i)
    !issue || issue_accept_i || !issue_writeback_i)
  else $error("a refused instruction writes back");

  CommitIssued_A : assert property (@(posedge clk_i)
    !commit_valid_i || !at_issue || issue)
  else $error("a commit for id %0d that no instruction waits for", commit_id_i);
  CommitOrder_A : assert property (@(posedge clk_i)
    !commit_valid_i || (at_issue && !issue) || commit_id_i == expected)
  else $error("a commit for id %0d, but id %0d is next", commit_id_i, expected);

  ResultAsked_A : assert property (@(posedge clk_i)
    !result_valid_i || result_due_q[result_id_i])
  else $error("a result for id %0d that no instruction asked for", result_id_i);
  ResultCommitted_A : assert property (@(posedge clk_i)
    !result_valid_i || !commit_due_q[result_id_i]
    || (commit_valid_i && !commit_kill_i && commit_id_i == result_id_i))
  else $error("a result for id %0d, which is not committed", result_id_i);
  ResultWriteback_A : assert property (@(posedge clk_i)
    !result_valid_i || result_we_i == writeback_q[result_id_i])
  else $error("the result for id %0d does not write back as announced", result_id_i);
  ResultRegister_A : assert property (@(posedge clk_i)
    !result_valid_i || !result_we_i || result_rd_i == rd_q[result_id_i])
  else $error("the result for id %0d goes to register %0d", result_id_i, result_rd_i);

  stream_check #(
    .Width($bits({result_id_i, result_data_i, result_rd_i, result_we_i}))
  ) u_result (
    .clk_i,
    .rst_ni,
    .valid_i  (result_valid_i),
    .ready_i  (result_ready_i),
    .payload_i({result_id_i, result_data_i, result_rd_i, result_we_i})
  );

`ifndef SYNTHESIS
  Refused_C : cover property (@(posedge clk_i) issue && !issue_accept_i);
  CommitAtIssue_C : cover property (@(posedge clk_i) commit_valid_i && at_issue);
  CommitLater_C : cover property (@(posedge clk_i) commit_valid_i && !at_issue);
  Killed_C : cover property (@(posedge clk_i) commit_valid_i && commit_kill_i);
  Withdrawn_C : cover property (@(posedge clk_i) waiting_q && !issue_valid_i);
`endif

endmodule

`default_nettype wire
