// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers of hashproc's ports.

`ifndef SYNTHESIS

`default_nettype none

bind hashproc stream_check #(.Width(1 + 12 + 64)) u_host_check (
  .clk_i,
  .rst_ni,
  .valid_i  (host_valid_i),
  .ready_i  (host_ready_o),
  .payload_i({host_we_i, host_addr_i, host_wdata_i & {64{host_we_i}}})
);

bind hashproc stream_check #(.Width(64)) u_in_check (
  .clk_i,
  .rst_ni,
  .valid_i  (in_valid_i),
  .ready_i  (in_ready_o),
  .payload_i(in_data_i)
);

bind hashproc stream_check #(.Width(128)) u_out_check (
  .clk_i,
  .rst_ni,
  .valid_i  (out_valid_o),
  .ready_i  (out_ready_i),
  .payload_i(out_data_o)
);

`default_nettype wire

`endif
