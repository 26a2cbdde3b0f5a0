// SPDX-License-Identifier: Apache-2.0
//
// The accelerator's registers on AXI4-Lite keep the bus's rules, as axi4_lite_check has them, answer
// within Patience cycles in which the manager takes answers, and give the accelerator commands that
// it may rely on: whatever the manager writes and reads, whatever the accelerator does.
//
// Assumed: the manager's channels are streams.

`default_nettype none

module axi4_lite_control #(
  parameter  int unsigned Patience  = 4,
  localparam int unsigned AddrWidth = 7
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 awvalid_i,
  input logic [AddrWidth-1:0] awaddr_i,
  input logic [2:0]           awprot_i,
  input logic                 wvalid_i,
  input logic [31:0]          wdata_i,
  input logic [3:0]           wstrb_i,
  input logic                 bready_i,
  input logic                 arvalid_i,
  input logic [AddrWidth-1:0] araddr_i,
  input logic [2:0]           arprot_i,
  input logic                 rready_i
);

  logic        awready, wready, bvalid, arready, rvalid;
  logic [1:0]  bresp, rresp;
  logic [31:0] rdata;

  hash_accel_regs_pkg::hash_accel_regs__in_t  regs_in;
  hash_accel_regs_pkg::hash_accel_regs__out_t regs_out;

  axi4_lite_regs u_regs (
    .clk           (clk_i),
    .arst_n        (rst_ni),
    .s_axil_awready(awready),
    .s_axil_awvalid(awvalid_i),
    .s_axil_awaddr (awaddr_i),
    .s_axil_awprot (awprot_i),
    .s_axil_wready (wready),
    .s_axil_wvalid (wvalid_i),
    .s_axil_wdata  (wdata_i),
    .s_axil_wstrb  (wstrb_i),
    .s_axil_bready (bready_i),
    .s_axil_bvalid (bvalid),
    .s_axil_bresp  (bresp),
    .s_axil_arready(arready),
    .s_axil_arvalid(arvalid_i),
    .s_axil_araddr (araddr_i),
    .s_axil_arprot (arprot_i),
    .s_axil_rready (rready_i),
    .s_axil_rvalid (rvalid),
    .s_axil_rdata  (rdata),
    .s_axil_rresp  (rresp),
    .hwif_in       (regs_in),
    .hwif_out      (regs_out)
  );

  control_free u_control (
    .clk_i,
    .rst_ni,
    .regs_o(regs_in),
    .regs_i(regs_out)
  );

  axi4_lite_check #(.AddrWidth(AddrWidth)) u_check (
    .clk_i,
    .rst_ni,
    .awaddr_i,
    .awprot_i,
    .awvalid_i,
    .awready_i(awready),
    .wdata_i,
    .wstrb_i,
    .wvalid_i,
    .wready_i (wready),
    .bresp_i  (bresp),
    .bvalid_i (bvalid),
    .bready_i,
    .araddr_i,
    .arprot_i,
    .arvalid_i,
    .arready_i(arready),
    .rdata_i  (rdata),
    .rresp_i  (rresp),
    .rvalid_i (rvalid),
    .rready_i
  );

  reset_first u_reset (.clk_i, .rst_ni);

  stream_assume #(.Width(AddrWidth + 3)) u_aw (
    .clk_i, .rst_ni, .valid_i(awvalid_i), .ready_i(awready), .payload_i({awaddr_i, awprot_i})
  );
  stream_assume #(.Width(36)) u_w (
    .clk_i, .rst_ni, .valid_i(wvalid_i), .ready_i(wready), .payload_i({wdata_i, wstrb_i})
  );
  stream_assume #(.Width(AddrWidth + 3)) u_ar (
    .clk_i, .rst_ni, .valid_i(arvalid_i), .ready_i(arready), .payload_i({araddr_i, arprot_i})
  );

  // Reads, and parts of writes, that were taken and are not answered
  logic [2:0] reads_q, addresses_q, data_q, waited_q;
  logic       due, answered;
  assign due      = reads_q != '0 || (addresses_q != '0 && data_q != '0);
  assign answered = (bvalid && bready_i) || (rvalid && rready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reads_q     <= '0;
      addresses_q <= '0;
      data_q      <= '0;
      waited_q    <= '0;
    end else begin
      reads_q     <= reads_q + 3'(arvalid_i && arready) - 3'(rvalid && rready_i);
      addresses_q <= addresses_q + 3'(awvalid_i && awready) - 3'(bvalid && bready_i);
      data_q      <= data_q + 3'(wvalid_i && wready) - 3'(bvalid && bready_i);
      waited_q    <= (due && !answered && bready_i && rready_i) ? waited_q + 3'd1 : '0;
    end
  end

  always_comb if (rst_ni) begin
    a_answered: assert (32'(waited_q) < Patience);
    a_error_is_slverr: assert (!(bvalid && bresp[0]) && !(rvalid && rresp[0]));
  end

  // Reached: a write that is refused is answered while a read waits.
  always_comb c_refused: cover (rst_ni && bvalid && bready_i && bresp[1] && reads_q != '0);

endmodule

`default_nettype wire
