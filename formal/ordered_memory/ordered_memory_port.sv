// SPDX-License-Identifier: Apache-2.0
//
// wishbone_memory and obi_memory (Obi) keep the rules of their ports, as wishbone_check and
// obi_port_check have them, and give the accelerator the answers to what it asked for: whatever that
// is, whenever the memory takes and answers, and whenever the accelerator takes what was read.
//
// Assumed: the accelerator's channels are streams of aligned words, and it takes the answers to its
// writes at once; the memory answers what it was asked for, in order.

`default_nettype none

module ordered_memory_port #(
  parameter  bit          Obi         = 1'b0,
  parameter  int unsigned Outstanding = 2,
  localparam int unsigned AddrWidth   = 4,
  localparam int unsigned Width       = 32,
  localparam int unsigned TagWidth    = 2,
  localparam int unsigned WordBytes   = Width / 8,
  localparam int unsigned CountWidth  = $clog2(Outstanding + 1)
) (
  input logic                 clk_i,
  input logic                 rst_ni,

  input logic                 rd_req_valid_i,
  input logic [AddrWidth-3:0] rd_req_word_i,
  input logic [TagWidth-1:0]  rd_req_tag_i,
  input logic                 rd_rsp_ready_i,
  input logic                 wr_req_valid_i,
  input logic [AddrWidth-3:0] wr_req_word_i,
  input logic [WordBytes-1:0] wr_req_strb_i,
  input logic [Width-1:0]     wr_req_data_i,
  input logic [TagWidth-1:0]  wr_req_tag_i,

  input logic                 taken_i,   // the request that the bus is offered
  input logic                 answer_i,  // to the oldest one
  input logic                 error_i,
  input logic [Width-1:0]     rdata_i
);

  logic                 rd_req_ready, rd_rsp_valid, rd_rsp_error;
  logic                 wr_req_ready, wr_rsp_valid, wr_rsp_error;
  logic [TagWidth-1:0]  rd_rsp_tag, wr_rsp_tag;
  logic [Width-1:0]     rd_rsp_data;
  logic [AddrWidth-1:0] rd_req_addr, wr_req_addr;

  assign rd_req_addr = {rd_req_word_i, 2'b00};
  assign wr_req_addr = {wr_req_word_i, 2'b00};

  // The request on the bus
  logic                 asks, we;
  logic [AddrWidth-1:0] addr;
  logic [WordBytes-1:0] be;
  logic [Width-1:0]     wdata;

  if (Obi) begin : gen_obi
    obi_memory #(
      .AddrWidth  (AddrWidth),
      .Width      (Width),
      .RdTagWidth (TagWidth),
      .WrTagWidth (TagWidth),
      .Outstanding(Outstanding)
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
      .wr_rsp_ready_i(1'b1),
      .wr_rsp_tag_o  (wr_rsp_tag),
      .wr_rsp_error_o(wr_rsp_error),
      .m_obi_req     (asks),
      .m_obi_gnt     (taken_i),
      .m_obi_addr    (addr),
      .m_obi_we      (we),
      .m_obi_be      (be),
      .m_obi_wdata   (wdata),
      .m_obi_rvalid  (answer_i),
      .m_obi_rdata   (rdata_i),
      .m_obi_err     (error_i)
    );

    obi_port_check #(
      .AddrWidth  (AddrWidth),
      .Width      (Width),
      .Outstanding(Outstanding)
    ) u_check (
      .clk_i,
      .rst_ni,
      .req_i   (asks),
      .gnt_i   (taken_i),
      .addr_i  (addr),
      .we_i    (we),
      .be_i    (be),
      .wdata_i (wdata),
      .aid_i   (1'b0),
      .rvalid_i(answer_i),
      .rready_i(1'b1),
      .err_i   (error_i),
      .rdata_i,
      .rid_i   (1'b0)
    );
  end else begin : gen_wishbone
    logic cyc, ack, err;
    assign ack = answer_i && !error_i;
    assign err = answer_i && error_i;

    wishbone_memory #(
      .AddrWidth  (AddrWidth),
      .Width      (Width),
      .RdTagWidth (TagWidth),
      .WrTagWidth (TagWidth),
      .Outstanding(Outstanding)
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
      .wr_rsp_ready_i(1'b1),
      .wr_rsp_tag_o  (wr_rsp_tag),
      .wr_rsp_error_o(wr_rsp_error),
      .m_wb_cyc      (cyc),
      .m_wb_stb      (asks),
      .m_wb_we       (we),
      .m_wb_adr      (addr),
      .m_wb_sel      (be),
      .m_wb_dat_w    (wdata),
      .m_wb_stall    (!taken_i),
      .m_wb_ack      (ack),
      .m_wb_err      (err),
      .m_wb_dat_r    (rdata_i)
    );

    wishbone_check #(
      .AddrWidth  (AddrWidth),
      .Width      (Width),
      .Outstanding(Outstanding)
    ) u_check (
      .clk_i,
      .rst_ni,
      .cyc_i  (cyc),
      .stb_i  (asks),
      .we_i   (we),
      .adr_i  (addr),
      .sel_i  (be),
      .dat_w_i(wdata),
      .stall_i(!taken_i),
      .ack_i  (ack),
      .err_i  (err)
    );
  end

  reset_first u_reset (.clk_i, .rst_ni);

  // The accelerator

  stream_assume #(.Width(AddrWidth + TagWidth)) u_rd_req (
    .clk_i, .rst_ni, .valid_i(rd_req_valid_i), .ready_i(rd_req_ready),
    .payload_i({rd_req_addr, rd_req_tag_i})
  );
  stream_assume #(.Width(AddrWidth + WordBytes + Width + TagWidth)) u_wr_req (
    .clk_i, .rst_ni, .valid_i(wr_req_valid_i), .ready_i(wr_req_ready),
    .payload_i({wr_req_addr, wr_req_strb_i, wr_req_data_i, wr_req_tag_i})
  );
  stream_check #(.Width(TagWidth + Width + 1)) u_rd_rsp (
    .clk_i, .rst_ni, .valid_i(rd_rsp_valid), .ready_i(rd_rsp_ready_i),
    .payload_i({rd_rsp_tag, rd_rsp_data, rd_rsp_error})
  );

  // What is under way on the bus, the oldest first, and what was read and is not taken

  typedef struct packed {
    logic                write;
    logic [TagWidth-1:0] tag;
  } asked_t;

  typedef struct packed {
    logic [TagWidth-1:0] tag;
    logic [Width-1:0]    data;
    logic                error;
  } read_t;

  logic                  request, read_answer, rd_rsp;
  asked_t                asked, asked_q[Outstanding];
  read_t                 read_q[Outstanding];
  logic [CountWidth-1:0] pending_q, held_q;

  assign request     = asks && taken_i;
  assign asked       = '{write: we, tag: we ? wr_req_tag_i : rd_req_tag_i};
  assign read_answer = answer_i && !asked_q[0].write;
  assign rd_rsp      = rd_rsp_valid && rd_rsp_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
      held_q    <= '0;
      asked_q   <= '{default: '0};
      read_q    <= '{default: '0};
    end else begin
      pending_q <= pending_q + CountWidth'(request) - CountWidth'(answer_i);
      held_q    <= held_q + CountWidth'(read_answer) - CountWidth'(rd_rsp);
      for (int unsigned i = 0; i < Outstanding; i++) begin
        if (request && 32'(pending_q) == i + 32'(answer_i)) asked_q[i] <= asked;
        else if (answer_i) asked_q[i] <= asked_q[(i+1)%Outstanding];
        if (read_answer && 32'(held_q) == i + 32'(rd_rsp)) begin
          read_q[i] <= '{tag: asked_q[0].tag, data: rdata_i, error: error_i};
        end else if (rd_rsp) begin
          read_q[i] <= read_q[(i+1)%Outstanding];
        end
      end
    end
  end

  always_comb assume (!answer_i || pending_q != '0);

  always_comb if (rst_ni) begin
    a_offer: assert (!asks || (we ? wr_req_valid_i && addr == wr_req_addr && be == wr_req_strb_i
                                    && wdata == wr_req_data_i
                                  : rd_req_valid_i && addr == rd_req_addr && be == '1));
    a_taken: assert ((request && we) == (wr_req_valid_i && wr_req_ready)
                     && (request && !we) == (rd_req_valid_i && rd_req_ready));
    a_read: assert (rd_rsp_valid == (held_q != '0) && (!rd_rsp_valid
                    || {rd_rsp_tag, rd_rsp_data, rd_rsp_error} == read_q[0]));
    a_written: assert (wr_rsp_valid == (answer_i && asked_q[0].write) && (!wr_rsp_valid
                       || (wr_rsp_tag == asked_q[0].tag && wr_rsp_error == error_i)));
    a_room: assert (32'(pending_q) + 32'(held_q) <= Outstanding);
  end

  // Reached: a word that failed is taken late, behind it the answer to a write.
  always_comb c_late: cover (rst_ni && rd_rsp && rd_rsp_error && wr_rsp_valid);

endmodule

`default_nettype wire
