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

  if (Count == 0) begin : gen_bad_count
    $fatal(1, "rr_arbiter: Count is 0; 1 and more are allowed");
  end else if (Count == 1) begin : gen_single
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

`ifndef SYNTHESIS
    TurnShape_A : assert property (@(posedge clk_i) (~turn_q & (~turn_q + 1'b1)) == '0)
    else $error("the turn is %b: not ones from a position up", turn_q);
`endif
  end

`ifndef SYNTHESIS
  GrantOneHot_A : assert property (@(posedge clk_i) $onehot0(grant_o))
  else $error("the grants are %b", grant_o);
  GrantAsked_A : assert property (@(posedge clk_i) (grant_o & ~request_i) == '0)
  else $error("a grant without a request");
  GrantGiven_A : assert property (@(posedge clk_i) request_i != '0 |-> grant_o != '0)
  else $error("requests and no grant");
`endif

endmodule

`default_nettype wire
