// SPDX-License-Identifier: Apache-2.0
//
// Fetches words of instructions ahead of their execution.
//
// A word that arrives is used in the same cycle or kept in a queue of three. A redirect requests
// its target in the same cycle. A request that has been made stands until it is granted, so one
// that a redirect overtakes becomes stale: its answer is dropped, as are the answers to all requests
// before it.
//
// A zero-overhead loop is told of each word that is requested and may make the request after it
// jump to the start of its body.
//
// The port is OBI 1.6.0, reads only: req, gnt, addr, rvalid, rdata and err, no rready and no
// optional signal else. Up to three reads are under way.

`default_nettype none

module core_fetch #(
  parameter logic [31:0] BootAddr = 32'd0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        redirect_i,
  input  logic [31:2] target_i,
  // The oldest words that are there
  output logic [1:0]  present_o,       // how many
  output logic [31:0] word_o[2],
  output logic        error_o[2],      // memory did not give it
  input  logic [31:2] addr_i,          // of the oldest one, whether it is there or not
  input  logic        consume_i,       // the oldest one is used up
  // Loops
  output logic        request_o,       // a word is requested that will be used
  input  logic        request_jump_i,  // the request after it is for the word at
  input  logic [31:2] request_start_i,
  // Memory
  output logic        req_o,
  input  logic        gnt_i,
  output logic [31:0] addr_o,
  input  logic        rvalid_i,
  input  logic [31:0] rdata_i,
  input  logic        err_i
);

  localparam int unsigned Depth = 3;

  typedef struct packed {
    logic        error;
    logic [31:0] data;
  } word_t;

  word_t       queue_q[Depth], queue_d[Depth];
  logic [1:0]  count_q, count_d;
  logic [1:0]  in_flight_q, in_flight_d;  // granted, not answered
  logic [1:0]  drop_q, drop_d;            // the next answers that nobody wants
  logic        pending_q;                 // requested, not granted
  logic        stale_q, stale_d;          // ... and not wanted
  // The next word to request is from_q, or the one after it: a branch's target comes late in its
  // cycle, so the increment follows in the next.
  logic [31:2] fetch, from_q, from_d;
  logic        step_q, step_d;

  // Words

  logic  push;
  word_t words[Depth+1];  // the queue with the arriving word behind it
  assign push = rvalid_i && drop_q == '0;
  for (genvar i = 0; i <= Depth; i++) begin : gen_word
    if (i < Depth) begin : gen_queue
      assign words[i]   = (2'(i) < count_q) ? queue_q[i] : '{error: err_i, data: rdata_i};
      assign queue_d[i] = consume_i ? words[i+1] : words[i];
    end else begin : gen_arriving
      assign words[i] = '{error: err_i, data: rdata_i};
    end
  end
  assign count_d   = redirect_i ? '0 : count_q + 2'(push) - 2'(consume_i);
  assign present_o = count_q + 2'(push);  // at most Depth: requests leave room
  for (genvar i = 0; i < 2; i++) begin : gen_oldest
    assign word_o[i]  = words[i].data;
    assign error_o[i] = words[i].error;
  end

  // Requests

  logic room, fire;
  // Dropped answers take no room.
  assign room   = {1'b0, count_q} + {1'b0, in_flight_q - drop_q} < 3'(Depth);
  assign req_o  = pending_q || ((redirect_i || room) && in_flight_q != 2'd3);
  assign addr_o = {(redirect_i && !pending_q) ? target_i : fetch, 2'b00};
  assign fire   = req_o && gnt_i;
  assign fetch  = from_q + 30'(step_q);

  assign stale_d   = pending_q && (redirect_i || stale_q);  // of this cycle's request
  assign request_o = fire && !stale_d;

  always_comb begin
    in_flight_d = in_flight_q + 2'(fire) - 2'(rvalid_i);
    if (redirect_i) drop_d = in_flight_q - 2'(rvalid_i) + 2'(fire && stale_d);
    else            drop_d = drop_q - 2'(rvalid_i && drop_q != '0) + 2'(fire && stale_d);
    from_d = fetch;
    step_d = 1'b0;
    if (stale_d) begin
      // After the stale request comes what the redirect wanted.
      if (fire) from_d = redirect_i ? target_i : addr_i;
    end else if (fire) begin
      from_d = request_jump_i ? request_start_i : addr_o[31:2];
      step_d = !request_jump_i;
    end else if (redirect_i) begin
      from_d = target_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      queue_q     <= '{default: '0};
      count_q     <= '0;
      in_flight_q <= '0;
      drop_q      <= '0;
      pending_q   <= 1'b0;
      stale_q     <= 1'b0;
      from_q      <= BootAddr[31:2];
      step_q      <= 1'b0;
    end else begin
      queue_q     <= queue_d;
      count_q     <= count_d;
      in_flight_q <= in_flight_d;
      drop_q      <= drop_d;
      pending_q   <= req_o && !gnt_i;
      stale_q     <= stale_d && !fire;
      from_q      <= from_d;
      step_q      <= step_d;
    end
  end

`ifndef SYNTHESIS
  ConsumePresent_A: assert property (@(posedge clk_i)
    consume_i && !redirect_i |-> present_o != '0);
  NoOverflow_A: assert property (@(posedge clk_i)
    push && !redirect_i |-> count_q < 2'(Depth));
  AnswerExpected_A: assert property (@(posedge clk_i)
    rvalid_i |-> in_flight_q != '0);
  DropsInFlight_A: assert property (@(posedge clk_i)
    drop_q <= in_flight_q);

  Full_C: cover property (@(posedge clk_i) count_q == 2'(Depth));
  Stale_C: cover property (@(posedge clk_i) stale_q && fire);
  RedirectWhilePending_C: cover property (@(posedge clk_i) redirect_i && pending_q);
  DropAll_C: cover property (@(posedge clk_i) drop_q == 2'd3);
`endif

endmodule

`default_nettype wire
