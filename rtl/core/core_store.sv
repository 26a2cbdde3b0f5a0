// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of a memory word a load or store touches, and what a store puts there.

`default_nettype none

module core_store (
  input  logic [1:0]  size_i,      // log2 of the bytes
  input  logic [1:0]  offset_i,    // of the address in its word
  input  logic [31:0] data_i,
  output logic        misaligned_o,
  output logic [3:0]  be_o,
  output logic [31:0] wdata_o
);

  always_comb begin
    unique case (size_i)
      2'b00: begin
        misaligned_o = 1'b0;
        be_o         = 4'b0001 << offset_i;
        wdata_o      = {4{data_i[7:0]}};
      end
      2'b01: begin
        misaligned_o = offset_i[0];
        be_o         = offset_i[1] ? 4'b1100 : 4'b0011;
        wdata_o      = {2{data_i[15:0]}};
      end
      default: begin
        misaligned_o = offset_i != 2'b00;
        be_o         = 4'b1111;
        wdata_o      = data_i;
      end
    endcase
  end

endmodule

`default_nettype wire
