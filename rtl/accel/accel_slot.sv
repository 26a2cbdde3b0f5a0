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
//   drain -> drain  all is written, and the state is to be saved: it is written as well
//   drain -> wait   all is written
//
// A chain's one block is absorbed once for each step. It stays in its buffer until the last one, so
// that for the contexts it is absorbed then. The permutation of a step is followed by a pass that links
// it to the next: in `wait`, the state becomes the block with the state's first lanes for the value.
//
// A block that is part of a saved state is absorbed without a permutation behind it. A state is not
// saved over one that could not be read, nor behind a message that could not.
//
// With Abort, a message that ends with an error has no output. If it is cut off when output is on
// its way, the block under way is the last one, and the state is not saved.
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
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  bit          Abort          = 1'b0,
  parameter  type         abort_t        = logic,
  parameter  type         message_t      = logic,
  parameter  type         filled_t       = logic,
  parameter  type         absorbed_t     = logic,
  parameter  type         output_t       = logic,
  parameter  type         completion_t   = logic,
  localparam int unsigned CtxWidth       = index_width(Contexts),
  localparam int unsigned SeqWidth       = index_width(Buffers)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                tick_i,       // a pass of this slot ends with this cycle
  input  logic                tick_next_i,  // ... with the next cycle
  input  abort_t              abort_i,
  // Binding
  output logic                unbound_o,
  output logic                idle_o,
  input  logic                bind_i,
  input  logic [CtxWidth-1:0] bind_ctx_i,
  input  message_t            message_i    [Contexts],
  // Buffers
  input  logic [Buffers-1:0]  full_next_i,
  input  filled_t             filled_i     [Buffers],
  output logic [Buffers-1:0]  absorb_o,       // one-hot, in a pass's last cycle
  output logic [Buffers-1:0]  absorb_data_o,  // the same, for the many loads of the data path
  output logic [Buffers-1:0]  absorb_high_o,  // the same, of blocks for the lanes above the rates
  output value_t              keep_o,         // what is absorbed stays, for a step with this value
  output absorbed_t           absorbed_o,
  // Permutation unit
  output pass_t               pass_o,
  // Writer
  output logic                drain_next_o,   // a block of output waits in the next cycle
  output output_t             output_o,
  input  output_step_t        output_step_i,
  // Completion
  output logic                finish_o,       // all output is written; the state is cleared
  output completion_t         completion_o
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
    logic [LenWidth-1:0]  out_left;    // behind the block of output under way
    logic                 save;        // the state is still to be written
    logic [AddrWidth-1:0] state_addr;  // ... there
  } state_message_t;

  // The bound context, and the next block of it
  logic                bound_q, first_q;  // first_q: none of its blocks is absorbed yet
  logic [CtxWidth-1:0] ctx_q;
  logic [SeqWidth-1:0] seq_q;
  logic [Buffers-1:0]  absorb_q;
  logic [Buffers-1:0]  absorb_nq;  // a copy for many loads; inverted, or synthesis merges the two
  logic [Buffers-1:0]  high_q;

  // Of a chain: steps that are not absorbed yet, but for the first; whether the block to absorb stays
  steps_t steps_q;
  value_t keep_q;

  // The pass
  logic     run_q, hold_q, drain_q;
  value_t   link_q;
  logic     last_q;   // it takes the permutation's last rounds
  logic     final_q;  // output follows this permutation
  rc_lfsr_t rc_q;
  logic     enter_q;

  // The message in the state, and the block of output under way
  state_message_t message_q;
  logic     plan_q;                  // a permutation that output follows began a cycle ago
  bytes_t   bytes_q;                 // of the block that are left to write
  logic     any_q, whole_q, rest_q;  // there are any, a chunk or more, a chunk or less
  logic     more_q;                  // blocks follow
  logic     drain_end_q;             // the block is written
  logic     borrow_q, borrow_top_q;  // out of the lower bytes of out_left

  message_t ctx_message;

  logic     absorb, absorb_last, absorb_part, absorb_error;
  logic     drained, squeeze, save, save_start, finished, start, turbo;
  logic     run_d, hold_d, drain_d, last_d, final_d;
  rc_lfsr_t rc_d;
  logic     keep, linking, abort;
  steps_t   steps;
  value_t   value, link_d;

  always_comb begin
    ctx_message = '0;
    for (int unsigned t = 0; t < Contexts; t++) begin
      if (Contexts == 1 || ctx_q == CtxWidth'(t)) ctx_message = message_i[t];
    end
  end

  always_comb begin
    absorb_last  = 1'b0;
    absorb_part  = 1'b0;
    absorb_error = 1'b0;
    for (int unsigned b = 0; b < Buffers; b++) begin
      absorb_last  = absorb_last | (absorb_q[b] & filled_i[b].last & !keep);
      absorb_part  = absorb_part | (absorb_q[b] & filled_i[b].part.any);
      absorb_error = absorb_error | (absorb_q[b] & filled_i[b].error);
    end
  end
  assign absorb = absorb_q != '0;

  // A chain. Its context stays until the last step is absorbed.

  assign steps   = first_q ? ctx_message.steps : steps_q;
  assign value   = value_lookup(64'(ctx_message.out_len[5:0]));
  assign keep    = keep_q != '0;
  assign linking = absorb ? keep : steps_q != '0;  // a step follows the permutation

  // The next pass

  assign abort    = Abort && abort_i.valid && abort_i.id == message_q.id;
  assign drained  = drain_q && (output_step_i.done || drain_end_q);
  assign squeeze  = drained && more_q;
  assign save     = Resume && drained && !more_q && message_q.save;
  assign finished = drained && !more_q && !save;
  assign start    = (absorb && !absorb_part) || squeeze;
  assign turbo    = absorb ? ctx_message.turbo : message_q.turbo;

  assign save_start = tick_i && save;

  assign run_d   = start || (run_q && !last_q);
  assign drain_d = (run_q && last_q && final_q) || (drain_q && !drained) || save;
  assign link_d  = value & {Values{Chain && run_q && last_q && linking}};
  assign hold_d  = !run_d && (!drained || save || absorb_part) && link_d == '0;
  assign final_d = absorb ? absorb_last : final_q;
  assign last_d  = start ? (turbo ? OneTurboPass : OnePass)
                         : run_q && !last_q && rc_q == LastButOneRc;

  always_comb begin
    if (start) rc_d = turbo ? TurboStartRc : StartRc;
    else       rc_d = run_q ? rc_steps(rc_q, 7 * RoundsPerCycle) : '0;
  end

  // The next block of output

  localparam int unsigned ChunkBits = $clog2(ChunkBytes);
  logic [AddrWidth-1:0]           write_addr;
  logic                           write_addr_load;
  logic [AddrWidth-ChunkBits-1:0] chunk_addr;
  logic [ChunkBits-1:0]           chunk_ofs_q;
  assign write_addr      = save_start ? message_q.state_addr : ctx_message.out_addr;
  assign write_addr_load = (absorb && first_q) || save_start;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)              chunk_ofs_q <= '0;
    else if (write_addr_load) chunk_ofs_q <= write_addr[ChunkBits-1:0];
  end
  step_counter #(.Width(AddrWidth - ChunkBits)) u_out_addr (
    .clk_i,
    .rst_ni,
    .load_i (write_addr_load),
    .value_i(write_addr[AddrWidth-1:ChunkBits]),
    .step_i (output_step_i.addr),
    .value_o(chunk_addr)
  );

  bytes_t rate_bytes, last_bytes;
  logic   more, none;
  assign rate_bytes = {message_q.rate, 3'b000};
  assign none       = Abort && message_q.error;
  assign more       = (message_q.out_left[LenWidth-1:8] != '0
                       || message_q.out_left[7:0] > rate_bytes) && !none;
  assign last_bytes = message_q.out_left[7:0] & {8{!none}};

  // The block to absorb at the end of the pass that will be under way in the next cycle

  logic                open_next;
  logic [SeqWidth-1:0] seq_next;
  logic [Buffers-1:0]  absorb_d;

  assign open_next = tick_i ? (run_d ? last_d && !final_d && !linking : !drain_d)
                            : (run_q ? last_q && !final_q : !drain_q || finished);
  assign seq_next  = seq_q + SeqWidth'(absorb && !keep);

  always_comb begin
    for (int unsigned b = 0; b < Buffers; b++) begin
      absorb_d[b] = tick_next_i && open_next && bound_q && full_next_i[b]
                    && filled_i[b].ctx == ctx_q && (Buffers == 1 || filled_i[b].seq == seq_next);
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
      high_q       <= '0;
      steps_q      <= '0;
      keep_q       <= '0;
      link_q       <= '0;
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
      for (int unsigned b = 0; b < Buffers; b++) high_q[b] <= absorb_d[b] && filled_i[b].part.high;
      // Steps that are still to be absorbed, this one included, are more than one.
      keep_q    <= value & {Values{Chain && steps[7:1] != '0}};
      if (absorb) steps_q <= keep ? steps - 1'b1 : '0;
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
      borrow_q     <= 1'b0;
      borrow_top_q <= 1'b0;
      if (borrow_q) begin
        {borrow_top_q, message_q.out_left[15:8]} <= {1'b0, message_q.out_left[15:8]} - 1'b1;
      end
      if (borrow_top_q) begin
        message_q.out_left[LenWidth-1:16] <= message_q.out_left[LenWidth-1:16] - 1'b1;
      end
      if (absorb) begin
        if (first_q) begin
          message_q <= '{
            id:         ctx_message.id,
            error:      ctx_message.error,
            rate:       ctx_message.rate,
            turbo:      ctx_message.turbo,
            out_left:   ctx_message.out_len,
            save:       ctx_message.save,
            state_addr: ctx_message.state_addr
          };
        end
        if (absorb_error || (Abort && ctx_message.error)) begin
          message_q.error <= 1'b1;
          message_q.save  <= 1'b0;
        end
      end else if (plan_q) begin
        more_q  <= more;
        bytes_q <= more ? rate_bytes : last_bytes;
        any_q   <= more || last_bytes != '0;
        whole_q <= more || last_bytes >= bytes_t'(ChunkBytes);
        rest_q  <= !more && last_bytes <= bytes_t'(ChunkBytes);
        {borrow_q, message_q.out_left[7:3]} <= {1'b0, message_q.out_left[7:3]}
                                               - {1'b0, message_q.rate};
      end else if (save_start) begin
        message_q.save <= 1'b0;
        bytes_q        <= bytes_t'(8 * StateLanes);
        any_q          <= 1'b1;
        whole_q        <= 1'b1;
        rest_q         <= 1'b0;
      end else if (output_step_i.bytes) begin
        bytes_q <= rest_q ? '0 : bytes_q - bytes_t'(ChunkBytes);
        any_q   <= !rest_q;
        whole_q <= bytes_q >= bytes_t'(2 * ChunkBytes);
        rest_q  <= bytes_q <= bytes_t'(2 * ChunkBytes);
      end
      // What is absorbed in this cycle may be another message's.
      if (Abort && abort && !absorb) begin
        message_q.error <= 1'b1;
        message_q.save  <= 1'b0;
        more_q          <= 1'b0;
      end
      drain_end_q <= drained && !tick_i;
      if (finished) hold_q <= 1'b0;
      if (tick_i) begin
        run_q   <= run_d;
        hold_q  <= hold_d;
        link_q  <= link_d;
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
  assign absorb_high_o = high_q;
  assign keep_o        = keep_q;
  assign absorbed_o    = '{valid: absorb && !keep, last: absorb_last, ctx: ctx_q};
  assign pass_o        = '{run: run_q, hold: hold_q, enter: enter_q, rc: rc_q, link: link_q};
  assign drain_next_o  = tick_i ? drain_d : drain_q && !drained;
  assign output_o      = '{
    addr:  {chunk_addr, chunk_ofs_q},
    bytes: bytes_q,
    any:   any_q,
    whole: whole_q,
    last:  rest_q
  };
  assign finish_o      = tick_i && finished;
  assign completion_o  = '{id: message_q.id, error: message_q.error};

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  BindUnbound_A : assert property (@(posedge clk_i) bind_i |-> !bound_q)
  else $error("accel_slot: a slot gets a context while it has one");
  OneBuffer_A : assert property (@(posedge clk_i)
      bound_q |-> $onehot0(absorb_q) && absorb_nq == ~absorb_q)
  else $error("accel_slot: two buffers are absorbed at once, or the two absorb signals differ");
  AbsorbAtTick_A : assert property (@(posedge clk_i) absorb |-> tick_i && bound_q)
  else $error("accel_slot: a block is absorbed within a pass, or for no context");
  AbsorbWhenOpen_A : assert property (@(posedge clk_i)
      absorb |-> (run_q ? last_q && !final_q : !drain_q || (drain_end_q && !more_q && !save)))
  else $error("accel_slot: a block is absorbed into a state that is not done");
  OnePass_A : assert property (@(posedge clk_i) $onehot0({run_q, drain_q}) && !(run_q && hold_q))
  else $error("accel_slot: a state is permuted and written, or permuted and held, at once");
  LinkAbsorbs_A : assert property (@(posedge clk_i) link_q != '0 |->
      $onehot(link_q) && absorb && !first_q && !run_q && !hold_q && !drain_q)
  else $error("accel_slot: a step begins without its block, or with more of the state");
  ChainLinks_A : assert property (@(posedge clk_i) absorb && steps_q != '0 |-> link_q != '0)
  else $error("accel_slot: a step is not linked to the one before");
  KeepChain_A : assert property (@(posedge clk_i) absorb && keep |-> Chain && steps > steps_t'(1))
  else $error("accel_slot: a block stays and is not of a chain, or of its last step");
  LastRuns_A : assert property (@(posedge clk_i) last_q |-> run_q)
  else $error("accel_slot: last rounds without a permutation");
  StepDrains_A : assert property (@(posedge clk_i) output_step_i != '0 |-> drain_q && !drain_end_q)
  else $error("accel_slot: output is written that there is not");
  BytesFlags_A : assert property (@(posedge clk_i)
      drain_q |-> any_q == (bytes_q != '0) && whole_q == (bytes_q >= bytes_t'(ChunkBytes))
                  && rest_q == (bytes_q <= bytes_t'(ChunkBytes)))
  else $error("accel_slot: what is left of a block of output is not said");
  BlockWritten_A : assert property (@(posedge clk_i)
      output_step_i.done |-> !any_q || (output_step_i.bytes && rest_q))
  else $error("accel_slot: a block of output ends before all of it is written");
  PlanSettled_A : assert property (@(posedge clk_i) plan_q |-> !borrow_q && !borrow_top_q)
  else $error("accel_slot: output is planned before its length has settled");

  AbsorbInLastRound_C : cover property (@(posedge clk_i) absorb && run_q);
  AbsorbWaited_C : cover property (@(posedge clk_i) absorb && !run_q && !first_q);
  ErrorLaterBlock_C : cover property (@(posedge clk_i) absorb_error && !first_q);
  PartWhenIdle_A : assert property (@(posedge clk_i) absorb_part |-> !run_q && !absorb_last)
  else $error("accel_slot: a part of a state is the last block, or absorbed in a permutation");
  HighIsPart_A : assert property (@(posedge clk_i)
      (high_q & ~absorb_q) == '0 && (high_q == '0 || (absorb_part && !first_q)))
  else $error("accel_slot: the high part of a state is no part, or the first one");

  AbortRun_C : cover property (@(posedge clk_i) abort && run_q && final_q);
  AbortMore_C : cover property (@(posedge clk_i) abort && drain_q && more_q);
  AbortSave_C : cover property (@(posedge clk_i) abort && drain_q && message_q.save);
  ChainStep_C : cover property (@(posedge clk_i) link_q != '0 && keep);
  ChainError_C : cover property (@(posedge clk_i) link_q != '0 && absorb_error);
  Restore_C : cover property (@(posedge clk_i) absorb_part && !first_q);
  RestoreError_C : cover property (@(posedge clk_i) absorb_part && absorb_error);
  RestoreBehindOutput_C : cover property (@(posedge clk_i) absorb_part && drained);
  SaveBehindOutput_C : cover property (@(posedge clk_i) save_start && drain_end_q);
  SaveAtOnce_C : cover property (@(posedge clk_i) save_start && !drain_end_q);
  Squeeze_C : cover property (@(posedge clk_i) tick_i && squeeze);
  NoOutput_C : cover property (@(posedge clk_i) finish_o && drain_q && !any_q);
  BindWhileRunning_C : cover property (@(posedge clk_i) bind_i && run_q);
  BorrowTop_C : cover property (@(posedge clk_i) borrow_top_q);
`endif

endmodule

`default_nettype wire
