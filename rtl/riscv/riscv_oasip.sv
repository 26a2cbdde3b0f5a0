// SPDX-License-Identifier: Apache-2.0
//
// What OASIP adds to the core: arithmetic on indices and round constants, the rotation register, the
// loops, and the CSRs that show these.
//
//   CSR              Holds
//   rotation(h)      the rotation register
//   loop0..., 1...   start, last word, count of the inner and the outer loop; see riscv_loop
//
// What is written to the loops' CSRs has effect from the next jump or trap return on.

`default_nettype none

module riscv_oasip
  import riscv_pkg::*;
  import isa_oasip_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic [31:0] instr_i,
  input  logic [31:0] rs1_i,
  input  logic [31:0] rs2_i,
  input  logic        advance_i,     // the instruction leaves for the writeback stage
  input  logic [31:1] link_i,        // the address of what follows: a loop starts there,
  input  logic [31:1] end_i,         // and ends before this one
  output logic [31:0] result_o,
  output logic        illegal_o,     // a loop that cannot be
  // The instruction that retires is the last of a pass
  input  logic        retire_last_i,
  // Fetch
  input  logic        redirect_i,
  input  loop_fetch_t loop_fetch_i,
  output loop_steer_t loop_steer_o,
  // CSR access
  input  logic [11:0] csr_addr_i,
  input  logic        csr_write_i,
  input  logic [31:0] csr_wdata_i,
  output logic        csr_known_o,
  output logic [31:0] csr_rdata_o
);

  logic [63:0] rotation;
  logic        write_loop;
  loop_t       loops[2];

  always_comb begin
    csr_known_o = 1'b1;
    write_loop  = csr_write_i;
    unique case (csr_addr_i)
      CsrRotation, CsrRotationh: begin
        csr_rdata_o = (csr_addr_i == CsrRotation) ? rotation[31:0] : rotation[63:32];
        write_loop  = 1'b0;
      end
      CsrLoop0Body:  csr_rdata_o = {loops[0].start, 1'b0};
      CsrLoop0Last:  csr_rdata_o = {loops[0].last, 2'b00};
      CsrLoop0Count: csr_rdata_o = 32'(loops[0].count);
      CsrLoop1Body:  csr_rdata_o = {loops[1].start, 1'b0};
      CsrLoop1Last:  csr_rdata_o = {loops[1].last, 2'b00};
      CsrLoop1Count: csr_rdata_o = 32'(loops[1].count);
      default: begin
        csr_rdata_o = '0;
        csr_known_o = 1'b0;
        write_loop  = 1'b0;
      end
    endcase
  end

  // The half of an index, the round constants' LFSR, and a sum from -16 to 15 modulo 5

  oasip_op_e   op;
  logic [4:0]  sum;
  logic [2:0]  remainder;
  logic [7:0]  lfsr;
  logic [31:0] rotation_result;
  assign op        = oasip_decode(instr_i);
  assign sum       = rs1_i[4:0] + 5'(get_imm(instr_i));
  assign remainder = 3'((5'(sum[4] ? 5'd4 : 5'd0) + 5'(sum[3:0])) % 5'd5);
  assign lfsr      = {rs1_i[6:0], 1'b0} ^ (8'h71 & {8{rs1_i[7]}});
  always_comb begin
    unique case (op)
      OasipRemv:  result_o = {29'b0, remainder};
      OasipHmask: result_o = {26'b0, rs1_i[6:1]};
      OasipLfsr:  result_o = {24'b0, lfsr};
      default:    result_o = rotation_result;
    endcase
  end

  riscv_rotation u_rotation (
    .clk_i,
    .rst_ni,
    .instr_i,
    .rs1_i,
    .rs2_i,
    .advance_i,
    .result_o    (rotation_result),
    .write_low_i (csr_write_i && csr_addr_i == CsrRotation),
    .write_high_i(csr_write_i && csr_addr_i == CsrRotationh),
    .wdata_i     (csr_wdata_i),
    .value_o     (rotation)
  );

  // A body ends with a word, and not in the word in which it begins.
  logic doloop;
  assign doloop    = op == OasipDoloop;
  assign illegal_o = doloop && (end_i[1] || get_end(instr_i) < 12'd10);

  // A count of 0 counts as 1.
  loop_count_t count;
  assign count = loop_count_t'(rs1_i);

  riscv_loop u_loop (
    .clk_i,
    .rst_ni,
    .begin_i      (advance_i && doloop),
    .begin_loop_i ('{
      start: link_i,
      last:  end_i[31:2] - 30'd1,
      count: count | loop_count_t'(count == '0)
    }),
    .retire_last_i,
    .redirect_i,
    .fetch_i      (loop_fetch_i),
    .steer_o      (loop_steer_o),
    .write_i      (write_loop),
    .write_level_i(csr_addr_i[3]),
    .write_field_i(loop_field_e'(csr_addr_i[1:0])),
    .wdata_i      (csr_wdata_i),
    .loops_o      (loops)
  );

endmodule

`default_nettype wire
