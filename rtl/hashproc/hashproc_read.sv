// SPDX-License-Identifier: Apache-2.0
//
// What the data memory is asked for in Mem: K from an even block, M from an odd one. The chaining
// value wins over both: its first half is asked for in Mem, the second one by EX1.

`default_nettype none

module hashproc_read
  import hashproc_pkg::*;
(
  input  logic                             advance_i,
  input  slot_t                            slot_i,        // the instruction in Mem
  input  logic                             chain_i,       // EX1 wants a row of the chaining blocks
  input  row_t                             chain_row_i,
  output logic [Blocks-1:0]                re_o,
  output row_t [Blocks-1:0][LaneBytes-1:0] rows_o
);

  for (genvar i = 0; i < Blocks; i++) begin : gen_block
    logic  load, upper, want;
    addr_t operand, addr;
    assign load    = (i % 2 == 0) ? slot_i.k.load : slot_i.m.load;
    assign upper   = (i % 2 == 0) ? slot_i.k.upper : slot_i.m.upper;
    assign operand = (i % 2 == 0) ? slot_i.k.addr : slot_i.m.addr;
    if (i == ChainBlockLow || i == ChainBlockHigh) begin : gen_chain
      always_comb begin
        want = 1'b1;
        if (chain_i) addr = {chain_row_i, 4'd0};
        else if (slot_i.last) addr = {slot_i.chain, 4'd0};
        else {want, addr} = {load && upper == 1'(i / 2), operand};
      end
    end else begin : gen_operand
      assign want = load && upper == 1'(i / 2);
      assign addr = operand;
    end
    assign re_o[i] = advance_i && want;

    hashproc_rows #(
      .WrapWidth(i == MessageBlock ? RowWidth - 1 : RowWidth)
    ) u_rows (
      .addr_i(addr),
      .rows_o(rows_o[i])
    );
  end

  logic unused_slot;
  assign unused_slot = ^{slot_i.opcode, slot_i.k.given, slot_i.m.given, slot_i.d};

endmodule

`default_nettype wire
