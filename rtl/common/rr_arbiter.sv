// SPDX-License-Identifier: Apache-2.0
//
// Round-robin arbiter: the requester after the one that was last taken comes first.
// `grant_o` is one-hot or zero and combinational; `take_i` moves the turn past it.

`default_nettype none

module rr_arbiter #(
  parameter int unsigned Count = 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Count-1:0] request_i,
  input  logic             take_i,
  output logic [Count-1:0] grant_o
);

  if (Count == 1) begin : gen_single
    logic unused;
    assign unused  = ^{clk_i, rst_ni, take_i};
    assign grant_o = request_i;
  end else begin : gen_many
    // Ones at and above the position whose turn it is.
    logic [Count-1:0] turn_q, high, grant;

    function automatic logic [Count-1:0] lowest(logic [Count-1:0] v);
      return v & (~v + 1'b1);
    endfunction

    assign high    = request_i & turn_q;
    assign grant   = (high != '0) ? lowest(high) : lowest(request_i);
    assign grant_o = grant;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                          turn_q <= '1;
      else if (take_i && request_i != '0)   turn_q <= ~(grant | (grant - 1'b1));
    end
  end

endmodule

`default_nettype wire
