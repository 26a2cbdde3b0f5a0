// SPDX-License-Identifier: Apache-2.0
//
// The state of an accelerator that is folded by planes, and its permutation, a plane per cycle: a
// shift register of five planes.
//
//   phase    5 cycles each but for Rest: the head plane leaves the register, this enters it
//   Rest     the head plane plus add_i (turn_i), as long as it takes
//   Sum      the same; what enters adds up to the column parity
//   Theta    the plane plus theta's effect, rotated by rho; pi is wiring in the last of the shifts
//   Chi      chi and iota of the plane, which add up to the next column parity
//   Clear    zero
//
// A permutation of R rounds takes 5 + 10 R cycles.

`default_nettype none

module accel_plane_state
  import keccak_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  // At rest
  input  logic       turn_i,     // the head plane goes to the end
  output logic [2:0] plane_o,    // which it is
  output plane_t     head_o,
  // At rest and in Sum
  input  plane_t     add_i,
  // Phases
  input  logic       permute_i,  // with plane 0 at the head
  input  logic       turbo_i,    // 12 rounds, stable until the end
  input  logic       clear_i,    // any time at rest
  output logic       rest_o,
  output logic       sum_o,
  output logic       soon_o      // at rest in ten cycles at most
);

  typedef enum logic [2:0] {Rest, Sum, Theta, Chi, Clear} phase_e;

  phase_e     phase_q, phase_d;
  logic [2:0] plane_q;
  rc_lfsr_t   rc_q;
  state_t     state_q, state_d;
  plane_t     parity_q;

  // Control

  logic step, first, wrap, last_round;

  assign first      = plane_q == 3'd0;
  assign wrap       = plane_q == 3'd4;
  assign last_round = rc_q == rc_at(NumRounds - 1);
  assign step       = phase_q != Rest || turn_i;

  assign rest_o  = phase_q == Rest;
  assign sum_o   = phase_q == Sum;
  assign soon_o  = phase_q inside {Theta, Chi} && last_round;
  assign plane_o = plane_q;
  assign head_o  = state_q[0];

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      Rest: begin
        if (clear_i)        phase_d = Clear;
        else if (permute_i) phase_d = Sum;
      end
      Sum:   if (wrap) phase_d = Theta;
      Theta: if (wrap) phase_d = Chi;
      Chi:   if (wrap) phase_d = last_round ? Rest : Theta;
      Clear: if (wrap) phase_d = Rest;
      default: phase_d = Rest;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Rest;
      plane_q <= '0;
      rc_q    <= '0;
    end else begin
      phase_q <= phase_d;
      if (clear_i)   plane_q <= '0;
      else if (step) plane_q <= wrap ? '0 : plane_q + 1'b1;
      if (sum_o) rc_q <= turbo_i ? rc_at(NumRounds - NumTurboRounds) : rc_at(0);
      else if (phase_q == Chi && wrap) rc_q <= rc_next(rc_q);
    end
  end

  // Data path

  plane_t effected, rotated, chi_out, entering;

  assign effected = state_q[0] ^ theta_effect(parity_q);

  always_comb begin
    rotated = '0;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        if (plane_q == 3'(y)) rotated[x] |= rotl(effected[x], rho_offset(x, y));
      end
    end
  end

  always_comb begin
    chi_out = chi_plane(state_q[0]);
    if (first) chi_out[0] ^= round_constant(rc_q);
  end

  assign entering = ({$bits(plane_t){rest_o || sum_o}} & (state_q[0] ^ add_i))
                  | ({$bits(plane_t){phase_q == Theta}} & rotated)
                  | ({$bits(plane_t){phase_q == Chi}} & chi_out);

  always_comb begin
    state_d = {entering, state_q[4:1]};
    if (phase_q == Theta && wrap) state_d = pi(state_d);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= '0;
    else if (step) state_q <= state_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) parity_q <= '0;
    else if (phase_q inside {Sum, Chi, Clear}) parity_q <= first ? entering : parity_q ^ entering;
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  PhaseLegal_A : assert property (@(posedge clk_i) phase_q inside {Rest, Sum, Theta, Chi, Clear})
  else $error("accel_plane_state: phase %0d does not exist", phase_q);
  PlaneInRange_A : assert property (@(posedge clk_i) plane_q < 3'd5)
  else $error("accel_plane_state: plane %0d does not exist", plane_q);
  AskAtRest_A : assert property (@(posedge clk_i) turn_i || permute_i || clear_i |-> rest_o)
  else $error("accel_plane_state: something is asked for while the state is permuted or cleared");
  PermuteAligned_A : assert property (@(posedge clk_i) permute_i && !clear_i |-> first && !turn_i)
  else $error("accel_plane_state: a permutation begins with another plane than the first");
  AddTaken_A : assert property (@(posedge clk_i) add_i != '0 |-> sum_o || turn_i)
  else $error("accel_plane_state: what is to be added is lost");
  ConstantRuns_A : assert property (@(posedge clk_i) phase_q inside {Theta, Chi} |-> rc_q != '0)
  else $error("accel_plane_state: a round has no constant");
  Cleared_A : assert property (@(posedge clk_i)
      phase_q == Clear && wrap |=> {state_q, parity_q} == '0)
  else $error("accel_plane_state: something is left of a state that was cleared");
`endif

endmodule

`default_nettype wire
