// SPDX-License-Identifier: Apache-2.0
//
// Decoder of the extension dasip: datapath-oriented extension of Rao et al. 2018.
// Generated from src/hashfab/isa/riscv/dasip.py by `python -m hashfab.designs.generate`.

`default_nettype none

package isa_dasip_pkg;

  typedef enum logic [4:0] {
    DasipNone = 5'd0,  // not an instruction of this extension
    DasipHmask = 5'd1,  // Half of rs1, modulo 64.
    DasipXor = 5'd2,  // Exclusive or.
    DasipNandxor = 5'd3,  // XOR the complement of ars1, and-ed with ars2, into ard.
    DasipRotl = 5'd4,  // Rotate left by rs2 modulo 64.
    DasipMvar = 5'd5,  // Copy.
    DasipLdlw32s5i = 5'd6,  // Load the low word of lane 5 * rs2 + index.
    DasipLdhw32s5i = 5'd7,  // Load the high word of lane 5 * rs2 + index.
    DasipLdlw32m5i = 5'd8,  // Load the low word of lane (rs2 + step) mod 5.
    DasipLdhw32m5i = 5'd9,  // Load the high word of lane (rs2 + step) mod 5.
    DasipStlw32s5i = 5'd10,  // Store the low word to lane 5 * rs2 + index.
    DasipSthw32s5i = 5'd11,  // Store the high word to lane 5 * rs2 + index.
    DasipStlw32m5i = 5'd12,  // Store the low word to lane (rs2 + step) mod 5.
    DasipSthw32m5i = 5'd13,  // Store the high word to lane (rs2 + step) mod 5.
    DasipLdhw32s5iXor = 5'd14,  // `ldhw32s5i` and `xor` at once.
    DasipSthw32s5iXor = 5'd15,  // `sthw32s5i` and `xor` at once.
    DasipLdhw32s5iRotl = 5'd16,  // `ldhw32s5i` and `rotl` at once.
    DasipSthw32s5iRotl = 5'd17,  // `sthw32s5i` and `rotl` at once.
    DasipLdhw32s5iMvar = 5'd18,  // `ldhw32s5i` and `mvar` at once.
    DasipSthw32s5iMvar = 5'd19,  // `sthw32s5i` and `mvar` at once.
    DasipLdhw32s5iNandxor = 5'd20,  // `ldhw32s5i` and `nandxor` at once.
    DasipSthw32s5iNandxor = 5'd21  // `sthw32s5i` and `nandxor` at once.
  } dasip_op_e;

  localparam logic [31:0] HmaskMatch = 32'h0800005b;
  localparam logic [31:0] HmaskMask = 32'hfff0707f;
  localparam logic [31:0] XorMatch = 32'h0000005b;
  localparam logic [31:0] XorMask = 32'hff8c7c7f;
  localparam logic [31:0] NandxorMatch = 32'h0200005b;
  localparam logic [31:0] NandxorMask = 32'hff8c7c7f;
  localparam logic [31:0] RotlMatch = 32'h0400005b;
  localparam logic [31:0] RotlMask = 32'hfe0c7c7f;
  localparam logic [31:0] MvarMatch = 32'h0600005b;
  localparam logic [31:0] MvarMask = 32'hfffc7c7f;
  localparam logic [31:0] Ldlw32s5iMatch = 32'h0000205b;
  localparam logic [31:0] Ldlw32s5iMask = 32'hc0007c7f;
  localparam logic [31:0] Ldhw32s5iMatch = 32'h4000205b;
  localparam logic [31:0] Ldhw32s5iMask = 32'hc0007c7f;
  localparam logic [31:0] Ldlw32m5iMatch = 32'h0000305b;
  localparam logic [31:0] Ldlw32m5iMask = 32'he0007c7f;
  localparam logic [31:0] Ldhw32m5iMatch = 32'h4000305b;
  localparam logic [31:0] Ldhw32m5iMask = 32'he0007c7f;
  localparam logic [31:0] Stlw32s5iMatch = 32'h8000205b;
  localparam logic [31:0] Stlw32s5iMask = 32'hc0007c7f;
  localparam logic [31:0] Sthw32s5iMatch = 32'hc000205b;
  localparam logic [31:0] Sthw32s5iMask = 32'hc0007c7f;
  localparam logic [31:0] Stlw32m5iMatch = 32'h8000305b;
  localparam logic [31:0] Stlw32m5iMask = 32'he0007c7f;
  localparam logic [31:0] Sthw32m5iMatch = 32'hc000305b;
  localparam logic [31:0] Sthw32m5iMask = 32'he0007c7f;
  localparam logic [31:0] Ldhw32s5iXorMatch = 32'h0000405b;
  localparam logic [31:0] Ldhw32s5iXorMask = 32'h8000707f;
  localparam logic [31:0] Sthw32s5iXorMatch = 32'h8000405b;
  localparam logic [31:0] Sthw32s5iXorMask = 32'h8000707f;
  localparam logic [31:0] Ldhw32s5iRotlMatch = 32'h0000505b;
  localparam logic [31:0] Ldhw32s5iRotlMask = 32'h8000707f;
  localparam logic [31:0] Sthw32s5iRotlMatch = 32'h8000505b;
  localparam logic [31:0] Sthw32s5iRotlMask = 32'h8000707f;
  localparam logic [31:0] Ldhw32s5iMvarMatch = 32'h0000605b;
  localparam logic [31:0] Ldhw32s5iMvarMask = 32'h8e00707f;
  localparam logic [31:0] Sthw32s5iMvarMatch = 32'h8000605b;
  localparam logic [31:0] Sthw32s5iMvarMask = 32'h8e00707f;
  localparam logic [31:0] Ldhw32s5iNandxorMatch = 32'h0000705b;
  localparam logic [31:0] Ldhw32s5iNandxorMask = 32'h8000707f;
  localparam logic [31:0] Sthw32s5iNandxorMatch = 32'h8000705b;
  localparam logic [31:0] Sthw32s5iNandxorMask = 32'h8000707f;

  // The instruction in a word, illegal operands refused.
  function automatic dasip_op_e dasip_decode(logic [31:0] instr);
    dasip_op_e op;
    op = DasipNone;
    unique casez (instr)
      32'b0000100_00000_?????_000_?????_1011011: op = DasipHmask;
      32'b0000000_00???_00???_000_00???_1011011:
        if (instr[22:20] <= 3'd5 &&
            instr[17:15] <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipXor;
      32'b0000001_00???_00???_000_00???_1011011:
        if (instr[22:20] <= 3'd5 &&
            instr[17:15] <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipNandxor;
      32'b0000010_?????_00???_000_00???_1011011:
        if (instr[17:15] <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipRotl;
      32'b0000011_00000_00???_000_00???_1011011:
        if (instr[17:15] <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipMvar;
      32'b00?????_?????_?????_010_00???_1011011:
        if (instr[9:7] <= 3'd5) op = DasipLdlw32s5i;
      32'b01?????_?????_?????_010_00???_1011011:
        if (instr[9:7] <= 3'd5) op = DasipLdhw32s5i;
      32'b000????_?????_?????_011_00???_1011011:
        if (instr[28:25] <= 4'd9 &&
            instr[9:7] <= 3'd5) op = DasipLdlw32m5i;
      32'b010????_?????_?????_011_00???_1011011:
        if (instr[28:25] <= 4'd9 &&
            instr[9:7] <= 3'd5) op = DasipLdhw32m5i;
      32'b10?????_?????_?????_010_00???_1011011:
        if (instr[9:7] <= 3'd5) op = DasipStlw32s5i;
      32'b11?????_?????_?????_010_00???_1011011:
        if (instr[9:7] <= 3'd5) op = DasipSthw32s5i;
      32'b100????_?????_?????_011_00???_1011011:
        if (instr[28:25] <= 4'd9 &&
            instr[9:7] <= 3'd5) op = DasipStlw32m5i;
      32'b110????_?????_?????_011_00???_1011011:
        if (instr[28:25] <= 4'd9 &&
            instr[9:7] <= 3'd5) op = DasipSthw32m5i;
      32'b0??????_?????_?????_100_?????_1011011:
        if (instr[27:25] <= 3'd5 &&
            {instr[24:23], instr[19]} <= 3'd5 &&
            {instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipLdhw32s5iXor;
      32'b1??????_?????_?????_100_?????_1011011:
        if (instr[27:25] <= 3'd5 &&
            {instr[24:23], instr[19]} <= 3'd5 &&
            {instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipSthw32s5iXor;
      32'b0??????_?????_?????_101_?????_1011011:
        if ({instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipLdhw32s5iRotl;
      32'b1??????_?????_?????_101_?????_1011011:
        if ({instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipSthw32s5iRotl;
      32'b0???000_?????_?????_110_?????_1011011:
        if ({instr[24:23], instr[19]} <= 3'd5 &&
            {instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipLdhw32s5iMvar;
      32'b1???000_?????_?????_110_?????_1011011:
        if ({instr[24:23], instr[19]} <= 3'd5 &&
            {instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipSthw32s5iMvar;
      32'b0??????_?????_?????_111_?????_1011011:
        if (instr[27:25] <= 3'd5 &&
            {instr[24:23], instr[19]} <= 3'd5 &&
            {instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipLdhw32s5iNandxor;
      32'b1??????_?????_?????_111_?????_1011011:
        if (instr[27:25] <= 3'd5 &&
            {instr[24:23], instr[19]} <= 3'd5 &&
            {instr[18], instr[11:10]} <= 3'd5 &&
            instr[9:7] <= 3'd5) op = DasipSthw32s5iNandxor;
      default: op = DasipNone;
    endcase
    return op;
  endfunction

  // Operands. Each takes the whole instruction, and some bits of it.
  /* verilator lint_off UNUSEDSIGNAL */

  function automatic logic [2:0] get_ars2(logic [31:0] instr);
    return instr[22:20];
  endfunction

  function automatic logic [2:0] get_ars1(logic [31:0] instr);
    return instr[17:15];
  endfunction

  function automatic logic [2:0] get_ard(logic [31:0] instr);
    return instr[9:7];
  endfunction

  function automatic logic [4:0] get_index(logic [31:0] instr);
    return instr[29:25];
  endfunction

  function automatic logic [3:0] get_step(logic [31:0] instr);
    return instr[28:25];
  endfunction

  function automatic logic [2:0] get_near(logic [31:0] instr);
    return instr[30:28];
  endfunction

  function automatic logic [2:0] get_ops2(logic [31:0] instr);
    return instr[27:25];
  endfunction

  function automatic logic [2:0] get_ops1(logic [31:0] instr);
    return {instr[24:23], instr[19]};
  endfunction

  function automatic logic [4:0] get_short_rs2(logic [31:0] instr);
    return {2'b01, instr[22:20]};
  endfunction

  function automatic logic [2:0] get_opd(logic [31:0] instr);
    return {instr[18], instr[11:10]};
  endfunction

  function automatic logic [4:0] get_short_rs1(logic [31:0] instr);
    return {2'b01, instr[17:15]};
  endfunction

  function automatic logic [5:0] get_amount(logic [31:0] instr);
    return {instr[27:25], instr[24:23], instr[19]};
  endfunction

  /* verilator lint_on UNUSEDSIGNAL */

endpackage

`default_nettype wire
