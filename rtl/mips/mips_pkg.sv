// SPDX-License-Identifier: Apache-2.0
//
// Types of the MIPS core: what the decoder says of an instruction, what travels from stage to
// stage, coprocessor 0, exceptions. Names are those of MIPS32 Architecture For Programmers, release
// 1.

`default_nettype none

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

  // Function codes of SPECIAL and SPECIAL2, and what REGIMM has in their place
  typedef enum logic [5:0] {
    FnSll     = 6'b000000,
    FnSrl     = 6'b000010,
    FnSra     = 6'b000011,
    FnSllv    = 6'b000100,
    FnSrlv    = 6'b000110,
    FnSrav    = 6'b000111,
    FnJr      = 6'b001000,
    FnJalr    = 6'b001001,
    FnMovz    = 6'b001010,
    FnMovn    = 6'b001011,
    FnSyscall = 6'b001100,
    FnBreak   = 6'b001101,
    FnSync    = 6'b001111,
    FnMfhi    = 6'b010000,
    FnMthi    = 6'b010001,
    FnMflo    = 6'b010010,
    FnMtlo    = 6'b010011,
    FnMult    = 6'b011000,
    FnMultu   = 6'b011001,
    FnDiv     = 6'b011010,
    FnDivu    = 6'b011011,
    FnAdd     = 6'b100000,
    FnAddu    = 6'b100001,
    FnSub     = 6'b100010,
    FnSubu    = 6'b100011,
    FnAnd     = 6'b100100,
    FnOr      = 6'b100101,
    FnXor     = 6'b100110,
    FnNor     = 6'b100111,
    FnSlt     = 6'b101010,
    FnSltu    = 6'b101011,
    FnTge     = 6'b110000,
    FnTgeu    = 6'b110001,
    FnTlt     = 6'b110010,
    FnTltu    = 6'b110011,
    FnTeq     = 6'b110100,
    FnTne     = 6'b110110
  } funct_e;

  typedef enum logic [5:0] {
    Fn2Madd  = 6'b000000,
    Fn2Maddu = 6'b000001,
    Fn2Mul   = 6'b000010,
    Fn2Msub  = 6'b000100,
    Fn2Msubu = 6'b000101,
    Fn2Clz   = 6'b100000,
    Fn2Clo   = 6'b100001
  } funct2_e;

  typedef enum logic [4:0] {
    RiBltz    = 5'b00000,
    RiBgez    = 5'b00001,
    RiBltzl   = 5'b00010,
    RiBgezl   = 5'b00011,
    RiTgei    = 5'b01000,
    RiTgeiu   = 5'b01001,
    RiTlti    = 5'b01010,
    RiTltiu   = 5'b01011,
    RiTeqi    = 5'b01100,
    RiTnei    = 5'b01110,
    RiBltzal  = 5'b10000,
    RiBgezal  = 5'b10001,
    RiBltzall = 5'b10010,
    RiBgezall = 5'b10011
  } regimm_e;

  // Of coprocessor 0: moves, and functions
  localparam logic [4:0] CopMf  = 5'b00000;
  localparam logic [4:0] CopMt  = 5'b00100;
  localparam logic [5:0] CoEret = 6'b011000;
  localparam logic [5:0] CoWait = 6'b100000;

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

  // A shift's first operand is rt, the value; rs is the second, the amount.
  function automatic logic is_shift(logic [5:0] op, logic [5:3] funct);
    return op == OpSpecial && funct == 3'b000;
  endfunction

  // Operands, as the decode stage reads them
  typedef struct packed {
    logic        rs_read;
    logic        rt_read;
    logic        immediate;  // the second operand is the value
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

  // An instruction in the decode stage. Which registers hold its operands is known when it enters:
  // reading them takes most of the stage.
  typedef struct packed {
    logic [31:0]     instr;
    logic [1:0][4:0] rs;     // second, first operand
    logic [31:0]     pc;
    logic            error;  // memory did not give it
  } decode_t;

  // An instruction in the execute stage, with its operands
  typedef struct packed {
    control_t    control;
    logic        memory;  // the unit is UnitLoad or UnitStore
    logic        slot;    // it is in a delay slot
    logic [31:0] pc;
    logic [31:0] instr;
    logic [31:0] a;
    logic [31:0] b;
  } execute_t;

  // An instruction in the writeback stage
  typedef struct packed {
    logic        memory;     // it waits for memory,
    logic        load;       // ... which gives the result
    logic        write;      // it writes rd, which is not $zero,
    logic        write_aux;  // or auxiliary register rd of the coprocessor
    logic [4:0]  rd;
    logic [31:0] result;
    logic        overflow;   // it traps, by overflow
    logic        trap;       // ... or by a condition that holds
    logic [31:2] restart;    // where a handler returns to
    logic        slot;       // it is in a delay slot
  } writeback_t;

  // What a trap puts into coprocessor 0
  typedef struct packed {
    code_e       code;
    logic [31:0] epc;
    logic        slot;
    logic [31:0] badvaddr;
  } trap_t;

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

`default_nettype wire
