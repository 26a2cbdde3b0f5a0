// SPDX-License-Identifier: Apache-2.0
//
// Addresses of a block's byte lanes for 16 bytes from any byte address on: the lanes below it are
// in the next row. Rows wrap inside the block, in the message block inside the buffer.

`default_nettype none

module hashproc_rows
  import hashproc_pkg::*;
#(
  parameter int unsigned WrapWidth = RowWidth  // row bits that count on
) (
  input  addr_t                addr_i,
  output row_t [LaneBytes-1:0] rows_o
);

  if (WrapWidth < 1 || WrapWidth > RowWidth) begin : gen_bad_wrap
    $fatal(1, "hashproc_rows: WrapWidth is %0d; 1 to %0d are allowed", WrapWidth, RowWidth);
  end

  row_t       row, next;
  logic [3:0] first;
  assign {row, first} = addr_i;

  always_comb begin
    next = row;
    next[WrapWidth-1:0] = row[WrapWidth-1:0] + 1'b1;
  end

  for (genvar i = 0; i < LaneBytes - 1; i++) begin : gen_lane
    assign rows_o[i] = (first > 4'(i)) ? next : row;
  end
  assign rows_o[LaneBytes-1] = row;

endmodule

`default_nettype wire
