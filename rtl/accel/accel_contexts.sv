// SPDX-License-Identifier: Apache-2.0
//
// The execution contexts: commands whose message is still being read.
//
// A command takes a free context and queues for a slot (a place in a permutation unit) in the
// order of arrival. Contexts that are bound to a slot take turns in fetching a block; one that
// holds no buffer comes first. When no bound context has a block left to fetch, the head of the
// queue fetches ahead of its binding. A context is free again when its last block is absorbed.
//
// Decided here: which context takes a command, and whose block is fetched next.

`default_nettype none

module accel_contexts
  import accel_pkg::*;
#(
  parameter  int unsigned Contexts   = 1,
  parameter  int unsigned Slots      = 1,
  parameter  int unsigned Buffers    = 1,
  parameter  int unsigned AddrWidth  = 32,
  parameter  int unsigned LenWidth   = 32,
  parameter  bit          Abort      = 1'b0,
  parameter  type         command_t  = logic,
  parameter  type         abort_t    = logic,
  parameter  type         message_t  = logic,
  parameter  type         fetch_t    = logic,
  parameter  type         absorbed_t = logic,
  localparam int unsigned CtxWidth   = index_width(Contexts),
  localparam int unsigned SeqWidth   = index_width(Buffers)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // Commands
  input  logic                cmd_valid_i,
  output logic                cmd_ready_o,
  input  command_t            cmd_i,
  input  abort_t              abort_i,
  // Binding: the head of the queue goes to the slot that is granted
  output logic                head_valid_o,
  output logic [CtxWidth-1:0] head_ctx_o,
  input  logic                head_bind_i,
  // The next block to fetch
  output logic                fetch_valid_o,
  input  logic                fetch_take_i,
  output fetch_t              fetch_o,
  // Absorbed blocks, by slot
  input  absorbed_t           absorbed_i[Slots],
  // What the slots and the padding read
  output message_t            message_o [Contexts],
  output logic [7:0]          domain_o  [Contexts]
);

  logic [Contexts-1:0]  valid, bound, fetched, holding, raw;
  logic [SeqWidth-1:0]  seq [Contexts];
  part_t                part[Contexts];
  logic [AddrWidth-1:0] addr[Contexts];
  logic [LenWidth-1:0]  left[Contexts];

  // Accept

  logic [Contexts-1:0] accept;
  logic [CtxWidth-1:0] accept_ctx;
  logic                cmd_fire;

  assign cmd_ready_o = ~&valid;
  assign cmd_fire    = cmd_valid_i && cmd_ready_o;
  assign accept      = {Contexts{cmd_fire}} & ~valid & (valid + 1'b1);

  always_comb begin
    accept_ctx = '0;
    for (int unsigned t = 0; t < Contexts; t++) if (accept[t]) accept_ctx = CtxWidth'(t);
  end

  accel_queue #(.Contexts(Contexts)) u_queue (
    .clk_i,
    .rst_ni,
    .push_i    (cmd_fire),
    .push_ctx_i(accept_ctx),
    .pop_i     (head_bind_i),
    .valid_o   (head_valid_o),
    .head_o    (head_ctx_o)
  );

  // Choose the context whose block comes next, see how much of its message is left, offer it:
  // one step a cycle, and a context is in one step at most.

  logic [Contexts-1:0] wants, wants_bound, wants_head, wants_first, request, grant;
  logic [Contexts-1:0] sel_q, offer_q;
  logic                offer_last_q, sel_ready, offer_ready, bound_left;
  bytes_t              offer_bytes_q;
  part_t               offer_part_q;

  always_comb begin
    for (int unsigned t = 0; t < Contexts; t++) begin
      wants_head[t] = head_valid_o && head_ctx_o == CtxWidth'(t);
    end
  end
  // While a bound context has blocks left, no other may take a buffer: it would keep it until the
  // bound one is through, which may be waiting for just that buffer.
  assign wants       = valid & ~fetched & ~sel_q & ~offer_q;
  assign wants_bound = wants & bound;
  assign wants_first = wants_bound & ~holding;
  assign bound_left  = (valid & bound & ~fetched) != '0;
  assign request     = !bound_left         ? wants & wants_head
                     : (wants_first != '0) ? wants_first
                                           : wants_bound;
  assign offer_ready = offer_q == '0 || fetch_take_i;
  assign sel_ready   = sel_q == '0 || offer_ready;

  rr_arbiter #(.Count(Contexts)) u_turn (
    .clk_i,
    .rst_ni,
    .request_i(request),
    .take_i   (sel_ready),
    .grant_o  (grant)
  );

  rate_t               sel_rate;
  logic [LenWidth-1:0] sel_left;
  logic                sel_raw, sel_last;
  part_t               sel_part;
  bytes_t              sel_bytes;

  always_comb begin
    sel_rate = '0;
    sel_left = '0;
    sel_raw  = 1'b0;
    sel_part = '0;
    for (int unsigned t = 0; t < Contexts; t++) begin
      if (Contexts == 1 || sel_q[t]) begin
        sel_rate = sel_rate | message_o[t].rate;
        sel_left = sel_left | left[t];
        sel_raw  = sel_raw | raw[t];
        sel_part = sel_part | part[t];
      end
    end
  end
  // A message that is not padded may end with a whole block.
  assign sel_last = !sel_part.any && sel_left[LenWidth-1:8] == '0
                    && (sel_left[7:3] < sel_rate
                        || (sel_raw && sel_left[7:0] == {sel_rate, 3'b000}));

  always_comb begin
    if (sel_part.any) begin
      sel_bytes = sel_part.high ? bytes_t'(8 * HighLanes) : bytes_t'(8 * MaxRateLanes);
    end else begin
      sel_bytes = sel_last ? sel_left[7:0] : {sel_rate, 3'b000};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sel_q         <= '0;
      offer_q       <= '0;
      offer_last_q  <= 1'b0;
      offer_bytes_q <= '0;
      offer_part_q  <= '0;
    end else begin
      if (sel_ready) sel_q <= grant;
      if (offer_ready && (sel_q != '0 || offer_q != '0)) begin
        offer_q       <= sel_q;
        offer_last_q  <= sel_last;
        offer_bytes_q <= sel_bytes;
        offer_part_q  <= sel_part;
      end
    end
  end

  assign fetch_valid_o = offer_q != '0;
  always_comb begin
    fetch_o       = '0;
    fetch_o.bytes = offer_bytes_q;
    fetch_o.last  = offer_last_q;
    fetch_o.part  = offer_part_q;
    for (int unsigned t = 0; t < Contexts; t++) begin
      if (Contexts == 1 || offer_q[t]) begin
        fetch_o.ctx  = fetch_o.ctx | CtxWidth'(t);
        fetch_o.seq  = fetch_o.seq | seq[t];
        fetch_o.addr = fetch_o.addr | addr[t];
        fetch_o.rate = fetch_o.rate | (message_o[t].rate & {5{!raw[t]}});
      end
    end
  end

  // The contexts

  logic [Contexts-1:0] take, absorb, release_ctx, abort;
  assign take = offer_q & {Contexts{fetch_take_i}};

  // Not while a block is being offered, which is what was left of the message before.
  for (genvar t = 0; t < Contexts; t++) begin : gen_abort
    assign abort[t] = Abort && abort_i.valid && abort_i.id == message_o[t].id
                      && !sel_q[t] && !offer_q[t];
  end

  always_comb begin
    absorb      = '0;
    release_ctx = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      for (int unsigned t = 0; t < Contexts; t++) begin
        if (absorbed_i[s].valid && absorbed_i[s].ctx == CtxWidth'(t)) begin
          absorb[t]      = 1'b1;
          release_ctx[t] = absorbed_i[s].last;
        end
      end
    end
  end

  for (genvar t = 0; t < Contexts; t++) begin : gen_ctx
    accel_context #(
      .Buffers  (Buffers),
      .SeqWidth (SeqWidth),
      .AddrWidth(AddrWidth),
      .LenWidth (LenWidth),
      .Abort    (Abort),
      .command_t(command_t),
      .message_t(message_t)
    ) u_context (
      .clk_i,
      .rst_ni,
      .accept_i   (accept[t]),
      .command_i  (cmd_i),
      .bind_i     (head_bind_i && head_ctx_o == CtxWidth'(t)),
      .take_i     (take[t]),
      .take_last_i(offer_last_q),
      .absorb_i   (absorb[t]),
      .abort_i    (abort[t]),
      .release_i  (release_ctx[t]),
      .valid_o    (valid[t]),
      .bound_o    (bound[t]),
      .fetched_o  (fetched[t]),
      .holding_o  (holding[t]),
      .seq_o      (seq[t]),
      .part_o     (part[t]),
      .addr_o     (addr[t]),
      .left_o     (left[t]),
      .domain_o   (domain_o[t]),
      .raw_o      (raw[t]),
      .message_o  (message_o[t])
    );
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  AcceptOne_A : assert property (@(posedge clk_i) cmd_fire |-> $onehot(accept))
  else $error("accel_contexts: a command is not accepted into one context");
  OneStep_A : assert property (@(posedge clk_i)
      $onehot0(sel_q) && $onehot0(offer_q) && (sel_q & offer_q) == '0)
  else $error("accel_contexts: two contexts in a step, or one in two");
  TakeOffered_A : assert property (@(posedge clk_i) fetch_take_i |-> fetch_valid_o)
  else $error("accel_contexts: a block is taken that was not offered");
  HeadWaits_A : assert property (@(posedge clk_i)
      head_valid_o |-> valid[head_ctx_o] && !bound[head_ctx_o])
  else $error("accel_contexts: the head of the queue does not wait for a slot");

  AbortFetched_C : cover property (@(posedge clk_i) (abort & valid & fetched) != '0);
  AbortFetching_C : cover property (@(posedge clk_i) (abort & valid & bound & ~fetched) != '0);
  AbortWaiting_C : cover property (@(posedge clk_i) (abort & valid & ~bound) != '0);
  AllTaken_C : cover property (@(posedge clk_i) &valid);
  FetchAhead_C : cover property (@(posedge clk_i) fetch_take_i && (offer_q & ~bound) != '0);
  AcceptAsReleased_C : cover property (@(posedge clk_i) cmd_fire && release_ctx != '0);
`endif

endmodule

`default_nettype wire
