// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, a round per cycle, that knows the parity of every lane beforehand.
//
// The 25 parities go through theta, rho, pi and iota by themselves, as these are linear. Across
// chi,
//
//   parity of a'[x] = parity of a[x] ^ a[x+1] ^ a[x+2] ^ (a[x+1] & ~a[x+2]),
//
// so that they need the parities of 25 products beside. The product is the other one than chi's:
// an operand that is wrong for both makes always just one of them wrong. The products are folded to
// a byte each in the round's cycle, and to a bit in the next, in which the parities of the new
// state are compared: in each round of what it starts from, and of what is on data_o when the
// result is offered. Rail A of the control drives the state, rail B the parities.
//
// A state takes 26 cycles: the rounds, one in which it comes and one in which the result leaves.
// data_o is zero but while a result is offered.

`default_nettype none

module keccak_engine_parity #(
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
    $fatal(1, "keccak_engine_parity: TagWidth is 0; 1 and more are allowed");
  end

  typedef logic [4:0][4:0]      parities_t;  // [y][x]
  typedef logic [4:0][4:0][7:0] folded_t;

  // Bit i of a lane's byte is the parity of its bits i, i + 8, ...
  function automatic folded_t fold(state_t a);
    folded_t f;
    f = '0;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        for (int unsigned z = 0; z < LaneWidth; z += 8) f[y][x] ^= a[y][x][z+:8];
      end
    end
    return f;
  endfunction

  function automatic parities_t parities(folded_t f);
    parities_t p;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) p[y][x] = ^f[y][x];
    end
    return p;
  endfunction

  // Theta, rho and pi of lanes of one bit.
  function automatic parities_t linear_parities(parities_t p);
    parities_t e;
    logic [4:0] c;
    c = p[0] ^ p[1] ^ p[2] ^ p[3] ^ p[4];
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        e[y][x] = p[x][(x+3*y)%5] ^ c[((x+3*y)+4)%5] ^ c[((x+3*y)+1)%5];
      end
    end
    return e;
  endfunction

  logic     load_a, step_a, done_a, load_b, step_b, done_b, fault;
  rc_bits_t bits_a, bits_b;
  logic     unused_swap_a, unused_swap_b, unused_second;  // of a second pass

  keccak_guarded_control #(
    .Passes  (1),
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
    .swap_a_o(unused_swap_a),
    .done_a_o(done_a),
    .load_b_o(load_b),
    .step_b_o(step_b),
    .swap_b_o(unused_swap_b),
    .done_b_o(done_b),
    .second_o(unused_second),
    .bits_a_o(bits_a),
    .bits_b_o(bits_b)
  );

  state_t state_q, linear, round_out;

  assign linear    = pi(rho(theta(state_q)));
  assign round_out = add_constant(chi(linear), bits_a);
  assign data_o    = state_q & {StateWidth{done_a}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= '0;
    else if (!(done_a && !ready_i)) begin
      state_q <= ({StateWidth{step_a}} & round_out) | ({StateWidth{load_a}} & data_i);
    end
  end

  // The parities of the state are those that are linear, and the folded products.

  state_t    products, shown;
  parities_t carried_q, expected;
  folded_t   folded_q, folded_shown, folded_products;

  always_comb begin
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        products[y][x] = linear[y][(x+1)%5] & ~linear[y][(x+2)%5];
      end
    end
  end

  always_comb begin
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) begin
        expected[y][x] = carried_q[y][x] ^ carried_q[y][(x+1)%5] ^ carried_q[y][(x+2)%5]
                       ^ ^folded_q[y][x];
      end
    end
  end

  assign shown = ({StateWidth{step_b}} & state_q) | data_o | ({StateWidth{load_b}} & data_i);

  assign folded_shown = fold(shown);
  assign fault        = !load_b && expected != parities(folded_shown);

  always_comb begin
    folded_products          = fold(products);
    folded_products[0][0][0] = folded_products[0][0][0] ^ ^bits_b;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      carried_q <= '0;
      folded_q <= '0;
    end else if (!(done_b && !ready_i)) begin
      carried_q <= {25{step_b}} & linear_parities(expected);
      folded_q <= ({200{step_b}} & folded_products) | ({200{load_b}} & folded_shown);
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  EmptyClear_A : assert property (@(posedge clk_i)
    !step_a && !done_a |-> {state_q, carried_q, folded_q} == '0)
  else $error("an empty engine holds state");
  NothingShown_A : assert property (@(posedge clk_i) !valid_o |-> data_o == '0)
  else $error("data_o shows a state that is not offered");
`endif

endmodule

`default_nettype wire
