// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation in two shares, which take turns in one round's worth of logic.
//
// A state is the sum of two shares that are random each by itself. Share 0 and then share 1 come in
// as a beat of 1600 bits each, pass the round, one in every other cycle, and leave in the same order:
// 48 cycles for 24 rounds. While state_b_q's share goes through chi, theta, rho and pi into
// state_a_q, the other one, in state_a_q, waits for its turn.
//
// Chi needs bits of the other share, too. Those products are added up a cycle ahead, in cross_q,
// where a bit of the own share hides them; so no gate sees both shares of one bit:
//
//   cross_q[x] <- s[x] ^ (s[x+1] & other[x+2])            s: the share whose turn comes next
//   chi[x]     =  cross_q[x] ^ (~s[x+1] & s[x+2])         in its turn
//
// The sum over both shares is a[x] ^ (~a[x+1] & a[x+2]). Shares that are random as a whole come out
// as such once two fresh bits are added to each row, at x = 0 and 1, in both shares: 640 a round.
//
// Share 1 lies rotated: each of its lanes, in registers and ports, is rotated left by `ShareSkew`. Every
// step but iota, which share 0 alone has, is the same for rotated lanes. A wire that carries share
// 0 in one cycle and share 1 in the next, as all do here, so never carries both shares of one bit.
//
//   run_q last_q even_q fill_q   what the registers hold
//     0     0      0      0      nothing: zero
//     0     0      0      1      share 0 of a state, whose share 1 has not come
//     1     0      1      0      a state with rounds to go; share 0's turn
//     1     0      0      0      the same; share 1's turn
//     0     1      1      0      a state in its last round: data_o is share 0 of its result
//     0     1      0      *      data_o is share 1 of its result; share 0 of the next state has come
//                                if fill_q
//
// A random word serves a round: it is used in two cycles, and taken in the second. Without one
// every register stands still. The first word after a reset is taken and thrown away: it may be
// one that was used, and not taken yet, when the reset came.

`default_nettype none

module keccak_engine_masked #(
  parameter int unsigned TagWidth = 3
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  valid_i,
  output logic                  ready_o,
  input  keccak_pkg::state_t    data_i,
  input  logic                  turbo_i,
  input  logic [TagWidth-1:0]   tag_i,

  output logic                  valid_o,
  input  logic                  ready_i,
  output keccak_pkg::state_t    data_o,
  output logic [TagWidth-1:0]   tag_o,

  input  logic                  random_valid_i,
  output logic                  random_ready_o,
  input  keccak_pkg::refresh_t  random_i
);

  import keccak_pkg::*;

  localparam rc_lfsr_t StartRc = rc_at(0);
  localparam rc_lfsr_t TurboStartRc = rc_at(NumRounds - NumTurboRounds);
  localparam int unsigned PlaneWidth = 5 * LaneWidth;
  localparam rc_lfsr_t LastRc = rc_at(NumRounds - 1);

  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_masked: TagWidth is 0; 1 and more are allowed");
  end

  // Control.

  logic                run_q, run_d, last_q, even_q, fill_q;
  rc_lfsr_t            rc_q, rc_d;  // of the round that share 0 enters next
  logic [TagWidth-1:0] tag_q, tag_fill_q;

  // !run_q, for the control. run_q itself selects what goes round and nothing else, as open_q and
  // busy_q (not open) select what comes in: nets of that size end far from where they start.
  logic vacant_q, open_q, busy_q;

  // Since a reset no word was taken, so that the one on random_i may have been used before it.
  // Nothing runs then: only a state that comes in has to look.
  logic stale_q, fresh_valid;
  assign fresh_valid = random_valid_i && !stale_q;

  logic leave, free, load, second, step, step_a, enter_last;

  assign valid_o = last_q && (!even_q || random_valid_i);
  assign leave   = valid_o && ready_i;
  assign tag_o   = tag_q;

  assign free    = vacant_q && (!last_q || leave);
  assign ready_o = free && (!fill_q || fresh_valid);
  assign load    = valid_i && ready_o;
  assign second  = load && fill_q;

  // Share 0 of the next state waits for its share 1, while share 1 of this one leaves.
  assign step   = (!vacant_q && random_valid_i) || leave || load;
  assign step_a = step && (!fill_q || load);

  assign random_ready_o = stale_q || (even_q && (!vacant_q || ready_i));

  assign enter_last = !vacant_q && !even_q && rc_q == LastRc;
  assign run_d      = (!vacant_q && !enter_last) || second;

  always_comb begin
    rc_d = rc_q;
    if (second || (!vacant_q && !even_q)) rc_d = enter_last ? '0 : rc_next(rc_q);
    else if (load) rc_d = turbo_i ? TurboStartRc : StartRc;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q    <= 1'b0;
      vacant_q <= 1'b1;
      last_q   <= 1'b0;
      even_q   <= 1'b0;
      fill_q   <= 1'b0;
      rc_q     <= '0;
    end else if (step) begin
      run_q    <= run_d;
      vacant_q <= !run_d;
      last_q   <= enter_last || (last_q && even_q);
      even_q   <= (!vacant_q && !even_q) || second;
      fill_q   <= load ? !fill_q : fill_q;
      rc_q     <= rc_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stale_q <= 1'b1;
    else if (random_valid_i) stale_q <= 1'b0;
  end

  // Clocked in every cycle, or synthesis would find that they are the registers above.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b1;
      busy_q <= 1'b0;
    end else begin
      open_q <= step ? !run_d : vacant_q;
      busy_q <= step ? run_d : !vacant_q;
    end
  end

  // A result's tag is named with both of its beats, and the next state's comes in between.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tag_q      <= '0;
      tag_fill_q <= '0;
    end else if (load) begin
      if (fill_q) tag_q <= tag_fill_q;
      else tag_fill_q <= tag_i;
    end
  end

  // The share whose turn it is.

  state_t state_a_q, state_b_q, cross_q;
  state_t chi_out, round_in, linear_out;

  for (genvar y = 0; y < 5; y++) begin : gen_chi
    for (genvar x = 0; x < 5; x++) begin : gen_lane
      assign chi_out[y][x] = cross_q[y][x] ^ (~state_b_q[y][(x+1)%5] & state_b_q[y][(x+2)%5]);
    end
  end

  assign data_o = chi_out;

  // A beat that is offered and cannot be taken yet is kept out of the registers by step_a.
  for (genvar y = 0; y < 5; y++) begin : gen_in
    assign round_in[y] = ({PlaneWidth{run_q}} & chi_out[y])
                       | ({PlaneWidth{valid_i && (y < 3 ? open_q : !busy_q)}} & data_i[y]);
  end
  assign linear_out = pi(rho(theta(round_in)));

  // The products for the share whose turn comes next: that in state_a_q.

  logic     refresh;
  lane_t    constant;
  refresh_t fresh;
  state_t   cross_d;

  assign constant = spread_constant(rc_bits(rc_q)) & {LaneWidth{!even_q}};
  // In a cycle that ends with a step, the last term is `second`, and comes earlier.
  assign refresh  = !vacant_q || (last_q && even_q) || (fill_q && valid_i && fresh_valid);
  assign fresh    = random_i & {RefreshWidth{refresh}};

  for (genvar y = 0; y < 5; y++) begin : gen_cross
    for (genvar x = 0; x < 5; x++) begin : gen_lane
      localparam int unsigned Y = (x + 1) % 5;
      localparam int unsigned Z = (x + 2) % 5;
      lane_t own, other;
      if (x < RefreshLanes) begin : gen_refresh
        assign own = state_a_q[y][x]
                   ^ (even_q ? rotl(fresh[y][x], ShareSkew) : fresh[y][x]);
      end else begin : gen_plain
        assign own = state_a_q[y][x];
      end
      assign other = even_q ? rotl(state_b_q[y][Z], ShareSkew)
                            : rotl(linear_out[y][Z], LaneWidth - ShareSkew);
      assign cross_d[y][x] = own ^ (state_a_q[y][Y] & other)
                           ^ ((x == 0 && y == 0) ? constant : '0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_b_q <= '0;
      cross_q   <= '0;
    end else if (step) begin
      state_b_q <= state_a_q;
      cross_q   <= cross_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_a_q <= '0;
    else if (step_a) state_a_q <= linear_out;
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  VacantTrue_A : assert property (@(posedge clk_i)
    vacant_q == !run_q && open_q == !run_q && busy_q == run_q)
  else $error("a running engine passes for vacant");
  RunOrLast_A : assert property (@(posedge clk_i) !(run_q && last_q))
  else $error("running and in the last round at once");
  EvenTurn_A : assert property (@(posedge clk_i) even_q |-> run_q || last_q)
  else $error("a turn of share 0 without a state");
  FillApart_A : assert property (@(posedge clk_i) fill_q |-> !run_q && !even_q)
  else $error("a state enters another one's registers");
  EmptyClear_A : assert property (@(posedge clk_i)
    !run_q && !last_q && !fill_q |-> {state_a_q, state_b_q, cross_q, rc_q} == '0)
  else $error("an empty engine holds state");
  ConstantRuns_A : assert property (@(posedge clk_i) run_q || fill_q |-> rc_q != '0)
  else $error("a state has no round constant");
  RefreshTrue_A : assert property (@(posedge clk_i)
    step |-> refresh == (run_q || even_q || second))
  else $error("a share is refreshed at the wrong time");
  NoStaleRandom_A : assert property (@(posedge clk_i) step && refresh |-> fresh_valid)
  else $error("a share is refreshed without randomness");
  StaleVacant_A : assert property (@(posedge clk_i) stale_q |-> !run_q && !last_q)
  else $error("a state runs before a random word was taken");

  BackToBack_C : cover property (@(posedge clk_i) load && last_q && even_q);
  NextBehind_C : cover property (@(posedge clk_i) second && last_q);
  HalfLoaded_C : cover property (@(posedge clk_i) leave && fill_q && !load);
  Stalled_C : cover property (@(posedge clk_i) valid_o && !ready_i);
  Starved_C : cover property (@(posedge clk_i) run_q && !random_valid_i);
  HeldBack_C : cover property (@(posedge clk_i) stale_q && fill_q && valid_i);
`endif

endmodule

`default_nettype wire
