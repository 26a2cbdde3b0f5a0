// SPDX-License-Identifier: Apache-2.0
//
// The registers that hold the next command. The write that sets GO offers them as they are then;
// until they are taken they are locked. A write that comes meanwhile changes nothing and is
// remembered: the next command would not be what was meant, and is marked as lost.
//
// Bytes of an address that are beyond AddrWidth are not stored; whether they are zero is.

`default_nettype none

module bus_command
  import bus_pkg::*;
#(
  parameter type         command_t = logic,
  parameter int unsigned AddrWidth = 32,
  parameter bit          Resume    = 1'b0,
  parameter bit          Chain     = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Accesses by software: at any time, each for one cycle
  input  logic        write_i,
  input  logic [3:0]  offset_i,   // offset_e
  input  logic [31:0] data_i,
  input  logic [3:0]  strb_i,
  output logic        lost_o,     // this write is lost
  // The command
  output logic        valid_o,
  input  logic        ready_i,
  output command_t    command_o
);

  command_t command_q;
  logic     pending_q, lost_q, write, go;
  logic [9:0] sel;  // which register is written

  assign lost_o = write_i && pending_q;
  assign write  = write_i && !pending_q;
  assign go     = sel[Start] && strb_i[3] && data_i[31];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q      <= 1'b0;
      lost_q         <= 1'b0;
      command_q.lost <= 1'b0;
    end else begin
      if (go)           pending_q <= 1'b1;
      else if (ready_i) pending_q <= 1'b0;
      if (lost_o)       lost_q <= 1'b1;
      else if (go)      lost_q <= 1'b0;
      if (go)           command_q.lost <= lost_q;
    end
  end
  assign valid_o   = pending_q;
  assign command_o = command_q;

  always_comb begin
    for (int unsigned r = 0; r < 10; r++) sel[r] = write && offset_i == 4'(r);
  end

  for (genvar b = 0; b < 4; b++) begin : gen_byte
    logic [7:0] data;
    assign data = data_i[8*b+:8];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        command_q.msg_addr[8*b+:8] <= '0;
        command_q.out_addr[8*b+:8] <= '0;
        command_q.msg_len[8*b+:8]  <= '0;
        command_q.out_len[8*b+:8]  <= '0;
      end else if (strb_i[b]) begin
        if (sel[MsgAddrLo]) command_q.msg_addr[8*b+:8] <= data;
        if (sel[OutAddrLo]) command_q.out_addr[8*b+:8] <= data;
        if (sel[MsgLen])    command_q.msg_len[8*b+:8]  <= data;
        if (sel[OutLen])    command_q.out_len[8*b+:8]  <= data;
      end
    end

    if (32 + 8 * b < AddrWidth) begin : gen_stored
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          command_q.msg_addr[32+8*b+:8] <= '0;
          command_q.out_addr[32+8*b+:8] <= '0;
        end else if (strb_i[b]) begin
          if (sel[MsgAddrHi]) command_q.msg_addr[32+8*b+:8] <= data;
          if (sel[OutAddrHi]) command_q.out_addr[32+8*b+:8] <= data;
        end
      end
      assign command_q.msg_beyond[b] = 1'b0;
      assign command_q.out_beyond[b] = 1'b0;
    end else begin : gen_beyond
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          command_q.msg_beyond[b] <= 1'b0;
          command_q.out_beyond[b] <= 1'b0;
        end else if (strb_i[b]) begin
          if (sel[MsgAddrHi]) command_q.msg_beyond[b] <= data != '0;
          if (sel[OutAddrHi]) command_q.out_beyond[b] <= data != '0;
        end
      end
    end

    if (!Resume) begin : gen_no_state
      assign command_q.state_addr[8*b+:8] = '0;
      assign command_q.state_beyond[b]    = 1'b0;
      if (32 + 8 * b < AddrWidth) begin : gen_high
        assign command_q.state_addr[32+8*b+:8] = '0;
      end
    end else begin : gen_state
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) command_q.state_addr[8*b+:8] <= '0;
        else if (sel[StateAddrLo] && strb_i[b]) command_q.state_addr[8*b+:8] <= data;
      end
      if (32 + 8 * b < AddrWidth) begin : gen_high
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) command_q.state_addr[32+8*b+:8] <= '0;
          else if (sel[StateAddrHi] && strb_i[b]) command_q.state_addr[32+8*b+:8] <= data;
        end
        assign command_q.state_beyond[b] = 1'b0;
      end else begin : gen_no_high
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) command_q.state_beyond[b] <= 1'b0;
          else if (sel[StateAddrHi] && strb_i[b]) command_q.state_beyond[b] <= data != '0;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      command_q.alg        <= '0;
      command_q.alg_beyond <= 1'b0;
      command_q.domain     <= '0;
      command_q.id         <= '0;
      command_q.in_place   <= 1'b0;
      command_q.restore    <= 1'b0;
      command_q.save       <= 1'b0;
      command_q.own_domain <= 1'b0;
      command_q.chain      <= 1'b0;
    end else if (sel[Start]) begin
      if (strb_i[0]) command_q.alg        <= data_i[3:0];
      if (strb_i[0]) command_q.alg_beyond <= data_i[7:4] != '0;
      if (strb_i[1]) command_q.domain     <= data_i[15:8];
      if (strb_i[2]) command_q.id         <= data_i[19:16];
      if (strb_i[3]) command_q.in_place   <= data_i[24];
      if (strb_i[3]) command_q.restore    <= data_i[25];
      if (strb_i[3]) command_q.save       <= data_i[26];
      if (strb_i[3]) command_q.own_domain <= data_i[27];
      if (strb_i[3]) command_q.chain      <= data_i[28];
    end
  end

  if (Chain) begin : gen_chain
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                      command_q.steps <= '0;
      else if (sel[ChainSteps] && strb_i[0]) command_q.steps <= data_i[7:0];
    end
  end else begin : gen_no_chain
    assign command_q.steps = '0;
  end

  // Without Chain there are no steps, and without Resume no state.
  logic unused;
  assign unused = ^sel[9:7];

`ifndef SYNTHESIS
  Lost_C : cover property (@(posedge clk_i) lost_o);
  LostCommand_C : cover property (@(posedge clk_i) go && lost_q);
  Partial_C : cover property (@(posedge clk_i) write && !(strb_i inside {4'h0, 4'hf}));
`endif

endmodule

`default_nettype wire
