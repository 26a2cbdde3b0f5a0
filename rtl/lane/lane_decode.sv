// SPDX-License-Identifier: Apache-2.0
//
// What an instruction asks of the lane unit; docs/isa.md lists them.

`default_nettype none

module lane_decode
  import isa_lane_pkg::*;
(
  input  logic [31:0]   instr_i,
  output logic          legal_o,
  output lane_pkg::op_t op_o
);

  lane_op_e   op;
  logic [5:0] word;
  assign op      = lane_decode(instr_i);
  assign word    = get_word(instr_i);
  assign legal_o = op != LaneNone;

  always_comb begin
    op_o = '{
      absorb:  op inside {LaneKabs, LaneKabsp, LaneKabsl, LaneKabslp},
      load:    op inside {LaneKabsl, LaneKabslp},
      get:     op == LaneKget,
      clear:   op == LaneKclr,
      permute: op inside {LaneKperm, LaneKabsp, LaneKabslp},
      turbo:   op == LaneKperm ? get_kperm_turbo(instr_i) : get_kabsp_turbo(instr_i),
      lane:    op == LaneKget ? word[5:1] : get_lane(instr_i),
      high:    word[0]
    };
  end

endmodule

`default_nettype wire
