// SPDX-License-Identifier: Apache-2.0
//
// Cuts the words that come from memory into instructions of 16 and 32 bits.
//
// After the last instruction in the last word of a zero-overhead loop's body comes the one at the
// body's start, as long as passes are left.

`default_nettype none

module riscv_fetch
  import riscv_pkg::*;
#(
  parameter logic [31:0] BootAddr = 32'd0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        redirect_i,
  input  logic [31:1] target_i,
  // The next instruction; void in the cycle of a redirect
  output logic        valid_o,
  input  logic        ready_i,
  output logic [31:0] instr_o,        // a 16-bit one in the lower half
  output logic        error_o,        // memory did not give it
  output logic        error_first_o,  // ... already its first half
  output logic [31:1] pc_o,
  output logic        pass_end_o,     // it is the last of a pass of a loop
  // Loops; see riscv_loop
  output loop_fetch_t loop_fetch_o,
  input  loop_steer_t loop_steer_i,
  // Memory
  output logic        req_o,
  input  logic        gnt_i,
  output logic [31:0] addr_o,
  input  logic        rvalid_i,
  input  logic [31:0] rdata_i,
  input  logic        err_i
);

  logic [1:0]  present;
  logic [31:0] word[2];
  logic        error[2];
  logic        consume, request;
  logic [31:1] pc_q, pc_d;

  core_fetch #(.BootAddr(BootAddr)) u_words (
    .clk_i,
    .rst_ni,
    .redirect_i,
    .target_i       (target_i[31:2]),
    .present_o      (present),
    .word_o         (word),
    .error_o        (error),
    .addr_i         (pc_q[31:2]),
    .consume_i      (consume),
    .request_o      (request),
    .request_jump_i (loop_steer_i.request_jump),
    .request_start_i(loop_steer_i.request_start),
    .req_o,
    .gnt_i,
    .addr_o,
    .rvalid_i,
    .rdata_i,
    .err_i
  );

  logic odd, compressed, one, two;
  assign odd = pc_q[1];
  assign one = present != '0;
  assign two = present > 2'd1;

  assign instr_o[15:0]  = odd ? word[0][31:16] : word[0][15:0];
  assign instr_o[31:16] = odd ? word[1][15:0] : word[0][31:16];
  assign compressed     = instr_o[1:0] != 2'b11;
  assign valid_o        = (odd && !compressed && !error[0]) ? two : one;
  assign error_first_o  = error[0];
  assign error_o        = error[0] || (odd && !compressed && error[1]);
  assign pc_o           = pc_q;
  assign consume        = valid_o && ready_i && (odd || !compressed);
  // It ends with its word, and that ends the pass.
  assign pass_end_o     = loop_steer_i.last && odd == compressed;
  assign loop_fetch_o   = '{request: request, addr: addr_o[31:2], consume: consume};

  // Whether an instruction is a short one comes late, so the next word's address does not wait.
  logic [31:2] next_word;
  assign next_word = pc_q[31:2] + 30'd1;
  always_comb begin
    pc_d = pc_q;
    if (redirect_i) begin
      pc_d = target_i;
    end else if (valid_o && ready_i) begin
      if (pass_end_o && loop_steer_i.jump) pc_d = loop_steer_i.start;
      else pc_d = {(odd || !compressed) ? next_word : pc_q[31:2], odd ^ compressed};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pc_q <= BootAddr[31:1];
    else         pc_q <= pc_d;
  end

  // Of the second word, the first half may be needed.
  logic unused_word;
  assign unused_word = ^word[1][31:16];

endmodule

`default_nettype wire
