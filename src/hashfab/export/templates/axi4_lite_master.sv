// SPDX-License-Identifier: Apache-2.0
//
// An AXI4-Lite manager for simulations, with one access under way. `request_i` and what belongs to it
// stay as they are until the cycle in which `done_o` is 1; the answer is there in that cycle. Address
// and data of a write go in either order, or together.

`default_nettype none

module axi4_lite_master (
  input  wire        clk_i,
  input  wire        rst_ni,

  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output reg         done_o,
  output reg  [31:0] rdata_o,
  output reg         error_o,

  output reg         s_axil_awvalid,
  input  wire        s_axil_awready,
  output reg  [6:0]  s_axil_awaddr,
  output wire [2:0]  s_axil_awprot,
  output reg         s_axil_wvalid,
  input  wire        s_axil_wready,
  output reg  [31:0] s_axil_wdata,
  output wire [3:0]  s_axil_wstrb,
  input  wire        s_axil_bvalid,
  output reg         s_axil_bready,
  input  wire [1:0]  s_axil_bresp,
  output reg         s_axil_arvalid,
  input  wire        s_axil_arready,
  output reg  [6:0]  s_axil_araddr,
  output wire [2:0]  s_axil_arprot,
  input  wire        s_axil_rvalid,
  output reg         s_axil_rready,
  input  wire [31:0] s_axil_rdata,
  input  wire [1:0]  s_axil_rresp
);

  assign s_axil_awprot = 3'b000;
  assign s_axil_wstrb  = 4'b1111;
  assign s_axil_arprot = 3'b000;

  reg [31:0] noise = 32'h1b873593;
  reg        busy;      // an access is under way
  reg        aw_sent;
  reg        w_sent;

  always @(posedge clk_i) begin
    noise  <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    done_o <= 1'b0;
    if (!rst_ni) begin
      busy           <= 1'b0;
      aw_sent        <= 1'b0;
      w_sent         <= 1'b0;
      s_axil_awvalid <= 1'b0;
      s_axil_wvalid  <= 1'b0;
      s_axil_bready  <= 1'b0;
      s_axil_arvalid <= 1'b0;
      s_axil_rready  <= 1'b0;
    end else if (!busy) begin
      if (request_i && !done_o) begin
        busy           <= 1'b1;
        aw_sent        <= 1'b0;
        w_sent         <= 1'b0;
        s_axil_arvalid <= !write_i;
        s_axil_araddr  <= addr_i;
        s_axil_awaddr  <= addr_i;
        s_axil_wdata   <= wdata_i;
      end
    end else begin
      s_axil_bready <= noise[5];
      s_axil_rready <= noise[8];
      if (write_i && !aw_sent && noise[1]) begin
        aw_sent        <= 1'b1;
        s_axil_awvalid <= 1'b1;
      end
      if (write_i && !w_sent && noise[3]) begin
        w_sent        <= 1'b1;
        s_axil_wvalid <= 1'b1;
      end
      if (s_axil_awvalid && s_axil_awready) s_axil_awvalid <= 1'b0;
      if (s_axil_wvalid && s_axil_wready) s_axil_wvalid <= 1'b0;
      if (s_axil_arvalid && s_axil_arready) s_axil_arvalid <= 1'b0;
      if ((s_axil_bvalid && s_axil_bready) || (s_axil_rvalid && s_axil_rready)) begin
        busy          <= 1'b0;
        s_axil_bready <= 1'b0;
        s_axil_rready <= 1'b0;
        done_o        <= 1'b1;
        rdata_o       <= s_axil_rdata;
        error_o       <= write_i ? s_axil_bresp[1] : s_axil_rresp[1];
      end
    end
  end

endmodule

`default_nettype wire
