// SPDX-License-Identifier: Apache-2.0
//
// What happens to the instruction in the execute stage in this cycle: it waits, leaves for the
// writeback stage, or traps; and where fetch goes on.
//
// An instruction may take effect when its operands are there and all before it is done or sure to
// be: then the units that it needs begin, or answer that they cannot. Interrupts go before it. A
// bus error of the instruction before it, in the writeback stage, goes before both.

`default_nettype none

module riscv_control
  import riscv_pkg::*;
#(
  parameter bit XIf = 1'b0
) (
  input  logic        clk_i,             // for assertions only
  // The instruction
  input  logic        valid_i,
  input  execute_t    ex_i,
  input  decoded_t    dec_i,
  input  logic [31:1] link_i,
  // Why it waits, before it may take effect
  input  logic        operand_hazard_i,
  input  logic        ise_hazard_i,
  // Why it is an exception
  input  logic        csr_illegal_i,
  input  logic        ise_illegal_i,
  input  logic        misaligned_i,      // its address, if it is a load or store
  input  logic        x_refused_i,       // by the coprocessor
  // Units that take time
  input  logic        lsu_ready_i,
  input  logic        lsu_waiting_i,
  input  logic        div_busy_i,
  input  logic        div_done_i,
  input  logic        x_ready_i,
  // Where it may send fetch
  input  logic        branch_holds_i,
  input  logic [31:1] branch_target_i,
  input  logic [31:0] sum_i,
  input  logic [31:1] mtvec_i,
  input  logic [31:1] mepc_i,
  // The writeback stage
  input  logic        wb_valid_i,
  input  logic        wb_ready_i,        // empty from the next cycle on, at the latest
  input  logic        wb_fault_i,        // its load or store gave a bus error
  input  writeback_t  wb_i,
  // Interrupts
  input  logic        irq_i,
  input  cause_t      irq_cause_i,
  // Decisions
  output logic        lsu_valid_o,       // begin: load or store,
  output logic        div_start_o,       // division,
  output logic        x_offer_o,         // offer to the coprocessor,
  output logic        x_load_o,          // ... of a load that is granted in this cycle
  output logic        advance_o,         // it leaves for the writeback stage
  output logic        csr_access_o,      // ... and accesses a CSR
  output logic        mret_o,            // ... and returns from a trap
  output logic        exception_o,       // it traps
  output logic        interrupt_o,       // an interrupt goes before it
  output logic        trap_o,            // a handler begins
  output trap_t       trap_info_o,
  output logic        redirect_o,        // fetch goes on at the target
  output logic [31:1] target_o
);

  // Wait

  logic hazard, free, go;
  // An access to a CSR waits until what came before is counted.
  assign hazard = operand_hazard_i || ise_hazard_i || (dec_i.unit == UnitCsr && wb_valid_i);
  assign free   = valid_i && wb_ready_i && !wb_fault_i;
  assign go     = free && !hazard;  // it may take effect

  // What memory or the divider has begun goes on.
  assign interrupt_o = free && irq_i && !div_busy_i && !lsu_waiting_i;

  // Trap

  logic   is_memory, exception;
  cause_t cause;
  assign is_memory = dec_i.unit inside {UnitLoad, UnitStore};
  always_comb begin
    exception = 1'b1;
    cause     = CauseIllegal;
    if (ex_i.error)                                     cause = CauseInstrFault;
    else if (ex_i.illegal || x_refused_i)               cause = CauseIllegal;
    else if (dec_i.unit == UnitOther && !XIf)           cause = CauseIllegal;
    else if (dec_i.unit == UnitCsr && csr_illegal_i)    cause = CauseIllegal;
    else if (ise_illegal_i)                             cause = CauseIllegal;
    else if (dec_i.unit == UnitEcall)                   cause = CauseEcall;
    else if (dec_i.unit == UnitEbreak)                  cause = CauseBreakpoint;
    else if (misaligned_i && dec_i.unit == UnitLoad)    cause = CauseLoadMisaligned;
    else if (misaligned_i && is_memory)                 cause = CauseStoreMisaligned;
    else                                                exception = 1'b0;
  end

  logic effect;  // it takes effect, with what its unit says
  assign effect      = go && !interrupt_o && !exception;
  assign exception_o = go && !interrupt_o && exception;
  assign trap_o      = wb_fault_i || interrupt_o || (go && exception);

  always_comb begin
    trap_info_o.cause = cause;
    trap_info_o.epc   = ex_i.pc;
    unique case (cause)
      CauseIllegal:                              trap_info_o.tval = ex_i.instr;
      CauseLoadMisaligned, CauseStoreMisaligned: trap_info_o.tval = sum_i;
      CauseInstrFault: trap_info_o.tval = ex_i.error_first ? {ex_i.pc, 1'b0}
                                                           : {link_i[31:2], 2'b00};
      CauseBreakpoint:                           trap_info_o.tval = {ex_i.pc, 1'b0};
      default:                                   trap_info_o.tval = '0;
    endcase
    if (interrupt_o) begin
      trap_info_o.cause = irq_cause_i;
      trap_info_o.tval  = '0;
    end
    if (wb_fault_i) begin
      trap_info_o.cause = (wb_i.kind == WbLoad) ? CauseLoadFault : CauseStoreFault;
      trap_info_o.epc   = wb_i.pc;
      trap_info_o.tval  = wb_i.result;
    end
  end

  // Begin and leave

  // A load for the coprocessor waits until that is free, which it stays until the grant.
  assign lsu_valid_o = effect && is_memory && (!dec_i.x_load || x_ready_i);
  assign div_start_o = effect && dec_i.unit == UnitDiv && !div_busy_i;
  // The coprocessor's refusal is an exception, so the offer does not wait for there being none.
  assign x_offer_o   = go && !interrupt_o && XIf && dec_i.unit == UnitOther && !ex_i.illegal
                       && !ex_i.error;

  always_comb begin
    advance_o = effect;
    unique case (dec_i.unit)
      UnitLoad, UnitStore: if (!lsu_ready_i || (dec_i.x_load && !x_ready_i)) advance_o = 1'b0;
      UnitDiv:             if (!div_done_i) advance_o = 1'b0;
      UnitOther:           if (!x_ready_i) advance_o = 1'b0;
      default:             ;
    endcase
  end
  assign x_load_o     = lsu_valid_o && lsu_ready_i && dec_i.x_load;
  assign csr_access_o = advance_o && dec_i.unit == UnitCsr;
  assign mret_o       = advance_o && dec_i.unit == UnitMret;

  // Redirect

  logic taken;
  always_comb begin
    unique case (dec_i.unit)
      UnitBranch:                               taken = branch_holds_i;
      UnitJal, UnitJalr, UnitMret, UnitRefetch: taken = 1'b1;
      default:                                  taken = 1'b0;
    endcase
  end
  assign redirect_o = trap_o || (advance_o && taken);

  always_comb begin
    unique case (dec_i.unit)
      UnitJalr:    target_o = sum_i[31:1];
      UnitMret:    target_o = mepc_i;
      UnitRefetch: target_o = link_i;
      default:     target_o = branch_target_i;
    endcase
    if (trap_o) target_o = mtvec_i;
  end

  logic unused;
  assign unused = ^{ex_i.pass_end, ex_i.rs, dec_i, wb_i.write, wb_i.rd, wb_i.pass_end,
                    wb_i.x_id, wb_i.x_load};

`ifndef SYNTHESIS
  OneTrap_A : assert property (@(posedge clk_i) $onehot0({wb_fault_i, interrupt_o, exception_o}));
  LeaveOrTrap_A : assert property (@(posedge clk_i) !(advance_o && trap_o));
  NothingFromEmpty_A : assert property (@(posedge clk_i)
    !valid_i |-> !(advance_o || exception_o || interrupt_o || lsu_valid_o || div_start_o
                   || x_offer_o));
  OneUnit_A : assert property (@(posedge clk_i) $onehot0({lsu_valid_o, div_start_o, x_offer_o}));
  RequestGoesOn_A : assert property (@(posedge clk_i) lsu_waiting_i |-> lsu_valid_o);
  DivisionGoesOn_A : assert property (@(posedge clk_i)
    div_busy_i |-> !redirect_o && valid_i && dec_i.unit == UnitDiv);

  if (XIf) begin : gen_x_cover
    LoadWaitsForCoprocessor_C : cover property (@(posedge clk_i)
      go && dec_i.x_load && !x_ready_i);
    LoadWaitsForGrant_C : cover property (@(posedge clk_i)
      lsu_valid_o && dec_i.x_load && !lsu_ready_i);
    InterruptAtOffer_C : cover property (@(posedge clk_i)
      interrupt_o && dec_i.unit == UnitOther);
  end
  InterruptWaitsForDivision_C : cover property (@(posedge clk_i) irq_i && div_busy_i);
  InterruptWaitsForRequest_C : cover property (@(posedge clk_i) irq_i && lsu_waiting_i);
  InterruptBeforeException_C : cover property (@(posedge clk_i) interrupt_o && exception);
  FaultBeforeException_C : cover property (@(posedge clk_i) wb_fault_i && valid_i && exception);
  FaultBeforeInterrupt_C : cover property (@(posedge clk_i) wb_fault_i && valid_i && irq_i);
  MisalignedLoad_C : cover property (@(posedge clk_i)
    exception_o && cause == CauseLoadMisaligned);
  MisalignedStore_C : cover property (@(posedge clk_i)
    exception_o && cause == CauseStoreMisaligned);
  ErrorInSecondHalf_C : cover property (@(posedge clk_i)
    exception_o && cause == CauseInstrFault && !ex_i.error_first);
`endif

endmodule

`default_nettype wire
