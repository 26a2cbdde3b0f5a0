// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, one plane per cycle on a shift register of five planes.
//
//   phase    5 cycles each: plane 0 leaves the register, this enters it
//   Load     data_i
//   Theta    the plane plus theta's effect, rotated by rho; pi is wiring in the last of the shifts
//   Chi      chi and iota of the plane; in the last round it leaves by data_o and zero enters
//
// What enters in Load and Chi adds up to the next column parity. A permutation of R rounds takes
// 10 R cycles, and 5 to load.

`default_nettype none

module keccak_engine_plane #(
  parameter int unsigned TagWidth = 3
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                valid_i,
  output logic                ready_o,
  input  keccak_pkg::plane_t  data_i,
  input  logic                turbo_i,
  input  logic [TagWidth-1:0] tag_i,

  output logic                valid_o,
  input  logic                ready_i,
  output keccak_pkg::plane_t  data_o,
  output logic [TagWidth-1:0] tag_o
);

  import keccak_pkg::*;

  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_plane: TagWidth is 0; 1 and more are allowed");
  end

  typedef enum logic [1:0] {Load, Theta, Chi} phase_e;

  phase_e              phase_q, phase_d;
  logic [2:0]          plane_q;   // number of the plane that leaves the register
  rc_lfsr_t            rc_q;
  logic [TagWidth-1:0] tag_q;
  state_t              state_q, state_d;
  plane_t              parity_q;

  // Control.

  logic step, first, wrap, last;

  assign first = plane_q == 3'd0;
  assign wrap  = plane_q == 3'd4;
  assign last  = rc_q == rc_at(NumRounds - 1);

  assign ready_o = phase_q == Load;
  assign valid_o = phase_q == Chi && last;
  assign tag_o   = tag_q;

  always_comb begin
    step    = 1'b1;
    phase_d = phase_q;
    unique case (phase_q)
      Load: begin
        step = valid_i;
        if (wrap) phase_d = Theta;
      end
      Theta: if (wrap) phase_d = Chi;
      Chi: begin
        step = !last || ready_i;
        if (wrap) phase_d = last ? Load : Theta;
      end
      default: phase_d = Load;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Load;
      plane_q <= '0;
      rc_q    <= '0;
      tag_q   <= '0;
    end else if (step) begin
      phase_q <= phase_d;
      plane_q <= wrap ? '0 : plane_q + 1'b1;
      if (phase_q == Load && first) begin
        rc_q  <= turbo_i ? rc_at(NumRounds - NumTurboRounds) : rc_at(0);
        tag_q <= tag_i;
      end else if (phase_q == Chi && wrap) begin
        rc_q <= last ? '0 : rc_next(rc_q);
      end
    end
  end

  // Data path.

  plane_t added, rotated, chi_out, entering;

  assign added = state_q[0] ^ theta_effect(parity_q);

  always_comb begin
    rotated = '0;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        if (plane_q == 3'(y)) rotated[x] |= rotl(added[x], rho_offset(x, y));
      end
    end
  end

  always_comb begin
    chi_out = chi_plane(state_q[0]);
    if (first) chi_out[0] ^= round_constant(rc_q);
  end

  assign data_o = chi_out;

  assign entering = ({$bits(plane_t){phase_q == Load}} & data_i)
                  | ({$bits(plane_t){phase_q == Theta}} & rotated)
                  | ({$bits(plane_t){phase_q == Chi && !last}} & chi_out);

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
    else if (step && phase_q != Theta) parity_q <= first ? entering : parity_q ^ entering;
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  EmptyClear_A : assert property (@(posedge clk_i)
    phase_q == Load && first |-> {state_q, parity_q, rc_q} == '0)
  else $error("an empty engine holds state");
  PhaseLegal_A : assert property (@(posedge clk_i) phase_q inside {Load, Theta, Chi})
  else $error("phase %0d does not exist", phase_q);
  PlaneInRange_A : assert property (@(posedge clk_i) plane_q < 3'd5)
  else $error("plane %0d does not exist", plane_q);
  ConstantRuns_A : assert property (@(posedge clk_i) phase_q != Load |-> rc_q != '0)
  else $error("a state has no round constant");

  Stalled_C : cover property (@(posedge clk_i) !step);
`endif

endmodule

`default_nettype wire
