// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, RoundsPerCycle rounds in each cycle on one state register.
//
// A permutation takes 24 / RoundsPerCycle cycles. The result is the output of the last cycle's
// rounds; the next state is loaded at the end of that same cycle, so there is no idle cycle. This
// makes ready_o follow ready_i: a register in between would cost another 1600 flip-flops.
//
//   run_q last_q   the state register holds
//     0     0      nothing: zero
//     1     0      a state with rounds to go after this cycle
//     0     1      a state in its last cycle: data_o is its result
//
// Every select of the data path is one gate away from run_q, last_q and the handshakes.

`default_nettype none

module keccak_engine_rounds #(
  parameter int unsigned RoundsPerCycle = 1,
  parameter int unsigned TagWidth       = 3
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

  // The chain's first round in a state's first cycle. 12 rounds may start inside the chain.
  localparam int unsigned TurboEntry = NumTurboRounds % RoundsPerCycle;
  localparam rc_lfsr_t    StartRc = rc_at(0);
  localparam rc_lfsr_t    TurboStartRc = rc_at(NumRounds - NumTurboRounds - TurboEntry);
  // Cycles a permutation takes, and the LFSR in the cycle before its last.
  localparam bit          OneCycle = NumRounds == RoundsPerCycle;
  localparam bit          TurboOneCycle = NumTurboRounds <= RoundsPerCycle;
  localparam rc_lfsr_t    BeforeLastRc = OneCycle ? '0 : rc_at(NumRounds - 2 * RoundsPerCycle);

  state_t              state_q, state_d, round_out;
  rc_lfsr_t            rc_q, rc_d, rc_next_cycle;
  logic                run_q, run_d;
  logic                last_q, last_d;
  logic                enter;
  logic [TagWidth-1:0] tag_q;

  if (RoundsPerCycle == 0 || NumRounds % RoundsPerCycle != 0) begin : gen_bad_rounds
    $fatal(1, "keccak_engine_rounds: RoundsPerCycle is %0d; 1, 2, 3, 4, 6, 8, 12, 24 are allowed",
           RoundsPerCycle);
  end
  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_rounds: TagWidth is 0; 1 and more are allowed");
  end

  logic load, hold, enable, load_last, run_last;

  assign valid_o = last_q;
  assign ready_o = !run_q && (!last_q || ready_i);
  assign data_o  = round_out;
  assign tag_o   = tag_q;

  assign load = valid_i && ready_o;
  assign hold = last_q && !ready_i;
  // Behind the last cycle the state becomes zero, and then stays it.
  assign enable = run_q || (last_q ? ready_i : valid_i);

  assign state_d = ({StateWidth{run_q}} & round_out) | ({StateWidth{load}} & data_i);

  always_comb begin
    rc_d = '0;
    if (load) rc_d = turbo_i ? TurboStartRc : StartRc;
    else if (hold) rc_d = rc_q;
    else if (run_q) rc_d = rc_next_cycle;
  end

  assign load_last = turbo_i ? TurboOneCycle : OneCycle;
  assign run_last  = rc_q == BeforeLastRc;

  assign run_d  = (load && !load_last) || (run_q && !run_last);
  assign last_d = (load && load_last) || hold || (run_q && run_last);

  keccak_rounds #(
    .RoundsPerCycle(RoundsPerCycle)
  ) u_rounds (
    .state_i(state_q),
    .rc_i   (rc_q),
    .enter_i(enter),
    .state_o(round_out),
    .rc_o   (rc_next_cycle)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= '0;
      rc_q    <= '0;
      run_q   <= 1'b0;
      last_q  <= 1'b0;
      tag_q   <= '0;
    end else begin
      rc_q   <= rc_d;
      run_q  <= run_d;
      last_q <= last_d;
      if (enable) state_q <= state_d;
      if (load) tag_q <= tag_i;
    end
  end

  if (TurboEntry != 0) begin : gen_enter
    logic enter_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) enter_q <= 1'b0;
      else enter_q <= (load && turbo_i) || (hold && enter_q);
    end
    assign enter = enter_q;
  end else begin : gen_no_enter
    assign enter = 1'b0;
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  RunOrLast_A : assert property (@(posedge clk_i) !(run_q && last_q))
  else $error("running and in the last cycle at once");
  EmptyClear_A : assert property (@(posedge clk_i) !run_q && !last_q |-> {state_q, rc_q} == '0)
  else $error("an empty engine holds state");
  ConstantRuns_A : assert property (@(posedge clk_i) run_q || last_q |-> rc_q != '0)
  else $error("a state has no round constant");

  BackToBack_C : cover property (@(posedge clk_i) load && last_q);
  Stalled_C : cover property (@(posedge clk_i) hold);
`endif

endmodule

`default_nettype wire
