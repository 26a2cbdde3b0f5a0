// SPDX-License-Identifier: Apache-2.0
//
// A Wishbone manager (B4, pipelined) for simulations, with one access under way. `request_i` and what
// belongs to it stay as they are until the cycle in which `done_o` is 1; the answer is there in that
// cycle.

`default_nettype none

module wishbone_master (
  input  wire        clk_i,
  input  wire        rst_ni,

  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output reg         done_o,
  output reg  [31:0] rdata_o,
  output reg         error_o,

  output reg         s_wb_cyc,
  output reg         s_wb_stb,
  output reg         s_wb_we,
  output reg  [6:0]  s_wb_adr,
  output wire [3:0]  s_wb_sel,
  output reg  [31:0] s_wb_dat_w,
  input  wire        s_wb_stall,
  input  wire        s_wb_ack,
  input  wire        s_wb_err,
  input  wire [31:0] s_wb_dat_r
);

  assign s_wb_sel = 4'b1111;

  always @(posedge clk_i) begin
    done_o <= 1'b0;
    if (!rst_ni) begin
      s_wb_cyc   <= 1'b0;
      s_wb_stb   <= 1'b0;
      s_wb_we    <= 1'b0;
      s_wb_adr   <= 7'd0;
      s_wb_dat_w <= 32'd0;
    end else if (!s_wb_cyc) begin
      if (request_i && !done_o) begin
        s_wb_cyc   <= 1'b1;
        s_wb_stb   <= 1'b1;
        s_wb_we    <= write_i;
        s_wb_adr   <= addr_i;
        s_wb_dat_w <= wdata_i;
      end
    end else begin
      if (!s_wb_stall) s_wb_stb <= 1'b0;
      if (s_wb_ack || s_wb_err) begin
        s_wb_cyc <= 1'b0;
        done_o   <= 1'b1;
        rdata_o  <= s_wb_dat_r;
        error_o  <= s_wb_err;
      end
    end
  end

endmodule

`default_nettype wire
