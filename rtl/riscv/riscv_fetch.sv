// SPDX-License-Identifier: Apache-2.0
//
// Fetches words ahead and cuts them into instructions of 16 and 32 bits.
//
// A word that arrives is used in the same cycle or kept in a queue of three. A redirect asks for
// its target in the same cycle. A request that has been made stays until it is granted, so one
// that a redirect overtakes becomes stale: its answer is dropped, as is that of all before it.
//
// A zero-overhead loop is told of each word that is asked for and may send the request after it
// back. When the last instruction in that word leaves, the address of the next one goes back too.

`default_nettype none

module riscv_fetch #(
  parameter logic [31:0] BootAddr = 32'd0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        redirect_i,
  input  logic [31:1] target_i,
  // The next instruction; void in the cycle of a redirect
  output logic        valid_o,
  input  logic        ready_i,
  output logic [31:0] instr_o,   // a 16-bit one in the lower half
  output logic        error_o,   // memory did not give it
  output logic        error_first_o,  // ... already its first half
  output logic [31:1] pc_o,
  // Loops; see riscv_loop
  output logic        ask_o,
  input  logic        ask_back_i,
  input  logic [31:2] ask_body_i,
  output logic        pop_o,
  input  logic        last_i,
  input  logic        back_i,
  input  logic [31:1] body_i,
  output logic        last_o,    // the instruction is the last of a pass
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
  // The next word to ask for is from_q, or the one after it: a branch's target comes late in its
  // cycle, so the increment follows in the next.
  logic [31:2] fetch, from_q, from_d;
  logic        step_q, step_d;
  logic [31:1] pc_q, pc_d;

  // Words

  logic  push, pop;
  word_t words[Depth+1];  // the queue with the arriving word behind it
  assign push = rvalid_i && drop_q == '0;
  for (genvar i = 0; i <= Depth; i++) begin : gen_word
    if (i < Depth) begin : gen_queue
      assign words[i]   = (2'(i) < count_q) ? queue_q[i] : '{error: err_i, data: rdata_i};
      assign queue_d[i] = pop ? words[i+1] : words[i];
    end else begin : gen_arriving
      assign words[i] = '{error: err_i, data: rdata_i};
    end
  end
  assign count_d = redirect_i ? '0 : count_q + 2'(push) - 2'(pop);

  // Instructions

  logic        odd, compressed, one, two;
  logic [1:0]  present;
  assign odd     = pc_q[1];
  assign present = count_q + 2'(push);  // at most Depth: requests leave room
  assign one     = present != '0;
  assign two     = present > 2'd1;

  assign instr_o[15:0]  = odd ? words[0].data[31:16] : words[0].data[15:0];
  assign instr_o[31:16] = odd ? words[1].data[15:0] : words[0].data[31:16];
  assign compressed     = instr_o[1:0] != 2'b11;
  assign valid_o        = (odd && !compressed && !words[0].error) ? two : one;
  assign error_first_o  = words[0].error;
  assign error_o        = words[0].error || (odd && !compressed && words[1].error);
  assign pc_o           = pc_q;
  assign pop            = valid_o && ready_i && (odd || !compressed);

  always_comb begin
    pc_d = pc_q;
    if (redirect_i)              pc_d = target_i;
    else if (valid_o && ready_i) pc_d = (last_o && back_i) ? body_i
                                                           : pc_q + (compressed ? 31'd1 : 31'd2);
  end

  // An instruction that ends with its word
  assign last_o = last_i && odd == compressed;
  assign pop_o  = pop;

  // Requests

  logic room, fire;
  // Dropped answers take no room.
  assign room   = {1'b0, count_q} + {1'b0, in_flight_q - drop_q} < 3'(Depth);
  assign req_o  = pending_q || ((redirect_i || room) && in_flight_q != 2'd3);
  assign addr_o = {(redirect_i && !pending_q) ? target_i[31:2] : fetch, 2'b00};
  assign fire   = req_o && gnt_i;
  assign fetch  = from_q + 30'(step_q);

  assign stale_d = pending_q && (redirect_i || stale_q);  // of this cycle's request
  assign ask_o   = fire && !stale_d;

  always_comb begin
    in_flight_d = in_flight_q + 2'(fire) - 2'(rvalid_i);
    if (redirect_i) drop_d = in_flight_q - 2'(rvalid_i) + 2'(fire && stale_d);
    else            drop_d = drop_q - 2'(rvalid_i && drop_q != '0) + 2'(fire && stale_d);
    from_d = fetch;
    step_d = 1'b0;
    if (stale_d) begin
      if (fire) from_d = redirect_i ? target_i[31:2] : pc_q[31:2];
    end else if (fire) begin
      from_d = ask_back_i ? ask_body_i : addr_o[31:2];
      step_d = !ask_back_i;
    end else if (redirect_i) begin
      from_d = target_i[31:2];
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
      pc_q        <= BootAddr[31:1];
    end else begin
      queue_q     <= queue_d;
      count_q     <= count_d;
      in_flight_q <= in_flight_d;
      drop_q      <= drop_d;
      pending_q   <= req_o && !gnt_i;
      stale_q     <= stale_d && !fire;
      from_q      <= from_d;
      step_q      <= step_d;
      pc_q        <= pc_d;
    end
  end

endmodule

`default_nettype wire
