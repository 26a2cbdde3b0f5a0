// SPDX-License-Identifier: Apache-2.0
//
// The control of a folded keccak_engine, cycle by cycle, against a model that counts rounds and the
// cycles in them.
//
// A state comes in beat by beat, takes 24 or 12 rounds of RoundCycles each, and leaves beat by beat
// in the last of them; only beats wait. From reset, for every sequence of valid_i, ready_i, turbo_i
// and tag_i, the engine's valid_o, ready_o and tag_o are the model's: each state gives one result,
// with the tag of its first beat, in the stated cycle and not before; no beat is dropped or
// invented; a beat that waits stays.
//
// For induction the proof also relates the engine's counters and round constant to the model's.

`default_nettype none

module fold_control_equivalence #(
  parameter int unsigned Fold = 1,
  parameter int unsigned ClearCycles = 0,  // after reset
  parameter int unsigned LoadCycles = 5,   // the first `Beats` of them take a beat each
  parameter int unsigned RoundCycles = 10,
  parameter int unsigned FirstOut = 5,     // cycle of the last round in which the first beat leaves
  localparam int unsigned BeatWidth = keccak_pkg::beat_width(Fold),
  localparam int unsigned Beats = 1600 / BeatWidth
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 valid_i,
  input logic [BeatWidth-1:0] data_i,
  input logic                 turbo_i,
  input logic [1:0]           tag_i,
  input logic                 ready_i
);

  logic       ready, valid;
  logic [1:0] tag;

  keccak_engine #(
    .Fold    (Fold),
    .TagWidth(2)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .valid_i,
    .ready_o(ready),
    .data_i,
    .turbo_i,
    .tag_i,
    .valid_o(valid),
    .ready_i,
    .data_o (),
    .tag_o  (tag)
  );

  // Reset in cycle 0.
  logic running_q = 1'b0;
  always_ff @(posedge clk_i) running_q <= 1'b1;
  always_comb assume (rst_ni == running_q);

  // The model.
  typedef enum logic [1:0] {Clear, Load, Round} phase_e;
  phase_e     phase_q;
  logic [5:0] cycle_q;   // in Clear, Load or a round
  logic [4:0] round_q;   // the state's round, or its first one while it loads
  logic [1:0] tag_q;
  logic       in_beat, out_beat, moves;
  logic [5:0] cycles;

  assign in_beat  = phase_q == Load && cycle_q < 6'(Beats);
  assign out_beat = phase_q == Round && round_q == 23
                    && cycle_q >= 6'(FirstOut) && cycle_q < 7'(FirstOut + Beats);
  assign moves    = in_beat ? valid_i : out_beat ? ready_i : 1'b1;

  always_comb begin
    unique case (phase_q)
      Clear:   cycles = 6'(ClearCycles - 1);
      Load:    cycles = 6'(LoadCycles - 1);
      default: cycles = 6'(RoundCycles - 1);
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= ClearCycles == 0 ? Load : Clear;
      cycle_q <= '0;
      round_q <= '0;
      tag_q   <= '0;
    end else if (moves) begin
      cycle_q <= cycle_q + 1'b1;
      if (phase_q == Load && cycle_q == 0) begin
        round_q <= turbo_i ? 5'd12 : 5'd0;
        tag_q   <= tag_i;
      end
      if (cycle_q == cycles) begin
        cycle_q <= '0;
        if (phase_q == Round) begin
          round_q <= round_q + 1'b1;
          if (round_q == 23) phase_q <= Load;
        end else begin
          phase_q <= phase_q == Clear ? Load : Round;
        end
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      a_ready : assert (ready == in_beat);
      a_valid : assert (valid == out_beat);
      a_tag : assert (!valid || tag == tag_q);
    end
  end

  // The model's own bounds, and the engine's registers. Phases are numbered as the engine does.
  logic started;
  assign started = phase_q == Round || (phase_q == Load && cycle_q != 0);

  always_comb begin
    if (rst_ni) begin
      a_model_phase : assert (phase_q != 2'd3 && cycle_q <= cycles && (!started || round_q < 24));
      a_model_clear : assert (phase_q != Clear || ClearCycles != 0);
    end
  end

  // rc_register[t + 1] is the register of algorithm 5 after t iterations, as the design keeps it.
  logic [169:0][7:0] register;
  for (genvar i = 0; i < 170; i++) begin : gen_register
    localparam logic [7:0] Register = fips202_pkg::to_lfsr(fips202_pkg::rc_register(i + 254));
    assign register[i] = Register;
  end

  if (Fold == keccak_pkg::FoldPlane) begin : gen_plane
    always_comb begin
      if (rst_ni) begin
        a_phase : assert (u_engine.gen_plane.u_engine.phase_q
                          == (phase_q == Load ? 2'd0 : cycle_q < 5 ? 2'd1 : 2'd2));
        a_plane : assert (u_engine.gen_plane.u_engine.plane_q
                          == 3'(phase_q == Round && cycle_q >= 5 ? cycle_q - 5 : cycle_q));
        a_tag_kept : assert (!started || u_engine.gen_plane.u_engine.tag_q == tag_q);
        a_constant : assert (!started
                             || u_engine.gen_plane.u_engine.rc_q == register[7*round_q+1]);
      end
    end
  end else if (Fold == keccak_pkg::FoldLane) begin : gen_lane
    // A lane is written four cycles after it is read; the 25 reads begin with the round.
    logic [3:0] writing;
    always_comb begin
      for (int i = 0; i < 4; i++) begin
        writing[i] = phase_q == Round && cycle_q > 6'(i) && cycle_q <= 6'(i + 25);
      end
    end
    always_comb begin
      if (rst_ni) begin
        a_phase : assert (u_engine.gen_lane.u_engine.phase_q == phase_q);
        a_row : assert (u_engine.gen_lane.u_engine.row_q == 3'(cycle_q / 5));
        a_col : assert (u_engine.gen_lane.u_engine.col_q == 3'(cycle_q % 5));
        a_last : assert (u_engine.gen_lane.u_engine.last_q == (phase_q == Round && round_q == 23));
        a_tag_kept : assert (!started || u_engine.gen_lane.u_engine.tag_q == tag_q);
        a_constant : assert (!started
                             || u_engine.gen_lane.u_engine.rc_q == register[7*round_q+1]);
        a_pipeline : assert (u_engine.gen_lane.u_engine.writing_q == writing);
      end
    end
  end else begin : gen_slice
    // Iterations of algorithm 5 in the round so far: one before the constants' first bit is due,
    // and one after each of the six cycles 0, 1, 3, 7, 15, 31 that have a bit due.
    logic [2:0] iterations;
    logic [4:0] pair;
    assign pair = cycle_q[4:0];
    always_comb begin
      if (phase_q != Round || cycle_q == 0) iterations = 3'd0;
      else if (cycle_q <= 32) iterations = 3'd1;
      else iterations = 3'd2 + 3'(pair > 1) + 3'(pair > 3) + 3'(pair > 7) + 3'(pair > 15);
    end
    always_comb begin
      if (rst_ni) begin
        a_phase : assert (u_engine.gen_slice.u_engine.phase_q
                          == (phase_q == Load ? 2'd0 : cycle_q < 32 ? 2'd1 : 2'd2));
        a_count : assert (u_engine.gen_slice.u_engine.count_q == pair);
        a_last : assert (u_engine.gen_slice.u_engine.last_q
                         == (phase_q == Round && round_q == 23 && cycle_q >= 32));
        a_tag_kept : assert (!started || u_engine.gen_slice.u_engine.tag_q == tag_q);
        a_constant : assert (!started
                             || u_engine.gen_slice.u_engine.rc_q
                                == register[7*round_q+iterations]);
      end
    end
  end

  // Reached: the end of a turbo state's first round, after a stall while it came in.
  logic stall_q, turbo_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stall_q <= 1'b0;
      turbo_q <= 1'b0;
    end else begin
      stall_q <= stall_q || (in_beat && started && !valid_i);
      turbo_q <= turbo_q || (in_beat && valid_i && !started && turbo_i);
    end
  end
  always_comb c_round : cover (rst_ni && stall_q && turbo_q && phase_q == Round
                               && cycle_q == RoundCycles - 1);

endmodule

`default_nettype wire
