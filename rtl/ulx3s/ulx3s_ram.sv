// SPDX-License-Identifier: Apache-2.0
//
// RAM of 32-bit words with two ports that read and write: block RAM. What a port reads is there in the
// next cycle, and stays until the port is asked again: as Yosys maps it to ECP5, a write of some bytes
// changes what was read of the others. What one port reads while the other writes it is not defined; of
// two that write it, b's stays.
//
// Image is a file of words in hexadecimal for $readmemh; "" leaves the RAM without content.

`default_nettype none

module ulx3s_ram #(
  parameter  int unsigned Words     = 1024,  // a power of two
  parameter               Image     = "",
  localparam int unsigned AddrWidth = $clog2(Words)
) (
  input  logic                 clk_i,

  input  logic                 a_req_i,
  input  logic [AddrWidth-1:0] a_addr_i,
  input  logic [3:0]           a_we_i,    // bytes to write; none: read
  input  logic [31:0]          a_wdata_i,
  output logic [31:0]          a_rdata_o,

  input  logic                 b_req_i,
  input  logic [AddrWidth-1:0] b_addr_i,
  input  logic [3:0]           b_we_i,
  input  logic [31:0]          b_wdata_i,
  output logic [31:0]          b_rdata_o
);

  if (!$onehot(Words) || Words < 2) begin : gen_bad_words
    $fatal(1, "ulx3s_ram: Words is %0d; a power of two of at least 2 is allowed", Words);
  end

  (* no_rw_check *) logic [31:0] ram_q[Words];

  if (Image != "") begin : gen_image
    initial $readmemh(Image, ram_q);
  end

  always_ff @(posedge clk_i) begin
    if (a_req_i) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (a_we_i[i]) ram_q[a_addr_i][8*i+:8] <= a_wdata_i[8*i+:8];
      end
      if (a_we_i == '0) a_rdata_o <= ram_q[a_addr_i];
    end
    if (b_req_i) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (b_we_i[i]) ram_q[b_addr_i][8*i+:8] <= b_wdata_i[8*i+:8];
      end
      if (b_we_i == '0) b_rdata_o <= ram_q[b_addr_i];
    end
  end

endmodule

`default_nettype wire
