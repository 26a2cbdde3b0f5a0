// SPDX-License-Identifier: Apache-2.0
//
// The coprocessor (Elmohr et al. 2016, table II; see docs/isa-mips.md): five auxiliary registers,
// and Least for the half of a rotated lane that is not stored at once. Stores compute in the
// execute stage. Registers are written when the instruction retires, since an access can fail
// before. The next instruction gets Least from the writeback stage; one that reads an auxiliary
// register waits for a cycle behind one that writes any.

`default_nettype none

module mips_copro
  import mips_pkg::*;
  import isa_copro_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic [31:0] instr_i,
  input  logic [31:0] rt_i,
  output logic        hazard_o,  // what it reads is still in the writeback stage
  output logic [31:0] wdata_o,   // to memory
  output logic [31:0] result_o,  // to a register, be it here or the core's
  // Writeback stage
  input  logic        valid_i,   // it is going to write
  input  logic        write_i,   // ... in this cycle
  input  logic [2:0]  waddr_i,
  input  logic [31:0] result_i,  // of the execute stage
  input  logic [31:0] wdata_i    // or of memory
);

  localparam logic [2:0] Least = AuxLeast[2:0];

  logic [31:0] au_q[AuxRegs];
  for (genvar i = 0; i < AuxRegs; i++) begin : gen_au
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                            au_q[i] <= '0;
      else if (write_i && waddr_i == 3'(i)) au_q[i] <= wdata_i;
    end
  end

  logic [31:0] least_q, least;
  assign least = (valid_i && waddr_i == Least) ? result_i : least_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                             least_q <= '0;
    else if (write_i && waddr_i == Least) least_q <= wdata_i;
  end

  copro_op_e op;
  assign op       = copro_decode(instr_i);
  assign hazard_o = valid_i && waddr_i != Least
                    && op inside {CoproXor5, CoproChi, CoproRot, CoproMfc2};

  // chi: the registers from the index on
  logic [31:0] row[3];
  always_comb begin
    for (int unsigned i = 0; i < 3; i++) begin
      row[i] = '0;
      for (int unsigned index = 0; index < AuxRegs; index++) begin
        if (get_index(instr_i) == 3'(index)) row[i] = au_q[(index+i)%AuxRegs];
      end
    end
  end

  logic [63:0] lane, rotated;
  assign lane = {au_q[0], au_q[1]};
  always_comb begin
    rotated = lane;
    for (int unsigned i = 0; i < 6; i++) begin
      if (au_q[2][i]) rotated = (rotated << (1 << i)) | (rotated >> (64 - (1 << i)));
    end
  end

  always_comb begin
    unique case (op)
      CoproXor5: wdata_o = au_q[0] ^ au_q[1] ^ au_q[2] ^ au_q[3] ^ au_q[4];
      CoproChi:  wdata_o = row[0] ^ (~row[1] & row[2]);
      CoproRot:  wdata_o = rotated[63:32];
      default:   wdata_o = least;
    endcase
    unique case (op)
      CoproMtc2: result_o = rt_i;
      CoproRot:  result_o = rotated[31:0];
      default: begin
        result_o = least;
        for (int unsigned i = 0; i < AuxRegs; i++) begin
          if (get_cp2(instr_i) == 5'(i)) result_o = au_q[i];
        end
      end
    endcase
  end

endmodule

`default_nettype wire
