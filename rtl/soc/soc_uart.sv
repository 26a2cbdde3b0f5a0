// SPDX-License-Identifier: Apache-2.0
//
// A UART that transmits: 8 bits, no parity, one stop bit (8N1), lowest bit first, a bit every Divisor
// clocks; 217 at 25 MHz is 115,200 baud within 0.01 %. On APB4, no wait states:
//
//   0   DATA     write: a byte to send; while one is being sent, an error. Reads as 0.
//   4   STATUS   read: bit 0, a byte is being sent
//
// Everything else is answered with an error.

`default_nettype none

module soc_uart #(
  parameter int unsigned Divisor = 217
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:0] paddr_i,
  input  logic [31:0] pwdata_i,
  input  logic [3:0]  pstrb_i,
  output logic        pready_o,
  output logic [31:0] prdata_o,
  output logic        pslverr_o,
  output logic        tx_o
);

  if (Divisor < 2 || Divisor > 65535) begin : gen_bad_divisor
    $fatal(1, "soc_uart: Divisor is %0d; 2 to 65535 are allowed", Divisor);
  end

  localparam int unsigned    Bits       = 10;  // start, data, stop
  localparam int unsigned    CountWidth = $clog2(Divisor);
  localparam logic [11:0]    Data       = 12'h000, Status = 12'h004;

  logic [CountWidth-1:0] count_q;   // clocks left of this bit
  logic [3:0]            left_q;    // bits left, this one too
  logic [Bits-2:0]       shift_q;   // this bit and those behind it; idle is 1
  logic                  busy, send, legal;

  assign busy  = left_q != '0;
  assign legal = pwrite_i ? (paddr_i == Data && pstrb_i[0] && !busy) : (paddr_i inside {Data, Status});
  assign send  = psel_i && penable_i && pwrite_i && legal;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      left_q  <= '0;
      shift_q <= '1;
    end else if (send) begin
      count_q <= CountWidth'(Divisor - 1);
      left_q  <= 4'(Bits);
      shift_q <= {pwdata_i[7:0], 1'b0};
    end else if (busy) begin
      if (count_q != '0) begin
        count_q <= count_q - 1'b1;
      end else begin
        count_q <= CountWidth'(Divisor - 1);
        left_q  <= left_q - 1'b1;
        shift_q <= {1'b1, shift_q[Bits-2:1]};
      end
    end
  end

  assign tx_o      = shift_q[0];
  assign pready_o  = 1'b1;
  assign prdata_o  = (paddr_i == Status) ? {31'd0, busy} : '0;
  assign pslverr_o = psel_i && penable_i && !legal;

  logic unused;
  assign unused = ^{pwdata_i[31:8], pstrb_i[3:1]};

`ifndef SYNTHESIS
  LeftRange_A : assert property (@(posedge clk_i) left_q <= 4'(Bits))
  else $error("soc_uart: %0d bits are left", left_q);
  IdleHigh_A : assert property (@(posedge clk_i) $fell(busy) |-> tx_o)
  else $error("soc_uart: the line is low behind a byte");

  Refused_C : cover property (@(posedge clk_i) pslverr_o);
`endif

endmodule

`default_nettype wire
