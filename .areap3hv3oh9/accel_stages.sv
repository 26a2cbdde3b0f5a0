// SPDX-License-Identifier: Apache-2.0
//
// One round in Stages pipeline stages, in which every state either takes the round or passes by.
//
//   Stages   cuts (|)
//     2      theta, rho, pi | chi, iota
//     3      column parity | theta add, rho, pi | chi, iota
//     4      column parity | theta add, rho, pi | chi, iota | pass
//
// The register in front of the first stage is the user's, so the output is combinational.

`default_nettype none

module accel_stages
  import keccak_pkg::*;
#(
  parameter int unsigned Stages = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Stages-1:0] run_i,    // per stage: take the round
  input  rc_lfsr_t          rc_i,     // of the state in the stage of iota
  input  state_t            state_i,
  output state_t            state_o
);

  function automatic state_t linear(state_t a, plane_t c);
    return pi(rho(theta_add(a, theta_effect(c))));
  endfunction

  // A register that the number of stages spares is zero and not used.
  state_t first_q, first;    // in front of theta's addition,
  plane_t parity_q, parity;  // ... with its column parity
  state_t mixed_q, mixed_d;  // in front of chi
  state_t chosen_q, chosen;  // behind iota

  localparam int unsigned ThetaStage = (Stages == 2) ? 0 : 1;

  assign first   = (Stages == 2) ? state_i : first_q;
  assign parity  = (Stages == 2) ? column_parity(state_i) : parity_q;
  assign mixed_d = run_i[ThetaStage] ? linear(first, parity) : first;
  assign chosen  = run_i[ThetaStage+1] ? iota(chi(mixed_q), rc_i) : mixed_q;
  assign state_o = (Stages == 4) ? chosen_q : chosen;

  if (Stages == 2) begin : gen_one_cut
    assign {first_q, parity_q} = '0;
  end else begin : gen_two_cuts
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        first_q  <= '0;
        parity_q <= '0;
      end else begin
        first_q  <= state_i;
        parity_q <= column_parity(state_i);
      end
    end
    logic unused_run;
    assign unused_run = run_i[0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mixed_q <= '0;
    else         mixed_q <= mixed_d;
  end

  if (Stages == 4) begin : gen_last_cut
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) chosen_q <= '0;
      else         chosen_q <= chosen;
    end
    logic unused_run;
    assign unused_run = run_i[3];
  end else begin : gen_no_last_cut
    assign chosen_q = '0;
  end

endmodule

`default_nettype wire
