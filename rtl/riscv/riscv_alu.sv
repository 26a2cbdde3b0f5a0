// SPDX-License-Identifier: Apache-2.0
//
// Integer arithmetic, logic and shifts in one cycle; Zbkb on demand.

`default_nettype none

module riscv_alu
  import riscv_pkg::*;
#(
  parameter bit Zbkb = 1'b0
) (
  input  alu_op_e     op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic [31:0] sum_o,
  output logic        less_o,   // signed for AluSlt, unsigned for AluSltu
  output logic        equal_o,
  output logic [31:0] result_o
);

  // Sum and comparison

  core_adder u_adder (
    .a_i,
    .b_i,
    .subtract_i(op_i inside {AluSub, AluSlt, AluSltu}),
    .unsigned_i(op_i == AluSltu),
    .sum_o,
    .less_o,
    .equal_o
  );

  // Shifts

  logic [31:0] shifted, rotated, unused_stay;
  core_shift u_shift (
    .a_i,
    .amount_i    (b_i[4:0]),
    .left_i      (op_i == AluSll || (Zbkb && op_i == AluRol)),
    .arithmetic_i(op_i == AluSra),
    .rotated_o   (rotated),
    .stay_o      (unused_stay),
    .result_o    (shifted)
  );

  // Bytes and bits

  logic [31:0] rev8, brev8, zip, unzip;
  assign rev8 = {a_i[7:0], a_i[15:8], a_i[23:16], a_i[31:24]};
  for (genvar i = 0; i < 4; i++) begin : gen_brev8
    for (genvar j = 0; j < 8; j++) begin : gen_bit
      assign brev8[8*i+j] = a_i[8*i+7-j];
    end
  end
  for (genvar i = 0; i < 16; i++) begin : gen_zip
    assign zip[2*i]    = a_i[i];
    assign zip[2*i+1]  = a_i[16+i];
    assign unzip[i]    = a_i[2*i];
    assign unzip[16+i] = a_i[2*i+1];
  end

  always_comb begin
    unique case (op_i)
      AluAdd, AluSub:         result_o = sum_o;
      AluSlt, AluSltu:        result_o = {31'b0, less_o};
      AluXor:                 result_o = a_i ^ b_i;
      AluOr:                  result_o = a_i | b_i;
      AluAnd:                 result_o = a_i & b_i;
      AluSll, AluSrl, AluSra: result_o = shifted;
      default:                result_o = '0;
    endcase
    if (Zbkb) begin
      unique case (op_i)
        AluXnor:        result_o = ~(a_i ^ b_i);
        AluOrn:         result_o = a_i | ~b_i;
        AluAndn:        result_o = a_i & ~b_i;
        AluRol, AluRor: result_o = rotated;
        AluPack:        result_o = {b_i[15:0], a_i[15:0]};
        AluPackh:       result_o = {16'b0, b_i[7:0], a_i[7:0]};
        AluRev8:        result_o = rev8;
        AluBrev8:       result_o = brev8;
        AluZip:         result_o = zip;
        AluUnzip:       result_o = unzip;
        default:        ;
      endcase
    end
  end

endmodule

`default_nettype wire
