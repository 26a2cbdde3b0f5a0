// SPDX-License-Identifier: Apache-2.0
//
// Rules of a TileLink-UL port (SiFive TileLink 1.8.1), one word wide.
//
//   host   Get, PutFullData or PutPartialData of 1 to a word's bytes, aligned, with the mask of these
//          bytes (of a PutPartialData, some of them), no param, corrupt with data alone; one access of
//          a source at a time. It may take back what is not taken yet
//   agent  an answer to each access that was taken in an earlier cycle, of its kind, size and source;
//          denied data are corrupt as well; it stays as it is until it is taken, which TileLink does
//          not ask for and we do
//   both   nothing in reset
//
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module tl_ul_check #(
  parameter  int unsigned Width       = 32,
  parameter  int unsigned SourceWidth = 8,
  localparam int unsigned Bytes       = Width / 8,
  localparam int unsigned PlaceWidth  = $clog2(Bytes)
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   a_valid_i,
  input logic                   a_ready_i,
  input logic [2:0]             a_opcode_i,
  input logic [2:0]             a_param_i,
  input logic [1:0]             a_size_i,
  input logic [SourceWidth-1:0] a_source_i,
  input logic [PlaceWidth-1:0]  a_place_i,    // the address in its word
  input logic [Bytes-1:0]       a_mask_i,
  input logic                   a_corrupt_i,
  input logic                   d_valid_i,
  input logic                   d_ready_i,
  input logic [2:0]             d_opcode_i,
  input logic [1:0]             d_param_i,
  input logic [1:0]             d_size_i,
  input logic [SourceWidth-1:0] d_source_i,
  input logic                   d_denied_i,
  input logic [Width-1:0]       d_data_i,
  input logic                   d_corrupt_i
);

  if (!(Width inside {32, 64})) begin : gen_bad_width
    $fatal(1, "tl_ul_check: Width is %0d; 32, 64 are allowed", Width);
  end
  if (SourceWidth < 1 || SourceWidth > 8) begin : gen_bad_source_width
    $fatal(1, "tl_ul_check: SourceWidth is %0d; 1 to 8 are allowed", SourceWidth);
  end

  localparam int unsigned Sources       = 1 << SourceWidth;
  localparam int unsigned AnswerWidth   = 3 + 2 + 2 + SourceWidth + 2 + Width;
  localparam logic [2:0]  PutFullData   = 3'd0;
  localparam logic [2:0]  PutPartial    = 3'd1;
  localparam logic [2:0]  Get           = 3'd4;
  localparam logic [2:0]  AccessAck     = 3'd0;
  localparam logic [2:0]  AccessAckData = 3'd1;

  // The bytes that an access may touch.
  logic [Bytes-1:0] ones, lanes;
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) ones[i] = i < (32'd1 << a_size_i);
  end
  assign lanes = ones << a_place_i;

  logic                   waiting_q;
  logic [AnswerWidth-1:0] given, given_q;
  logic [Sources-1:0]     pending_q, get_q;
  logic [1:0]             size_q[Sources];

  assign given = {d_opcode_i, d_param_i, d_size_i, d_source_i, d_denied_i, d_corrupt_i, d_data_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      given_q   <= '0;
      pending_q <= '0;
      get_q     <= '0;
      for (int unsigned i = 0; i < Sources; i++) size_q[i] <= '0;
    end else begin
      waiting_q <= d_valid_i && !d_ready_i;
      given_q   <= given;
      if (d_valid_i && d_ready_i) pending_q[d_source_i] <= 1'b0;
      if (a_valid_i && a_ready_i) begin
        pending_q[a_source_i] <= 1'b1;
        get_q[a_source_i]     <= a_opcode_i == Get;
        size_q[a_source_i]    <= a_size_i;
      end
    end
  end

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i) awake_q || !(a_valid_i || d_valid_i))
  else $error("an access or an answer in reset");
  Opcode_A : assert property (@(posedge clk_i)
    !a_valid_i
    || ((a_opcode_i == PutFullData || a_opcode_i == PutPartial || a_opcode_i == Get)
        && a_param_i == '0))
  else $error("an access that TileLink-UL does not have");
  Size_A : assert property (@(posedge clk_i)
    !a_valid_i || ((32'd1 << a_size_i) <= Bytes && ((ones >> 1) & Bytes'(a_place_i)) == '0))
  else $error("an access of more than a word, or one that is not aligned");
  Mask_A : assert property (@(posedge clk_i)
    !a_valid_i || (a_mask_i & ~lanes) == '0 && (a_mask_i == lanes || a_opcode_i == PutPartial))
  else $error("a mask of other bytes than the access");
  Corrupt_A : assert property (@(posedge clk_i)
    !a_valid_i || !a_corrupt_i || a_opcode_i != Get)
  else $error("corrupt data of an access that has none");
  OneOfSource_A : assert property (@(posedge clk_i)
    !(a_valid_i && a_ready_i) || !pending_q[a_source_i])
  else $error("source %0d has an access under way", a_source_i);
  AnswerDue_A : assert property (@(posedge clk_i) !d_valid_i || pending_q[d_source_i])
  else $error("an answer that no access waits for");
  AnswerKind_A : assert property (@(posedge clk_i)
    !d_valid_i || !pending_q[d_source_i]
    || (d_opcode_i == (get_q[d_source_i] ? AccessAckData : AccessAck)
        && d_size_i == size_q[d_source_i] && d_param_i == '0))
  else $error("an answer of another kind or size than the access");
  AnswerCorrupt_A : assert property (@(posedge clk_i)
    !d_valid_i
    || (d_opcode_i == AccessAckData ? !d_denied_i || d_corrupt_i : !d_corrupt_i))
  else $error("denied data that are not corrupt, or corrupt ones of an answer that has none");
  AnswerHeld_A : assert property (@(posedge clk_i) !waiting_q || d_valid_i)
  else $error("an answer was withdrawn before it was taken");
  AnswerStable_A : assert property (@(posedge clk_i)
    !waiting_q || !d_valid_i || given == given_q)
  else $error("an answer changed before it was taken");

`ifndef SYNTHESIS
  Get_C : cover property (@(posedge clk_i) a_valid_i && a_ready_i && a_opcode_i == Get);
  Put_C : cover property (@(posedge clk_i) a_valid_i && a_ready_i && a_opcode_i != Get);
  Partial_C : cover property (@(posedge clk_i)
    a_valid_i && a_ready_i && a_opcode_i == PutPartial && a_mask_i != lanes);
  Denied_C : cover property (@(posedge clk_i) d_valid_i && d_denied_i);
  Wait_C : cover property (@(posedge clk_i) d_valid_i && !d_ready_i);
`endif

endmodule

`default_nettype wire
