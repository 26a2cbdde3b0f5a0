// SPDX-License-Identifier: Apache-2.0
//
// Rules of transactions that are known by a tag: at most `Most` of a tag are open at a time, and
// what is closed was opened in an earlier cycle. Tags of more than 16 bits pass unchecked.
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module tag_check #(
  parameter int unsigned TagWidth = 1,
  parameter int unsigned Most     = 1
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                open_i,
  input logic [TagWidth-1:0] open_tag_i,
  input logic                close_i,
  input logic [TagWidth-1:0] close_tag_i
);

  if (TagWidth == 0) begin : gen_bad_width
    $fatal(1, "tag_check: TagWidth is 0; 1 and more are allowed");
  end
  if (Most == 0) begin : gen_bad_most
    $fatal(1, "tag_check: Most is 0; 1 and more are allowed");
  end

  localparam int unsigned CountWidth = $clog2(Most + 1);
  typedef logic [CountWidth-1:0] count_t;

  // A table of wider tags is more than a simulation should hold.
  if (TagWidth <= 16) begin : gen_table
    count_t open_q[2**TagWidth];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int unsigned i = 0; i < 2 ** TagWidth; i++) open_q[i] <= '0;
      end else if (!(open_i && close_i && open_tag_i == close_tag_i)) begin
        if (open_i)  open_q[open_tag_i]   <= open_q[open_tag_i] + 1'b1;
        if (close_i) open_q[close_tag_i]  <= open_q[close_tag_i] - 1'b1;
      end
    end

    TagFree_A : assert property (@(posedge clk_i)
      !open_i || open_q[open_tag_i] != count_t'(Most))
    else $error("tag %0d is opened while it is in use", open_tag_i);
    TagOpen_A : assert property (@(posedge clk_i)
      !close_i || open_q[close_tag_i] != '0)
    else $error("tag %0d is closed and was not open", close_tag_i);
  end else begin : gen_wide
    logic unused;
    assign unused = ^{clk_i, rst_ni, open_i, open_tag_i, close_i, close_tag_i};
  end

endmodule

`default_nettype wire
