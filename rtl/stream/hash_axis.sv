// SPDX-License-Identifier: Apache-2.0
//
// A sponge between two AXI4-Streams (IHI 0051B), without a memory port: a packet is a message, and
// a packet comes out with its output. Words of 64 bits, byte i of a message on bits 8i + 7 to 8i.
//
// s_axis  tkeep says which bytes of the last word count, from byte 0 on; none is an empty message.
//         The words before have all. tuser, of the first word: {output's bytes, domain, algorithm},
//         as of a command of hash_accel: accel_pkg::alg_e, and TurboSHAKE's domain byte.
// m_axis  the output, tkeep and tlast likewise. tuser: an error, with an empty packet, for an
//         algorithm that does not exist, an output of no bytes, or words that are not as above.
//
// A word is taken in a cycle, then a block takes one and 24 / RoundsPerCycle (12 /, rounded up)
// cycles; nothing is taken meanwhile. Behind the last word of output the state is zero.

`default_nettype none

module hash_axis
  import keccak_pkg::*;
  import accel_pkg::*;
#(
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned LenWidth = 32,  // bits of the output's length
  localparam int unsigned UserWidth = LenWidth + 8 + 4
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,
  input  logic [63:0]          s_axis_tdata,
  input  logic [7:0]           s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [63:0]          m_axis_tdata,
  output logic [7:0]           m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic                 m_axis_tuser
);

  if (RoundsPerCycle == 0 || NumRounds % RoundsPerCycle != 0) begin : gen_bad_rounds
    $fatal(1, "hash_axis: RoundsPerCycle is %0d; 1, 2, 3, 4, 6, 8, 12, 24 are allowed",
           RoundsPerCycle);
  end
  if (LenWidth < 8 || LenWidth > 64) begin : gen_bad_length
    $fatal(1, "hash_axis: LenWidth is %0d; 8 to 64 are allowed", LenWidth);
  end

  localparam int unsigned Lanes = MaxRateLanes;
  localparam int unsigned Entry = NumTurboRounds % RoundsPerCycle;
  localparam rc_lfsr_t    StartRc = rc_at(0);
  localparam rc_lfsr_t    TurboStartRc = rc_at(NumRounds - NumTurboRounds - Entry);
  localparam rc_lfsr_t    LastRc = rc_at(NumRounds - RoundsPerCycle);

  typedef enum logic [1:0] {
    Absorb,   // takes words
    Pad,      // the domain byte that no word had room for
    Permute,
    Squeeze   // gives words
  } phase_e;

  typedef struct packed {
    logic [LenWidth-1:0] bytes;  // of output, that are left
    alg_t                alg;
    logic                wrong;
  } message_t;

  phase_e   phase_q, phase_d;
  message_t message_q, message;
  rate_t    lane_q, lane_d;  // that is next
  logic     begun_q;         // the first word is in
  logic     ended_q;         // the last word is in
  logic     padded_q;        // the domain byte is in
  rc_lfsr_t rc_q;

  logic taken, given, finish, block_end, permuted;

  assign s_axis_tready = phase_q == Absorb;
  assign taken     = s_axis_tvalid && s_axis_tready;
  assign given     = m_axis_tvalid && m_axis_tready;
  assign finish    = given && m_axis_tlast;
  assign block_end = lane_q == message.alg.rate - 5'd1;
  assign permuted  = rc_q == LastRc;

  // What the first word says holds from then on.

  logic [LenWidth-1:0] user_bytes;
  logic [7:0]          user_domain;
  logic [3:0]          user_alg;
  assign {user_bytes, user_domain, user_alg} = s_axis_tuser;

  logic malformed;  // tkeep has a gap, or is short of a word that is not the last
  assign malformed = s_axis_tlast ? (s_axis_tkeep & (s_axis_tkeep + 8'd1)) != '0
                                    : s_axis_tkeep != '1;

  always_comb begin
    message = message_q;
    if (!begun_q) begin
      message.bytes = user_bytes;
      message.alg   = alg_lookup(user_alg, user_domain);
      message.wrong = !message.alg.legal || user_bytes == '0;
    end
    if (taken && malformed) message.wrong = 1'b1;
  end

  // Padding: the domain byte behind the message, and the last bit of the block (FIPS 202, 5.1).

  logic  pad;
  lane_t word;
  assign pad = phase_q == Pad || (taken && s_axis_tlast && s_axis_tkeep != '1);

  always_comb begin
    word = '0;
    if (phase_q == Pad) word[7:0] = message_q.alg.domain;
    if (taken) begin
      for (int unsigned i = 0; i < 8; i++) begin
        if (s_axis_tkeep[i]) word[8*i+:8] = s_axis_tdata[8*i+:8];
        else if (pad && (i == 0 || s_axis_tkeep[i-1])) word[8*i+:8] = message.alg.domain;
      end
    end
  end

  block_t block;
  always_comb begin
    block = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      if (lane_q == 5'(l)) block[64*l+:64] = word;
      if (pad && message.alg.rate == 5'(l + 1)) block[64*l+63] ^= 1'b1;
    end
  end

  // The state. Nothing of a message that is wrong is absorbed once it is known to be.

  logic [StateWidth-1:0] state;
  accel_unit #(.RoundsPerCycle(RoundsPerCycle)) u_unit (
    .clk_i,
    .rst_ni,
    .run_i   (phase_q == Permute),
    .hold_i  (phase_q != Permute && !finish),
    .rc_i    (rc_q),
    .enter_i (Entry != 0 && message_q.alg.turbo && rc_q == TurboStartRc),
    .absorb_i(taken || phase_q == Pad),
    .block_i (StateWidth'(block & {BlockWidth{!message.wrong}})),
    .state_o (state)
  );

  // Control

  always_comb begin
    phase_d = phase_q;
    lane_d  = lane_q;
    unique case (phase_q)
      Absorb: if (taken) begin
        lane_d = block_end ? '0 : lane_q + 5'd1;
        if (message.wrong) begin
          if (s_axis_tlast) phase_d = Squeeze;
        end else if (pad || block_end) begin
          phase_d = Permute;
          lane_d  = '0;
        end else if (s_axis_tlast) begin
          phase_d = Pad;
        end
      end
      Pad: begin
        phase_d = Permute;
        lane_d  = '0;
      end
      Permute: if (permuted) phase_d = padded_q ? Squeeze : ended_q ? Pad : Absorb;
      default: if (given) begin
        lane_d = (block_end || finish) ? '0 : lane_q + 5'd1;
        if (finish) phase_d = Absorb;
        else if (block_end) phase_d = Permute;
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q   <= Absorb;
      lane_q    <= '0;
      begun_q   <= 1'b0;
      ended_q   <= 1'b0;
      padded_q  <= 1'b0;
      message_q <= '0;
      rc_q      <= '0;
    end else begin
      phase_q <= phase_d;
      lane_q  <= lane_d;
      if (phase_q == Permute)      rc_q <= rc_steps(rc_q, 7 * RoundsPerCycle);
      else if (message.alg.turbo)  rc_q <= TurboStartRc;
      else                         rc_q <= StartRc;
      if (taken) begin
        message_q <= message;
        begun_q   <= 1'b1;
        ended_q   <= s_axis_tlast;
      end
      if (pad) padded_q <= 1'b1;
      if (given) message_q.bytes <= message_q.bytes - LenWidth'(8);
      if (finish) begin
        begun_q   <= 1'b0;
        ended_q   <= 1'b0;
        padded_q  <= 1'b0;
        message_q <= '0;
      end
    end
  end

  // Output

  logic short;
  assign short = message_q.bytes < LenWidth'(8);
  assign m_axis_tvalid = phase_q == Squeeze;
  assign m_axis_tuser  = m_axis_tvalid && message_q.wrong;
  assign m_axis_tlast  = message_q.wrong || message_q.bytes <= LenWidth'(8);
  always_comb begin
    m_axis_tkeep = '1;
    if (short) m_axis_tkeep = ~(8'hff << message_q.bytes[2:0]);
    if (message_q.wrong || !m_axis_tvalid) m_axis_tkeep = '0;
    m_axis_tdata = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      if (lane_q == 5'(l)) m_axis_tdata |= state[64*l+:64];
    end
    for (int unsigned i = 0; i < 8; i++) begin
      if (!m_axis_tkeep[i]) m_axis_tdata[8*i+:8] = '0;
    end
  end

  logic unused_state;
  assign unused_state = ^state[StateWidth-1:BlockWidth];

`ifndef SYNTHESIS
  EmptyClear_A : assert property (@(posedge clk_i) phase_q == Absorb && !begun_q |-> state == '0)
  else $error("an empty sponge holds state");
  LaneInBlock_A : assert property (@(posedge clk_i) begun_q |-> lane_q < message_q.alg.rate)
  else $error("a lane behind the rate");
  PadOnce_A : assert property (@(posedge clk_i) pad |-> !padded_q)
  else $error("a message is padded twice");

  DomainInBlockOfItsOwn_C : cover property (@(posedge clk_i) phase_q == Pad && lane_q == '0);
  DomainInLastByte_C : cover property (@(posedge clk_i)
    taken && pad && block_end && s_axis_tkeep == 8'h7f);
  OutputEndsBlock_C : cover property (@(posedge clk_i)
    finish && block_end && !short && !message_q.wrong);
  OutputGoesOn_C : cover property (@(posedge clk_i) given && phase_d == Permute);
  WrongLater_C : cover property (@(posedge clk_i) taken && begun_q && malformed);
`endif

endmodule

`default_nettype wire
