// SPDX-License-Identifier: Apache-2.0
//
// An APB4 requester for simulations. `request_i` and what belongs to it stay as they are until the
// cycle in which `done_o` is 1; the answer is there in that cycle.

`default_nettype none

module apb4_master (
  input  wire        clk_i,
  input  wire        rst_ni,

  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output reg         done_o,
  output reg  [31:0] rdata_o,
  output reg         error_o,

  output reg         s_apb_psel,
  output reg         s_apb_penable,
  output reg         s_apb_pwrite,
  output wire [2:0]  s_apb_pprot,
  output reg  [6:0]  s_apb_paddr,
  output reg  [31:0] s_apb_pwdata,
  output reg  [3:0]  s_apb_pstrb,
  input  wire        s_apb_pready,
  input  wire [31:0] s_apb_prdata,
  input  wire        s_apb_pslverr
);

  assign s_apb_pprot = 3'b000;

  always @(posedge clk_i) begin
    done_o <= 1'b0;
    if (!rst_ni) begin
      s_apb_psel    <= 1'b0;
      s_apb_penable <= 1'b0;
      s_apb_pwrite  <= 1'b0;
      s_apb_paddr   <= 7'd0;
      s_apb_pwdata  <= 32'd0;
      s_apb_pstrb   <= 4'd0;
    end else if (!s_apb_psel) begin
      // Setup
      if (request_i && !done_o) begin
        s_apb_psel   <= 1'b1;
        s_apb_pwrite <= write_i;
        s_apb_paddr  <= addr_i;
        s_apb_pwdata <= wdata_i;
        s_apb_pstrb  <= write_i ? 4'b1111 : 4'b0000;
      end
    end else if (!s_apb_penable) begin
      // Access
      s_apb_penable <= 1'b1;
    end else if (s_apb_pready) begin
      s_apb_psel    <= 1'b0;
      s_apb_penable <= 1'b0;
      done_o        <= 1'b1;
      rdata_o       <= s_apb_prdata;
      error_o       <= s_apb_pslverr;
    end
  end

endmodule

`default_nettype wire
