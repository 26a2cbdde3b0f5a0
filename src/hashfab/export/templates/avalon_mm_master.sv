// SPDX-License-Identifier: Apache-2.0
//
// An Avalon-MM host for simulations, with one access under way. `request_i` and what belongs to it stay
// as they are until the cycle in which `done_o` is 1; the answer is there in that cycle.

`default_nettype none

module avalon_mm_master (
  input  wire        clk_i,
  input  wire        rst_ni,

  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output reg         done_o,
  output reg  [31:0] rdata_o,
  output reg         error_o,

  output reg         s_avalon_read,
  output reg         s_avalon_write,
  output reg  [4:0]  s_avalon_address,
  output wire [3:0]  s_avalon_byteenable,
  output reg  [31:0] s_avalon_writedata,
  input  wire        s_avalon_waitrequest,
  input  wire        s_avalon_readdatavalid,
  input  wire        s_avalon_writeresponsevalid,
  input  wire [31:0] s_avalon_readdata,
  input  wire [1:0]  s_avalon_response
);

  assign s_avalon_byteenable = 4'b1111;

  reg busy;  // an access is under way

  always @(posedge clk_i) begin
    done_o <= 1'b0;
    if (!rst_ni) begin
      busy               <= 1'b0;
      s_avalon_read      <= 1'b0;
      s_avalon_write     <= 1'b0;
      s_avalon_address   <= 5'd0;
      s_avalon_writedata <= 32'd0;
    end else if (!busy) begin
      if (request_i && !done_o) begin
        busy               <= 1'b1;
        s_avalon_read      <= !write_i;
        s_avalon_write     <= write_i;
        s_avalon_address   <= addr_i[6:2];
        s_avalon_writedata <= wdata_i;
        if (addr_i[1:0] != 2'b00) $fatal(1, "FAIL: %h is no register", addr_i);
      end
    end else begin
      if (!s_avalon_waitrequest) begin
        s_avalon_read  <= 1'b0;
        s_avalon_write <= 1'b0;
      end
      if (s_avalon_readdatavalid || s_avalon_writeresponsevalid) begin
        busy    <= 1'b0;
        done_o  <= 1'b1;
        rdata_o <= s_avalon_readdata;
        error_o <= s_avalon_response != 2'b00;
      end
    end
  end

endmodule

`default_nettype wire
