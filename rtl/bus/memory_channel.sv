// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes over a bus with one channel, whose answers come in order and cannot wait.
//
// A read and a write that are there together take turns; what is offered stays until it is taken.
// There is room for each answer before its request goes out: at most Outstanding are under way or
// wait to be taken. Words that are read are in registers first, so that the bus's data and the
// accelerator's logic are in cycles of their own. So a memory that answers after L cycles gives a
// word in (L + 2) / Outstanding cycles, and in one cycle if that is less.

`default_nettype none

module memory_channel #(
  parameter  int unsigned AddrWidth   = 32,
  parameter  int unsigned Width       = 64,
  parameter  int unsigned RdTagWidth  = 1,
  parameter  int unsigned WrTagWidth  = 1,
  parameter  int unsigned Outstanding = 4,
  localparam int unsigned WordBytes   = Width / 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  rd_req_valid_i,
  output logic                  rd_req_ready_o,
  input  logic [AddrWidth-1:0]  rd_req_addr_i,
  input  logic [RdTagWidth-1:0] rd_req_tag_i,

  output logic                  rd_rsp_valid_o,
  input  logic                  rd_rsp_ready_i,
  output logic [RdTagWidth-1:0] rd_rsp_tag_o,
  output logic [Width-1:0]      rd_rsp_data_o,
  output logic                  rd_rsp_error_o,

  input  logic                  wr_req_valid_i,
  output logic                  wr_req_ready_o,
  input  logic [AddrWidth-1:0]  wr_req_addr_i,
  input  logic [WordBytes-1:0]  wr_req_strb_i,
  input  logic [Width-1:0]      wr_req_data_i,
  input  logic [WrTagWidth-1:0] wr_req_tag_i,

  output logic                  wr_rsp_valid_o,
  input  logic                  wr_rsp_ready_i,
  output logic [WrTagWidth-1:0] wr_rsp_tag_o,
  output logic                  wr_rsp_error_o,

  // The bus
  output logic                  req_o,
  input  logic                  taken_i,   // the request, in this cycle
  output logic                  we_o,
  output logic [AddrWidth-1:0]  addr_o,
  output logic [WordBytes-1:0]  be_o,
  output logic [Width-1:0]      wdata_o,
  input  logic                  answer_i,  // to the oldest request that was taken
  input  logic                  error_i,
  input  logic [Width-1:0]      rdata_i,
  output logic                  busy_o     // an answer is to come
);

  if (!(Width inside {32, 64, 128, 256})) begin : gen_bad_width
    $fatal(1, "memory_channel: Width is %0d; 32, 64, 128, 256 are allowed", Width);
  end
  if (Outstanding < 1 || Outstanding > 64) begin : gen_bad_outstanding
    $fatal(1, "memory_channel: Outstanding is %0d; 1 to 64 are allowed", Outstanding);
  end

  localparam int unsigned LevelWidth = $clog2(Outstanding + 1);
  localparam int unsigned TagWidth   = (RdTagWidth > WrTagWidth) ? RdTagWidth : WrTagWidth;

  typedef struct packed {
    logic                write;
    logic [TagWidth-1:0] tag;
  } pending_t;

  typedef struct packed {
    logic [RdTagWidth-1:0] tag;
    logic [Width-1:0]      data;
    logic                  error;
  } read_t;

  // Requests

  logic                  write, stalled_q, write_q, room, issue, read_taken;
  logic [LevelWidth-1:0] used_q;  // places for answers
  pending_t              asked, oldest;

  assign write = stalled_q ? write_q : wr_req_valid_i && (!rd_req_valid_i || !write_q);
  assign room  = used_q != LevelWidth'(Outstanding);

  assign req_o   = room && (write ? wr_req_valid_i : rd_req_valid_i);
  assign issue   = req_o && taken_i;
  assign we_o    = write;
  assign addr_o  = write ? wr_req_addr_i : rd_req_addr_i;
  assign be_o    = write ? wr_req_strb_i : '1;
  assign wdata_o = wr_req_data_i;

  assign rd_req_ready_o = room && !write && taken_i;
  assign wr_req_ready_o = room && write && taken_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
      write_q   <= 1'b0;
      used_q    <= '0;
    end else begin
      stalled_q <= req_o && !taken_i;
      used_q    <= used_q + LevelWidth'(issue) - LevelWidth'(wr_rsp_valid_o)
                   - LevelWidth'(read_taken);
      if (req_o) write_q <= write;
    end
  end

  // What is under way

  logic                  pending_ready, held_ready;
  logic [LevelWidth-1:0] unused_pending, unused_held;
  assign asked = '{write: write, tag: write ? TagWidth'(wr_req_tag_i) : TagWidth'(rd_req_tag_i)};

  bus_fifo #(
    .Depth    (Outstanding),
    .payload_t(pending_t)
  ) u_pending (
    .clk_i,
    .rst_ni,
    .valid_i  (issue),
    .ready_o  (pending_ready),
    .payload_i(asked),
    .valid_o  (busy_o),
    .ready_i  (answer_i),
    .payload_o(oldest),
    .level_o  (unused_pending)
  );

  // Answers

  logic  read;
  read_t now, first;

  assign read = answer_i && busy_o && !oldest.write;
  assign now  = '{tag: oldest.tag[RdTagWidth-1:0], data: rdata_i, error: error_i};

  bus_fifo #(
    .Depth    (Outstanding),
    .payload_t(read_t)
  ) u_held (
    .clk_i,
    .rst_ni,
    .valid_i  (read),
    .ready_o  (held_ready),
    .payload_i(now),
    .valid_o  (rd_rsp_valid_o),
    .ready_i  (rd_rsp_ready_i),
    .payload_o(first),
    .level_o  (unused_held)
  );

  assign rd_rsp_tag_o   = first.tag;
  assign rd_rsp_data_o  = first.data;
  assign rd_rsp_error_o = first.error;
  assign read_taken     = rd_rsp_valid_o && rd_rsp_ready_i;

  assign wr_rsp_valid_o = answer_i && busy_o && oldest.write;
  assign wr_rsp_tag_o   = oldest.tag[WrTagWidth-1:0];
  assign wr_rsp_error_o = error_i;

  logic unused;
  assign unused = ^{oldest.tag, wr_rsp_ready_i, pending_ready, held_ready, unused_pending,
                    unused_held};

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  RequestRoom_A : assert property (@(posedge clk_i) issue |-> pending_ready)
  else $error("memory_channel: a request goes out that there is no room for");
  AnswerRoom_A : assert property (@(posedge clk_i) read |-> held_ready)
  else $error("memory_channel: a word comes that there is no room for");
  WriteAnswerTaken_A : assert property (@(posedge clk_i) wr_rsp_valid_o |-> wr_rsp_ready_i)
  else $error("memory_channel: an answer to a write is not taken");

  Turns_C : cover property (@(posedge clk_i) issue && rd_req_valid_i && wr_req_valid_i);
  Full_C : cover property (@(posedge clk_i) rd_req_valid_i && !room);
  Held_C : cover property (@(posedge clk_i) rd_rsp_valid_o && !rd_rsp_ready_i && read);
  ReadError_C : cover property (@(posedge clk_i) rd_rsp_valid_o && rd_rsp_error_o);
  WriteError_C : cover property (@(posedge clk_i) wr_rsp_valid_o && wr_rsp_error_o);
`endif

endmodule

`default_nettype wire
