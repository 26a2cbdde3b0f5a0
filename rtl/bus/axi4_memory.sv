// SPDX-License-Identifier: Apache-2.0
//
// hash_accel's memory channels as an AXI4 manager (Arm IHI 0022H).
//
//   Subset    What is sent
//   bursts    INCR, of the port's whole width, at aligned addresses; none crosses 4 KiB. Of one beat
//             (AxLEN 0), a beat a cycle each way as long as the memory takes an address a cycle;
//             with Burst above 1, reads that follow each other are up to so many beats of one burst.
//   IDs       the accelerator's tags. No ID has two reads under way; data may come in any order of
//             them. With bursts, all reads have ID 0, and up to Outstanding of them are under way.
//             A write's ID is that of its slot and may have many under way; their answers come in
//             order, as AXI asks for.
//   AxCACHE   0010, normal and non-bufferable: an answer to a write means that all can see it
//   AxPROT    010, unprivileged, non-secure, data
//   absent    AxLOCK (normal accesses only), AxQOS, AxREGION, xUSER
//
// SLVERR and DECERR become the accelerator's error. Without bursts no register is in the way: what the
// accelerator offers comes from registers already, and AW and W each remember that they are through
// when the other is not. No valid depends on a ready.

`default_nettype none

module axi4_memory #(
  parameter  int unsigned AddrWidth   = 32,
  parameter  int unsigned Width       = 64,
  parameter  int unsigned RdTagWidth  = 1,
  parameter  int unsigned WrTagWidth  = 1,
  parameter  int unsigned IdWidth     = 1,   // of the AXI port
  parameter  int unsigned Burst       = 1,
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

  output logic [IdWidth-1:0]    m_axi_awid,
  output logic [AddrWidth-1:0]  m_axi_awaddr,
  output logic [7:0]            m_axi_awlen,
  output logic [2:0]            m_axi_awsize,
  output logic [1:0]            m_axi_awburst,
  output logic [3:0]            m_axi_awcache,
  output logic [2:0]            m_axi_awprot,
  output logic                  m_axi_awvalid,
  input  logic                  m_axi_awready,
  output logic [Width-1:0]      m_axi_wdata,
  output logic [WordBytes-1:0]  m_axi_wstrb,
  output logic                  m_axi_wlast,
  output logic                  m_axi_wvalid,
  input  logic                  m_axi_wready,
  input  logic [IdWidth-1:0]    m_axi_bid,
  input  logic [1:0]            m_axi_bresp,
  input  logic                  m_axi_bvalid,
  output logic                  m_axi_bready,
  output logic [IdWidth-1:0]    m_axi_arid,
  output logic [AddrWidth-1:0]  m_axi_araddr,
  output logic [7:0]            m_axi_arlen,
  output logic [2:0]            m_axi_arsize,
  output logic [1:0]            m_axi_arburst,
  output logic [3:0]            m_axi_arcache,
  output logic [2:0]            m_axi_arprot,
  output logic                  m_axi_arvalid,
  input  logic                  m_axi_arready,
  input  logic [IdWidth-1:0]    m_axi_rid,
  input  logic [Width-1:0]      m_axi_rdata,
  input  logic [1:0]            m_axi_rresp,
  input  logic                  m_axi_rlast,
  input  logic                  m_axi_rvalid,
  output logic                  m_axi_rready
);

  if (!(Width inside {32, 64, 128, 256})) begin : gen_bad_width
    $fatal(1, "axi4_memory: Width is %0d; 32, 64, 128, 256 are allowed", Width);
  end
  if (AddrWidth < 12 || AddrWidth > 64) begin : gen_bad_addr_width
    $fatal(1, "axi4_memory: AddrWidth is %0d; 12 to 64 are allowed", AddrWidth);
  end
  if (RdTagWidth < 1 || RdTagWidth > IdWidth) begin : gen_bad_rd_tag_width
    $fatal(1, "axi4_memory: RdTagWidth is %0d; 1 to IdWidth = %0d are allowed", RdTagWidth, IdWidth);
  end
  if (WrTagWidth < 1 || WrTagWidth > IdWidth) begin : gen_bad_wr_tag_width
    $fatal(1, "axi4_memory: WrTagWidth is %0d; 1 to IdWidth = %0d are allowed", WrTagWidth, IdWidth);
  end
  if (IdWidth > 32) begin : gen_bad_id_width
    $fatal(1, "axi4_memory: IdWidth is %0d; 1 to 32 are allowed", IdWidth);
  end
  if (Burst < 1) begin : gen_bad_burst
    $fatal(1, "axi4_memory: Burst is %0d; 1 to 256 are allowed", Burst);
  end

  localparam logic [2:0] Size  = 3'($clog2(WordBytes));
  localparam logic [1:0] Incr  = 2'b01;
  localparam logic [3:0] Cache = 4'b0010;
  localparam logic [2:0] Prot  = 3'b010;

  // Reads

  if (Burst > 1) begin : gen_bursts
    axi4_bursts #(
      .AddrWidth  (AddrWidth),
      .Width      (Width),
      .TagWidth   (RdTagWidth),
      .Burst      (Burst),
      .Outstanding(Outstanding)
    ) u_bursts (
      .clk_i,
      .rst_ni,
      .req_valid_i(rd_req_valid_i),
      .req_ready_o(rd_req_ready_o),
      .req_addr_i (rd_req_addr_i),
      .req_tag_i  (rd_req_tag_i),
      .arvalid_o  (m_axi_arvalid),
      .arready_i  (m_axi_arready),
      .araddr_o   (m_axi_araddr),
      .arlen_o    (m_axi_arlen),
      .beat_i     (m_axi_rvalid && m_axi_rready),
      .last_i     (m_axi_rlast),
      .tag_o      (rd_rsp_tag_o)
    );
    assign m_axi_arid = '0;
  end else begin : gen_words
    assign m_axi_arid     = IdWidth'(rd_req_tag_i);
    assign m_axi_araddr   = rd_req_addr_i;
    assign m_axi_arlen    = '0;
    assign m_axi_arvalid  = rd_req_valid_i;
    assign rd_req_ready_o = m_axi_arready;
    assign rd_rsp_tag_o   = m_axi_rid[RdTagWidth-1:0];
  end
  assign m_axi_arsize   = Size;
  assign m_axi_arburst  = Incr;
  assign m_axi_arcache  = Cache;
  assign m_axi_arprot   = Prot;

  assign rd_rsp_valid_o = m_axi_rvalid;
  assign rd_rsp_data_o  = m_axi_rdata;
  assign rd_rsp_error_o = m_axi_rresp[1];
  assign m_axi_rready   = rd_rsp_ready_i;

  // Writes: address and data go each at its own time, and the request is taken with the later one.

  logic aw_sent_q, w_sent_q, aw_done, w_done;

  assign aw_done        = aw_sent_q || m_axi_awready;
  assign w_done         = w_sent_q || m_axi_wready;
  assign wr_req_ready_o = aw_done && w_done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_sent_q <= 1'b0;
      w_sent_q  <= 1'b0;
    end else if (wr_req_valid_i) begin
      aw_sent_q <= aw_done && !w_done;
      w_sent_q  <= w_done && !aw_done;
    end
  end

  assign m_axi_awid     = IdWidth'(wr_req_tag_i);
  assign m_axi_awaddr   = wr_req_addr_i;
  assign m_axi_awlen    = '0;
  assign m_axi_awsize   = Size;
  assign m_axi_awburst  = Incr;
  assign m_axi_awcache  = Cache;
  assign m_axi_awprot   = Prot;
  assign m_axi_awvalid  = wr_req_valid_i && !aw_sent_q;
  assign m_axi_wdata    = wr_req_data_i;
  assign m_axi_wstrb    = wr_req_strb_i;
  assign m_axi_wlast    = 1'b1;
  assign m_axi_wvalid   = wr_req_valid_i && !w_sent_q;

  assign wr_rsp_valid_o = m_axi_bvalid;
  assign wr_rsp_tag_o   = m_axi_bid[WrTagWidth-1:0];
  assign wr_rsp_error_o = m_axi_bresp[1];
  assign m_axi_bready   = wr_rsp_ready_i;

  // EXOKAY cannot be, and IDs are no wider than the tags that were sent; without bursts, so is RLAST.
  logic unused;
  assign unused = ^{m_axi_rlast, m_axi_rresp[0], m_axi_bresp[0], m_axi_rid, m_axi_bid};

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  SentOnce_A : assert property (@(posedge clk_i) !(aw_sent_q && w_sent_q))
  else $error("axi4_memory: address and data are both through, and the request still waits");
  SentWaits_A : assert property (@(posedge clk_i) aw_sent_q || w_sent_q |-> wr_req_valid_i)
  else $error("axi4_memory: half a write is through, and its request is gone");

  AddressFirst_C : cover property (@(posedge clk_i) aw_sent_q && m_axi_wready);
  DataFirst_C : cover property (@(posedge clk_i) w_sent_q && m_axi_awready);
  ReadError_C : cover property (@(posedge clk_i) rd_rsp_valid_o && rd_rsp_ready_i && rd_rsp_error_o);
  WriteError_C : cover property (@(posedge clk_i) wr_rsp_valid_o && wr_rsp_error_o);
`endif

endmodule

`default_nettype wire
