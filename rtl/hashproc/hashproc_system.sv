// SPDX-License-Identifier: Apache-2.0
//
// The hash processor with its memories. See hashproc for the channels.
//
// A harness counts the memories' accesses by the enables that are public to Verilator.

`default_nettype none

module hashproc_system
  import hashproc_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         host_valid_i,
  output logic         host_ready_o,
  input  logic         host_we_i,
  input  logic [11:0]  host_addr_i,
  input  logic [63:0]  host_wdata_i,
  output logic [63:0]  host_rdata_o,
  output logic         busy_o,

  input  logic         in_valid_i,
  output logic         in_ready_o,
  input  logic [63:0]  in_data_i,

  output logic         out_valid_o,
  input  logic         out_ready_i,
  output logic [127:0] out_data_o
`ifdef RVFI
  ,
  output logic              rvfi_valid_o,
  output logic [7:0]        rvfi_pc_o,
  output logic [4:0]        rvfi_op_o,
  output logic [23:0][63:0] rvfi_side1_o,
  output logic [26:0][63:0] rvfi_side2_o,
  output logic [63:0]       rvfi_kr_o,
  output logic [63:0]       rvfi_mr_o
`endif
);

  logic                             pm_re  /* verilator public_flat_rd */;
  logic [1:0]                       pm_we;
  logic [7:0]                       pm_addr;
  logic [63:0]                      pm_wdata;
  logic [79:0]                      pm_rdata;
  logic [Blocks-1:0]                dm_re  /* verilator public_flat_rd */;
  row_t [Blocks-1:0][LaneBytes-1:0] dm_raddr, dm_waddr;
  logic [Blocks-1:0][LaneBytes-1:0] dm_we  /* verilator public_flat_rd */;
  line_t [Blocks-1:0]               dm_rdata, dm_wdata;

  hashproc u_core (
    .clk_i,
    .rst_ni,
    .host_valid_i,
    .host_ready_o,
    .host_we_i,
    .host_addr_i,
    .host_wdata_i,
    .host_rdata_o,
    .busy_o,
    .in_valid_i,
    .in_ready_o,
    .in_data_i,
    .out_valid_o,
    .out_ready_i,
    .out_data_o,
    .pm_re_o   (pm_re),
    .pm_we_o   (pm_we),
    .pm_addr_o (pm_addr),
    .pm_wdata_o(pm_wdata),
    .pm_rdata_i(pm_rdata),
    .dm_re_o   (dm_re),
    .dm_raddr_o(dm_raddr),
    .dm_rdata_i(dm_rdata),
    .dm_we_o   (dm_we),
    .dm_waddr_o(dm_waddr),
    .dm_wdata_o(dm_wdata)
`ifdef RVFI
    ,
    .rvfi_valid_o,
    .rvfi_pc_o,
    .rvfi_op_o,
    .rvfi_side1_o,
    .rvfi_side2_o,
    .rvfi_kr_o,
    .rvfi_mr_o
`endif
  );

  hashproc_memory u_memory (
    .clk_i,
    .pm_re_i   (pm_re),
    .pm_we_i   (pm_we),
    .pm_addr_i (pm_addr),
    .pm_wdata_i(pm_wdata),
    .pm_rdata_o(pm_rdata),
    .dm_re_i   (dm_re),
    .dm_raddr_i(dm_raddr),
    .dm_rdata_o(dm_rdata),
    .dm_we_i   (dm_we),
    .dm_waddr_i(dm_waddr),
    .dm_wdata_i(dm_wdata)
  );

endmodule

`default_nettype wire
