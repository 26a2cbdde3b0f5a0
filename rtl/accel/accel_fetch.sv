// SPDX-License-Identifier: Apache-2.0
//
// Reads one block after another: turns a block of a context into tagged reads of aligned words.
//
// A block opens a buffer as soon as one is free, and only then asks for its words, so that every
// response has a place. With a single buffer the first word may
// be asked for while the previous block still waits to be absorbed: the buffer has room to park
// one early word, and that hides one cycle of memory latency. It is parked in the frame of the
// previous block, so that both must start at the same byte of a word.
//
// A word that straddles two blocks is read for each of them.

`default_nettype none

module accel_fetch
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Buffers    = 1,
  parameter  int unsigned CtxWidth   = 1,
  parameter  int unsigned AddrWidth  = 32,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned BufWidth   = index_width(Buffers),
  localparam int unsigned IndexWidth = word_count_width(WordBytes),
  localparam int unsigned TagWidth   = 2 + BufWidth + IndexWidth
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // The next block
  input  logic                  block_valid_i,
  output logic                  block_take_o,
  input  logic [CtxWidth-1:0]   block_ctx_i,
  input  logic [BufWidth-1:0]   block_seq_i,
  input  logic [AddrWidth-1:0]  block_addr_i,
  input  bytes_t                block_bytes_i,
  input  logic                  block_last_i,
  input  rate_t                 block_rate_i,
  // Buffers
  input  logic [Buffers-1:0]    buf_free_i,   // free, or freed at the end of this cycle
  output logic [Buffers-1:0]    buf_open_o,
  output logic [CtxWidth-1:0]   open_ctx_o,
  output logic [BufWidth-1:0]   open_seq_o,
  output logic [OfsWidth-1:0]   open_ofs_o,     // of the block's first byte in its first word
  output logic [IndexWidth-1:0] open_row_o,     // index of the word of the byte behind the block
  output logic [WordBytes-1:0]  open_inside_o,  // ... and the block's bytes in it
  output logic                  open_last_o,
  output rate_t                 open_rate_o,
  output logic [IndexWidth-1:0] open_words_o,
  output logic                  open_phase_o,   // alternates from block to block
  // Read requests
  output logic                  req_valid_o,
  input  logic                  req_ready_i,
  output logic [AddrWidth-1:0]  req_addr_o,
  output logic [TagWidth-1:0]   req_tag_o       // {cut, phase, buffer, word's index in its block}
);

  typedef struct packed {
    logic                  valid;
    logic                  opened;
    logic [BufWidth-1:0]   buffer;
    logic                  phase;  // tells two blocks in a row of a single buffer apart
    logic [CtxWidth-1:0]   ctx;
    logic [BufWidth-1:0]   seq;
    logic [OfsWidth-1:0]   ofs;
    logic [IndexWidth-1:0] row;
    logic [WordBytes-1:0]  in_row;
    logic                  cut;    // the block ends inside its last word
    logic                  last;   // of its message
    rate_t                 rate;
    logic [IndexWidth-1:0] words;  // of the block
    logic [IndexWidth-1:0] index;  // of the next word
    logic                  none;   // there is no next word
    logic                  only;   // the next word is the last one
    logic                  early;  // the next word is the first, and may be parked
  } job_t;

  job_t job_q;

  logic phase_q;
  logic open, fire, done;

  // Open

  logic [Buffers-1:0]  first_free;
  logic [BufWidth-1:0] buffer;
  assign first_free = buf_free_i & (~buf_free_i + 1'b1);
  always_comb begin
    buffer = job_q.buffer;
    for (int unsigned b = 0; b < Buffers; b++) begin
      if (!job_q.opened && first_free[b]) buffer = BufWidth'(b);
    end
  end

  assign open       = job_q.valid && !job_q.opened && buf_free_i != '0;
  assign buf_open_o = first_free & {Buffers{open}};

  assign open_ctx_o    = job_q.ctx;
  assign open_seq_o    = job_q.seq;
  assign open_ofs_o    = job_q.ofs;
  assign open_row_o    = job_q.row;
  assign open_inside_o = job_q.in_row;
  assign open_last_o   = job_q.last;
  assign open_rate_o   = job_q.rate;
  assign open_words_o  = job_q.words;
  assign open_phase_o  = job_q.phase;

  // Ask

  logic [AddrWidth-OfsWidth-1:0] word_addr;
  step_counter #(.Width(AddrWidth - OfsWidth)) u_word_addr (
    .clk_i,
    .rst_ni,
    .load_i (block_take_o),
    .value_i(block_addr_i[AddrWidth-1:OfsWidth]),
    .step_i (fire),
    .value_o(word_addr)
  );

  assign req_valid_o = job_q.valid && !job_q.none && (job_q.opened || open || job_q.early);
  assign req_addr_o  = {word_addr, {OfsWidth{1'b0}}};
  assign req_tag_o   = {job_q.only && job_q.cut, job_q.phase, buffer, job_q.index};
  assign fire        = req_valid_o && req_ready_i;

  assign done = job_q.valid && job_q.opened && (job_q.none || (req_ready_i && job_q.only));

  // Next block

  logic [OfsWidth-1:0]   block_ofs;
  logic [8:0]            block_end;  // in bytes from the start of the first word
  logic [IndexWidth-1:0] block_words;
  logic                  block_single;
  assign block_ofs    = block_addr_i[OfsWidth-1:0];
  assign block_end    = 9'(block_bytes_i) + 9'(block_ofs);
  assign block_words  = (block_bytes_i == '0) ? '0 : IndexWidth'(block_end >> OfsWidth)
                                                     + IndexWidth'(block_end[OfsWidth-1:0] != '0);
  // One word: said without the sum's carries, which come late.
  assign block_single = block_bytes_i != '0 && block_bytes_i <= bytes_t'(WordBytes)
                        && (OfsWidth + 2)'(block_bytes_i[OfsWidth:0])
                           + (OfsWidth + 2)'(block_ofs) <= (OfsWidth + 2)'(WordBytes);
  assign block_take_o = block_valid_i && (!job_q.valid || done);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_q   <= '0;
      phase_q <= 1'b0;
    end else if (block_take_o) begin
      job_q <= '{
        valid:  1'b1,
        opened: 1'b0,
        buffer: '0,
        phase:  phase_q,
        ctx:    block_ctx_i,
        seq:    block_seq_i,
        ofs:    block_ofs,
        row:    IndexWidth'(block_end >> OfsWidth),
        in_row: ~('1 << block_end[OfsWidth-1:0]),
        cut:    block_end[OfsWidth-1:0] != '0,
        last:   block_last_i,
        rate:   block_rate_i,
        words:  block_words,
        index:  '0,
        none:   block_bytes_i == '0,
        only:   block_single,
        early:  Buffers == 1 && !block_last_i && block_ofs == job_q.ofs
      };
      phase_q <= !phase_q;
    end else begin
      if (done) job_q.valid  <= 1'b0;
      if (open) begin
        job_q.opened <= 1'b1;
        job_q.buffer <= buffer;
      end
      if (fire) begin
        job_q.index <= job_q.index + 1'b1;
        job_q.none  <= job_q.only;
        job_q.only  <= job_q.words == job_q.index + IndexWidth'(2);
        job_q.early <= 1'b0;
      end
    end
  end

endmodule

`default_nettype wire
