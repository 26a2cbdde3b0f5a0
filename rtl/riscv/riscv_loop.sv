// SPDX-License-Identifier: Apache-2.0
//
// The two zero-overhead loops of OASIP (Rao et al. 2018, table 2; see docs/isa.md).
//
// A loop is the address of its body, that of its last word, and how many passes are left, 0 for no
// loop. Level 0 is the inner one. Passes are counted twice:
//
//   when fetch asks for the last word   ahead of execution; decides where fetch goes on
//   when the last instruction retires   what CSRs show and what traps leave alone
//
// The first count starts from the second one at every redirect. A word that is the last carries a
// mark through the queue of fetch, from which its last instruction gets one; a level that ends
// makes way for the next when that instruction retires.

`default_nettype none

module riscv_loop
  import riscv_pkg::*;
#(
  parameter int unsigned QueueDepth = 3  // words that fetch has asked for and not used up
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // doloop, in the execute stage
  input  logic        begin_i,
  input  loop_t       begin_loop_i,
  // The instruction that retires is the last of a pass
  input  logic        retire_last_i,
  // Fetch
  input  logic        redirect_i,
  input  logic        ask_i,          // for the word at ...
  input  logic [31:2] ask_addr_i,
  output logic        ask_back_o,     // after that word comes the one at ...
  output logic [31:2] ask_body_o,
  input  logic        pop_i,          // the oldest word is used up
  output logic        last_o,         // it is the last of a pass
  output logic        back_o,         // ... and not of the last pass; its body begins at ...
  output logic [31:1] body_o,
  // CSR access
  input  logic        write_i,
  input  logic        write_level_i,
  input  loop_field_e write_field_i,
  input  logic [31:0] wdata_i,
  output loop_t       loops_o[2]
);

  typedef struct packed {
    logic last;
    logic back;
    logic level;
  } mark_t;

  localparam int unsigned CountBits = $bits(loop_count_t);

  loop_t       loop_q[2], retired[2], loop_d[2];
  loop_count_t ahead_q[2], ahead_d[2], ahead[2], ahead_after[2];
  logic        finish;  // the inner loop ends

  // Levels keep their numbers within a cycle.
  logic outer, level, last;
  always_comb begin
    retired = loop_q;
    outer   = loop_q[0].count == '0;
    if (retire_last_i) retired[outer].count = loop_q[outer].count - loop_count_t'(1);
    finish = retire_last_i && loop_q[0].count == loop_count_t'(1);

    for (int unsigned i = 0; i < 2; i++) begin
      ahead[i] = redirect_i ? retired[i].count : ahead_q[i];
    end
    level    = ahead[0] == '0;
    // The first word of a body is not its last: what begins needs no comparison.
    last     = ask_i && !begin_i && ahead[level] != '0 && ask_addr_i == loop_q[level].last;
    ask_back_o = last && ahead[level] != loop_count_t'(1);
    ask_body_o = loop_q[level].body[31:2];
    ahead_after = ahead;
    if (last) ahead_after[level] = ahead[level] - loop_count_t'(1);
  end

  always_comb begin
    loop_d  = retired;
    ahead_d = ahead_after;
    if (finish) begin
      loop_d  = '{retired[1], '0};
      ahead_d = '{ahead_after[1], '0};
    end
    if (begin_i) begin
      if (loop_d[0].count != '0) loop_d[1] = loop_d[0];
      loop_d[0] = begin_loop_i;
      ahead_d   = '{loop_d[0].count, loop_d[1].count};
    end
    if (write_i) begin
      unique case (write_field_i)
        LoopBody: loop_d[write_level_i].body  = wdata_i[31:1];
        LoopLast: loop_d[write_level_i].last  = wdata_i[31:2];
        default:  loop_d[write_level_i].count = wdata_i[CountBits-1:0];
      endcase
    end
  end

  // Marks of the words that fetch has asked for, the oldest first
  mark_t      mark_q[QueueDepth], mark_d[QueueDepth];
  logic [1:0] asked_q, asked_d, left;
  always_comb begin
    left   = redirect_i ? '0 : asked_q - 2'(pop_i);
    mark_d = mark_q;
    if (pop_i) begin
      for (int unsigned i = 0; i + 1 < QueueDepth; i++) mark_d[i] = mark_q[i+1];
    end
    for (int unsigned i = 0; i < QueueDepth; i++) begin
      if (2'(i) == left) mark_d[i] = '{last: last, back: ask_back_o, level: level};
      if (finish) mark_d[i].level = 1'b0;
    end
    asked_d = left + 2'(ask_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loop_q  <= '{default: '0};
      ahead_q <= '{default: '0};
      mark_q  <= '{default: '0};
      asked_q <= '0;
    end else begin
      loop_q  <= loop_d;
      ahead_q <= ahead_d;
      mark_q  <= mark_d;
      asked_q <= asked_d;
    end
  end

  assign last_o  = mark_q[0].last;
  assign back_o  = mark_q[0].back;
  assign body_o  = loop_q[mark_q[0].level].body;
  assign loops_o = loop_q;

endmodule

`default_nettype wire
