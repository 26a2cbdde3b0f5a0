// SPDX-License-Identifier: Apache-2.0
//
// Sponge accelerator with its own memory port: reads a message, pads, absorbs, permutes, squeezes
// and writes the output back.
//
//   Parameter        Meaning                                              Values
//   Units            permutation units (D)                                1 to 8
//   RoundsPerCycle   rounds that a unit computes per cycle (N)            1 2 3 4 6 8 12 24
//   Stages           pipeline stages of a round, states in a unit (S)     1 to 4; with N = 1 only
//   Contexts         commands whose message is being read (T)             D * S to 8
//   Width            bits of the memory port (W)                          32 64 128 256
//   Buffers          message buffers, one block each                      1 to 8; min(T, 4)
//
//   Channel   Rule (valid and ready as usual; a payload is stable until it is taken)
//   cmd       message and output at any byte address, of any length in bytes, zero included
//   rd_req    reads one aligned word; the tag comes back with the response
//   rd_rsp    in any order, at any time
//   wr_req    writes the bytes of an aligned word that have a strobe
//   wr_rsp    says that a write has taken effect; in any order
//   done      names the command whose output is in memory; `error` for an algorithm that does not
//             exist (nothing is read or written) and for a read or write that failed
//
// rd_rsp_ready_o is low for one cycle per message, wr_rsp_ready_o never. No output depends on an
// input of the same cycle. See docs/accelerator.md.

`default_nettype none

module hash_accel
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned LenWidth       = 32,
  parameter  int unsigned IdWidth        = 4,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned Slots          = Units * Stages,
  localparam int unsigned RdTagWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes),
  localparam int unsigned WrTagWidth     = index_width(Slots)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [IdWidth-1:0]    cmd_id_i,
  input  logic [3:0]            cmd_alg_i,       // accel_pkg::alg_e
  input  logic [7:0]            cmd_domain_i,    // TurboSHAKE's domain byte
  input  logic [AddrWidth-1:0]  cmd_msg_addr_i,
  input  logic [LenWidth-1:0]   cmd_msg_len_i,   // bytes
  input  logic [AddrWidth-1:0]  cmd_out_addr_i,
  input  logic [LenWidth-1:0]   cmd_out_len_i,   // bytes

  output logic                  rd_req_valid_o,
  input  logic                  rd_req_ready_i,
  output logic [AddrWidth-1:0]  rd_req_addr_o,
  output logic [RdTagWidth-1:0] rd_req_tag_o,

  input  logic                  rd_rsp_valid_i,
  output logic                  rd_rsp_ready_o,
  input  logic [RdTagWidth-1:0] rd_rsp_tag_i,
  input  logic [Width-1:0]      rd_rsp_data_i,
  input  logic                  rd_rsp_error_i,

  output logic                  wr_req_valid_o,
  input  logic                  wr_req_ready_i,
  output logic [AddrWidth-1:0]  wr_req_addr_o,
  output logic [WordBytes-1:0]  wr_req_strb_o,
  output logic [Width-1:0]      wr_req_data_o,
  output logic [WrTagWidth-1:0] wr_req_tag_o,

  input  logic                  wr_rsp_valid_i,
  output logic                  wr_rsp_ready_o,
  input  logic [WrTagWidth-1:0] wr_rsp_tag_i,
  input  logic                  wr_rsp_error_i,

  output logic                  done_valid_o,
  input  logic                  done_ready_i,
  output logic [IdWidth-1:0]    done_id_o,
  output logic                  done_error_o
);

  import keccak_pkg::*;

  // Parameters

  if (Units < 1 || Units > 8) begin : gen_bad_units
    $fatal(1, "hash_accel: Units is %0d; 1 to 8 are allowed", Units);
  end
  if (!(RoundsPerCycle inside {1, 2, 3, 4, 6, 8, 12, 24})) begin : gen_bad_rounds
    $fatal(1, "hash_accel: RoundsPerCycle is %0d; 1, 2, 3, 4, 6, 8, 12, 24 are allowed",
           RoundsPerCycle);
  end
  if (Stages < 1 || Stages > 4 || (Stages > 1 && RoundsPerCycle > 1)) begin : gen_bad_stages
    $fatal(1, "hash_accel: Stages is %0d; 1, or 2 to 4 with one round per cycle, are allowed",
           Stages);
  end
  if (Contexts < Slots || Contexts > 8) begin : gen_bad_contexts
    $fatal(1, "hash_accel: Contexts is %0d; Units * Stages = %0d to 8 are allowed", Contexts,
           Slots);
  end
  if (!(Width inside {32, 64, 128, 256})) begin : gen_bad_width
    $fatal(1, "hash_accel: Width is %0d; 32, 64, 128, 256 are allowed", Width);
  end
  if (Buffers < 1 || Buffers > 8) begin : gen_bad_buffers
    $fatal(1, "hash_accel: Buffers is %0d; 1 to 8 are allowed", Buffers);
  end

  localparam int unsigned CtxWidth   = index_width(Contexts);
  localparam int unsigned BufWidth   = index_width(Buffers);
  localparam int unsigned OfsWidth   = $clog2(WordBytes);
  localparam int unsigned IndexWidth = word_count_width(WordBytes);
  localparam int unsigned Rows       = (BlockWidth + Width - 1) / Width;

  // Contexts

  logic                 head_valid, head_bind;
  logic [CtxWidth-1:0]  head_ctx;
  logic                 block_valid, block_take, block_last;
  logic [CtxWidth-1:0]  block_ctx;
  logic [BufWidth-1:0]  block_seq;
  logic [AddrWidth-1:0] block_addr;
  bytes_t               block_bytes;
  rate_t                block_rate;
  logic [Slots-1:0]     slot_absorb, slot_absorb_last;
  logic [CtxWidth-1:0]  slot_ctx[Slots];
  logic [IdWidth-1:0]   ctx_id[Contexts];
  logic                 ctx_error[Contexts];
  rate_t                ctx_rate[Contexts];
  logic                 ctx_turbo[Contexts];
  logic [7:0]           ctx_domain[Contexts];
  logic [AddrWidth-1:0] ctx_out_addr[Contexts];
  logic [LenWidth-1:0]  ctx_out_len[Contexts];

  accel_contexts #(
    .Contexts (Contexts),
    .Slots    (Slots),
    .Buffers  (Buffers),
    .AddrWidth(AddrWidth),
    .LenWidth (LenWidth),
    .IdWidth  (IdWidth)
  ) u_contexts (
    .clk_i,
    .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o,
    .cmd_id_i,
    .cmd_alg_i,
    .cmd_domain_i,
    .cmd_msg_addr_i,
    .cmd_msg_len_i,
    .cmd_out_addr_i,
    .cmd_out_len_i,
    .head_valid_o (head_valid),
    .head_ctx_o   (head_ctx),
    .head_bind_i  (head_bind),
    .block_valid_o(block_valid),
    .block_take_i (block_take),
    .block_ctx_o  (block_ctx),
    .block_seq_o  (block_seq),
    .block_addr_o (block_addr),
    .block_bytes_o(block_bytes),
    .block_last_o (block_last),
    .block_rate_o (block_rate),
    .absorb_i     (slot_absorb),
    .absorb_last_i(slot_absorb_last),
    .absorb_ctx_i (slot_ctx),
    .id_o         (ctx_id),
    .error_o      (ctx_error),
    .rate_o       (ctx_rate),
    .turbo_o      (ctx_turbo),
    .domain_o     (ctx_domain),
    .out_addr_o   (ctx_out_addr),
    .out_len_o    (ctx_out_len)
  );

  // Fetch

  logic [Buffers-1:0]    buf_free, buf_open;
  logic [CtxWidth-1:0]   open_ctx;
  logic [BufWidth-1:0]   open_seq;
  logic [OfsWidth-1:0]   open_ofs;
  logic [IndexWidth-1:0] open_row;
  logic [WordBytes-1:0]  open_inside;
  logic                  open_last, open_phase;
  rate_t                 open_rate;
  logic [IndexWidth-1:0] open_words;

  accel_fetch #(
    .Width    (Width),
    .Buffers  (Buffers),
    .CtxWidth (CtxWidth),
    .AddrWidth(AddrWidth)
  ) u_fetch (
    .clk_i,
    .rst_ni,
    .block_valid_i(block_valid),
    .block_take_o (block_take),
    .block_ctx_i  (block_ctx),
    .block_seq_i  (block_seq),
    .block_addr_i (block_addr),
    .block_bytes_i(block_bytes),
    .block_last_i (block_last),
    .block_rate_i (block_rate),
    .buf_free_i   (buf_free),
    .buf_open_o   (buf_open),
    .open_ctx_o   (open_ctx),
    .open_seq_o   (open_seq),
    .open_ofs_o   (open_ofs),
    .open_row_o   (open_row),
    .open_inside_o(open_inside),
    .open_last_o  (open_last),
    .open_rate_o  (open_rate),
    .open_words_o (open_words),
    .open_phase_o (open_phase),
    .req_valid_o  (rd_req_valid_o),
    .req_ready_i  (rd_req_ready_i),
    .req_addr_o   (rd_req_addr_o),
    .req_tag_o    (rd_req_tag_o)
  );

  // Responses and padding into the buffers

  logic [Buffers-1:0]    buf_pad, buf_full_next, buf_last, buf_error, buf_phase;
  logic [Buffers-1:0]    buf_absorb, buf_clear;
  logic [CtxWidth-1:0]   buf_ctx   [Buffers];
  logic [BufWidth-1:0]   buf_seq   [Buffers];
  logic [OfsWidth-1:0]   buf_ofs   [Buffers];
  block_t                buf_block [Buffers];
  logic [IndexWidth-1:0] buf_row   [Buffers];
  logic [WordBytes-1:0]  buf_inside[Buffers];

  logic [Buffers-1:0]    write_sel, write_early;
  logic [OfsWidth-1:0]   write_ofs;
  logic [WordBytes-1:0]  write_inside;
  logic [IndexWidth-1:0] pad_index;
  logic [7:0]            domain;
  logic                  pad;
  logic                  rsp_cut, rsp_phase;
  logic [BufWidth-1:0]   rsp_buf;
  logic [IndexWidth-1:0] rsp_index;
  logic [Width-1:0]      write_data;
  logic [WordBytes-1:0]  write_before;
  logic [Rows:0]         write_row;

  assign {rsp_cut, rsp_phase, rsp_buf, rsp_index} = rd_rsp_tag_i;
  assign pad            = buf_pad != '0;
  assign rd_rsp_ready_o = !pad;

  always_comb begin
    write_ofs = '0;
    write_inside = '0;
    pad_index = '0;
    domain    = '0;
    for (int unsigned b = 0; b < Buffers; b++) begin
      write_sel[b]   = buf_pad[b] || (!pad && rd_rsp_valid_i && rsp_buf == BufWidth'(b));
      write_early[b] = Buffers == 1 && !pad && rsp_phase != buf_phase[b];
      if (Buffers == 1 || (pad ? buf_pad[b] : rsp_buf == BufWidth'(b))) begin
        write_ofs = write_ofs | buf_ofs[b];
        write_inside = write_inside | buf_inside[b];
      end
      if (Buffers == 1 || buf_pad[b]) begin
        pad_index = pad_index | buf_row[b];
        for (int unsigned t = 0; t < Contexts; t++) begin
          if (Contexts == 1 || buf_ctx[b] == CtxWidth'(t)) domain = domain | ctx_domain[t];
        end
      end
    end
  end

  accel_align #(.Width(Width)) u_align (
    .word_i     (rd_rsp_data_i),
    .index_i    (rsp_index),
    .cut_i      (rsp_cut),
    .pad_i      (pad),
    .domain_i   (domain),
    .pad_index_i(pad_index),
    .ofs_i      (write_ofs),
    .inside_i   (write_inside),
    .data_o     (write_data),
    .before_o   (write_before),
    .row_o      (write_row)
  );

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    accel_buffer #(
      .Width    (Width),
      .ParkEarly(Buffers == 1),
      .CtxWidth (CtxWidth),
      .SeqWidth (BufWidth)
    ) u_buffer (
      .clk_i,
      .rst_ni,
      .open_i        (buf_open[b]),
      .open_ctx_i    (open_ctx),
      .open_seq_i    (open_seq),
      .open_ofs_i    (open_ofs),
      .open_row_i    (open_row),
      .open_inside_i (open_inside),
      .open_last_i   (open_last),
      .open_rate_i   (open_rate),
      .open_words_i  (open_words),
      .open_phase_i  (open_phase),
      .write_i       (write_sel[b]),
      .write_error_i (rd_rsp_error_i && !pad),
      .write_early_i (write_early[b]),
      .write_data_i  (write_data),
      .write_before_i(write_before),
      .write_row_i   (write_row),
      .absorb_i      (buf_absorb[b]),
      .clear_i       (buf_clear[b]),
      .free_o        (buf_free[b]),
      .full_next_o   (buf_full_next[b]),
      .pad_o         (buf_pad[b]),
      .block_o       (buf_block[b]),
      .ctx_o         (buf_ctx[b]),
      .seq_o         (buf_seq[b]),
      .ofs_o         (buf_ofs[b]),
      .row_o         (buf_row[b]),
      .inside_o      (buf_inside[b]),
      .last_o        (buf_last[b]),
      .error_o       (buf_error[b]),
      .phase_o       (buf_phase[b])
    );
  end

  // Slots: slot s is slot s / Units of unit s % Units

  logic [Buffers-1:0]   absorb[Slots], absorb_data[Slots];
  logic [Slots-1:0]     slot_run, slot_hold, slot_enter, slot_unbound, slot_idle, slot_bind;
  logic [Slots-1:0]     slot_drain_next, slot_finish, slot_write, slot_drain_end, slot_first, slot_last;
  logic [Slots-1:0]     done_free, done_stall;
  rc_lfsr_t             slot_rc[Slots];
  logic [IdWidth-1:0]   slot_id[Slots];
  logic                 slot_error[Slots];
  logic [AddrWidth-1:0] slot_out_addr[Slots];
  bytes_t               slot_out_bytes[Slots];
  logic [Slots-1:0]     slot_addr_step, slot_bytes_step;
  logic [Slots-1:0]     slot_any, slot_whole, slot_last_chunk;

  // The head of the queue goes to an idle slot, or else to one that has absorbed its last block.
  logic [Slots-1:0] bind_want;
  assign bind_want = ((slot_unbound & slot_idle) != '0) ? slot_unbound & slot_idle : slot_unbound;
  assign slot_bind = bind_want & (~bind_want + 1'b1) & {Slots{head_valid}};
  assign head_bind = slot_bind != '0;

  // All units turn together: `turn_q` is the slot, of each unit, that is in the last stage.
  localparam int unsigned TurnWidth = index_width(Stages);
  logic [TurnWidth-1:0] turn_q;
  if (Stages == 1) begin : gen_no_turn
    assign turn_q = '0;
  end else begin : gen_turn
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                               turn_q <= '0;
      else if (turn_q == TurnWidth'(Stages - 1)) turn_q <= '0;
      else                                       turn_q <= turn_q + 1'b1;
    end
  end

  // in_stage[i] is the slot of each unit that is in stage i, one-hot.
  logic [Stages-1:0] in_stage[Stages];
  always_comb begin
    for (int unsigned i = 0; i < Stages; i++) begin
      for (int unsigned k = 0; k < Stages; k++) begin
        in_stage[i][k] = 32'(turn_q) == (k + i + 1) % Stages;
      end
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    localparam int unsigned Place = s / Units;
    assign slot_first[s] = in_stage[0][Place];
    assign slot_last[s]  = in_stage[Stages-1][Place];

    accel_slot #(
      .RoundsPerCycle(RoundsPerCycle),
      .Contexts      (Contexts),
      .Buffers       (Buffers),
      .ChunkBytes    (chunk_bytes(WordBytes)),
      .AddrWidth     (AddrWidth),
      .LenWidth      (LenWidth),
      .IdWidth       (IdWidth)
    ) u_slot (
      .clk_i,
      .rst_ni,
      .tick_i          (slot_last[s]),
      .tick_next_i     (Stages == 1 || in_stage[(Stages+Stages-2)%Stages][Place]),
      .unbound_o       (slot_unbound[s]),
      .idle_o          (slot_idle[s]),
      .bind_i          (slot_bind[s]),
      .bind_ctx_i      (head_ctx),
      .ctx_id_i        (ctx_id),
      .ctx_error_i     (ctx_error),
      .ctx_rate_i      (ctx_rate),
      .ctx_turbo_i     (ctx_turbo),
      .ctx_out_addr_i  (ctx_out_addr),
      .ctx_out_len_i   (ctx_out_len),
      .buf_full_next_i (buf_full_next),
      .buf_ctx_i       (buf_ctx),
      .buf_seq_i       (buf_seq),
      .buf_last_i      (buf_last),
      .buf_error_i     (buf_error),
      .absorb_o        (absorb[s]),
      .absorb_data_o   (absorb_data[s]),
      .absorb_last_o   (slot_absorb_last[s]),
      .absorb_ctx_o    (slot_ctx[s]),
      .run_o           (slot_run[s]),
      .hold_o          (slot_hold[s]),
      .rc_o            (slot_rc[s]),
      .enter_o         (slot_enter[s]),
      .drain_next_o    (slot_drain_next[s]),
      .id_o            (slot_id[s]),
      .error_o         (slot_error[s]),
      .out_addr_o      (slot_out_addr[s]),
      .out_bytes_o     (slot_out_bytes[s]),
      .out_addr_step_i (slot_addr_step[s]),
      .out_bytes_step_i(slot_bytes_step[s]),
      .out_any_o       (slot_any[s]),
      .out_whole_o     (slot_whole[s]),
      .out_last_o      (slot_last_chunk[s]),
      .drain_end_i     (slot_drain_end[s]),
      .finish_o        (slot_finish[s])
    );
    assign slot_absorb[s] = absorb[s] != '0;
  end

  always_comb begin
    buf_absorb = '0;
    buf_clear  = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      buf_absorb = buf_absorb | absorb[s];
      buf_clear  = buf_clear | absorb_data[s];
    end
  end

  // Permutation units

  localparam int unsigned IotaStage = (Stages == 4) ? 2 : Stages - 1;

  state_t state[Units];

  for (genvar u = 0; u < Units; u++) begin : gen_unit
    logic [Stages-1:0] run;
    logic              hold, enter;
    rc_lfsr_t          rc;
    block_t            block;
    always_comb begin
      run   = '0;
      hold  = 1'b0;
      enter = 1'b0;
      rc    = '0;
      block = '0;
      for (int unsigned k = 0; k < Stages; k++) begin
        for (int unsigned i = 0; i < Stages; i++) begin
          run[i] = run[i] | (in_stage[i][k] & slot_run[k*Units+u]);
        end
        hold  = hold | (in_stage[Stages-1][k] & slot_hold[k*Units+u]);
        enter = enter | (in_stage[0][k] & slot_enter[k*Units+u]);
        rc    = rc | (slot_rc[k*Units+u] & {8{in_stage[IotaStage][k]}});
        // A slot absorbs in a pass's last cycle only, so that slots need no further select.
        for (int unsigned b = 0; b < Buffers; b++) begin
          block = block | (buf_block[b] & {BlockWidth{absorb_data[k*Units+u][b]}});
        end
      end
    end
    accel_unit #(
      .RoundsPerCycle(RoundsPerCycle),
      .Stages        (Stages)
    ) u_unit (
      .clk_i,
      .rst_ni,
      .run_i  (run),
      .hold_i (hold),
      .rc_i   (rc),
      .enter_i(enter),
      .block_i(block),
      .state_o(state[u])
    );
  end

  // Output

  logic                  wr_valid, wr_ready;
  logic [AddrWidth-1:0]  wr_addr;
  logic [WordBytes-1:0]  wr_strb;
  logic [Width-1:0]      wr_data;
  logic [WrTagWidth-1:0] wr_tag;

  accel_writer #(
    .Width    (Width),
    .Units    (Units),
    .Slots    (Slots),
    .AddrWidth(AddrWidth)
  ) u_writer (
    .clk_i,
    .rst_ni,
    .drain_next_i(slot_drain_next & done_free),
    .present_i   (slot_first),
    .state_i     (state),
    .addr_i      (slot_out_addr),
    .bytes_i     (slot_out_bytes),
    .any_i       (slot_any),
    .whole_i     (slot_whole),
    .last_i      (slot_last_chunk),
    .stall_i     (done_stall),
    .write_o     (slot_write),
    .addr_step_o (slot_addr_step),
    .bytes_step_o(slot_bytes_step),
    .drain_end_o (slot_drain_end),
    .req_valid_o (wr_valid),
    .req_ready_i (wr_ready),
    .req_addr_o  (wr_addr),
    .req_strb_o  (wr_strb),
    .req_data_o  (wr_data),
    .req_tag_o   (wr_tag)
  );

  // With several stages a state passes the writer once in as many cycles, and cannot wait there.
  if (Stages == 1) begin : gen_wr_direct
    assign wr_ready       = wr_req_ready_i;
    assign wr_req_valid_o = wr_valid;
    assign wr_req_addr_o  = wr_addr;
    assign wr_req_strb_o  = wr_strb;
    assign wr_req_data_o  = wr_data;
    assign wr_req_tag_o   = wr_tag;
  end else begin : gen_wr_register
    stream_register #(.Width(AddrWidth + WordBytes + Width + WrTagWidth)) u_wr_register (
      .clk_i,
      .rst_ni,
      .valid_i  (wr_valid),
      .ready_o  (wr_ready),
      .payload_i({wr_addr, wr_strb, wr_data, wr_tag}),
      .valid_o  (wr_req_valid_o),
      .ready_i  (wr_req_ready_i),
      .payload_o({wr_req_addr_o, wr_req_strb_o, wr_req_data_o, wr_req_tag_o})
    );
  end

  assign wr_rsp_ready_o = 1'b1;

  accel_completion #(
    .Slots  (Slots),
    .IdWidth(IdWidth)
  ) u_completion (
    .clk_i,
    .rst_ni,
    .write_i       (slot_write),
    .answer_i      (wr_rsp_valid_i),
    .answer_slot_i (wr_rsp_tag_i),
    .answer_error_i(wr_rsp_error_i),
    .stall_o       (done_stall),
    .end_i         (slot_finish),
    .id_i          (slot_id),
    .error_i       (slot_error),
    .free_o        (done_free),
    .done_valid_o,
    .done_ready_i,
    .done_id_o,
    .done_error_o
  );

endmodule

`default_nettype wire
