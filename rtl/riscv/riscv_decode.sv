// SPDX-License-Identifier: Apache-2.0
//
// Decoder of RV32IM, Zicsr, Zifencei and, on demand, Zbkb, an extension and the loads of the lane
// unit. What it does not know is UnitOther.

`default_nettype none

module riscv_decode
  import riscv_pkg::*;
  import isa_oasip_pkg::*;
  import isa_dasip_pkg::*;
  import isa_lane_pkg::*;
#(
  parameter bit   Zbkb = 1'b0,
  parameter ise_e Ise  = IseNone,
  parameter bit   XIf  = 1'b0
) (
  input  logic [31:0] instr_i,
  output decoded_t    decoded_o
);

  logic [2:0]  funct3;
  logic [6:0]  funct7;
  logic [11:0] funct12;
  assign funct3  = instr_i[14:12];
  assign funct7  = instr_i[31:25];
  assign funct12 = instr_i[31:20];

  logic [31:0] imm_i, imm_s, imm_b, imm_u, imm_j;
  assign imm_i = 32'(signed'(instr_i[31:20]));
  assign imm_s = 32'(signed'({instr_i[31:25], instr_i[11:7]}));
  assign imm_b = 32'(signed'({instr_i[31], instr_i[7], instr_i[30:25], instr_i[11:8], 1'b0}));
  assign imm_u = {instr_i[31:12], 12'b0};
  assign imm_j = 32'(signed'({instr_i[31], instr_i[19:12], instr_i[20], instr_i[30:21], 1'b0}));

  // Register-register and register-immediate operations share most encodings.
  logic    known;  // alu_op is one of them
  alu_op_e alu_op;
  always_comb begin
    known  = 1'b1;
    alu_op = AluAdd;
    unique case ({funct7, funct3})
      {7'h00, 3'b000}: alu_op = AluAdd;
      {7'h20, 3'b000}: alu_op = AluSub;
      {7'h00, 3'b001}: alu_op = AluSll;
      {7'h00, 3'b010}: alu_op = AluSlt;
      {7'h00, 3'b011}: alu_op = AluSltu;
      {7'h00, 3'b100}: alu_op = AluXor;
      {7'h00, 3'b101}: alu_op = AluSrl;
      {7'h20, 3'b101}: alu_op = AluSra;
      {7'h00, 3'b110}: alu_op = AluOr;
      {7'h00, 3'b111}: alu_op = AluAnd;
      default:         known  = 1'b0;
    endcase
    if (Zbkb) begin
      unique case ({funct7, funct3})
        {7'h20, 3'b100}: {known, alu_op} = {1'b1, AluXnor};
        {7'h20, 3'b110}: {known, alu_op} = {1'b1, AluOrn};
        {7'h20, 3'b111}: {known, alu_op} = {1'b1, AluAndn};
        {7'h30, 3'b001}: {known, alu_op} = {1'b1, AluRol};
        {7'h30, 3'b101}: {known, alu_op} = {1'b1, AluRor};
        {7'h04, 3'b100}: {known, alu_op} = {1'b1, AluPack};
        {7'h04, 3'b111}: {known, alu_op} = {1'b1, AluPackh};
        default:         ;
      endcase
    end
  end

  // With an immediate
  logic    known_imm;
  alu_op_e alu_op_imm;
  always_comb begin
    known_imm  = 1'b1;
    alu_op_imm = AluAdd;
    unique case (funct3)
      3'b000:  alu_op_imm = AluAdd;
      3'b010:  alu_op_imm = AluSlt;
      3'b011:  alu_op_imm = AluSltu;
      3'b100:  alu_op_imm = AluXor;
      3'b110:  alu_op_imm = AluOr;
      3'b111:  alu_op_imm = AluAnd;
      default: begin  // shifts
        known_imm  = known && (funct3 == 3'b101 || funct7 == 7'h00);
        alu_op_imm = alu_op;
        if (Zbkb) begin
          unique case ({funct12, funct3})
            {12'h698, 3'b101}: {known_imm, alu_op_imm} = {1'b1, AluRev8};
            {12'h687, 3'b101}: {known_imm, alu_op_imm} = {1'b1, AluBrev8};
            {12'h08f, 3'b001}: {known_imm, alu_op_imm} = {1'b1, AluZip};
            {12'h08f, 3'b101}: {known_imm, alu_op_imm} = {1'b1, AluUnzip};
            default:           ;
          endcase
        end
      end
    endcase
  end

  // OASIP
  function automatic decoded_t decode_oasip(logic [31:0] instr, decoded_t unknown);
    decoded_t  decoded;
    oasip_op_e op;
    decoded = unknown;
    op      = oasip_decode(instr);
    unique case (op)
      OasipNone: ;
      OasipPack: begin
        decoded.unit       = UnitAlu;
        decoded.ise_result = 1'b1;
        decoded.rs2_read   = 1'b1;
      end
      OasipDoloop: begin
        decoded.unit = UnitRefetch;  // what was fetched ahead does not know of the loop
        decoded.imm  = 32'(isa_oasip_pkg::get_end(instr));
      end
      default: begin
        decoded.unit       = UnitAlu;
        decoded.ise_result = 1'b1;
        decoded.rd_write   = 1'b1;
      end
    endcase
    return decoded;
  endfunction

  // DASIP. What happens to the auxiliary registers is the unit's business.
  function automatic decoded_t decode_dasip(logic [31:0] instr, decoded_t unknown);
    decoded_t  decoded;
    dasip_op_e op;
    decoded      = unknown;
    decoded.size = 2'b10;
    op           = dasip_decode(instr);
    unique case (op)
      DasipNone: ;
      DasipHmask: begin
        decoded.unit       = UnitAlu;
        decoded.ise_result = 1'b1;
        decoded.rd_write   = 1'b1;
      end
      DasipXor, DasipNandxor, DasipMvar, DasipRotl: begin
        decoded.unit     = UnitAlu;
        decoded.rs1_read = 1'b0;
        decoded.rs2_read = op == DasipRotl;
      end
      DasipStlw32s5i, DasipSthw32s5i, DasipStlw32m5i, DasipSthw32m5i, DasipSthw32s5iXor,
      DasipSthw32s5iRotl, DasipSthw32s5iMvar, DasipSthw32s5iNandxor: begin
        decoded.unit     = UnitStore;
        decoded.rs2_read = 1'b1;
        decoded.indexed  = 1'b1;
      end
      default: begin
        decoded.unit     = UnitLoad;
        decoded.rs2_read = 1'b1;
        decoded.indexed  = 1'b1;
      end
    endcase
    return decoded;
  endfunction

  always_comb begin
    decoded_o = '{
      unit:       UnitOther,
      alu_op:     AluAdd,
      op_a:       ARs1,
      op_b_imm:   1'b0,
      indexed:    1'b0,
      size:       funct3[1:0],
      rs1_read:   1'b1,
      rs2_read:   1'b0,
      rd_write:   1'b0,
      ise_result: 1'b0,
      x_load:     1'b0,
      imm:        imm_i
    };
    unique case (instr_i[6:0])
      OpReg: begin
        decoded_o.rs2_read = 1'b1;
        decoded_o.rd_write = 1'b1;
        decoded_o.alu_op   = alu_op;
        if (funct7 == 7'h01) decoded_o.unit = funct3[2] ? UnitDiv : UnitMul;
        else if (known)      decoded_o.unit = UnitAlu;
      end
      OpImm: begin
        decoded_o.op_b_imm = 1'b1;
        decoded_o.rd_write = 1'b1;
        decoded_o.alu_op   = alu_op_imm;
        if (known_imm) decoded_o.unit = UnitAlu;
      end
      OpLui, OpAuipc: begin
        decoded_o.unit     = UnitAlu;
        decoded_o.op_a     = instr_i[5] ? AZero : APc;
        decoded_o.op_b_imm = 1'b1;
        decoded_o.rs1_read = 1'b0;
        decoded_o.rd_write = 1'b1;
        decoded_o.imm      = imm_u;
      end
      OpLoad: begin
        decoded_o.op_b_imm = 1'b1;
        decoded_o.rd_write = 1'b1;
        if (funct3 inside {3'b000, 3'b001, 3'b010, 3'b100, 3'b101}) decoded_o.unit = UnitLoad;
      end
      OpStore: begin
        decoded_o.op_b_imm = 1'b1;
        decoded_o.rs2_read = 1'b1;
        decoded_o.imm      = imm_s;
        if (funct3 inside {3'b000, 3'b001, 3'b010}) decoded_o.unit = UnitStore;
      end
      OpBranch: begin
        decoded_o.rs2_read = 1'b1;
        decoded_o.alu_op   = funct3[1] ? AluSltu : AluSlt;
        decoded_o.imm      = imm_b;
        if (funct3[2:1] != 2'b01) decoded_o.unit = UnitBranch;
      end
      OpJal: begin
        decoded_o.unit     = UnitJal;
        decoded_o.rs1_read = 1'b0;
        decoded_o.rd_write = 1'b1;
        decoded_o.imm      = imm_j;
      end
      OpJalr: begin
        decoded_o.op_b_imm = 1'b1;
        decoded_o.rd_write = 1'b1;
        if (funct3 == 3'b000) decoded_o.unit = UnitJalr;
      end
      OpMiscMem: begin
        decoded_o.rs1_read = 1'b0;
        if (funct3 == 3'b000)      decoded_o.unit = UnitAlu;  // fence: memory is in order
        else if (funct3 == 3'b001) decoded_o.unit = UnitRefetch;
      end
      OpSystem: begin
        if (funct3[1:0] != 2'b00) begin
          decoded_o.unit     = UnitCsr;
          decoded_o.rs1_read = !funct3[2];
          decoded_o.rd_write = 1'b1;
        end else begin
          decoded_o.rs1_read = 1'b0;
          unique case (instr_i[31:7])
            {12'h000, 13'b0}: decoded_o.unit = UnitEcall;
            {12'h001, 13'b0}: decoded_o.unit = UnitEbreak;
            {12'h302, 13'b0}: decoded_o.unit = UnitMret;
            {12'h105, 13'b0}: decoded_o.unit = UnitAlu;  // wfi may return at once
            default:          ;
          endcase
        end
      end
      OpCustom0: begin
        if (XIf && lane_decode(instr_i) inside {LaneKabsl, LaneKabslp}) begin
          decoded_o.unit     = UnitLoad;
          decoded_o.x_load   = 1'b1;
          decoded_o.op_b_imm = 1'b1;
          decoded_o.size     = 2'b10;
          decoded_o.rs2_read = 1'b1;
          decoded_o.imm      = {24'b0, isa_lane_pkg::get_lane(instr_i), 3'b000};
        end
      end
      OpCustom1: if (Ise == IseOasip) decoded_o = decode_oasip(instr_i, decoded_o);
      OpCustom2: if (Ise == IseDasip) decoded_o = decode_dasip(instr_i, decoded_o);
      default: ;
    endcase
    // What a coprocessor may read
    if (decoded_o.unit == UnitOther) begin
      decoded_o.rs1_read = 1'b1;
      decoded_o.rs2_read = 1'b1;
      decoded_o.rd_write = 1'b0;
    end
  end

endmodule

`default_nettype wire
