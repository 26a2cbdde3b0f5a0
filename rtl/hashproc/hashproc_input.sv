// SPDX-License-Identifier: Apache-2.0
//
// Input side: message words go to one half of the message block while the other one is read.
//
// A block comes stream by stream, and is laid out so that a step reads the words of its streams at
// once: word t of stream s is at t * stride + s * word size, the stride being 16, or 8 for one
// stream. A beat has 8 bytes, the first one lowest: one word, or two in two cycles. ready_i comes
// from the write bus; a beat is taken with its last word.

`default_nettype none

module hashproc_input
  import hashproc_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  // Configuration; it empties both buffers
  input  logic       configure_i,
  input  logic [1:0] streams_i,    // less one
  input  logic       wide_i,       // words of 8 bytes, else 4
  input  logic [4:0] words_i,      // of a stream's block, less one
  input  logic       swap_i,       // their bytes change places
  // Beats
  input  logic       in_valid_i,
  output logic       in_ready_o,
  input  word_t      in_data_i,
  // Write bus
  output logic       valid_o,
  input  logic       ready_i,
  output logic       wide_o,
  output addr_t      addr_o,
  output word_t      word_o,
  // Instructions
  output logic       full_o,       // the buffer that is read
  output logic       buffer_o,     // ... which one it is
  input  logic       advance_i,
  input  logic       release_i     // the instruction in ID is the last one to read it
);

  logic [1:0] streams_q, stream_q, full_q;
  logic       wide_q, swap_q, half_q, fill_q, read_q, release_q;
  logic [4:0] words_q, index_q;

  logic write, last_index, last_stream;
  assign valid_o     = in_valid_i && !full_q[fill_q];
  assign in_ready_o  = ready_i && !full_q[fill_q] && (wide_q || half_q);
  assign write       = valid_o && ready_i;
  assign last_index  = index_q == words_q;
  assign last_stream = stream_q == streams_q;

  // Address and word

  always_comb begin
    addr_o = {fill_q, index_q, 3'd0};
    if (streams_q != '0) addr_o = {fill_q, index_q[3:0], wide_q ? {stream_q[0], 3'd0}
                                                                : {stream_q, 2'd0}};
  end

  function automatic logic [31:0] reversed(logic [31:0] x);
    return {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  logic [31:0] low, high, word;
  assign low    = swap_q ? reversed(in_data_i[31:0]) : in_data_i[31:0];
  assign high   = swap_q ? reversed(in_data_i[63:32]) : in_data_i[63:32];
  assign word   = half_q ? high : low;
  assign word_o = !wide_q ? both(word) : swap_q ? {low, high} : {high, low};
  assign wide_o = wide_q;

  // Buffers. One that is released is read until its instruction has left Mem.

  assign full_o   = full_q[read_q];
  assign buffer_o = read_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      streams_q <= '0;
      wide_q    <= 1'b0;
      words_q   <= '0;
      swap_q    <= 1'b0;
    end else if (configure_i) begin
      streams_q <= streams_i;
      wide_q    <= wide_i;
      words_q   <= words_i;
      swap_q    <= swap_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {full_q, fill_q, read_q, release_q} <= '0;
      {half_q, index_q, stream_q}         <= '0;
    end else if (configure_i) begin
      {full_q, fill_q, read_q, release_q} <= '0;
      {half_q, index_q, stream_q}         <= '0;
    end else begin
      if (advance_i) begin
        release_q <= release_i;
        if (release_i) read_q <= !read_q;
        if (release_q) full_q[!read_q] <= 1'b0;
      end
      if (write) begin
        half_q  <= !half_q && !wide_q;
        index_q <= index_q + 1'b1;
        if (last_index) begin
          index_q  <= '0;
          stream_q <= stream_q + 1'b1;
          if (last_stream) begin
            stream_q       <= '0;
            fill_q         <= !fill_q;
            full_q[fill_q] <= 1'b1;
          end
        end
      end
    end
  end

`ifndef SYNTHESIS
  ReleaseFull_A : assert property (@(posedge clk_i) advance_i && release_i |-> full_o)
  else $error("a buffer is released that is not full");
  NoOverflow_A : assert property (@(posedge clk_i) write |-> !full_q[fill_q])
  else $error("a word is written to a full buffer");
  IndexInBlock_A : assert property (@(posedge clk_i) index_q <= words_q)
  else $error("word %0d of a block of %0d", index_q, 32'(words_q) + 1);
  StreamInRange_A : assert property (@(posedge clk_i) stream_q <= streams_q)
  else $error("stream %0d of %0d", stream_q, 32'(streams_q) + 1);
  HalfNarrow_A : assert property (@(posedge clk_i) half_q |-> !wide_q)
  else $error("half of a beat that is one word");

  BothFull_C : cover property (@(posedge clk_i) full_q == '1);
  WaitsForBus_C : cover property (@(posedge clk_i) valid_o && !ready_i);
`endif

endmodule

`default_nettype wire
