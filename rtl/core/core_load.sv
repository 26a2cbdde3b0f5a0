// SPDX-License-Identifier: Apache-2.0
//
// What a load gives: a byte, a halfword or all of the word that memory answered, extended to 32
// bits.

`default_nettype none

module core_load (
  input  logic [1:0]  size_i,      // log2 of the bytes
  input  logic        unsigned_i,
  input  logic [1:0]  offset_i,    // of the address in its word
  input  logic [31:0] rdata_i,
  output logic [31:0] data_o
);

  logic [15:0] half;
  logic [7:0]  octet;
  assign half  = offset_i[1] ? rdata_i[31:16] : rdata_i[15:0];
  assign octet = offset_i[0] ? half[15:8] : half[7:0];

  always_comb begin
    unique case (size_i)
      2'b00:   data_o = {{24{!unsigned_i && octet[7]}}, octet};
      2'b01:   data_o = {{16{!unsigned_i && half[15]}}, half};
      default: data_o = rdata_i;
    endcase
  end

endmodule

`default_nettype wire
