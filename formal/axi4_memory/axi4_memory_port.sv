// SPDX-License-Identifier: Apache-2.0
//
// axi4_memory keeps the rules of its AXI4 port, as axi4_check has them, and sends each of the
// accelerator's requests once: whatever the accelerator asks for, whenever the memory takes and
// answers, in any order of the IDs.
//
// Assumed: the accelerator's channels are streams of aligned words, no tag has two reads under way and
// no slot more than Writes writes; the memory answers what it was asked for, with one beat.

`default_nettype none

module axi4_memory_port #(
  parameter  int unsigned Writes     = 2,
  localparam int unsigned AddrWidth  = 13,  // more than a page
  localparam int unsigned Width      = 32,
  localparam int unsigned RdTagWidth = 2,
  localparam int unsigned WrTagWidth = 1,
  localparam int unsigned IdWidth    = 2,
  localparam int unsigned WordBytes  = Width / 8,
  localparam int unsigned CountWidth = $clog2(Writes + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,

  input logic                  rd_req_valid_i,
  input logic [AddrWidth-3:0]  rd_req_word_i,
  input logic [RdTagWidth-1:0] rd_req_tag_i,
  input logic                  rd_rsp_ready_i,
  input logic                  wr_req_valid_i,
  input logic [AddrWidth-3:0]  wr_req_word_i,
  input logic [WordBytes-1:0]  wr_req_strb_i,
  input logic [Width-1:0]      wr_req_data_i,
  input logic [WrTagWidth-1:0] wr_req_tag_i,
  input logic                  wr_rsp_ready_i,

  input logic                  awready_i,
  input logic                  wready_i,
  input logic [IdWidth-1:0]    bid_i,
  input logic [1:0]            bresp_i,
  input logic                  bvalid_i,
  input logic                  arready_i,
  input logic [IdWidth-1:0]    rid_i,
  input logic [Width-1:0]      rdata_i,
  input logic [1:0]            rresp_i,
  input logic                  rvalid_i
);

  logic                  rd_req_ready, rd_rsp_valid, rd_rsp_error;
  logic                  wr_req_ready, wr_rsp_valid, wr_rsp_error;
  logic [RdTagWidth-1:0] rd_rsp_tag;
  logic [Width-1:0]      rd_rsp_data;
  logic [WrTagWidth-1:0] wr_rsp_tag;
  logic [AddrWidth-1:0]  rd_req_addr, wr_req_addr, awaddr, araddr;
  logic [IdWidth-1:0]    awid, arid;
  logic [7:0]            awlen, arlen;
  logic [2:0]            awsize, arsize, awprot, arprot;
  logic [1:0]            awburst, arburst;
  logic [3:0]            awcache, arcache;
  logic [WordBytes-1:0]  wstrb;
  logic [Width-1:0]      wdata;
  logic                  awvalid, wvalid, wlast, bready, arvalid, rready;

  assign rd_req_addr = {rd_req_word_i, 2'b00};
  assign wr_req_addr = {wr_req_word_i, 2'b00};

  axi4_memory #(
    .AddrWidth (AddrWidth),
    .Width     (Width),
    .RdTagWidth(RdTagWidth),
    .WrTagWidth(WrTagWidth),
    .IdWidth   (IdWidth)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .rd_req_valid_i,
    .rd_req_ready_o(rd_req_ready),
    .rd_req_addr_i (rd_req_addr),
    .rd_req_tag_i,
    .rd_rsp_valid_o(rd_rsp_valid),
    .rd_rsp_ready_i,
    .rd_rsp_tag_o  (rd_rsp_tag),
    .rd_rsp_data_o (rd_rsp_data),
    .rd_rsp_error_o(rd_rsp_error),
    .wr_req_valid_i,
    .wr_req_ready_o(wr_req_ready),
    .wr_req_addr_i (wr_req_addr),
    .wr_req_strb_i,
    .wr_req_data_i,
    .wr_req_tag_i,
    .wr_rsp_valid_o(wr_rsp_valid),
    .wr_rsp_ready_i,
    .wr_rsp_tag_o  (wr_rsp_tag),
    .wr_rsp_error_o(wr_rsp_error),
    .m_axi_awid    (awid),
    .m_axi_awaddr  (awaddr),
    .m_axi_awlen   (awlen),
    .m_axi_awsize  (awsize),
    .m_axi_awburst (awburst),
    .m_axi_awcache (awcache),
    .m_axi_awprot  (awprot),
    .m_axi_awvalid (awvalid),
    .m_axi_awready (awready_i),
    .m_axi_wdata   (wdata),
    .m_axi_wstrb   (wstrb),
    .m_axi_wlast   (wlast),
    .m_axi_wvalid  (wvalid),
    .m_axi_wready  (wready_i),
    .m_axi_bid     (bid_i),
    .m_axi_bresp   (bresp_i),
    .m_axi_bvalid  (bvalid_i),
    .m_axi_bready  (bready),
    .m_axi_arid    (arid),
    .m_axi_araddr  (araddr),
    .m_axi_arlen   (arlen),
    .m_axi_arsize  (arsize),
    .m_axi_arburst (arburst),
    .m_axi_arcache (arcache),
    .m_axi_arprot  (arprot),
    .m_axi_arvalid (arvalid),
    .m_axi_arready (arready_i),
    .m_axi_rid     (rid_i),
    .m_axi_rdata   (rdata_i),
    .m_axi_rresp   (rresp_i),
    .m_axi_rlast   (1'b1),
    .m_axi_rvalid  (rvalid_i),
    .m_axi_rready  (rready)
  );

  axi4_check #(
    .AddrWidth(AddrWidth),
    .Width    (Width),
    .IdWidth  (IdWidth),
    .Writes   (Writes),
    .Skew     (1)
  ) u_check (
    .clk_i,
    .rst_ni,
    .awid_i    (awid),
    .awaddr_i  (awaddr),
    .awlen_i   (awlen),
    .awsize_i  (awsize),
    .awburst_i (awburst),
    .awvalid_i (awvalid),
    .awready_i,
    .wdata_i   (wdata),
    .wstrb_i   (wstrb),
    .wlast_i   (wlast),
    .wvalid_i  (wvalid),
    .wready_i,
    .bid_i,
    .bresp_i,
    .bvalid_i,
    .bready_i  (bready),
    .arid_i    (arid),
    .araddr_i  (araddr),
    .arlen_i   (arlen),
    .arsize_i  (arsize),
    .arburst_i (arburst),
    .arvalid_i (arvalid),
    .arready_i,
    .rid_i,
    .rdata_i,
    .rresp_i,
    .rlast_i   (1'b1),
    .rvalid_i,
    .rready_i  (rready)
  );

  reset_first u_reset (.clk_i, .rst_ni);

  // The accelerator, and the memory's answers

  stream_assume #(.Width(AddrWidth + RdTagWidth)) u_rd_req (
    .clk_i, .rst_ni, .valid_i(rd_req_valid_i), .ready_i(rd_req_ready),
    .payload_i({rd_req_addr, rd_req_tag_i})
  );
  stream_assume #(.Width(AddrWidth + WordBytes + Width + WrTagWidth)) u_wr_req (
    .clk_i, .rst_ni, .valid_i(wr_req_valid_i), .ready_i(wr_req_ready),
    .payload_i({wr_req_addr, wr_req_strb_i, wr_req_data_i, wr_req_tag_i})
  );
  stream_assume #(.Width(IdWidth + 2)) u_b (
    .clk_i, .rst_ni, .valid_i(bvalid_i), .ready_i(bready), .payload_i({bid_i, bresp_i})
  );
  stream_assume #(.Width(IdWidth + Width + 2)) u_r (
    .clk_i, .rst_ni, .valid_i(rvalid_i), .ready_i(rready), .payload_i({rid_i, rdata_i, rresp_i})
  );

  logic rd_req, rd_rsp, wr_req, wr_rsp;
  assign rd_req = rd_req_valid_i && rd_req_ready;
  assign rd_rsp = rd_rsp_valid && rd_rsp_ready_i;
  assign wr_req = wr_req_valid_i && wr_req_ready;
  assign wr_rsp = wr_rsp_valid && wr_rsp_ready_i;

  logic [2**RdTagWidth-1:0] reading_q;
  logic [CountWidth-1:0]    writing_q[2**WrTagWidth];
  logic [1:0]               addresses_q, data_q;  // of the write that is offered, sent before

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reading_q   <= '0;
      writing_q   <= '{default: '0};
      addresses_q <= '0;
      data_q      <= '0;
    end else begin
      if (rd_req) reading_q[rd_req_tag_i] <= 1'b1;
      if (rd_rsp) reading_q[rd_rsp_tag]   <= 1'b0;
      for (int unsigned i = 0; i < 2 ** WrTagWidth; i++) begin
        writing_q[i] <= writing_q[i] + CountWidth'(wr_req && 32'(wr_req_tag_i) == i)
                        - CountWidth'(wr_rsp && 32'(wr_rsp_tag) == i);
      end
      addresses_q <= wr_req ? '0 : addresses_q + 2'(awvalid && awready_i);
      data_q      <= wr_req ? '0 : data_q + 2'(wvalid && wready_i);
    end
  end

  always_comb begin
    assume (!rd_req_valid_i || !reading_q[rd_req_tag_i]);
    assume (!wr_req_valid_i || writing_q[wr_req_tag_i] != CountWidth'(Writes));
    assume (!rvalid_i || (reading_q[rid_i] && rresp_i != 2'b01));
    assume (!bvalid_i || (32'(bid_i) < 2 ** WrTagWidth && bresp_i != 2'b01));
    assume (!bvalid_i || writing_q[bid_i[WrTagWidth-1:0]] != '0);
  end

  // Each request once, as it was asked for; each answer as it came

  always_comb if (rst_ni) begin
    a_read: assert (rd_req == (arvalid && arready_i) && (!rd_req || (araddr == rd_req_addr
                    && arid == IdWidth'(rd_req_tag_i))));
    a_write: assert (!wr_req || (addresses_q + 2'(awvalid && awready_i) == 2'd1
                                 && data_q + 2'(wvalid && wready_i) == 2'd1));
    a_write_once: assert (addresses_q <= 2'd1 && data_q <= 2'd1);
    a_write_address: assert (!awvalid || (awaddr == wr_req_addr && awid == IdWidth'(wr_req_tag_i)));
    a_write_data: assert (!wvalid || (wdata == wr_req_data_i && wstrb == wr_req_strb_i));
    a_read_answer: assert (rd_rsp == (rvalid_i && rready) && (!rd_rsp || (IdWidth'(rd_rsp_tag) == rid_i
                           && rd_rsp_data == rdata_i && rd_rsp_error == rresp_i[1])));
    a_write_answer: assert (wr_rsp == (bvalid_i && bready) && (!wr_rsp
                            || (IdWidth'(wr_rsp_tag) == bid_i && wr_rsp_error == bresp_i[1])));
  end

  // Reached: a write whose data went first is answered while another of its slot waits.
  logic data_first_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) data_first_q <= 1'b0;
    else if (data_q != '0 && addresses_q == '0) data_first_q <= 1'b1;
  end
  always_comb c_answered: cover (rst_ni && data_first_q && wr_rsp && wr_rsp_error
                                 && writing_q[wr_rsp_tag] == CountWidth'(2));

  logic unused;
  assign unused = ^{awcache, arcache, awprot, arprot};

endmodule

`default_nettype wire
