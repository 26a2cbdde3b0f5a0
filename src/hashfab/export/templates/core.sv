// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>: the firmware takes jobs from a mailbox and writes digests to memory.
//
//   0x0000_0000  memory: sw/firmware.hex, from 0x<@ "%x"|format(messages) @> on messages and outputs
//   0x4000_0000  mailbox, a word each: 1 when a job waits; rate in bytes, domain byte, rounds; address
//                and length of message, of output; written: 0x20 the job is done, 0x28 a trap's cause
//
// Grants and answers stall at random. Below the messages is the firmware's own memory; above, every
// byte must be as expected in the end.

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer Jobs     = <@ jobs|length @>;
  localparam integer Messages = <@ messages @>;
  localparam integer Size     = <@ size @>;
  localparam [31:0]  Mailbox  = 32'h40000000;

  // What the mailbox reads at 4 to 28.
  function [31:0] job(input integer index, input integer word);
    case (8 * index + word)
<% for each in jobs %>
      // <@ each.title @>
<% set first = 8 * loop.index0 %>
<% for word in each.words %>
      <@ first + loop.index @>: job = 32'd<@ word @>;
<% endfor %>
<% endfor %>
      default: job = 32'd0;
    endcase
  endfunction

  reg         rst_ni         = 1'b1;
  wire        instr_req_o;
  reg         instr_gnt_i    = 1'b0;
  wire [31:0] instr_addr_o;
  reg         instr_rvalid_i = 1'b0;
  reg  [31:0] instr_rdata_i  = 32'd0;
  wire        data_req_o;
  reg         data_gnt_i     = 1'b0;
  wire [31:0] data_addr_o;
  wire        data_we_o;
  wire [3:0]  data_be_o;
  wire [31:0] data_wdata_o;
  reg         data_rvalid_i  = 1'b0;
  reg  [31:0] data_rdata_i   = 32'd0;

  <@ top @> u_dut (
    .clk_i         (clk),
    .rst_ni        (rst_ni),
    .irq_external_i(1'b0),
    .irq_timer_i   (1'b0),
    .irq_software_i(1'b0),
    .instr_req_o   (instr_req_o),
    .instr_gnt_i   (instr_gnt_i),
    .instr_addr_o  (instr_addr_o),
    .instr_rvalid_i(instr_rvalid_i),
    .instr_rdata_i (instr_rdata_i),
    .instr_err_i   (1'b0),
    .data_req_o    (data_req_o),
    .data_gnt_i    (data_gnt_i),
    .data_addr_o   (data_addr_o),
    .data_we_o     (data_we_o),
    .data_be_o     (data_be_o),
    .data_wdata_o  (data_wdata_o),
    .data_rvalid_i (data_rvalid_i),
    .data_rdata_i  (data_rdata_i),
    .data_err_i    (1'b0)
  );

  reg [7:0] memory   [0:Size-1];
  reg [7:0] expected [0:Size-1];
  integer   i;

  initial begin
    for (i = 0; i < Size; i = i + 1) memory[i] = 8'h00;
    for (i = Messages; i < Size; i = i + 1) memory[i] = 8'ha5;
    $readmemh("sw/firmware.hex", memory);
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
    if (cycle > 2000000) $fatal(1, "FAIL: no end after %0d cycles", cycle);
  end

  // Instructions. Requests that are granted wait in a queue, and are answered in order.

  localparam integer Depth = 8;
  reg [31:0] fetches [0:Depth-1];
  integer    fetch_in = 0;
  integer    fetch_out = 0;
  reg        fetch_valid;
  integer    from;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (instr_req_o && instr_gnt_i) begin
        if (instr_addr_o > Messages - 4) $fatal(1, "FAIL: a fetch of %h", instr_addr_o);
        fetches[fetch_in%Depth] = {instr_addr_o[31:2], 2'b00};
        fetch_in = fetch_in + 1;
      end
      fetch_valid = fetch_out != fetch_in && noise[4:2] != 3'd0;
      instr_rvalid_i <= fetch_valid;
      if (fetch_valid) begin
        from = fetches[fetch_out%Depth];
        instr_rdata_i <= {memory[from+3], memory[from+2], memory[from+1], memory[from]};
        fetch_out = fetch_out + 1;
      end
      instr_gnt_i <= fetch_in - fetch_out < Depth - 1 && noise[9:7] != 3'd0;
    end
  end

  // Data. An access takes effect when it is granted.

  reg [31:0] answers [0:Depth-1];
  integer    answer_in = 0;
  integer    answer_out = 0;
  reg        answer_valid;
  integer    done = 0;
  integer    wrong = 0;
  integer    to;
  integer    at;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (data_req_o && data_gnt_i) begin
        answers[answer_in%Depth] = 32'd0;
        to = {data_addr_o[31:2], 2'b00};
        if (data_addr_o < Size) begin
          answers[answer_in%Depth] = {memory[to+3], memory[to+2], memory[to+1], memory[to]};
          for (at = 0; at < 4; at = at + 1) begin
            if (data_we_o && data_be_o[at]) memory[to+at] = data_wdata_o[8*at+:8];
          end
        end else if (data_addr_o == Mailbox && !data_we_o) begin
          answers[answer_in%Depth] = {31'd0, done < Jobs};
        end else if (data_addr_o == Mailbox + 32 && data_we_o) begin
          done = done + 1;
          if (done == Jobs) begin
            for (at = Messages; at < Size; at = at + 1) begin
              if (memory[at] !== expected[at]) begin
                $display("wrong: the byte at %h is %h, not %h", at, memory[at], expected[at]);
                wrong = wrong + 1;
              end
            end
            if (wrong != 0) $fatal(1, "FAIL: %0d bytes are wrong", wrong);
            $display("PASS: <@ design.name @>, %0d digests, %0d cycles", Jobs, cycle);
            $finish;
          end
        end else if (data_addr_o > Mailbox && data_addr_o < Mailbox + 32 && !data_we_o) begin
          answers[answer_in%Depth] = job(done, (data_addr_o - Mailbox) / 4);
        end else begin
          $fatal(1, "FAIL: access to %h, write %b of %h", data_addr_o, data_we_o, data_wdata_o);
        end
        answer_in = answer_in + 1;
      end
      answer_valid = answer_out != answer_in && noise[14:12] != 3'd0;
      data_rvalid_i <= answer_valid;
      if (answer_valid) begin
        data_rdata_i <= answers[answer_out%Depth];
        answer_out = answer_out + 1;
      end
      data_gnt_i <= answer_in - answer_out < Depth - 1 && noise[19:17] != 3'd0;
    end
  end

endmodule

`default_nettype wire
