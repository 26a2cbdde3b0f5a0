// SPDX-License-Identifier: Apache-2.0
//
// The accelerator with states in one piece: contexts, buffers, slots, units. Parameters and ports are
// hash_accel's, which checks them.
//
// This module says what travels between the others, and wires them.

`default_nettype none

module accel_whole
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
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  bit          Abort          = 1'b0,
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
  // With Resume; without it, these are not looked at
  input  logic                  cmd_restore_i,    // begin with the state at cmd_state_addr_i
  input  logic                  cmd_save_i,       // in the end, write the state there
  input  logic                  cmd_own_domain_i, // cmd_domain_i pads; 00: no padding
  input  logic [AddrWidth-1:0]  cmd_state_addr_i,
  // With Chain; without it, this is not looked at
  input  logic [7:0]            cmd_steps_i,      // of a chain; 0: none
  // With Abort; without it, these are not looked at
  input  logic                  abort_i,
  input  logic [IdWidth-1:0]    abort_id_i,

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

  localparam int unsigned CtxWidth   = index_width(Contexts);
  localparam int unsigned BufWidth   = index_width(Buffers);
  localparam int unsigned OfsWidth   = $clog2(WordBytes);
  localparam int unsigned IndexWidth = word_count_width(WordBytes);

  // Types

  typedef struct packed {           // what the host asks for
    logic [IdWidth-1:0]   id;
    logic [3:0]           alg;
    logic [7:0]           domain;
    logic [AddrWidth-1:0] msg_addr;
    logic [LenWidth-1:0]  msg_len;
    logic [AddrWidth-1:0] out_addr;
    logic [LenWidth-1:0]  out_len;
    logic                 restore;
    logic                 save;
    logic                 own_domain;
    logic [AddrWidth-1:0] state_addr;
    steps_t               steps;
  } command_t;

  typedef struct packed {           // a command to end before its time
    logic               valid;
    logic [IdWidth-1:0] id;
  } abort_t;

  typedef struct packed {           // what a slot needs to know of a message
    logic [IdWidth-1:0]   id;
    logic                 error;
    rate_t                rate;
    logic                 turbo;
    logic [AddrWidth-1:0] out_addr;
    logic [LenWidth-1:0]  out_len;
    logic                 save;
    logic [AddrWidth-1:0] state_addr;
    steps_t               steps;
  } message_t;

  typedef struct packed {           // a block to fetch
    logic [CtxWidth-1:0]  ctx;
    logic [BufWidth-1:0]  seq;      // counts the blocks of a context
    logic [AddrWidth-1:0] addr;
    bytes_t               bytes;    // message bytes in it
    logic                 last;     // of its message
    part_t                part;
    rate_t                rate;     // 0: no last bit of padding
  } fetch_t;

  typedef struct packed {           // a block as it opens a buffer
    logic [CtxWidth-1:0]   ctx;
    logic [BufWidth-1:0]   seq;
    logic [OfsWidth-1:0]   ofs;     // of its first byte in its first word
    logic [IndexWidth-1:0] end_row; // index of the word of the byte behind the block
    logic [WordBytes-1:0]  tail;    // ... and the block's bytes in it
    logic                  last;
    part_t                 part;
    rate_t                 rate;
    logic [IndexWidth-1:0] words;
    logic                  phase;   // tells two blocks in a row of a single buffer apart
  } open_t;

  typedef struct packed {           // comes back with the word
    logic                  partial; // the block ends inside the word
    logic                  phase;
    logic [BufWidth-1:0]   buffer;
    logic [IndexWidth-1:0] index;   // of the word in its block
  } rd_tag_t;

  typedef struct packed {           // a block in its buffer
    logic [CtxWidth-1:0] ctx;
    logic [BufWidth-1:0] seq;
    logic                last;
    part_t               part;
    logic                error;     // a word of it could not be read
  } filled_t;

  typedef struct packed {           // a slot absorbs a block
    logic                valid;
    logic                last;
    logic [CtxWidth-1:0] ctx;
  } absorbed_t;

  typedef struct packed {           // what is left of a block of output
    logic [AddrWidth-1:0] addr;
    bytes_t               bytes;
    logic                 any;
    logic                 whole;    // a whole chunk or more
    logic                 last;     // a whole chunk or less
  } output_t;

  typedef struct packed {           // a write request
    logic [AddrWidth-1:0]  addr;
    logic [WordBytes-1:0]  strb;
    logic [Width-1:0]      data;
    logic [WrTagWidth-1:0] tag;
  } wr_t;

  typedef struct packed {           // what the host is told
    logic [IdWidth-1:0] id;
    logic               error;
  } completion_t;

  // Contexts

  command_t            cmd;
  abort_t              abort;
  logic                head_valid, head_bind;
  logic [CtxWidth-1:0] head_ctx;
  logic                fetch_valid, fetch_take;
  fetch_t              fetch;
  absorbed_t           absorbed[Slots];
  message_t            message [Contexts];
  logic [7:0]          domain  [Contexts];

  assign cmd = '{
    id:         cmd_id_i,
    alg:        cmd_alg_i,
    domain:     cmd_domain_i,
    msg_addr:   cmd_msg_addr_i,
    msg_len:    cmd_msg_len_i,
    out_addr:   cmd_out_addr_i,
    out_len:    cmd_out_len_i,
    restore:    Resume && cmd_restore_i,
    save:       Resume && cmd_save_i,
    own_domain: Resume && cmd_own_domain_i,
    state_addr: Resume ? cmd_state_addr_i : '0,
    steps:      Chain ? cmd_steps_i : '0
  };
  assign abort = '{valid: abort_i, id: abort_id_i};

  accel_contexts #(
    .Contexts  (Contexts),
    .Slots     (Slots),
    .Buffers   (Buffers),
    .AddrWidth (AddrWidth),
    .LenWidth  (LenWidth),
    .Abort     (Abort),
    .command_t (command_t),
    .abort_t   (abort_t),
    .message_t (message_t),
    .fetch_t   (fetch_t),
    .absorbed_t(absorbed_t)
  ) u_contexts (
    .clk_i,
    .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o,
    .cmd_i        (cmd),
    .abort_i      (abort),
    .head_valid_o (head_valid),
    .head_ctx_o   (head_ctx),
    .head_bind_i  (head_bind),
    .fetch_valid_o(fetch_valid),
    .fetch_take_i (fetch_take),
    .fetch_o      (fetch),
    .absorbed_i   (absorbed),
    .message_o    (message),
    .domain_o     (domain)
  );

  // Message into buffers

  logic [Buffers-1:0] free, open, full_next;
  open_t              open_block;
  rd_tag_t            rd_req_tag, rd_rsp_tag;
  filled_t            filled     [Buffers];
  block_t             block      [Buffers];
  logic [Buffers-1:0] absorb     [Slots];
  logic [Buffers-1:0] absorb_data[Slots];
  logic [Buffers-1:0] absorb_high[Slots];
  value_t             keep       [Slots];

  accel_fetch #(
    .Width    (Width),
    .Buffers  (Buffers),
    .AddrWidth(AddrWidth),
    .fetch_t  (fetch_t),
    .open_t   (open_t),
    .rd_tag_t (rd_tag_t)
  ) u_fetch (
    .clk_i,
    .rst_ni,
    .fetch_valid_i(fetch_valid),
    .fetch_take_o (fetch_take),
    .fetch_i      (fetch),
    .free_i       (free),
    .open_o       (open),
    .open_block_o (open_block),
    .req_valid_o  (rd_req_valid_o),
    .req_ready_i  (rd_req_ready_i),
    .req_addr_o   (rd_req_addr_o),
    .req_tag_o    (rd_req_tag)
  );
  assign rd_req_tag_o = rd_req_tag;
  assign rd_rsp_tag   = rd_rsp_tag_i;

  accel_buffers #(
    .Width   (Width),
    .Buffers (Buffers),
    .Contexts(Contexts),
    .Slots   (Slots),
    .open_t  (open_t),
    .rd_tag_t(rd_tag_t),
    .filled_t(filled_t)
  ) u_buffers (
    .clk_i,
    .rst_ni,
    .free_o       (free),
    .open_i       (open),
    .open_block_i (open_block),
    .rsp_valid_i  (rd_rsp_valid_i),
    .rsp_ready_o  (rd_rsp_ready_o),
    .rsp_tag_i    (rd_rsp_tag),
    .rsp_data_i   (rd_rsp_data_i),
    .rsp_error_i  (rd_rsp_error_i),
    .domain_i     (domain),
    .full_next_o  (full_next),
    .filled_o     (filled),
    .block_o      (block),
    .absorb_i     (absorb),
    .absorb_data_i(absorb_data),
    .keep_i       (keep)
  );

  // States

  logic [Stages-1:0]    in_stage   [Stages];
  pass_t                pass       [Slots];
  keccak_pkg::state_t   state      [Units];
  logic [Slots-1:0]     drain_next, finish;
  output_t              slot_output[Slots];
  output_step_t         output_step[Slots];
  completion_t          completion [Slots];

  accel_turn #(.Stages(Stages)) u_turn (
    .clk_i,
    .rst_ni,
    .in_stage_o(in_stage)
  );

  accel_slots #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Buffers       (Buffers),
    .ChunkBytes    (chunk_bytes(WordBytes)),
    .AddrWidth     (AddrWidth),
    .LenWidth      (LenWidth),
    .IdWidth       (IdWidth),
    .Resume        (Resume),
    .Chain         (Chain),
    .Abort         (Abort),
    .abort_t       (abort_t),
    .message_t     (message_t),
    .filled_t      (filled_t),
    .absorbed_t    (absorbed_t),
    .output_t      (output_t),
    .completion_t  (completion_t)
  ) u_slots (
    .clk_i,
    .rst_ni,
    .in_stage_i   (in_stage),
    .abort_i      (abort),
    .head_valid_i (head_valid),
    .head_ctx_i   (head_ctx),
    .head_bind_o  (head_bind),
    .message_i    (message),
    .absorbed_o   (absorbed),
    .full_next_i  (full_next),
    .filled_i     (filled),
    .absorb_o     (absorb),
    .absorb_data_o(absorb_data),
    .absorb_high_o(absorb_high),
    .keep_o       (keep),
    .pass_o       (pass),
    .drain_next_o (drain_next),
    .output_o     (slot_output),
    .output_step_i(output_step),
    .finish_o     (finish),
    .completion_o (completion)
  );

  accel_units #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Buffers       (Buffers)
  ) u_units (
    .clk_i,
    .rst_ni,
    .in_stage_i(in_stage),
    .pass_i    (pass),
    .absorb_i  (absorb_data),
    .high_i    (absorb_high),
    .block_i   (block),
    .state_o   (state)
  );

  // Output

  logic [Slots-1:0] write, write_stall, done_free;
  wr_t              wr_req;
  completion_t      done;

  accel_writer #(
    .Width    (Width),
    .Units    (Units),
    .Stages   (Stages),
    .AddrWidth(AddrWidth),
    .Lanes    (Resume ? StateLanes : MaxRateLanes),
    .output_t (output_t),
    .wr_t     (wr_t)
  ) u_writer (
    .clk_i,
    .rst_ni,
    .in_stage_i   (in_stage),
    .drain_next_i (drain_next),
    .output_i     (slot_output),
    .output_step_o(output_step),
    .state_i      (state),
    .free_i       (done_free),
    .stall_i      (write_stall),
    .write_o      (write),
    .req_valid_o  (wr_req_valid_o),
    .req_ready_i  (wr_req_ready_i),
    .req_o        (wr_req)
  );
  assign wr_req_addr_o  = wr_req.addr;
  assign wr_req_strb_o  = wr_req.strb;
  assign wr_req_data_o  = wr_req.data;
  assign wr_req_tag_o   = wr_req.tag;
  assign wr_rsp_ready_o = 1'b1;

  accel_completion #(
    .Slots       (Slots),
    .completion_t(completion_t)
  ) u_completion (
    .clk_i,
    .rst_ni,
    .write_i       (write),
    .answer_i      (wr_rsp_valid_i),
    .answer_slot_i (wr_rsp_tag_i),
    .answer_error_i(wr_rsp_error_i),
    .stall_o       (write_stall),
    .finish_i      (finish),
    .completion_i  (completion),
    .free_o        (done_free),
    .done_valid_o,
    .done_ready_i,
    .done_o        (done)
  );
  assign done_id_o    = done.id;
  assign done_error_o = done.error;

endmodule

`default_nettype wire
