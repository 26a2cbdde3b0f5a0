// SPDX-License-Identifier: Apache-2.0
//
// Refuses commands that the accelerator must not see. It looks at a command for AddrWidth / 4 + 2
// cycles, four bits of its addresses and lengths at a time, which takes short adders instead of
// long ones; then it offers the command, or the reason why not.

`default_nettype none

module bus_filter
  import bus_pkg::*;
#(
  parameter type         command_t = logic,
  parameter int unsigned AddrWidth = 32,
  parameter bit          Resume    = 1'b0,
  parameter bit          Chain     = 1'b0
) (
  input  logic     clk_i,
  input  logic     rst_ni,
  input  logic     valid_i,
  output logic     ready_o,
  input  command_t command_i,
  input  logic     id_used_i,      // a command of this name is under way
  // To the accelerator
  output logic     valid_o,
  input  logic     ready_i,
  // Or to the completions
  output logic     refuse_valid_o,
  input  logic     refuse_ready_i,
  output error_e   refuse_error_o
);

  localparam int unsigned Step      = 4;  // bits
  localparam int unsigned Steps     = AddrWidth / Step;
  localparam int unsigned StepWidth = $clog2(Steps + 2);

  typedef struct packed {
    logic [Step-1:0] msg_addr;
    logic [Step-1:0] msg_len;
    logic [Step-1:0] out_addr;
    logic [Step-1:0] out_len;
    logic [Step-1:0] state_addr;
    logic [Step-1:0] state_len;
  } digits_t;

  typedef struct packed {
    logic msg_carry;      // out of address + length
    logic msg_any;        // the sum is not zero, in what was seen of it
    logic msg_bytes;      // the length is not zero
    logic out_carry;
    logic out_any;
    logic out_bytes;
    logic msg_below_end;  // the message begins below the output's end
    logic out_below_end;  // the output begins below the message's end
    logic state_carry;    // the state likewise; it has bytes where it is used
    logic state_any;
    logic msg_below_state;  // the message begins below the state's end
    logic out_below_state;
    logic state_below_msg;  // the state begins below the message's end
    logic state_below_out;
  } compared_t;

  logic [StepWidth-1:0] step_q;     // digits are chosen, and in the next step compared
  logic                 decided_q;
  error_e               error_q, error;
  digits_t              dig_q, dig_d;
  compared_t            cmp_q, cmp_d;

  // A step of each

  logic [AddrWidth-1:0] all_msg_len, all_out_len;
  logic [Step:0]        msg_sum, out_sum, state_sum;

  assign all_msg_len = AddrWidth'(command_i.msg_len);
  assign all_out_len = AddrWidth'(command_i.out_len);

  always_comb begin
    dig_d = '0;
    for (int unsigned s = 0; s < Steps; s++) begin
      if (step_q == StepWidth'(s)) begin
        dig_d = '{
          msg_addr:   command_i.msg_addr[Step*s+:Step],
          msg_len:    all_msg_len[Step*s+:Step],
          out_addr:   command_i.out_addr[Step*s+:Step],
          out_len:    all_out_len[Step*s+:Step],
          state_addr: command_i.state_addr[Step*s+:Step],
          state_len:  Step'(StateBytes >> (Step * s))
        };
      end
    end
  end

  assign msg_sum = (Step + 1)'(dig_q.msg_addr) + (Step + 1)'(dig_q.msg_len)
                   + (Step + 1)'(cmp_q.msg_carry);
  assign out_sum = (Step + 1)'(dig_q.out_addr) + (Step + 1)'(dig_q.out_len)
                   + (Step + 1)'(cmp_q.out_carry);
  assign state_sum = (Step + 1)'(dig_q.state_addr) + (Step + 1)'(dig_q.state_len)
                     + (Step + 1)'(cmp_q.state_carry);

  always_comb begin
    cmp_d               = cmp_q;
    cmp_d.msg_carry     = msg_sum[Step];
    cmp_d.msg_any       = cmp_q.msg_any || msg_sum[Step-1:0] != '0;
    cmp_d.msg_bytes     = cmp_q.msg_bytes || dig_q.msg_len != '0;
    cmp_d.out_carry     = out_sum[Step];
    cmp_d.out_any       = cmp_q.out_any || out_sum[Step-1:0] != '0;
    cmp_d.out_bytes     = cmp_q.out_bytes || dig_q.out_len != '0;
    // Of the higher bits, unless they are the same.
    if (dig_q.msg_addr != out_sum[Step-1:0]) begin
      cmp_d.msg_below_end = dig_q.msg_addr < out_sum[Step-1:0];
    end
    if (dig_q.out_addr != msg_sum[Step-1:0]) begin
      cmp_d.out_below_end = dig_q.out_addr < msg_sum[Step-1:0];
    end
    cmp_d.state_carry = state_sum[Step];
    cmp_d.state_any   = cmp_q.state_any || state_sum[Step-1:0] != '0;
    if (dig_q.msg_addr != state_sum[Step-1:0]) begin
      cmp_d.msg_below_state = dig_q.msg_addr < state_sum[Step-1:0];
    end
    if (dig_q.out_addr != state_sum[Step-1:0]) begin
      cmp_d.out_below_state = dig_q.out_addr < state_sum[Step-1:0];
    end
    if (dig_q.state_addr != msg_sum[Step-1:0]) begin
      cmp_d.state_below_msg = dig_q.state_addr < msg_sum[Step-1:0];
    end
    if (dig_q.state_addr != out_sum[Step-1:0]) begin
      cmp_d.state_below_out = dig_q.state_addr < out_sum[Step-1:0];
    end
  end

  // The verdict. A range may end where the address space does.

  logic            with_state, beyond, overlap, state_overlap, no_such, no_chain;
  accel_pkg::alg_t alg;

  assign with_state = Resume && (command_i.restore || command_i.save);

  assign alg     = accel_pkg::alg_lookup_own(command_i.alg, command_i.domain,
                                             Resume && command_i.own_domain);
  assign no_such = !alg.legal || command_i.alg_beyond
                   || (!Resume && (command_i.restore || command_i.save || command_i.own_domain))
                   || (command_i.chain && (!Chain || command_i.restore || command_i.save
                                           || command_i.own_domain));
  assign no_chain = command_i.chain
                    && (command_i.steps == '0
                        || !accel_pkg::chain_legal(alg.rate, 64'(command_i.msg_len),
                                                   64'(command_i.out_len)));
  assign beyond  = command_i.msg_beyond != '0 || (cmp_q.msg_carry && cmp_q.msg_any)
                   || command_i.out_beyond != '0 || (cmp_q.out_carry && cmp_q.out_any)
                   || (with_state && (command_i.state_beyond != '0
                                      || (cmp_q.state_carry && cmp_q.state_any)));
  assign overlap = cmp_q.msg_bytes && (cmp_q.msg_below_end || cmp_q.out_carry)
                   && (cmp_q.out_below_end || cmp_q.msg_carry);
  assign state_overlap =
      with_state
      && ((cmp_q.msg_bytes && (cmp_q.msg_below_state || cmp_q.state_carry)
           && (cmp_q.state_below_msg || cmp_q.msg_carry))
          || (cmp_q.out_bytes && (cmp_q.out_below_state || cmp_q.state_carry)
              && (cmp_q.state_below_out || cmp_q.out_carry)));

  always_comb begin
    if (command_i.lost)                           error = ErrorLost;
    else if (no_such)                             error = ErrorAlgorithm;
    else if (!cmp_q.out_bytes && !command_i.save) error = ErrorLength;
    else if (no_chain)                            error = ErrorLength;
    else if (beyond)                              error = ErrorAddress;
    else if (state_overlap)                       error = ErrorOverlap;
    else if (overlap && !command_i.in_place)      error = ErrorOverlap;
    else if (id_used_i)                           error = ErrorId;
    else                                          error = ErrorOk;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q    <= '0;
      decided_q <= 1'b0;
      error_q   <= ErrorOk;
      dig_q     <= '0;
      cmp_q     <= '0;
    end else begin
      dig_q <= dig_d;
      if (decided_q) begin
        if (ready_o) decided_q <= 1'b0;
      end else if (step_q == StepWidth'(Steps + 1)) begin
        step_q    <= '0;
        decided_q <= 1'b1;
        error_q   <= error;
        cmp_q     <= '0;
      end else if (valid_i) begin
        step_q <= step_q + 1'b1;
        if (step_q != '0) cmp_q <= cmp_d;
      end
    end
  end

  assign valid_o        = decided_q && error_q == ErrorOk;
  assign refuse_valid_o = decided_q && error_q != ErrorOk;
  assign refuse_error_o = error_q;
  assign ready_o        = (valid_o && ready_i) || (refuse_valid_o && refuse_ready_i);

  // What else an algorithm is, and the name, are the accelerator's business.
  logic unused;
  assign unused = ^{alg.turbo, alg.domain, command_i.id};

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  Waits_A : assert property (@(posedge clk_i) decided_q || step_q != '0 |-> valid_i)
  else $error("bus_filter: a command is gone before it is taken");
  // The same as the comparison step by step, in one sum.
  logic [AddrWidth:0] msg_end, out_end;
  assign msg_end = {1'b0, command_i.msg_addr} + (AddrWidth + 1)'(command_i.msg_len);
  assign out_end = {1'b0, command_i.out_addr} + (AddrWidth + 1)'(command_i.out_len);
  Inside_A : assert property (@(posedge clk_i)
      valid_o |-> msg_end <= {1'b1, AddrWidth'(0)} && out_end <= {1'b1, AddrWidth'(0)}
                  && command_i.msg_beyond == '0 && command_i.out_beyond == '0)
  else $error("bus_filter: a range that leaves the address space is let through");
  logic [AddrWidth:0] state_end;
  logic               state_apart;
  assign state_end   = {1'b0, command_i.state_addr} + (AddrWidth + 1)'(StateBytes);
  assign state_apart = (command_i.msg_len == '0 || msg_end <= {1'b0, command_i.state_addr}
                        || state_end <= {1'b0, command_i.msg_addr})
                       && (command_i.out_len == '0 || out_end <= {1'b0, command_i.state_addr}
                           || state_end <= {1'b0, command_i.out_addr});
  StateInside_A : assert property (@(posedge clk_i)
      valid_o && with_state |-> state_end <= {1'b1, AddrWidth'(0)} && command_i.state_beyond == '0)
  else $error("bus_filter: a state that leaves the address space is let through");
  StateApart_A : assert property (@(posedge clk_i) valid_o && with_state |-> state_apart)
  else $error("bus_filter: a state overlaps message or output");
  StateKnown_A : assert property (@(posedge clk_i)
      valid_o && (command_i.restore || command_i.save || command_i.own_domain) |-> Resume)
  else $error("bus_filter: a state is let through to an accelerator that has no use for it");
  ChainKnown_A : assert property (@(posedge clk_i)
      valid_o && command_i.chain |-> Chain && !no_chain && !with_state)
  else $error("bus_filter: a chain is let through that is none");
  Apart_A : assert property (@(posedge clk_i)
      valid_o |-> command_i.in_place || command_i.msg_len == '0
                  || msg_end <= {1'b0, command_i.out_addr} || out_end <= {1'b0, command_i.msg_addr})
  else $error("bus_filter: message and output overlap");
  RefusedRightly_A : assert property (@(posedge clk_i)
      refuse_valid_o && refuse_error_o == ErrorOverlap |->
      !(msg_end <= {1'b0, command_i.out_addr} || out_end <= {1'b0, command_i.msg_addr})
      || (with_state && !state_apart))
  else $error("bus_filter: message and output are apart, and refused as overlapping");
  for (genvar e = 1; e < 8; e++) begin : gen_cover
    if (e != 32'(ErrorBus)) begin : gen_refused
      Refused_C : cover property (@(posedge clk_i) refuse_valid_o && refuse_error_o == error_e'(e));
    end
  end
  if (Resume) begin : gen_cover_state
    StateOverlap_C : cover property (@(posedge clk_i)
        refuse_valid_o && refuse_error_o == ErrorOverlap && with_state && !state_apart);
    StateTopOfMemory_C : cover property (@(posedge clk_i)
        valid_o && with_state && state_end == {1'b1, AddrWidth'(0)});
  end
  if (Chain) begin : gen_cover_chain
    Chain_C : cover property (@(posedge clk_i) valid_o && command_i.chain);
    ChainRefused_C : cover property (@(posedge clk_i)
        refuse_valid_o && refuse_error_o == ErrorLength && no_chain && command_i.steps != '0);
  end
  TopOfMemory_C : cover property (@(posedge clk_i) valid_o && msg_end == {1'b1, AddrWidth'(0)});
`endif

endmodule

`default_nettype wire
