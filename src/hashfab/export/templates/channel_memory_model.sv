<% set obi = bus == "obi" %>
// SPDX-License-Identifier: Apache-2.0
//
// Memory behind <@ "an OBI" if obi else "a Wishbone" @> port, for simulations: it answers after Latency cycles, in order, and stalls at
// random. What lies outside is answered with an error.
//
// It takes what <@ top @> sends and ends the simulation at anything else: aligned addresses, reads of
// whole words.

`default_nettype none

module memory_model #(
  parameter integer Width   = 64,
  parameter integer Base    = 0,     // address of the first byte
  parameter integer Size    = 4096,  // bytes
  parameter integer Latency = 8
) (
  input  wire               clk_i,
  input  wire               rst_ni,

<% if obi %>
  input  wire               s_obi_req,
  output reg                s_obi_gnt,
  input  wire [31:0]        s_obi_addr,
  input  wire               s_obi_we,
  input  wire [Width/8-1:0] s_obi_be,
  input  wire [Width-1:0]   s_obi_wdata,
  output reg                s_obi_rvalid,
  output reg                s_obi_err,
  output reg  [Width-1:0]   s_obi_rdata,
<% else %>
  input  wire               s_wb_cyc,
  input  wire               s_wb_stb,
  input  wire               s_wb_we,
  input  wire [31:0]        s_wb_adr,
  input  wire [Width/8-1:0] s_wb_sel,
  input  wire [Width-1:0]   s_wb_dat_w,
  output reg                s_wb_stall,
  output reg                s_wb_ack,
  output reg                s_wb_err,
  output reg  [Width-1:0]   s_wb_dat_r,
<% endif %>

  // A second way in, a byte at a time; `place` counts from the first byte.
  input  wire               poke_i,
  input  wire [31:0]        place_i,
  input  wire [7:0]         byte_i,
  output wire [7:0]         byte_o
);

  localparam integer Bytes = Width / 8;
  localparam integer Depth = 256;  // accesses that may be under way

  reg [7:0]  content [0:Size-1];
  reg [31:0] noise = 32'h2545f491;
  integer    cycle = 0;

  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
  end

<% if obi %>
  wire               taken   = s_obi_req && s_obi_gnt;
  wire               write   = s_obi_we;
  wire [31:0]        address = s_obi_addr;
  wire [Bytes-1:0]   strobes = s_obi_be;
  wire [Width-1:0]   data    = s_obi_wdata;
<% else %>
  wire               taken   = s_wb_cyc && s_wb_stb && !s_wb_stall;
  wire               write   = s_wb_we;
  wire [31:0]        address = s_wb_adr;
  wire [Bytes-1:0]   strobes = s_wb_sel;
  wire [Width-1:0]   data    = s_wb_dat_w;
<% endif %>

  reg [31:0]      addresses [0:Depth-1];
  reg             writes    [0:Depth-1];
  reg [Width-1:0] words     [0:Depth-1];
  reg [Bytes-1:0] enables   [0:Depth-1];
  integer         due       [0:Depth-1];
  integer         in;
  integer         out;
  integer         slot;
  integer         k;
  reg             there;  // the memory has this word

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      in  = 0;
      out = 0;
<% if obi %>
      s_obi_gnt    <= 1'b0;
      s_obi_rvalid <= 1'b0;
      s_obi_err    <= 1'b0;
<% else %>
      s_wb_stall <= 1'b1;
      s_wb_ack   <= 1'b0;
      s_wb_err   <= 1'b0;
<% endif %>
    end else begin
      if (taken) begin
        if (address % Bytes != 0 || !(write || &strobes)) begin
          $fatal(1, "FAIL: an access to %h that the model does not take", address);
        end
        if (in - out == Depth) $fatal(1, "FAIL: too many accesses");
        slot = in % Depth;
        addresses[slot] = address;
        writes[slot]    = write;
        words[slot]     = data;
        enables[slot]   = strobes;
        due[slot]       = cycle + Latency;
        in = in + 1;
      end
<% if obi %>
      s_obi_gnt    <= noise[1] || noise[3];
      s_obi_rvalid <= 1'b0;
      s_obi_err    <= 1'b0;
<% else %>
      s_wb_stall <= !(noise[1] || noise[3]);
      s_wb_ack   <= 1'b0;
      s_wb_err   <= 1'b0;
<% endif %>
      slot = out % Depth;
      if (in != out && due[slot] <= cycle && (noise[9] || noise[12])) begin
        there = addresses[slot] >= Base && addresses[slot] < Base + Size;
        for (k = 0; k < Bytes; k = k + 1) begin
          if (there && writes[slot] && enables[slot][k]) begin
            content[addresses[slot]-Base+k] <= words[slot][8*k+:8];
          end
<% set rdata = "s_obi_rdata" if obi else "s_wb_dat_r" %>
          <@ rdata @>[8*k+:8] <= (there && !writes[slot]) ? content[addresses[slot]-Base+k] : 8'hee;
        end
<% if obi %>
        s_obi_rvalid <= 1'b1;
        s_obi_err    <= !there;
<% else %>
        s_wb_ack <= there;
        s_wb_err <= !there;
<% endif %>
        out = out + 1;
      end
    end
    if (poke_i) content[place_i] <= byte_i;
  end

  assign byte_o = content[place_i];

endmodule

`default_nettype wire
