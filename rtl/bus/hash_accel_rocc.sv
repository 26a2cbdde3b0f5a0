// SPDX-License-Identifier: Apache-2.0
//
// The accelerator as a RoCC coprocessor of Rocket: two instructions give a command (rocc_control), and
// its memory is the core's data cache (rocc_memory). Ports are named as those of the black box of
// rocket-chip (vsrc/RoccBlackBox.v); of Rocket's bundle are here those that it looks at or drives.
//
//   Parameter     Meaning                                               Values
//   AddrWidth     bits of an address, Rocket's coreMaxAddrBits          32 40 48 56 64
//   Outstanding   reads and writes that are under way                   1 to 32
//   TagWidth      bits of a memory request's tag, dcacheReqTagBits      clog2(Outstanding) and more
//   the others    as in hash_accel; its Width is 64
//
// There is no interrupt: a response says that a command has ended, and so does busy, for which FENCE
// waits. An exception of the core's concerns nothing that was given before.

`default_nettype none

module hash_accel_rocc
  import accel_pkg::*;
  import rocc_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  int unsigned Fold           = keccak_pkg::FoldNone,
  parameter  int unsigned AddrWidth      = 40,
  parameter  int unsigned Outstanding    = 4,
  parameter  int unsigned TagWidth       = 6
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  output logic                 rocc_cmd_ready,
  input  logic                 rocc_cmd_valid,
  input  logic [6:0]           rocc_cmd_bits_inst_funct,
  input  logic [4:0]           rocc_cmd_bits_inst_rs2,
  input  logic [4:0]           rocc_cmd_bits_inst_rs1,
  input  logic                 rocc_cmd_bits_inst_xd,
  input  logic                 rocc_cmd_bits_inst_xs1,
  input  logic                 rocc_cmd_bits_inst_xs2,
  input  logic [4:0]           rocc_cmd_bits_inst_rd,
  input  logic [6:0]           rocc_cmd_bits_inst_opcode,
  input  logic [XLen-1:0]      rocc_cmd_bits_rs1,
  input  logic [XLen-1:0]      rocc_cmd_bits_rs2,
  input  logic [1:0]           rocc_cmd_bits_status_dprv,
  input  logic                 rocc_cmd_bits_status_dv,

  input  logic                 rocc_resp_ready,
  output logic                 rocc_resp_valid,
  output logic [4:0]           rocc_resp_bits_rd,
  output logic [XLen-1:0]      rocc_resp_bits_data,

  input  logic                 rocc_mem_req_ready,
  output logic                 rocc_mem_req_valid,
  output logic [AddrWidth-1:0] rocc_mem_req_bits_addr,
  output logic [TagWidth-1:0]  rocc_mem_req_bits_tag,
  output logic [4:0]           rocc_mem_req_bits_cmd,
  output logic [1:0]           rocc_mem_req_bits_size,
  output logic                 rocc_mem_req_bits_signed,
  output logic                 rocc_mem_req_bits_phys,
  output logic                 rocc_mem_req_bits_no_resp,
  output logic                 rocc_mem_req_bits_no_alloc,
  output logic                 rocc_mem_req_bits_no_xcpt,
  output logic [1:0]           rocc_mem_req_bits_dprv,
  output logic                 rocc_mem_req_bits_dv,
  output logic [XLen-1:0]      rocc_mem_req_bits_data,
  output logic [WordBytes-1:0] rocc_mem_req_bits_mask,
  output logic                 rocc_mem_s1_kill,
  output logic [XLen-1:0]      rocc_mem_s1_data_data,
  output logic [WordBytes-1:0] rocc_mem_s1_data_mask,
  input  logic                 rocc_mem_s2_nack,
  output logic                 rocc_mem_s2_kill,
  input  logic                 rocc_mem_resp_valid,
  input  logic [TagWidth-1:0]  rocc_mem_resp_bits_tag,
  input  logic [XLen-1:0]      rocc_mem_resp_bits_data,
  input  logic                 rocc_mem_s2_xcpt_ma_ld,
  input  logic                 rocc_mem_s2_xcpt_ma_st,
  input  logic                 rocc_mem_s2_xcpt_pf_ld,
  input  logic                 rocc_mem_s2_xcpt_pf_st,
  input  logic                 rocc_mem_s2_xcpt_gf_ld,
  input  logic                 rocc_mem_s2_xcpt_gf_st,
  input  logic                 rocc_mem_s2_xcpt_ae_ld,
  input  logic                 rocc_mem_s2_xcpt_ae_st,
  output logic                 rocc_mem_keep_clock_enabled,

  output logic                 rocc_busy,
  output logic                 rocc_interrupt,
  input  logic                 rocc_exception
);

  if (!(AddrWidth inside {32, 40, 48, 56, 64})) begin : gen_bad_addr_width
    $fatal(1, "hash_accel_rocc: AddrWidth is %0d; 32, 40, 48, 56, 64 are allowed", AddrWidth);
  end

  localparam int unsigned RdTagWidth = 2 + index_width(Buffers) + word_count_width(WordBytes);
  localparam int unsigned WrTagWidth = index_width(Units * Stages);
  // A name for each context, each slot, what has ended and what is to be given.
  localparam int unsigned NameWidth  = $clog2(Contexts + Units * Stages + 2);

  typedef struct packed {                 // what bus_filter looks at
    logic [NameWidth-1:0]         id;
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
    logic                         chain;
    logic                         in_place;
    logic                         alg_beyond;
    logic [3:0]                   msg_beyond;
    logic [3:0]                   out_beyond;
    logic [3:0]                   state_beyond;
    logic                         lost;
  } command_t;

  logic                  cmd_valid, cmd_ready, done_valid, done_ready, done_error;
  command_t              cmd;
  logic [NameWidth-1:0]  done_id;
  logic                  rd_req_valid, rd_req_ready, rd_rsp_valid, rd_rsp_ready, rd_rsp_error;
  logic                  wr_req_valid, wr_req_ready, wr_rsp_valid, wr_rsp_ready, wr_rsp_error;
  logic [AddrWidth-1:0]  rd_req_addr, wr_req_addr;
  logic [RdTagWidth-1:0] rd_req_tag, rd_rsp_tag;
  logic [WrTagWidth-1:0] wr_req_tag, wr_rsp_tag;
  logic [XLen-1:0]       rd_rsp_data, wr_req_data;
  logic [WordBytes-1:0]  wr_req_strb;

  rocc_control #(
    .command_t(command_t),
    .AddrWidth(AddrWidth),
    .NameWidth(NameWidth)
  ) u_control (
    .clk_i,
    .rst_ni,
    .cmd_valid_i  (rocc_cmd_valid),
    .cmd_ready_o  (rocc_cmd_ready),
    .funct_i      (rocc_cmd_bits_inst_funct),
    .xd_i         (rocc_cmd_bits_inst_xd),
    .xs1_i        (rocc_cmd_bits_inst_xs1),
    .xs2_i        (rocc_cmd_bits_inst_xs2),
    .rd_i         (rocc_cmd_bits_inst_rd),
    .rs1_i        (rocc_cmd_bits_rs1),
    .rs2_i        (rocc_cmd_bits_rs2),
    .dprv_i       (rocc_cmd_bits_status_dprv),
    .dv_i         (rocc_cmd_bits_status_dv),
    .resp_valid_o (rocc_resp_valid),
    .resp_ready_i (rocc_resp_ready),
    .resp_rd_o    (rocc_resp_bits_rd),
    .resp_data_o  (rocc_resp_bits_data),
    .busy_o       (rocc_busy),
    .dprv_o       (rocc_mem_req_bits_dprv),
    .dv_o         (rocc_mem_req_bits_dv),
    .accel_valid_o(cmd_valid),
    .accel_ready_i(cmd_ready),
    .accel_cmd_o  (cmd),
    .done_valid_i (done_valid),
    .done_ready_o (done_ready),
    .done_id_i    (done_id),
    .done_error_i (done_error)
  );

  hash_accel #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (XLen),
    .Buffers       (Buffers),
    .AddrWidth     (AddrWidth),
    .LenWidth      (bus_pkg::LenWidth),
    .IdWidth       (NameWidth),
    .Resume        (1'b0),
    .Chain         (1'b0),
    .Abort         (1'b0),
    .Fold          (Fold)
  ) u_accel (
    .clk_i,
    .rst_ni,
    .cmd_valid_i     (cmd_valid),
    .cmd_ready_o     (cmd_ready),
    .cmd_id_i        (cmd.id),
    .cmd_alg_i       (cmd.alg),
    .cmd_domain_i    (cmd.domain),
    .cmd_msg_addr_i  (cmd.msg_addr),
    .cmd_msg_len_i   (cmd.msg_len),
    .cmd_out_addr_i  (cmd.out_addr),
    .cmd_out_len_i   (cmd.out_len),
    .cmd_restore_i   (1'b0),
    .cmd_save_i      (1'b0),
    .cmd_own_domain_i(1'b0),
    .cmd_state_addr_i('0),
    .cmd_steps_i     ('0),
    .abort_i         (1'b0),
    .abort_id_i      ('0),
    .rd_req_valid_o  (rd_req_valid),
    .rd_req_ready_i  (rd_req_ready),
    .rd_req_addr_o   (rd_req_addr),
    .rd_req_tag_o    (rd_req_tag),
    .rd_rsp_valid_i  (rd_rsp_valid),
    .rd_rsp_ready_o  (rd_rsp_ready),
    .rd_rsp_tag_i    (rd_rsp_tag),
    .rd_rsp_data_i   (rd_rsp_data),
    .rd_rsp_error_i  (rd_rsp_error),
    .wr_req_valid_o  (wr_req_valid),
    .wr_req_ready_i  (wr_req_ready),
    .wr_req_addr_o   (wr_req_addr),
    .wr_req_strb_o   (wr_req_strb),
    .wr_req_data_o   (wr_req_data),
    .wr_req_tag_o    (wr_req_tag),
    .wr_rsp_valid_i  (wr_rsp_valid),
    .wr_rsp_ready_o  (wr_rsp_ready),
    .wr_rsp_tag_i    (wr_rsp_tag),
    .wr_rsp_error_i  (wr_rsp_error),
    .done_valid_o    (done_valid),
    .done_ready_i    (done_ready),
    .done_id_o       (done_id),
    .done_error_o    (done_error)
  );

  rocc_memory #(
    .AddrWidth  (AddrWidth),
    .RdTagWidth (RdTagWidth),
    .WrTagWidth (WrTagWidth),
    .TagWidth   (TagWidth),
    .Outstanding(Outstanding)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .rd_req_valid_i(rd_req_valid),
    .rd_req_ready_o(rd_req_ready),
    .rd_req_addr_i (rd_req_addr),
    .rd_req_tag_i  (rd_req_tag),
    .rd_rsp_valid_o(rd_rsp_valid),
    .rd_rsp_ready_i(rd_rsp_ready),
    .rd_rsp_tag_o  (rd_rsp_tag),
    .rd_rsp_data_o (rd_rsp_data),
    .rd_rsp_error_o(rd_rsp_error),
    .wr_req_valid_i(wr_req_valid),
    .wr_req_ready_o(wr_req_ready),
    .wr_req_addr_i (wr_req_addr),
    .wr_req_strb_i (wr_req_strb),
    .wr_req_data_i (wr_req_data),
    .wr_req_tag_i  (wr_req_tag),
    .wr_rsp_valid_o(wr_rsp_valid),
    .wr_rsp_ready_i(wr_rsp_ready),
    .wr_rsp_tag_o  (wr_rsp_tag),
    .wr_rsp_error_o(wr_rsp_error),
    .req_valid_o   (rocc_mem_req_valid),
    .req_ready_i   (rocc_mem_req_ready),
    .req_addr_o    (rocc_mem_req_bits_addr),
    .req_tag_o     (rocc_mem_req_bits_tag),
    .req_cmd_o     (rocc_mem_req_bits_cmd),
    .req_size_o    (rocc_mem_req_bits_size),
    .req_data_o    (rocc_mem_req_bits_data),
    .req_mask_o    (rocc_mem_req_bits_mask),
    .resp_valid_i  (rocc_mem_resp_valid),
    .resp_tag_i    (rocc_mem_resp_bits_tag),
    .resp_data_i   (rocc_mem_resp_bits_data),
    .s2_xcpt_i     (rocc_mem_s2_xcpt_ma_ld || rocc_mem_s2_xcpt_ma_st || rocc_mem_s2_xcpt_pf_ld
                    || rocc_mem_s2_xcpt_pf_st || rocc_mem_s2_xcpt_gf_ld || rocc_mem_s2_xcpt_gf_st
                    || rocc_mem_s2_xcpt_ae_ld || rocc_mem_s2_xcpt_ae_st)
  );

  assign rocc_mem_req_bits_signed   = 1'b0;
  assign rocc_mem_req_bits_phys     = 1'b0;
  assign rocc_mem_req_bits_no_resp  = 1'b0;
  assign rocc_mem_req_bits_no_alloc = 1'b0;
  assign rocc_mem_req_bits_no_xcpt  = 1'b0;

  // SimpleHellaCacheIF takes a write's data with its request, and kills nothing.
  assign rocc_mem_s1_kill            = 1'b0;
  assign rocc_mem_s1_data_data       = '0;
  assign rocc_mem_s1_data_mask       = '0;
  assign rocc_mem_s2_kill            = 1'b0;
  assign rocc_mem_keep_clock_enabled = rocc_busy;

  assign rocc_interrupt = 1'b0;

  // The router has looked at the opcode, the core at its registers; a nack is rocc_check's business.
  logic unused;
  assign unused = ^{rocc_cmd_bits_inst_opcode, rocc_cmd_bits_inst_rs1, rocc_cmd_bits_inst_rs2,
                    rocc_exception, rocc_mem_s2_nack, cmd.in_place, cmd.alg_beyond, cmd.msg_beyond,
                    cmd.out_beyond, cmd.state_beyond, cmd.state_addr, cmd.restore, cmd.save,
                    cmd.own_domain, cmd.steps, cmd.chain, cmd.lost};

endmodule

`default_nettype wire
