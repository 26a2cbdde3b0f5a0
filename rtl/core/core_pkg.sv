// SPDX-License-Identifier: Apache-2.0
//
// Types that the cores share: the RISC-V formal interface (RVFI), one instruction per cycle at most.

`default_nettype none

package core_pkg;

  // What an instruction has read
  typedef struct packed {
    logic [4:0]  rs1_addr;
    logic [4:0]  rs2_addr;
    logic [31:0] rs1_rdata;
    logic [31:0] rs2_rdata;
  } rvfi_sources_t;

  // What is known of an instruction when it leaves the execute stage
  typedef struct packed {
    logic [31:0] insn;
    rvfi_sources_t sources;
    logic [31:0] pc_rdata;
    logic [31:0] pc_wdata;
    logic [31:0] mem_addr;
    logic [3:0]  mem_rmask;
    logic [3:0]  mem_wmask;
    logic [31:0] mem_wdata;
  } rvfi_record_t;

  // A port of a core: `x` here is `rvfi_x` in riscv-formal. Public, so that a harness in C++ has the
  // fields by name.
  typedef struct packed {
    logic        valid;
    logic [63:0] order;
    logic [31:0] insn;
    logic        trap;
    logic        halt;
    logic        intr;
    logic [1:0]  mode;
    logic [1:0]  ixl;
    logic [4:0]  rs1_addr;
    logic [4:0]  rs2_addr;
    logic [31:0] rs1_rdata;
    logic [31:0] rs2_rdata;
    logic [4:0]  rd_addr;
    logic [31:0] rd_wdata;
    logic [31:0] pc_rdata;
    logic [31:0] pc_wdata;
    logic [31:0] mem_addr;
    logic [3:0]  mem_rmask;
    logic [3:0]  mem_wmask;
    logic [31:0] mem_rdata;
    logic [31:0] mem_wdata;
  } rvfi_t /*verilator public*/;

endpackage

`default_nettype wire
