// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, one round cut into Stages pipeline stages with as many independent
// states in flight. Each takes 24 * Stages cycles; a slot is refilled in the cycle it empties.
//
//   Stages   cuts (|)
//     2      theta, rho, pi | chi, iota, feedback or load
//     3      column parity | theta add, rho, pi | chi, iota, feedback or load
//     4      column parity | theta add, rho, pi | chi, iota | feedback or load
//
// The slots form a ring. A finished state waits at the ring's end; while it is not taken the whole
// ring stands still (`enable`), which makes ready_o follow ready_i. What belongs to a state (round
// constant, flags, tag) travels beside it. An empty slot is all zero, and stays so: every step
// maps zero to zero when the constant's LFSR is zero.

`default_nettype none

module keccak_engine_stages #(
  parameter int unsigned Stages   = 4,
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
  output logic [TagWidth-1:0] tag_o
);

  import keccak_pkg::*;

  localparam rc_lfsr_t StartRc = rc_at(0);
  localparam rc_lfsr_t TurboStartRc = rc_at(NumRounds - NumTurboRounds);
  localparam rc_lfsr_t BeforeLastRc = rc_at(NumRounds - 2);
  // The slot in which iota happens.
  localparam int unsigned IotaSlot = Stages == 4 ? 2 : Stages - 1;

  // What travels beside a state. An empty slot is neither more nor done.
  typedef struct packed {
    logic                more;  // a state with rounds to go
    logic                done;  // a finished state
    logic                last;  // in its last round
    logic [TagWidth-1:0] tag;
    rc_lfsr_t            rc;    // LFSR at the start of the state's current round
    rc_bits_t            bits;  // the round's constant, decoded ahead of its use: from slot 1 on
  } slot_t;

  if (Stages < 2 || Stages > 4) begin : gen_bad_stages
    $fatal(1, "keccak_engine_stages: Stages is %0d; 2, 3, 4 are allowed", Stages);
  end
  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_stages: TagWidth is 0; 1 and more are allowed");
  end

  logic   enable, load;
  state_t ring_in, ring_end;   // the ring's first register's input, its last stage's output
  slot_t  slot_q[Stages], slot_d[Stages];
  slot_t  slot_in;
  slot_t  slot_end;

  // !slot_end.more, for the control. slot_end.more itself selects 1600 bits of data and nothing
  // else: a net of that size ends far from where it starts.
  logic vacant_q;

  assign slot_end = slot_q[Stages-1];
  assign enable   = !slot_end.done || ready_i;
  assign valid_o  = slot_end.done;
  assign ready_o  = vacant_q && enable;
  assign data_o   = ring_end;
  assign tag_o    = slot_end.tag;

  // Both are only used while enabled.
  assign load    = valid_i && vacant_q;
  assign ring_in = slot_end.more ? ring_end : data_i & {StateWidth{valid_i}};

  always_comb begin
    slot_in = '0;
    if (!vacant_q) begin
      slot_in      = slot_end;
      slot_in.rc   = rc_next(slot_end.rc);
      slot_in.last = slot_end.rc == BeforeLastRc;
      slot_in.bits = '0;
    end else if (load) begin
      slot_in.more = 1'b1;
      slot_in.tag  = tag_i;
      slot_in.rc   = turbo_i ? TurboStartRc : StartRc;
    end
  end

  for (genvar i = 0; i < Stages; i++) begin : gen_slot
    slot_t arriving;
    if (i == 0) begin : gen_first
      assign arriving = slot_in;
    end else begin : gen_next
      assign arriving = slot_q[i-1];
    end
    always_comb begin
      slot_d[i] = arriving;
      if (i == 1) slot_d[i].bits = rc_bits(arriving.rc);
      if (i == Stages - 1) begin
        slot_d[i].more = arriving.more && !arriving.last;
        slot_d[i].done = arriving.more && arriving.last;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) slot_q[i] <= '0;
      else if (enable) slot_q[i] <= slot_d[i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) vacant_q <= 1'b1;
    else if (enable) vacant_q <= !slot_d[Stages-1].more;
  end

  // The data path: start_q, with three or four stages state_q, linear_q, with four end_q. An empty
  // stage is zero, and stays it: it needs no clock.
  state_t            start_q, linear_d, linear_q, round_end;
  logic [Stages-1:0] stage_used, stage_clk;

  for (genvar i = 0; i < Stages; i++) begin : gen_clock
    logic comes;
    if (i == 0) begin : gen_first
      assign comes = valid_i || slot_end.more;
    end else begin : gen_next
      assign comes = slot_q[i-1].more;
    end
    assign stage_used[i] = comes || slot_q[i].more || slot_q[i].done;
    clock_gate u_gate (
      .clk_i,
      .enable_i(stage_used[i]),
      .clk_o   (stage_clk[i])
    );
  end

  always_ff @(posedge stage_clk[0] or negedge rst_ni) begin
    if (!rst_ni)     start_q <= '0;
    else if (enable) start_q <= ring_in;
  end
  always_ff @(posedge stage_clk[IotaSlot] or negedge rst_ni) begin
    if (!rst_ni)     linear_q <= '0;
    else if (enable) linear_q <= linear_d;
  end

  if (Stages == 2) begin : gen_theta
    assign linear_d = pi(rho(theta(start_q)));
  end else begin : gen_parity
    state_t state_q;
    plane_t parity_q;
    always_ff @(posedge stage_clk[1] or negedge rst_ni) begin
      if (!rst_ni) begin
        state_q  <= '0;
        parity_q <= '0;
      end else if (enable) begin
        state_q  <= start_q;
        parity_q <= column_parity(start_q);
      end
    end
    assign linear_d = pi(rho(theta_add(state_q, theta_effect(parity_q))));
`ifndef SYNTHESIS
    GatedParity_A : assert property (@(posedge clk_i)
        !stage_used[1] |-> {state_q, parity_q, start_q} == '0)
    else $error("the stage behind the column parity changes without a clock");
`endif
  end

  assign round_end = add_constant(chi(linear_q), slot_q[IotaSlot].bits);

  if (Stages == 4) begin : gen_end
    state_t end_q;
    always_ff @(posedge stage_clk[3] or negedge rst_ni) begin
      if (!rst_ni) end_q <= '0;
      else if (enable) end_q <= round_end;
    end
    assign ring_end  = end_q;
`ifndef SYNTHESIS
    GatedEnd_A : assert property (@(posedge clk_i) !stage_used[3] |-> {end_q, round_end} == '0)
    else $error("the last stage changes without a clock");
`endif
  end else begin : gen_no_end
    assign ring_end  = round_end;
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  VacantTrue_A : assert property (@(posedge clk_i) slot_end.more |-> !vacant_q)
  else $error("a running state's slot passes for vacant");
  for (genvar i = 0; i < Stages; i++) begin : gen_check
    RunOrDone_A : assert property (@(posedge clk_i) !(slot_q[i].more && slot_q[i].done))
    else $error("slot %0d is both running and done", i);
    EmptyClear_A : assert property (@(posedge clk_i)
      !slot_q[i].more && !slot_q[i].done |-> slot_q[i] == '0)
    else $error("slot %0d is empty and not zero", i);
    ConstantRuns_A : assert property (@(posedge clk_i) slot_q[i].more |-> slot_q[i].rc != '0)
    else $error("the state in slot %0d has no round constant", i);
  end
  DoneAtEnd_A : assert property (@(posedge clk_i) !slot_q[0].done)
  else $error("a finished state goes round again");
  EmptyState_A : assert property (@(posedge clk_i) !slot_q[0].more |-> start_q == '0)
  else $error("an empty slot holds state");
  EmptyLinear_A : assert property (@(posedge clk_i)
      !slot_q[IotaSlot].more && !slot_q[IotaSlot].done |-> linear_q == '0)
  else $error("an empty slot holds state in front of chi");
  GatedStart_A : assert property (@(posedge clk_i) !stage_used[0] |-> {start_q, ring_in} == '0)
  else $error("the first stage changes without a clock");
  GatedLinear_A : assert property (@(posedge clk_i)
      !stage_used[IotaSlot] |-> {linear_q, linear_d} == '0)
  else $error("the stage in front of chi changes without a clock");

  Refilled_C : cover property (@(posedge clk_i) valid_i && ready_o && valid_o);
  Stalled_C : cover property (@(posedge clk_i) !enable);
`endif

endmodule

`default_nettype wire
