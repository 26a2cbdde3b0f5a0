// SPDX-License-Identifier: Apache-2.0
//
// keccak_round against the transcription of FIPS 202, for every state and every round index.

`default_nettype none

module round_equivalence (
  input logic [1599:0] s_i,
  input logic [4:0]    ir_i
);

  import keccak_pkg::*;

  logic     [1599:0] expected;
  state_t            got;
  rc_lfsr_t [23:0]   rc;

  for (genvar i = 0; i < NumRounds; i++) begin : gen_rc
    localparam rc_lfsr_t Rc = rc_at(i);
    assign rc[i] = Rc;
  end

  fips202_round u_reference (
    .s_i,
    .ir_i,
    .s_o (expected)
  );

  keccak_round u_round (
    .state_i(s_i),
    .rc_i   (rc[ir_i]),
    .state_o(got)
  );

  always_comb begin
    if (ir_i < 24) begin
      assert (got == expected);
      assert (ir_i == 23 || rc_next(rc[ir_i]) == rc[ir_i+1]);
    end
  end

endmodule

`default_nettype wire
