// SPDX-License-Identifier: Apache-2.0
//
// axi4_bursts keeps AXI4's rules, as axi4_check has them, and any one of its reads, whichever is marked,
// is in one burst, at its address, and the beat that answers it has its tag.
//
// Assumed: reads are a stream of aligned words, with any tags; the memory answers the bursts that it
// took, in order, with RLAST where it belongs.

`default_nettype none

module axi4_bursts_port #(
  localparam int unsigned AddrWidth   = 13,  // more than a page
  localparam int unsigned Width       = 32,
  localparam int unsigned TagWidth    = 4,
  localparam int unsigned Burst       = 3,
  localparam int unsigned Outstanding = 2,
  localparam int unsigned CountWidth  = 5
) (
  input logic                 clk_i,
  input logic                 rst_ni,

  input logic                 req_valid_i,
  input logic [AddrWidth-3:0] req_word_i,
  input logic [TagWidth-1:0]  req_tag_i,
  input logic                 mark_i,

  input logic                 arready_i,
  input logic                 rvalid_i,
  input logic                 rready_i,
  input logic [Width-1:0]     rdata_i,
  input logic [1:0]           rresp_i
);

  typedef logic [CountWidth-1:0] count_t;

  logic                 req_ready, arvalid, last;
  logic [AddrWidth-1:0] req_addr, araddr;
  logic [7:0]           arlen;
  logic [TagWidth-1:0]  tag;
  logic                 req, ar, r;

  assign req_addr = {req_word_i, 2'b00};
  assign req      = req_valid_i && req_ready;
  assign ar       = arvalid && arready_i;
  assign r        = rvalid_i && rready_i;

  axi4_bursts #(
    .AddrWidth  (AddrWidth),
    .Width      (Width),
    .TagWidth   (TagWidth),
    .Burst      (Burst),
    .Outstanding(Outstanding)
  ) u_bursts (
    .clk_i,
    .rst_ni,
    .req_valid_i,
    .req_ready_o(req_ready),
    .req_addr_i (req_addr),
    .req_tag_i,
    .arvalid_o  (arvalid),
    .arready_i,
    .araddr_o   (araddr),
    .arlen_o    (arlen),
    .beat_i     (r),
    .last_i     (last),
    .tag_o      (tag)
  );

  axi4_check #(
    .AddrWidth(AddrWidth),
    .Width    (Width),
    .IdWidth  (1),
    .Reads    (Outstanding)
  ) u_check (
    .clk_i,
    .rst_ni,
    .awid_i    ('0),
    .awaddr_i  ('0),
    .awlen_i   ('0),
    .awsize_i  (3'd2),
    .awburst_i (2'b01),
    .awvalid_i (1'b0),
    .awready_i (1'b0),
    .wdata_i   ('0),
    .wstrb_i   ('0),
    .wlast_i   (1'b0),
    .wvalid_i  (1'b0),
    .wready_i  (1'b0),
    .bid_i     ('0),
    .bresp_i   ('0),
    .bvalid_i  (1'b0),
    .bready_i  (1'b0),
    .arid_i    ('0),
    .araddr_i  (araddr),
    .arlen_i   (arlen),
    .arsize_i  (3'd2),
    .arburst_i (2'b01),
    .arvalid_i (arvalid),
    .arready_i,
    .rid_i     ('0),
    .rdata_i,
    .rresp_i,
    .rlast_i   (last),
    .rvalid_i,
    .rready_i
  );

  reset_first u_reset (.clk_i, .rst_ni);

  stream_assume #(.Width(AddrWidth + TagWidth)) u_req (
    .clk_i, .rst_ni, .valid_i(req_valid_i), .ready_i(req_ready), .payload_i({req_addr, req_tag_i})
  );
  stream_assume #(.Width(Width + 2)) u_r (
    .clk_i, .rst_ni, .valid_i(rvalid_i), .ready_i(rready_i), .payload_i({rdata_i, rresp_i})
  );
  always_comb assume (rresp_i != 2'b01);

  // The memory: of each burst, the beats that it owes behind the next one

  logic [1:0] owed_q[Outstanding];
  logic [1:0] bursts_q;
  assign last = owed_q[0] == '0;
  always_comb assume (!rvalid_i || bursts_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q   <= '{default: '0};
      bursts_q <= '0;
    end else begin
      bursts_q <= bursts_q + 2'(ar) - 2'(r && last);
      for (int unsigned i = 0; i < Outstanding; i++) begin
        if (ar && 32'(bursts_q) == i + 32'(r && last)) owed_q[i] <= arlen[1:0];
        else if (r && last)                            owed_q[i] <= i + 1 < Outstanding ? owed_q[(i+1)%Outstanding] : '0;
        else if (r && i == 0)                          owed_q[i] <= owed_q[i] - 1'b1;
      end
    end
  end

  // The read that is marked, and how many before it have not been sent, and not been answered

  logic                 marked_q, sent_q, answered_q;
  logic [AddrWidth-1:0] addr_q;
  logic [TagWidth-1:0]  tag_q;
  count_t               unsent_q, unanswered_q, ahead_sent_q, ahead_answered_q, beats;
  assign beats = ar ? count_t'(arlen) + count_t'(1) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      marked_q         <= 1'b0;
      sent_q           <= 1'b0;
      answered_q       <= 1'b0;
      addr_q           <= '0;
      tag_q            <= '0;
      unsent_q         <= '0;
      unanswered_q     <= '0;
      ahead_sent_q     <= '0;
      ahead_answered_q <= '0;
    end else begin
      unsent_q     <= unsent_q + count_t'(req) - beats;
      unanswered_q <= unanswered_q + count_t'(req) - count_t'(r);
      if (req && mark_i && !marked_q) begin
        marked_q         <= 1'b1;
        addr_q           <= req_addr;
        tag_q            <= req_tag_i;
        ahead_sent_q     <= unsent_q - beats;
        ahead_answered_q <= unanswered_q - count_t'(r);
      end else if (marked_q) begin
        if (ar && !sent_q) begin
          sent_q       <= ahead_sent_q < beats;
          ahead_sent_q <= ahead_sent_q - beats;
        end
        if (r && !answered_q) begin
          answered_q       <= ahead_answered_q == '0;
          ahead_answered_q <= ahead_answered_q - 1'b1;
        end
      end
    end
  end

  always_comb if (rst_ni) begin
    a_asked_for: assert (beats <= unsent_q);
    a_length: assert (!arvalid || arlen < 8'(Burst));
    a_address: assert (!ar || !marked_q || sent_q || ahead_sent_q >= beats
                       || araddr + AddrWidth'({ahead_sent_q, 2'b00}) == addr_q);
    a_tag: assert (!r || !marked_q || answered_q || ahead_answered_q != '0
                   || (sent_q && tag == tag_q));
  end

  // Reached: the last of three in a burst, with a flag, is answered.
  logic third_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) third_q <= 1'b0;
    else if (ar && !sent_q) third_q <= marked_q && arlen == 8'd2 && ahead_sent_q == count_t'(2);
  end
  always_comb c_answered: cover (rst_ni && r && third_q && sent_q && !answered_q && tag_q[TagWidth-1]
                                 && ahead_answered_q == '0);

endmodule

`default_nettype wire
