// SPDX-License-Identifier: Apache-2.0
//
// The hash processor's words, registers and what travels down its pipeline.

`default_nettype none

package hashproc_pkg;

  import isa_hashproc_pkg::OpNop;

  // Memories: a program word, and a row of each block of data, in a cycle.
  localparam int unsigned PcWidth = $clog2(isa_hashproc_pkg::ProgramWords);
  localparam int unsigned Blocks = isa_hashproc_pkg::Blocks;
  localparam int unsigned BlockWidth = $clog2(Blocks);
  localparam int unsigned AddrWidth = $clog2(isa_hashproc_pkg::BlockBytes);
  localparam int unsigned LaneBytes = isa_hashproc_pkg::RowBytes;
  localparam int unsigned RowWidth = AddrWidth - $clog2(LaneBytes);
  localparam int unsigned MessageBlock = isa_hashproc_pkg::MessageBlock;
  // The blocks of the chaining values.
  localparam int unsigned ChainBlockLow = 2;
  localparam int unsigned ChainBlockHigh = 3;

  typedef logic [PcWidth-1:0] pc_t;
  typedef logic [15:0] count_t;
  typedef logic [AddrWidth-1:0] addr_t;  // of a byte in a block
  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [RowWidth-1:0] row_t;
  typedef logic [63:0] word_t;
  typedef logic [8*LaneBytes-1:0] line_t;  // what a block reads or writes in a cycle

  // An operand after address generation. `given` without `load` is zero.
  typedef struct packed {
    logic   given;
    logic   load;
    logic   upper;  // K: dm2, else dm0. M: dm3, else dm1
    addr_t  addr;
  } source_t;

  typedef struct packed {
    logic   out;
    logic   store;
    block_t block;
    addr_t  addr;
  } target_t;

  // An instruction on its way from ID to EX1.
  typedef struct packed {
    logic [4:0] opcode;
    source_t    k, m;
    target_t    d;
    logic       last;
    row_t       chain;
  } slot_t;

  localparam slot_t Bubble = '{opcode: OpNop, default: '0};

  // Where M goes at the end of Perm; there is no register of its own for it.
  typedef struct packed {
    logic wr;   // a step
    logic vx;   // the waiting block moves
  } message_t;

  // What EX1 is told, decoded: every select of the datapath comes from a flip-flop.
  typedef struct packed {
    logic step;         // the ring moves
    logic hash;         // ... by a step of a hash function
    logic sha2;         // SHA-512 or SHA-256
    logic sha256;
    logic wide;         // SHA-512: one word of 64 bits, else two of 32
    logic sha1;
    logic md5;
    logic ch;           // the functions of SHA-2 and MD5 on e, f, g
    logic md5_g;
    logic md5_h;
    logic md5_i;
    logic sha1_ch;      // ... of SHA-1 on a, b, c
    logic sha1_parity;
    logic sha1_maj;
    logic add_h;        // h is a summand of T
    logic add_t;        // T is one of s2 + c2
    logic sum_w;        // the message schedule is SHA-256's
    logic last;
    logic keccak;
    logic absorb;
    logic move;         // the waiting words come from side 1
    logic shift;        // ... or move down by one
    logic waiting;      // D is the first of them
    logic clear;
    logic halt;
    logic odd;          // the context that the programmer means
  } control_t;

  // What EX2 is told.
  typedef struct packed {
    logic       wide;
    logic       sha1;
    logic       last;
    // MD5's rotation, modulo 8, for the lower half; inverted for the upper one: two registers,
    // which synthesis does not merge, for half of the load each.
    logic [2:0] amount;
    logic [2:0] amount_n;
  } finish_t;

  // A context: the eight words of the hash, the message schedule, and the word of the next step.
  localparam int unsigned Window = 15;

  typedef struct packed {
    word_t a, b, c, d, e, f, g, h;
    word_t [Window-1:0] w;   // of step t: w[i] = W(t - 15 + i)
    word_t wr;               // W(t)
  } side1_t;

  // Half a step later: the new a is s1 + c1, the new e s2 + c2; ws is the new wr.
  typedef struct packed {
    word_t pa, pb, pc, pe, pf, pg;
    word_t s1, c1, s2, c2;
    word_t [Window-1:1] v;
    word_t vx, ws;
  } side2_t;

  // Message words that the chaining value replaces in a block's last step.
  localparam int unsigned ChainB = 3;
  localparam int unsigned ChainC = 4;
  localparam int unsigned ChainF = 5;
  localparam int unsigned ChainG = 6;

  // Keccak's lanes in the two sides. A waiting word has the number of the lane that it is for.
  localparam int unsigned WaitingWords = isa_hashproc_pkg::WaitingWords;
  localparam int unsigned FirstWindowLane = 7;
  typedef word_t [WaitingWords-1:0] waiting_t;

  // Arithmetic

  function automatic word_t rotr64(word_t x, int unsigned n);
    return word_t'({x, x} >> n);
  endfunction

  // Of both halves.
  function automatic word_t rotr32(word_t x, int unsigned n);
    return {32'({x[63:32], x[63:32]} >> n), 32'({x[31:0], x[31:0]} >> n)};
  endfunction

  function automatic word_t shr32(word_t x, int unsigned n);
    return {x[63:32] >> n, x[31:0] >> n};
  endfunction

  function automatic word_t both(logic [31:0] x);
    return {x, x};
  endfunction

  // Ch and Maj as FIPS 180-4 names them.
  function automatic word_t ch(word_t x, word_t y, word_t z);
    return z ^ (x & (y ^ z));
  endfunction

  function automatic word_t maj(word_t x, word_t y, word_t z);
    return (x & y) | (z & (x | y));
  endfunction

  function automatic word_t gate(word_t x, logic on);
    return x & {64{on}};
  endfunction

  typedef struct packed {
    word_t s, c;
  } carry_save_t;

  // Three summands to two; no carry from one half to the other unless wide.
  function automatic carry_save_t add3(word_t x, word_t y, word_t z, logic wide);
    logic [62:0] carries;
    carries = 63'(maj(x, y, z));
    return '{s: x ^ y ^ z, c: {carries[62:32], carries[31] & wide, carries[30:0], 1'b0}};
  endfunction

endpackage

`default_nettype wire
