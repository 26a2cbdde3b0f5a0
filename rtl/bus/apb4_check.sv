// SPDX-License-Identifier: Apache-2.0
//
// Rules of an APB4 port (Arm IHI 0024C): a transfer has one cycle of setup and then an access phase
// that ends with PREADY; it stays as it is in all of them. PSTRB is zero in reads. No transfer waits
// for more than MostWait cycles, which is not APB's rule but that of a completer that never hangs.
//
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module apb4_check #(
  parameter int unsigned AddrWidth = 32,
  parameter int unsigned Width     = 32,
  parameter int unsigned MostWait  = 16
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 psel_i,
  input logic                 penable_i,
  input logic                 pwrite_i,
  input logic [2:0]           pprot_i,
  input logic [AddrWidth-1:0] paddr_i,
  input logic [Width-1:0]     pwdata_i,
  input logic [Width/8-1:0]   pstrb_i,
  input logic                 pready_i
);

  if (MostWait < 1) begin : gen_bad_most_wait
    $fatal(1, "apb4_check: MostWait is %0d; 1 and more are allowed", MostWait);
  end

  localparam int unsigned WaitWidth  = $clog2(MostWait + 1);
  localparam int unsigned OfferWidth = 4 + AddrWidth + Width + Width / 8;
  typedef logic [WaitWidth-1:0] wait_t;

  logic                  waiting_q;  // the transfer goes on in this cycle
  logic [OfferWidth-1:0] offer, offer_q;
  wait_t                 wait_q;

  // Of a read, PWDATA means nothing.
  assign offer = {pwrite_i, pprot_i, paddr_i, pwdata_i & {Width{pwrite_i}}, pstrb_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      offer_q   <= '0;
      wait_q    <= '0;
    end else begin
      waiting_q <= psel_i && !(penable_i && pready_i);
      offer_q   <= offer;
      wait_q    <= (psel_i && penable_i && !pready_i) ? wait_q + 1'b1 : '0;
    end
  end

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i) awake_q || !psel_i)
  else $error("a transfer in reset");
  Access_A : assert property (@(posedge clk_i) !waiting_q || (psel_i && penable_i))
  else $error("a transfer does not go on to its access phase, or leaves it before PREADY");
  Setup_A : assert property (@(posedge clk_i) waiting_q || !(psel_i && penable_i))
  else $error("an access phase without a cycle of setup");
  Stable_A : assert property (@(posedge clk_i)
    !waiting_q || !psel_i || offer == offer_q)
  else $error("a transfer changed");
  ReadStrobe_A : assert property (@(posedge clk_i) !psel_i || pwrite_i || pstrb_i == '0)
  else $error("a read with PSTRB");
  Answered_A : assert property (@(posedge clk_i)
    pready_i || wait_q != wait_t'(MostWait))
  else $error("no PREADY for %0d cycles", MostWait);

`ifndef SYNTHESIS
  Write_C : cover property (@(posedge clk_i) psel_i && penable_i && pready_i && pwrite_i);
  Read_C : cover property (@(posedge clk_i) psel_i && penable_i && pready_i && !pwrite_i);
`endif

endmodule

`default_nettype wire
