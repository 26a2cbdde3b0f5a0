// SPDX-License-Identifier: Apache-2.0
//
// A whole permutation of keccak_engine against 24 or 12 rounds of FIPS 202, for every state.
//
// After reset, `States` arbitrary states go in one after the other and their results come out, with
// neither side stalling. Control then depends on no input and the run unrolls into one network.
// Each result, its tag and the cycle in which it appears are compared.

`default_nettype none

module permutation_equivalence #(
  parameter int unsigned RoundsPerCycle = 1,
  parameter int unsigned Stages = 1,
  parameter int unsigned Fold = 0,
  parameter int unsigned Turbo = 0,
  parameter int unsigned States = 1,   // as many as fit in flight
  parameter int unsigned Latency = 24, // cycles from a state's last beat in to its first beat out
  parameter int unsigned Depth = 27    // cycles of the run; the comparison is in the last
) (
  input logic                      clk_i,
  input logic [States-1:0][1599:0] state_i  // taken in cycle 0
);

  localparam int unsigned BeatWidth = keccak_pkg::beat_width(Fold);
  localparam int unsigned Beats = 1600 / BeatWidth;
  localparam int unsigned FirstRound = Turbo != 0 ? 12 : 0;

  // The order in which the bits of a state travel: as in the standard's string, or by slices.
  function automatic logic [1599:0] to_beats(logic [1599:0] s);
    logic [1599:0] t;
    t = s;
    if (Fold == keccak_pkg::FoldSlice) begin
      for (int z = 0; z < 64; z++)
        for (int i = 0; i < 25; i++)  // lane (x, y) at 5y + x
          t[25*z+i] = s[64*i+z];
    end
    return t;
  endfunction

  // Cycle 0 is reset, and takes the arbitrary states. They move down a beat as beats go in; the
  // results move in from above.
  logic [15:0]               cycle_q = '0;
  logic                      rst_n;
  logic [States-1:0][1599:0] operand_q = '0, result_q = '0;

  assign rst_n = cycle_q != 0;

  logic                 in_valid, in_ready, out_valid;
  logic [BeatWidth-1:0] out_data;
  logic [3:0]           out_tag;
  logic [3:0]           in_state_q, out_state_q;
  logic [5:0]           in_beat_q, out_beat_q;

  assign in_valid = rst_n && in_state_q < States;

  keccak_engine #(
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Fold          (Fold),
    .TagWidth      (4)
  ) u_engine (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(in_valid),
    .ready_o(in_ready),
    .data_i (operand_q[0][BeatWidth-1:0]),
    .turbo_i(Turbo != 0),
    .tag_i  (in_state_q),
    .valid_o(out_valid),
    .ready_i(1'b1),
    .data_o (out_data),
    .tag_o  (out_tag)
  );

  logic [States-1:0][15:0] due_q;      // the cycle of each result's first beat
  logic                    on_time_q;  // every first beat came in its cycle
  logic                    tags_good_q;

  always_ff @(posedge clk_i) begin
    cycle_q <= cycle_q + 1'b1;
    if (!rst_n) begin
      for (int i = 0; i < States; i++) operand_q[i] <= to_beats(state_i[i]);
      in_state_q  <= '0;
      in_beat_q   <= '0;
      out_state_q <= '0;
      out_beat_q  <= '0;
      due_q       <= '0;
      on_time_q   <= 1'b1;
      tags_good_q <= 1'b1;
    end else begin
      if (in_valid && in_ready) begin
        operand_q <= operand_q >> BeatWidth;
        in_beat_q <= in_beat_q == Beats - 1 ? '0 : in_beat_q + 1'b1;
        if (in_beat_q == Beats - 1) begin
          in_state_q <= in_state_q + 1'b1;
          due_q      <= (States*16)'({cycle_q + 16'(Latency), due_q} >> 16);
        end
      end
      if (out_valid && out_state_q < States) begin
        result_q   <= (States*1600)'({out_data, result_q} >> BeatWidth);
        out_beat_q <= out_beat_q == Beats - 1 ? '0 : out_beat_q + 1'b1;
        if (out_beat_q == Beats - 1) out_state_q <= out_state_q + 1'b1;
        if (out_beat_q == 0) on_time_q <= on_time_q && cycle_q == due_q[out_state_q];
        tags_good_q <= tags_good_q && out_tag == out_state_q;
      end
    end
  end

  // The standard, one round a cycle from cycle 1 on.
  logic [23:0][63:0] constant;
  for (genvar i = 0; i < 24; i++) begin : gen_constant
    localparam logic [63:0] Constant = fips202_pkg::round_constant(i);
    assign constant[i] = Constant;
  end

  logic [States-1:0][1599:0] expected_q = '0, expected_d;
  logic [4:0]                round_q;
  for (genvar i = 0; i < States; i++) begin : gen_expected
    fips202_round u_round (
      .s_i (expected_q[i]),
      .rc_i(constant[round_q]),
      .s_o (expected_d[i])
    );
    always_ff @(posedge clk_i) begin
      if (!rst_n) expected_q[i] <= state_i[i];
      else if (round_q < 24) expected_q[i] <= expected_d[i];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_n) round_q <= 5'(FirstRound);
    else if (round_q < 24) round_q <= round_q + 1'b1;
  end

  logic [States-1:0] equal;
  for (genvar i = 0; i < States; i++) begin : gen_equal
    assign equal[i] = result_q[i] == to_beats(expected_q[i]);
  end

  always_comb begin
    if (cycle_q == Depth - 1) begin
      a_count : assert (in_state_q == States && out_state_q == States);
      a_tags : assert (tags_good_q);
      a_on_time : assert (on_time_q);
      a_reference_done : assert (round_q == 24);
      a_result : assert (equal == '1);
    end
  end

endmodule

`default_nettype wire
