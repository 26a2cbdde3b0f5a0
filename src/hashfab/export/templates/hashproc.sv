// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>. A host follows a script, tb/host.hex: it loads microprograms, starts
// them and waits for what they put out, while tb/input.hex is fed. The results must be tb/digests.hex,
// where tb/mask.hex has a 1. All sides stall at random.
//
<% for each in tests %>
//   <@ each @>
<% endfor %>
//
// A line of the script is kind, address, data: 0 write, 1 input may go up to this word, 2 wait until
// so many results are there.

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
  localparam integer Beats = <@ beats @>;

  reg [79:0]  script   [0:Lines-1];
  reg [63:0]  feed     [0:Words-1];
  reg [127:0] expected [0:Beats-1];
  reg [127:0] mask     [0:Beats-1];

  initial begin
    $readmemh("tb/host.hex", script);
    $readmemh("tb/input.hex", feed);
    $readmemh("tb/digests.hex", expected);
    $readmemh("tb/mask.hex", mask);
  end

  reg          rst_ni       = 1'b1;
  reg          host_valid_i = 1'b0;
  wire         host_ready_o;
  reg  [11:0]  host_addr_i  = 12'd0;
  reg  [63:0]  host_wdata_i = 64'd0;
  wire [63:0]  host_rdata_o;
  wire         busy_o;
  reg          in_valid_i   = 1'b0;
  wire         in_ready_o;
  reg  [63:0]  in_data_i    = 64'd0;
  wire         out_valid_o;
  reg          out_ready_i  = 1'b0;
  wire [127:0] out_data_o;

  <@ top @> u_dut (
    .clk_i       (clk),
    .rst_ni      (rst_ni),
    .host_valid_i(host_valid_i),
    .host_ready_o(host_ready_o),
    .host_we_i   (host_valid_i),
    .host_addr_i (host_addr_i),
    .host_wdata_i(host_wdata_i),
    .host_rdata_o(host_rdata_o),
    .busy_o      (busy_o),
    .in_valid_i  (in_valid_i),
    .in_ready_o  (in_ready_o),
    .in_data_i   (in_data_i),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .out_data_o  (out_data_o)
  );

  reg [31:0] noise    = 32'h2545f491;
  integer    cycle    = 0;
  integer    line     = 0;
  integer    limit    = 0;  // of the input that may go
  integer    fed      = 0;
  integer    taken    = 0;
  integer    wrong    = 0;
  integer    quiet    = 0;  // cycles since the script's end
  reg        writing  = 1'b0;
  reg        feeding  = 1'b0;

  // Reset falls before the first rising edge.
  always @(negedge clk) rst_ni <= cycle > 6;

  always @(posedge clk) begin
    cycle = cycle + 1;
    noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};

    if (cycle > 8) begin
      if (host_valid_i && host_ready_o) begin
        line = line + 1;
        writing = 1'b0;
      end
      if (in_valid_i && in_ready_o) begin
        fed = fed + 1;
        feeding = 1'b0;
      end
      if (out_valid_o && out_ready_i) begin
        if (taken == Beats) $fatal(1, "FAIL: more results than expected");
        if (((out_data_o ^ expected[taken]) & mask[taken]) !== 128'd0) begin
          $display("wrong: result %0d is %h, not %h", taken, out_data_o, expected[taken]);
          wrong = wrong + 1;
        end
        taken = taken + 1;
      end

      if (line < Lines && !writing) begin
        case (script[line][79:76])
          4'd0: writing = noise[0];
          4'd1: begin
            limit = script[line][31:0];
            line = line + 1;
          end
          default: if (taken == script[line][31:0] && !busy_o) line = line + 1;
        endcase
      end
      host_valid_i <= writing;
      host_addr_i  <= writing ? script[line][75:64] : 12'd0;
      host_wdata_i <= writing ? script[line][63:0] : 64'd0;

      if (fed < limit && !feeding) feeding = noise[3];
      in_valid_i <= feeding;
      in_data_i  <= feeding ? feed[fed] : 64'd0;
      out_ready_i <= noise[7];

      if (line == Lines) begin
        quiet = quiet + 1;
        if (quiet == 100) begin
          if (fed != Words) $fatal(1, "FAIL: %0d words of input are left", Words - fed);
          if (wrong != 0) $fatal(1, "FAIL: %0d results are wrong", wrong);
          $display("PASS: <@ design.name @>, <@ tests|length @> digests, %0d cycles", cycle);
          $finish;
        end
      end
    end

    if (cycle > 100000) $fatal(1, "FAIL: no end after %0d cycles", cycle);
  end

endmodule

`default_nettype wire
