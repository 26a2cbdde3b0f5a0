// SPDX-License-Identifier: Apache-2.0
//
// The decode stage: what an instruction is and its operands, and the register from which the execute
// stage works. An instruction waits here until its operands are there and the execute stage is free.

`default_nettype none

module mips_decode_stage
  import mips_pkg::*;
#(
  parameter ise_e Ise = IseNone
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Its instruction
  input  logic        valid_i,
  input  decode_t     id_i,
  output logic        leave_o,      // it leaves
  // Execute stage
  input  logic        advance_i,    // its instruction leaves
  input  logic        nullify_i,    // the instruction in the decode stage is not to be executed
  input  logic        trap_i,       // the execute stage gets nothing
  output logic        valid_o,      // it has an instruction
  output execute_t    ex_o,
  input  logic        write_i,      // which is going to write
  input  logic [31:0] result_i,
`ifdef RVFI
  output core_pkg::rvfi_sources_t sources_o,  // its operands, as it names them
`endif
  // Writeback stage
  input  logic        wb_valid_i,
  input  logic        wb_done_i,
  input  writeback_t  wb_i,
  input  logic        rf_write_i,
  input  logic [31:0] rf_wdata_i
);

  operands_t operands;
  control_t  decoded, control;
  mips_decode #(.Ise(Ise)) u_decode (
    .instr_i   (id_i.instr),
    .operands_o(operands),
    .control_o (decoded)
  );

  always_comb begin
    control = decoded;
    if (id_i.error || id_i.pc[1:0] != '0) begin
      control.unit = UnitException;
      control.code = (id_i.pc[1:0] != '0) ? ExcAdEL : ExcIBE;
    end
  end

  logic [31:0] rs[2];
  logic [1:0]  rs_read;
  logic        hazard;
  assign rs_read = {operands.rt_read, operands.rs_read};
  mips_operands u_operands (
    .clk_i,
    .rst_ni,
    .rs_addr_i  (id_i.rs),
    .rs_read_i  (rs_read),
    .rs_o       (rs),
    .hazard_o   (hazard),
    .ex_write_i (valid_o && write_i),
    .ex_load_i  (ex_o.control.unit == UnitLoad),
    .ex_rd_i    (ex_o.control.rd),
    .ex_result_i(result_i),
    .wb_write_i (wb_valid_i && wb_i.write),
    .wb_done_i,
    .wb_rd_i    (wb_i.rd),
    .wb_wdata_i (rf_wdata_i),
    .rf_write_i
  );

  logic ready, jump;
  assign ready   = !valid_o || advance_i;
  assign leave_o = valid_i && ready && !hazard;
  assign jump    = ex_o.control.unit inside {UnitBranch, UnitJump, UnitJumpReg};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      ex_o    <= '0;
    end else if (trap_i) begin
      valid_o <= 1'b0;
    end else if (ready) begin
      valid_o <= leave_o && !nullify_i;
      if (leave_o) begin
        ex_o <= '{
          control: control,
          memory:  control.unit inside {UnitLoad, UnitStore},
          slot:    advance_i && jump,
          pc:      id_i.pc,
          instr:   id_i.instr,
          a:       rs[0],
          b:       operands.immediate ? operands.value : rs[1]
        };
      end
    end
  end

  logic unused_wb;
  assign unused_wb = ^wb_i;

`ifdef RVFI
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sources_o <= '0;
    end else if (leave_o) begin
      sources_o <= '{
        rs1_addr:  rs_read[0] ? id_i.rs[0] : '0,
        rs2_addr:  rs_read[1] ? id_i.rs[1] : '0,
        rs1_rdata: rs_read[0] ? rs[0] : '0,
        rs2_rdata: rs_read[1] ? rs[1] : '0
      };
    end
  end
`endif

`ifndef SYNTHESIS
  SlotWithBranch_A: assert property (@(posedge clk_i) advance_i && jump |-> leave_o);
  ErrorInSlot_C: cover property (@(posedge clk_i)
    valid_i && id_i.error && advance_i && jump);
`endif

endmodule

`default_nettype wire
