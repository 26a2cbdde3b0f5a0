// SPDX-License-Identifier: Apache-2.0
//
// Control of one slot, the place of one state in a permutation unit: absorb the blocks of the
// bound context in order, permute, hand the state to the writer, permute again where more output
// is wanted, clear.
//
//   wait  -> run    a block is absorbed at the end of this pass
//   run   -> run    rounds are left, or the next block is absorbed in the last one
//   run   -> wait   the next block is not there yet
//   run   -> drain  the last block is permuted, or the next block of output
//   drain -> run    more output is wanted
//   drain -> wait   all is written
//
// What the slot does in a pass is settled in registers before the pass begins, but for one thing:
// from the cycle after the last write on, the state is no longer held. With several stages it
// becomes zero at the end of the same pass, with one stage at the end of the next.

`default_nettype none

module accel_slot
  import accel_pkg::*;
  import keccak_pkg::*;
#(
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Buffers        = 1,
  parameter  int unsigned ChunkBytes     = 8,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned LenWidth       = 32,
  parameter  int unsigned IdWidth        = 4,
  localparam int unsigned CtxWidth       = index_width(Contexts),
  localparam int unsigned SeqWidth       = index_width(Buffers)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 tick_i,       // a pass of this slot ends with this cycle
  input  logic                 tick_next_i,  // ... with the next cycle
  // Binding
  output logic                 unbound_o,
  output logic                 idle_o,
  input  logic                 bind_i,
  input  logic [CtxWidth-1:0]  bind_ctx_i,
  // Contexts
  input  logic [IdWidth-1:0]   ctx_id_i      [Contexts],
  input  logic                 ctx_error_i   [Contexts],
  input  rate_t                ctx_rate_i    [Contexts],
  input  logic                 ctx_turbo_i   [Contexts],
  input  logic [AddrWidth-1:0] ctx_out_addr_i[Contexts],
  input  logic [LenWidth-1:0]  ctx_out_len_i [Contexts],
  // Buffers
  input  logic [Buffers-1:0]   buf_full_next_i,
  input  logic [CtxWidth-1:0]  buf_ctx_i     [Buffers],
  input  logic [SeqWidth-1:0]  buf_seq_i     [Buffers],
  input  logic [Buffers-1:0]   buf_last_i,
  input  logic [Buffers-1:0]   buf_error_i,
  output logic [Buffers-1:0]   absorb_o,       // one-hot, in a pass's last cycle
  output logic [Buffers-1:0]   absorb_data_o,  // the same, for the many loads of the data path
  output logic                 absorb_last_o,
  output logic [CtxWidth-1:0]  absorb_ctx_o,
  // Permutation unit
  output logic                 run_o,
  output logic                 hold_o,
  output rc_lfsr_t             rc_o,
  output logic                 enter_o,
  // Writer
  output logic                 drain_next_o,      // a block of output waits in the next cycle
  output logic [IdWidth-1:0]   id_o,
  output logic                 error_o,
  output logic [AddrWidth-1:0] out_addr_o,
  output bytes_t               out_bytes_o,       // of the block of output that are left
  output logic                 out_any_o,         // ... any
  output logic                 out_whole_o,       // ... a whole chunk or more
  output logic                 out_last_o,        // ... a whole chunk or less
  input  logic                 out_addr_step_i,   // to the next chunk of ChunkBytes
  input  logic                 out_bytes_step_i,  // a chunk of ChunkBytes, or the rest, is written
  input  logic                 drain_end_i,       // this block of output is written
  output logic                 finish_o           // it was the last; the state is cleared
);

  // A first cycle that starts inside the chain of rounds: see keccak_rounds.
  localparam int unsigned Entry = NumTurboRounds % RoundsPerCycle;
  localparam rc_lfsr_t StartRc = rc_at(0);
  localparam rc_lfsr_t TurboStartRc = rc_at(NumRounds - NumTurboRounds - Entry);
  // The last pass comes after the one with this constant, or at once.
  localparam rc_lfsr_t LastButOneRc =
      (RoundsPerCycle < NumRounds) ? rc_at(NumRounds - 2 * RoundsPerCycle) : '0;
  localparam bit OnePass = RoundsPerCycle == NumRounds;
  localparam bit OneTurboPass = RoundsPerCycle >= NumTurboRounds;

  typedef struct packed {
    logic [IdWidth-1:0]   id;
    logic                 error;
    rate_t                rate;
    logic                 turbo;
    logic [LenWidth-1:0]  out_left;  // behind the block of output under way
  } message_t;

  // The bound context, and the next block of it
  logic                bound_q, first_q;  // first_q: none of its blocks is absorbed yet
  logic [CtxWidth-1:0] ctx_q;
  logic [SeqWidth-1:0] seq_q;
  logic [Buffers-1:0]  absorb_q;
  logic [Buffers-1:0]  absorb_nq;  // a copy for many loads; inverted, or synthesis merges the two

  // The pass
  logic     run_q, hold_q, drain_q;
  logic     last_q;   // it takes the permutation's last rounds
  logic     final_q;  // output follows this permutation
  rc_lfsr_t rc_q;
  logic     enter_q;

  // The message in the state, and the block of output under way
  message_t message_q;
  logic     plan_q;                  // a permutation that output follows began a cycle ago
  bytes_t   bytes_q;                 // of the block that are left to write
  logic     any_q, whole_q, rest_q;  // there are any, a chunk or more, a chunk or less
  logic     more_q;                  // blocks follow
  logic     drain_end_q;             // the block is written
  logic     borrow_q, borrow_top_q;  // out of the lower bytes of out_left

  message_t             ctx_message;
  logic [AddrWidth-1:0] ctx_out_addr;

  logic     absorb, absorb_last, drained, squeeze, finished, start, turbo;
  logic     run_d, hold_d, drain_d, last_d, final_d;
  rc_lfsr_t rc_d;

  always_comb begin
    ctx_message  = '0;
    ctx_out_addr = '0;
    for (int unsigned t = 0; t < Contexts; t++) begin
      if (Contexts == 1 || ctx_q == CtxWidth'(t)) begin
        ctx_message = '{
          id:       ctx_id_i[t],
          error:    ctx_error_i[t],
          rate:     ctx_rate_i[t],
          turbo:    ctx_turbo_i[t],
          out_left: ctx_out_len_i[t]
        };
        ctx_out_addr = ctx_out_addr_i[t];
      end
    end
  end

  assign absorb      = absorb_q != '0;
  assign absorb_last = (absorb_q & buf_last_i) != '0;

  // The next pass

  assign drained  = drain_q && (drain_end_i || drain_end_q);
  assign squeeze  = drained && more_q;
  assign finished = drained && !more_q;
  assign start    = absorb || squeeze;
  assign turbo    = absorb ? ctx_message.turbo : message_q.turbo;

  assign run_d   = start || (run_q && !last_q);
  assign drain_d = (run_q && last_q && final_q) || (drain_q && !drained);
  assign hold_d  = !run_d && !drained;
  assign final_d = absorb ? absorb_last : final_q;
  assign last_d  = start ? (turbo ? OneTurboPass : OnePass)
                         : run_q && !last_q && rc_q == LastButOneRc;

  always_comb begin
    if (start) rc_d = turbo ? TurboStartRc : StartRc;
    else       rc_d = run_q ? rc_steps(rc_q, 7 * RoundsPerCycle) : '0;
  end

  // The next block of output

  localparam int unsigned ChunkBits = $clog2(ChunkBytes);
  logic [ChunkBits-1:0] chunk_ofs_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                chunk_ofs_q <= '0;
    else if (absorb && first_q) chunk_ofs_q <= ctx_out_addr[ChunkBits-1:0];
  end
  step_counter #(.Width(AddrWidth - ChunkBits)) u_out_addr (
    .clk_i,
    .rst_ni,
    .load_i (absorb && first_q),
    .value_i(ctx_out_addr[AddrWidth-1:ChunkBits]),
    .step_i (out_addr_step_i),
    .value_o(out_addr_o[AddrWidth-1:ChunkBits])
  );
  assign out_addr_o[ChunkBits-1:0] = chunk_ofs_q;

  bytes_t rate_bytes;
  logic   more;
  assign rate_bytes = {message_q.rate, 3'b000};
  assign more       = message_q.out_left[LenWidth-1:8] != '0
                      || message_q.out_left[7:0] > rate_bytes;

  // The block to absorb at the end of the pass that will be under way in the next cycle

  logic                open_next;
  logic [SeqWidth-1:0] seq_next;
  logic [Buffers-1:0]  absorb_d;

  assign open_next = tick_i ? (run_d ? last_d && !final_d : !drain_d)
                            : (run_q ? last_q && !final_q : !drain_q || finished);
  assign seq_next  = seq_q + SeqWidth'(absorb);

  always_comb begin
    for (int unsigned b = 0; b < Buffers; b++) begin
      absorb_d[b] = tick_next_i && open_next && bound_q && buf_full_next_i[b]
                    && buf_ctx_i[b] == ctx_q && (Buffers == 1 || buf_seq_i[b] == seq_next);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bound_q      <= 1'b0;
      first_q      <= 1'b0;
      ctx_q        <= '0;
      seq_q        <= '0;
      absorb_q     <= '0;
      absorb_nq    <= '1;
      run_q        <= 1'b0;
      hold_q       <= 1'b0;
      drain_q      <= 1'b0;
      last_q       <= 1'b0;
      final_q      <= 1'b0;
      rc_q         <= '0;
      enter_q      <= 1'b0;
      message_q    <= '0;
      plan_q       <= 1'b0;
      bytes_q      <= '0;
      any_q        <= 1'b0;
      whole_q      <= 1'b0;
      rest_q       <= 1'b0;
      more_q       <= 1'b0;
      drain_end_q  <= 1'b0;
      borrow_q     <= 1'b0;
      borrow_top_q <= 1'b0;
    end else begin
      absorb_q  <= absorb_d;
      absorb_nq <= ~absorb_d;
      plan_q    <= tick_i && start && final_d;
      if (bind_i) begin
        bound_q <= 1'b1;
        first_q <= 1'b1;
        ctx_q   <= bind_ctx_i;
        seq_q   <= '0;
      end else if (absorb) begin
        bound_q <= !absorb_last;
        first_q <= 1'b0;
        seq_q   <= seq_next;
      end
      // Subtracting a block takes three steps; the next plan is further away than that.
      borrow_q <= 1'b0;
      {borrow_top_q, message_q.out_left[15:8]} <= {1'b0, message_q.out_left[15:8]} - 9'(borrow_q);
      message_q.out_left[LenWidth-1:16] <= message_q.out_left[LenWidth-1:16]
                                           - (LenWidth-16)'(borrow_top_q);
      if (absorb) begin
        if (first_q) message_q <= ctx_message;
        if ((absorb_q & buf_error_i) != '0) message_q.error <= 1'b1;
      end else if (plan_q) begin
        more_q  <= more;
        bytes_q <= more ? rate_bytes : message_q.out_left[7:0];
        any_q   <= more || message_q.out_left[7:0] != '0;
        whole_q <= more || message_q.out_left[7:0] >= bytes_t'(ChunkBytes);
        rest_q  <= !more && message_q.out_left[7:0] <= bytes_t'(ChunkBytes);
        {borrow_q, message_q.out_left[7:3]} <= {1'b0, message_q.out_left[7:3]}
                                               - {1'b0, message_q.rate};
      end else if (out_bytes_step_i) begin
        bytes_q <= rest_q ? '0 : bytes_q - bytes_t'(ChunkBytes);
        any_q   <= !rest_q;
        whole_q <= bytes_q >= bytes_t'(2 * ChunkBytes);
        rest_q  <= bytes_q <= bytes_t'(2 * ChunkBytes);
      end
      drain_end_q <= drained && !tick_i;
      if (finished) hold_q <= 1'b0;
      if (tick_i) begin
        run_q   <= run_d;
        hold_q  <= hold_d;
        drain_q <= drain_d;
        last_q  <= last_d;
        final_q <= final_d;
        rc_q    <= rc_d;
        enter_q <= start && turbo && Entry != 0;
      end
    end
  end

  assign unbound_o     = !bound_q;
  assign idle_o        = !run_q && !drain_q;
  assign absorb_o      = absorb_q;
  assign absorb_data_o = ~absorb_nq;
  assign absorb_last_o = absorb_last;
  assign absorb_ctx_o  = ctx_q;
  assign run_o         = run_q;
  assign hold_o        = hold_q;
  assign rc_o          = rc_q;
  assign enter_o       = enter_q;
  assign drain_next_o  = tick_i ? drain_d : drain_q && !drained;
  assign finish_o      = tick_i && finished;
  assign id_o          = message_q.id;
  assign error_o       = message_q.error;
  assign out_bytes_o   = bytes_q;
  assign out_any_o     = any_q;
  assign out_whole_o   = whole_q;
  assign out_last_o    = rest_q;

endmodule

`default_nettype wire
