// SPDX-License-Identifier: Apache-2.0
//
// Writes the slots' output to memory, one slot and one block of output after another.
//
// A chunk (a lane, or half of one at a 32-bit port) is rotated to the destination's alignment
// and written with byte strobes; one that straddles two words takes two writes. Bytes that are
// not part of the output never leave: they are zero on the port.

`default_nettype none

module accel_writer
  import accel_pkg::*;
  import keccak_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned Units      = 1,
  parameter  int unsigned Slots      = 1,   // slot s is in unit s % Units
  parameter  int unsigned AddrWidth  = 32,
  localparam int unsigned SlotWidth  = index_width(Slots),
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned OfsWidth   = $clog2(WordBytes),
  localparam int unsigned ChunkBytes = chunk_bytes(WordBytes)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Slots
  input  logic [Slots-1:0]     drain_next_i, // has output to write from the next cycle on
  input  logic [Slots-1:0]     present_i,    // its state is on its unit's port in this cycle
  input  state_t               state_i   [Units],
  input  logic [AddrWidth-1:0] addr_i [Slots],
  input  bytes_t               bytes_i[Slots],
  input  logic [Slots-1:0]     any_i,         // anything is left
  input  logic [Slots-1:0]     whole_i,       // a whole chunk or more is left
  input  logic [Slots-1:0]     last_i,        // a whole chunk or less is left
  input  logic [Slots-1:0]     stall_i,      // too many writes without an answer
  output logic [Slots-1:0]     write_o,
  output logic [Slots-1:0]     addr_step_o,   // by ChunkBytes
  output logic [Slots-1:0]     bytes_step_o,  // to the next chunk
  output logic [Slots-1:0]     drain_end_o,
  // Write requests
  output logic                 req_valid_o,
  input  logic                 req_ready_i,
  output logic [AddrWidth-1:0] req_addr_o,
  output logic [WordBytes-1:0] req_strb_o,
  output logic [Width-1:0]     req_data_o,
  output logic [SlotWidth-1:0] req_tag_o
);

  localparam int unsigned ChunkWidth = 8 * ChunkBytes;
  localparam int unsigned Chunks     = BlockWidth / ChunkWidth;

  logic [Slots-1:0]      sel_q, grant;
  logic [Chunks-1:0]     chunk_q;   // one-hot: which comes next
  logic                  second_q;  // the chunk's first word is written
  logic                  idle, fire, chunk_end, block_end;

  assign idle = sel_q == '0;

  rr_arbiter #(.Count(Slots)) u_turn (
    .clk_i,
    .rst_ni,
    .request_i(drain_next_i),
    .take_i   (idle),
    .grant_o  (grant)
  );

  // The chosen slot

  logic [AddrWidth-1:0] addr;
  bytes_t               bytes;
  logic                 present, stall, any, whole, last_chunk;
  logic [SlotWidth-1:0] slot;

  always_comb begin
    addr       = '0;
    bytes      = '0;
    any        = 1'b0;
    whole      = 1'b0;
    last_chunk = 1'b0;
    slot       = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      if (Slots == 1 || sel_q[s]) begin
        addr       = addr | addr_i[s];
        bytes      = bytes | bytes_i[s];
        any        = any | any_i[s];
        whole      = whole | whole_i[s];
        last_chunk = last_chunk | last_i[s];
        slot       = slot | SlotWidth'(s);
      end
    end
  end
  assign present = (sel_q & present_i) != '0;
  assign stall   = (sel_q & stall_i) != '0;

  // The chunk, and where it lies in memory words

  logic [ChunkWidth-1:0] chunk;
  always_comb begin
    chunk = '0;
    for (int unsigned u = 0; u < Units; u++) begin
      logic [BlockWidth-1:0] block;
      logic                  unit_sel;
      block    = BlockWidth'(state_i[u]);
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

  assign ofs       = (OfsWidth + 2)'(addr[OfsWidth-1:0]);
  assign rest      = (OfsWidth + 2)'(bytes[$clog2(ChunkBytes)-1:0]);
  assign word_end  = (OfsWidth + 2)'(WordBytes);
  assign straddles = whole ? ofs + (OfsWidth + 2)'(ChunkBytes) > word_end : ofs + rest > word_end;
  assign strobes   = (2 * WordBytes)'(wanted) << addr[OfsWidth-1:0];
  assign turned    = {chunk, chunk} << {addr[$clog2(ChunkBytes)-1:0], 3'b000};

  always_comb begin
    for (int unsigned k = 0; k < ChunkBytes; k++) wanted[k] = whole || rest > (OfsWidth + 2)'(k);
    // In the second word `addr` is ChunkBytes ahead already.
    for (int unsigned j = 0; j < WordBytes; j++) begin
      req_strb_o[j]      = req_valid_o && (second_q ? strobes[j+ChunkBytes] : strobes[j]);
      req_data_o[8*j+:8] = turned[ChunkWidth+8*(j%ChunkBytes)+:8] & {8{req_strb_o[j]}};
    end
  end

  assign req_valid_o = present && any && !stall;
  assign req_addr_o  = {addr[AddrWidth-1:OfsWidth], {OfsWidth{1'b0}}};
  assign req_tag_o   = slot;
  assign fire        = req_valid_o && req_ready_i;

  assign chunk_end = fire && (second_q || !straddles);
  assign block_end = present && (!any || (chunk_end && last_chunk));

  assign write_o      = sel_q & {Slots{fire}};
  assign addr_step_o  = sel_q & {Slots{fire && !second_q}};
  assign bytes_step_o = sel_q & {Slots{chunk_end}};
  assign drain_end_o  = sel_q & {Slots{block_end}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sel_q    <= '0;
      chunk_q  <= Chunks'(1);
      second_q <= 1'b0;
    end else begin
      if (idle)           sel_q <= grant;
      else if (block_end) sel_q <= '0;
      if (block_end)      chunk_q <= Chunks'(1);
      else if (chunk_end) chunk_q <= chunk_q << 1;
      if (fire)           second_q <= straddles && !second_q;
    end
  end

endmodule

`default_nettype wire
