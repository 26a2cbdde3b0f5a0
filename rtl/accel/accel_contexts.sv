// SPDX-License-Identifier: Apache-2.0
//
// The execution contexts: commands whose message is still being read.
//
// A command takes a free context and queues for a slot (a place in a permutation unit) in the
// order of arrival. Contexts that are bound to a slot take turns in fetching a block; one that
// holds no buffer comes first. When no bound context has a block left to fetch, the head of the
// queue fetches ahead of its binding. A context is free again when its last block is absorbed.

`default_nettype none

module accel_contexts
  import accel_pkg::*;
#(
  parameter  int unsigned Contexts  = 1,
  parameter  int unsigned Slots     = 1,
  parameter  int unsigned Buffers   = 1,
  parameter  int unsigned AddrWidth = 32,
  parameter  int unsigned LenWidth  = 32,
  parameter  int unsigned IdWidth   = 4,
  localparam int unsigned CtxWidth  = index_width(Contexts),
  localparam int unsigned SeqWidth  = index_width(Buffers)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Commands
  input  logic                 cmd_valid_i,
  output logic                 cmd_ready_o,
  input  logic [IdWidth-1:0]   cmd_id_i,
  input  logic [3:0]           cmd_alg_i,
  input  logic [7:0]           cmd_domain_i,
  input  logic [AddrWidth-1:0] cmd_msg_addr_i,
  input  logic [LenWidth-1:0]  cmd_msg_len_i,
  input  logic [AddrWidth-1:0] cmd_out_addr_i,
  input  logic [LenWidth-1:0]  cmd_out_len_i,
  // Binding: the head of the queue goes to the slot that is granted
  output logic                 head_valid_o,
  output logic [CtxWidth-1:0]  head_ctx_o,
  input  logic                 head_bind_i,
  // The next block to fetch
  output logic                 block_valid_o,
  input  logic                 block_take_i,
  output logic [CtxWidth-1:0]  block_ctx_o,
  output logic [SeqWidth-1:0]  block_seq_o,    // counts the blocks of a context
  output logic [AddrWidth-1:0] block_addr_o,
  output bytes_t               block_bytes_o,  // message bytes in it
  output logic                 block_last_o,
  output rate_t                block_rate_o,
  // Absorbed blocks, one line per slot
  input  logic [Slots-1:0]     absorb_i,
  input  logic [Slots-1:0]     absorb_last_i,
  input  logic [CtxWidth-1:0]  absorb_ctx_i[Slots],
  // What the slots and the padding read
  output logic [IdWidth-1:0]   id_o       [Contexts],
  output logic                 error_o    [Contexts],
  output rate_t                rate_o     [Contexts],
  output logic                 turbo_o    [Contexts],
  output logic [7:0]           domain_o   [Contexts],
  output logic [AddrWidth-1:0] out_addr_o [Contexts],
  output logic [LenWidth-1:0]  out_len_o  [Contexts]
);

  localparam int unsigned HeldWidth = $clog2(Buffers + 2);

  typedef struct packed {
    logic [IdWidth-1:0]   id;
    logic                 error;
    rate_t                rate;
    logic                 turbo;
    logic [7:0]           domain;
    logic [AddrWidth-1:0] out_addr;
    logic [LenWidth-1:0]  out_len;
  } command_t;

  command_t             command_q[Contexts];
  logic [AddrWidth-1:0] addr_q   [Contexts];  // of the next block
  logic [LenWidth-1:0]  left_q   [Contexts];  // message bytes from there on
  logic [SeqWidth-1:0]  seq_q    [Contexts];
  logic [HeldWidth-1:0] held_q   [Contexts];  // buffers in use or asked for
  logic [Contexts-1:0]  valid_q, bound_q, fetched_q;
  logic [Contexts-1:0]  carry_q, carry_top_q, borrow_q;  // out of the lower bytes of the two

  // Accept

  logic [Contexts-1:0] accept, release_ctx;
  logic                cmd_fire;
  alg_t                alg;

  assign alg         = alg_lookup(cmd_alg_i, cmd_domain_i);
  assign cmd_ready_o = ~&valid_q;
  assign cmd_fire    = cmd_valid_i && cmd_ready_o;
  assign accept      = {Contexts{cmd_fire}} & ~valid_q & (valid_q + 1'b1);

  logic [CtxWidth-1:0] accept_ctx;
  always_comb begin
    accept_ctx = '0;
    for (int unsigned t = 0; t < Contexts; t++) if (accept[t]) accept_ctx = CtxWidth'(t);
  end

  // Queue of contexts that wait for a slot

  logic [CtxWidth-1:0]         queue_q[Contexts];
  logic [$clog2(Contexts+1)-1:0] queue_level_q;

  assign head_valid_o = queue_level_q != '0;
  assign head_ctx_o   = queue_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      queue_level_q <= '0;
      for (int unsigned t = 0; t < Contexts; t++) queue_q[t] <= '0;
    end else begin
      queue_level_q <= queue_level_q + $bits(queue_level_q)'(cmd_fire)
                       - $bits(queue_level_q)'(head_bind_i);
      for (int unsigned t = 0; t < Contexts; t++) begin
        if (cmd_fire && queue_level_q == $bits(queue_level_q)'(t + 32'(head_bind_i))) begin
          queue_q[t] <= accept_ctx;
        end else if (head_bind_i) begin
          queue_q[t] <= (t + 1 < Contexts) ? queue_q[(t+1)%Contexts] : '0;
        end
      end
    end
  end

  // Choose the context whose block comes next, see how much of its message is left, offer it:
  // one step a cycle, and a context is in one step at most.

  logic [Contexts-1:0] wants, wants_bound, wants_head, wants_first, request, grant;
  logic [Contexts-1:0] sel_q, plan_q;
  logic                plan_last_q, sel_ready, plan_ready, bound_left;
  bytes_t              plan_bytes_q;

  always_comb begin
    for (int unsigned t = 0; t < Contexts; t++) begin
      wants_head[t]  = head_valid_o && head_ctx_o == CtxWidth'(t);
      wants_first[t] = held_q[t] == '0;
    end
  end
  // While a bound context has blocks left, no other may take a buffer: it would keep it until the
  // bound one is through, which may be waiting for just that buffer.
  assign wants       = valid_q & ~fetched_q & ~sel_q & ~plan_q;
  assign wants_bound = wants & bound_q;
  assign bound_left  = (valid_q & bound_q & ~fetched_q) != '0;
  assign request     = !bound_left                       ? wants & wants_head
                     : (wants_bound & wants_first) != '0 ? wants_bound & wants_first
                                                         : wants_bound;
  assign plan_ready  = plan_q == '0 || block_take_i;
  assign sel_ready   = sel_q == '0 || plan_ready;

  rr_arbiter #(.Count(Contexts)) u_turn (
    .clk_i,
    .rst_ni,
    .request_i(request),
    .take_i   (sel_ready),
    .grant_o  (grant)
  );

  rate_t               sel_rate;
  logic [LenWidth-1:0] sel_left;
  logic                sel_last;

  always_comb begin
    sel_rate = '0;
    sel_left = '0;
    for (int unsigned t = 0; t < Contexts; t++) begin
      if (Contexts == 1 || sel_q[t]) begin
        sel_rate = sel_rate | command_q[t].rate;
        sel_left = sel_left | left_q[t];
      end
    end
  end
  assign sel_last = sel_left[LenWidth-1:8] == '0 && sel_left[7:3] < sel_rate;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sel_q        <= '0;
      plan_q       <= '0;
      plan_last_q  <= 1'b0;
      plan_bytes_q <= '0;
    end else begin
      if (sel_ready) sel_q <= grant;
      if (plan_ready) begin
        plan_q       <= sel_q;
        plan_last_q  <= sel_last;
        plan_bytes_q <= sel_last ? sel_left[7:0] : {sel_rate, 3'b000};
      end
    end
  end

  always_comb begin
    block_ctx_o  = '0;
    block_seq_o  = '0;
    block_addr_o = '0;
    block_rate_o = '0;
    for (int unsigned t = 0; t < Contexts; t++) begin
      if (Contexts == 1 || plan_q[t]) begin
        block_ctx_o  = block_ctx_o | CtxWidth'(t);
        block_seq_o  = block_seq_o | seq_q[t];
        block_addr_o = block_addr_o | addr_q[t];
        block_rate_o = block_rate_o | command_q[t].rate;
      end
    end
  end
  assign block_valid_o = plan_q != '0;
  assign block_last_o  = plan_last_q;
  assign block_bytes_o = plan_bytes_q;

  // Registers

  logic [Contexts-1:0] take, absorbed;
  assign take = plan_q & {Contexts{block_take_i}};

  always_comb begin
    absorbed    = '0;
    release_ctx = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      for (int unsigned t = 0; t < Contexts; t++) begin
        if (absorb_i[s] && absorb_ctx_i[s] == CtxWidth'(t)) begin
          absorbed[t]    = 1'b1;
          release_ctx[t] = absorb_last_i[s];
        end
      end
    end
  end

  for (genvar t = 0; t < Contexts; t++) begin : gen_ctx
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q[t]   <= 1'b0;
        bound_q[t]   <= 1'b0;
        fetched_q[t] <= 1'b0;
        held_q[t]    <= '0;
        seq_q[t]     <= '0;
        addr_q[t]    <= '0;
        left_q[t]    <= '0;
        carry_q[t]   <= 1'b0;
        carry_top_q[t] <= 1'b0;
        borrow_q[t]  <= 1'b0;
        command_q[t] <= '0;
      end else begin
        held_q[t] <= held_q[t] + HeldWidth'(take[t]) - HeldWidth'(absorbed[t]);
        if (accept[t]) begin
          valid_q[t]   <= 1'b1;
          addr_q[t]    <= cmd_msg_addr_i;
          left_q[t]    <= alg.legal ? cmd_msg_len_i : '0;
          command_q[t] <= '{
            id:       cmd_id_i,
            error:    !alg.legal,
            rate:     alg.rate,
            turbo:    alg.turbo,
            domain:   alg.domain,
            out_addr: cmd_out_addr_i,
            out_len:  alg.legal ? cmd_out_len_i : '0
          };
        end else if (release_ctx[t]) begin
          valid_q[t]   <= 1'b0;
          bound_q[t]   <= 1'b0;
          fetched_q[t] <= 1'b0;
          seq_q[t]     <= '0;
          addr_q[t]    <= '0;
          left_q[t]    <= '0;
          carry_q[t]   <= 1'b0;
          carry_top_q[t] <= 1'b0;
          borrow_q[t]  <= 1'b0;
          command_q[t] <= '0;
        end else begin
          if (head_bind_i && head_ctx_o == CtxWidth'(t)) bound_q[t] <= 1'b1;
          // The next block's address takes three steps and what is left of the message two: what
          // is carried follows a cycle later. The context's next turn finds them done.
          carry_q[t]  <= 1'b0;
          borrow_q[t] <= 1'b0;
          {carry_top_q[t], addr_q[t][20:11]} <= {1'b0, addr_q[t][20:11]} + 11'(carry_q[t]);
          addr_q[t][AddrWidth-1:21] <= addr_q[t][AddrWidth-1:21] + (AddrWidth-21)'(carry_top_q[t]);
          left_q[t][LenWidth-1:14]  <= left_q[t][LenWidth-1:14] - (LenWidth-14)'(borrow_q[t]);
          if (take[t]) begin
            fetched_q[t] <= plan_last_q;
            seq_q[t]     <= seq_q[t] + 1'b1;
            {carry_q[t], addr_q[t][10:3]}  <= {1'b0, addr_q[t][10:3]} + 9'(rate_o[t]);
            {borrow_q[t], left_q[t][13:3]} <= {1'b0, left_q[t][13:3]} - 12'(rate_o[t]);
          end
        end
      end
    end

    assign id_o[t]       = command_q[t].id;
    assign error_o[t]    = command_q[t].error;
    assign rate_o[t]     = command_q[t].rate;
    assign turbo_o[t]    = command_q[t].turbo;
    assign domain_o[t]   = command_q[t].domain;
    assign out_addr_o[t] = command_q[t].out_addr;
    assign out_len_o[t]  = command_q[t].out_len;
  end

endmodule

`default_nettype wire
