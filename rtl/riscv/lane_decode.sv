// SPDX-License-Identifier: Apache-2.0
//
// Decoder of the lane unit. Register fields that an instruction does not use are ignored.
//
//   funct3     funct7     rd     rs2      rs1      semantics
//   0 kabs     0          lane   high     low      lane ^= {high, low}
//   1 kperm    0          turbo  -        -        permutation of 24 rounds, or 12 (turbo)
//   2 kget     0          rd     word[5]  word[4:0] rd = word of the state
//   3 kclr     0          -      -        -        state = 0
//   4 kabsp    turbo      lane   high     low      kabs, then kperm

`default_nettype none

module lane_decode (
  input  logic [31:0]   instr_i,
  output logic          legal_o,
  output lane_pkg::op_t op_o
);

  import lane_pkg::*;

  logic [2:0] funct3;
  logic [6:0] funct7;
  logic [4:0] rd;
  logic [5:0] word;
  logic [3:0] unused_rs2;

  assign funct3     = instr_i[14:12];
  assign funct7     = instr_i[31:25];
  assign rd         = instr_i[11:7];
  assign word       = instr_i[20:15];
  assign unused_rs2 = instr_i[24:21];

  always_comb begin
    op_o    = '0;
    legal_o = 1'b0;
    unique case (funct3)
      KAbs: begin
        legal_o     = rd < 5'(NumLanes) && funct7 == '0;
        op_o.absorb = 1'b1;
        op_o.lane   = rd;
      end
      KPerm: begin
        legal_o      = rd < 5'd2 && funct7 == '0;
        op_o.permute = 1'b1;
        op_o.turbo   = rd[0];
      end
      KGet: begin
        legal_o   = word < 6'(NumWords) && funct7 == '0;
        op_o.get  = 1'b1;
        op_o.lane = word[5:1];
        op_o.high = word[0];
      end
      KClr: begin
        legal_o    = funct7 == '0;
        op_o.clear = 1'b1;
      end
      KAbsP: begin
        legal_o      = rd < 5'(NumLanes) && funct7[6:1] == '0;
        op_o.absorb  = 1'b1;
        op_o.permute = 1'b1;
        op_o.turbo   = funct7[0];
        op_o.lane    = rd;
      end
      default: legal_o = 1'b0;
    endcase
    if (instr_i[6:0] != Opcode) legal_o = 1'b0;
  end

endmodule

`default_nettype wire
