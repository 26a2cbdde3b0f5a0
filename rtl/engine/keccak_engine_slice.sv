// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, two slices per cycle: the smallest engine.
//
// The state sits in 50 shift registers ("rings") of 32 bits: the bits of even z and of odd z of
// each lane. Each phase below takes 32 cycles; a permutation of R rounds takes 32 * (1 + 2 R).
//
//   phase   what enters the rings' heads
//   Load    theta(data_i)
//   Rho     each ring's own tail, for as many cycles as its rotation needs
//   Slice   theta(iota(chi(pi(tails)))): the end of a round with the theta of the next; in the
//           last round the slices leave by data_o instead, and zeros enter
//
// Rho by an odd offset swaps the lane's two rings, which is wiring at the tails. Theta of slice z
// needs the parity of slice z - 1, which is kept (`below_q`); for slice 0 that is slice 63, which
// comes last: it is added as slice 0 passes from tail to head in the first cycle of Rho, where for
// that reason every ring shifts.
//
// A ring only shifts while its enable is set and has no other multiplexer in it: with clock gating
// a bit costs its flip-flop and nothing else.

`default_nettype none

module keccak_engine_slice #(
  parameter  int unsigned TagWidth = 3,
  localparam int unsigned Slices   = 2,
  localparam int unsigned Beats    = keccak_pkg::LaneWidth / Slices
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  logic                              valid_i,
  output logic                              ready_o,
  input  keccak_pkg::slice_t [Slices-1:0]   data_i,
  input  logic                              turbo_i,
  input  logic [TagWidth-1:0]               tag_i,

  output logic                              valid_o,
  input  logic                              ready_i,
  output keccak_pkg::slice_t [Slices-1:0]   data_o,
  output logic [TagWidth-1:0]               tag_o
);

  import keccak_pkg::*;

  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_slice: TagWidth is 0; 1 and more are allowed");
  end

  typedef logic [$clog2(Beats)-1:0] count_t;
  typedef enum logic [1:0] {Load, Rho, Slice} phase_e;

  phase_e              phase_q, phase_d;
  count_t              count_q;
  logic                last_q;      // in the last round
  rc_lfsr_t            rc_q, rc_d;
  row_t                below_q;     // column parity of the slice below the next even one
  logic [TagWidth-1:0] tag_q;

  slice_t [Slices-1:0] tails;       // of the rings
  slice_t [Slices-1:0] rotated;     // the tails as slices of the rotated lanes
  slice_t [Slices-1:0] round_out;   // after pi, chi and iota
  slice_t [Slices-1:0] chosen;      // what enters the heads, before theta
  slice_t [Slices-1:0] heads;
  row_t   [Slices-1:0] parity, effect;

  // Control.

  logic step, first, wrap, start;

  assign ready_o = phase_q == Load;
  assign valid_o = phase_q == Slice && last_q;
  assign tag_o   = tag_q;

  assign first = count_q == '0;
  assign wrap  = count_q == '1;
  assign start = phase_q == Load && first && valid_i;

  always_comb begin
    step    = 1'b1;
    phase_d = phase_q;
    unique case (phase_q)
      Load: begin
        step = valid_i;
        if (wrap) phase_d = Rho;
      end
      Rho: if (wrap) phase_d = Slice;
      Slice: begin
        step = !last_q || ready_i;
        if (wrap) phase_d = last_q ? Load : Rho;
      end
      default: phase_d = Load;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Load;
      count_q <= '0;
      last_q  <= 1'b0;
    end else if (step) begin
      phase_q <= phase_d;
      count_q <= count_q + 1'b1;
      if (wrap) last_q <= phase_q == Rho && rc_q == rc_at(NumRounds - 1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) tag_q <= '0;
    else if (start) tag_q <= tag_i;
  end

  // Round constant. Its bits stand at z = 2^j - 1: in slices 0 and 1 of the first pair and in the
  // odd slice of pair 2^j / 2 - 1. While the LFSR stands at bit j, its top bit is bit j + 1. The
  // seventh step falls into the following Rho.

  // That step comes before the first round, too. The LFSR's period is 255.
  localparam rc_lfsr_t BeforeRc = rc_steps(rc_at(0), 254);
  localparam rc_lfsr_t BeforeTurboRc = rc_steps(rc_at(NumRounds - NumTurboRounds), 254);

  logic constant_due, rc_step;

  assign constant_due = phase_q == Slice && (count_q & (count_q + 1'b1)) == '0;
  assign rc_step      = start || (step && (constant_due || (phase_q == Rho && first)));

  always_comb begin
    if (phase_q == Load) rc_d = turbo_i ? BeforeTurboRc : BeforeRc;
    else rc_d = rc_steps(rc_q, 1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rc_q <= '0;
    else if (rc_step) rc_q <= rc_d;
  end

  // Data path.

  always_comb begin
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        for (int unsigned k = 0; k < Slices; k++) begin
          rotated[k][y][x] = tails[(k+rho_offset(x, y))%Slices][y][x];
        end
      end
    end
  end

  always_comb begin
    for (int unsigned k = 0; k < Slices; k++) round_out[k] = slice_chi(slice_pi(rotated[k]));
    round_out[0][0][0] ^= constant_due && first && rc_q[0];
    round_out[1][0][0] ^= constant_due && rc_q[7];
  end

  assign data_o = round_out;

  logic take_input, take_tails, take_round;

  assign take_input = phase_q == Load;
  assign take_tails = phase_q == Rho;
  assign take_round = phase_q == Slice && !last_q;

  assign chosen = ({$bits(chosen){take_input}} & data_i)
                | ({$bits(chosen){take_tails}} & tails)
                | ({$bits(chosen){take_round}} & round_out);

  always_comb begin
    for (int unsigned k = 0; k < Slices; k++) begin
      parity[k] = slice_parity(chosen[k]) & {5{!take_tails}};
    end
    effect[0] = slice_theta_effect(parity[0], below_q);
    effect[1] = slice_theta_effect(parity[1], parity[0]);
    for (int unsigned k = 0; k < Slices; k++) heads[k] = chosen[k] ^ {5{effect[k]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) below_q <= '0;
    else if (step) below_q <= parity[1];
  end

  // Rings. In Rho, a ring shifts in the first `Shifts` cycles: a rotation by n places up is one by
  // Beats - n places down, and a whole turn where n is 0.

  for (genvar y = 0; y < 5; y++) begin : gen_y
    for (genvar x = 0; x < 5; x++) begin : gen_x
      for (genvar k = 0; k < Slices; k++) begin : gen_ring
        localparam int unsigned Shifts = Beats - (rho_offset(x, y) + k) / Slices;
        logic [Beats-1:0] ring_q;
        logic             enable;

        assign enable = step && (!take_tails || 32'(count_q) < Shifts);

        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) ring_q <= '0;
          else if (enable) ring_q <= {heads[k][y][x], ring_q[Beats-1:1]};
        end

        assign tails[k][y][x] = ring_q[0];

`ifndef SYNTHESIS
        EmptyRing_A : assert property (@(posedge clk_i) take_input && first |-> ring_q == '0)
        else $error("an empty engine holds state");
`endif
      end
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  PhaseLegal_A : assert property (@(posedge clk_i) phase_q inside {Load, Rho, Slice})
  else $error("phase %0d does not exist", phase_q);
  LastInSlices_A : assert property (@(posedge clk_i) last_q |-> phase_q == Slice)
  else $error("a last round outside of the slices");
  ConstantRuns_A : assert property (@(posedge clk_i) phase_q != Load |-> rc_q != '0)
  else $error("a state has no round constant");

  Stalled_C : cover property (@(posedge clk_i) valid_o && !ready_i);
`endif

endmodule

`default_nettype wire
