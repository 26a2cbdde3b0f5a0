// SPDX-License-Identifier: Apache-2.0
//
// The core's data port (OBI, core_lsu has the subset) to memory and to two peripherals on APB4.
//
//   Address                     What                    Cycles from request to answer
//   bit 31 is 0                 memory                  1
//   0x8000_0xxx, 0x8000_1xxx    accelerator, UART       2 and the peripheral's wait states
//   another one with bit 31     nothing: an error       1
//
// A request stands until it is granted, so APB's two phases need no register for it: the grant comes
// with PREADY. What a peripheral gives is answered from registers.

`default_nettype none

module soc_bus (
  input  logic        clk_i,
  input  logic        rst_ni,
  // The core
  input  logic        req_i,
  output logic        gnt_o,
  input  logic [31:0] addr_i,
  input  logic        we_i,
  input  logic [3:0]  be_i,
  input  logic [31:0] wdata_i,
  output logic        rvalid_o,
  output logic [31:0] rdata_o,
  output logic        err_o,
  // Memory, which takes the core's address and data and answers in the next cycle
  output logic        mem_req_o,
  input  logic [31:0] mem_rdata_i,
  input  logic        mem_err_i,
  // Peripherals
  output logic        psel_accel_o,
  output logic        psel_uart_o,
  output logic        penable_o,
  output logic        pwrite_o,
  output logic [11:0] paddr_o,
  output logic [31:0] pwdata_o,
  output logic [3:0]  pstrb_o,
  input  logic        pready_accel_i,
  input  logic [31:0] prdata_accel_i,
  input  logic        pslverr_accel_i,
  input  logic        pready_uart_i,
  input  logic [31:0] prdata_uart_i,
  input  logic        pslverr_uart_i
);

  logic        psel, pready, access_q, answer_q, memory_q, err_q;
  logic [31:0] rdata_q;

  assign mem_req_o    = req_i && !addr_i[31];
  assign psel_accel_o = req_i && addr_i[31:12] == 20'h8_0000;
  assign psel_uart_o  = req_i && addr_i[31:12] == 20'h8_0001;

  assign psel      = psel_accel_o || psel_uart_o;
  assign penable_o = access_q;
  assign pwrite_o  = we_i;
  assign paddr_o   = addr_i[11:0];
  assign pwdata_o  = wdata_i;
  assign pstrb_o   = we_i ? be_i : 4'b0000;
  assign pready    = psel_accel_o ? pready_accel_i : pready_uart_i;
  assign gnt_o     = !psel || (access_q && pready);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      access_q <= 1'b0;
      answer_q <= 1'b0;
      memory_q <= 1'b0;
      err_q    <= 1'b0;
      rdata_q  <= '0;
    end else begin
      access_q <= psel && !(access_q && pready);
      answer_q <= req_i && gnt_o;
      memory_q <= mem_req_o;
      if (req_i && gnt_o) begin
        err_q   <= !psel || (psel_accel_o ? pslverr_accel_i : pslverr_uart_i);
        rdata_q <= psel_accel_o ? prdata_accel_i : prdata_uart_i;
      end
    end
  end

  assign rvalid_o = answer_q;
  assign rdata_o  = memory_q ? mem_rdata_i : rdata_q;
  assign err_o    = memory_q ? mem_err_i : err_q;

`ifndef SYNTHESIS
  SelectOneHot_A : assert property (@(posedge clk_i)
    $onehot0({mem_req_o, psel_accel_o, psel_uart_o}))
  else $error("soc_bus: more than one of memory, accelerator and UART is selected");
  AccessSelected_A : assert property (@(posedge clk_i) access_q |-> psel)
  else $error("soc_bus: an access without a selected peripheral");
  AnswerGranted_A : assert property (@(posedge clk_i)
    rvalid_o |-> $past(req_i && gnt_o))
  else $error("soc_bus: an answer to a request that was not granted");

  Wait_C : cover property (@(posedge clk_i) access_q && !pready);
  Nowhere_C : cover property (@(posedge clk_i) req_i && addr_i[31] && !psel);
`endif

endmodule

`default_nettype wire
