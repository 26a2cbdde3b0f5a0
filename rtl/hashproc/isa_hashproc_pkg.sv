// SPDX-License-Identifier: Apache-2.0
//
// Instruction word of the programmable hash processor after Huo and Liu 2016.
// Generated from src/hashfab/isa/hashproc by `python -m hashfab.designs.generate`.

`default_nettype none

package isa_hashproc_pkg;

  // Sizes.
  localparam int unsigned WordBits = 80;
  localparam int unsigned ProgramWords = 256;
  localparam int unsigned Blocks = 4;
  localparam int unsigned BlockBytes = 512;
  localparam int unsigned RowBytes = 16;
  localparam int unsigned MessageBlock = 1;
  localparam int unsigned AddressRegisters = 4;
  localparam int unsigned LoopDepth = 4;
  localparam int unsigned WaitingWords = 21;

  // Opcodes. From 8 on they are steps, which turn the ring: bit 0 is the context,
  // and of SHA-1 and MD5, bits 2:1 are the round.
  localparam logic [4:0] OpNop = 5'd0;  // Nothing; K is loaded if given.
  localparam logic [4:0] OpHalt = 5'd1;  // The segment ends.
  localparam logic [4:0] OpSet = 5'd2;  // An address register, its start and its end.
  localparam logic [4:0] OpClear = 5'd3;  // Both sides, KR and MR are zero, context 0 is in side 1.
  localparam logic [4:0] OpShift = 5'd4;  // The waiting block moves by a word: M enters, D leaves.
  localparam logic [4:0] OpCopy = 5'd5;  // The first 21 lanes become the waiting block.
  // A round of Keccak, K its constant; the waiting block moves if M or D is given.
  localparam logic [4:0] OpSha3 = 5'd6;
  localparam logic [4:0] OpSha3a = 5'd7;  // As SHA3, the waiting block XORed into the state first.
  localparam logic [4:0] OpLoad0 = 5'd8;  // Context 0: a to h move by a word, M (or 0) enters at a.
  localparam logic [4:0] OpLoad1 = 5'd9;  // Context 1: a to h move by a word, M (or 0) enters at a.
  localparam logic [4:0] OpSha2560 = 5'd10;  // Context 0: a step of SHA-224/256, in both halves.
  localparam logic [4:0] OpSha2561 = 5'd11;  // Context 1: a step of SHA-224/256, in both halves.
  localparam logic [4:0] OpSha5120 = 5'd12;  // Context 0: a step of SHA-384/512.
  localparam logic [4:0] OpSha5121 = 5'd13;  // Context 1: a step of SHA-384/512.
  localparam logic [4:0] OpSha100 = 5'd16;  // Context 0: a step of SHA-1's round 1, in both halves.
  localparam logic [4:0] OpSha101 = 5'd17;  // Context 1: a step of SHA-1's round 1, in both halves.
  localparam logic [4:0] OpSha110 = 5'd18;  // Context 0: a step of SHA-1's round 2, in both halves.
  localparam logic [4:0] OpSha111 = 5'd19;  // Context 1: a step of SHA-1's round 2, in both halves.
  localparam logic [4:0] OpSha120 = 5'd20;  // Context 0: a step of SHA-1's round 3, in both halves.
  localparam logic [4:0] OpSha121 = 5'd21;  // Context 1: a step of SHA-1's round 3, in both halves.
  localparam logic [4:0] OpSha130 = 5'd22;  // Context 0: a step of SHA-1's round 4, in both halves.
  localparam logic [4:0] OpSha131 = 5'd23;  // Context 1: a step of SHA-1's round 4, in both halves.
  localparam logic [4:0] OpMd500 = 5'd24;  // Context 0: a step of MD5's round 1, in both halves.
  localparam logic [4:0] OpMd501 = 5'd25;  // Context 1: a step of MD5's round 1, in both halves.
  localparam logic [4:0] OpMd510 = 5'd26;  // Context 0: a step of MD5's round 2, in both halves.
  localparam logic [4:0] OpMd511 = 5'd27;  // Context 1: a step of MD5's round 2, in both halves.
  localparam logic [4:0] OpMd520 = 5'd28;  // Context 0: a step of MD5's round 3, in both halves.
  localparam logic [4:0] OpMd521 = 5'd29;  // Context 1: a step of MD5's round 3, in both halves.
  localparam logic [4:0] OpMd530 = 5'd30;  // Context 0: a step of MD5's round 4, in both halves.
  localparam logic [4:0] OpMd531 = 5'd31;  // Context 1: a step of MD5's round 4, in both halves.

  // Addressing modes of an operand.
  localparam logic [2:0] ModeNone = 3'd0;  // no operand
  localparam logic [2:0] ModeImm = 3'd1;  // the immediate is the address
  localparam logic [2:0] ModeAr = 3'd2;  // the address register is the address
  localparam logic [2:0] ModeArInc = 3'd3;  // then ar = ar + 1
  localparam logic [2:0] ModeArStep = 3'd4;  // then ar = ar + s
  // then ar = ar + s; ar = start if the sum is beyond end
  localparam logic [2:0] ModeArWrap = 3'd5;
  localparam logic [2:0] ModeOut = 3'd6;  // D goes to the output
  localparam logic [2:0] ModeZero = 3'd7;  // M is zero

  typedef struct packed {
    logic [2:0]  mode;
    logic [1:0]  ar;     // address register
    logic [1:0]  block;  // of data memory
    logic [8:0]  imm;    // address, or step of the address register
  } operand_t;

  typedef struct packed {
    logic [4:0]  opcode;
    operand_t    k;
    operand_t    m;
    operand_t    d;
    logic [7:0]  times_less_1;  // repetitions - 1 (`-i n`)
    logic        opens;  // a loop begins here
    logic [7:0]  count;  // its passes; 0: the register `blocks`
    logic [1:0]  ends;  // loops that end behind this instruction
    logic        wait_input;  // wait until the input buffer is full (`-w`)
    logic        release_input;  // the input buffer has been read (`-r`)
    logic        add_chain;  // add the chaining value (`-f`)
    logic [4:0]  chain_row;  // its row in dm2 and dm3
  } instr_t;

  // Whether an instruction is a step.
  function automatic logic is_step(logic [4:0] opcode);
    return opcode >= 5'd8;
  endfunction

endpackage

`default_nettype wire
