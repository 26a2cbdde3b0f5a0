// SPDX-License-Identifier: Apache-2.0
//
// Rules of a memory port after OBI 1.6.0 (OpenHW Group), for the subset that the cores implement:
//
//   request   req, gnt, addr, we, be, wdata; 32 bits, addresses of whole words
//   answer    rvalid, rdata, err; no rready: an answer is taken in its one cycle
//   absent    every optional signal: aid, rid, auser, atop, memtype, prot, integrity, ...
//
// Of the manager: a request stands unchanged until it is granted (of a read, wdata means nothing);
// no more than `Outstanding` wait for their answer. Of the memory: every answer belongs to a request
// that was granted in an earlier cycle, none comes in reset. Answers carry no number, so that they
// come in order by definition.
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module obi_check #(
  parameter int unsigned Outstanding = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        req_i,
  input logic        gnt_i,
  input logic [31:0] addr_i,
  input logic        we_i,
  input logic [3:0]  be_i,
  input logic [31:0] wdata_i,
  input logic        rvalid_i
);

  if (Outstanding == 0) begin : gen_bad_outstanding
    $fatal(1, "obi_check: Outstanding is 0; 1 and more are allowed");
  end

  localparam int unsigned CountWidth = $clog2(Outstanding + 1);
  typedef logic [CountWidth-1:0] count_t;

  logic        waiting_q, we_q;
  logic [31:0] addr_q, wdata_q;
  logic [3:0]  be_q;
  count_t      pending_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q                     <= 1'b0;
      {addr_q, we_q, be_q, wdata_q} <= '0;
      pending_q                     <= '0;
    end else begin
      waiting_q                     <= req_i && !gnt_i;
      {addr_q, we_q, be_q, wdata_q} <= {addr_i, we_i, be_i, wdata_i};
      pending_q                     <= pending_q + count_t'(req_i && gnt_i) - count_t'(rvalid_i);
    end
  end

  RequestHeld_A : assert property (@(posedge clk_i) !waiting_q || req_i)
  else $error("a request was withdrawn before it was granted");
  RequestStable_A : assert property (@(posedge clk_i)
    !waiting_q || !req_i || {addr_i, we_i, be_i} == {addr_q, we_q, be_q})
  else $error("a request changed before it was granted");
  DataStable_A : assert property (@(posedge clk_i)
    !waiting_q || !req_i || !we_i || wdata_i == wdata_q)
  else $error("the data of a write changed before it was granted");
  AddressAligned_A : assert property (@(posedge clk_i)
    !req_i || addr_i[1:0] == '0)
  else $error("the address %h is not that of a word", addr_i);
  AnswerAsked_A : assert property (@(posedge clk_i)
    !rvalid_i || pending_q != '0)
  else $error("an answer came that no request waits for");
  Outstanding_A : assert property (@(posedge clk_i)
    !(req_i && gnt_i) || rvalid_i || pending_q != count_t'(Outstanding))
  else $error("more than %0d requests wait for their answer", Outstanding);
`ifndef SYNTHESIS
  Granted_C : cover property (@(posedge clk_i) req_i && gnt_i);
  Full_C : cover property (@(posedge clk_i) pending_q == count_t'(Outstanding));
  Answered_C : cover property (@(posedge clk_i) rvalid_i);
`endif

endmodule

`default_nettype wire
