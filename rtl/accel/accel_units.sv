// SPDX-License-Identifier: Apache-2.0
//
// The permutation units, and their hand-over from slot to slot: each stage of a unit does what the
// slot says whose state is in it.

`default_nettype none

module accel_units
  import accel_pkg::*;
  import keccak_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Buffers        = 1,
  localparam int unsigned Slots          = Units * Stages
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Stages-1:0]  in_stage_i [Stages],  // see accel_turn
  input  pass_t              pass_i     [Slots],   // slot s is place s / Units of unit s % Units
  input  logic [Buffers-1:0] absorb_i   [Slots],   // in a pass's last cycle only
  input  logic [Buffers-1:0] high_i     [Slots],   // ... into the lanes above MaxRateLanes
  input  block_t             block_i    [Buffers],
  output state_t             state_o    [Units]
);

  // A block where it is absorbed, but for a value that is another one. What is beyond HighLanes is
  // zero in one for the lanes above.
  function automatic state_t place(block_t block, logic absorb, logic high, value_t other);
    block_t lanes;
    for (int unsigned i = 0; i < MaxRateLanes; i++) begin
      logic chosen;
      chosen = absorb && !(high && i < HighLanes);
      for (int unsigned v = 0; v < Values; v++) begin
        if (i >= prefix_lanes(v) && i < chain_lanes(v)) begin
          chosen = chosen && !other[v];
        end
      end
      lanes[i*LaneWidth+:LaneWidth] = block[i*LaneWidth+:LaneWidth] & {LaneWidth{chosen}};
    end
    return {block[HighWidth-1:0] & {HighWidth{high}}, lanes};
  endfunction

  localparam int unsigned IotaStage = (Stages == 4) ? 2 : Stages - 1;

  for (genvar u = 0; u < Units; u++) begin : gen_unit
    logic [Stages-1:0] run;
    logic              hold, enter, absorb;
    rc_lfsr_t          rc;
    state_t            block;
    logic [StateWidth-1:0] linked[Values];

    // First lanes of the state, as many as a value may have.
    localparam int unsigned FirstWidth = LaneWidth * MostValueLanes;
    logic [FirstWidth-1:0] first;
    assign first = state_o[u][0][MostValueLanes-1:0];

    always_comb begin
      run    = '0;
      hold   = 1'b0;
      enter  = 1'b0;
      absorb = 1'b0;
      rc     = '0;
      block  = '0;
      for (int unsigned k = 0; k < Stages; k++) begin
        for (int unsigned i = 0; i < Stages; i++) begin
          run[i] = run[i] | (in_stage_i[i][k] & pass_i[k*Units+u].run);
        end
        hold  = hold | (in_stage_i[Stages-1][k] & pass_i[k*Units+u].hold);
        enter = enter | (in_stage_i[0][k] & pass_i[k*Units+u].enter);
        rc    = rc | (pass_i[k*Units+u].rc & {8{in_stage_i[IotaStage][k]}});
        // A slot absorbs in a pass's last cycle only, so that slots need no further select.
        absorb = absorb | (absorb_i[k*Units+u] != '0);
        for (int unsigned b = 0; b < Buffers; b++) begin
          block = block | place(block_i[b], absorb_i[k*Units+u][b], high_i[k*Units+u][b],
                                pass_i[k*Units+u].link);
        end
      end
      for (int unsigned v = 0; v < Values; v++) block = block | linked[v];
    end

    // The value behind a chain's prefix is what the step before it left. A unit that chains has one
    // slot.
    for (genvar v = 0; v < Values; v++) begin : gen_value
      localparam int unsigned ValueWidth = LaneWidth * value_lanes(v);
      assign linked[v] = StateWidth'(first[ValueWidth-1:0] & {ValueWidth{pass_i[u].link[v]}})
                         << (LaneWidth * prefix_lanes(v));
    end

    accel_unit #(
      .RoundsPerCycle(RoundsPerCycle),
      .Stages        (Stages)
    ) u_unit (
      .clk_i,
      .rst_ni,
      .run_i   (run),
      .hold_i  (hold),
      .absorb_i(absorb),
      .rc_i    (rc),
      .enter_i (enter),
      .block_i (block),
      .state_o (state_o[u])
    );
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  for (genvar u = 0; u < Units; u++) begin : gen_check
    RunOrHold_A : assert property (@(posedge clk_i)
        !(gen_unit[u].run[Stages-1] && gen_unit[u].hold))
    else $error("accel_units: a state is permuted and held at once");
  end
`endif

endmodule

`default_nettype wire
