// SPDX-License-Identifier: Apache-2.0
//
// The protocol checker of hash_accel_rocc's ports.

`ifndef SYNTHESIS

`default_nettype none

bind hash_accel_rocc rocc_check #(
  .AddrWidth(AddrWidth),
  .TagWidth (TagWidth),
  .XLen     (rocc_pkg::XLen)
) u_rocc_check (
  .clk_i,
  .rst_ni,
  .cmd_valid_i    (rocc_cmd_valid),
  .cmd_ready_i    (rocc_cmd_ready),
  .cmd_funct_i    (rocc_cmd_bits_inst_funct),
  .cmd_xd_i       (rocc_cmd_bits_inst_xd),
  .cmd_xs1_i      (rocc_cmd_bits_inst_xs1),
  .cmd_xs2_i      (rocc_cmd_bits_inst_xs2),
  .cmd_rd_i       (rocc_cmd_bits_inst_rd),
  .cmd_opcode_i   (rocc_cmd_bits_inst_opcode),
  .cmd_rs1_i      (rocc_cmd_bits_rs1),
  .cmd_rs2_i      (rocc_cmd_bits_rs2),
  .cmd_privilege_i({rocc_cmd_bits_status_dv, rocc_cmd_bits_status_dprv}),
  .resp_valid_i   (rocc_resp_valid),
  .resp_ready_i   (rocc_resp_ready),
  .resp_rd_i      (rocc_resp_bits_rd),
  .resp_data_i    (rocc_resp_bits_data),
  .req_valid_i    (rocc_mem_req_valid),
  .req_ready_i    (rocc_mem_req_ready),
  .req_addr_i     (rocc_mem_req_bits_addr),
  .req_tag_i      (rocc_mem_req_bits_tag),
  .req_cmd_i      (rocc_mem_req_bits_cmd),
  .req_size_i     (rocc_mem_req_bits_size),
  .req_data_i     (rocc_mem_req_bits_data),
  .req_privilege_i({rocc_mem_req_bits_dv, rocc_mem_req_bits_dprv}),
  .mem_valid_i    (rocc_mem_resp_valid),
  .mem_tag_i      (rocc_mem_resp_bits_tag),
  .s2_nack_i      (rocc_mem_s2_nack),
  .s2_xcpt_i      (rocc_mem_s2_xcpt_ma_ld || rocc_mem_s2_xcpt_ma_st || rocc_mem_s2_xcpt_pf_ld
                   || rocc_mem_s2_xcpt_pf_st || rocc_mem_s2_xcpt_gf_ld || rocc_mem_s2_xcpt_gf_st
                   || rocc_mem_s2_xcpt_ae_ld || rocc_mem_s2_xcpt_ae_st),
  .busy_i         (rocc_busy)
);

`default_nettype wire

`endif
