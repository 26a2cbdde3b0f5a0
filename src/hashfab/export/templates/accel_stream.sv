// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>: packets one behind the other, with stalls at both ends. Each word that comes
// out must be as expected: <@ packets|length @> packets, of which <@ packets|selectattr("answer.0.0", "eq", "1")|list|length @> are refused.

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer UserWidth = <@ widths.s_axis_tuser @>;
  localparam integer Packets   = <@ packets|length @>;
  localparam integer In        = <@ packets|map(attribute="words")|map("length")|sum @>;  // words
  localparam integer Out       = <@ packets|map(attribute="answer")|map("length")|sum @>;

  reg                  rst_ni        = 1'b1;
  reg                  s_axis_tvalid = 1'b0;
  wire                 s_axis_tready;
  reg  [63:0]          s_axis_tdata  = 64'd0;
  reg  [7:0]           s_axis_tkeep  = 8'd0;
  reg                  s_axis_tlast  = 1'b0;
  reg  [UserWidth-1:0] s_axis_tuser  = {UserWidth{1'b0}};
  wire                 m_axis_tvalid;
  reg                  m_axis_tready = 1'b0;
  wire [63:0]          m_axis_tdata;
  wire [7:0]           m_axis_tkeep;
  wire                 m_axis_tlast;
  wire                 m_axis_tuser;

  <@ top @> u_dut (
    .clk_i        (clk),
    .rst_ni       (rst_ni),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .s_axis_tdata (s_axis_tdata),
    .s_axis_tkeep (s_axis_tkeep),
    .s_axis_tlast (s_axis_tlast),
    .s_axis_tuser (s_axis_tuser),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .m_axis_tdata (m_axis_tdata),
    .m_axis_tkeep (m_axis_tkeep),
    .m_axis_tlast (m_axis_tlast),
    .m_axis_tuser (m_axis_tuser)
  );

  // Of a word: tuser, tlast in four bits, tkeep, tdata
  reg [UserWidth+75:0] message  [0:In-1];
  reg [79:0]           expected [0:Out-1];

  initial begin
    $readmemh("tb/messages.hex", message);
    $readmemh("tb/digests.hex", expected);
  end

  reg [31:0] noise = 32'h2545f491;
  integer    cycle = 0;

  // Reset falls before the first rising edge.
  always @(negedge clk) rst_ni <= cycle > 6;

  // Messages. A word that is offered stays until it is taken.

  integer given = 0;

  always @(posedge clk) begin
    cycle <= cycle + 1;
    noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    if (cycle > 20000) $fatal(1, "FAIL: no end after %0d cycles", cycle);
    if (cycle > 8 && (!s_axis_tvalid || s_axis_tready)) begin
      s_axis_tvalid <= 1'b0;
      if (given < In && (noise[1] || noise[3])) begin
        s_axis_tvalid <= 1'b1;
        s_axis_tuser  <= message[given][UserWidth+75:76];
        s_axis_tlast  <= message[given][72];
        s_axis_tkeep  <= message[given][71:64];
        s_axis_tdata  <= message[given][63:0];
        given = given + 1;
      end
    end
  end

  // Outputs

  integer taken = 0;
  integer packets = 0;
  integer wrong = 0;

  always @(posedge clk) begin
    if (cycle > 8) begin
      m_axis_tready <= noise[5] || noise[8];
      if (m_axis_tvalid && m_axis_tready) begin
        if ({3'd0, m_axis_tuser, 3'd0, m_axis_tlast, m_axis_tkeep, m_axis_tdata}
            !== expected[taken]) begin
          $display("wrong: word %0d, of packet %0d, is tuser %b, tlast %b, tkeep %h, tdata %h",
                   taken, packets, m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata);
          wrong = wrong + 1;
        end
        taken = taken + 1;
        if (m_axis_tlast) packets = packets + 1;
        if (taken == Out) begin
          if (wrong != 0) $fatal(1, "FAIL: %0d words are wrong", wrong);
          if (packets != Packets) $fatal(1, "FAIL: %0d packets", packets);
          $display("PASS: <@ design.name @>, %0d packets, %0d cycles", packets, cycle);
          $finish;
        end
      end
    end
  end

endmodule

`default_nettype wire
