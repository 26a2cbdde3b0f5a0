// SPDX-License-Identifier: Apache-2.0
//
// The registers that an instruction may read, known a stage before the rest of it so that the
// execute stage need not compare their numbers. DASIP's bundles have narrow fields.

`default_nettype none

module riscv_predecode
  import riscv_pkg::*;
#(
  parameter ise_e Ise = IseNone
) (
  input  logic [31:0]     instr_i,
  output logic            narrow_o,
  output logic [1:0][4:0] rs_o
);

  assign narrow_o = Ise == IseDasip && instr_i[6:0] == OpCustom2 && instr_i[14];
  assign rs_o     = sources(narrow_o, instr_i[24:15]);

  logic unused_instr;
  assign unused_instr = ^{instr_i[31:25], instr_i[13:7]};

endmodule

`default_nettype wire
