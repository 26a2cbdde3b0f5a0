// SPDX-License-Identifier: Apache-2.0
//
// An OBI manager for simulations, with one access under way. `request_i` and what belongs to it stay
// as they are until the cycle in which `done_o` is 1; the answer is there in that cycle. It is not
// always ready for an answer.

`default_nettype none

module obi_master (
  input  wire        clk_i,
  input  wire        rst_ni,

  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output reg         done_o,
  output reg  [31:0] rdata_o,
  output reg         error_o,

  output reg         s_obi_req,
  input  wire        s_obi_gnt,
  output reg  [6:0]  s_obi_addr,
  output reg         s_obi_we,
  output wire [3:0]  s_obi_be,
  output reg  [31:0] s_obi_wdata,
  output reg         s_obi_aid,
  input  wire        s_obi_rvalid,
  output reg         s_obi_rready,
  input  wire [31:0] s_obi_rdata,
  input  wire        s_obi_err,
  input  wire        s_obi_rid
);

  assign s_obi_be = 4'b1111;

  reg [31:0] noise = 32'h1b873593;
  reg        busy;  // an access is under way

  always @(posedge clk_i) begin
    noise  <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    done_o <= 1'b0;
    if (!rst_ni) begin
      busy         <= 1'b0;
      s_obi_req    <= 1'b0;
      s_obi_addr   <= 7'd0;
      s_obi_we     <= 1'b0;
      s_obi_wdata  <= 32'd0;
      s_obi_aid    <= 1'b0;
      s_obi_rready <= 1'b0;
    end else if (!busy) begin
      if (request_i && !done_o) begin
        busy        <= 1'b1;
        s_obi_req   <= 1'b1;
        s_obi_addr  <= addr_i;
        s_obi_we    <= write_i;
        s_obi_wdata <= wdata_i;
        s_obi_aid   <= !s_obi_aid;
      end
    end else begin
      if (s_obi_gnt) s_obi_req <= 1'b0;
      s_obi_rready <= noise[5];
      if (s_obi_rvalid && s_obi_rready) begin
        busy         <= 1'b0;
        s_obi_rready <= 1'b0;
        done_o       <= 1'b1;
        rdata_o      <= s_obi_rdata;
        error_o      <= s_obi_err;
        if (s_obi_rid !== s_obi_aid) $fatal(1, "FAIL: an answer has another name");
      end
    end
  end

endmodule

`default_nettype wire
