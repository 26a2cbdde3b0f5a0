// SPDX-License-Identifier: Apache-2.0
//
// Rules of an AXI4 port (Arm IHI 0022H), for the subset that its managers here use: INCR bursts of
// beats as wide as the port, from an aligned address on; normal accesses.
//
//   each channel   an offer stays as it is until it is taken; none is made in reset, or before a
//                  rising edge out of it (A3.1.2, A3.2.1)
//   addresses      a burst does not cross 4 KiB (A3.4.1); at most Reads reads and Writes writes of an
//                  ID are under way
//   read data      of an ID whose read was taken in an earlier cycle, those of one ID in order; RLAST
//                  at the last beat and there alone
//   write data     in the order of the addresses, before or after them, at most Skew bursts apart;
//                  WLAST as for reads
//   answers        one for each write whose address and last beat were taken in earlier cycles
//                  (A3.3.1); EXOKAY never, as nothing is exclusive
//
// IDs of more than 12 bits pass unchecked, as far as they go. For simulation and proofs: bound to a
// port, or instantiated inside `ifndef SYNTHESIS.

`default_nettype none

module axi4_check #(
  parameter  int unsigned AddrWidth = 32,
  parameter  int unsigned Width     = 64,
  parameter  int unsigned IdWidth   = 4,
  parameter  int unsigned Reads     = 1,
  parameter  int unsigned Writes    = 1,
  parameter  int unsigned Skew      = 4,
  localparam int unsigned WordBytes = Width / 8
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [IdWidth-1:0]   awid_i,
  input logic [AddrWidth-1:0] awaddr_i,
  input logic [7:0]           awlen_i,
  input logic [2:0]           awsize_i,
  input logic [1:0]           awburst_i,
  input logic                 awvalid_i,
  input logic                 awready_i,
  input logic [Width-1:0]     wdata_i,
  input logic [WordBytes-1:0] wstrb_i,
  input logic                 wlast_i,
  input logic                 wvalid_i,
  input logic                 wready_i,
  input logic [IdWidth-1:0]   bid_i,
  input logic [1:0]           bresp_i,
  input logic                 bvalid_i,
  input logic                 bready_i,
  input logic [IdWidth-1:0]   arid_i,
  input logic [AddrWidth-1:0] araddr_i,
  input logic [7:0]           arlen_i,
  input logic [2:0]           arsize_i,
  input logic [1:0]           arburst_i,
  input logic                 arvalid_i,
  input logic                 arready_i,
  input logic [IdWidth-1:0]   rid_i,
  input logic [Width-1:0]     rdata_i,
  input logic [1:0]           rresp_i,
  input logic                 rlast_i,
  input logic                 rvalid_i,
  input logic                 rready_i
);

  if (Reads < 1) begin : gen_bad_reads
    $fatal(1, "axi4_check: Reads is %0d; 1 and more are allowed", Reads);
  end
  if (Writes < 1) begin : gen_bad_writes
    $fatal(1, "axi4_check: Writes is %0d; 1 and more are allowed", Writes);
  end
  if (Skew < 1) begin : gen_bad_skew
    $fatal(1, "axi4_check: Skew is %0d; 1 and more are allowed", Skew);
  end

  localparam logic [1:0]  Incr      = 2'b01;
  localparam logic [1:0]  ExOkay    = 2'b01;
  localparam logic [2:0]  Size      = 3'($clog2(WordBytes));
  localparam int unsigned ReadWidth = $clog2(Reads + 1);
  localparam int unsigned WriteWidth = $clog2(Writes + 1);
  localparam int unsigned SkewWidth = $clog2(Skew + 1);

  typedef logic [ReadWidth-1:0] reads_t;
  typedef logic [WriteWidth-1:0] writes_t;
  typedef logic [SkewWidth-1:0] skew_t;

  logic aw, w, b, ar, r;
  assign aw = awvalid_i && awready_i;
  assign w  = wvalid_i && wready_i;
  assign b  = bvalid_i && bready_i;
  assign ar = arvalid_i && arready_i;
  assign r  = rvalid_i && rready_i;

  // Offers

  stream_check #(.Width(IdWidth + AddrWidth + 13)) u_aw (
    .clk_i,
    .rst_ni,
    .valid_i  (awvalid_i),
    .ready_i  (awready_i),
    .payload_i({awid_i, awaddr_i, awlen_i, awsize_i, awburst_i})
  );
  stream_check #(.Width(Width + WordBytes + 1)) u_w (
    .clk_i,
    .rst_ni,
    .valid_i  (wvalid_i),
    .ready_i  (wready_i),
    .payload_i({wdata_i, wstrb_i, wlast_i})
  );
  stream_check #(.Width(IdWidth + 2)) u_b (
    .clk_i,
    .rst_ni,
    .valid_i  (bvalid_i),
    .ready_i  (bready_i),
    .payload_i({bid_i, bresp_i})
  );
  stream_check #(.Width(IdWidth + AddrWidth + 13)) u_ar (
    .clk_i,
    .rst_ni,
    .valid_i  (arvalid_i),
    .ready_i  (arready_i),
    .payload_i({arid_i, araddr_i, arlen_i, arsize_i, arburst_i})
  );
  stream_check #(.Width(IdWidth + Width + 3)) u_r (
    .clk_i,
    .rst_ni,
    .valid_i  (rvalid_i),
    .ready_i  (rready_i),
    .payload_i({rid_i, rdata_i, rresp_i, rlast_i})
  );

  // From the first rising edge out of reset on.
  logic awake_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awake_q <= 1'b0;
    else         awake_q <= 1'b1;
  end
  ResetQuiet_A : assert property (@(posedge clk_i)
    awake_q || !(awvalid_i || wvalid_i || bvalid_i || arvalid_i || rvalid_i))
  else $error("an offer in reset");

  // Addresses

  logic [15:0] aw_end, ar_end;  // of the burst's last byte, in the page
  assign aw_end = 16'(awaddr_i[11:0]) + 16'((16'(awlen_i) + 16'd1) << awsize_i) - 16'd1;
  assign ar_end = 16'(araddr_i[11:0]) + 16'((16'(arlen_i) + 16'd1) << arsize_i) - 16'd1;

  WriteInPage_A : assert property (@(posedge clk_i) !awvalid_i || aw_end < 16'h1000)
  else $error("a write burst crosses 4 KiB");
  ReadInPage_A : assert property (@(posedge clk_i) !arvalid_i || ar_end < 16'h1000)
  else $error("a read burst crosses 4 KiB");
  WriteSubset_A : assert property (@(posedge clk_i)
    !awvalid_i || (awburst_i == Incr && awsize_i == Size
                   && awaddr_i[$clog2(WordBytes)-1:0] == '0))
  else $error("a write burst is not of whole, aligned words at rising addresses");
  ReadSubset_A : assert property (@(posedge clk_i)
    !arvalid_i || (arburst_i == Incr && arsize_i == Size
                   && araddr_i[$clog2(WordBytes)-1:0] == '0))
  else $error("a read burst is not of whole, aligned words at rising addresses");

  // Write data: bursts whose address is ahead, with their lengths, or whose data are

  logic [7:0] ahead_q[Skew];       // AWLEN, or the count of beats - 1 of a burst of data
  skew_t      addresses_q, data_q; // one of them is 0
  logic [7:0] beat_q, aw_beats;    // beats of the burst under way
  logic       w_end, aw_first, w_first;

  assign w_end    = w && wlast_i;
  assign aw_beats = (data_q != '0) ? ahead_q[0] : beat_q;  // what a burst of data turned out to be
  assign w_first  = w_end && addresses_q == '0 && !aw;     // data end before their address
  assign aw_first = aw && data_q == '0 && !w_end;          // and the other way round

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      addresses_q <= '0;
      data_q      <= '0;
      beat_q      <= '0;
      for (int unsigned i = 0; i < Skew; i++) ahead_q[i] <= '0;
    end else begin
      if (w) beat_q <= wlast_i ? '0 : beat_q + 1'b1;
      // Taken from the front, put at the back.
      if ((aw && data_q != '0) || (w_end && addresses_q != '0)) begin
        for (int unsigned i = 0; i < Skew; i++) ahead_q[i] <= ahead_q[(i+1)%Skew];
      end
      for (int unsigned i = 0; i < Skew; i++) begin
        if (w_end && addresses_q == '0 && !(aw && data_q == '0)
            && 32'(data_q) - 32'(aw) == i) ahead_q[i] <= beat_q;
        if (aw && data_q == '0 && !(w_end && addresses_q == '0)
            && 32'(addresses_q) - 32'(w_end) == i) ahead_q[i] <= awlen_i;
      end
      if (aw && data_q != '0)             data_q <= data_q - skew_t'(!w_end);
      else if (w_first)                   data_q <= data_q + 1'b1;
      if (w_end && addresses_q != '0)     addresses_q <= addresses_q - skew_t'(!aw);
      else if (aw_first)                  addresses_q <= addresses_q + 1'b1;
    end
  end

  WriteLast_A : assert property (@(posedge clk_i)
    !(w && addresses_q != '0) || wlast_i == (beat_q == ahead_q[0]))
  else $error("WLAST is not at the last beat of its burst");
  WriteLength_A : assert property (@(posedge clk_i)
    !(aw && (data_q != '0 || (w_end && addresses_q == '0))) || awlen_i == aw_beats)
  else $error("a write's data were of another length");
  WriteSkew_A : assert property (@(posedge clk_i)
    !(w_first && data_q == skew_t'(Skew)) && !(aw_first && addresses_q == skew_t'(Skew)))
  else $error("addresses and data of writes are more than %0d bursts apart", Skew);

  if (IdWidth <= 12) begin : gen_ids
    // Writes to be answered. The ID of the address that is ahead is needed once its data end.
    logic [IdWidth-1:0] ahead_id_q[Skew];
    writes_t            open_q[2**IdWidth], due_q[2**IdWidth];
    logic               complete;
    logic [IdWidth-1:0] complete_id;

    assign complete    = (w_end && (addresses_q != '0 || aw)) || (aw && data_q != '0);
    assign complete_id = (addresses_q != '0) ? ahead_id_q[0] : awid_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int unsigned i = 0; i < Skew; i++) ahead_id_q[i] <= '0;
        for (int unsigned i = 0; i < 2 ** IdWidth; i++) begin
          open_q[i] <= '0;
          due_q[i]  <= '0;
        end
      end else begin
        if (w_end && addresses_q != '0) begin
          for (int unsigned i = 0; i < Skew; i++) ahead_id_q[i] <= ahead_id_q[(i+1)%Skew];
        end
        for (int unsigned i = 0; i < Skew; i++) begin
          if (aw && 32'(addresses_q) - 32'(w_end && addresses_q != '0) == i) ahead_id_q[i] <= awid_i;
        end
        for (int unsigned i = 0; i < 2 ** IdWidth; i++) begin
          open_q[i] <= open_q[i] + writes_t'(aw && 32'(awid_i) == i)
                       - writes_t'(b && 32'(bid_i) == i);
          due_q[i]  <= due_q[i] + writes_t'(complete && 32'(complete_id) == i)
                       - writes_t'(b && 32'(bid_i) == i);
        end
      end
    end

    WritesMost_A : assert property (@(posedge clk_i) !aw || open_q[awid_i] != writes_t'(Writes))
    else $error("more than %0d writes of ID %0d", Writes, awid_i);
    AnswerDue_A : assert property (@(posedge clk_i) !bvalid_i || due_q[bid_i] != '0)
    else $error("an answer for ID %0d, of which no write is complete", bid_i);

    // Reads under way: the lengths of each ID's, oldest first
    logic [7:0] lengths_q[2**IdWidth][Reads];
    logic [7:0] beats_q[2**IdWidth];
    reads_t     reads_q[2**IdWidth];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int unsigned i = 0; i < 2 ** IdWidth; i++) begin
          reads_q[i] <= '0;
          beats_q[i] <= '0;
          for (int unsigned k = 0; k < Reads; k++) lengths_q[i][k] <= '0;
        end
      end else begin
        if (r) beats_q[rid_i] <= rlast_i ? '0 : beats_q[rid_i] + 1'b1;
        if (r && rlast_i) begin
          for (int unsigned k = 0; k < Reads; k++) begin
            lengths_q[rid_i][k] <= lengths_q[rid_i][(k+1)%Reads];
          end
        end
        for (int unsigned k = 0; k < Reads; k++) begin
          if (ar && 32'(reads_q[arid_i]) - 32'(r && rlast_i && rid_i == arid_i) == k) begin
            lengths_q[arid_i][k] <= arlen_i;
          end
        end
        for (int unsigned i = 0; i < 2 ** IdWidth; i++) begin
          reads_q[i] <= reads_q[i] + reads_t'(ar && 32'(arid_i) == i)
                        - reads_t'(r && rlast_i && 32'(rid_i) == i);
        end
      end
    end

    ReadsMost_A : assert property (@(posedge clk_i) !ar || reads_q[arid_i] != reads_t'(Reads))
    else $error("more than %0d reads of ID %0d", Reads, arid_i);
    DataAsked_A : assert property (@(posedge clk_i) !rvalid_i || reads_q[rid_i] != '0)
    else $error("data for ID %0d, of which no read is under way", rid_i);
    ReadLast_A : assert property (@(posedge clk_i)
      !rvalid_i || reads_q[rid_i] == '0 || rlast_i == (beats_q[rid_i] == lengths_q[rid_i][0]))
    else $error("RLAST is not at the last beat of a burst of ID %0d", rid_i);
  end

  AnswerPlain_A : assert property (@(posedge clk_i)
    !(bvalid_i && bresp_i == ExOkay) && !(rvalid_i && rresp_i == ExOkay))
  else $error("EXOKAY, and nothing was exclusive");

`ifndef SYNTHESIS
  DataFirst_C : cover property (@(posedge clk_i) aw && data_q != '0);
  AddressFirst_C : cover property (@(posedge clk_i) w_end && addresses_q != '0);
`endif

endmodule

`default_nettype wire
