// SPDX-License-Identifier: Apache-2.0
//
// Coprocessor 0: Status, Cause, EPC, BadVAddr and Count, and whether an interrupt is due. There is
// kernel mode only, no translation, no cache and no Compare. Registers that are not there read as
// zero.

`default_nettype none

module mips_cp0
  import mips_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Access by an instruction
  input  logic        write_i,
  input  logic [4:0]  addr_i,
  input  logic [2:0]  select_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  // Traps
  input  logic        trap_i,
  input  code_e       code_i,
  input  logic [31:0] epc_i,
  input  logic        slot_i,     // in a delay slot
  input  logic [31:0] badvaddr_i,
  input  logic        eret_i,
  output logic [31:0] epc_o,
  // Interrupts
  input  logic        irq_external_i,
  input  logic        irq_timer_i,
  input  logic        irq_software_i,
  output logic        irq_o
);

  // Interrupt lines, at bits 7, 3 and 2 of Cause's IP and Status's IM
  logic [2:0] pending, mask_q;
  assign pending = {irq_timer_i, irq_software_i, irq_external_i};

  function automatic logic [7:0] lines(logic [2:0] bits);
    return {bits[2], 3'b0, bits[1:0], 2'b0};
  endfunction

  logic        ie_q, exl_q, bd_q;
  code_e       code_q;
  logic [31:0] epc_q, badvaddr_q, count_q;

  cp0_e register;
  logic there;
  assign register = cp0_e'(addr_i);
  assign there    = select_i == '0;
  always_comb begin
    rdata_o = '0;
    unique case (register)
      Cp0BadVAddr: rdata_o = badvaddr_q;
      Cp0Count:    rdata_o = count_q;
      Cp0Status:   rdata_o = {16'b0, lines(mask_q), 6'b0, exl_q, ie_q};
      Cp0Cause:    rdata_o = {bd_q, 15'b0, lines(pending), 2'b0, code_q, 2'b0};
      Cp0Epc:      rdata_o = epc_q;
      default:     ;
    endcase
    if (!there) rdata_o = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ie_q       <= 1'b0;
      exl_q      <= 1'b0;
      bd_q       <= 1'b0;
      mask_q     <= '0;
      code_q     <= ExcInt;
      epc_q      <= '0;
      badvaddr_q <= '0;
      count_q    <= '0;
    end else begin
      count_q <= count_q + 32'd1;
      if (write_i && there) begin
        unique case (register)
          Cp0Count:  count_q <= wdata_i;
          Cp0Status: {mask_q, exl_q, ie_q} <= {wdata_i[15], wdata_i[11:10], wdata_i[1:0]};
          Cp0Epc:    epc_q <= wdata_i;
          default:   ;
        endcase
      end
      if (eret_i) exl_q <= 1'b0;
      if (trap_i) begin
        exl_q  <= 1'b1;
        code_q <= code_i;
        if (!exl_q) begin
          bd_q  <= slot_i;
          epc_q <= epc_i;
        end
        if (code_i inside {ExcAdEL, ExcAdES}) badvaddr_q <= badvaddr_i;
      end
    end
  end

  assign epc_o = epc_q;
  assign irq_o = ie_q && !exl_q && (pending & mask_q) != '0;

`ifndef SYNTHESIS
  OneChange_A : assert property (@(posedge clk_i) $onehot0({write_i, trap_i, eret_i}));
`endif

endmodule

`default_nettype wire
