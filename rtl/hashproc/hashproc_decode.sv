// SPDX-License-Identifier: Apache-2.0
//
// From the program word in ID to what travels down the pipeline: which operands are read where, and
// where the result goes.

`default_nettype none

module hashproc_decode
  import hashproc_pkg::*;
  import isa_hashproc_pkg::*;
(
  input  logic   valid_i,
  input  instr_t instr_i,
  input  addr_t  k_addr_i,
  input  addr_t  m_addr_i,
  input  addr_t  d_addr_i,
  input  logic   buffer_i,  // the half of the message block that is read
  output slot_t  slot_o
);

  function automatic source_t source(logic [2:0] mode, logic upper, addr_t addr);
    source_t s;
    s.given = mode inside {ModeImm, ModeAr, ModeArInc, ModeArStep, ModeArWrap, ModeZero};
    s.load  = s.given && mode != ModeZero;
    s.upper = upper;
    s.addr  = addr;
    return s;
  endfunction

  // In the message block, an address stays inside the buffer.
  addr_t m_addr, d_addr;
  assign m_addr = {instr_i.m.block[1] ? m_addr_i[8] : buffer_i, m_addr_i[7:0]};
  assign d_addr = {(instr_i.d.block == 2'(isa_hashproc_pkg::MessageBlock)) ? buffer_i : d_addr_i[8], d_addr_i[7:0]};

  always_comb begin
    slot_o = Bubble;
    if (valid_i && instr_i.opcode != OpSet) begin
      slot_o.opcode  = instr_i.opcode;
      slot_o.k       = source(instr_i.k.mode, instr_i.k.block[1], k_addr_i);
      slot_o.m       = source(instr_i.m.mode, instr_i.m.block[1], m_addr);
      slot_o.d.out   = instr_i.d.mode == ModeOut;
      slot_o.d.store = instr_i.d.mode inside {ModeImm, ModeAr, ModeArInc, ModeArStep, ModeArWrap};
      slot_o.d.block = instr_i.d.block;
      slot_o.d.addr  = d_addr;
      slot_o.last    = instr_i.add_chain;
      slot_o.chain   = instr_i.chain_row;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{instr_i.k.ar, instr_i.k.block[0], instr_i.k.imm, instr_i.m.ar,
                           instr_i.m.block[0], instr_i.m.imm, instr_i.d.ar, instr_i.d.imm,
                           instr_i.times_less_1, instr_i.opens, instr_i.count,
                           instr_i.ends, instr_i.wait_input, instr_i.release_input};

endmodule

`default_nettype wire
