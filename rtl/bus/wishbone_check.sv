// SPDX-License-Identifier: Apache-2.0
//
// Rules of a pipelined Wishbone port (B4), for the subset that is used here: ACK and ERR, no RTY, no
// tags, and no cycle that is aborted.
//
//   manager      STB in a cycle alone; what is stalled stays as it is (of a read, DAT means nothing);
//                CYC until all is answered; at most Outstanding requests without an answer
//   subordinate  one of ACK and ERR for each request that was taken in an earlier cycle
//   both         nothing in reset
//
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module wishbone_check #(
  parameter int unsigned AddrWidth   = 32,
  parameter int unsigned Width       = 32,
  parameter int unsigned Outstanding = 4
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 cyc_i,
  input logic                 stb_i,
  input logic                 we_i,
  input logic [AddrWidth-1:0] adr_i,
  input logic [Width/8-1:0]   sel_i,
  input logic [Width-1:0]     dat_w_i,
  input logic                 stall_i,
  input logic                 ack_i,
  input logic                 err_i
);

  if (Outstanding < 1) begin : gen_bad_outstanding
    $fatal(1, "wishbone_check: Outstanding is %0d; 1 and more are allowed", Outstanding);
  end

  localparam int unsigned CountWidth = $clog2(Outstanding + 1);
  localparam int unsigned OfferWidth = 1 + AddrWidth + Width / 8 + Width;
  typedef logic [CountWidth-1:0] count_t;

  logic                  request, answer, waiting_q;
  logic [OfferWidth-1:0] offer, offer_q;
  count_t                pending_q;

  assign request = cyc_i && stb_i && !stall_i;
  assign answer  = ack_i || err_i;
  assign offer   = {we_i, adr_i, sel_i, dat_w_i & {Width{we_i}}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      offer_q   <= '0;
      pending_q <= '0;
    end else begin
      waiting_q <= cyc_i && stb_i && stall_i;
      offer_q   <= offer;
      pending_q <= pending_q + count_t'(request) - count_t'(answer);
    end
  end

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i) awake_q || !(cyc_i || stb_i || answer))
  else $error("a cycle or an answer in reset");
  StrobeInCycle_A : assert property (@(posedge clk_i) !stb_i || cyc_i)
  else $error("STB without CYC");
  RequestHeld_A : assert property (@(posedge clk_i) !waiting_q || stb_i)
  else $error("a request was withdrawn while it was stalled");
  RequestStable_A : assert property (@(posedge clk_i) !waiting_q || !stb_i || offer == offer_q)
  else $error("a request changed while it was stalled");
  CycleHeld_A : assert property (@(posedge clk_i) cyc_i || pending_q == '0)
  else $error("a cycle ends before its last answer");
  Outstanding_A : assert property (@(posedge clk_i)
    !request || answer || pending_q != count_t'(Outstanding))
  else $error("more than %0d requests wait for their answer", Outstanding);
  OneAnswer_A : assert property (@(posedge clk_i) !(ack_i && err_i))
  else $error("ACK and ERR at once");
  AnswerDue_A : assert property (@(posedge clk_i) !answer || pending_q != '0)
  else $error("an answer that no request waits for");

`ifndef SYNTHESIS
  Read_C : cover property (@(posedge clk_i) request && !we_i);
  Write_C : cover property (@(posedge clk_i) request && we_i);
  Error_C : cover property (@(posedge clk_i) err_i);
`endif

endmodule

`default_nettype wire
