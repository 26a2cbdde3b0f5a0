// SPDX-License-Identifier: Apache-2.0
//
// The control of an engine that detects faults, twice: rail A and rail B, which drive different
// parts of the data path and are compared in every cycle.
//
//   state   what happens                                        next
//   Idle    nothing; a state is taken with valid_i              First, when one is taken
//   First   the rounds                                          Second, or Done with one pass
//   Second  the rounds again, of a rotated state                Done
//   Done    the result is offered                               Idle, when it is taken
//   Halt    nothing; the alarm                                  Halt, until a reset
//
// Rail A is one-hot and has the round as the LFSR of its constant; rail B is the complement of
// one-hot and has the round as a number and its parity, in complement. Any two bits of all this can
// change, and the rails do not fit together. The tag and with two passes turbo_i stand twice and
// once more, as a parity or a copy. What does not fit, or fault_i, is the alarm in that cycle, and
// leads to Halt from the next one on.
//
// ready_o, valid_o and tag_o are registers: no gate in which a fault could strike lies behind them.

`default_nettype none

module keccak_guarded_control #(
  parameter int unsigned Passes   = 1,
  parameter int unsigned TagWidth = 3
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 valid_i,
  output logic                 ready_o,
  input  logic                 turbo_i,
  input  logic [TagWidth-1:0]  tag_i,

  output logic                 valid_o,
  input  logic                 ready_i,
  output logic [TagWidth-1:0]  tag_o,

  input  logic                 fault_i,   // the data does not fit what is known of it
  output logic                 alarm_o,

  // Of each rail: at most one of them is high.
  output logic                 load_a_o,  // the state register takes a new state
  output logic                 step_a_o,  // it takes the round's result
  output logic                 swap_a_o,  // it takes what the second pass begins with
  output logic                 done_a_o,  // it has the result
  output logic                 load_b_o,
  output logic                 step_b_o,
  output logic                 swap_b_o,
  output logic                 done_b_o,
  output logic                 second_o,  // rail A is in the second pass
  output keccak_pkg::rc_bits_t bits_a_o,  // the round's constant
  output keccak_pkg::rc_bits_t bits_b_o
);

  import keccak_pkg::*;

  typedef struct packed {
    logic halt;
    logic done;
    logic second;
    logic first;
    logic idle;
  } phase_t;

  typedef struct packed {
    logic       parity;
    logic [4:0] round;
  } count_t;

  typedef rc_lfsr_t [NumRounds-1:0] rc_table_t;

  function automatic rc_table_t rc_table();
    rc_table_t t;
    for (int unsigned i = 0; i < NumRounds; i++) t[i] = rc_at(i);
    return t;
  endfunction

  localparam phase_t   Idle = '{idle: 1'b1, default: 1'b0};
  localparam phase_t   Halt = '{halt: 1'b1, default: 1'b0};
  localparam rc_lfsr_t LastRc = rc_at(NumRounds - 1);
  localparam rc_table_t RcOf = rc_table();
  localparam int unsigned TurboStart = NumRounds - NumTurboRounds;

  if (Passes < 1 || Passes > 2) begin : gen_bad_passes
    $fatal(1, "keccak_guarded_control: Passes is %0d; 1, 2 are allowed", Passes);
  end
  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_guarded_control: TagWidth is 0; 1 and more are allowed");
  end

  function automatic count_t counted(logic [4:0] round);
    return '{parity: ^round, round: round};
  endfunction

  function automatic phase_t next_phase(phase_t phase, logic load, logic last, logic taken);
    phase_t next;
    next        = '0;
    next.idle   = (phase.idle && !load) || (phase.done && taken);
    next.first  = load || (phase.first && !last);
    next.second = (Passes == 2) && ((phase.first && last) || (phase.second && !last));
    next.done   = (last && (Passes == 2 ? phase.second : phase.first)) || (phase.done && !taken);
    next.halt   = phase.halt;
    return next;
  endfunction

  logic alarm;

  // Rail A.

  phase_t              phase_q, phase_d;
  rc_lfsr_t            rc_q, rc_d;
  rc_bits_t            bits_q;  // its constant: no gate lies between comparison and use
  logic [TagWidth-1:0] tag_q;
  logic                last_a;

  assign last_a   = rc_q == LastRc;
  assign load_a_o = phase_q.idle && valid_i;
  assign swap_a_o = (Passes == 2) && phase_q.first && last_a;
  assign step_a_o = (phase_q.first && !swap_a_o) || phase_q.second;
  assign done_a_o = phase_q.done;
  assign second_o = phase_q.second;
  assign bits_a_o = bits_q;
  assign phase_d  = alarm ? Halt : next_phase(phase_q, load_a_o, last_a, ready_i);

  // Rail B; what ends in _n is the complement.

  phase_t              phase_n, phase_b, phase_b_d;
  count_t              count_n, count_b, count_d;
  logic [TagWidth-1:0] tag_n;
  logic                tag_parity_q;
  logic                last_b, running_b;
  rc_lfsr_t            rc_b;
  logic [NumRounds-1:0] round_is;

  assign phase_b   = ~phase_n;
  assign count_b   = ~count_n;
  assign running_b = phase_b.first || phase_b.second;
  assign last_b    = round_is[NumRounds-1];
  assign load_b_o  = phase_b.idle && valid_i;
  assign swap_b_o  = (Passes == 2) && phase_b.first && last_b;
  assign step_b_o  = (phase_b.first && !swap_b_o) || phase_b.second;
  assign done_b_o  = phase_b.done;
  assign phase_b_d = alarm ? Halt : next_phase(phase_b, load_b_o, last_b, ready_i);

  // Its round's constant, from a table.
  for (genvar i = 0; i < NumRounds; i++) begin : gen_round
    assign round_is[i] = running_b && count_b == counted(5'(i));
  end

  always_comb begin
    rc_b = '0;
    for (int unsigned i = 0; i < NumRounds; i++) rc_b |= {$bits(rc_lfsr_t){round_is[i]}} & RcOf[i];
  end

  assign bits_b_o = rc_bits(rc_b);

  // What the passes begin with.

  logic turbo_a, turbo_b;

  always_comb begin
    rc_d    = '0;
    count_d = '0;
    if (load_a_o || swap_a_o) rc_d = turbo_a ? rc_at(TurboStart) : rc_at(0);
    else if ((phase_q.first || phase_q.second) && !last_a) rc_d = rc_next(rc_q);
    if (load_b_o || swap_b_o) count_d = turbo_b ? counted(5'(TurboStart)) : counted('0);
    else begin
      for (int unsigned i = 0; i < NumRounds - 1; i++) begin
        if (round_is[i]) count_d |= counted(5'(i + 1));
      end
    end
  end

  logic turbo_fits;

  if (Passes == 2) begin : gen_turbo
    logic turbo_q, turbo_n, turbo_third_q;
    assign turbo_a    = swap_a_o ? turbo_q : turbo_i;
    assign turbo_b    = swap_b_o ? !turbo_n : turbo_i;
    assign turbo_fits = turbo_q != turbo_n && turbo_q == turbo_third_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        turbo_q       <= 1'b0;
        turbo_n       <= 1'b1;
        turbo_third_q <= 1'b0;
      end else begin
        if (load_a_o) turbo_q <= turbo_i;
        if (load_b_o) turbo_n <= !turbo_i;
        if (load_a_o) turbo_third_q <= turbo_i;
      end
    end
  end else begin : gen_no_turbo
    assign turbo_a    = turbo_i;
    assign turbo_b    = turbo_i;
    assign turbo_fits = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q      <= Idle;
      phase_n      <= ~Idle;
      rc_q         <= '0;
      bits_q       <= '0;
      count_n      <= '1;
      tag_q        <= '0;
      tag_n        <= '1;
      tag_parity_q <= 1'b0;
    end else begin
      phase_q <= phase_d;
      phase_n <= ~phase_b_d;
      rc_q    <= rc_d;
      bits_q  <= rc_bits(rc_d);
      count_n <= ~count_d;
      if (load_a_o) tag_q <= tag_i;
      if (load_b_o) tag_n <= ~tag_i;
      if (load_b_o) tag_parity_q <= ^tag_i;
    end
  end

  // Whether all fits together.

  logic phases_fit, rounds_fit, tags_fit;

  assign phases_fit = phase_q == phase_b && $onehot(phase_q);
  assign rounds_fit = rc_q == rc_b && bits_q == bits_b_o && (running_b || count_b == '0)
                    && ^count_b == 1'b0;
  assign tags_fit   = tag_q == ~tag_n && tag_parity_q == ^tag_q;

  assign alarm   = fault_i || !phases_fit || !rounds_fit || !tags_fit || !turbo_fits;
  assign alarm_o = alarm || phase_q.halt || phase_b.halt;

  assign ready_o = phase_q.idle;
  assign valid_o = phase_q.done;
  assign tag_o   = tag_q;

`ifndef SYNTHESIS
  Stalled_C : cover property (@(posedge clk_i) valid_o && !ready_i);
`endif

endmodule

`default_nettype wire
