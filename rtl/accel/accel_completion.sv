// SPDX-License-Identifier: Apache-2.0
//
// Completes a command when memory has answered all its writes.

`default_nettype none

module accel_completion #(
  parameter  int unsigned Slots     = 1,
  parameter  int unsigned IdWidth   = 4,
  localparam int unsigned SlotWidth = accel_pkg::index_width(Slots)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [Slots-1:0]     write_i,       // a write leaves
  input  logic                 answer_i,      // a write is answered
  input  logic [SlotWidth-1:0] answer_slot_i,
  input  logic                 answer_error_i,
  output logic [Slots-1:0]     stall_o,       // as many writes under way as can be counted
  input  logic [Slots-1:0]     end_i,         // the message's last write has left
  input  logic [IdWidth-1:0]   id_i   [Slots],
  input  logic                 error_i[Slots],
  output logic [Slots-1:0]     free_o,        // no earlier message waits for answers
  output logic                 done_valid_o,
  input  logic                 done_ready_i,
  output logic [IdWidth-1:0]   done_id_o,
  output logic                 done_error_o
);

  localparam int unsigned CountWidth = 6;

  typedef struct packed {
    logic [CountWidth-1:0] count;
    logic                  ended;
    logic                  error;
    logic [IdWidth-1:0]    id;
  } message_t;

  message_t           message_q[Slots];
  logic [Slots-1:0]   stall_q;  // known two writes ahead, for it comes early on the writes' path
  logic [Slots-1:0]   ready, grant;
  logic               done_valid_q, done_error_q, take;
  logic [IdWidth-1:0] done_id_q;

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
        if (end_i[s]) begin
          message_q[s].ended <= 1'b1;
          message_q[s].id    <= id_i[s];
        end
        message_q[s].error <= message_q[s].error || (end_i[s] && error_i[s])
                              || (answer && answer_error_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_valid_q <= 1'b0;
      done_id_q    <= '0;
      done_error_q <= 1'b0;
    end else if (take) begin
      done_valid_q <= grant != '0;
      done_id_q    <= '0;
      done_error_q <= 1'b0;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (grant[s]) begin
          done_id_q    <= message_q[s].id;
          done_error_q <= message_q[s].error;
        end
      end
    end
  end

  assign done_valid_o = done_valid_q;
  assign done_id_o    = done_id_q;
  assign done_error_o = done_error_q;

endmodule

`default_nettype wire
