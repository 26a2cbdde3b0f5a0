// SPDX-License-Identifier: Apache-2.0
//
// A message buffer: one block, filled in any order while permutations run, absorbed in one cycle.
//
// It is zero when it opens, so a write is an OR, padding needs no special case, and what no word
// reaches counts as zero. The last padding bit is set as the last block opens. With ParkEarly the
// first word of the next block, all of whose bytes belong to it or to the block before, may come
// before this one is absorbed; it waits beside row 0.

`default_nettype none

module accel_buffer
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  bit          ParkEarly  = 1'b0,
  parameter  int unsigned CtxWidth   = 1,
  parameter  int unsigned SeqWidth   = 1,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned Rows       = (BlockWidth + Width - 1) / Width,
  localparam int unsigned IndexWidth = word_count_width(WordBytes)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // Open for a block
  input  logic                  open_i,
  input  logic [CtxWidth-1:0]   open_ctx_i,
  input  logic [SeqWidth-1:0]   open_seq_i,
  input  logic [OfsWidth-1:0]   open_ofs_i,
  input  logic [IndexWidth-1:0] open_row_i,
  input  logic [WordBytes-1:0]  open_inside_i,
  input  logic                  open_last_i,
  input  rate_t                 open_rate_i,
  input  logic [IndexWidth-1:0] open_words_i,
  input  logic                  open_phase_i,
  // Write a word, or the domain byte
  input  logic                  write_i,
  input  logic                  write_error_i,
  input  logic                  write_early_i,   // the next block's first word
  input  logic [Width-1:0]      write_data_i,
  input  logic [WordBytes-1:0]  write_before_i,
  input  logic [Rows:0]         write_row_i,
  // Absorb
  input  logic                  absorb_i,        // in this cycle: zero or open afterwards
  input  logic                  clear_i,         // the same, for the data's many loads
  output logic                  free_o,          // free, or freed at the end of this cycle
  output logic                  full_next_o,     // the block is complete in the next cycle
  output logic                  pad_o,           // the domain byte is to be written in this cycle
  output block_t                block_o,
  output logic [CtxWidth-1:0]   ctx_o,
  output logic [SeqWidth-1:0]   seq_o,
  output logic [OfsWidth-1:0]   ofs_o,
  output logic [IndexWidth-1:0] row_o,
  output logic [WordBytes-1:0]  inside_o,
  output logic                  last_o,
  output logic                  error_o,
  output logic                  phase_o
);

  typedef struct packed {
    logic                  busy;
    logic                  pad;  // the domain byte is still to be written: in the first cycle
    logic                  last;
    logic                  error;
    logic                  phase;
    logic [CtxWidth-1:0]   ctx;
    logic [SeqWidth-1:0]   seq;
    logic [OfsWidth-1:0]   ofs;
    logic [IndexWidth-1:0] row;
    logic [WordBytes-1:0]  in_row;
  } info_t;

  info_t                 info_q;
  logic [IndexWidth-1:0] missing_q, missing_d;  // words, with the domain byte as one
  logic                  full_d, full_q;
  logic                  parked_q, parked_error_q;
  logic                  early, write_own, parked_next;

  assign early       = write_i && write_early_i;
  assign write_own   = write_i && !write_early_i;
  assign parked_next = ParkEarly && (parked_q || early);

  always_comb begin
    missing_d = missing_q;
    if (open_i)         missing_d = open_words_i + IndexWidth'(open_last_i)
                                    - IndexWidth'(parked_next);
    else if (write_own) missing_d = missing_q - 1'b1;
  end

  // A block opens with a word or a domain byte still to come: every rate is wider than a word.
  always_comb begin
    if (open_i || absorb_i) full_d = 1'b0;
    else                    full_d = full_q || (write_own && missing_q == IndexWidth'(1));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      info_q         <= '0;
      missing_q      <= '0;
      full_q         <= 1'b0;
      parked_q       <= 1'b0;
      parked_error_q <= 1'b0;
    end else begin
      missing_q      <= missing_d;
      full_q         <= full_d;
      parked_q       <= parked_next && !open_i;
      parked_error_q <= (parked_error_q || (early && write_error_i)) && !open_i;
      if (open_i) begin
        info_q <= '{
          busy:   1'b1,
          pad:    open_last_i,
          last:   open_last_i,
          error:  parked_error_q || (early && write_error_i),
          phase:  open_phase_i,
          ctx:    open_ctx_i,
          seq:    open_seq_i,
          ofs:    open_ofs_i,
          row:    open_row_i,
          in_row: open_inside_i
        };
      end else begin
        info_q.pad   <= 1'b0;
        info_q.error <= info_q.error || (write_own && write_error_i);
        if (absorb_i) info_q.busy <= 1'b0;
      end
    end
  end

  // Data

  // The last bit of the padding, at the end of the rate (FIPS 202, 5.1).
  block_t last_bit;
  always_comb begin
    last_bit = '0;
    for (int unsigned l = 0; l < MaxRateLanes; l++) begin
      // Only the rates that an algorithm has.
      if (l == 8 || l == 12 || l == 16 || l == 17 || l == 20) begin
        last_bit[64*l+63] = open_i && open_last_i && open_rate_i == rate_t'(l + 1);
      end
    end
  end

  block_t           block_q;
  logic [Width-1:0] park_q;        // the early word, in the block's frame
  logic [Width-1:0] parked_data;   // ... as the block opens
  logic [Rows:0]    row_write;
  assign row_write = write_row_i & {(Rows + 1){write_own}};

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar q = 0; q < WordBytes; q++) begin : gen_column
      localparam int unsigned Byte = r * WordBytes + q;
      if (Byte < MaxRateLanes * 8) begin : gen_byte
        logic       write;
        logic [7:0] byte_d;
        assign write = write_before_i[q] ? row_write[r+1] : row_write[r];
        always_comb begin
          byte_d = ({8{write}} & write_data_i[8*q+:8]) | ({8{!clear_i}} & block_q[8*Byte+:8])
                   | last_bit[8*Byte+:8];
          if (r == 0) byte_d = byte_d | parked_data[8*q+:8];
        end
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) block_q[8*Byte+:8] <= '0;
          else         block_q[8*Byte+:8] <= byte_d;
        end
      end
    end
  end

  if (ParkEarly) begin : gen_park
    logic [Width-1:0] park_d;
    always_comb begin
      park_d = park_q;
      for (int unsigned q = 0; q < WordBytes; q++) begin
        if (early && !write_before_i[q]) begin
          park_d[8*q+:8] = park_q[8*q+:8] | write_data_i[8*q+:8];
        end
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)     park_q <= '0;
      else if (open_i) park_q <= '0;
      else             park_q <= park_d;
    end
    assign parked_data = park_d & {Width{open_i}};
  end else begin : gen_no_park
    assign park_q      = '0;
    assign parked_data = park_q;
  end

  assign free_o      = !info_q.busy || absorb_i;
  assign full_next_o = full_d;
  assign pad_o       = info_q.pad;
  assign block_o     = block_q;
  assign ctx_o       = info_q.ctx;
  assign seq_o       = info_q.seq;
  assign ofs_o       = info_q.ofs;
  assign row_o       = info_q.row;
  assign inside_o    = info_q.in_row;
  assign last_o      = info_q.last;
  assign error_o     = info_q.error;
  assign phase_o     = info_q.phase;

endmodule

`default_nettype wire
