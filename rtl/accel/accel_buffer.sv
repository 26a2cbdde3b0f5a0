// SPDX-License-Identifier: Apache-2.0
//
// A message buffer: one block, filled in any order while permutations run, absorbed in one cycle.
//
// It is zero when it opens, so what no word reaches counts as zero. A byte is written once, and all
// are cleared when the block is absorbed; else they hold, each under an enable of its own. The last
// padding bit is set as the last block opens. With ParkEarly the
// first word of the next block, all of whose bytes belong to it or to the block before, may come
// before this one is absorbed; it waits beside row 0.
//
// A chain's block is absorbed once for each step, and stays until the last one. Each time, the number
// in the last four bytes of its prefix counts: its last byte at once, the others a cycle later, where
// that byte has carried. Steps are two cycles apart at least.

`default_nettype none

module accel_buffer
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  bit          ParkEarly  = 1'b0,
  parameter  type         open_t     = logic,
  parameter  type         filling_t  = logic,
  parameter  type         filled_t   = logic,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned Rows       = (BlockWidth + Width - 1) / Width,
  localparam int unsigned IndexWidth = word_count_width(WordBytes)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Open for a block
  input  logic                 open_i,
  input  open_t                open_block_i,
  // Write a word, or the domain byte
  input  logic                 write_i,
  input  logic                 write_error_i,
  input  logic                 write_early_i,   // the next block's first word
  input  logic [Width-1:0]     write_data_i,
  input  logic [WordBytes-1:0] write_strobe_i,  // columns that are written
  input  logic [WordBytes-1:0] write_before_i,  // ... that belong to the row before
  input  logic [Rows:0]        write_row_i,
  // Absorb
  input  logic                 absorb_i,        // in this cycle: zero or open afterwards
  input  logic                 clear_i,         // the same, for the data's many loads
  input  value_t               count_i,         // absorbed, and stays: the prefix of this value counts
  output logic                 free_o,          // free, or freed at the end of this cycle
  output logic                 full_next_o,     // the block is complete in the next cycle
  output logic                 pad_o,           // the domain byte is to be written in this cycle
  output filling_t             filling_o,
  output filled_t              filled_o,
  output block_t               block_o
);

  logic                  busy_q;
  logic                  pad_q;  // the domain byte is still to be written: in the first cycle
  filling_t              filling_q;
  filled_t               filled_q;
  logic [IndexWidth-1:0] missing_q, missing_d;  // words, with the domain byte as one
  logic                  full_d, full_q;
  logic                  parked_q, parked_error_q;
  logic                  early, write_own, parked_next;

  assign early       = write_i && write_early_i;
  assign write_own   = write_i && !write_early_i;
  assign parked_next = ParkEarly && (parked_q || early);

  always_comb begin
    missing_d = missing_q;
    if (open_i)         missing_d = open_block_i.words + IndexWidth'(open_block_i.last)
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
      busy_q         <= 1'b0;
      pad_q          <= 1'b0;
      filling_q      <= '0;
      filled_q       <= '0;
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
        busy_q    <= 1'b1;
        pad_q     <= open_block_i.last;
        filling_q <= '{
          ofs:     open_block_i.ofs,
          end_row: open_block_i.end_row,
          tail:    open_block_i.tail,
          phase:   open_block_i.phase
        };
        filled_q  <= '{
          ctx:   open_block_i.ctx,
          seq:   open_block_i.seq,
          last:  open_block_i.last,
          part:  open_block_i.part,
          error: parked_error_q || (early && write_error_i)
        };
      end else begin
        pad_q          <= 1'b0;
        filled_q.error <= filled_q.error || (write_own && write_error_i);
        if (absorb_i) busy_q <= 1'b0;
      end
    end
  end

  // Data

  // The last bit of the padding, at the end of the rate (FIPS 202, 5.1).
  localparam int unsigned BlockBytes = BlockWidth / 8;

  // Only of the rates that an algorithm has.
  function automatic bit ends_rate(int unsigned i);
    return i == 71 || i == 103 || i == 135 || i == 143 || i == 167;
  endfunction

  block_t last_bit;
  always_comb begin
    last_bit = '0;
    for (int unsigned i = 0; i < BlockBytes; i++) begin
      if (ends_rate(i)) begin
        last_bit[8*i+7] = open_i && open_block_i.last && open_block_i.rate == rate_t'((i + 1) / 8);
      end
    end
  end

  block_t block_q;

  // A chain's number: the last four bytes of a prefix.
  logic [31:0] number[Values];
  value_t      carry_q;  // its last byte has carried
  logic [7:0]  last, last_next;
  logic [23:0] upper, upper_next;

  for (genvar v = 0; v < Values; v++) begin : gen_number
    localparam int unsigned At = 8 * prefix_lanes(v) - 4;
    assign number[v] = {block_q[8*At+:8], block_q[8*(At+1)+:8], block_q[8*(At+2)+:8],
                        block_q[8*(At+3)+:8]};
  end

  always_comb begin
    last  = '0;
    upper = '0;
    for (int unsigned v = 0; v < Values; v++) begin
      last  = last | (number[v][7:0] & {8{count_i[v]}});
      upper = upper | (number[v][31:8] & {24{carry_q[v]}});
    end
  end
  assign last_next  = last + 8'(count_i != '0);
  assign upper_next = upper + 24'(carry_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) carry_q <= '0;
    else         carry_q <= count_i & {Values{last == '1}};
  end

  logic [Width-1:0]      park_q;       // the early word, in the block's frame
  logic [Width-1:0]      parked_data;  // ... as the block opens
  logic [Width-1:0]      data;         // to write, or zero
  logic [WordBytes-1:0]  own, prior;   // columns that are written: in their row, in the row before
  logic [BlockBytes-1:0] written, enable, counts;
  block_t                block_d, counted;
  assign data  = write_data_i & {Width{write_own}};
  assign own   = write_strobe_i & ~write_before_i & {WordBytes{write_own}};
  assign prior = write_strobe_i & write_before_i & {WordBytes{write_own}};

  // A free buffer is still.
  logic block_clk, block_enable;
  assign block_enable = busy_q || open_i;
  clock_gate u_gate (
    .clk_i,
    .enable_i(block_enable),
    .clk_o   (block_clk)
  );

  always_comb begin
    counts  = '0;
    counted = '0;
    for (int unsigned v = 0; v < Values; v++) begin
      counts[8*prefix_lanes(v)-4+:4]     = {count_i[v], {3{carry_q[v]}}};
      counted[64*prefix_lanes(v)-32+:32] = {last_next & {8{count_i[v]}},
          {upper_next[7:0], upper_next[15:8], upper_next[23:16]} & {24{carry_q[v]}}};
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < BlockBytes; i++) begin
      written[i] = (own[i%WordBytes] && write_row_i[i/WordBytes])
                   || (prior[i%WordBytes] && write_row_i[i/WordBytes+1]);
      enable[i]  = written[i] || clear_i || counts[i]
                   || (open_i && (ends_rate(i) || i < WordBytes));
      block_d[8*i+:8] = data[8*(i%WordBytes)+:8] | counted[8*i+:8];
      if (i < WordBytes) block_d[8*i+:8] = block_d[8*i+:8] | parked_data[8*(i%WordBytes)+:8];
      // The last bit may be there already when the domain byte comes.
      if (ends_rate(i)) begin
        block_d[8*i+7] = block_d[8*i+7] || last_bit[8*i+7] || (block_q[8*i+7] && !clear_i);
      end
    end
  end

  always_ff @(posedge block_clk or negedge rst_ni) begin
    if (!rst_ni) block_q <= '0;
    else begin
      for (int unsigned i = 0; i < BlockBytes; i++) begin
        if (enable[i]) block_q[8*i+:8] <= block_d[8*i+:8];
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
      else if (early)  park_q <= park_d;
    end
    assign parked_data = park_d & {Width{open_i}};
  end else begin : gen_no_park
    assign park_q      = '0;
    assign parked_data = park_q;
  end

  assign free_o      = !busy_q || absorb_i;
  assign full_next_o = full_d;
  assign pad_o       = pad_q;
  assign filling_o   = filling_q;
  assign filled_o    = filled_q;
  assign block_o     = block_q;

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  OpenFree_A : assert property (@(posedge clk_i) open_i |-> free_o)
  else $error("accel_buffer: opened while it is in use");
  FullComplete_A : assert property (@(posedge clk_i) full_q == (busy_q && missing_q == '0))
  else $error("accel_buffer: full before its block is complete, or not full then");
  AbsorbFull_A : assert property (@(posedge clk_i) absorb_i |-> full_q)
  else $error("accel_buffer: absorbed before its block is complete");
  ClearAbsorb_A : assert property (@(posedge clk_i) busy_q |-> clear_i == absorb_i)
  else $error("accel_buffer: the two absorb signals differ");
  WriteMissing_A : assert property (@(posedge clk_i) write_own |-> busy_q && missing_q != '0)
  else $error("accel_buffer: a word is written that is not missing");
  WriteOneRow_A : assert property (@(posedge clk_i) write_i |-> $onehot(write_row_i))
  else $error("accel_buffer: a word is not written into one row");
  logic twice;
  always_comb begin
    twice = 1'b0;
    for (int unsigned i = 0; i < BlockBytes; i++) begin
      twice = twice | (written[i] && (block_q[8*i+:8] & ~{ends_rate(i), 7'b0}) != '0);
    end
  end
  WriteIntoZero_A : assert property (@(posedge clk_i) !twice)
  else $error("accel_buffer: a byte is written twice");
  WriteOrClear_A : assert property (@(posedge clk_i) !(write_own && clear_i))
  else $error("accel_buffer: a word is written as the block is absorbed");
  CountFull_A : assert property (@(posedge clk_i) count_i != '0 |->
      full_q && !absorb_i && $onehot(count_i))
  else $error("accel_buffer: a chain's block that is not complete is absorbed, or does not stay");
  CountSettled_A : assert property (@(posedge clk_i) carry_q != '0 |->
      full_q && !absorb_i && count_i == '0)
  else $error("accel_buffer: a chain's block is absorbed before its number has settled");
  PadWritten_A : assert property (@(posedge clk_i) pad_q |-> write_own)
  else $error("accel_buffer: the domain byte is not written");
  ParkEmpty_A : assert property (@(posedge clk_i) early |-> ParkEarly && busy_q && !parked_q)
  else $error("accel_buffer: an early word has no place");
  ParkedOpens_A : assert property (@(posedge clk_i)
      open_i && parked_next |-> !open_block_i.last && open_block_i.words > IndexWidth'(1))
  else $error("accel_buffer: the block of a parked word has no other");
  FreeStill_A : assert property (@(posedge clk_i) !block_enable |-> {written, block_q} == '0)
  else $error("accel_buffer: a byte changes without a clock");
  FreeClear_A : assert property (@(posedge clk_i) !busy_q |-> block_q == '0)
  else $error("accel_buffer: a free buffer is not zero");
  ParkClear_A : assert property (@(posedge clk_i) !parked_q |-> park_q == '0 && !parked_error_q)
  else $error("accel_buffer: an empty park is not zero");

  ChainCarries_C : cover property (@(posedge clk_i) carry_q != '0);
  OpenAsAbsorbed_C : cover property (@(posedge clk_i) open_i && absorb_i);
  Error_C : cover property (@(posedge clk_i) write_own && write_error_i);
  ErrorLastWord_C : cover property (@(posedge clk_i)
      write_own && write_error_i && missing_q == IndexWidth'(1));
  if (ParkEarly) begin : gen_cover_park
    Parked_C : cover property (@(posedge clk_i) open_i && parked_q);
    ParkedError_C : cover property (@(posedge clk_i) open_i && parked_error_q);
    EarlyAtOpen_C : cover property (@(posedge clk_i) open_i && early);
    EarlyErrorAtOpen_C : cover property (@(posedge clk_i) open_i && early && write_error_i);
  end
`endif

endmodule

`default_nettype wire
