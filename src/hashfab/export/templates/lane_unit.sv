// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>: it is a core's side of CV-X-IF. Instructions are offered ahead, committed or killed
// later, refused ones as well; results stall. Of <@ lines @> offers <@ killed @> are killed, as by an
// exception before them, and come again. Digests of:
<% for title in titles %>
//   <@ title @>
<% endfor %>

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer Lines = <@ lines @>;
  localparam integer Words = <@ words @>;

  localparam [3:0] Killed  = 4'd1;
  localparam [3:0] Refused = 4'd2;

  reg         rst_ni           = 1'b1;
  reg         x_issue_valid_i  = 1'b0;
  wire        x_issue_ready_o;
  reg  [31:0] x_issue_instr_i  = 32'd0;
  reg  [3:0]  x_issue_id_i     = 4'd0;
  wire        x_issue_accept_o;
  wire        x_issue_writeback_o;
  reg  [63:0] x_rs_i           = 64'd0;
  reg  [1:0]  x_rs_valid_i     = 2'd0;
  reg         x_commit_valid_i = 1'b0;
  reg  [3:0]  x_commit_id_i    = 4'd0;
  reg         x_commit_kill_i  = 1'b0;
  wire        x_result_valid_o;
  reg         x_result_ready_i = 1'b0;
  wire [3:0]  x_result_id_o;
  wire [31:0] x_result_data_o;
  wire [4:0]  x_result_rd_o;
  wire        x_result_we_o;

  <@ top @> u_dut (
    .clk_i              (clk),
    .rst_ni             (rst_ni),
    .x_issue_valid_i    (x_issue_valid_i),
    .x_issue_ready_o    (x_issue_ready_o),
    .x_issue_instr_i    (x_issue_instr_i),
    .x_issue_id_i       (x_issue_id_i),
    .x_issue_accept_o   (x_issue_accept_o),
    .x_issue_writeback_o(x_issue_writeback_o),
    .x_rs_i             (x_rs_i),
    .x_rs_valid_i       (x_rs_valid_i),
    .x_commit_valid_i   (x_commit_valid_i),
    .x_commit_id_i      (x_commit_id_i),
    .x_commit_kill_i    (x_commit_kill_i),
    .x_result_valid_o   (x_result_valid_o),
    .x_result_ready_i   (x_result_ready_i),
    .x_result_id_o      (x_result_id_o),
    .x_result_data_o    (x_result_data_o),
    .x_result_rd_o      (x_result_rd_o),
    .x_result_we_o      (x_result_we_o)
  );

  // Of an instruction: what becomes of it, its word, rs2 and rs1
  reg [99:0] script   [0:Lines-1];
  reg [31:0] expected [0:Words-1];

  initial begin
    $readmemh("tb/script.hex", script);
    $readmemh("tb/digests.hex", expected);
  end

  reg [31:0] noise = 32'h2545f491;
  integer    cycle = 0;

  // Reset falls before the first rising edge.
  always @(negedge clk) rst_ni <= cycle > 6;

  // By offer, in order: what was issued, what the core has said of it, what was answered. An id is
  // the offer's number, and comes again when nothing with it is under way.
  integer offered  = 0;
  integer issued   = 0;
  integer said     = 0;
  integer answered = 0;
  integer words    = 0;
  integer wrong    = 0;

  wire [3:0]  kind        = script[issued][99:96];
  wire [31:0] issued_word = script[issued][95:64];
  wire [3:0]  said_kind   = script[said][99:96];
  wire [31:0] asked_word  = script[answered][95:64];

  always @(posedge clk) begin
    cycle <= cycle + 1;
    noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    if (cycle > 200000) $fatal(1, "FAIL: no end after %0d cycles", cycle);

    if (cycle > 8) begin
      if (x_result_valid_o && x_result_ready_i) begin
        if (answered >= said || x_result_id_o !== answered[3:0]
            || x_result_we_o !== (asked_word[14:12] == 3'd2)
            || (x_result_we_o && x_result_rd_o !== asked_word[11:7])) begin
          $fatal(1, "FAIL: a result for id %0d that nothing asked for", x_result_id_o);
        end
        if (x_result_we_o) begin
          if (x_result_data_o !== expected[words]) begin
            $display("wrong: word %0d is %h, not %h", words, x_result_data_o, expected[words]);
            wrong = wrong + 1;
          end
          words = words + 1;
        end
        answered = answered + 1;
      end

      if (x_issue_valid_i && x_issue_ready_o) begin
        if (x_issue_accept_o !== (kind != Refused)
            || x_issue_writeback_o !== (kind != Refused && issued_word[14:12] == 3'd2)) begin
          $fatal(1, "FAIL: the answer to offer %0d, %h, is wrong", issued, issued_word);
        end
        issued = issued + 1;
      end

      // Commits and kills, in the order of the offers. Refused instructions are killed, too.
      x_commit_valid_i <= 1'b0;
      if (said < issued && (noise[3] || noise[7])) begin
        x_commit_valid_i <= 1'b1;
        x_commit_id_i    <= said[3:0];
        x_commit_kill_i  <= said_kind == Killed || said_kind == Refused;
        said = said + 1;
      end
      while (answered < said && script[answered][97:96] != 2'd0) answered = answered + 1;

      // Offers. After a kill nothing comes before the core has said so.
      if (!x_issue_valid_i || x_issue_ready_o) begin
        x_issue_valid_i <= 1'b0;
        x_rs_valid_i    <= 2'd0;
        if (offered < Lines && offered < answered + 8 && (noise[1] || noise[4])
            && (script[offered][99:96] == Killed || offered == said
                || script[offered-1][99:96] != Killed)) begin
          x_issue_valid_i <= 1'b1;
          x_issue_id_i    <= offered[3:0];
          x_issue_instr_i <= script[offered][95:64];
          x_rs_i          <= script[offered][63:0];
          x_rs_valid_i    <= 2'd3;
          offered = offered + 1;
        end
      end

      x_result_ready_i <= noise[5] || noise[8];

      if (answered == Lines) begin
        if (wrong != 0) $fatal(1, "FAIL: %0d words are wrong", wrong);
        if (words != Words) $fatal(1, "FAIL: %0d words were read", words);
        $display("PASS: <@ design.name @>, <@ titles|length @> digests with <@ killed @> instructions killed, %0d cycles", cycle);
        $finish;
      end
    end
  end

endmodule

`default_nettype wire
