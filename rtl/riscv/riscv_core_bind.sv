// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers of riscv_core's memory ports.

`ifndef SYNTHESIS

`default_nettype none

bind riscv_core obi_check #(.Outstanding(3)) u_instr_check (
  .clk_i,
  .rst_ni,
  .req_i   (instr_req_o),
  .gnt_i   (instr_gnt_i),
  .addr_i  (instr_addr_o),
  .we_i    (1'b0),
  .be_i    (4'b1111),
  .wdata_i (32'd0),
  .rvalid_i(instr_rvalid_i)
);

bind riscv_core obi_check u_data_check (
  .clk_i,
  .rst_ni,
  .req_i   (data_req_o),
  .gnt_i   (data_gnt_i),
  .addr_i  (data_addr_o),
  .we_i    (data_we_o),
  .be_i    (data_be_o),
  .wdata_i (data_wdata_o),
  .rvalid_i(data_rvalid_i)
);

`default_nettype wire

`endif
