// SPDX-License-Identifier: Apache-2.0
//
// One execution context: a command, and how far its message is read. It holds a command from
// accept to release and is zero otherwise.

`default_nettype none

module accel_context
  import accel_pkg::*;
#(
  parameter int unsigned Buffers   = 1,
  parameter int unsigned SeqWidth  = 1,
  parameter int unsigned AddrWidth = 32,
  parameter int unsigned LenWidth  = 32,
  parameter bit          Abort     = 1'b0,
  parameter type         command_t = logic,
  parameter type         message_t = logic
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 accept_i,
  input  command_t             command_i,
  input  logic                 bind_i,      // it gets a slot
  input  logic                 take_i,      // its next block is being fetched
  input  logic                 take_last_i,
  input  logic                 absorb_i,    // a block of it is absorbed
  input  logic                 release_i,   // ... the last one
  input  logic                 abort_i,     // no more of it is read, and no output is wanted
  output logic                 valid_o,
  output logic                 bound_o,
  output logic                 fetched_o,   // no block is left to fetch
  output logic                 holding_o,   // buffers are in use or asked for
  output logic [SeqWidth-1:0]  seq_o,       // counts the blocks
  output part_t                part_o,      // the next block is the saved state's
  output logic [AddrWidth-1:0] addr_o,      // of the next block
  output logic [LenWidth-1:0]  left_o,      // message bytes from there on
  output logic [7:0]           domain_o,
  output logic                 raw_o,       // the message is not padded
  output message_t             message_o
);

  localparam int unsigned HeldWidth = $clog2(Buffers + 2);

  logic                 valid_q, bound_q, fetched_q;
  logic [HeldWidth-1:0] held_q;
  logic [SeqWidth-1:0]  seq_q;
  part_t                part_q;
  logic [AddrWidth-1:0] addr_q;
  logic [LenWidth-1:0]  left_q;
  logic                 carry_q, carry_top_q, borrow_q;  // out of the lower bytes of the two
  logic [7:0]           domain_q;
  logic                 raw_q;
  message_t             message_q;

  alg_t alg;
  logic legal;
  assign alg   = alg_lookup_own(command_i.alg, command_i.domain, command_i.own_domain);
  // A chain begins with a message, and ends with its output.
  assign legal = alg.legal
                 && (command_i.steps == '0
                     || (!command_i.restore && !command_i.save && !command_i.own_domain
                         && chain_legal(alg.rate, 64'(command_i.msg_len), 64'(command_i.out_len))));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= 1'b0;
      bound_q     <= 1'b0;
      fetched_q   <= 1'b0;
      held_q      <= '0;
      seq_q       <= '0;
      part_q      <= '0;
      addr_q      <= '0;
      left_q      <= '0;
      carry_q     <= 1'b0;
      carry_top_q <= 1'b0;
      borrow_q    <= 1'b0;
      domain_q    <= '0;
      raw_q       <= 1'b0;
      message_q   <= '0;
    end else begin
      held_q <= held_q + HeldWidth'(take_i) - HeldWidth'(absorb_i);
      if (accept_i) begin
        // A command that is illegal goes through as an empty message without output.
        valid_q   <= 1'b1;
        part_q    <= '{any: legal && command_i.restore, high: 1'b0};
        addr_q    <= command_i.msg_addr;
        left_q    <= legal ? command_i.msg_len : '0;
        domain_q  <= alg.domain;
        raw_q     <= command_i.own_domain && command_i.domain == '0;
        message_q <= '{
          id:         command_i.id,
          error:      !legal,
          rate:       alg.rate,
          turbo:      alg.turbo,
          out_addr:   command_i.out_addr,
          out_len:    legal ? command_i.out_len : '0,
          save:       legal && command_i.save,
          state_addr: command_i.state_addr,
          steps:      legal ? command_i.steps : '0
        };
      end else if (release_i) begin
        valid_q     <= 1'b0;
        bound_q     <= 1'b0;
        fetched_q   <= 1'b0;
        seq_q       <= '0;
        part_q      <= '0;
        addr_q      <= '0;
        left_q      <= '0;
        carry_q     <= 1'b0;
        carry_top_q <= 1'b0;
        borrow_q    <= 1'b0;
        domain_q    <= '0;
        raw_q       <= 1'b0;
        message_q   <= '0;
      end else begin
        if (bind_i) bound_q <= 1'b1;
        // The next block's address takes three steps and what is left of the message two: what
        // is carried follows a cycle later. The context's next turn finds them done.
        carry_q     <= 1'b0;
        carry_top_q <= 1'b0;
        borrow_q    <= 1'b0;
        if (carry_q) {carry_top_q, addr_q[20:11]} <= {1'b0, addr_q[20:11]} + 11'(carry_q);
        if (carry_top_q) begin
          addr_q[AddrWidth-1:21] <= addr_q[AddrWidth-1:21] + (AddrWidth-21)'(carry_top_q);
        end
        // Less one would be chained with the comparison with zero that finds the last block.
        if (borrow_q) left_q[LenWidth-1:14] <= left_q[LenWidth-1:14] - (LenWidth-14)'(borrow_q);
        if (take_i) begin
          fetched_q <= take_last_i;
          seq_q     <= seq_q + 1'b1;
          part_q    <= '{any: part_q.any && !part_q.high, high: part_q.any && !part_q.high};
        end
        if (take_i && !part_q.any) begin
          {carry_q, addr_q[10:3]}  <= {1'b0, addr_q[10:3]} + 9'(message_q.rate);
          {borrow_q, left_q[13:3]} <= {1'b0, left_q[13:3]} - 12'(message_q.rate);
        end
        if (Abort && abort_i && valid_q) begin
          left_q          <= '0;
          borrow_q        <= 1'b0;
          message_q.error <= 1'b1;
        end
      end
    end
  end

  assign valid_o   = valid_q;
  assign bound_o   = bound_q;
  assign fetched_o = fetched_q;
  assign holding_o = held_q != '0;
  assign seq_o     = seq_q;
  assign part_o    = part_q;
  assign left_o    = left_q;
  assign domain_o  = domain_q;
  assign raw_o     = raw_q;
  assign message_o = message_q;

  always_comb begin
    addr_o = part_q.any ? message_q.state_addr : addr_q;
    if (part_q.high) begin
      addr_o[AddrWidth-1:3] = message_q.state_addr[AddrWidth-1:3] + (AddrWidth-3)'(MaxRateLanes);
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  AcceptFree_A : assert property (@(posedge clk_i) accept_i |-> !valid_q)
  else $error("accel_context: a command is accepted into a context that holds one");
  Clear_A : assert property (@(posedge clk_i) !valid_q |->
      {bound_q, fetched_q, held_q, seq_q, part_q, addr_q, left_q, carry_q, carry_top_q, borrow_q,
       domain_q, raw_q, message_q} == '0)
  else $error("accel_context: a free context is not zero");
  BindOnce_A : assert property (@(posedge clk_i) bind_i |-> valid_q && !bound_q)
  else $error("accel_context: a context gets a slot that is free or has one");
  TakeLeft_A : assert property (@(posedge clk_i) take_i |-> valid_q && !fetched_q)
  else $error("accel_context: a block is fetched behind the last one");
  TakeSettled_A : assert property (@(posedge clk_i)
      take_i |-> !carry_q && !carry_top_q && !borrow_q)
  else $error("accel_context: a block is fetched before its address and length have settled");
  TakeLast_A : assert property (@(posedge clk_i)
      take_i |-> take_last_i == (!part_q.any && (left_q < LenWidth'({message_q.rate, 3'b000})
                                 || (raw_q && left_q == LenWidth'({message_q.rate, 3'b000})))))
  else $error("accel_context: a message ends with the wrong block");
  AbortBetween_A : assert property (@(posedge clk_i) abort_i |-> !take_i)
  else $error("accel_context: a message is cut off while a block of it is fetched");
  HeldMost_A : assert property (@(posedge clk_i)
      take_i && !absorb_i |-> 32'(held_q) <= Buffers)
  else $error("accel_context: more blocks under way than buffers and fetch have room for");
  AbsorbHeld_A : assert property (@(posedge clk_i) absorb_i |-> bound_q && held_q != '0)
  else $error("accel_context: a block is absorbed that was not fetched");
  ReleaseLast_A : assert property (@(posedge clk_i)
      release_i |-> absorb_i && fetched_q && held_q == HeldWidth'(1))
  else $error("accel_context: a context is released before its last block");
`endif

endmodule

`default_nettype wire
