// SPDX-License-Identifier: Apache-2.0
//
// Which program word comes next: repeats of an instruction and nested loops, both without a cycle
// of their own. The word that memory puts out is in ID; the next address follows in the same cycle.
//
//   where a loop begins        its address and count are pushed before the first repetition, unless
//                              the instruction was looped back to
//   behind which k loops end   after the last repetition, the innermost one counts down and goes
//                              back, or is popped and the one around it is next; k times

`default_nettype none

module hashproc_sequencer
  import hashproc_pkg::*;
  import isa_hashproc_pkg::*;
(
  input  logic   clk_i,
  input  logic   rst_ni,
  input  logic   start_i,    // only while not busy
  input  pc_t    entry_i,
  input  count_t blocks_i,   // 1 and more; it counts for loops without a count of their own
  input  logic   advance_i,
  input  instr_t instr_i,    // the word at the last address that was read
  input  logic   done_i,     // HALT leaves EX1
  output logic   busy_o,
  output logic   valid_o,    // instr_i is to be executed
  output logic   last_o,     // ... for the last time before another follows
  output logic   read_o,
  output pc_t    addr_o
);

  typedef struct packed {
    pc_t    start;
    count_t count;
    logic   more;   // count is more than 1
    logic   later;  // ... more than 2
  } loop_t;

  typedef loop_t [LoopDepth-1:0] stack_t;

  pc_t        pc_q, next;
  count_t     blocks_q;
  logic [7:0] repeat_q;
  logic       busy_q, fetch_q, valid_q;
  logic       fresh_q;  // the first repetition, and not looped back to
  logic       lower_q;  // looped back to: the innermost count is to be one less
  stack_t     stack_q, stack, pushed, popped;

  logic last, push, loop_back, halt;
  assign last = instr_i.times_less_1 == repeat_q;
  assign push = instr_i.opens && fresh_q;
  assign halt = instr_i.opcode == OpHalt;

  // A count goes down in the cycle after its loop has gone back, so that what depends on the
  // program word is no more than a choice: `more` is right at once.
  function automatic logic above2(count_t count);
    return count[15:2] != '0 || count[1:0] == 2'd3;
  endfunction

  always_comb begin
    stack = stack_q;
    stack[0].count = stack_q[0].count - count_t'(lower_q);
    for (int unsigned i = 0; i < LoopDepth; i++) stack[i].later = above2(stack[i].count);
  end

  loop_t begun;
  assign begun.start = pc_q;
  assign begun.count = (instr_i.count == '0) ? blocks_q : count_t'(instr_i.count);
  assign begun.more  = (instr_i.count == '0) ? blocks_q != 16'd1 : instr_i.count != 8'd1;
  assign begun.later = (instr_i.count == '0) ? above2(blocks_q) : above2(count_t'(instr_i.count));

  // Innermost first.
  assign pushed = push ? {stack[LoopDepth-2:0], begun} : stack;

  // The innermost of the ending loops that has passes left; those inside it are popped.
  logic [1:0] level;
  logic [2:0] more;
  for (genvar i = 0; i < 3; i++) begin : gen_more
    assign more[i] = instr_i.ends > 2'(i) && pushed[i].more;
  end
  assign loop_back = |more;
  assign level = more[0] ? 2'd0 : more[1] ? 2'd1 : more[2] ? 2'd2 : instr_i.ends;

  always_comb begin
    popped = pushed >> ($bits(loop_t) * level);
    next   = loop_back ? popped[0].start : pc_q + 1'b1;
    if (loop_back) popped[0].more = popped[0].later;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pc_q     <= '0;
      blocks_q <= '0;
      repeat_q <= '0;
      busy_q   <= 1'b0;
      fetch_q  <= 1'b0;
      valid_q  <= 1'b0;
      fresh_q  <= 1'b0;
      lower_q  <= 1'b0;
      stack_q  <= '0;
    end else if (start_i) begin
      pc_q     <= entry_i;
      blocks_q <= blocks_i;
      busy_q   <= 1'b1;
      fetch_q  <= 1'b1;
      fresh_q  <= 1'b1;
      lower_q  <= 1'b0;
    end else if (fetch_q) begin
      fetch_q  <= 1'b0;
      valid_q  <= 1'b1;
    end else begin
      if (done_i) busy_q <= 1'b0;
      if (valid_q && advance_i) begin
        if (halt) begin
          valid_q  <= 1'b0;
        end else if (last) begin
          pc_q     <= next;
          repeat_q <= '0;
          fresh_q  <= !loop_back;
          lower_q  <= loop_back;
          stack_q  <= popped;
        end else begin
          repeat_q <= repeat_q + 1'b1;
          fresh_q  <= 1'b0;
          lower_q  <= 1'b0;
          stack_q  <= pushed;
        end
      end
    end
  end

  assign busy_o     = busy_q;
  assign valid_o    = valid_q;
  assign last_o     = last;
  assign read_o     = fetch_q || (valid_q && advance_i && last);
  assign addr_o     = fetch_q ? pc_q : next;

  logic unused_fields;
  assign unused_fields = ^{instr_i.k, instr_i.m, instr_i.d, instr_i.wait_input,
                           instr_i.release_input, instr_i.add_chain, instr_i.chain_row};

`ifndef SYNTHESIS
  // Loops that are open; the assembler refuses what this finds.
  int unsigned open_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 0;
    else if (start_i) open_q <= 0;
    else if (valid_q && advance_i) open_q <= open_q + 32'(push) - (last ? 32'(level) : 0);
  end

  LoopDepth_A : assert property (@(posedge clk_i) valid_q && push |-> open_q < LoopDepth)
  else $error("more than %0d nested loops", LoopDepth);
  LoopBegun_A : assert property (@(posedge clk_i)
    valid_q && last && !halt |-> open_q + 32'(push) >= 32'(instr_i.ends))
  else $error("a loop ends that has not begun");
  StartIdle_A : assert property (@(posedge clk_i) start_i |-> !busy_q)
  else $error("started while busy");
  StartBlocks_A : assert property (@(posedge clk_i) start_i |-> blocks_i != '0)
  else $error("started for no block");
  FetchOrValid_A : assert property (@(posedge clk_i) !(fetch_q && valid_q))
  else $error("an instruction is in ID while the first one is fetched");
  ValidBusy_A : assert property (@(posedge clk_i) fetch_q || valid_q |-> busy_q)
  else $error("an instruction is executed and the processor is not busy");
  RepeatInRange_A : assert property (@(posedge clk_i)
    valid_q |-> repeat_q <= instr_i.times_less_1)
  else $error("repetition %0d of %0d", repeat_q, instr_i.times_less_1);
  for (genvar i = 0; i < LoopDepth; i++) begin : gen_check
    MoreTrue_A : assert property (@(posedge clk_i)
      valid_q && open_q > i |-> stack[i].more == (stack[i].count > 16'd1))
    else $error("loop %0d has a count of %0d", i, stack[i].count);
  end

  Deepest_C : cover property (@(posedge clk_i) open_q == LoopDepth);
  EndsThree_C : cover property (@(posedge clk_i)
    valid_q && advance_i && last && !halt && instr_i.ends == 2'd3);
`endif

endmodule

`default_nettype wire
