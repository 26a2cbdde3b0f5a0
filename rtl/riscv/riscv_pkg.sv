// SPDX-License-Identifier: Apache-2.0
//
// Types of the RISC-V core: what the decoder says of an instruction, CSR addresses, trap causes.
// Names are those of the RISC-V unprivileged and privileged specifications.

package riscv_pkg;

  // Instruction-set extension inside the core (Rao et al. 2018).
  typedef enum logic [1:0] {
    IseNone,
    IseOasip,
    IseDasip
  } ise_e;

  typedef enum logic [6:0] {
    OpLoad    = 7'h03,
    OpMiscMem = 7'h0f,
    OpImm     = 7'h13,
    OpAuipc   = 7'h17,
    OpStore   = 7'h23,
    OpCustom1 = 7'h2b,
    OpReg     = 7'h33,
    OpLui     = 7'h37,
    OpCustom2 = 7'h5b,
    OpBranch  = 7'h63,
    OpJalr    = 7'h67,
    OpJal     = 7'h6f,
    OpSystem  = 7'h73
  } opcode_e;

  // What executes an instruction.
  typedef enum logic [3:0] {
    UnitAlu,
    UnitMul,
    UnitDiv,
    UnitLoad,
    UnitStore,
    UnitBranch,
    UnitJal,
    UnitJalr,
    UnitCsr,
    UnitEcall,
    UnitEbreak,
    UnitMret,
    UnitFenceI,
    UnitRotation,
    UnitDoloop,
    UnitOther   // not of this core: offered to the coprocessor, or illegal
  } unit_e;

  typedef enum logic [4:0] {
    AluAdd,
    AluSub,
    AluSlt,
    AluSltu,
    AluXor,
    AluOr,
    AluAnd,
    AluSll,
    AluSrl,
    AluSra,
    // Zbkb
    AluXnor,
    AluOrn,
    AluAndn,
    AluRol,
    AluRor,
    AluPack,
    AluPackh,
    AluRev8,
    AluBrev8,
    AluZip,
    AluUnzip,
    // OASIP, DASIP
    AluHmask,
    AluRemv,
    AluLfsr
  } alu_op_e;

  typedef enum logic [1:0] {
    ARs1,
    APc,
    AZero
  } op_a_e;

  typedef struct packed {
    unit_e       unit;
    alu_op_e     alu_op;
    op_a_e       op_a;
    logic        op_b_imm;
    logic        indexed;   // the address has a lane's offset in place of the immediate
    logic [1:0]  size;      // of a memory access: log2 of the bytes
    logic        rs1_read;
    logic        rs2_read;
    logic        rd_write;
    logic [31:0] imm;
  } decoded_t;

  typedef enum logic [11:0] {
    CsrMstatus   = 12'h300,
    CsrMisa      = 12'h301,
    CsrMie       = 12'h304,
    CsrMtvec     = 12'h305,
    CsrMstatush  = 12'h310,
    CsrMcountinhibit = 12'h320,
    CsrMhpmevent3  = 12'h323,  // to CsrMhpmevent31
    CsrMhpmevent31 = 12'h33f,
    CsrMscratch  = 12'h340,
    CsrMepc      = 12'h341,
    CsrMcause    = 12'h342,
    CsrMtval     = 12'h343,
    CsrMip       = 12'h344,
    // OASIP
    CsrRotation   = 12'h7c0,
    CsrRotationh  = 12'h7c1,
    CsrLoop0Body  = 12'h7c4,
    CsrLoop0Last  = 12'h7c5,
    CsrLoop0Count = 12'h7c6,
    CsrLoop1Body  = 12'h7c8,
    CsrLoop1Last  = 12'h7c9,
    CsrLoop1Count = 12'h7ca,
    CsrMcycle    = 12'hb00,
    CsrMinstret  = 12'hb02,
    CsrMhpmcounter3   = 12'hb03,  // to CsrMhpmcounter31
    CsrMhpmcounter31  = 12'hb1f,
    CsrMcycleh   = 12'hb80,
    CsrMinstreth = 12'hb82,
    CsrMhpmcounter3h  = 12'hb83,  // to CsrMhpmcounter31h
    CsrMhpmcounter31h = 12'hb9f,
    CsrCycle     = 12'hc00,
    CsrTime      = 12'hc01,
    CsrInstret   = 12'hc02,
    CsrCycleh    = 12'hc80,
    CsrTimeh     = 12'hc81,
    CsrInstreth  = 12'hc82,
    CsrMvendorid = 12'hf11,
    CsrMarchid   = 12'hf12,
    CsrMimpid    = 12'hf13,
    CsrMhartid   = 12'hf14,
    CsrMconfigptr = 12'hf15
  } csr_e;

  // misa
  localparam logic [31:0] MisaImc = 32'h4000_1104;
  localparam logic [31:0] MisaX   = 32'h0080_0000;  // an extension that is not a standard one

  // A zero-overhead loop of OASIP: the address of its body and of the last word of the body, and
  // how many passes are left, this one included.
  typedef logic [15:0] loop_count_t;

  typedef struct packed {
    logic [31:1] body;
    logic [31:2] last;
    loop_count_t count;
  } loop_t;

  // The two low bits of a CSR's address
  typedef enum logic [1:0] {
    LoopBody,
    LoopLast,
    LoopCount
  } loop_field_e;

  // Cause of a trap: whether it is an interrupt, and the exception code.
  typedef struct packed {
    logic       irq;
    logic [3:0] code;
  } cause_t;

  localparam cause_t CauseInstrFault      = '{irq: 1'b0, code: 4'd1};
  localparam cause_t CauseIllegal         = '{irq: 1'b0, code: 4'd2};
  localparam cause_t CauseBreakpoint      = '{irq: 1'b0, code: 4'd3};
  localparam cause_t CauseLoadMisaligned  = '{irq: 1'b0, code: 4'd4};
  localparam cause_t CauseLoadFault       = '{irq: 1'b0, code: 4'd5};
  localparam cause_t CauseStoreMisaligned = '{irq: 1'b0, code: 4'd6};
  localparam cause_t CauseStoreFault      = '{irq: 1'b0, code: 4'd7};
  localparam cause_t CauseEcall           = '{irq: 1'b0, code: 4'd11};
  localparam cause_t CauseIrqSoftware     = '{irq: 1'b1, code: 4'd3};
  localparam cause_t CauseIrqTimer        = '{irq: 1'b1, code: 4'd7};
  localparam cause_t CauseIrqExternal     = '{irq: 1'b1, code: 4'd11};

endpackage
