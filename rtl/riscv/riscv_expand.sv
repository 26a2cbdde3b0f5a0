// SPDX-License-Identifier: Apache-2.0
//
// A 16-bit instruction (extension C, RV32) into its 32-bit form; a 32-bit one passes through.

`default_nettype none

module riscv_expand
  import riscv_pkg::*;
(
  input  logic [31:0] instr_i,
  output logic [31:0] instr_o,
  output logic        compressed_o,
  output logic        illegal_o      // an encoding that is reserved or needs other extensions
);

  localparam logic [4:0] X0 = 5'd0;
  localparam logic [4:0] Ra = 5'd1;
  localparam logic [4:0] Sp = 5'd2;

  logic [15:0] c;
  logic [4:0]  rd, rs2, rd_c, rs2_c;  // _c: one of x8 to x15
  assign c     = instr_i[15:0];
  assign rd    = c[11:7];
  assign rs2   = c[6:2];
  assign rd_c  = {2'b01, c[9:7]};
  assign rs2_c = {2'b01, c[4:2]};

  // Immediates, by the instructions that use them
  logic [5:0]  imm;      // c.addi, c.li, c.lui, shifts
  logic [11:0] imm_lw, imm_lwsp, imm_swsp, imm_addi4spn, imm_addi16sp;
  logic [20:1] imm_j;
  logic [12:1] imm_b;
  assign imm          = {c[12], c[6:2]};
  assign imm_lw       = {5'b0, c[5], c[12:10], c[6], 2'b00};
  assign imm_lwsp     = {4'b0, c[3:2], c[12], c[6:4], 2'b00};
  assign imm_swsp     = {4'b0, c[8:7], c[12:9], 2'b00};
  assign imm_addi4spn = {2'b0, c[10:7], c[12:11], c[5], c[6], 2'b00};
  assign imm_addi16sp = {{3{c[12]}}, c[4:3], c[5], c[2], c[6], 4'b0};
  assign imm_j        = {{10{c[12]}}, c[8], c[10:9], c[6], c[7], c[2], c[11], c[5:3]};
  assign imm_b        = {{5{c[12]}}, c[6:5], c[2], c[11:10], c[4:3]};

  // Instruction formats
  function automatic logic [31:0] type_i(logic [11:0] value, logic [4:0] src, logic [2:0] funct3,
                                         logic [4:0] dst, opcode_e opcode);
    return {value, src, funct3, dst, opcode};
  endfunction

  function automatic logic [31:0] type_r(logic [6:0] funct7, logic [4:0] src2, logic [4:0] src1,
                                         logic [2:0] funct3, logic [4:0] dst);
    return {funct7, src2, src1, funct3, dst, OpReg};
  endfunction

  function automatic logic [31:0] type_s(logic [11:0] value, logic [4:0] src2, logic [4:0] src1);
    return {value[11:5], src2, src1, 3'b010, value[4:0], OpStore};
  endfunction

  function automatic logic [31:0] type_b(logic [12:1] value, logic [4:0] src1, logic [2:0] funct3);
    return {value[12], value[10:5], X0, src1, funct3, value[4:1], value[11], OpBranch};
  endfunction

  function automatic logic [31:0] type_j(logic [20:1] value, logic [4:0] dst);
    return {value[20], value[10:1], value[11], value[19:12], dst, OpJal};
  endfunction

  always_comb begin
    compressed_o = 1'b1;
    illegal_o    = 1'b0;
    instr_o      = instr_i;
    unique case ({c[15:13], c[1:0]})
      // Quadrant 0
      {3'b000, 2'b00}: begin  // c.addi4spn
        instr_o   = type_i(imm_addi4spn, Sp, 3'b000, rs2_c, OpImm);
        illegal_o = c[12:5] == '0;
      end
      {3'b010, 2'b00}: instr_o = type_i(imm_lw, rd_c, 3'b010, rs2_c, OpLoad);  // c.lw
      {3'b110, 2'b00}: instr_o = type_s(imm_lw, rs2_c, rd_c);                  // c.sw
      // Quadrant 1
      {3'b000, 2'b01}: instr_o = type_i(12'(signed'(imm)), rd, 3'b000, rd, OpImm);  // c.addi
      {3'b001, 2'b01}: instr_o = type_j(imm_j, Ra);                                 // c.jal
      {3'b010, 2'b01}: instr_o = type_i(12'(signed'(imm)), X0, 3'b000, rd, OpImm);  // c.li
      {3'b011, 2'b01}: begin  // c.addi16sp, c.lui
        if (rd == Sp) instr_o = type_i(imm_addi16sp, Sp, 3'b000, Sp, OpImm);
        else          instr_o = {20'(signed'(imm)), rd, OpLui};
        illegal_o = imm == '0;
      end
      {3'b100, 2'b01}: begin
        unique case (c[11:10])
          2'b00: begin  // c.srli
            instr_o   = type_i({7'b0000000, c[6:2]}, rd_c, 3'b101, rd_c, OpImm);
            illegal_o = c[12];
          end
          2'b01: begin  // c.srai
            instr_o   = type_i({7'b0100000, c[6:2]}, rd_c, 3'b101, rd_c, OpImm);
            illegal_o = c[12];
          end
          2'b10: instr_o = type_i(12'(signed'(imm)), rd_c, 3'b111, rd_c, OpImm);  // c.andi
          default: begin
            illegal_o = c[12];
            unique case (c[6:5])
              2'b00:   instr_o = type_r(7'b0100000, rs2_c, rd_c, 3'b000, rd_c);  // c.sub
              2'b01:   instr_o = type_r(7'b0000000, rs2_c, rd_c, 3'b100, rd_c);  // c.xor
              2'b10:   instr_o = type_r(7'b0000000, rs2_c, rd_c, 3'b110, rd_c);  // c.or
              default: instr_o = type_r(7'b0000000, rs2_c, rd_c, 3'b111, rd_c);  // c.and
            endcase
          end
        endcase
      end
      {3'b101, 2'b01}: instr_o = type_j(imm_j, X0);            // c.j
      {3'b110, 2'b01}: instr_o = type_b(imm_b, rd_c, 3'b000);  // c.beqz
      {3'b111, 2'b01}: instr_o = type_b(imm_b, rd_c, 3'b001);  // c.bnez
      // Quadrant 2
      {3'b000, 2'b10}: begin  // c.slli
        instr_o   = type_i({7'b0, c[6:2]}, rd, 3'b001, rd, OpImm);
        illegal_o = c[12];
      end
      {3'b010, 2'b10}: begin  // c.lwsp
        instr_o   = type_i(imm_lwsp, Sp, 3'b010, rd, OpLoad);
        illegal_o = rd == X0;
      end
      {3'b100, 2'b10}: begin
        if (!c[12]) begin
          if (rs2 != X0) begin  // c.mv
            instr_o = type_r(7'b0, rs2, X0, 3'b000, rd);
          end else begin  // c.jr
            instr_o   = type_i('0, rd, 3'b000, X0, OpJalr);
            illegal_o = rd == X0;
          end
        end else begin
          if (rs2 != X0)      instr_o = type_r(7'b0, rs2, rd, 3'b000, rd);     // c.add
          else if (rd != X0)  instr_o = type_i('0, rd, 3'b000, Ra, OpJalr);    // c.jalr
          else                instr_o = type_i(12'd1, X0, 3'b000, X0, OpSystem);  // c.ebreak
        end
      end
      {3'b110, 2'b10}: instr_o = type_s(imm_swsp, rs2, Sp);  // c.swsp
      default: begin
        compressed_o = c[1:0] != 2'b11;
        illegal_o    = compressed_o;
      end
    endcase
    // A trap reports the instruction as it stands in memory.
    if (illegal_o) instr_o = {16'b0, c};
  end

endmodule

`default_nettype wire
