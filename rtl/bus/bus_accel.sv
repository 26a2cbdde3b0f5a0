// SPDX-License-Identifier: Apache-2.0
//
// hash_accel, controlled through registers; its memory channels are as they are. The register block
// itself, which is made from hash_accel.rdl for one bus or another, is outside.
//
//   Parameter     Meaning                                               Values
//   AddrWidth     bits of an address                                    32 40 48 56 64
//   Queue         commands that wait behind the command registers       0 to 64
//   Completions   completions that wait to be read                      1 to 64
//   the others    as in hash_accel

`default_nettype none

module bus_accel
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned Queue          = 0,
  parameter  int unsigned Completions    = 2,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  int unsigned Fold           = keccak_pkg::FoldNone,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned RdTagWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes),
  localparam int unsigned WrTagWidth     = index_width(Units * Stages)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  output hash_accel_regs_pkg::hash_accel_regs__in_t  regs_o,
  input  hash_accel_regs_pkg::hash_accel_regs__out_t regs_i,
  output logic                                       irq_o,

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
  input  logic                  wr_rsp_error_i
);

  typedef struct packed {                 // what software asks for
    logic [bus_pkg::IdWidth-1:0]  id;
    logic [3:0]                   alg;
    logic [7:0]                   domain;
    logic [AddrWidth-1:0]         msg_addr;
    logic [bus_pkg::LenWidth-1:0] msg_len;
    logic [AddrWidth-1:0]         out_addr;
    logic [bus_pkg::LenWidth-1:0] out_len;
    logic                         restore;
    logic                         save;
    logic                         own_domain;
    logic [AddrWidth-1:0]         state_addr;
    accel_pkg::steps_t            steps;
    logic                         chain;       // as many count
    logic                         in_place;    // message and output may overlap
    logic                         alg_beyond;  // the algorithm's code has more bits
    logic [3:0]                   msg_beyond;  // bytes of an address that there are no bits for
    logic [3:0]                   out_beyond;
    logic [3:0]                   state_beyond;
    logic                         lost;        // it was written while it could not be
  } command_t;

  logic                        cmd_valid, cmd_ready, done_valid, done_ready, done_error;
  command_t                    cmd;
  logic [bus_pkg::IdWidth-1:0] done_id, abort_id;
  logic                        abort;

  hash_accel_control #(
    .command_t     (command_t),
    .AddrWidth     (AddrWidth),
    .Queue         (Queue),
    .Completions   (Completions),
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .Resume        (Resume),
    .Chain         (Chain)
  ) u_control (
    .clk_i,
    .rst_ni,
    .regs_o,
    .regs_i,
    .irq_o,
    .cmd_valid_o (cmd_valid),
    .cmd_ready_i (cmd_ready),
    .cmd_o       (cmd),
    .abort_o     (abort),
    .abort_id_o  (abort_id),
    .done_valid_i(done_valid),
    .done_ready_o(done_ready),
    .done_id_i   (done_id),
    .done_error_i(done_error)
  );

  hash_accel #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .AddrWidth     (AddrWidth),
    .LenWidth      (bus_pkg::LenWidth),
    .IdWidth       (bus_pkg::IdWidth),
    .Resume        (Resume),
    .Chain         (Chain),
    .Abort         (1'b1),
    .Fold          (Fold)
  ) u_accel (
    .clk_i,
    .rst_ni,
    .cmd_valid_i   (cmd_valid),
    .cmd_ready_o   (cmd_ready),
    .cmd_id_i      (cmd.id),
    .cmd_alg_i     (cmd.alg),
    .cmd_domain_i  (cmd.domain),
    .cmd_msg_addr_i(cmd.msg_addr),
    .cmd_msg_len_i (cmd.msg_len),
    .cmd_out_addr_i(cmd.out_addr),
    .cmd_out_len_i (cmd.out_len),
    .cmd_restore_i (cmd.restore),
    .cmd_save_i    (cmd.save),
    .cmd_own_domain_i(cmd.own_domain),
    .cmd_state_addr_i(cmd.state_addr),
    .cmd_steps_i     (cmd.chain ? cmd.steps : '0),
    .abort_i         (abort),
    .abort_id_i      (abort_id),
    .rd_req_valid_o,
    .rd_req_ready_i,
    .rd_req_addr_o,
    .rd_req_tag_o,
    .rd_rsp_valid_i,
    .rd_rsp_ready_o,
    .rd_rsp_tag_i,
    .rd_rsp_data_i,
    .rd_rsp_error_i,
    .wr_req_valid_o,
    .wr_req_ready_i,
    .wr_req_addr_o,
    .wr_req_strb_o,
    .wr_req_data_o,
    .wr_req_tag_o,
    .wr_rsp_valid_i,
    .wr_rsp_ready_o,
    .wr_rsp_tag_i,
    .wr_rsp_error_i,
    .done_valid_o  (done_valid),
    .done_ready_i  (done_ready),
    .done_id_o     (done_id),
    .done_error_o  (done_error)
  );

  // What bus_filter alone looks at.
  logic unused;
  assign unused = ^{cmd.in_place, cmd.alg_beyond, cmd.msg_beyond, cmd.out_beyond, cmd.state_beyond,
                    cmd.lost};

endmodule

`default_nettype wire
