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

  // In the message block, an address stays inside the buffer.
  function automatic addr_t place(block_t block, addr_t addr, logic buffer);
    return (block == 2'(MessageBlock)) ? {buffer, addr[7:0]} : addr;
  endfunction

  function automatic source_t source(logic [2:0] mode, block_t block, addr_t addr,
                                      logic buffer);
    source_t s;
    s.given = mode inside {ModeImm, ModeAr, ModeArInc, ModeArStep, ModeArWrap, ModeZero};
    s.load  = s.given && mode != ModeZero;
    s.block = block;
    s.addr  = place(block, addr, buffer);
    return s;
  endfunction

  always_comb begin
    slot_o = Bubble;
    if (valid_i && instr_i.opcode != OpSet) begin
      slot_o.opcode  = instr_i.opcode;
      slot_o.k       = source(instr_i.k.mode, instr_i.k.block, k_addr_i, buffer_i);
      slot_o.m       = source(instr_i.m.mode, instr_i.m.block, m_addr_i, buffer_i);
      slot_o.d.out   = instr_i.d.mode == ModeOut;
      slot_o.d.store = instr_i.d.mode inside {ModeImm, ModeAr, ModeArInc, ModeArStep, ModeArWrap};
      slot_o.d.block = instr_i.d.block;
      slot_o.d.addr  = place(instr_i.d.block, d_addr_i, buffer_i);
      slot_o.last    = instr_i.add_chain;
      slot_o.chain   = instr_i.chain_row;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{instr_i.k.ar, instr_i.k.imm, instr_i.m.ar, instr_i.m.imm, instr_i.d.ar,
                           instr_i.d.imm, instr_i.times_less_1, instr_i.opens, instr_i.count,
                           instr_i.ends, instr_i.wait_input, instr_i.release_input};

endmodule

`default_nettype wire
