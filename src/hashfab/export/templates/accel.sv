// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>: commands of several algorithms and lengths are under way
// at once over a memory that answers after Latency cycles, and stalls at random. In the end every
// byte of the memory must be as expected: the outputs are digests, the rest is as it was.

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer Width    = <@ width @>;
  localparam integer Bytes    = Width / 8;
  localparam integer Latency  = 8;
  localparam integer Commands = <@ commands|length @>;
  localparam integer Base     = <@ base @>;  // address of the first byte
  localparam integer Size     = <@ size @>;
  localparam integer Depth    = 256;   // accesses that may be under way

  // algorithm, domain byte, address and length of message and of output
  function [139:0] command(input integer index);
    case (index)
<% for each in commands %>
      // <@ each.title @>
      <@ loop.index0 @>: command = {4'd<@ each.algorithm @>, 8'd<@ each.domain @>, 32'd<@ each.message @>, 32'd<@ each.size @>, 32'd<@ each.output @>, 32'd<@ each.length @>};
<% endfor %>
      default: command = 140'd0;
    endcase
  endfunction

  // The commands that are wrong.
  localparam [15:0] Errors = 16'b<% for each in commands|reverse %><@ each.error @><% endfor %>;

  reg              rst_ni         = 1'b1;
  reg              cmd_valid_i    = 1'b0;
  wire             cmd_ready_o;
  reg  [3:0]       cmd_id_i       = 4'd0;
  reg  [3:0]       cmd_alg_i      = 4'd0;
  reg  [7:0]       cmd_domain_i   = 8'd0;
  reg  [31:0]      cmd_msg_addr_i = 32'd0;
  reg  [31:0]      cmd_msg_len_i  = 32'd0;
  reg  [31:0]      cmd_out_addr_i = 32'd0;
  reg  [31:0]      cmd_out_len_i  = 32'd0;
  wire             rd_req_valid_o;
  reg              rd_req_ready_i = 1'b0;
  wire [31:0]      rd_req_addr_o;
  wire [<@ widths.rd_req_tag_o - 1 @>:0]      rd_req_tag_o;
  reg              rd_rsp_valid_i = 1'b0;
  wire             rd_rsp_ready_o;
  reg  [<@ widths.rd_req_tag_o - 1 @>:0]      rd_rsp_tag_i   = 0;
  reg  [Width-1:0] rd_rsp_data_i  = {Width{1'b0}};
  wire             wr_req_valid_o;
  reg              wr_req_ready_i = 1'b0;
  wire [31:0]      wr_req_addr_o;
  wire [Bytes-1:0] wr_req_strb_o;
  wire [Width-1:0] wr_req_data_o;
  wire [<@ widths.wr_req_tag_o - 1 @>:0]      wr_req_tag_o;
  reg              wr_rsp_valid_i = 1'b0;
  wire             wr_rsp_ready_o;
  reg  [<@ widths.wr_req_tag_o - 1 @>:0]      wr_rsp_tag_i   = 0;
  wire             done_valid_o;
  reg              done_ready_i   = 1'b0;
  wire [3:0]       done_id_o;
  wire             done_error_o;

  <@ top @> u_dut (
    .clk_i         (clk),
    .rst_ni        (rst_ni),
    .cmd_valid_i   (cmd_valid_i),
    .cmd_ready_o   (cmd_ready_o),
    .cmd_id_i      (cmd_id_i),
    .cmd_alg_i     (cmd_alg_i),
    .cmd_domain_i  (cmd_domain_i),
    .cmd_msg_addr_i(cmd_msg_addr_i),
    .cmd_msg_len_i (cmd_msg_len_i),
    .cmd_out_addr_i(cmd_out_addr_i),
    .cmd_out_len_i (cmd_out_len_i),
    .cmd_restore_i   (1'b0),
    .cmd_save_i      (1'b0),
    .cmd_own_domain_i(1'b0),
    .cmd_state_addr_i(32'd0),
    .cmd_steps_i     (8'd0),
    .abort_i         (1'b0),
    .abort_id_i      (4'd0),
    .rd_req_valid_o(rd_req_valid_o),
    .rd_req_ready_i(rd_req_ready_i),
    .rd_req_addr_o (rd_req_addr_o),
    .rd_req_tag_o  (rd_req_tag_o),
    .rd_rsp_valid_i(rd_rsp_valid_i),
    .rd_rsp_ready_o(rd_rsp_ready_o),
    .rd_rsp_tag_i  (rd_rsp_tag_i),
    .rd_rsp_data_i (rd_rsp_data_i),
    .rd_rsp_error_i(1'b0),
    .wr_req_valid_o(wr_req_valid_o),
    .wr_req_ready_i(wr_req_ready_i),
    .wr_req_addr_o (wr_req_addr_o),
    .wr_req_strb_o (wr_req_strb_o),
    .wr_req_data_o (wr_req_data_o),
    .wr_req_tag_o  (wr_req_tag_o),
    .wr_rsp_valid_i(wr_rsp_valid_i),
    .wr_rsp_ready_o(wr_rsp_ready_o),
    .wr_rsp_tag_i  (wr_rsp_tag_i),
    .wr_rsp_error_i(1'b0),
    .done_valid_o  (done_valid_o),
    .done_ready_i  (done_ready_i),
    .done_id_o     (done_id_o),
    .done_error_o  (done_error_o)
  );

  reg [7:0] memory   [0:Size-1];
  reg [7:0] expected [0:Size-1];
  integer   i;

  initial begin
    for (i = 0; i < Size; i = i + 1) memory[i] = 8'ha5;
    $readmemh("tb/messages.hex", memory);
    for (i = 0; i < Size; i = i + 1) expected[i] = memory[i];
    $readmemh("tb/digests.hex", expected);
  end

  reg [31:0] noise = 32'h2545f491;
  integer    cycle = 0;

  // Reset falls before the first rising edge.
  always @(negedge clk) rst_ni <= cycle > 6;

  always @(posedge clk) begin
    cycle <= cycle + 1;
    noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    if (cycle > 100000) $fatal(1, "FAIL: no end after %0d cycles", cycle);
  end

  // Commands, one after the other, as soon as they are taken.

  integer issued = 0;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (cmd_valid_i && cmd_ready_o) issued = issued + 1;
      cmd_valid_i <= issued < Commands;
      cmd_id_i    <= issued[3:0];
      {cmd_alg_i, cmd_domain_i, cmd_msg_addr_i, cmd_msg_len_i, cmd_out_addr_i, cmd_out_len_i}
        <= command(issued);
    end
  end

  // The memory: reads and writes are answered in order. Every access is to an aligned word inside.

  reg [31:0] rd_addr [0:Depth-1];
  reg [<@ widths.rd_req_tag_o - 1 @>:0] rd_tag [0:Depth-1];
  integer    rd_due  [0:Depth-1];
  integer    rd_in = 0;
  integer    rd_out = 0;
  integer    rd_byte;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (rd_req_valid_o && rd_req_ready_i) begin
        if (rd_req_addr_o < Base || rd_req_addr_o > Base + Size - Bytes
            || rd_req_addr_o % Bytes != 0 || rd_in - rd_out == Depth) begin
          $fatal(1, "FAIL: a read of %h", rd_req_addr_o);
        end
        rd_addr[rd_in%Depth] = rd_req_addr_o - Base;
        rd_tag[rd_in%Depth] = rd_req_tag_o;
        rd_due[rd_in%Depth] = cycle + Latency;
        rd_in = rd_in + 1;
      end
      if (rd_rsp_valid_i && rd_rsp_ready_o) rd_out = rd_out + 1;
      rd_req_ready_i <= noise[1] || noise[3];
      rd_rsp_valid_i <= rd_out != rd_in && rd_due[rd_out%Depth] <= cycle;
      rd_rsp_tag_i   <= rd_tag[rd_out%Depth];
      for (rd_byte = 0; rd_byte < Bytes; rd_byte = rd_byte + 1) begin
        rd_rsp_data_i[8*rd_byte+:8] <= memory[(rd_addr[rd_out%Depth]+rd_byte)%Size];
      end
    end
  end

  reg [<@ widths.wr_req_tag_o - 1 @>:0] wr_tag [0:Depth-1];
  integer    wr_due [0:Depth-1];
  integer    wr_in = 0;
  integer    wr_out = 0;
  integer    wr_byte;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (wr_req_valid_o && wr_req_ready_i) begin
        if (wr_req_addr_o < Base || wr_req_addr_o > Base + Size - Bytes
            || wr_req_addr_o % Bytes != 0 || wr_in - wr_out == Depth) begin
          $fatal(1, "FAIL: a write to %h", wr_req_addr_o);
        end
        for (wr_byte = 0; wr_byte < Bytes; wr_byte = wr_byte + 1) begin
          if (wr_req_strb_o[wr_byte]) begin
            memory[wr_req_addr_o-Base+wr_byte] <= wr_req_data_o[8*wr_byte+:8];
          end
        end
        wr_tag[wr_in%Depth] = wr_req_tag_o;
        wr_due[wr_in%Depth] = cycle + Latency;
        wr_in = wr_in + 1;
      end
      if (wr_rsp_valid_i && wr_rsp_ready_o) wr_out = wr_out + 1;
      wr_req_ready_i <= noise[5] || noise[8];
      wr_rsp_valid_i <= wr_out != wr_in && wr_due[wr_out%Depth] <= cycle;
      wr_rsp_tag_i   <= wr_tag[wr_out%Depth];
    end
  end

  // Completions, in any order.

  reg [15:0] done = 16'd0;
  integer    completed = 0;
  integer    wrong = 0;
  integer    at;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (done_valid_o && done_ready_i) begin
        if ({28'd0, done_id_o} >= issued || done[done_id_o]) begin
          $fatal(1, "FAIL: command %0d completed, which is not under way", done_id_o);
        end
        if (done_error_o !== Errors[done_id_o]) begin
          $fatal(1, "FAIL: command %0d has error %b", done_id_o, done_error_o);
        end
        done[done_id_o] = 1'b1;
        completed = completed + 1;
        if (completed == Commands) begin
          for (at = 0; at < Size; at = at + 1) begin
            if (memory[at] !== expected[at]) begin
              $display("wrong: the byte at %h is %h, not %h", Base + at, memory[at], expected[at]);
              wrong = wrong + 1;
            end
          end
          if (wrong != 0) $fatal(1, "FAIL: %0d bytes are wrong", wrong);
          $display("PASS: <@ design.name @>, %0d commands, %0d cycles", Commands, cycle);
          $finish;
        end
      end
      done_ready_i <= noise[13];
    end
  end

endmodule

`default_nettype wire
