// SPDX-License-Identifier: Apache-2.0
//
// Types of the MIPS core: what the decoder says of an instruction, coprocessor 0, exceptions. Names
// are those of MIPS32 Architecture For Programmers, release 1.

package mips_pkg;

  // Instruction-set extension (Elmohr et al. 2016).
  typedef enum logic [1:0] {
    IseNone,
    IseNative,
    IseCopro
  } ise_e;

  typedef enum logic [5:0] {
    OpSpecial  = 6'b000000,
    OpRegimm   = 6'b000001,
    OpJ        = 6'b000010,
    OpJal      = 6'b000011,
    OpBeq      = 6'b000100,
    OpBne      = 6'b000101,
    OpBlez     = 6'b000110,
    OpBgtz     = 6'b000111,
    OpAddi     = 6'b001000,
    OpAddiu    = 6'b001001,
    OpSlti     = 6'b001010,
    OpSltiu    = 6'b001011,
    OpAndi     = 6'b001100,
    OpOri      = 6'b001101,
    OpXori     = 6'b001110,
    OpLui      = 6'b001111,
    OpCop0     = 6'b010000,
    OpCop1     = 6'b010001,
    OpCop2     = 6'b010010,
    OpBeql     = 6'b010100,
    OpBnel     = 6'b010101,
    OpBlezl    = 6'b010110,
    OpBgtzl    = 6'b010111,
    OpSpecial2 = 6'b011100,
    OpLb       = 6'b100000,
    OpLh       = 6'b100001,
    OpLw       = 6'b100011,
    OpLbu      = 6'b100100,
    OpLhu      = 6'b100101,
    OpSb       = 6'b101000,
    OpSh       = 6'b101001,
    OpSw       = 6'b101011,
    OpCache    = 6'b101111,
    OpLwc1     = 6'b110001,
    OpLwc2     = 6'b110010,
    OpPref     = 6'b110011,
    OpLdc1     = 6'b110101,
    OpLdc2     = 6'b110110,
    OpSwc1     = 6'b111001,
    OpSwc2     = 6'b111010,
    OpSdc1     = 6'b111101,
    OpSdc2     = 6'b111110
  } opcode_e;

  // What executes an instruction.
  typedef enum logic [3:0] {
    UnitAlu,
    UnitMove,       // as the ALU, if the condition holds
    UnitHilo,
    UnitLoad,
    UnitStore,
    UnitBranch,
    UnitJump,
    UnitJumpReg,
    UnitTrap,       // if the condition holds
    UnitMfc0,
    UnitMtc0,
    UnitEret,
    UnitNative,     // of the extension
    UnitCopro,      // of the extension, without access to memory
    UnitException   // it is one, whatever its operands
  } unit_e;

  typedef enum logic [3:0] {
    AluAdd,
    AluSub,
    AluSlt,
    AluSltu,
    AluAnd,
    AluOr,
    AluXor,
    AluNor,
    AluAndnot,  // of the native extension
    AluSll,
    AluSrl,
    AluSra,
    AluClz,
    AluClo,
    AluMove
  } alu_op_e;

  typedef enum logic [3:0] {
    HiloMult,
    HiloMadd,
    HiloMsub,
    HiloMul,
    HiloDiv,
    HiloMfhi,
    HiloMflo,
    HiloMthi,
    HiloMtlo
  } hilo_op_e;

  // Of a branch or a trap, and of a move, which compares with zero
  typedef enum logic [2:0] {
    IfEqual,
    IfNotEqual,
    IfLess,
    IfNotLess,
    IfNegative,
    IfNotNegative,
    IfNotPositive,
    IfPositive
  } condition_e;

  // Exception codes
  typedef enum logic [3:0] {
    ExcInt  = 4'd0,
    ExcAdEL = 4'd4,
    ExcAdES = 4'd5,
    ExcIBE  = 4'd6,
    ExcDBE  = 4'd7,
    ExcSys  = 4'd8,
    ExcBp   = 4'd9,
    ExcRI   = 4'd10,
    ExcCpU  = 4'd11,
    ExcOv   = 4'd12,
    ExcTr   = 4'd13
  } code_e;

  // Operands, as the decode stage reads them
  typedef struct packed {
    logic        swap;     // the first operand is rt, the second rs
    logic        rs_read;
    logic        rt_read;
    logic        immediate;  // is the second operand
    logic [31:0] value;
  } operands_t;

  // What the execute stage does
  typedef struct packed {
    unit_e       unit;
    alu_op_e     alu_op;
    hilo_op_e    hilo_op;
    logic        is_signed;  // of a multiplication, a division, a load
    logic [1:0]  size;       // of an access: log2 of the bytes; 3 is a word as well
    condition_e  condition;
    logic        likely;
    logic        overflow;   // traps
    code_e       code;       // of the exception
    logic        copro;      // the access is one of the coprocessor
    logic        write;      // to register rd
    logic        write_aux;  // to auxiliary register rd of the coprocessor
    logic [4:0]  rd;
  } control_t;

  // Auxiliary registers of the coprocessor that instructions move: Au0 to Au4, and Least
  localparam int unsigned AuxRegs = 5;
  localparam logic [4:0]  AuxLeast = 5'd5;

  // Registers of coprocessor 0, select 0
  typedef enum logic [4:0] {
    Cp0BadVAddr = 5'd8,
    Cp0Count    = 5'd9,
    Cp0Status   = 5'd12,
    Cp0Cause    = 5'd13,
    Cp0Epc      = 5'd14
  } cp0_e;

endpackage
