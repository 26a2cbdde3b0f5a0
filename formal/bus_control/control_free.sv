// SPDX-License-Identifier: Apache-2.0
//
// bus_accel with an accelerator that is free and without a memory: what a register block sees.

`default_nettype none

module control_free (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  output hash_accel_regs_pkg::hash_accel_regs__in_t  regs_o,
  input  hash_accel_regs_pkg::hash_accel_regs__out_t regs_i
);

  bus_accel #(
    .Contexts(1),
    .Buffers (1),
    .Resume  (1'b1),
    .Chain   (1'b1)
  ) u_accel (
    .clk_i,
    .rst_ni,
    .regs_o,
    .regs_i,
    .irq_o         (),
    .rd_req_valid_o(),
    .rd_req_ready_i(1'b0),
    .rd_req_addr_o (),
    .rd_req_tag_o  (),
    .rd_rsp_valid_i(1'b0),
    .rd_rsp_ready_o(),
    .rd_rsp_tag_i  ('0),
    .rd_rsp_data_i ('0),
    .rd_rsp_error_i(1'b0),
    .wr_req_valid_o(),
    .wr_req_ready_i(1'b0),
    .wr_req_addr_o (),
    .wr_req_strb_o (),
    .wr_req_data_o (),
    .wr_req_tag_o  (),
    .wr_rsp_valid_i(1'b0),
    .wr_rsp_ready_o(),
    .wr_rsp_tag_i  ('0),
    .wr_rsp_error_i(1'b0)
  );

endmodule

`default_nettype wire
