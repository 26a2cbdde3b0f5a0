// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>: what software does over <@ control.upper() @>, step by step. Some commands
// are polled for, others interrupt; <@ commands|selectattr("error", "ne", "OK")|list|length @> end with an error that is looked at. In the end every byte of
// the memory must be as expected: the outputs are digests, the rest is as it was.

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer Base     = <@ base @>;  // address of the first byte
  localparam integer Size     = <@ size @>;
  localparam integer Commands = <@ commands|length @>;
  localparam integer Steps    = <@ steps|length @>;

  localparam [2:0] Write     = 3'd0;  // a register
  localparam [2:0] Expect    = 3'd1;  // a value in a register
  localparam [2:0] Refused   = 3'd2;  // a read that is answered with an error
  localparam [2:0] Ready     = 3'd3;  // read STATUS until READY
  localparam [2:0] Interrupt = 3'd4;  // wait for it
  localparam [2:0] Take      = 3'd5;  // read COMPLETION until VALID, and hold it against Errors
  localparam [2:0] Idle      = 3'd6;  // read COMPLETION: there is none, and no interrupt

  // What to do, at which register, with which value
  function [41:0] step(input integer index);
    case (index)
<% for each in steps %>
      <@ loop.index0 @>: step = {<@ each.kind @>, 7'h<@ "%02x"|format(each.register) @>, 32'h<@ "%08x"|format(each.value) @>};<@ "  // " ~ each.comment if each.comment @>
<% endfor %>
      default: step = 42'd0;
    endcase
  endfunction

  // How commands end: <@ errors.items()|map("join", " ")|join(", ") @>
  function [2:0] error_of(input [3:0] name);
    case (name)
<% for each in commands if each.error != "OK" %>
      4'd<@ commands.index(each) @>: error_of = 3'd<@ errors[each.error] @>;  // <@ each.title @>
<% endfor %>
      default: error_of = 3'd0;
    endcase
  endfunction

  reg         rst_ni    = 1'b1;
  reg         request_i = 1'b0;
  reg         write_i   = 1'b0;
  reg  [6:0]  addr_i    = 7'd0;
  reg  [31:0] wdata_i   = 32'd0;
  wire        done_o;
  wire [31:0] rdata_o;
  wire        error_o;
  wire        irq_o;
  wire [7:0]  unused_byte;

  bench u_bench (
    .clk_i    (clk),
    .rst_ni   (rst_ni),
    .request_i(request_i),
    .write_i  (write_i),
    .addr_i   (addr_i),
    .wdata_i  (wdata_i),
    .done_o   (done_o),
    .rdata_o  (rdata_o),
    .error_o  (error_o),
    .irq_o    (irq_o),
    .poke_i   (1'b0),
    .place_i  (32'd0),
    .byte_i   (8'd0),
    .byte_o   (unused_byte)
  );

  reg [7:0] expected [0:Size-1];
  integer   i;

  initial begin
    for (i = 0; i < Size; i = i + 1) begin
      expected[i] = 8'ha5;
      u_bench.u_memory.content[i] = 8'ha5;
    end
    $readmemh("tb/messages.hex", u_bench.u_memory.content);
    $readmemh("tb/messages.hex", expected);
    $readmemh("tb/digests.hex", expected);
  end

  reg [31:0] noise = 32'h2545f491;
  integer    cycle = 0;

  // Reset falls before the first rising edge.
  always @(negedge clk) rst_ni <= cycle > 6;

  reg [2:0]  kind;
  reg [6:0]  register;
  reg [31:0] value;
  integer    at        = 0;
  reg        asked     = 1'b0;  // an access is under way
  reg [15:0] ended     = 16'd0; // by name
  integer    completed = 0;
  integer    wrong     = 0;

  always @(posedge clk) begin
    cycle = cycle + 1;
    noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    if (cycle > 20000) $fatal(1, "FAIL: no end of step %0d after %0d cycles", at, cycle);

    if (cycle > 10 && at < Steps) begin
      {kind, register, value} = step(at);
      if (asked && done_o) begin
        asked = 1'b0;
        if (error_o !== (kind == Refused)) $fatal(1, "FAIL: step %0d has error %b", at, error_o);
        case (kind)
          Expect: begin
            if (rdata_o !== value) $fatal(1, "FAIL: %h at %h, not %h", rdata_o, register, value);
            at = at + 1;
          end
          Ready: if (rdata_o[0]) at = at + 1;
          Take: if (rdata_o[31]) begin
            if ({28'd0, rdata_o[3:0]} >= Commands || ended[rdata_o[3:0]]) begin
              $fatal(1, "FAIL: command %0d completed, which is not under way", rdata_o[3:0]);
            end
            if (rdata_o[10:8] !== error_of(rdata_o[3:0])) begin
              $fatal(1, "FAIL: command %0d ends with error %0d", rdata_o[3:0], rdata_o[10:8]);
            end
            ended[rdata_o[3:0]] = 1'b1;
            completed = completed + 1;
            at = at + 1;
          end
          Idle: begin
            if (rdata_o[31] !== 1'b0 || irq_o !== 1'b0) $fatal(1, "FAIL: it is not idle");
            at = at + 1;
          end
          default: at = at + 1;
        endcase
      end else if (kind == Interrupt) begin
        if (irq_o) at = at + 1;
      end else if (!asked && noise[0]) begin
        asked = 1'b1;
        write_i <= kind == Write;
        addr_i  <= register;
        wdata_i <= value;
      end
      request_i <= asked;
    end else if (at == Steps) begin
      if (completed != Commands) $fatal(1, "FAIL: %0d commands completed", completed);
      for (i = 0; i < Size; i = i + 1) begin
        if (u_bench.u_memory.content[i] !== expected[i]) begin
          $display("wrong: the byte at %h is %h, not %h", Base + i, u_bench.u_memory.content[i],
                   expected[i]);
          wrong = wrong + 1;
        end
      end
      if (wrong != 0) $fatal(1, "FAIL: %0d bytes are wrong", wrong);
      $display("PASS: <@ design.name @>, %0d commands over <@ control @>, %0d cycles", Commands, cycle);
      $finish;
    end
  end

endmodule

`default_nettype wire
