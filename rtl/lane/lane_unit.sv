// SPDX-License-Identifier: Apache-2.0
//
// Coprocessor for Keccak: the 1600-bit state beside a 32-bit core. It has no memory port: the core
// brings the message lane by lane and takes the digest word by word; of a lane, one word may come
// from memory as the core gets it. docs/isa.md lists the instructions.
//
// One instruction is held at a time, from its issue until it is both committed and answered; an
// instruction that is killed leaves nothing behind. What follows a permutation waits at the issue
// interface until the permutation's last cycle. Instructions of others are refused at once.
//
//   Lanes   cycles of 24 rounds   cycles of kabs, kget, kclr
//       1       368                   8
//       5        74                   2
//      25        24                   1
//
// The ports are CV-X-IF 1.0.0: issue, register, commit, memory result and result interface.
//
//   X_ISSUE_REGISTER_SPLIT 0   registers come with the issue, valid at once or later
//   X_NUM_RS 2, X_ID_WIDTH 4, X_RFR_WIDTH 32, X_RFW_WIDTH 32, X_DUALREAD 0, X_DUALWRITE 0
//   hartid, register_read      left out: one hart; what absorbs reads both registers
//   compressed, memory         left out; the core knows kabsl and kabslp as loads, and requests
//   commit                     in the cycle of the issue or later, kills included
//   memory result              of kabsl and kabslp, in the order of issue, in a cycle after issue
//                              and commit in which x_result_ready_i is set; their result comes with
//                              it, and after a bus error they have no effect
//   result                     at the earliest in the cycle after issue and commit, one for every
//                              instruction that is not killed
//
// x_issue_ready_o depends on x_result_ready_i in the same cycle: the one register for an
// instruction is refilled as it empties. A second one would cost another 64 bits of operands.

`default_nettype none

module lane_unit #(
  parameter int unsigned Lanes = 25  // permuted per cycle, at least: 1, 5 or 25
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             x_issue_valid_i,
  output logic             x_issue_ready_o,
  input  logic [31:0]      x_issue_instr_i,
  input  logic [3:0]       x_issue_id_i,
  output logic             x_issue_accept_o,
  output logic             x_issue_writeback_o,
  input  logic [1:0][31:0] x_rs_i,
  input  logic [1:0]       x_rs_valid_i,

  input  logic             x_commit_valid_i,
  input  logic [3:0]       x_commit_id_i,
  input  logic             x_commit_kill_i,

  input  logic             x_mem_result_valid_i,
  input  logic [31:0]      x_mem_result_rdata_i,
  input  logic             x_mem_result_err_i,

  output logic             x_result_valid_o,
  input  logic             x_result_ready_i,
  output logic [3:0]       x_result_id_o,
  output logic [31:0]      x_result_data_o,
  output logic [4:0]       x_result_rd_o,
  output logic             x_result_we_o
);

  import keccak_pkg::*;
  import lane_pkg::*;

  if (Lanes != 1 && Lanes != 5 && Lanes != 25) begin : gen_bad_lanes
    $fatal(1, "lane_unit: Lanes is %0d; 1, 5, 25 are allowed", Lanes);
  end

  // Issue.

  logic  legal, load, answered, start;
  logic  engine_ready, lane_valid;
  op_t   op;
  lane_t operand, lane;

  lane_decode u_decode (
    .instr_i(x_issue_instr_i),
    .legal_o(legal),
    .op_o   (op)
  );

  // The instruction that is held, and whether it is committed. Its fields stay for the engine until
  // the next one comes.
  logic       held_q, committed_q;
  op_t        op_q;
  logic [3:0] id_q;
  logic [4:0] rd_q;

  assign x_issue_accept_o    = legal;
  assign x_issue_writeback_o = legal && op.get;
  assign x_issue_ready_o     = !legal || (engine_ready && (!held_q || answered)
                                          && (!op.absorb || &x_rs_valid_i));

  assign load    = x_issue_valid_i && x_issue_ready_o && legal;
  assign operand = x_rs_i & {LaneWidth{op.absorb}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_q <= '0;
      id_q <= '0;
      rd_q <= '0;
    end else if (load) begin
      op_q <= op;
      id_q <= x_issue_id_i;
      rd_q <= x_issue_instr_i[11:7];
    end
  end

  // Commit: of the instruction that is issued in this cycle or of the one that is held. It has
  // effect from the next cycle on, so that a core may commit on x_issue_ready_o without a loop.

  logic commit_new, commit_held;

  assign commit_new  = x_commit_valid_i && x_commit_id_i == x_issue_id_i;
  assign commit_held = x_commit_valid_i && x_commit_id_i == id_q && !committed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q      <= 1'b0;
      committed_q <= 1'b0;
    end else if (load) begin
      held_q      <= !(commit_new && x_commit_kill_i);
      committed_q <= commit_new && !x_commit_kill_i;
    end else begin
      held_q      <= held_q && !answered && !(commit_held && x_commit_kill_i);
      committed_q <= !answered && (committed_q || (held_q && commit_held && !x_commit_kill_i));
    end
  end

  // Result. An instruction takes effect as its result is taken.

  assign answered = x_result_valid_o && x_result_ready_i;
  assign start    = answered && !(op_q.load && x_mem_result_err_i);

  assign x_result_valid_o = committed_q && (!op_q.get || lane_valid)
                                        && (!op_q.load || x_mem_result_valid_i);
  assign x_result_id_o    = id_q;
  assign x_result_rd_o    = rd_q;
  assign x_result_we_o    = op_q.get;
  assign x_result_data_o  = op_q.high ? lane[63:32] : lane[31:0];

  // State and permutation.

  if (Lanes == 25) begin : gen_rounds
    lane_rounds u_engine (
      .clk_i,
      .rst_ni,
      .load_i      (load),
      .operand_i   (operand),
      .word_i      (x_mem_result_rdata_i),
      .op_i        (op_q),
      .get_i       (committed_q && op_q.get),
      .start_i     (start),
      .ready_o     (engine_ready),
      .lane_valid_o(lane_valid),
      .lane_o      (lane)
    );
  end else begin : gen_slices
    lane_slices #(
      .Slices(slices(Lanes))
    ) u_engine (
      .clk_i,
      .rst_ni,
      .load_i      (load),
      .operand_i   (operand),
      .word_i      (x_mem_result_rdata_i),
      .op_i        (op_q),
      .get_i       (committed_q && op_q.get),
      .start_i     (start),
      .ready_o     (engine_ready),
      .lane_valid_o(lane_valid),
      .lane_o      (lane)
    );
  end

`ifndef SYNTHESIS
  CommittedIsHeld_A : assert property (@(posedge clk_i) committed_q |-> held_q);
  NoOverwrite_A : assert property (@(posedge clk_i) load |-> !held_q || answered);
  EngineFree_A : assert property (@(posedge clk_i) load |-> engine_ready);
  OneAccess_A : assert property (@(posedge clk_i) $onehot0({op_q.absorb, op_q.get, op_q.clear}));
  PermuteAlone_A : assert property (@(posedge clk_i) op_q.permute |-> !op_q.get && !op_q.clear);
  LoadAbsorbs_A : assert property (@(posedge clk_i) op_q.load |-> op_q.absorb);
  MemoryAsked_A : assert property (@(posedge clk_i)
    x_mem_result_valid_i |-> committed_q && op_q.load && x_result_ready_i);
  LaneExists_A : assert property (@(posedge clk_i) op_q.lane < 5'(NumLanes));
  ForeignNeverWaits_A : assert property (@(posedge clk_i) !legal |-> x_issue_ready_o);

  KilledAtIssue_C : cover property (@(posedge clk_i) load && commit_new && x_commit_kill_i);
  KilledLater_C : cover property (@(posedge clk_i) held_q && commit_held && x_commit_kill_i);
  CommittedLater_C : cover property (@(posedge clk_i) held_q && commit_held && !x_commit_kill_i);
  MemoryWaits_C : cover property (@(posedge clk_i)
    committed_q && op_q.load && !x_mem_result_valid_i);
  MemoryError_C : cover property (@(posedge clk_i) x_mem_result_valid_i && x_mem_result_err_i);
  Refill_C : cover property (@(posedge clk_i) load && answered);
  WaitsForPermutation_C : cover property (@(posedge clk_i)
    x_issue_valid_i && legal && !engine_ready && !held_q);
  ResultWaits_C : cover property (@(posedge clk_i) x_result_valid_o && !x_result_ready_i);
  WaitsForRegisters_C : cover property (@(posedge clk_i)
    x_issue_valid_i && op.absorb && !(&x_rs_valid_i));
`endif

endmodule

`default_nettype wire
