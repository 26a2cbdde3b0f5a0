// SPDX-License-Identifier: Apache-2.0
//
// The permutation Keccak-p[1600, 24] or, with turbo_i, Keccak-p[1600, 12]: the family's top.
//
//   parameter        legal values                 what it does
//   RoundsPerCycle   1, 2, 3, 4, 6, 8, 12, 24     rounds unrolled into one cycle
//   Stages           1, 2, 3, 4                   cuts in the round, states in flight
//   Fold             0 none                       the state in one beat of 1600 bits
//                    1 plane                      5 beats: beat y is plane y
//                    2 lane                       25 beats: beat 5 * y + x is lane (x, y)
//                    3 slice                      32 beats of two slices, lowest z first: bit
//                                                 25 * k + 5 * y + x of beat b is A[x, y, 2 b + k]
//   Shares           1, 2                         2: the state in two shares, a beat of 1600 bits
//                                                 each, share 1 with its lanes rotated left by
//                                                 keccak_pkg's ShareSkew; random bits by random_i
//   Generator        0                            with two shares: random_i has 640 random bits of
//                                                 each round
//                    64, 128, 320                 trivium_words makes them, so many in a cycle;
//                                                 random_i has its seeds, of 160 bits
//   SeedWords        1 and more                   rounds that one seed serves
//   Protect          0 none
//                    1 parity                     notices faults: parities of lanes, compared in
//                                                 each round
//                    2 redo                       notices faults: a second pass on a rotated state,
//                                                 compared at its end
//
// At most one of the first five may differ from its default. turbo_i and tag_i are taken with a state's first
// beat; tag_o goes with every beat of that state's result, and tells results apart: with several
// stages a state of 12 rounds overtakes one of 24. Cycle counts depend on nothing but the
// handshakes and turbo_i.
//
// alarm_o, with Protect: a fault was noticed. What is on data_o in that cycle is no result; from
// the next one on nothing is taken or offered, and the state is cleared, until a reset.

`default_nettype none

module keccak_engine #(
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Fold           = 0,
  parameter  int unsigned Shares         = 1,
  parameter  int unsigned Protect        = 0,
  parameter  int unsigned Generator      = 0,
  parameter  int unsigned SeedWords      = 65536,
  parameter  int unsigned TagWidth       = 3,
  localparam int unsigned BeatWidth      = keccak_pkg::beat_width(Fold),
  localparam int unsigned RandomWidth    = Generator == 0 ? keccak_pkg::random_width(Shares)
                                                          : trivium_pkg::SeedWidth
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   valid_i,
  output logic                   ready_o,
  input  logic [BeatWidth-1:0]   data_i,
  input  logic                   turbo_i,
  input  logic [TagWidth-1:0]    tag_i,

  output logic                   valid_o,
  input  logic                   ready_i,
  output logic [BeatWidth-1:0]   data_o,
  output logic [TagWidth-1:0]    tag_o,

  // Random words, or seeds, with two shares; with one it asks for nothing.
  input  logic                   random_valid_i,
  output logic                   random_ready_o,
  input  logic [RandomWidth-1:0] random_i,

  output logic                   alarm_o
);

  import keccak_pkg::*;

  localparam int unsigned Chosen = 32'(RoundsPerCycle != 1) + 32'(Stages != 1)
                                 + 32'(Fold != FoldNone) + 32'(Shares != 1)
                                 + 32'(Protect != ProtectNone);

  if (RoundsPerCycle == 0 || NumRounds % RoundsPerCycle != 0) begin : gen_bad_rounds
    $fatal(1, "keccak_engine: RoundsPerCycle is %0d; 1, 2, 3, 4, 6, 8, 12, 24 are allowed",
           RoundsPerCycle);
  end else if (Stages < 1 || Stages > 4) begin : gen_bad_stages
    $fatal(1, "keccak_engine: Stages is %0d; 1, 2, 3, 4 are allowed", Stages);
  end else if (Fold > FoldSlice) begin : gen_bad_fold
    $fatal(1, "keccak_engine: Fold is %0d; 0 (none), 1 (plane), 2 (lane), 3 (slice) are allowed",
           Fold);
  end else if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine: TagWidth is 0; 1 and more are allowed");
  end else if (Shares < 1 || Shares > 2) begin : gen_bad_shares
    $fatal(1, "keccak_engine: Shares is %0d; 1, 2 are allowed", Shares);
  end else if (Protect > ProtectRedo) begin : gen_bad_protect
    $fatal(1, "keccak_engine: Protect is %0d; 0 (none), 1 (parity), 2 (redo) are allowed", Protect);
  end else if (Chosen > 1) begin : gen_bad_mix
    $fatal(1, "keccak_engine: only one of the first five parameters may leave its default");
  end else if (!(Generator inside {0, 64, 128, 320})) begin : gen_bad_generator
    $fatal(1, "keccak_engine: Generator is %0d; 0, 64, 128, 320 are allowed", Generator);
  end else if (Generator != 0 && Shares != 2) begin : gen_bad_generated
    $fatal(1, "keccak_engine: Generator is %0d; with one share, 0 is allowed", Generator);
  end else if (SeedWords == 0) begin : gen_bad_seed
    $fatal(1, "keccak_engine: SeedWords is 0; 1 and more are allowed");
  end else if (Shares == 2) begin : gen_masked
    logic     word_valid, word_ready;
    refresh_t word;
    if (Generator == 0) begin : gen_port
      assign word_valid     = random_valid_i;
      assign random_ready_o = word_ready;
      assign word           = random_i;
    end else begin : gen_generator
      trivium_words #(.Steps(Generator), .SeedWords(SeedWords)) u_generator (
        .clk_i,
        .rst_ni,
        .seed_valid_i(random_valid_i),
        .seed_ready_o(random_ready_o),
        .seed_i      (random_i),
        .word_valid_o(word_valid),
        .word_ready_i(word_ready),
        .word_o      (word)
      );
    end
    keccak_engine_masked #(.TagWidth(TagWidth)) u_engine (
      .random_valid_i(word_valid),
      .random_ready_o(word_ready),
      .random_i      (word),
      .*
    );
  end else if (Protect == ProtectParity) begin : gen_parity
    keccak_engine_parity #(.TagWidth(TagWidth)) u_engine (.*);
  end else if (Protect == ProtectRedo) begin : gen_redo
    keccak_engine_redo #(.TagWidth(TagWidth)) u_engine (.*);
  end else if (Fold == FoldPlane) begin : gen_plane
    keccak_engine_plane #(.TagWidth(TagWidth)) u_engine (.*);
  end else if (Fold == FoldLane) begin : gen_lane
    keccak_engine_lane #(.TagWidth(TagWidth)) u_engine (.*);
  end else if (Fold == FoldSlice) begin : gen_slice
    keccak_engine_slice #(.TagWidth(TagWidth)) u_engine (.*);
  end else if (Stages > 1) begin : gen_stages
    keccak_engine_stages #(.Stages(Stages), .TagWidth(TagWidth)) u_engine (.*);
  end else begin : gen_rounds
    keccak_engine_rounds #(.RoundsPerCycle(RoundsPerCycle), .TagWidth(TagWidth)) u_engine (.*);
  end

  if (Shares != 2) begin : gen_no_random
    logic unused_random;
    assign unused_random  = random_valid_i ^ random_i[0];
    assign random_ready_o = 1'b0;
  end

  if (Protect == ProtectNone) begin : gen_no_alarm
    assign alarm_o = 1'b0;
  end

endmodule

`default_nettype wire
