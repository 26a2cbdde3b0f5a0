// SPDX-License-Identifier: Apache-2.0
//
// An AXI4 port, in the subset that axi4_memory sends (bursts of one beat, aligned), to a port of a
// memory that answers in the next cycle and keeps what it read until it reads again.
//
// A beat a cycle. Writes go first: they are fewer, and each ends a command sooner. The memory is not
// used while what it read waits to be taken, so that nothing is stored here: arready, awready and
// wready depend on rready, which axi4_memory gives without looking at them.

`default_nettype none

module soc_dma #(
  parameter  int unsigned Width     = 64,
  parameter  int unsigned IdWidth   = 4,
  localparam int unsigned WordBytes = Width / 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic [IdWidth-1:0]   s_axi_awid,
  input  logic [31:0]          s_axi_awaddr,
  input  logic                 s_axi_awvalid,
  output logic                 s_axi_awready,
  input  logic [Width-1:0]     s_axi_wdata,
  input  logic [WordBytes-1:0] s_axi_wstrb,
  input  logic                 s_axi_wvalid,
  output logic                 s_axi_wready,
  output logic [IdWidth-1:0]   s_axi_bid,
  output logic [1:0]           s_axi_bresp,
  output logic                 s_axi_bvalid,
  input  logic                 s_axi_bready,
  input  logic [IdWidth-1:0]   s_axi_arid,
  input  logic [31:0]          s_axi_araddr,
  input  logic                 s_axi_arvalid,
  output logic                 s_axi_arready,
  output logic [IdWidth-1:0]   s_axi_rid,
  output logic [Width-1:0]     s_axi_rdata,
  output logic [1:0]           s_axi_rresp,
  output logic                 s_axi_rlast,
  output logic                 s_axi_rvalid,
  input  logic                 s_axi_rready,

  output logic                 req_o,
  output logic [31:0]          addr_o,
  output logic                 we_o,
  output logic [WordBytes-1:0] be_o,
  output logic [Width-1:0]     wdata_o,
  input  logic [Width-1:0]     rdata_i,
  input  logic                 err_i
);

  if (!(Width inside {32, 64, 128, 256})) begin : gen_bad_width
    $fatal(1, "soc_dma: Width is %0d; 32, 64, 128, 256 are allowed", Width);
  end
  if (IdWidth < 1 || IdWidth > 32) begin : gen_bad_id_width
    $fatal(1, "soc_dma: IdWidth is %0d; 1 to 32 are allowed", IdWidth);
  end

  localparam logic [1:0] Okay = 2'b00, DecErr = 2'b11;

  // read_q, write_q: an answer stands, to a read or a write. In its first cycle, err_i belongs to it.
  logic               read_q, write_q, first_q, err_q, free, read, write, err;
  logic [IdWidth-1:0] id_q;

  assign free  = !((read_q && !s_axi_rready) || (write_q && !s_axi_bready));
  assign write = free && s_axi_awvalid && s_axi_wvalid;
  assign read  = free && s_axi_arvalid && !write;
  assign err   = first_q ? err_i : err_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= 1'b0;
      write_q <= 1'b0;
      first_q <= 1'b0;
      err_q   <= 1'b0;
      id_q    <= '0;
    end else begin
      first_q <= req_o;
      err_q   <= err;
      if (free) begin
        read_q  <= read;
        write_q <= write;
        id_q    <= write ? s_axi_awid : s_axi_arid;
      end
    end
  end

  assign s_axi_awready = write;
  assign s_axi_wready  = write;
  assign s_axi_arready = free && !write;

  assign req_o   = read || write;
  assign addr_o  = write ? s_axi_awaddr : s_axi_araddr;
  assign we_o    = write;
  assign be_o    = s_axi_wstrb;
  assign wdata_o = s_axi_wdata;

  assign s_axi_rvalid = read_q;
  assign s_axi_rid    = id_q;
  assign s_axi_rdata  = rdata_i;
  assign s_axi_rresp  = err ? DecErr : Okay;
  assign s_axi_rlast  = 1'b1;
  assign s_axi_bvalid = write_q;
  assign s_axi_bid    = id_q;
  assign s_axi_bresp  = err ? DecErr : Okay;

`ifndef SYNTHESIS
  OneAnswer_A : assert property (@(posedge clk_i) !(read_q && write_q))
  else $error("soc_dma: answers to a read and to a write at once");
  FirstAnswers_A : assert property (@(posedge clk_i)
    first_q |-> read_q || write_q)
  else $error("soc_dma: the memory answers and nothing waits");
  MemoryFree_A : assert property (@(posedge clk_i)
    req_o |-> !(s_axi_rvalid && !s_axi_rready))
  else $error("soc_dma: the memory is used while what it read waits");

  Error_C : cover property (@(posedge clk_i) first_q && err_i);
  ReadWaits_C : cover property (@(posedge clk_i) write && s_axi_arvalid);
`endif

endmodule

`default_nettype wire
