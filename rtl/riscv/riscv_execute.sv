// SPDX-License-Identifier: Apache-2.0
//
// What the execute stage computes: the sum that is an address or a branch's comparison, the
// branch's target, and the result that goes to the writeback stage.

`default_nettype none

module riscv_execute
  import riscv_pkg::*;
#(
  parameter bit Zbkb   = 1'b0,
  parameter bit AltOps = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] instr_i,
  input  logic [31:1] pc_i,
  input  logic [31:1] link_i,           // the address of what follows
  input  decoded_t    dec_i,
  input  logic [31:0] rs_i[2],
  // Results from elsewhere
  input  logic [31:0] csr_rdata_i,
  input  logic [31:0] ise_result_i,
  input  logic [31:0] row_offset_i,     // of an indexed access, from rs1,
  input  logic [31:0] index_offset_i,   // and further
  // Division
  input  logic        div_start_i,
  output logic        div_busy_o,
  output logic        div_done_o,
  // Results
  output logic [31:0] sum_o,
  output logic        branch_holds_o,   // the branch's condition
  output logic [31:1] branch_target_o,
  output logic [31:0] result_o,
  output logic [31:0] product_o         // of the multiplication in the writeback stage
);

  logic [31:0] op_a, op_b;
  always_comb begin
    unique case (dec_i.op_a)
      APc:     op_a = {pc_i, 1'b0};
      AZero:   op_a = '0;
      default: op_a = rs_i[0];
    endcase
    op_b = dec_i.op_b_imm ? dec_i.imm : rs_i[1];
    if (dec_i.indexed) begin
      // Three summands: their sum bit by bit, and the carries.
      op_a = rs_i[0] ^ row_offset_i ^ index_offset_i;
      op_b = ((rs_i[0] & (row_offset_i | index_offset_i)) | (row_offset_i & index_offset_i)) << 1;
    end
  end

  logic        less, equal;
  logic [31:0] alu_result;
  riscv_alu #(.Zbkb(Zbkb)) u_alu (
    .op_i    (dec_i.alu_op),
    .a_i     (op_a),
    .b_i     (op_b),
    .sum_o,
    .less_o  (less),
    .equal_o (equal),
    .result_o(alu_result)
  );

  riscv_multiply #(.AltOps(AltOps)) u_multiply (
    .clk_i,
    .rst_ni,
    .start_i (dec_i.unit == UnitMul),
    .op_i    (instr_i[13:12]),
    .a_i     (rs_i[0]),
    .b_i     (rs_i[1]),
    .result_o(product_o)
  );

  logic [31:0] div_result;
  core_divide #(.AltOps(AltOps)) u_divide (
    .clk_i,
    .rst_ni,
    .start_i    (div_start_i),
    .signed_i   (!instr_i[12]),
    .a_i        (rs_i[0]),
    .b_i        (rs_i[1]),
    .busy_o     (div_busy_o),
    .done_o     (div_done_o),
    .remainder_i(instr_i[13]),
    .result_o   (div_result)
  );

  // beq, bne, blt, bge, bltu, bgeu: funct3[0] negates.
  assign branch_holds_o  = (instr_i[14] ? less : equal) != instr_i[12];
  assign branch_target_o = pc_i + dec_i.imm[31:1];

  always_comb begin
    unique case (dec_i.unit)
      UnitLoad, UnitStore: result_o = sum_o;
      UnitDiv:             result_o = div_result;
      UnitJal, UnitJalr:   result_o = {link_i, 1'b0};
      UnitCsr:             result_o = csr_rdata_i;
      default:             result_o = alu_result;
    endcase
    if (dec_i.ise_result) result_o = ise_result_i;
  end

  logic unused;
  assign unused = ^{instr_i[31:15], instr_i[11:0], dec_i.size, dec_i.rs1_read, dec_i.rs2_read,
                    dec_i.rd_write, dec_i.x_load};

endmodule

`default_nettype wire
