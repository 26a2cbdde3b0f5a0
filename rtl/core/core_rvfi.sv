// SPDX-License-Identifier: Apache-2.0
//
// The RISC-V formal interface, which other cores can have as well: one record per instruction that
// retires or traps, in order. What traps in the execute stage reports in the next cycle, when the
// writeback stage is empty. For simulation only.

`ifdef RVFI
`default_nettype none

module core_rvfi
  import core_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic        interrupt_i,  // an interrupt is taken
  input  logic        leave_i,      // an instruction leaves the stage
  input  logic        trap_i,       // ... by an exception
  input  rvfi_record_t record_i,
  // Writeback stage
  input  logic        done_i,       // an instruction leaves the stage
  input  logic        fault_i,      // ... by a bus error
  input  logic [31:0] fault_pc_i,   // which goes there
  input  logic        write_i,
  input  logic [4:0]  rd_addr_i,
  input  logic [31:0] rd_wdata_i,
  input  logic [31:0] mem_rdata_i,

  output rvfi_t       rvfi_o
);

  rvfi_record_t record_q;
  logic        trap_q, intr_q, intr_next_q;
  logic [63:0] order_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      record_q    <= '0;
      trap_q      <= 1'b0;
      intr_q      <= 1'b0;
      intr_next_q <= 1'b0;
      order_q     <= '0;
    end else begin
      trap_q <= trap_i;
      if (interrupt_i)  intr_next_q <= 1'b1;
      else if (leave_i) intr_next_q <= 1'b0;
      if (leave_i) begin
        record_q <= record_i;
        intr_q   <= intr_next_q;
      end
      if (rvfi_o.valid) order_q <= order_q + 64'd1;
    end
  end

  assign rvfi_o = '{
    valid:     done_i || trap_q,
    order:     order_q,
    insn:      record_q.insn,
    trap:      trap_q || fault_i,
    halt:      1'b0,
    intr:      intr_q,
    mode:      2'b11,
    ixl:       2'b01,
    rs1_addr:  record_q.sources.rs1_addr,
    rs2_addr:  record_q.sources.rs2_addr,
    rs1_rdata: record_q.sources.rs1_rdata,
    rs2_rdata: record_q.sources.rs2_rdata,
    rd_addr:   write_i ? rd_addr_i : '0,
    rd_wdata:  write_i ? rd_wdata_i : '0,
    pc_rdata:  record_q.pc_rdata,
    pc_wdata:  fault_i ? fault_pc_i : record_q.pc_wdata,
    mem_addr:  record_q.mem_addr,
    mem_rmask: record_q.mem_rmask,
    mem_wmask: record_q.mem_wmask,
    mem_rdata: mem_rdata_i,
    mem_wdata: record_q.mem_wdata
  };

endmodule

`default_nettype wire
`endif
