// SPDX-License-Identifier: Apache-2.0
//
// Host port: one word of 64 bits in a transfer; what is read is there in the same cycle.
//
//   Address                  Write                                           Read
//   0x000 + i                program word i, bits 63:0                       0
//   0x100 + i                ... bits 79:64                                  0
//   0x400 + 64 * block + i   data memory, bytes 8 i to 8 i + 7 of a block    0
//   0x800                    start: entry [7:0], number of blocks [31:16]    busy [0]
//   0x801                    input: streams - 1 [1:0], words of 8 bytes [2],
//                            words - 1 [7:3], byte swap [8]                  0
//
// While the processor is busy, writes to program, start and input wait. Writes to data memory wait
// for those of the processor and of the input.

`default_nettype none

module hashproc_host
  import hashproc_pkg::*;
(
  input  logic        host_valid_i,
  output logic        host_ready_o,
  input  logic        host_we_i,
  input  logic [11:0] host_addr_i,
  output word_t       host_rdata_o,
  input  logic        busy_i,
  output logic        start_o,
  output logic        configure_o,
  output logic [1:0]  program_we_o,   // high, low part of the word
  output logic        data_valid_o,
  input  logic        data_ready_i
);

  logic write, to_program, to_data, to_start, to_input;
  assign write      = host_valid_i && host_we_i;
  assign to_program = host_addr_i[11:9] == 3'b000;
  assign to_data    = host_addr_i[11:8] == 4'b0100;
  assign to_start   = host_addr_i == 12'h800;
  assign to_input   = host_addr_i == 12'h801;

  assign host_ready_o = !host_we_i || (to_data ? data_ready_i : !busy_i);
  assign host_rdata_o = word_t'(to_start && busy_i);

  assign start_o      = write && to_start && !busy_i;
  assign configure_o  = write && to_input && !busy_i;
  assign program_we_o = {2{write && to_program && !busy_i}} & {host_addr_i[8], !host_addr_i[8]};
  assign data_valid_o = write && to_data;

endmodule

`default_nettype wire
