// SPDX-License-Identifier: Apache-2.0
//
// Reads one block after another: turns a block of a context into tagged reads of aligned words.
//
// A block opens a buffer as soon as one is free, and only then asks for its words, so that every
// response has a place. With a single buffer the first word may be asked for while the previous
// block still waits to be absorbed: the buffer has room to park one early word, and that hides one
// cycle of memory latency. It is parked in the frame of the previous block, so that both must start
// at the same byte of a word.
//
// A word that straddles two blocks is read for each of them.
//
// Decided here: which buffer a block gets, and which word is read next.

`default_nettype none

module accel_fetch
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Buffers    = 1,
  parameter  int unsigned AddrWidth  = 32,
  parameter  type         fetch_t    = logic,
  parameter  type         open_t     = logic,
  parameter  type         rd_tag_t   = logic,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned BufWidth   = index_width(Buffers),
  localparam int unsigned IndexWidth = word_count_width(WordBytes)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // The next block
  input  logic                 fetch_valid_i,
  output logic                 fetch_take_o,
  input  fetch_t               fetch_i,
  // Buffers
  input  logic [Buffers-1:0]   free_i,   // free, or freed at the end of this cycle
  output logic [Buffers-1:0]   open_o,   // one-hot
  output open_t                open_block_o,
  // Read requests
  output logic                 req_valid_o,
  input  logic                 req_ready_i,
  output logic [AddrWidth-1:0] req_addr_o,
  output rd_tag_t              req_tag_o
);

  typedef struct packed {
    logic                  valid;
    logic                  opened;
    logic [BufWidth-1:0]   buffer;
    open_t                 block;
    logic                  partial;  // the block ends inside its last word
    logic [IndexWidth-1:0] index;    // of the next word
    logic                  none;     // there is no next word
    logic                  only;     // the next word is the last one
    logic                  early;    // the next word is the first, and may be parked
  } job_t;

  job_t job_q;

  logic phase_q;
  logic open, fire, done;

  // Open

  logic [Buffers-1:0]  first_free;
  logic [BufWidth-1:0] buffer;
  assign first_free = free_i & (~free_i + 1'b1);
  always_comb begin
    buffer = job_q.buffer;
    for (int unsigned b = 0; b < Buffers; b++) begin
      if (!job_q.opened && first_free[b]) buffer = BufWidth'(b);
    end
  end

  assign open         = job_q.valid && !job_q.opened && free_i != '0;
  assign open_o       = first_free & {Buffers{open}};
  assign open_block_o = job_q.block;

  // Read

  logic [AddrWidth-OfsWidth-1:0] word_addr;
  step_counter #(.Width(AddrWidth - OfsWidth)) u_word_addr (
    .clk_i,
    .rst_ni,
    .load_i (fetch_take_o),
    .value_i(fetch_i.addr[AddrWidth-1:OfsWidth]),
    .step_i (fire),
    .value_o(word_addr)
  );

  assign req_valid_o = job_q.valid && !job_q.none && (job_q.opened || open || job_q.early);
  assign req_addr_o  = {word_addr, {OfsWidth{1'b0}}};
  assign req_tag_o   = '{
    partial: job_q.only && job_q.partial,
    phase:   job_q.block.phase,
    buffer:  buffer,
    index:   job_q.index
  };
  assign fire        = req_valid_o && req_ready_i;

  assign done = job_q.valid && job_q.opened && (job_q.none || (req_ready_i && job_q.only));

  // Next block

  logic [OfsWidth-1:0]   ofs;
  logic [8:0]            block_end;  // in bytes from the start of the first word
  logic [IndexWidth-1:0] words;
  logic                  single;
  assign ofs       = fetch_i.addr[OfsWidth-1:0];
  assign block_end = 9'(fetch_i.bytes) + 9'(ofs);
  assign words     = (fetch_i.bytes == '0) ? '0 : IndexWidth'(block_end >> OfsWidth)
                                                  + IndexWidth'(block_end[OfsWidth-1:0] != '0);
  // One word: said without the sum's carries, which come late.
  assign single    = fetch_i.bytes != '0 && fetch_i.bytes <= bytes_t'(WordBytes)
                     && (OfsWidth + 2)'(fetch_i.bytes[OfsWidth:0])
                        + (OfsWidth + 2)'(ofs) <= (OfsWidth + 2)'(WordBytes);
  assign fetch_take_o = fetch_valid_i && (!job_q.valid || done);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_q   <= '0;
      phase_q <= 1'b0;
    end else if (fetch_take_o) begin
      job_q <= '{
        valid:   1'b1,
        opened:  1'b0,
        buffer:  '0,
        block: '{
          ctx:     fetch_i.ctx,
          seq:     fetch_i.seq,
          ofs:     ofs,
          end_row: IndexWidth'(block_end >> OfsWidth),
          tail:    ~('1 << block_end[OfsWidth-1:0]),
          last:    fetch_i.last,
          part:    fetch_i.part,
          rate:    fetch_i.rate,
          words:   words,
          phase:   phase_q
        },
        partial: block_end[OfsWidth-1:0] != '0,
        index:   '0,
        none:    fetch_i.bytes == '0,
        only:    single,
        // Of a state's part there may be no other word than the parked one.
        early:   Buffers == 1 && !fetch_i.last && !(fetch_i.part.any && single)
                 && ofs == job_q.block.ofs
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
        job_q.only  <= job_q.block.words == job_q.index + IndexWidth'(2);
        job_q.early <= 1'b0;
      end
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  OpenFree_A : assert property (@(posedge clk_i) $onehot0(open_o) && (open_o & ~free_i) == '0)
  else $error("accel_fetch: a block opens two buffers, or one that is in use");
  ReadInBlock_A : assert property (@(posedge clk_i)
      req_valid_o |-> job_q.index < job_q.block.words)
  else $error("accel_fetch: a word behind the block is read");
  LastWord_A : assert property (@(posedge clk_i)
      req_valid_o |-> job_q.only == (job_q.block.words == job_q.index + IndexWidth'(1)))
  else $error("accel_fetch: the block's last word is not known as such");
  EarlyIsFirst_A : assert property (@(posedge clk_i) job_q.early |-> job_q.index == '0)
  else $error("accel_fetch: a word that is not a block's first is read early");
  DoneComplete_A : assert property (@(posedge clk_i)
      done |-> job_q.index + IndexWidth'(fire) == job_q.block.words)
  else $error("accel_fetch: a block is left before its last word is read");

  Early_C : cover property (@(posedge clk_i) fire && !job_q.opened && !open);
  NoWord_C : cover property (@(posedge clk_i) done && job_q.none && job_q.block.words == '0);
  SinglePartial_C : cover property (@(posedge clk_i)
      fire && job_q.partial && job_q.block.words == IndexWidth'(1));
`endif

endmodule

`default_nettype wire
