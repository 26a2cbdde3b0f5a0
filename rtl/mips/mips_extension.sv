// SPDX-License-Identifier: Apache-2.0
//
// The extension: native, coprocessor or none. The core sees the same ports for each; what an
// extension does not have stays zero.

`default_nettype none

module mips_extension
  import mips_pkg::*;
#(
  parameter ise_e Ise = IseNone
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  execute_t    ex_i,
  input  logic        advance_i,        // the instruction leaves for the writeback stage
  input  logic [31:0] rotated_i,        // of the shifter
  input  logic [31:0] stay_i,
  output logic [31:0] native_result_o,
  output logic        aux_hazard_o,     // an auxiliary register is still to be written
  output logic [31:0] aux_wdata_o,      // to memory
  output logic [31:0] aux_result_o,
  // Writeback stage
  input  logic        wb_valid_i,
  input  logic        retire_i,         // its instruction takes effect
  input  writeback_t  wb_i,
  input  logic [31:0] wdata_i           // what it writes
);

  if (Ise == IseNative) begin : gen_native
    mips_native u_native (
      .clk_i,
      .rst_ni,
      .instr_i  (ex_i.instr),
      .advance_i(advance_i && ex_i.control.unit == UnitNative),
      .rotated_i,
      .stay_i,
      .far_i    (ex_i.b[5]),
      .result_o (native_result_o)
    );
  end else begin : gen_no_native
    assign native_result_o = '0;
    logic unused;
    assign unused = ^{rotated_i, stay_i, advance_i};
  end

  if (Ise == IseCopro) begin : gen_copro
    mips_copro u_copro (
      .clk_i,
      .rst_ni,
      .instr_i (ex_i.instr),
      .rt_i    (ex_i.b),
      .hazard_o(aux_hazard_o),
      .wdata_o (aux_wdata_o),
      .result_o(aux_result_o),
      .valid_i (wb_valid_i && wb_i.write_aux),
      .write_i (retire_i && wb_i.write_aux),
      .waddr_i (wb_i.rd[2:0]),
      .result_i(wb_i.result),
      .wdata_i
    );
  end else begin : gen_no_copro
    assign aux_hazard_o = 1'b0;
    assign aux_wdata_o  = '0;
    assign aux_result_o = '0;
    logic unused;
    assign unused = ^{wb_valid_i, retire_i, wdata_i};
  end

  logic unused_ports;
  assign unused_ports = ^{clk_i, rst_ni, ex_i, wb_i};

endmodule

`default_nettype wire
