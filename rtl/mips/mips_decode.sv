// SPDX-License-Identifier: Apache-2.0
//
// Decoder of MIPS32 release 1 and, on demand, an extension. Every bit that is zero in an encoding
// must be so; all else is a reserved instruction, or one of a coprocessor that is not there.

`default_nettype none

module mips_decode
  import mips_pkg::*;
  import isa_native_pkg::*;
  import isa_copro_pkg::*;
#(
  parameter ise_e Ise = IseNone
) (
  input  logic [31:0] instr_i,
  output operands_t   operands_o,
  output control_t    control_o
);

  logic [5:0] op, funct;
  logic [4:0] rs, rt, rd, shamt;
  assign {op, rs, rt, rd, shamt, funct} = instr_i;

  logic [31:0] imm_signed, imm_unsigned;
  assign imm_signed   = 32'(signed'(instr_i[15:0]));
  assign imm_unsigned = {16'b0, instr_i[15:0]};

  // Fields that must be zero
  logic rs0, rt0, rd0, shamt0;
  assign rs0    = rs == '0;
  assign rt0    = rt == '0;
  assign rd0    = rd == '0;
  assign shamt0 = shamt == '0;

  native_op_e native_op;
  copro_op_e  copro_op;
  assign native_op = (Ise == IseNative) ? native_decode(instr_i) : NativeNone;
  assign copro_op  = (Ise == IseCopro) ? copro_decode(instr_i) : CoproNone;

  // A register-register operation of the ALU
  function automatic control_t alu(control_t base, alu_op_e alu_op, logic known);
    control_t control;
    control        = base;
    control.alu_op = alu_op;
    control.write  = 1'b1;
    if (known) control.unit = UnitAlu;
    return control;
  endfunction

  function automatic control_t hilo(control_t base, hilo_op_e hilo_op, logic write, logic known);
    control_t control;
    control         = base;
    control.hilo_op = hilo_op;
    control.write   = write;
    if (known) control.unit = UnitHilo;
    return control;
  endfunction

  function automatic control_t jump(control_t base, unit_e unit, logic [4:0] link, logic known);
    control_t control;
    control       = base;
    control.rd    = link;
    control.write = 1'b1;
    if (known) control.unit = unit;
    return control;
  endfunction

  function automatic control_t branch(control_t base, condition_e condition, logic likely,
                                      logic known);
    control_t control;
    control           = base;
    control.condition = condition;
    control.likely    = likely;
    if (known) control.unit = UnitBranch;
    return control;
  endfunction

  function automatic control_t trap(control_t base, condition_e condition, alu_op_e compare);
    control_t control;
    control           = base;
    control.unit      = UnitTrap;
    control.condition = condition;
    control.alu_op    = compare;
    return control;
  endfunction

  function automatic control_t move(control_t base, condition_e condition, logic known);
    control_t control;
    control           = base;
    control.alu_op    = AluMove;
    control.condition = condition;
    control.write     = 1'b1;
    if (known) control.unit = UnitMove;
    return control;
  endfunction

  function automatic control_t memory(control_t base, unit_e unit);
    control_t control;
    control       = base;
    control.unit  = unit;
    control.rd    = instr_i[20:16];
    control.write = unit == UnitLoad;
    return control;
  endfunction

  control_t control, c;
  always_comb begin
    c = '{
      unit:      UnitException,
      alu_op:    AluAdd,
      hilo_op:   HiloMult,
      is_signed: !funct[0],
      size:      op[1:0],
      condition: IfEqual,
      likely:    1'b0,
      overflow:  1'b0,
      code:      ExcRI,
      copro:     1'b0,
      write:     1'b0,
      write_aux: 1'b0,
      rd:        rd
    };
    control = c;
    unique case (op)
      OpSpecial: begin
        unique case (funct)
          6'b000000: control = alu(c, AluSll, rs0);
          6'b000010: control = alu(c, AluSrl, rs0);
          6'b000011: control = alu(c, AluSra, rs0);
          6'b000100: control = alu(c, AluSll, shamt0);
          6'b000110: control = alu(c, AluSrl, shamt0);
          6'b000111: control = alu(c, AluSra, shamt0);
          6'b001000: control = jump(c, UnitJumpReg, '0, rt0 && rd0);
          6'b001001: control = jump(c, UnitJumpReg, rd, rt0);
          6'b001010: control = move(c, IfEqual, shamt0);
          6'b001011: control = move(c, IfNotEqual, shamt0);
          6'b001100: control.code = ExcSys;
          6'b001101: control.code = ExcBp;
          6'b001111: if (rs0 && rt0 && rd0) control.unit = UnitAlu;  // memory is in order
          6'b010000: control = hilo(c, HiloMfhi, 1'b1, rs0 && rt0 && shamt0);
          6'b010001: control = hilo(c, HiloMthi, 1'b0, rt0 && rd0 && shamt0);
          6'b010010: control = hilo(c, HiloMflo, 1'b1, rs0 && rt0 && shamt0);
          6'b010011: control = hilo(c, HiloMtlo, 1'b0, rt0 && rd0 && shamt0);
          6'b011000, 6'b011001: control = hilo(c, HiloMult, 1'b0, rd0 && shamt0);
          6'b011010, 6'b011011: control = hilo(c, HiloDiv, 1'b0, rd0 && shamt0);
          6'b100000, 6'b100001: control = alu(c, AluAdd, shamt0);
          6'b100010, 6'b100011: control = alu(c, AluSub, shamt0);
          6'b100100: control = alu(c, AluAnd, shamt0);
          6'b100101: control = alu(c, AluOr, shamt0);
          6'b100110: control = alu(c, AluXor, shamt0);
          6'b100111: control = alu(c, AluNor, shamt0);
          6'b101010: control = alu(c, AluSlt, shamt0);
          6'b101011: control = alu(c, AluSltu, shamt0);
          6'b110000: control = trap(c, IfNotLess, AluSlt);
          6'b110001: control = trap(c, IfNotLess, AluSltu);
          6'b110010: control = trap(c, IfLess, AluSlt);
          6'b110011: control = trap(c, IfLess, AluSltu);
          6'b110100: control = trap(c, IfEqual, AluSlt);
          6'b110110: control = trap(c, IfNotEqual, AluSlt);
          default:   ;
        endcase
        control.overflow = funct inside {6'b100000, 6'b100010};
      end
      OpRegimm: begin
        unique case (rt)
          5'b00000, 5'b00010: control = branch(c, IfNegative, rt[1], 1'b1);
          5'b00001, 5'b00011: control = branch(c, IfNotNegative, rt[1], 1'b1);
          5'b01000:           control = trap(c, IfNotLess, AluSlt);
          5'b01001:           control = trap(c, IfNotLess, AluSltu);
          5'b01010:           control = trap(c, IfLess, AluSlt);
          5'b01011:           control = trap(c, IfLess, AluSltu);
          5'b01100:           control = trap(c, IfEqual, AluSlt);
          5'b01110:           control = trap(c, IfNotEqual, AluSlt);
          5'b10000, 5'b10010: control = branch(c, IfNegative, rt[1], 1'b1);
          5'b10001, 5'b10011: control = branch(c, IfNotNegative, rt[1], 1'b1);
          default:            ;
        endcase
        control.rd    = 5'd31;
        control.write = rt[4];
      end
      OpJ:             control = jump(c, UnitJump, '0, 1'b1);
      OpJal:           control = jump(c, UnitJump, 5'd31, 1'b1);
      OpBeq, OpBeql:   control = branch(c, IfEqual, op[4], 1'b1);
      OpBne, OpBnel:   control = branch(c, IfNotEqual, op[4], 1'b1);
      OpBlez, OpBlezl: control = branch(c, IfNotPositive, op[4], rt0);
      OpBgtz, OpBgtzl: control = branch(c, IfPositive, op[4], rt0);
      OpAddi, OpAddiu, OpSlti, OpSltiu, OpAndi, OpOri, OpXori, OpLui: begin
        unique case (op)
          OpAddi, OpAddiu: control = alu(c, AluAdd, 1'b1);
          OpSlti:          control = alu(c, AluSlt, 1'b1);
          OpSltiu:         control = alu(c, AluSltu, 1'b1);
          OpAndi:          control = alu(c, AluAnd, 1'b1);
          OpOri:           control = alu(c, AluOr, 1'b1);
          OpXori:          control = alu(c, AluXor, 1'b1);
          default:         control = alu(c, AluOr, rs0);
        endcase
        control.overflow = op == OpAddi;
        control.rd       = rt;
      end
      OpCop0: begin
        control.rd = rt;
        if (instr_i[25]) begin
          if (instr_i[24:6] == '0 && funct == 6'b011000) control.unit = UnitEret;
          if (funct == 6'b100000)                        control.unit = UnitAlu;  // returns at once
        end else if (instr_i[10:3] == '0) begin
          if (rs == 5'b00000) {control.unit, control.write} = {UnitMfc0, 1'b1};
          if (rs == 5'b00100) control.unit = UnitMtc0;
        end
      end
      OpSpecial2: begin
        unique case (funct)
          6'b000000, 6'b000001: control = hilo(c, HiloMadd, 1'b0, rd0 && shamt0);
          6'b000100, 6'b000101: control = hilo(c, HiloMsub, 1'b0, rd0 && shamt0);
          6'b000010:            control = hilo(c, HiloMul, 1'b1, shamt0);
          6'b100000:            control = alu(c, AluClz, shamt0);
          6'b100001:            control = alu(c, AluClo, shamt0);
          default: begin
            unique case (native_op)
              NativeAndnot: control = alu(c, AluAndnot, 1'b1);
              NativeRot1, NativeRot2, NativeMfleast: begin
                control.unit   = UnitNative;
                control.alu_op = AluSll;
                control.write  = native_op != NativeRot1;
              end
              default: ;
            endcase
          end
        endcase
      end
      OpLb, OpLh, OpLw, OpLbu, OpLhu: begin
        control           = memory(c, UnitLoad);
        control.is_signed = !op[2];
      end
      OpSb, OpSh, OpSw: control = memory(c, UnitStore);
      OpCache, OpPref:  control.unit = UnitAlu;  // whatever the address
      OpCop1, OpLwc1, OpLdc1, OpSwc1, OpSdc1: control.code = ExcCpU;
      OpCop2, OpLwc2, OpLdc2, OpSwc2, OpSdc2: begin
        if (Ise != IseCopro) control.code = ExcCpU;
        control.copro = 1'b1;
        unique case (copro_op)
          CoproNone: ;
          CoproLwau: begin
            control.unit      = UnitLoad;
            control.write_aux = 1'b1;
            control.rd        = rt;
          end
          CoproMfc2: begin
            control.unit  = UnitCopro;
            control.write = 1'b1;
            control.rd    = rt;
          end
          CoproMtc2: begin
            control.unit      = UnitCopro;
            control.write_aux = 1'b1;
          end
          default: begin
            control.unit      = UnitStore;
            control.write_aux = copro_op == CoproRot;
            control.rd        = AuxLeast;
          end
        endcase
      end
      default: ;
    endcase
    if (control.rd == '0 && !control.write_aux) control.write = 1'b0;
    control_o = control;
  end

  // Operands

  logic shift, immediate;
  assign shift = op == OpSpecial && funct[5:3] == 3'b000;
  assign immediate = op[5:3] == 3'b001 || (op == OpRegimm && rt[3]);
  always_comb begin
    operands_o = '{
      swap:      shift,
      rs_read:   !(op inside {OpJ, OpJal, OpCop0, OpCop2}),
      rt_read:   !(op inside {OpRegimm, OpJ, OpJal} || op[5:3] inside {3'b001, 3'b100, 3'b110}),
      immediate: immediate || (shift && !funct[2]),
      value:     imm_signed
    };
    if (op[3:2] == 2'b11) operands_o.value = imm_unsigned;
    if (op == OpLui)      operands_o.value = {instr_i[15:0], 16'b0};
    if (shift)            operands_o.value = {27'b0, shamt};
  end

endmodule

`default_nettype wire
