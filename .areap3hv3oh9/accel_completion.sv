// SPDX-License-Identifier: Apache-2.0
//
// Completes a command when memory has answered all its writes.

`default_nettype none

module accel_completion #(
  parameter  int unsigned Slots        = 1,
  parameter  type         completion_t = logic,
  localparam int unsigned SlotWidth    = accel_pkg::index_width(Slots)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [Slots-1:0]     write_i,       // a write leaves
  input  logic                 answer_i,      // a write is answered
  input  logic [SlotWidth-1:0] answer_slot_i,
  input  logic                 answer_error_i,
  output logic [Slots-1:0]     stall_o,       // as many writes under way as can be counted
  input  logic [Slots-1:0]     finish_i,      // the message's last write has left
  input  completion_t          completion_i[Slots],
  output logic [Slots-1:0]     free_o,        // no earlier message waits for answers
  output logic                 done_valid_o,
  input  logic                 done_ready_i,
  output completion_t          done_o
);

  localparam int unsigned CountWidth = 6;

  typedef struct packed {
    logic [CountWidth-1:0] count;
    logic                  ended;
    completion_t           completion;
  } message_t;

  message_t           message_q[Slots];
  logic [Slots-1:0]   stall_q;  // known two writes ahead, for it comes early on the writes' path
  logic [Slots-1:0]   ready, grant;
  logic               done_valid_q, take;
  completion_t        done_q;

  assign take = !done_valid_q || done_ready_i;

  rr_arbiter #(.Count(Slots)) u_turn (
    .clk_i,
    .rst_ni,
    .request_i(ready),
    .take_i   (take),
    .grant_o  (grant)
  );

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic answer;
    assign answer     = answer_i && answer_slot_i == SlotWidth'(s);
    assign ready[s]   = message_q[s].ended
                        && message_q[s].count == CountWidth'(answer && !answer_error_i);
    assign stall_o[s] = stall_q[s];
    assign free_o[s]  = !message_q[s].ended;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        message_q[s] <= '0;
        stall_q[s]   <= 1'b0;
      end else if (grant[s] && take) begin
        message_q[s] <= '0;
        stall_q[s]   <= 1'b0;
      end else begin
        stall_q[s] <= &message_q[s].count[CountWidth-1:1];
        message_q[s].count <= message_q[s].count + CountWidth'(write_i[s]) - CountWidth'(answer);
        if (finish_i[s]) begin
          message_q[s].ended         <= 1'b1;
          message_q[s].completion.id <= completion_i[s].id;
        end
        message_q[s].completion.error <= message_q[s].completion.error
                                         || (finish_i[s] && completion_i[s].error)
                                         || (answer && answer_error_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_valid_q <= 1'b0;
      done_q       <= '0;
    end else if (take) begin
      done_valid_q <= grant != '0;
      done_q       <= '0;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (grant[s]) done_q <= message_q[s].completion;
      end
    end
  end

  assign done_valid_o = done_valid_q;
  assign done_o       = done_q;

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  OneGrant_A : assert property (@(posedge clk_i) $onehot0(grant))
  else $error("accel_completion: two messages complete at once");
  for (genvar s = 0; s < Slots; s++) begin : gen_check
    AnswerAwaited_A : assert property (@(posedge clk_i)
        gen_slot[s].answer |-> message_q[s].count != '0)
    else $error("accel_completion: slot %0d has no write to be answered", s);
    CountRoom_A : assert property (@(posedge clk_i) write_i[s] |-> message_q[s].count != '1)
    else $error("accel_completion: slot %0d has more writes than can be counted", s);
    EndedWritesNoMore_A : assert property (@(posedge clk_i) message_q[s].ended |-> !write_i[s])
    else $error("accel_completion: slot %0d writes for a message that has ended", s);
    FinishOnce_A : assert property (@(posedge clk_i) finish_i[s] |-> !message_q[s].ended)
    else $error("accel_completion: slot %0d ends a message before the last is complete", s);

    ErrorWhileWriting_C : cover property (@(posedge clk_i)
        gen_slot[s].answer && answer_error_i && !message_q[s].ended && !finish_i[s]);
    ErrorAtEnd_C : cover property (@(posedge clk_i)
        gen_slot[s].answer && answer_error_i && finish_i[s]);
    ErrorAfterEnd_C : cover property (@(posedge clk_i)
        gen_slot[s].answer && answer_error_i && message_q[s].ended);
    Stall_C : cover property (@(posedge clk_i) stall_q[s]);
  end
  Turn_C : cover property (@(posedge clk_i) ready != grant);
  DoneWaits_C : cover property (@(posedge clk_i) done_valid_q && !done_ready_i && ready != '0);
`endif

endmodule

`default_nettype wire
