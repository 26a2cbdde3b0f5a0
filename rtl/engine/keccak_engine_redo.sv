// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, a round per cycle, done twice: the second time with every lane
// rotated by Distance, and the constants as well. All steps but iota commute with that, so that the
// second result is the first one, rotated; a gate does not compute the same bit in both.
//
//   cycles         state_q                      copy_q
//   first pass     the rounds                   the state as it came
//   its last one   takes copy_q, rotated        takes the first result
//   second pass    the rounds                   the first result
//   offered        the second result            the first result: data_o, compared in every cycle
//
// Rail A of the control drives state_q and data_o, rail B copy_q and the comparison. A state takes
// 50 cycles: the rounds twice, one in which it comes and one in which the result leaves. data_o is
// zero but while a result is offered.

`default_nettype none

module keccak_engine_redo #(
  parameter int unsigned Distance = 11,
  parameter int unsigned TagWidth = 3
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                valid_i,
  output logic                ready_o,
  input  keccak_pkg::state_t  data_i,
  input  logic                turbo_i,
  input  logic [TagWidth-1:0] tag_i,

  output logic                valid_o,
  input  logic                ready_i,
  output keccak_pkg::state_t  data_o,
  output logic [TagWidth-1:0] tag_o,

  output logic                alarm_o
);

  import keccak_pkg::*;

  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_redo: TagWidth is 0; 1 and more are allowed");
  end
  if (Distance < 1 || Distance >= LaneWidth) begin : gen_bad_distance
    $fatal(1, "keccak_engine_redo: Distance is %0d; 1 to 63 are allowed", Distance);
  end

  function automatic state_t rotated(state_t a, int unsigned distance);
    state_t e;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) e[y][x] = rotl(a[y][x], distance);
    end
    return e;
  endfunction

  logic     load_a, step_a, swap_a, done_a, load_b, step_b, swap_b, done_b, second, fault;
  rc_bits_t bits, unused_bits_b;

  keccak_guarded_control #(
    .Passes  (2),
    .TagWidth(TagWidth)
  ) u_control (
    .clk_i,
    .rst_ni,
    .valid_i,
    .ready_o,
    .turbo_i,
    .tag_i,
    .valid_o,
    .ready_i,
    .tag_o,
    .fault_i (fault),
    .alarm_o,
    .load_a_o(load_a),
    .step_a_o(step_a),
    .swap_a_o(swap_a),
    .done_a_o(done_a),
    .load_b_o(load_b),
    .step_b_o(step_b),
    .swap_b_o(swap_b),
    .done_b_o(done_b),
    .second_o(second),
    .bits_a_o(bits),
    .bits_b_o(unused_bits_b)
  );

  state_t state_q, copy_q, round_out;

  always_comb begin
    round_out = chi(pi(rho(theta(state_q))));
    round_out[0][0] ^= ({LaneWidth{!second}} & spread_constant(bits))
                     ^ ({LaneWidth{second}} & rotl(spread_constant(bits), Distance));
  end

  assign data_o = copy_q & {StateWidth{done_a}};
  assign fault  = done_b && data_o != rotated(state_q, LaneWidth - Distance);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= '0;
    end else if (!(done_a && !ready_i)) begin
      state_q <= ({StateWidth{step_a}} & round_out) | ({StateWidth{load_a}} & data_i)
               | ({StateWidth{swap_a}} & rotated(copy_q, Distance));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      copy_q <= '0;
    end else if (!step_b && !(done_b && !ready_i)) begin
      copy_q <= ({StateWidth{swap_b}} & round_out) | ({StateWidth{load_b}} & data_i);
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  EmptyClear_A : assert property (@(posedge clk_i)
    !step_a && !swap_a && !done_a |-> {state_q, copy_q} == '0)
  else $error("an empty engine holds state");
  NothingShown_A : assert property (@(posedge clk_i) !valid_o |-> data_o == '0)
  else $error("data_o shows a state that is not offered");
`endif

endmodule

`default_nettype wire
