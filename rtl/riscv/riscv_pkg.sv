// SPDX-License-Identifier: Apache-2.0
//
// Types of the RISC-V core: what the decoder says of an instruction, what travels from stage to
// stage, CSR addresses, trap causes, loops. Names are those of the RISC-V unprivileged and
// privileged specifications.

`default_nettype none

package riscv_pkg;

  // Instruction-set extension inside the core (Rao et al. 2018).
  typedef enum logic [1:0] {
    IseNone,
    IseOasip,
    IseDasip
  } ise_e;

  typedef enum logic [6:0] {
    OpLoad    = 7'h03,
    OpCustom0 = 7'h0b,
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
    UnitRefetch,  // what follows it is fetched again
    UnitOther     // not of this core: offered to the coprocessor, or illegal
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
    AluUnzip
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
    logic        ise_result;  // the extension gives the result
    logic        x_load;      // what is loaded goes to the coprocessor, which gets the instruction
    logic [31:0] imm;
  } decoded_t;

  // An instruction in the execute stage
  typedef struct packed {
    logic [31:0] instr;        // expanded to 32 bits
    logic [31:1] pc;
    logic        illegal;      // as a 16-bit instruction
    logic        error;        // memory did not give it
    logic        error_first;  // ... already its first half
    logic        pass_end;     // it is the last one of a pass of a loop
    logic [1:0][4:0] rs;       // the registers that it may read: rs2, rs1
  } execute_t;

  // What an instruction waits for in the writeback stage
  typedef enum logic [2:0] {
    WbResult,  // nothing: its result is there
    WbMul,     // a cycle
    WbLoad,
    WbStore,
    WbX        // the coprocessor
  } wb_kind_e;

  // An instruction in the writeback stage
  typedef struct packed {
    wb_kind_e    kind;
    logic        write;     // it writes rd, which is not x0
    logic [4:0]  rd;
    logic [31:0] result;    // the address of a load or store
    logic [31:1] pc;
    logic        pass_end;  // it is the last one of a pass of a loop
    logic [3:0]  x_id;      // its number at the coprocessor
    logic        x_load;    // what it loads goes there
  } writeback_t;

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

  // Registers as RVFI has them, counters with both halves
  typedef struct packed {
    logic [31:0] mstatus;
    logic [31:0] misa;
    logic [31:0] mie;
    logic [31:0] mtvec;
    logic [31:0] mscratch;
    logic [31:0] mepc;
    logic [31:0] mcause;
    logic [31:0] mtval;
    logic [31:0] mip;
    logic [63:0] mcycle;
    logic [63:0] minstret;
  } csr_state_t;

  // A port of the core: `rmask.x` here is `rvfi_csr_x_rmask` in riscv-formal. Masks tell which bits
  // of the data are valid: the values before and after the instruction. Public, so that a harness in
  // C++ has the fields by name.
  typedef struct packed {
    csr_state_t rmask;
    csr_state_t wmask;
    csr_state_t rdata;
    csr_state_t wdata;
  } rvfi_csr_t /*verilator public*/;

  // A zero-overhead loop of OASIP: the addresses where its body starts and of the body's last word,
  // and how many passes are left, this one included.
  typedef logic [15:0] loop_count_t;

  typedef struct packed {
    logic [31:1] start;
    logic [31:2] last;
    loop_count_t count;
  } loop_t;

  // What fetch tells the loops
  typedef struct packed {
    logic        request;  // it asks memory for a word that will be used,
    logic [31:2] addr;     // at this address
    logic        consume;  // the oldest word is used up
  } loop_fetch_t;

  // Where the loops send fetch
  typedef struct packed {
    logic        request_jump;   // the request after this one is for the word at
    logic [31:2] request_start;
    logic        last;           // the oldest word is the last one of a pass,
    logic        jump;           // ... and another pass follows, which begins at
    logic [31:1] start;
  } loop_steer_t;

  // The two low bits of a CSR's address
  typedef enum logic [1:0] {
    LoopStart,
    LoopLast,
    LoopCount
  } loop_field_e;

  // Cause of a trap: whether it is an interrupt, and the exception code.
  typedef struct packed {
    logic       irq;
    logic [3:0] code;
  } cause_t;

  // What a trap puts into the CSRs
  typedef struct packed {
    cause_t      cause;
    logic [31:1] epc;
    logic [31:0] tval;
  } trap_t;

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

`default_nettype wire
