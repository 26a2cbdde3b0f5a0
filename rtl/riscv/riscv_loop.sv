// SPDX-License-Identifier: Apache-2.0
//
// The two zero-overhead loops of OASIP (Rao et al. 2018, table 2; see docs/isa.md).
//
// A loop is the address where its body starts, that of the body's last word, and how many passes are
// left, 0 for no loop. Level 0 is the inner one. Passes are counted twice:
//
//   when fetch requests the last word   ahead of execution; decides where fetch goes on
//   when the last instruction retires   what CSRs show and what traps leave alone
//
// The first count starts again from the second one at every redirect. For each word in the queue of
// fetch there is a mark here that says whether it is the last of a pass; fetch passes it on to the
// instruction that ends with the word. When that instruction retires and no pass is left, the outer
// loop becomes the inner one.

`default_nettype none

module riscv_loop
  import riscv_pkg::*;
#(
  parameter int unsigned QueueDepth = 3  // words that fetch has requested and not consumed
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
  input  loop_fetch_t fetch_i,
  output loop_steer_t steer_o,
  // CSR access
  input  logic        write_i,
  input  logic        write_level_i,
  input  loop_field_e write_field_i,
  input  logic [31:0] wdata_i,
  output loop_t       loops_o[2]
);

  typedef struct packed {
    logic last;   // of a pass,
    logic jump;   // ... and another pass follows
    logic level;  // of that loop
  } mark_t;

  localparam int unsigned CountBits = $bits(loop_count_t);

  loop_t       loop_q[2], retired[2], loop_d[2];
  loop_count_t ahead_q[2], ahead_d[2], ahead[2], ahead_after[2];
  logic        finish;  // the inner loop ends

  // Levels keep their numbers within a cycle.
  logic outer, level, last, jump;
  always_comb begin
    retired = loop_q;
    outer   = loop_q[0].count == '0;
    if (retire_last_i) retired[outer].count = loop_q[outer].count - loop_count_t'(1);
    finish = retire_last_i && loop_q[0].count == loop_count_t'(1);

    for (int unsigned i = 0; i < 2; i++) begin
      ahead[i] = redirect_i ? retired[i].count : ahead_q[i];
    end
    level    = ahead[0] == '0;
    // The first word of a body is not its last one, so a loop that begins needs no comparison.
    last     = fetch_i.request && !begin_i && ahead[level] != '0 && fetch_i.addr == loop_q[level].last;
    jump     = last && ahead[level] != loop_count_t'(1);
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
        LoopStart: loop_d[write_level_i].start = wdata_i[31:1];
        LoopLast: loop_d[write_level_i].last  = wdata_i[31:2];
        default:  loop_d[write_level_i].count = wdata_i[CountBits-1:0];
      endcase
    end
  end

  // Marks of the words that fetch has requested, the oldest first
  mark_t      mark_q[QueueDepth], mark_d[QueueDepth];
  logic [1:0] count_q, count_d, left;
  always_comb begin
    left   = redirect_i ? '0 : count_q - 2'(fetch_i.consume);
    mark_d = mark_q;
    if (fetch_i.consume) begin
      for (int unsigned i = 0; i + 1 < QueueDepth; i++) mark_d[i] = mark_q[i+1];
    end
    for (int unsigned i = 0; i < QueueDepth; i++) begin
      if (2'(i) == left) mark_d[i] = '{last: last, jump: jump, level: level};
      if (finish) mark_d[i].level = 1'b0;
    end
    count_d = left + 2'(fetch_i.request);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loop_q  <= '{default: '0};
      ahead_q <= '{default: '0};
      mark_q  <= '{default: '0};
      count_q <= '0;
    end else begin
      loop_q  <= loop_d;
      ahead_q <= ahead_d;
      mark_q  <= mark_d;
      count_q <= count_d;
    end
  end

  assign steer_o = '{
    request_jump:  jump,
    request_start: loop_q[level].start[31:2],
    last:          mark_q[0].last,
    jump:          mark_q[0].jump,
    start:         loop_q[mark_q[0].level].start
  };
  assign loops_o = loop_q;

`ifndef SYNTHESIS
  MarkForEachWord_A: assert property (@(posedge clk_i)
    fetch_i.consume && !redirect_i |-> count_q != '0);
  NoOverflow_A: assert property (@(posedge clk_i)
    fetch_i.request |-> left < 2'(QueueDepth));

  Nested_C: cover property (@(posedge clk_i)
    loop_q[0].count != '0 && loop_q[1].count != '0);
  OuterPass_C: cover property (@(posedge clk_i) retire_last_i && outer);
  RedirectWithMark_C: cover property (@(posedge clk_i)
    redirect_i && mark_q[0].last && count_q != '0);
`endif

endmodule

`default_nettype wire
