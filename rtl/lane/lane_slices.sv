// SPDX-License-Identifier: Apache-2.0
//
// The lane unit's state with `Slices` slices per cycle.
//
// Each lane sits in `Slices` shift registers ("rings"): ring k holds its bits k, k + Slices, ...
// The heads of all rings are one group of slices, and so are the tails; 64 / Slices of them, the
// beats, make the state.
//
//   phase   beats          what enters the rings' heads
//   Idle    64 / Slices    the ring's tail plus the operand, in one lane (kabs, kget); zero (kclr)
//   Theta   64 / Slices    theta(tails), before the first round
//   Rho     64/Slices - 1  the ring's tail, for as many beats as its rotation needs
//   Slice   64 / Slices    theta(iota(chi(pi(tails)))): the end of a round with the theta of the
//                          next; in the last round, without
//
// Rho by an offset that Slices does not divide moves bits from ring to ring, which is wiring at the
// tails. Theta of slice z needs the parity of slice z - 1, which is kept (`below_q`); for slice 0
// that is slice 63, which comes in the last beat: it is added to slice 0 as that moves on to the
// tail.
//
// A ring only shifts while its enable is set and has no other multiplexer in it: with clock gating
// a bit costs its flip-flop and nothing else.

`default_nettype none

module lane_slices #(
  parameter  int unsigned Slices = 32,
  localparam int unsigned Beats  = keccak_pkg::LaneWidth / Slices
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  // The instruction, stable from the cycle after load_i to the next load_i.
  input  logic              load_i,
  input  keccak_pkg::lane_t operand_i,
  input  logic [31:0]       word_i,       // the operand's low half of a load, with start_i
  input  lane_pkg::op_t     op_i,
  input  logic              get_i,        // the lane may be read
  input  logic              start_i,      // it takes effect; the result of get is taken
  output logic              ready_o,      // load_i may come in this cycle

  output logic              lane_valid_o,
  output keccak_pkg::lane_t lane_o
);

  import keccak_pkg::*;
  import lane_pkg::*;

  if (Slices < 2 || Slices > 32 || LaneWidth % Slices != 0) begin : gen_bad_slices
    $fatal(1, "lane_slices: Slices is %0d; 2, 4, 8, 16, 32 are allowed", Slices);
  end

  typedef logic [$clog2(Beats)-1:0] count_t;
  typedef enum logic [1:0] {Idle, Theta, Rho, Slice} phase_e;

  phase_e   phase_q, phase_d;
  count_t   count_q, count_d;
  rc_lfsr_t rc_q;

  // Control.

  logic moving;  // a beat of kabs, kget or kclr
  logic first, last, last_round;

  assign first      = count_q == '0;
  assign last       = count_q == '1;
  assign last_round = rc_q == rc_at(NumRounds - 1);

  always_comb begin
    moving = 1'b0;
    if (phase_q == Idle) begin
      // The last beat of get waits until its result is taken.
      if (op_i.get) moving = get_i && (!last || start_i);
      else moving = (start_i && (op_i.absorb || op_i.clear)) || !first;
    end
  end

  always_comb begin
    phase_d = phase_q;
    count_d = count_q + 1'b1;
    unique case (phase_q)
      Idle: begin
        if (!moving) count_d = count_q;
        if (op_i.permute && (moving ? last : start_i)) phase_d = Theta;
      end
      Theta: if (last) phase_d = Rho;
      Rho: begin
        if (count_q == count_t'(Beats - 2)) begin
          phase_d = Slice;
          count_d = '0;
        end
      end
      Slice: if (last) phase_d = last_round ? Idle : Rho;
      default: phase_d = Idle;
    endcase
  end

  assign ready_o = phase_d == Idle && count_d == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Idle;
      count_q <= '0;
      rc_q    <= '0;
    end else begin
      phase_q <= phase_d;
      count_q <= count_d;
      if (phase_q == Theta) rc_q <= op_i.turbo ? rc_at(NumRounds - NumTurboRounds) : rc_at(0);
      else if (phase_q == Slice && last) rc_q <= rc_next(rc_q);
    end
  end

  // Data path.

  slice_t [Slices-1:0] tails;      // of the rings
  slice_t [Slices-1:0] rotated;    // the tails as slices of the rotated lanes
  slice_t [Slices-1:0] round_out;  // after pi, chi and iota
  slice_t [Slices-1:0] chosen;     // what enters the heads, before theta or the operand
  slice_t [Slices-1:0] heads;
  row_t   [Slices-1:0] parity, effect;
  row_t                below_q;    // parity of the slice below
  row_t                late;       // what slice 63 adds to slice 0

  // The round constant as its group of slices.
  logic [Beats-1:0][Slices-1:0] constants;
  assign constants = round_constant(rc_q);

  always_comb begin
    for (int unsigned k = 0; k < Slices; k++) begin
      round_out[k] = slice_chi(slice_pi(rotated[k]));
      round_out[k][0][0] ^= constants[count_q][k];
    end
  end

  logic take_tails, take_round, add_theta;

  assign take_tails = phase_q != Slice && !(phase_q == Idle && op_i.clear);
  assign take_round = phase_q == Slice;
  assign add_theta  = phase_q == Theta || (phase_q == Slice && !last_round);

  assign chosen = ({$bits(chosen){take_tails}} & tails)
                | ({$bits(chosen){take_round}} & round_out);

  lane_t operand_q, operand;
  assign operand = {operand_q[63:32], (op_i.load && first) ? word_i : operand_q[31:0]};

  always_comb begin
    for (int unsigned k = 0; k < Slices; k++) parity[k] = slice_parity(chosen[k]) & {5{add_theta}};
    for (int unsigned k = 0; k < Slices; k++) begin
      effect[k] = slice_theta_effect(parity[k], k == 0 ? below_q : parity[(k+Slices-1)%Slices]);
      effect[k] |= {5{phase_q == Idle && operand[k]}};
      heads[k] = chosen[k] ^ {5{effect[k]}};
    end
    late = slice_theta_effect('0, parity[Slices-1] & {5{last}});
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) below_q <= '0;
    else below_q <= last ? '0 : parity[Slices-1];
  end

  // Rings. In Rho, a ring shifts in the first `Shifts` beats: a rotation by n places up is one by
  // Beats - n places down.

  for (genvar y = 0; y < 5; y++) begin : gen_y
    for (genvar x = 0; x < 5; x++) begin : gen_x
      logic access;
      assign access = moving && (op_i.clear || op_i.lane == 5'(5 * y + x));

      for (genvar k = 0; k < Slices; k++) begin : gen_ring
        localparam int unsigned Shifts = (2 * Beats - (rho_offset(x, y) + k) / Slices) % Beats;
        localparam logic [Beats-1:0] RhoBeats = Beats'(2 ** Shifts - 1);
        logic [Beats-1:0] ring_q, ring_d;
        logic             enable;

        assign enable = access || phase_q == Theta || phase_q == Slice
                        || (phase_q == Rho && RhoBeats[count_q]);

        always_comb begin
          ring_d = {heads[k][y][x], ring_q[Beats-1:1]};
          if (k == 0) ring_d[0] ^= late[x];
        end

        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) ring_q <= '0;
          else if (enable) ring_q <= ring_d;
        end

        assign tails[k][y][x] = ring_q[0];
        assign rotated[(k+rho_offset(x, y))%Slices][y][x] = ring_q[0];
      end
    end
  end

  // The operand leaves at its low end as the lane that is read enters at its high end.

  logic [Slices-1:0] read;

  always_comb begin
    read = '0;
    for (int unsigned k = 0; k < Slices; k++) begin
      for (int unsigned i = 0; i < NumLanes; i++) begin
        read[k] |= op_i.get && op_i.lane == 5'(i) && tails[k][i/5][i%5];
      end
    end
  end

  lane_t operand_d;
  assign operand_d = {read, operand[LaneWidth-1:Slices]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) operand_q <= '0;
    else if (load_i) operand_q <= operand_i;
    else if (moving) operand_q <= operand_d;
  end

  assign lane_valid_o = get_i && last;
  assign lane_o       = operand_d;

  logic unused_high;
  assign unused_high = op_i.high;

`ifndef SYNTHESIS
  OneSource_A : assert property (@(posedge clk_i) $onehot0({take_tails, take_round}));
  AccessInIdle_A : assert property (@(posedge clk_i) moving |-> phase_q == Idle);
  StartInIdle_A : assert property (@(posedge clk_i) start_i |-> phase_q == Idle);
  NothingLost_A : assert property (@(posedge clk_i) load_i |-> ready_o);
  RotationEnds_A : assert property (@(posedge clk_i) phase_q == Rho |-> !last);

  AbsorbThenPermute_C : cover property (@(posedge clk_i) moving && last && op_i.permute);
  GetWaits_C : cover property (@(posedge clk_i) phase_q == Idle && lane_valid_o && !start_i);
  LoadAtEnd_C : cover property (@(posedge clk_i) load_i && phase_q == Slice);
`endif

endmodule

`default_nettype wire
