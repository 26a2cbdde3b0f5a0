// SPDX-License-Identifier: Apache-2.0
//
// The control of keccak_engine without a fold, cycle by cycle, against a model that counts.
//
// `Stages` states turn in a ring; a turn takes Stages cycles and does RoundsPerCycle rounds. The
// state at the ring's end either has turns to go, or is a result that waits to be taken while the
// ring stands still, or is absent, and then another state may come in. From reset, for every
// sequence of valid_i, ready_i, turbo_i and tag_i, the engine's valid_o, ready_o and tag_o are the
// model's: each accepted state gives one result, with its tag, after 24 or 12 rounds' cycles in
// which the ring moved and not before; nothing is dropped or invented; a result that waits stays.

`default_nettype none

module control_equivalence #(
  parameter int unsigned RoundsPerCycle = 1,
  parameter int unsigned Stages = 1
) (
  input logic          clk_i,
  input logic          rst_ni,
  input logic          valid_i,
  input logic [1599:0] data_i,
  input logic          turbo_i,
  input logic [1:0]    tag_i,
  input logic          ready_i
);

  localparam int unsigned Turns = 24 / RoundsPerCycle;
  localparam int unsigned TurboTurns = (12 + RoundsPerCycle - 1) / RoundsPerCycle;

  logic       ready, valid;
  logic [1:0] tag;

  keccak_engine #(
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .TagWidth      (2)
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

  // The model. Place 0 is the ring's end.
  typedef struct packed {
    logic [4:0] turns;  // turns to go, this one included; 0: no state
    logic [1:0] tag;
  } place_t;

  place_t [Stages-1:0] ring_q;
  place_t              entering;
  logic                model_valid, model_ready, moves;

  assign model_valid = ring_q[0].turns == 1;
  assign moves       = !model_valid || ready_i;
  assign model_ready = ring_q[0].turns == 0 || (model_valid && ready_i);

  always_comb begin
    entering = '0;
    if (ring_q[0].turns > 1) begin
      entering.turns = ring_q[0].turns - 1'b1;
      entering.tag   = ring_q[0].tag;
    end else if (valid_i) begin
      entering.turns = 5'(turbo_i ? TurboTurns : Turns);
      entering.tag   = tag_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) ring_q <= '0;
    else if (moves) ring_q <= (Stages*7)'({entering, ring_q} >> 7);
  end

  always_comb begin
    if (rst_ni) begin
      a_valid : assert (valid == model_valid);
      a_ready : assert (ready == model_ready);
      a_tag : assert (!valid || tag == ring_q[0].tag);
    end
  end

  // Reached: a result after a stall while another state comes in, and a turbo state before it.
  logic stalled_q, turbo_done_q, turbo_in_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stalled_q    <= 1'b0;
      turbo_in_q   <= 1'b0;
      turbo_done_q <= 1'b0;
    end else begin
      stalled_q    <= valid && !ready_i;
      turbo_in_q   <= turbo_in_q || (valid_i && ready && turbo_i);
      turbo_done_q <= turbo_done_q || (turbo_in_q && valid && ready_i);
    end
  end
  always_comb
    c_traffic : cover (rst_ni && turbo_done_q && stalled_q && valid && ready_i && valid_i && ready);

endmodule

`default_nettype wire
