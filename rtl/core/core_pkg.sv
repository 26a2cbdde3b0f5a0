// SPDX-License-Identifier: Apache-2.0
//
// Types that the cores share.

package core_pkg;

  // What is known of an instruction when it leaves the execute stage, as RVFI has it.
  typedef struct packed {
    logic [31:0] insn;
    logic [4:0]  rs1_addr;
    logic [4:0]  rs2_addr;
    logic [31:0] rs1_rdata;
    logic [31:0] rs2_rdata;
    logic [31:0] pc_rdata;
    logic [31:0] pc_wdata;
    logic [31:0] mem_addr;
    logic [3:0]  mem_rmask;
    logic [3:0]  mem_wmask;
    logic [31:0] mem_wdata;
  } rvfi_t;

endpackage
