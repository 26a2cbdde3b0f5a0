// SPDX-License-Identifier: Apache-2.0
//
// Fresh random words of an engine in shares, from a seed: the key stream of Trivium, lowest bit
// first, `Steps` bits of it in a cycle.
//
//   parameter   legal values          what it does
//   Steps       64, 128, 320          steps of the cipher in a cycle: a word takes 10, 5, 2
//   SeedWords   1 to 2^32 - 1         words of a seed; behind the last one it asks for another
//
// A seed is a key and an initial value (trivium_pkg), all random and used once. It is taken when
// there is none, and set up in 1152 steps, rounded up to whole cycles: with 320 in a cycle, the
// first word begins with bit 128 of the key stream. While a word waits, the next one is made in
// gather_q, so that word_o is a register and no gate sees more of the cipher than that.
//
// A reset forgets the seed and all words, and so does the last word of a seed, but for itself.

`default_nettype none

module trivium_words #(
  parameter int unsigned Steps     = 64,
  parameter int unsigned SeedWords = 65536
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  logic                              seed_valid_i,
  output logic                              seed_ready_o,
  input  logic [trivium_pkg::SeedWidth-1:0] seed_i,

  output logic                              word_valid_o,
  input  logic                              word_ready_i,
  output keccak_pkg::refresh_t              word_o
);

  import trivium_pkg::*;

  localparam int unsigned Width = keccak_pkg::RefreshWidth;

  if (!(Steps inside {64, 128, 320})) begin : gen_bad_steps
    $fatal(1, "trivium_words: Steps is %0d; 64, 128, 320 are allowed", Steps);
  end
  if (SeedWords == 0) begin : gen_bad_words
    $fatal(1, "trivium_words: SeedWords is 0; 1 and more are allowed");
  end

  localparam int unsigned SetupBeats = (SetupSteps + Steps - 1) / Steps;
  localparam int unsigned WordBeats  = Width / Steps;
  localparam int unsigned BeatBits   = $clog2(SetupBeats);
  localparam int unsigned WordsBits  = SeedWords < 3 ? 1 : $clog2(SeedWords);

  typedef enum logic [1:0] {Empty, Setup, Run} phase_e;

  phase_e               phase_q;
  logic [BeatBits-1:0]  beat_q;
  logic [WordsBits-1:0] words_q;  // of this seed that are made
  trivium_t             state_q, state_d;
  logic [Steps-1:0]     stream;

  always_comb begin
    state_d = state_q;
    for (int unsigned i = 0; i < Steps / BlockSteps; i++) begin
      stream[BlockSteps*i +: BlockSteps] = key_stream(state_d);
      state_d = step_block(state_d);
    end
  end

  logic room, last, advance, made, spent;
  assign room    = !word_valid_o || word_ready_i;
  assign last    = beat_q == (phase_q == Setup ? BeatBits'(SetupBeats - 1)
                                               : BeatBits'(WordBeats - 1));
  assign advance = phase_q == Setup || (phase_q == Run && (room || !last));
  assign made    = phase_q == Run && last && room;
  assign spent   = made && words_q == WordsBits'(SeedWords - 1);

  assign seed_ready_o = phase_q == Empty;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Empty;
      beat_q  <= '0;
      words_q <= '0;
      state_q <= '0;
    end else if (seed_ready_o && seed_valid_i) begin
      phase_q <= Setup;
      words_q <= '0;
      state_q <= seeded(seed_i);
    end else if (advance) begin
      if (spent)     phase_q <= Empty;
      else if (last) phase_q <= Run;
      beat_q  <= last ? '0 : beat_q + 1'b1;
      words_q <= words_q + WordsBits'(made);
      state_q <= spent ? '0 : state_d;
    end
  end

  logic [Width-Steps-1:0] gather_q;

  for (genvar i = 0; i < WordBeats - 1; i++) begin : gen_gather
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) gather_q[Steps*i +: Steps] <= '0;
      else if (phase_q == Run && beat_q == BeatBits'(i)) gather_q[Steps*i +: Steps] <= stream;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_valid_o <= 1'b0;
      word_o       <= '0;
    end else if (room) begin
      word_valid_o <= made;
      if (made) word_o <= {stream, gather_q};
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too. Words are counted once more, as if there were no limit.
  logic [31:0] given_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                           given_q <= '0;
    else if (seed_valid_i && seed_ready_o) given_q <= '0;
    else if (made)                         given_q <= given_q + 1'b1;
  end
  WithinSeed_A : assert property (@(posedge clk_i) made |-> given_q < SeedWords)
  else $error("a seed gives more words than it may");
  EmptyClear_A : assert property (@(posedge clk_i) phase_q == Empty |-> state_q == '0)
  else $error("a generator without a seed has something of one");
  PhaseLegal_A : assert property (@(posedge clk_i) phase_q inside {Empty, Setup, Run})
  else $error("the generator is in no phase");

  Waits_C : cover property (@(posedge clk_i) phase_q == Run && last && !room);
  Spent_C : cover property (@(posedge clk_i) spent);
  Hungry_C : cover property (@(posedge clk_i) word_ready_i && !word_valid_o && phase_q == Run);
`endif

endmodule

`default_nettype wire
