// SPDX-License-Identifier: Apache-2.0
//
// What happens to the instruction in the execute stage in this cycle: it waits, leaves for the
// writeback stage, or traps; and where fetch goes on.
//
// An instruction may take effect when all before it is done or sure to be. Interrupts go before it.
// What traps in the writeback stage (a bus error, an overflow, a trap instruction whose condition
// holds) goes before both.

`default_nettype none

module mips_control
  import mips_pkg::*;
#(
  parameter logic [31:0] Vector = 32'h180
) (
  input  logic        clk_i,           // for assertions only
  // The instruction
  input  logic        valid_i,
  input  execute_t    ex_i,
  // That in the decode stage
  input  logic        id_valid_i,
  input  logic [31:28] region_i,       // the top of its address: a jump stays in it
  // Why it waits, or is an exception
  input  logic        aux_hazard_i,
  input  logic        misaligned_i,    // its address, if it is a load or store
  // Units that take time
  input  logic        lsu_ready_i,
  input  logic        lsu_waiting_i,
  input  logic        hilo_ready_i,
  // Where it may send fetch
  input  logic        taken_i,         // the branch's condition holds
  input  logic [31:0] address_i,
  input  logic [31:0] epc_i,
  // Writeback stage
  input  logic        wb_ready_i,      // empty from the next cycle on, at the latest
  input  logic        wb_fault_i,      // its instruction traps
  input  writeback_t  wb_i,
  // Interrupts
  input  logic        irq_i,
  // Decisions
  output logic        lsu_valid_o,     // begin: load or store,
  output logic        hilo_valid_o,    // what needs HI and LO
  output logic        advance_o,       // it leaves for the writeback stage
  output logic        mtc0_o,          // ... and writes to coprocessor 0
  output logic        eret_o,          // ... and returns from a trap
  output logic        nullify_o,       // ... without the instruction in the decode stage
  output logic        exception_o,     // it traps
  output logic        interrupt_o,     // an interrupt goes before it
  output logic        trap_o,          // a handler begins
  output trap_t       trap_info_o,
  output logic [31:2] restart_o,       // where a handler returns to
  output logic        redirect_o,      // fetch goes on at the target
  output logic [31:0] target_o
);

  unit_e unit;
  assign unit = ex_i.control.unit;

  // Wait

  logic free, go;
  assign free = valid_i && wb_ready_i && !wb_fault_i;
  assign go   = free && !aux_hazard_i;  // it may take effect

  // What memory has begun goes on.
  assign interrupt_o = free && irq_i && !lsu_waiting_i;

  // Trap

  logic exception, effect;
  assign exception   = unit == UnitException || (ex_i.memory && misaligned_i);
  assign effect      = go && !interrupt_o && !exception;  // it takes effect
  assign exception_o = go && !interrupt_o && exception;
  assign trap_o      = wb_fault_i || interrupt_o || (go && exception);

  // For what is in a delay slot, a handler returns to the branch.
  assign restart_o = ex_i.pc[31:2] - 30'(ex_i.slot);

  always_comb begin
    trap_info_o.code = ex_i.control.code;
    if (ex_i.memory) trap_info_o.code = (unit == UnitLoad) ? ExcAdEL : ExcAdES;
    if (interrupt_o) trap_info_o.code = ExcInt;
    trap_info_o.epc      = {restart_o, ex_i.pc[1:0]};
    trap_info_o.slot     = ex_i.slot;
    trap_info_o.badvaddr = ex_i.memory ? address_i : ex_i.pc;
    if (wb_fault_i) begin
      trap_info_o.code = ExcDBE;
      if (wb_i.overflow) trap_info_o.code = ExcOv;
      if (wb_i.trap)     trap_info_o.code = ExcTr;
      trap_info_o.epc  = {wb_i.restart, 2'b00};
      trap_info_o.slot = wb_i.slot;
    end
  end

  // Begin and leave

  assign lsu_valid_o  = effect && ex_i.memory;
  assign hilo_valid_o = go && !interrupt_o && unit == UnitHilo;

  always_comb begin
    advance_o = effect;
    unique case (unit)
      UnitLoad, UnitStore:               if (!lsu_ready_i) advance_o = 1'b0;
      UnitHilo:                          if (!hilo_ready_i) advance_o = 1'b0;
      // The delay slot leaves the decode stage together with it.
      UnitBranch, UnitJump, UnitJumpReg: if (!id_valid_i) advance_o = 1'b0;
      default:                           ;
    endcase
  end
  assign mtc0_o    = advance_o && unit == UnitMtc0;
  assign eret_o    = advance_o && unit == UnitEret;
  assign nullify_o = eret_o || (advance_o && unit == UnitBranch && ex_i.control.likely && !taken_i);

  // Redirect

  assign redirect_o = trap_o || (advance_o && (unit inside {UnitJump, UnitJumpReg, UnitEret}
                                               || (unit == UnitBranch && taken_i)));

  always_comb begin
    unique case (unit)
      UnitJump:    target_o = {region_i, ex_i.instr[25:0], 2'b00};
      UnitJumpReg: target_o = ex_i.a;
      UnitEret:    target_o = epc_i;
      default:     target_o = address_i;
    endcase
    if (trap_o) target_o = Vector;
  end

  logic unused;
  assign unused = ^{ex_i, wb_i};

`ifndef SYNTHESIS
  OneTrap_A: assert property (@(posedge clk_i) $onehot0({wb_fault_i, interrupt_o, exception_o}));
  LeaveOrTrap_A: assert property (@(posedge clk_i) !(advance_o && trap_o));
  NothingFromEmpty_A: assert property (@(posedge clk_i)
    !valid_i |-> !(advance_o || exception_o || interrupt_o || lsu_valid_o || hilo_valid_o));
  InterruptAfterRequest_A: assert property (@(posedge clk_i)
    lsu_waiting_i |-> !interrupt_o && lsu_valid_o);

  ExceptionInSlot_C: cover property (@(posedge clk_i) exception_o && ex_i.slot);
  InterruptInSlot_C: cover property (@(posedge clk_i) interrupt_o && ex_i.slot);
  FaultInSlot_C: cover property (@(posedge clk_i) wb_fault_i && wb_i.slot);
  Nullify_C: cover property (@(posedge clk_i) nullify_o);
  FaultBeforeException_C: cover property (@(posedge clk_i)
    wb_fault_i && valid_i && unit == UnitException);
`endif

endmodule

`default_nettype wire
