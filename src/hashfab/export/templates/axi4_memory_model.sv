// SPDX-License-Identifier: Apache-2.0
//
// Memory behind an AXI4 port, for simulations: it answers after Latency cycles and stalls at random.
// Reads of even and of odd IDs wait in queues of their own, so that answers overtake one another. What
// lies outside is answered with DECERR.
//
// It takes what <@ top @> sends and ends the simulation at anything else: bursts of
// the whole width at aligned addresses, writes of one beat.

`default_nettype none

module memory_model #(
  parameter integer Width   = 64,
  parameter integer IdWidth = 8,
  parameter integer Base    = 0,     // address of the first byte
  parameter integer Size    = 4096,  // bytes
  parameter integer Latency = 8
) (
  input  wire               clk_i,
  input  wire               rst_ni,

  input  wire [IdWidth-1:0] s_axi_awid,
  input  wire [31:0]        s_axi_awaddr,
  input  wire [7:0]         s_axi_awlen,
  input  wire [2:0]         s_axi_awsize,
  input  wire [1:0]         s_axi_awburst,
  input  wire               s_axi_awvalid,
  output reg                s_axi_awready,
  input  wire [Width-1:0]   s_axi_wdata,
  input  wire [Width/8-1:0] s_axi_wstrb,
  input  wire               s_axi_wlast,
  input  wire               s_axi_wvalid,
  output reg                s_axi_wready,
  output reg  [IdWidth-1:0] s_axi_bid,
  output reg  [1:0]         s_axi_bresp,
  output reg                s_axi_bvalid,
  input  wire               s_axi_bready,
  input  wire [IdWidth-1:0] s_axi_arid,
  input  wire [31:0]        s_axi_araddr,
  input  wire [7:0]         s_axi_arlen,
  input  wire [2:0]         s_axi_arsize,
  input  wire [1:0]         s_axi_arburst,
  input  wire               s_axi_arvalid,
  output reg                s_axi_arready,
  output reg  [IdWidth-1:0] s_axi_rid,
  output reg  [Width-1:0]   s_axi_rdata,
  output reg  [1:0]         s_axi_rresp,
  output reg                s_axi_rlast,
  output reg                s_axi_rvalid,
  input  wire               s_axi_rready,

  // A second way in, a byte at a time; `place` counts from the first byte.
  input  wire               poke_i,
  input  wire [31:0]        place_i,
  input  wire [7:0]         byte_i,
  output wire [7:0]         byte_o
);

  localparam integer Bytes  = Width / 8;
  localparam integer Whole  = $clog2(Bytes);
  localparam [1:0]   Incr   = 2'b01;
  localparam [1:0]   Okay   = 2'b00;
  localparam [1:0]   Decerr = 2'b11;
  localparam integer Depth  = 256;  // accesses that may be under way

  reg [7:0]  content [0:Size-1];
  reg [31:0] noise = 32'h2545f491;
  integer    cycle = 0;

  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
  end

  // Reads

  reg [31:0]        rd_addr [0:2*Depth-1];  // the queue of odd IDs behind that of even ones
  reg [IdWidth-1:0] rd_id   [0:2*Depth-1];
  reg               rd_last [0:2*Depth-1];
  integer           rd_due  [0:2*Depth-1];
  integer           rd_in   [0:1];
  integer           rd_out  [0:1];
  integer           rd_queue;
  integer           rd_slot;
  integer           rd_byte;
  integer           rd_beat;
  reg               rd_full;                // an answer is on its way

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      rd_in[0]  = 0;
      rd_in[1]  = 0;
      rd_out[0] = 0;
      rd_out[1] = 0;
      rd_full   = 1'b0;
      s_axi_arready <= 1'b0;
      s_axi_rvalid  <= 1'b0;
    end else begin
      if (s_axi_arvalid && s_axi_arready) begin
        if ({29'd0, s_axi_arsize} != Whole || s_axi_arburst != Incr
            || s_axi_araddr % Bytes != 0
            || s_axi_araddr % 4096 + ({24'd0, s_axi_arlen} + 1) * Bytes > 4096) begin
          $fatal(1, "FAIL: a read of %h that the model does not take", s_axi_araddr);
        end
        rd_queue = s_axi_arid[0] ? 1 : 0;
        for (rd_beat = 0; rd_beat <= {24'd0, s_axi_arlen}; rd_beat = rd_beat + 1) begin
          rd_slot = rd_queue * Depth + rd_in[rd_queue] % Depth;
          if (rd_in[rd_queue] - rd_out[rd_queue] == Depth) $fatal(1, "FAIL: too many reads");
          rd_addr[rd_slot] = s_axi_araddr + rd_beat * Bytes;
          rd_id[rd_slot]   = s_axi_arid;
          rd_last[rd_slot] = rd_beat == {24'd0, s_axi_arlen};
          rd_due[rd_slot]  = cycle + Latency;
          rd_in[rd_queue]  = rd_in[rd_queue] + 1;
        end
      end
      if (s_axi_rready) rd_full = 1'b0;
      if (!rd_full && (noise[9] || noise[12])) begin
        // One of the two queues, or else the other one.
        rd_queue = noise[4] ? 1 : 0;
        rd_slot  = rd_queue * Depth + rd_out[rd_queue] % Depth;
        if (rd_in[rd_queue] == rd_out[rd_queue] || rd_due[rd_slot] > cycle) begin
          rd_queue = 1 - rd_queue;
          rd_slot  = rd_queue * Depth + rd_out[rd_queue] % Depth;
        end
        if (rd_in[rd_queue] != rd_out[rd_queue] && rd_due[rd_slot] <= cycle) begin
          rd_full = 1'b1;
          rd_out[rd_queue] = rd_out[rd_queue] + 1;
          s_axi_rid   <= rd_id[rd_slot];
          s_axi_rlast <= rd_last[rd_slot];
          if (rd_addr[rd_slot] >= Base && rd_addr[rd_slot] < Base + Size) begin
            s_axi_rresp <= Okay;
            for (rd_byte = 0; rd_byte < Bytes; rd_byte = rd_byte + 1) begin
              s_axi_rdata[8*rd_byte+:8] <= content[rd_addr[rd_slot]-Base+rd_byte];
            end
          end else begin
            s_axi_rresp <= Decerr;
            s_axi_rdata <= {Bytes{8'hee}};
          end
        end
      end
      s_axi_arready <= noise[1] || noise[3];
      s_axi_rvalid  <= rd_full;
    end
  end

  // Writes: addresses and data wait for one another, in any order; answers are in order.

  reg [31:0]        aw_addr [0:Depth-1];
  reg [IdWidth-1:0] aw_id   [0:Depth-1];
  reg [Width-1:0]   w_data  [0:Depth-1];
  reg [Bytes-1:0]   w_strb  [0:Depth-1];
  integer           b_due   [0:Depth-1];
  integer           aw_in;
  integer           w_in;
  integer           wr_in;   // writes whose address and data are there
  integer           wr_out;
  integer           wr_byte;
  reg               wr_full;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_in   = 0;
      w_in    = 0;
      wr_in   = 0;
      wr_out  = 0;
      wr_full = 1'b0;
      s_axi_awready <= 1'b0;
      s_axi_wready  <= 1'b0;
      s_axi_bvalid  <= 1'b0;
    end else begin
      if (s_axi_awvalid && s_axi_awready) begin
        if (s_axi_awlen != 8'd0 || {29'd0, s_axi_awsize} != Whole || s_axi_awburst != Incr
            || s_axi_awaddr % Bytes != 0) begin
          $fatal(1, "FAIL: a write to %h that the model does not take", s_axi_awaddr);
        end
        if (aw_in - wr_out == Depth) $fatal(1, "FAIL: too many writes");
        aw_addr[aw_in%Depth] = s_axi_awaddr;
        aw_id[aw_in%Depth]   = s_axi_awid;
        aw_in = aw_in + 1;
      end
      if (s_axi_wvalid && s_axi_wready) begin
        if (!s_axi_wlast) $fatal(1, "FAIL: a burst of more than one beat");
        if (w_in - wr_out == Depth) $fatal(1, "FAIL: too many writes");
        w_data[w_in%Depth] = s_axi_wdata;
        w_strb[w_in%Depth] = s_axi_wstrb;
        w_in = w_in + 1;
      end
      if (wr_in != aw_in && wr_in != w_in) begin
        if (aw_addr[wr_in%Depth] >= Base && aw_addr[wr_in%Depth] < Base + Size) begin
          for (wr_byte = 0; wr_byte < Bytes; wr_byte = wr_byte + 1) begin
            if (w_strb[wr_in%Depth][wr_byte]) begin
              content[aw_addr[wr_in%Depth]-Base+wr_byte] <= w_data[wr_in%Depth][8*wr_byte+:8];
            end
          end
        end
        b_due[wr_in%Depth] = cycle + Latency;
        wr_in = wr_in + 1;
      end
      if (s_axi_bready) wr_full = 1'b0;
      if (!wr_full && noise[7] && wr_out != wr_in && b_due[wr_out%Depth] <= cycle) begin
        wr_full = 1'b1;
        s_axi_bid   <= aw_id[wr_out%Depth];
        s_axi_bresp <= (aw_addr[wr_out%Depth] >= Base && aw_addr[wr_out%Depth] < Base + Size)
                       ? Okay : Decerr;
        wr_out = wr_out + 1;
      end
      s_axi_awready <= noise[5] || noise[8];
      s_axi_wready  <= noise[13] || noise[17];
      s_axi_bvalid  <= wr_full;
    end
    if (poke_i) content[place_i] <= byte_i;
  end

  assign byte_o = content[place_i];

endmodule

`default_nettype wire
