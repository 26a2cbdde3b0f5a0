// SPDX-License-Identifier: Apache-2.0
//
// A TileLink-UL host for simulations, with one access under way. `request_i` and what belongs to it stay
// as they are until the cycle in which `done_o` is 1; the answer is there in that cycle.

`default_nettype none

module tl_ul_master (
  input  wire        clk_i,
  input  wire        rst_ni,

  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output reg         done_o,
  output reg  [31:0] rdata_o,
  output reg         error_o,

  output reg         s_tl_a_valid,
  input  wire        s_tl_a_ready,
  output reg  [2:0]  s_tl_a_opcode,
  output wire [2:0]  s_tl_a_param,
  output wire [1:0]  s_tl_a_size,
  output wire [7:0]  s_tl_a_source,
  output reg  [6:0]  s_tl_a_address,
  output wire [3:0]  s_tl_a_mask,
  output reg  [31:0] s_tl_a_data,
  output wire        s_tl_a_corrupt,
  input  wire        s_tl_d_valid,
  output wire        s_tl_d_ready,
  input  wire [2:0]  s_tl_d_opcode,
  input  wire [1:0]  s_tl_d_param,
  input  wire [1:0]  s_tl_d_size,
  input  wire [7:0]  s_tl_d_source,
  input  wire        s_tl_d_sink,
  input  wire        s_tl_d_denied,
  input  wire [31:0] s_tl_d_data,
  input  wire        s_tl_d_corrupt
);

  localparam [2:0] PutFullData = 3'd0;
  localparam [2:0] Get         = 3'd4;

  assign s_tl_a_param   = 3'd0;
  assign s_tl_a_size    = 2'd2;
  assign s_tl_a_source  = 8'd0;
  assign s_tl_a_mask    = 4'b1111;
  assign s_tl_a_corrupt = 1'b0;
  assign s_tl_d_ready   = 1'b1;

  reg busy;  // an access is under way

  always @(posedge clk_i) begin
    done_o <= 1'b0;
    if (!rst_ni) begin
      busy           <= 1'b0;
      s_tl_a_valid   <= 1'b0;
      s_tl_a_opcode  <= Get;
      s_tl_a_address <= 7'd0;
      s_tl_a_data    <= 32'd0;
    end else if (!busy) begin
      if (request_i && !done_o) begin
        busy           <= 1'b1;
        s_tl_a_valid   <= 1'b1;
        s_tl_a_opcode  <= write_i ? PutFullData : Get;
        s_tl_a_address <= addr_i;
        s_tl_a_data    <= wdata_i;
        if (addr_i[1:0] != 2'b00) $fatal(1, "FAIL: %h is no register", addr_i);
      end
    end else begin
      if (s_tl_a_ready) s_tl_a_valid <= 1'b0;
      if (s_tl_d_valid) begin
        busy    <= 1'b0;
        done_o  <= 1'b1;
        rdata_o <= s_tl_d_data;
        error_o <= s_tl_d_denied;
        if (s_tl_d_opcode != {2'b00, s_tl_a_opcode == Get} || s_tl_d_size != s_tl_a_size
            || s_tl_d_source != s_tl_a_source || s_tl_d_param != 2'd0 || s_tl_d_sink
            || s_tl_d_corrupt != (s_tl_d_denied && s_tl_a_opcode == Get))
          $fatal(1, "FAIL: an answer of another access");
      end
    end
  end

endmodule

`default_nettype wire
