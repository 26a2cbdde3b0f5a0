// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>: the instructions of <@ statuses|length @> commands and one that does not exist, over a data
// cache that answers late and out of order, and stalls. Each response must be as expected; in the end
// every byte of the memory must be: the outputs are digests, the rest is as it was.

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer AddrWidth    = <@ widths.rocc_mem_req_bits_addr @>;
  localparam integer TagWidth     = <@ widths.rocc_mem_req_bits_tag @>;
  localparam integer Tags         = 1 << TagWidth;
  localparam integer Base         = <@ base @>;  // address of the first byte
  localparam integer Size         = <@ size @>;
  localparam integer Instructions = <@ instructions|length + 1 @>;
  localparam integer Responses    = <@ statuses|length + 1 @>;

  // funct; xd, xs1, xs2; rd; what is in rs1 and in rs2
  function [142:0] instruction(input integer index);
    case (index)
<% for word, title in instructions %>
      // <@ title @>
      <@ loop.index0 @>: instruction = <@ word @>;
<% endfor %>
      // There is no such instruction.
      default: instruction = {7'd2, 3'b111, 5'd31, 64'h0, 64'h0};
    endcase
  endfunction

  // By rd
  function [63:0] status(input [4:0] rd);
    case (rd)
<% for each in statuses %>
      5'd<@ loop.index @>: status = 64'd<@ each @>;
<% endfor %>
      5'd31: status = {64{1'b1}};
      default: status = 64'hx;
    endcase
  endfunction

  reg                  rst_ni     = 1'b1;
  reg                  cmd_valid  = 1'b0;
  reg  [142:0]         cmd        = 143'd0;
  wire                 cmd_ready;
  reg                  resp_ready = 1'b0;
  wire                 resp_valid;
  wire [4:0]           resp_rd;
  wire [63:0]          resp_data;
  reg                  req_ready  = 1'b0;
  wire                 req_valid;
  wire [AddrWidth-1:0] req_addr;
  wire [TagWidth-1:0]  req_tag;
  wire [4:0]           req_cmd;
  wire [1:0]           req_size;
  wire [63:0]          req_data;
  wire [7:0]           req_mask;
  wire [1:0]           req_dprv;
  reg                  mem_valid  = 1'b0;
  reg  [TagWidth-1:0]  mem_tag    = 0;
  reg  [63:0]          mem_data   = 64'd0;
  reg  [1:0]           s1_failed  = 2'd0;  // a store, a load
  reg  [1:0]           s2_failed  = 2'd0;
  wire                 busy;

  // What no simulation of this looks at.
  /* verilator lint_off PINCONNECTEMPTY */
  <@ top @> u_dut (
    .clk_i                      (clk),
    .rst_ni                     (rst_ni),
    .rocc_cmd_ready             (cmd_ready),
    .rocc_cmd_valid             (cmd_valid),
    .rocc_cmd_bits_inst_funct   (cmd[142:136]),
    .rocc_cmd_bits_inst_rs2     (5'd11),
    .rocc_cmd_bits_inst_rs1     (5'd10),
    .rocc_cmd_bits_inst_xd      (cmd[135]),
    .rocc_cmd_bits_inst_xs1     (cmd[134]),
    .rocc_cmd_bits_inst_xs2     (cmd[133]),
    .rocc_cmd_bits_inst_rd      (cmd[132:128]),
    .rocc_cmd_bits_inst_opcode  (7'h0b),
    .rocc_cmd_bits_rs1          (cmd[127:64]),
    .rocc_cmd_bits_rs2          (cmd[63:0]),
    .rocc_cmd_bits_status_dprv  (2'd3),
    .rocc_cmd_bits_status_dv    (1'b0),
    .rocc_resp_ready            (resp_ready),
    .rocc_resp_valid            (resp_valid),
    .rocc_resp_bits_rd          (resp_rd),
    .rocc_resp_bits_data        (resp_data),
    .rocc_mem_req_ready         (req_ready),
    .rocc_mem_req_valid         (req_valid),
    .rocc_mem_req_bits_addr     (req_addr),
    .rocc_mem_req_bits_tag      (req_tag),
    .rocc_mem_req_bits_cmd      (req_cmd),
    .rocc_mem_req_bits_size     (req_size),
    .rocc_mem_req_bits_signed   (),
    .rocc_mem_req_bits_phys     (),
    .rocc_mem_req_bits_no_resp  (),
    .rocc_mem_req_bits_no_alloc (),
    .rocc_mem_req_bits_no_xcpt  (),
    .rocc_mem_req_bits_dprv     (req_dprv),
    .rocc_mem_req_bits_dv       (),
    .rocc_mem_req_bits_data     (req_data),
    .rocc_mem_req_bits_mask     (req_mask),
    .rocc_mem_s1_kill           (),
    .rocc_mem_s1_data_data      (),
    .rocc_mem_s1_data_mask      (),
    .rocc_mem_s2_nack           (1'b0),
    .rocc_mem_s2_kill           (),
    .rocc_mem_resp_valid        (mem_valid),
    .rocc_mem_resp_bits_tag     (mem_tag),
    .rocc_mem_resp_bits_data    (mem_data),
    .rocc_mem_s2_xcpt_ma_ld     (1'b0),
    .rocc_mem_s2_xcpt_ma_st     (1'b0),
    .rocc_mem_s2_xcpt_pf_ld     (1'b0),
    .rocc_mem_s2_xcpt_pf_st     (1'b0),
    .rocc_mem_s2_xcpt_gf_ld     (1'b0),
    .rocc_mem_s2_xcpt_gf_st     (1'b0),
    .rocc_mem_s2_xcpt_ae_ld     (s2_failed[0]),
    .rocc_mem_s2_xcpt_ae_st     (s2_failed[1]),
    .rocc_mem_keep_clock_enabled(),
    .rocc_busy                  (busy),
    .rocc_interrupt             (),
    .rocc_exception             (1'b0)
  );
  /* verilator lint_on PINCONNECTEMPTY */

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

  // Instructions. One that is offered stays until it is taken.

  integer given = 0;

  always @(posedge clk) begin
    if (cycle > 8 && (!cmd_valid || cmd_ready)) begin
      cmd_valid <= 1'b0;
      if (given < Instructions && (noise[2] || noise[6])) begin
        cmd_valid <= 1'b1;
        cmd       <= instruction(given);
        given = given + 1;
      end
    end
  end

  // The cache: an access is in its stage 2 two cycles behind its request. There it fails, or has its
  // answer from there on.

  reg [Tags-1:0]      open = {Tags{1'b0}};
  reg [31:0]          word [0:Tags-1];  // where it is in the memory
  integer             due  [0:Tags-1];
  integer             at;
  integer             turn;
  integer             bytes;
  reg                 chosen;
  wire [31:0]         low     = req_addr[31:0];
  wire                outside = |req_addr[AddrWidth-1:32] || low < Base || low >= Base + Size;

  always @(posedge clk) begin
    if (cycle > 8) begin
      mem_valid <= 1'b0;
      mem_data  <= {2{noise}};
      chosen = 1'b0;
      for (turn = 0; turn < Tags; turn = turn + 1) begin
        at = (turn + {26'd0, noise[15:10]}) % Tags;  // any of them
        if (!chosen && open[at] && due[at] <= cycle) begin
          chosen    = 1'b1;
          open[at]  = 1'b0;
          mem_valid <= 1'b1;
          mem_tag   <= at[TagWidth-1:0];
          for (bytes = 0; bytes < 8; bytes = bytes + 1) begin
            mem_data[8*bytes+:8] <= memory[word[at]+bytes];
          end
        end
      end

      s2_failed <= s1_failed;
      s1_failed <= 2'd0;
      if (req_valid && req_ready) begin
        if (req_addr % (1 << req_size) != 0 || req_cmd > 5'd1 || open[req_tag]
            || (req_cmd == 5'd0 && req_size != 2'd3) || req_dprv != 2'd3) begin
          $fatal(1, "FAIL: an access to %h that the cache does not take", req_addr);
        end
        if (outside) begin
          s1_failed <= {req_cmd == 5'd1, req_cmd == 5'd0};
        end else begin
          open[req_tag] = 1'b1;
          word[req_tag] = {low[31:3], 3'd0} - Base;
          due[req_tag]  = cycle + 1 + {28'd0, noise[23:20]};
          for (bytes = 0; bytes < 8; bytes = bytes + 1) begin
            if (req_cmd == 5'd1 && req_mask[bytes]) begin
              memory[word[req_tag]+bytes] <= req_data[8*bytes+:8];
            end
          end
        end
      end
      req_ready <= noise[1] || noise[3];
    end
  end

  // Responses, in any order.

  reg [31:0] answered = 32'd0;
  integer    taken = 0;
  integer    wrong = 0;
  integer    place;

  always @(posedge clk) begin
    if (cycle > 8) begin
      if (resp_valid && resp_ready) begin
        if (answered[resp_rd] || resp_data !== status(resp_rd)) begin
          $fatal(1, "FAIL: a response of %h for register %0d", resp_data, resp_rd);
        end
        answered[resp_rd] = 1'b1;
        taken = taken + 1;
      end
      resp_ready <= noise[13];
      if (taken == Responses && !busy) begin
        for (place = 0; place < Size; place = place + 1) begin
          if (memory[place] !== expected[place]) begin
            $display("wrong: the byte at %h is %h, not %h", Base + place, memory[place],
                     expected[place]);
            wrong = wrong + 1;
          end
        end
        if (wrong != 0) $fatal(1, "FAIL: %0d bytes are wrong", wrong);
        $display("PASS: <@ design.name @>, %0d instructions, %0d cycles", Instructions, cycle);
        $finish;
      end
    end
  end

endmodule

`default_nettype wire
