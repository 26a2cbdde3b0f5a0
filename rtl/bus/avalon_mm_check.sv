// SPDX-License-Identifier: Apache-2.0
//
// Rules of an Avalon-MM port (Intel MNL-AVABUSREF), pipelined, of variable latency, with responses to
// reads and writes; no bursts.
//
//   host   one of read and write; a command stays as it is while waitrequest is given (of a read,
//          writedata means nothing); at most Outstanding of them without an answer
//   agent  an answer for each command that was taken in an earlier cycle, one at a time for they share
//          `response`; 01 is reserved
//   both   nothing in reset
//
// For simulation and proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module avalon_mm_check #(
  parameter int unsigned AddrWidth   = 32,
  parameter int unsigned Width       = 32,
  parameter int unsigned Outstanding = 4
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 read_i,
  input logic                 write_i,
  input logic [AddrWidth-1:0] address_i,
  input logic [Width/8-1:0]   byteenable_i,
  input logic [Width-1:0]     writedata_i,
  input logic                 waitrequest_i,
  input logic                 readdatavalid_i,
  input logic                 writeresponsevalid_i,
  input logic [1:0]           response_i
);

  if (Outstanding < 1) begin : gen_bad_outstanding
    $fatal(1, "avalon_mm_check: Outstanding is %0d; 1 and more are allowed", Outstanding);
  end

  localparam int unsigned CountWidth = $clog2(Outstanding + 1);
  localparam int unsigned OfferWidth = 2 + AddrWidth + Width / 8 + Width;
  localparam logic [1:0]  Reserved   = 2'b01;
  typedef logic [CountWidth-1:0] count_t;

  logic                  waiting_q;
  logic [OfferWidth-1:0] offer, offer_q;
  count_t                reads_q, writes_q;

  assign offer = {read_i, write_i, address_i, byteenable_i, writedata_i & {Width{write_i}}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      offer_q   <= '0;
      reads_q   <= '0;
      writes_q  <= '0;
    end else begin
      waiting_q <= (read_i || write_i) && waitrequest_i;
      offer_q   <= offer;
      reads_q   <= reads_q + count_t'(read_i && !waitrequest_i) - count_t'(readdatavalid_i);
      writes_q  <= writes_q + count_t'(write_i && !waitrequest_i) - count_t'(writeresponsevalid_i);
    end
  end

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i)
    awake_q || !(read_i || write_i || readdatavalid_i || writeresponsevalid_i))
  else $error("a command or an answer in reset");
  OneCommand_A : assert property (@(posedge clk_i) !(read_i && write_i))
  else $error("read and write at once");
  CommandStable_A : assert property (@(posedge clk_i) !waiting_q || offer == offer_q)
  else $error("a command changed while it had to wait");
  Outstanding_A : assert property (@(posedge clk_i)
    !(read_i && !waitrequest_i && !readdatavalid_i && reads_q == count_t'(Outstanding))
    && !(write_i && !waitrequest_i && !writeresponsevalid_i && writes_q == count_t'(Outstanding)))
  else $error("more than %0d commands wait for their answer", Outstanding);
  OneAnswer_A : assert property (@(posedge clk_i) !(readdatavalid_i && writeresponsevalid_i))
  else $error("answers to a read and a write at once");
  ReadDue_A : assert property (@(posedge clk_i) !readdatavalid_i || reads_q != '0)
  else $error("data without a read");
  WriteDue_A : assert property (@(posedge clk_i) !writeresponsevalid_i || writes_q != '0)
  else $error("a response without a write");
  Response_A : assert property (@(posedge clk_i)
    !(readdatavalid_i || writeresponsevalid_i) || response_i != Reserved)
  else $error("a reserved response");

`ifndef SYNTHESIS
  Read_C : cover property (@(posedge clk_i) read_i && !waitrequest_i);
  Write_C : cover property (@(posedge clk_i) write_i && !waitrequest_i);
  Error_C : cover property (@(posedge clk_i)
    (readdatavalid_i || writeresponsevalid_i) && response_i != '0);
`endif

endmodule

`default_nettype wire
