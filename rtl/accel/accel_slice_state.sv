// SPDX-License-Identifier: Apache-2.0
//
// The state of an accelerator that is folded by slices, and its permutation with four slices a cycle.
//
// Each lane sits in four shift registers ("rings") of 16 bits: ring k holds its bits k, k + 4, ...
// The tails of all rings are one group of slices; 16 groups, the beats, make the state.
//
//   phase   beats   what enters the rings' heads
//   Rest    any     the ring's tail plus data_i, in the lane that goes on (step_i)
//   Theta   16      theta(tails)
//   Rho     16      the ring's tail, for as many beats as its rotation needs
//   Slice   16      iota(chi(pi(tails)))
//   Clear   16      zero
//
// A permutation of R rounds takes 48 R cycles. A lane that is absorbed or written goes round once, a
// nibble at a time, and nothing holds a word of it beside its rings. Theta has beats of its own:
// behind chi it would save a third of them, but lengthen the period, and take a LUT more for a bit.
//
// Rho by an offset that 4 does not divide moves bits from ring to ring, which is wiring at the
// tails. Theta of slice z needs the parity of slice z - 1, which is kept (`below_q`); for slice 0
// that is slice 63, which comes last: it is added as slice 0 passes from tail to head in the first
// cycle of Rho, where for that reason each ring that holds slice 0 shifts.
//
// A ring only shifts while its enable is set and has no other multiplexer in it: with clock gating
// a bit costs its flip-flop and nothing else.

`default_nettype none

module accel_slice_state
  import accel_pkg::*;
  import keccak_pkg::*;
#(
  localparam int unsigned Slices = 4,
  localparam int unsigned Beats  = LaneWidth / Slices
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // At rest
  input  rate_t                    lane_i,
  input  logic                     step_i,     // it goes on by a beat
  input  logic [Slices-1:0]        data_i,     // ... and this is added
  output logic [Slices-1:0]        data_o,     // the lane's next bits
  output logic [$clog2(Beats)-1:0] beat_o,     // where the lane is
  // Phases
  input  logic                     permute_i,  // with a lane's last beat, or between two lanes
  input  logic                     turbo_i,    // 12 rounds, stable until the end
  input  logic                     clear_i,    // anywhere
  output logic                     rest_o
);

  typedef logic [$clog2(Beats)-1:0] count_t;
  typedef enum logic [2:0] {Rest, Theta, Rho, Slice, Clear} phase_e;

  phase_e   phase_q, phase_d;
  count_t   count_q, count_d;
  rc_lfsr_t rc_q;

  // Control

  logic wrap, last_round;

  assign wrap       = count_q == '1;
  assign last_round = rc_q == rc_at(NumRounds - 1);
  assign rest_o     = phase_q == Rest;
  assign beat_o     = count_q;

  always_comb begin
    phase_d = phase_q;
    count_d = count_q + 1'b1;
    unique case (phase_q)
      Rest: begin
        if (clear_i)        phase_d = Clear;
        else if (permute_i) phase_d = Theta;
        if (clear_i)        count_d = '0;
        else if (!step_i)   count_d = count_q;
      end
      Theta: if (wrap) phase_d = Rho;
      Rho:   if (wrap) phase_d = Slice;
      Slice: if (wrap) phase_d = last_round ? Rest : Theta;
      Clear: if (wrap) phase_d = Rest;
      default: phase_d = Rest;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Rest;
      count_q <= '0;
      rc_q    <= '0;
    end else begin
      phase_q <= phase_d;
      count_q <= count_d;
      if (rest_o) rc_q <= turbo_i ? rc_at(NumRounds - NumTurboRounds) : rc_at(0);
      else if (phase_q == Slice && wrap) rc_q <= rc_next(rc_q);
    end
  end

  // Data path

  slice_t [Slices-1:0] tails;      // of the rings
  slice_t [Slices-1:0] rotated;    // the tails as slices of the rotated lanes
  slice_t [Slices-1:0] round_out;  // after pi, chi and iota
  slice_t [Slices-1:0] heads;
  row_t   [Slices-1:0] parity;
  row_t   [Slices-1:0] added;      // to each row: what theta says, or data_i
  row_t                below_q;    // parity of the slice below

  // The round constant as its groups of slices.
  logic [Beats-1:0][Slices-1:0] constants;
  assign constants = round_constant(rc_q);

  always_comb begin
    for (int unsigned k = 0; k < Slices; k++) begin
      round_out[k] = slice_chi(slice_pi(rotated[k]));
      round_out[k][0][0] ^= constants[count_q][k];
    end
  end

  logic take_tails, take_round;

  assign take_tails = phase_q inside {Rest, Theta, Rho};
  assign take_round = phase_q == Slice;

  always_comb begin
    for (int unsigned k = 0; k < Slices; k++) begin
      parity[k] = slice_parity(tails[k]) & {5{phase_q == Theta}};
    end
    for (int unsigned k = 0; k < Slices; k++) begin
      added[k] = slice_theta_effect(parity[k], k == 0 ? below_q : parity[(k+Slices-1)%Slices]);
      added[k] |= {5{rest_o && data_i[k]}};
      heads[k] = ({$bits(slice_t){take_tails}} & (tails[k] ^ {5{added[k]}}))
                 | ({$bits(slice_t){take_round}} & round_out[k]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) below_q <= '0;
    else below_q <= parity[Slices-1];
  end

  // Rings. In Rho, a ring shifts in the first `Shifts` beats: a rotation by n places up is one by
  // Beats - n places down, and a whole turn where n is 0.

`ifndef SYNTHESIS
  logic [StateWidth-1:0] state;  // as it lies in the rings, for whoever watches
`endif

  logic all;
  assign all = phase_q inside {Clear, Theta, Slice};

  for (genvar y = 0; y < 5; y++) begin : gen_y
    for (genvar x = 0; x < 5; x++) begin : gen_x
      logic access;
      assign access = rest_o && step_i && lane_i == rate_t'(5 * y + x);

      for (genvar k = 0; k < Slices; k++) begin : gen_ring
        localparam int unsigned Shifts = Beats - (rho_offset(x, y) + k) / Slices;
        localparam logic [Beats-1:0] RhoBeats = Beats'(2 ** Shifts - 1);
        logic [Beats-1:0] ring_q;
        logic             enable;

        assign enable = all || access || (phase_q == Rho && RhoBeats[count_q]);

        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) ring_q <= '0;
          else if (enable) ring_q <= {heads[k][y][x], ring_q[Beats-1:1]};
        end

        assign tails[k][y][x] = ring_q[0];
        assign rotated[(k+rho_offset(x, y))%Slices][y][x] = ring_q[0];

`ifndef SYNTHESIS
        assign state[Beats*(Slices*(5*y+x)+k)+:Beats] = ring_q;

        if (k == 0) begin : gen_check
          CorrectionEnters_A : assert property (@(posedge clk_i)
              phase_q == Rho && count_q == '0 |-> enable)
          else $error("accel_slice_state: a ring with slice 0 misses the end of theta");
        end
`endif
      end
    end
  end

  always_comb begin
    data_o = '0;
    for (int unsigned k = 0; k < Slices; k++) begin
      for (int unsigned i = 0; i < MaxRateLanes; i++) begin
        data_o[k] |= lane_i == rate_t'(i) && tails[k][i/5][i%5];
      end
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  PhaseLegal_A : assert property (@(posedge clk_i) phase_q inside {Rest, Theta, Rho, Slice, Clear})
  else $error("accel_slice_state: phase %0d does not exist", phase_q);
  StepAtRest_A : assert property (@(posedge clk_i) step_i || permute_i || clear_i |-> rest_o)
  else $error("accel_slice_state: something is asked for while the state is permuted or cleared");
  PermuteAligned_A : assert property (@(posedge clk_i) permute_i |-> step_i ? wrap : count_q == '0)
  else $error("accel_slice_state: a permutation begins within a lane");
  ConstantRuns_A : assert property (@(posedge clk_i) phase_q inside {Rho, Slice} |-> rc_q != '0)
  else $error("accel_slice_state: a round has no constant");
  Cleared_A : assert property (@(posedge clk_i) phase_q == Clear && wrap |=> state == '0)
  else $error("accel_slice_state: something is left of a state that was cleared");

  ClearWithinLane_C : cover property (@(posedge clk_i) clear_i && count_q != '0);
`endif

endmodule

`default_nettype wire
