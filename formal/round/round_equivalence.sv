// SPDX-License-Identifier: Apache-2.0
//
// keccak_round against the transcription of FIPS 202: for every state and round index, and for
// every state and every value, reachable or not, of the constant's register.

`default_nettype none

module round_equivalence (
  input logic [1599:0] s_i,
  input logic [4:0]    ir_i,
  input logic [7:0]    lfsr_i
);

  logic [23:0][63:0] constant;  // RC by algorithm 6
  logic [23:0][7:0]  lfsr;      // what the design keeps instead
  for (genvar i = 0; i < 24; i++) begin : gen_constant
    localparam logic [63:0] Constant = fips202_pkg::round_constant(i);
    localparam logic [7:0]  Lfsr = keccak_pkg::rc_at(i);
    assign constant[i] = Constant;
    assign lfsr[i]     = Lfsr;
  end

  logic [1599:0] expected, got, expected_from_lfsr, got_from_lfsr;

  fips202_round u_expected (
    .s_i,
    .rc_i(constant[ir_i]),
    .s_o (expected)
  );
  keccak_round u_got (
    .state_i(s_i),
    .rc_i   (lfsr[ir_i]),
    .state_o(got)
  );

  fips202_round u_expected_from_lfsr (
    .s_i,
    .rc_i(fips202_pkg::round_constant_from(fips202_pkg::from_lfsr(lfsr_i))),
    .s_o (expected_from_lfsr)
  );
  keccak_round u_got_from_lfsr (
    .state_i(s_i),
    .rc_i   (lfsr_i),
    .state_o(got_from_lfsr)
  );

  always_comb begin
    if (ir_i < 24) begin
      a_round : assert (got == expected);
      a_next_constant : assert (ir_i == 23 || keccak_pkg::rc_next(lfsr[ir_i]) == lfsr[ir_i+1]);
    end
    a_round_from_lfsr : assert (got_from_lfsr == expected_from_lfsr);
  end

endmodule

`default_nettype wire
