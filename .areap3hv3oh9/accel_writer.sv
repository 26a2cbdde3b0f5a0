// SPDX-License-Identifier: Apache-2.0
//
// Writes the slots' output to memory, one slot and one block of output after another.
//
// A chunk (a lane, or half of one at a 32-bit port) is rotated to the destination's alignment
// and written with byte strobes; one that straddles two words takes two writes. Bytes that are
// not part of the output never leave: they are zero on the port.
//
// Decided here: whose block of output is written next, and when a write leaves.

`default_nettype none

module accel_writer
  import accel_pkg::*;
  import keccak_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Units      = 1,
  parameter  int unsigned Stages     = 1,
  parameter  int unsigned AddrWidth  = 32,
  parameter  int unsigned Lanes      = MaxRateLanes,    // of a state, that may be written
  parameter  type         output_t   = logic,
  parameter  type         wr_t       = logic,
  localparam int unsigned Slots      = Units * Stages,  // slot s is in unit s % Units
  localparam int unsigned SlotWidth  = index_width(Slots),
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned ChunkBytes = chunk_bytes(WordBytes)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Stages-1:0] in_stage_i   [Stages],  // see accel_turn
  // Slots
  input  logic [Slots-1:0]  drain_next_i,  // has output to write from the next cycle on
  input  output_t           output_i     [Slots],
  output output_step_t      output_step_o[Slots],
  input  state_t            state_i      [Units],
  // Completion
  input  logic [Slots-1:0]  free_i,        // no earlier message of the slot waits for answers
  input  logic [Slots-1:0]  stall_i,       // too many writes without an answer
  output logic [Slots-1:0]  write_o,       // a write leaves
  // Write requests
  output logic              req_valid_o,
  input  logic              req_ready_i,
  output wr_t               req_o
);

  localparam int unsigned ChunkWidth = 8 * ChunkBytes;
  localparam int unsigned Chunks     = Lanes * LaneWidth / ChunkWidth;

  logic [Slots-1:0]      sel_q, grant;
  logic [Chunks-1:0]     chunk_q;   // one-hot: which comes next
  logic                  second_q;  // the chunk's first word is written
  logic                  waiting_q; // a write is offered and not taken
  logic                  idle, fire, chunk_end, block_end;

  assign idle = sel_q == '0;

  rr_arbiter #(.Count(Slots)) u_turn (
    .clk_i,
    .rst_ni,
    .request_i(drain_next_i & free_i),
    .take_i   (idle),
    .grant_o  (grant)
  );

  // The chosen slot

  output_t              chosen;
  logic [Slots-1:0]     in_first;  // its state is on its unit's port in this cycle
  logic                 present, stall;
  logic [SlotWidth-1:0] slot;

  always_comb begin
    chosen = '0;
    slot   = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      in_first[s] = in_stage_i[0][s/Units];
      if (Slots == 1 || sel_q[s]) begin
        chosen = chosen | output_i[s];
        slot   = slot | SlotWidth'(s);
      end
    end
  end
  assign present = (sel_q & in_first) != '0;
  assign stall   = (sel_q & stall_i) != '0;

  // The chunk, and where it lies in memory words

  logic [ChunkWidth-1:0] chunk;
  always_comb begin
    chunk = '0;
    for (int unsigned u = 0; u < Units; u++) begin
      logic [Lanes*LaneWidth-1:0] block;
      logic                       unit_sel;
      block    = (Lanes * LaneWidth)'(state_i[u]);
      unit_sel = 1'b0;
      for (int unsigned s = u; s < Slots; s += Units) unit_sel = unit_sel | sel_q[s];
      for (int unsigned c = 0; c < Chunks; c++) begin
        if (chunk_q[c] && (Units == 1 || unit_sel)) begin
          chunk = chunk | block[c*ChunkWidth+:ChunkWidth];
        end
      end
    end
  end

  logic                    straddles;
  logic [OfsWidth+1:0]     ofs, rest, word_end;
  logic [ChunkBytes-1:0]   wanted;   // bytes of the chunk that are output
  logic [2*WordBytes-1:0]  strobes;
  logic [2*ChunkWidth-1:0] turned;
  logic                    wr_valid, wr_ready;
  wr_t                     wr;

  assign ofs       = (OfsWidth + 2)'(chosen.addr[OfsWidth-1:0]);
  assign rest      = (OfsWidth + 2)'(chosen.bytes[$clog2(ChunkBytes)-1:0]);
  assign word_end  = (OfsWidth + 2)'(WordBytes);
  assign straddles = chosen.whole ? ofs + (OfsWidth + 2)'(ChunkBytes) > word_end
                                  : ofs + rest > word_end;
  assign strobes   = (2 * WordBytes)'(wanted) << chosen.addr[OfsWidth-1:0];
  assign turned    = {chunk, chunk} << {chosen.addr[$clog2(ChunkBytes)-1:0], 3'b000};

  always_comb begin
    for (int unsigned k = 0; k < ChunkBytes; k++) begin
      wanted[k] = chosen.whole || rest > (OfsWidth + 2)'(k);
    end
    wr.addr = {chosen.addr[AddrWidth-1:OfsWidth], {OfsWidth{1'b0}}};
    wr.tag  = slot;
    // In the second word `addr` is ChunkBytes ahead already.
    for (int unsigned j = 0; j < WordBytes; j++) begin
      wr.strb[j]      = wr_valid && (second_q ? strobes[j+ChunkBytes] : strobes[j]);
      wr.data[8*j+:8] = turned[ChunkWidth+8*(j%ChunkBytes)+:8] & {8{wr.strb[j]}};
    end
  end

  // What is offered stays, though the slot may write no more behind it: that is known early enough.
  assign wr_valid = present && chosen.any && (!stall || waiting_q);
  assign fire     = wr_valid && wr_ready;

  assign chunk_end = fire && (second_q || !straddles);
  assign block_end = present && (!chosen.any || (chunk_end && chosen.last));

  assign write_o = sel_q & {Slots{fire}};
  always_comb begin
    for (int unsigned s = 0; s < Slots; s++) begin
      output_step_o[s] = '{
        addr:  sel_q[s] && fire && !second_q,
        bytes: sel_q[s] && chunk_end,
        done:  sel_q[s] && block_end
      };
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sel_q     <= '0;
      chunk_q   <= Chunks'(1);
      second_q  <= 1'b0;
      waiting_q <= 1'b0;
    end else begin
      if (idle)           sel_q <= grant;
      else if (block_end) sel_q <= '0;
      if (block_end)      chunk_q <= Chunks'(1);
      else if (chunk_end) chunk_q <= chunk_q << 1;
      if (fire)           second_q <= straddles && !second_q;
      waiting_q <= wr_valid && !wr_ready;
    end
  end

  // With several stages a state passes the writer once in as many cycles, and cannot wait there.
  if (Stages == 1) begin : gen_direct
    assign wr_ready    = req_ready_i;
    assign req_valid_o = wr_valid;
    assign req_o       = wr;
  end else begin : gen_register
    stream_register #(.Width($bits(wr_t))) u_register (
      .clk_i,
      .rst_ni,
      .valid_i  (wr_valid),
      .ready_o  (wr_ready),
      .payload_i(wr),
      .valid_o  (req_valid_o),
      .ready_i  (req_ready_i),
      .payload_o(req_o)
    );
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  OneSlot_A : assert property (@(posedge clk_i) $onehot0(sel_q))
  else $error("accel_writer: two slots are written at once");
  OneChunk_A : assert property (@(posedge clk_i) sel_q != '0 |-> $onehot(chunk_q))
  else $error("accel_writer: not one chunk is chosen");
  NoHole_A : assert property (@(posedge clk_i) wr_valid |-> wr.strb != '0)
  else $error("accel_writer: a write has no byte");
  SecondSelected_A : assert property (@(posedge clk_i) second_q |-> sel_q != '0)
  else $error("accel_writer: a second word of no slot");

  Straddles_C : cover property (@(posedge clk_i) fire && second_q);
  Stall_C : cover property (@(posedge clk_i) present && chosen.any && stall);
  StallBehindWaiting_C : cover property (@(posedge clk_i) stall && waiting_q);
  NotFree_C : cover property (@(posedge clk_i) idle && (drain_next_i & ~free_i) != '0);
`endif

endmodule

`default_nettype wire
