// SPDX-License-Identifier: Apache-2.0
//
// Rules of an AXI4-Lite port (Arm IHI 0022H, B1).
//
//   each channel   an offer stays as it is until it is taken; none is made in reset
//   answers        one for each read, and for each write whose address and data were taken in earlier
//                  cycles; EXOKAY never
//
// At most Most reads, addresses of writes, and data of writes wait for an answer. For simulation and
// proofs: bound to a port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module axi4_lite_check #(
  parameter int unsigned AddrWidth = 32,
  parameter int unsigned Width     = 32,
  parameter int unsigned Most      = 4
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [AddrWidth-1:0] awaddr_i,
  input logic [2:0]           awprot_i,
  input logic                 awvalid_i,
  input logic                 awready_i,
  input logic [Width-1:0]     wdata_i,
  input logic [Width/8-1:0]   wstrb_i,
  input logic                 wvalid_i,
  input logic                 wready_i,
  input logic [1:0]           bresp_i,
  input logic                 bvalid_i,
  input logic                 bready_i,
  input logic [AddrWidth-1:0] araddr_i,
  input logic [2:0]           arprot_i,
  input logic                 arvalid_i,
  input logic                 arready_i,
  input logic [Width-1:0]     rdata_i,
  input logic [1:0]           rresp_i,
  input logic                 rvalid_i,
  input logic                 rready_i
);

  if (Most < 1) begin : gen_bad_most
    $fatal(1, "axi4_lite_check: Most is %0d; 1 and more are allowed", Most);
  end

  localparam int unsigned CountWidth = $clog2(Most + 1);
  localparam logic [1:0] ExOkay = 2'b01;
  typedef logic [CountWidth-1:0] count_t;

  count_t addresses_q, data_q, reads_q;  // that are not answered
  logic   aw, w, b, ar, r;

  assign aw = awvalid_i && awready_i;
  assign w  = wvalid_i && wready_i;
  assign b  = bvalid_i && bready_i;
  assign ar = arvalid_i && arready_i;
  assign r  = rvalid_i && rready_i;

  stream_check #(.Width(AddrWidth + 3)) u_aw (
    .clk_i,
    .rst_ni,
    .valid_i  (awvalid_i),
    .ready_i  (awready_i),
    .payload_i({awaddr_i, awprot_i})
  );
  stream_check #(.Width(Width + Width / 8)) u_w (
    .clk_i,
    .rst_ni,
    .valid_i  (wvalid_i),
    .ready_i  (wready_i),
    .payload_i({wdata_i, wstrb_i})
  );
  stream_check #(.Width(2)) u_b (
    .clk_i,
    .rst_ni,
    .valid_i  (bvalid_i),
    .ready_i  (bready_i),
    .payload_i(bresp_i)
  );
  stream_check #(.Width(AddrWidth + 3)) u_ar (
    .clk_i,
    .rst_ni,
    .valid_i  (arvalid_i),
    .ready_i  (arready_i),
    .payload_i({araddr_i, arprot_i})
  );
  stream_check #(.Width(Width + 2)) u_r (
    .clk_i,
    .rst_ni,
    .valid_i  (rvalid_i),
    .ready_i  (rready_i),
    .payload_i({rdata_i, rresp_i})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      addresses_q <= '0;
      data_q      <= '0;
      reads_q     <= '0;
    end else begin
      addresses_q <= addresses_q + count_t'(aw) - count_t'(b);
      data_q      <= data_q + count_t'(w) - count_t'(b);
      reads_q     <= reads_q + count_t'(ar) - count_t'(r);
    end
  end

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i)
    awake_q || !(awvalid_i || wvalid_i || bvalid_i || arvalid_i || rvalid_i))
  else $error("an offer in reset");
  WriteAnswerDue_A : assert property (@(posedge clk_i)
    !bvalid_i || (addresses_q != '0 && data_q != '0))
  else $error("an answer without a complete write");
  ReadAnswerDue_A : assert property (@(posedge clk_i) !rvalid_i || reads_q != '0)
  else $error("data without a read");
  AnswerPlain_A : assert property (@(posedge clk_i)
    !(bvalid_i && bresp_i == ExOkay) && !(rvalid_i && rresp_i == ExOkay))
  else $error("EXOKAY, which AXI4-Lite does not have");
  Most_A : assert property (@(posedge clk_i)
    !(aw && addresses_q == count_t'(Most)) && !(w && data_q == count_t'(Most))
    && !(ar && reads_q == count_t'(Most)))
  else $error("more than %0d accesses wait for an answer", Most);

`ifndef SYNTHESIS
  DataFirst_C : cover property (@(posedge clk_i) w && addresses_q == data_q && !aw);
  AddressFirst_C : cover property (@(posedge clk_i) aw && addresses_q == data_q && !w);
  ErrorAnswer_C : cover property (@(posedge clk_i) (b && bresp_i[1]) || (r && rresp_i[1]));
`endif

endmodule

`default_nettype wire
