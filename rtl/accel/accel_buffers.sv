// SPDX-License-Identifier: Apache-2.0
//
// The message buffers, and the way into them: a word that memory answers, and the domain byte that
// pads a message, are brought into the block's frame and written into the block's buffer.
//
// Decided here: what is written in a cycle. The domain byte comes first, in the cycle after the
// last block opens its buffer; a response waits for that cycle.

`default_nettype none

module accel_buffers
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Buffers    = 1,
  parameter  int unsigned Contexts   = 1,
  parameter  int unsigned Slots      = 1,
  parameter  type         open_t     = logic,
  parameter  type         rd_tag_t   = logic,
  parameter  type         filled_t   = logic,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned CtxWidth   = index_width(Contexts),
  localparam int unsigned BufWidth   = index_width(Buffers),
  localparam int unsigned IndexWidth = word_count_width(WordBytes),
  localparam int unsigned Rows       = (BlockWidth + Width - 1) / Width
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // Open
  output logic [Buffers-1:0] free_o,
  input  logic [Buffers-1:0] open_i,
  input  open_t              open_block_i,
  // Read responses, and the domain bytes of the contexts
  input  logic               rsp_valid_i,
  output logic               rsp_ready_o,
  input  rd_tag_t            rsp_tag_i,
  input  logic [Width-1:0]   rsp_data_i,
  input  logic               rsp_error_i,
  input  logic [7:0]         domain_i     [Contexts],
  // Blocks, and the slots that absorb them
  output logic [Buffers-1:0] full_next_o,             // complete in the next cycle
  output filled_t            filled_o     [Buffers],
  output block_t             block_o      [Buffers],
  input  logic [Buffers-1:0] absorb_i     [Slots],
  input  logic [Buffers-1:0] absorb_data_i[Slots],    // the same, for the data's many loads
  input  value_t             keep_i       [Slots]     // the block stays, for a step with this value
);

  // What a buffer needs to know of its block until it is complete.
  typedef struct packed {
    logic [OfsWidth-1:0]   ofs;
    logic [IndexWidth-1:0] end_row;
    logic [WordBytes-1:0]  tail;
    logic                  phase;
  } filling_t;

  filling_t              filling[Buffers];
  logic [Buffers-1:0]    buf_pad, write, early, absorb, clear;
  value_t                count[Buffers];
  logic                  pad;
  logic [7:0]            domain;
  logic [OfsWidth-1:0]   ofs;
  logic [WordBytes-1:0]  tail;
  logic [IndexWidth-1:0] end_row;
  logic [Width-1:0]      data;
  logic [WordBytes-1:0]  strobe, columns_before;
  logic [Rows:0]         row;

  assign pad         = buf_pad != '0;
  assign rsp_ready_o = !pad;

  // Which buffer, and its frame

  always_comb begin
    ofs     = '0;
    tail    = '0;
    end_row = '0;
    domain  = '0;
    for (int unsigned b = 0; b < Buffers; b++) begin
      write[b] = buf_pad[b] || (!pad && rsp_valid_i && rsp_tag_i.buffer == BufWidth'(b));
      early[b] = Buffers == 1 && !pad && rsp_tag_i.phase != filling[b].phase;
      if (Buffers == 1 || (pad ? buf_pad[b] : rsp_tag_i.buffer == BufWidth'(b))) begin
        ofs  = ofs | filling[b].ofs;
        tail = tail | filling[b].tail;
      end
      if (Buffers == 1 || buf_pad[b]) begin
        end_row = end_row | filling[b].end_row;
        for (int unsigned t = 0; t < Contexts; t++) begin
          if (Contexts == 1 || filled_o[b].ctx == CtxWidth'(t)) domain = domain | domain_i[t];
        end
      end
    end
  end

  accel_align #(.Width(Width)) u_align (
    .word_i     (rsp_data_i),
    .index_i    (rsp_tag_i.index),
    .partial_i  (rsp_tag_i.partial),
    .pad_i      (pad),
    .domain_i   (domain),
    .pad_row_i  (end_row),
    .ofs_i      (ofs),
    .tail_i     (tail),
    .data_o     (data),
    .strobe_o   (strobe),
    .before_o   (columns_before),
    .row_o      (row)
  );

  always_comb begin
    absorb = '0;
    clear  = '0;
    for (int unsigned b = 0; b < Buffers; b++) count[b] = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      absorb = absorb | (absorb_i[s] & {Buffers{keep_i[s] == '0}});
      clear  = clear | (absorb_data_i[s] & {Buffers{keep_i[s] == '0}});
      for (int unsigned b = 0; b < Buffers; b++) begin
        count[b] = count[b] | (keep_i[s] & {Values{absorb_i[s][b]}});
      end
    end
  end

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    accel_buffer #(
      .Width    (Width),
      .ParkEarly(Buffers == 1),
      .open_t   (open_t),
      .filling_t(filling_t),
      .filled_t (filled_t)
    ) u_buffer (
      .clk_i,
      .rst_ni,
      .open_i        (open_i[b]),
      .open_block_i,
      .write_i       (write[b]),
      .write_error_i (rsp_error_i && !pad),
      .write_early_i (early[b]),
      .write_data_i  (data),
      .write_strobe_i(strobe),
      .write_before_i(columns_before),
      .write_row_i   (row),
      .absorb_i      (absorb[b]),
      .clear_i       (clear[b]),
      .count_i       (count[b]),
      .free_o        (free_o[b]),
      .full_next_o   (full_next_o[b]),
      .pad_o         (buf_pad[b]),
      .filling_o     (filling[b]),
      .filled_o      (filled_o[b]),
      .block_o       (block_o[b])
    );
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  OnePad_A : assert property (@(posedge clk_i) $onehot0(buf_pad))
  else $error("accel_buffers: two messages are padded at once");
  OneWrite_A : assert property (@(posedge clk_i) $onehot0(write))
  else $error("accel_buffers: a word goes into two buffers");
  RspWritten_A : assert property (@(posedge clk_i) rsp_valid_i && rsp_ready_o |-> write != '0)
  else $error("accel_buffers: a response has no buffer");
  for (genvar s = 0; s < Slots; s++) begin : gen_check
    for (genvar o = s + 1; o < Slots; o++) begin : gen_other
      AbsorbOnce_A : assert property (@(posedge clk_i) (absorb_i[s] & absorb_i[o]) == '0)
      else $error("accel_buffers: slots %0d and %0d absorb the same block", s, o);
    end
  end

  ResponseWaits_C : cover property (@(posedge clk_i) rsp_valid_i && !rsp_ready_o);
`endif

endmodule

`default_nettype wire
