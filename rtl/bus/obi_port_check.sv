// SPDX-License-Identifier: Apache-2.0
//
// Rules of an OBI port after OBI 1.6.0 (OpenHW Group), with rready, err, aid and rid; where a port has
// none of these, rready is tied to 1 and the others to 0.
//
//   manager      a request stays as it is until it is granted (of a read, wdata means nothing); at most
//                Outstanding of them without an answer
//   subordinate  an answer for each request that was granted in an earlier cycle, in order, of its
//                name; it stays as it is until it is taken
//   both         nothing in reset
//
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS. Of memory ports
// of the cores, which have fewer signals, rtl/common has a checker.

`default_nettype none

module obi_port_check #(
  parameter int unsigned AddrWidth   = 32,
  parameter int unsigned Width       = 32,
  parameter int unsigned IdWidth     = 1,
  parameter int unsigned Outstanding = 4
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 req_i,
  input logic                 gnt_i,
  input logic [AddrWidth-1:0] addr_i,
  input logic                 we_i,
  input logic [Width/8-1:0]   be_i,
  input logic [Width-1:0]     wdata_i,
  input logic [IdWidth-1:0]   aid_i,
  input logic                 rvalid_i,
  input logic                 rready_i,
  input logic                 err_i,
  input logic [Width-1:0]     rdata_i,
  input logic [IdWidth-1:0]   rid_i
);

  if (Outstanding < 1) begin : gen_bad_outstanding
    $fatal(1, "obi_port_check: Outstanding is %0d; 1 and more are allowed", Outstanding);
  end

  localparam int unsigned CountWidth  = $clog2(Outstanding + 1);
  localparam int unsigned OfferWidth  = 1 + AddrWidth + Width / 8 + Width + IdWidth;
  localparam int unsigned AnswerWidth = 1 + Width + IdWidth;
  typedef logic [CountWidth-1:0] count_t;

  logic                   request, answer, asking_q, answering_q;
  logic [OfferWidth-1:0]  offer, offer_q;
  logic [AnswerWidth-1:0] given, given_q;
  logic [IdWidth-1:0]     name_q[Outstanding];  // of those under way, the oldest first
  count_t                 pending_q;

  assign request = req_i && gnt_i;
  assign answer  = rvalid_i && rready_i;
  assign offer   = {we_i, addr_i, be_i, wdata_i & {Width{we_i}}, aid_i};
  assign given   = {err_i, rdata_i, rid_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asking_q    <= 1'b0;
      answering_q <= 1'b0;
      offer_q     <= '0;
      given_q     <= '0;
      pending_q   <= '0;
      for (int unsigned i = 0; i < Outstanding; i++) name_q[i] <= '0;
    end else begin
      asking_q    <= req_i && !gnt_i;
      answering_q <= rvalid_i && !rready_i;
      offer_q     <= offer;
      given_q     <= given;
      pending_q   <= pending_q + count_t'(request) - count_t'(answer);
      for (int unsigned i = 0; i < Outstanding; i++) begin
        if (request && 32'(pending_q) == i + 32'(answer)) name_q[i] <= aid_i;
        else if (answer) name_q[i] <= name_q[(i+1)%Outstanding];
      end
    end
  end

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i) awake_q || !(req_i || rvalid_i))
  else $error("a request or an answer in reset");
  RequestHeld_A : assert property (@(posedge clk_i) !asking_q || req_i)
  else $error("a request was withdrawn before it was granted");
  RequestStable_A : assert property (@(posedge clk_i) !asking_q || !req_i || offer == offer_q)
  else $error("a request changed before it was granted");
  Outstanding_A : assert property (@(posedge clk_i)
    !request || answer || pending_q != count_t'(Outstanding))
  else $error("more than %0d requests wait for their answer", Outstanding);
  AnswerDue_A : assert property (@(posedge clk_i) !rvalid_i || pending_q != '0)
  else $error("an answer that no request waits for");
  AnswerName_A : assert property (@(posedge clk_i)
    !rvalid_i || pending_q == '0 || rid_i == name_q[0])
  else $error("an answer of name %0d, where %0d is the oldest request's", rid_i, name_q[0]);
  AnswerHeld_A : assert property (@(posedge clk_i) !answering_q || rvalid_i)
  else $error("an answer was withdrawn before it was taken");
  AnswerStable_A : assert property (@(posedge clk_i)
    !answering_q || !rvalid_i || given == given_q)
  else $error("an answer changed before it was taken");

`ifndef SYNTHESIS
  Read_C : cover property (@(posedge clk_i) request && !we_i);
  Write_C : cover property (@(posedge clk_i) request && we_i);
  Error_C : cover property (@(posedge clk_i) answer && err_i);
`endif

endmodule

`default_nettype wire
