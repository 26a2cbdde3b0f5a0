// SPDX-License-Identifier: Apache-2.0
//
// Control and status registers in the RISC-V formal interface: their values before and after the
// instruction that core_rvfi reports in this cycle. All bits are valid. An interrupt changes
// registers between two instructions, and so do counters. For simulation only.

`ifdef RVFI
`default_nettype none

module riscv_rvfi_csr
  import riscv_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       leave_i,   // an instruction leaves the execute stage
  input  csr_state_t state_i,   // before it
  input  csr_state_t next_i,    // after this cycle
  input  logic       fault_i,   // the instruction in the writeback stage traps
  output rvfi_csr_t  rvfi_csr_o
);

  csr_state_t state_q, next_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      {state_q, next_q} <= '0;
    else if (leave_i) {state_q, next_q} <= {state_i, next_i};
  end

  always_comb begin
    rvfi_csr_o.rmask = '1;
    rvfi_csr_o.wmask = '1;
    rvfi_csr_o.rdata = state_q;
    rvfi_csr_o.wdata = next_q;
    if (fault_i) begin
      rvfi_csr_o.wdata          = next_i;
      rvfi_csr_o.wdata.mip      = next_q.mip;
      rvfi_csr_o.wdata.mcycle   = next_q.mcycle;
      rvfi_csr_o.wdata.minstret = next_q.minstret;
    end
    // They are read-only.
    rvfi_csr_o.wmask.misa = '0;
    rvfi_csr_o.wmask.mip  = '0;
  end

endmodule

`default_nettype wire
`endif
