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

  function automatic control_t memory(control_t base, unit_e unit, logic [4:0] register);
    control_t control;
    control       = base;
    control.unit  = unit;
    control.rd    = register;
    control.write = unit == UnitLoad;
    return control;
  endfunction

  control_t control, base;
  always_comb begin
    base = '{
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
    control = base;
    unique case (op)
      OpSpecial: begin
        unique case (funct)
          FnSll:           control = alu(base, AluSll, rs0);
          FnSrl:           control = alu(base, AluSrl, rs0);
          FnSra:           control = alu(base, AluSra, rs0);
          FnSllv:          control = alu(base, AluSll, shamt0);
          FnSrlv:          control = alu(base, AluSrl, shamt0);
          FnSrav:          control = alu(base, AluSra, shamt0);
          FnJr:            control = jump(base, UnitJumpReg, '0, rt0 && rd0);
          FnJalr:          control = jump(base, UnitJumpReg, rd, rt0);
          FnMovz:          control = move(base, IfEqual, shamt0);
          FnMovn:          control = move(base, IfNotEqual, shamt0);
          FnSyscall:       control.code = ExcSys;
          FnBreak:         control.code = ExcBp;
          FnSync:          if (rs0 && rt0 && rd0) control.unit = UnitAlu;  // memory is in order
          FnMfhi:          control = hilo(base, HiloMfhi, 1'b1, rs0 && rt0 && shamt0);
          FnMthi:          control = hilo(base, HiloMthi, 1'b0, rt0 && rd0 && shamt0);
          FnMflo:          control = hilo(base, HiloMflo, 1'b1, rs0 && rt0 && shamt0);
          FnMtlo:          control = hilo(base, HiloMtlo, 1'b0, rt0 && rd0 && shamt0);
          FnMult, FnMultu: control = hilo(base, HiloMult, 1'b0, rd0 && shamt0);
          FnDiv, FnDivu:   control = hilo(base, HiloDiv, 1'b0, rd0 && shamt0);
          FnAdd, FnAddu:   control = alu(base, AluAdd, shamt0);
          FnSub, FnSubu:   control = alu(base, AluSub, shamt0);
          FnAnd:           control = alu(base, AluAnd, shamt0);
          FnOr:            control = alu(base, AluOr, shamt0);
          FnXor:           control = alu(base, AluXor, shamt0);
          FnNor:           control = alu(base, AluNor, shamt0);
          FnSlt:           control = alu(base, AluSlt, shamt0);
          FnSltu:          control = alu(base, AluSltu, shamt0);
          FnTge:           control = trap(base, IfNotLess, AluSlt);
          FnTgeu:          control = trap(base, IfNotLess, AluSltu);
          FnTlt:           control = trap(base, IfLess, AluSlt);
          FnTltu:          control = trap(base, IfLess, AluSltu);
          FnTeq:           control = trap(base, IfEqual, AluSlt);
          FnTne:           control = trap(base, IfNotEqual, AluSlt);
          default:         ;
        endcase
        control.overflow = funct inside {FnAdd, FnSub};
      end
      OpRegimm: begin
        unique case (rt)
          RiBltz, RiBltzl:     control = branch(base, IfNegative, rt[1], 1'b1);
          RiBgez, RiBgezl:     control = branch(base, IfNotNegative, rt[1], 1'b1);
          RiTgei:              control = trap(base, IfNotLess, AluSlt);
          RiTgeiu:             control = trap(base, IfNotLess, AluSltu);
          RiTlti:              control = trap(base, IfLess, AluSlt);
          RiTltiu:             control = trap(base, IfLess, AluSltu);
          RiTeqi:              control = trap(base, IfEqual, AluSlt);
          RiTnei:              control = trap(base, IfNotEqual, AluSlt);
          RiBltzal, RiBltzall: control = branch(base, IfNegative, rt[1], 1'b1);
          RiBgezal, RiBgezall: control = branch(base, IfNotNegative, rt[1], 1'b1);
          default:             ;
        endcase
        control.rd    = 5'd31;
        control.write = rt[4];
      end
      OpJ:             control = jump(base, UnitJump, '0, 1'b1);
      OpJal:           control = jump(base, UnitJump, 5'd31, 1'b1);
      OpBeq, OpBeql:   control = branch(base, IfEqual, op[4], 1'b1);
      OpBne, OpBnel:   control = branch(base, IfNotEqual, op[4], 1'b1);
      OpBlez, OpBlezl: control = branch(base, IfNotPositive, op[4], rt0);
      OpBgtz, OpBgtzl: control = branch(base, IfPositive, op[4], rt0);
      OpAddi, OpAddiu, OpSlti, OpSltiu, OpAndi, OpOri, OpXori, OpLui: begin
        unique case (op)
          OpAddi, OpAddiu: control = alu(base, AluAdd, 1'b1);
          OpSlti:          control = alu(base, AluSlt, 1'b1);
          OpSltiu:         control = alu(base, AluSltu, 1'b1);
          OpAndi:          control = alu(base, AluAnd, 1'b1);
          OpOri:           control = alu(base, AluOr, 1'b1);
          OpXori:          control = alu(base, AluXor, 1'b1);
          default: control = alu(base, AluOr, rs0);
        endcase
        control.overflow = op == OpAddi;
        control.rd       = rt;
      end
      OpCop0: begin
        control.rd = rt;
        if (instr_i[25]) begin
          if (instr_i[24:6] == '0 && funct == CoEret) control.unit = UnitEret;
          if (funct == CoWait)                        control.unit = UnitAlu;  // returns at once
        end else if (instr_i[10:3] == '0) begin
          if (rs == CopMf) {control.unit, control.write} = {UnitMfc0, 1'b1};
          if (rs == CopMt) control.unit = UnitMtc0;
        end
      end
      OpSpecial2: begin
        unique case (funct)
          Fn2Madd, Fn2Maddu: control = hilo(base, HiloMadd, 1'b0, rd0 && shamt0);
          Fn2Msub, Fn2Msubu: control = hilo(base, HiloMsub, 1'b0, rd0 && shamt0);
          Fn2Mul:            control = hilo(base, HiloMul, 1'b1, shamt0);
          Fn2Clz:            control = alu(base, AluClz, shamt0);
          Fn2Clo:            control = alu(base, AluClo, shamt0);
          default: begin
            unique case (native_op)
              NativeAndnot: control = alu(base, AluAndnot, 1'b1);
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
        control           = memory(base, UnitLoad, rt);
        control.is_signed = !op[2];
      end
      OpSb, OpSh, OpSw: control = memory(base, UnitStore, rt);
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
  assign shift     = is_shift(op, funct[5:3]);
  assign immediate = op[5:3] == 3'b001 || (op == OpRegimm && rt[3]);
  always_comb begin
    operands_o = '{
      rs_read:   !(op inside {OpJ, OpJal, OpCop0, OpCop2}),
      // rt is the destination of immediate arithmetic and loads; a number in lwc2 and swc2.
      rt_read:   !(op inside {OpRegimm, OpJ, OpJal}
                   || op[5:3] inside {3'b001, 3'b100, 3'b110, 3'b111}),
      immediate: immediate || (shift && !funct[2]),
      value:     imm_signed
    };
    if (op[3:2] == 2'b11) operands_o.value = imm_unsigned;
    if (op == OpLui)      operands_o.value = {instr_i[15:0], 16'b0};
    if (shift)            operands_o.value = {27'b0, shamt};
  end

endmodule

`default_nettype wire
