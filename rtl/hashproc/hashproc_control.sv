// SPDX-License-Identifier: Apache-2.0
//
// The selects of EX1, from the instruction in Perm: they are registered there.
//
//   Instruction   step  round            x         side 1 <-   side 2 <-
//   SHA*, MD5*     x    of the opcode    M or wr   EX2         EX1
//   LOAD           x                     M or 0    EX2         EX1
//   SHA3, SHA3A                                    Keccak      shifted, if M or D is given
//   SHIFT                                                      shifted, if M or D is given
//   COPY                                                       waiting words from side 1
//   CLEAR                                0         0           0
//
// x is always in wr in EX1: M (or 0) is put there at the end of Perm. What enters the waiting block is
// put into vx.

`default_nettype none

module hashproc_control
  import hashproc_pkg::*;
  import isa_hashproc_pkg::*;
(
  input  logic [4:0] opcode_i,
  input  logic       m_given_i,
  input  logic       d_given_i,
  input  logic       add_chain_i,
  output control_t   control_o,
  output message_t   message_o
);

  logic load, shift;
  logic first, third;  // of four rounds

  always_comb begin
    control_o = '0;
    load      = 1'b0;
    shift     = 1'b0;
    unique case (opcode_i)
      OpSha5120, OpSha5121: {control_o.sha2, control_o.wide} = 2'b11;
      OpSha2560, OpSha2561: {control_o.sha2, control_o.sha256} = 2'b11;
      OpSha100, OpSha101, OpSha110, OpSha111, OpSha120, OpSha121, OpSha130, OpSha131:
                            control_o.sha1 = 1'b1;
      OpMd500, OpMd501, OpMd510, OpMd511, OpMd520, OpMd521, OpMd530, OpMd531:
                            control_o.md5 = 1'b1;
      OpLoad0, OpLoad1:     load = 1'b1;
      OpSha3:               control_o.keccak = 1'b1;
      OpSha3a:              {control_o.keccak, control_o.absorb} = 2'b11;
      OpShift:              shift = 1'b1;
      OpCopy:               control_o.move = 1'b1;
      OpClear:              control_o.clear = 1'b1;
      OpHalt:               control_o.halt = 1'b1;
      default:              ;
    endcase
    first = opcode_i[2:1] == 2'd0;
    third = opcode_i[2:1] == 2'd2;

    control_o.hash        = control_o.sha2 || control_o.sha1 || control_o.md5;
    control_o.step        = control_o.hash || load;
    control_o.ch          = control_o.sha2 || (control_o.md5 && first);
    control_o.md5_g       = control_o.md5 && opcode_i[2:1] == 2'd1;
    control_o.md5_h       = control_o.md5 && third;
    control_o.md5_i       = control_o.md5 && opcode_i[2:1] == 2'd3;
    control_o.sha1_ch     = control_o.sha1 && first;
    control_o.sha1_parity = control_o.sha1 && opcode_i[1];
    control_o.sha1_maj    = control_o.sha1 && third;
    control_o.add_h       = control_o.sha2 || control_o.md5;
    control_o.add_t       = control_o.sha2 || control_o.sha1;
    control_o.sum_w       = control_o.step && !control_o.sha1 && !control_o.wide;
    control_o.last        = control_o.step && add_chain_i;
    control_o.waiting     = control_o.keccak || shift;
    control_o.shift       = control_o.waiting && (m_given_i || d_given_i);
    if (control_o.step) control_o.move = 1'b1;
    control_o.odd         = opcode_i[0];

    message_o.wr = control_o.clear || load || (control_o.hash && m_given_i);
    message_o.vx = control_o.waiting;
  end

endmodule

`default_nettype wire
