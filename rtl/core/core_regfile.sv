// SPDX-License-Identifier: Apache-2.0
//
// Registers 1 to 31 in flip-flops; register 0 reads as zero.

`default_nettype none

module core_regfile (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        write_i,
  input  logic [4:0]  waddr_i,
  input  logic [31:0] wdata_i,
  input  logic [4:0]  raddr_i[2],
  output logic [31:0] rdata_o[2]
);

  logic [31:0] regs[32];
  assign regs[0] = '0;

  for (genvar r = 1; r < 32; r++) begin : gen_reg
    logic [31:0] reg_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                              reg_q <= '0;
      else if (write_i && waddr_i == 5'(r)) reg_q <= wdata_i;
    end
    assign regs[r] = reg_q;
  end

  assign rdata_o[0] = regs[raddr_i[0]];
  assign rdata_o[1] = regs[raddr_i[1]];

endmodule

`default_nettype wire
