// SPDX-License-Identifier: Apache-2.0
//
// Address generator: four address registers, each with a start and an end, and the three operands'
// addresses.
//
//   Mode        Address   Register afterwards
//   ModeImm     imm       -
//   ModeAr      ar        -
//   ModeArInc   ar        ar + 1
//   ModeArStep  ar        ar + imm (modulo 512)
//   ModeArWrap  ar        ar + imm; start, if that is beyond end
//
// Operands see a register as it was before the instruction. Of several that change one, D wins over
// M over K. SET is the instruction that sets all three values of a register.

`default_nettype none

module hashproc_address
  import hashproc_pkg::*;
  import isa_hashproc_pkg::*;
(
  input  logic   clk_i,
  input  logic   rst_ni,
  input  logic   step_i,    // the instruction leaves ID
  input  instr_t instr_i,
  output addr_t  k_addr_o,
  output addr_t  m_addr_o,
  output addr_t  d_addr_o
);

  addr_t [AddressRegisters-1:0] ar_q, start_q, end_q;

  function automatic logic changes(logic [2:0] mode);
    return mode inside {ModeArInc, ModeArStep, ModeArWrap};
  endfunction

  assign k_addr_o = (instr_i.k.mode == ModeImm) ? instr_i.k.imm : ar_q[instr_i.k.ar];
  assign m_addr_o = (instr_i.m.mode == ModeImm) ? instr_i.m.imm : ar_q[instr_i.m.ar];
  assign d_addr_o = (instr_i.d.mode == ModeImm) ? instr_i.d.imm : ar_q[instr_i.d.ar];

  // What an operand adds to its register, and whether the sum has a limit.
  addr_t k_step, m_step, d_step;
  assign k_step = (instr_i.k.mode == ModeArInc) ? addr_t'(1) : instr_i.k.imm;
  assign m_step = (instr_i.m.mode == ModeArInc) ? addr_t'(1) : instr_i.m.imm;
  assign d_step = (instr_i.d.mode == ModeArInc) ? addr_t'(1) : instr_i.d.imm;

  logic set;
  assign set = instr_i.opcode == OpSet;

  for (genvar i = 0; i < AddressRegisters; i++) begin : gen_register
    logic  of_k, of_m, of_d, set_this, wrap, beyond;
    addr_t step, sum;
    assign of_k     = changes(instr_i.k.mode) && instr_i.k.ar == 2'(i);
    assign of_m     = changes(instr_i.m.mode) && instr_i.m.ar == 2'(i);
    assign of_d     = changes(instr_i.d.mode) && instr_i.d.ar == 2'(i);
    assign step     = of_d ? d_step : of_m ? m_step : k_step;
    assign wrap     = (of_d ? instr_i.d.mode : of_m ? instr_i.m.mode : instr_i.k.mode)
                      == ModeArWrap;
    assign sum      = ar_q[i] + step;
    assign set_this = set && instr_i.k.ar == 2'(i);

    // ar + step > end: ar + step + ~end reaches 512, which does not wait for the sum.
    logic [8:0] carries;
    logic [1:0] over;
    logic [8:0] unused_sum;
    assign carries = (ar_q[i] & step) | (~end_q[i] & (ar_q[i] | step));
    assign {over, unused_sum} = {2'b0, ar_q[i] ^ step ^ ~end_q[i]} + {1'b0, carries, 1'b0};
    assign beyond = over != '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ar_q[i]    <= '0;
        start_q[i] <= '0;
        end_q[i]   <= '1;
      end else if (step_i) begin
        if (set_this) begin
          ar_q[i]    <= instr_i.k.imm;
          start_q[i] <= instr_i.m.imm;
          end_q[i]   <= instr_i.d.imm;
        end else if (!set && (of_k || of_m || of_d)) begin
          ar_q[i] <= (wrap && beyond) ? start_q[i] : sum;
        end
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{instr_i.k.block, instr_i.m.block, instr_i.d.block, instr_i.times_less_1,
                           instr_i.opens, instr_i.count, instr_i.ends, instr_i.wait_input,
                           instr_i.release_input, instr_i.add_chain, instr_i.chain_row};

endmodule

`default_nettype wire
