// SPDX-License-Identifier: Apache-2.0
//
// hash_accel for proofs of its registers: it takes commands whenever it likes and ends those that it
// took in any order, with errors or without. What it may rely on is asserted: a command stays as it is
// until it is taken, and its name is not that of another one under way.

`default_nettype none

module hash_accel
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = 1,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned LenWidth       = 32,
  parameter  int unsigned IdWidth        = 4,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  bit          Abort          = 1'b0,
  parameter  int unsigned Fold           = 0,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned RdTagWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes),
  localparam int unsigned WrTagWidth     = index_width(Units * Stages)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [IdWidth-1:0]    cmd_id_i,
  input  logic [3:0]            cmd_alg_i,
  input  logic [7:0]            cmd_domain_i,
  input  logic [AddrWidth-1:0]  cmd_msg_addr_i,
  input  logic [LenWidth-1:0]   cmd_msg_len_i,
  input  logic [AddrWidth-1:0]  cmd_out_addr_i,
  input  logic [LenWidth-1:0]   cmd_out_len_i,
  input  logic                  cmd_restore_i,
  input  logic                  cmd_save_i,
  input  logic                  cmd_own_domain_i,
  input  logic [AddrWidth-1:0]  cmd_state_addr_i,
  input  logic [7:0]            cmd_steps_i,
  input  logic                  abort_i,
  input  logic [IdWidth-1:0]    abort_id_i,

  output logic                  rd_req_valid_o,
  input  logic                  rd_req_ready_i,
  output logic [AddrWidth-1:0]  rd_req_addr_o,
  output logic [RdTagWidth-1:0] rd_req_tag_o,

  input  logic                  rd_rsp_valid_i,
  output logic                  rd_rsp_ready_o,
  input  logic [RdTagWidth-1:0] rd_rsp_tag_i,
  input  logic [Width-1:0]      rd_rsp_data_i,
  input  logic                  rd_rsp_error_i,

  output logic                  wr_req_valid_o,
  input  logic                  wr_req_ready_i,
  output logic [AddrWidth-1:0]  wr_req_addr_o,
  output logic [WordBytes-1:0]  wr_req_strb_o,
  output logic [Width-1:0]      wr_req_data_o,
  output logic [WrTagWidth-1:0] wr_req_tag_o,

  input  logic                  wr_rsp_valid_i,
  output logic                  wr_rsp_ready_o,
  input  logic [WrTagWidth-1:0] wr_rsp_tag_i,
  input  logic                  wr_rsp_error_i,

  output logic                  done_valid_o,
  input  logic                  done_ready_i,
  output logic [IdWidth-1:0]    done_id_o,
  output logic                  done_error_o
);

  // cmd_ready_o and the done channel have no driver: they are free in every cycle.

  stream_check #(.Width(IdWidth + 12 + 3 * AddrWidth + 2 * LenWidth + 3 + 8)) u_cmd (
    .clk_i,
    .rst_ni,
    .valid_i  (cmd_valid_i),
    .ready_i  (cmd_ready_o),
    .payload_i({cmd_id_i, cmd_alg_i, cmd_domain_i, cmd_msg_addr_i, cmd_msg_len_i, cmd_out_addr_i,
                cmd_out_len_i, cmd_restore_i, cmd_save_i, cmd_own_domain_i, cmd_state_addr_i,
                cmd_steps_i})
  );
  stream_assume #(.Width(IdWidth + 1)) u_done (
    .clk_i, .rst_ni, .valid_i(done_valid_o), .ready_i(done_ready_i),
    .payload_i({done_id_o, done_error_o})
  );

  logic [2**IdWidth-1:0] used_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
    end else begin
      if (cmd_valid_i && cmd_ready_o)   used_q[cmd_id_i]  <= 1'b1;
      if (done_valid_o && done_ready_i) used_q[done_id_o] <= 1'b0;
    end
  end

  always_comb assume (!done_valid_o || used_q[done_id_o]);
  always_comb if (rst_ni) a_name_free: assert (!cmd_valid_i || !cmd_ready_o || !used_q[cmd_id_i]);

  // No memory
  assign rd_req_valid_o = 1'b0;
  assign rd_req_addr_o  = '0;
  assign rd_req_tag_o   = '0;
  assign rd_rsp_ready_o = 1'b0;
  assign wr_req_valid_o = 1'b0;
  assign wr_req_addr_o  = '0;
  assign wr_req_strb_o  = '0;
  assign wr_req_data_o  = '0;
  assign wr_req_tag_o   = '0;
  assign wr_rsp_ready_o = 1'b0;

  logic unused;
  assign unused = ^{abort_i, abort_id_i, rd_req_ready_i, rd_rsp_valid_i, rd_rsp_tag_i,
                    rd_rsp_data_i, rd_rsp_error_i, wr_req_ready_i, wr_rsp_valid_i, wr_rsp_tag_i,
                    wr_rsp_error_i};

endmodule

`default_nettype wire
