// SPDX-License-Identifier: Apache-2.0
//
// Control and status registers of machine mode, the counters, and the choice of an interrupt: the
// privileged architecture 1.12 (20211203) of a hart with machine mode only, without physical memory
// protection. `mtvec` is direct, `time` counts cycles. What must exist and may be read-only zero is:
// nothing counts events, no counter can be inhibited, memory is little-endian, there is no
// configuration structure.

`default_nettype none

module riscv_csr
  import riscv_pkg::*;
#(
  parameter logic [31:0] HartId = 32'd0,
  parameter bit          Custom = 1'b0   // misa.X: there is an extension that is not a standard one
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Access by an instruction
  input  logic        access_i,      // it takes effect in this cycle
  input  logic [1:0]  op_i,          // funct3[1:0]
  input  logic [11:0] addr_i,
  input  logic        write_i,       // it writes: not csrrs or csrrc with x0
  input  logic [31:0] operand_i,     // rs1 or the immediate
  output logic [31:0] rdata_o,
  output logic        illegal_o,     // no such register, or it is read-only
  // Those of an extension: all but the choice of the value to write is its own
  input  logic        ise_known_i,
  input  logic [31:0] ise_rdata_i,
  output logic        write_o,
  output logic [31:0] wdata_o,
  // Traps
  input  logic        trap_i,
  input  cause_t      cause_i,
  input  logic [31:1] epc_i,
  input  logic [31:0] tval_i,
  input  logic        mret_i,
  output logic [31:1] mtvec_o,
  output logic [31:1] mepc_o,
  // Interrupts
  input  logic        irq_external_i,
  input  logic        irq_timer_i,
  input  logic        irq_software_i,
  output logic        irq_o,
  output cause_t      irq_cause_o,
  // Counters
  input  logic        retire_i
`ifdef RVFI
  ,
  output csr_state_t  state_o,   // before the instruction that is in the execute stage
  output csr_state_t  next_o     // after it
`endif
);

  logic         mie_q, mie_d, mpie_q, mpie_d;                           // of mstatus
  logic         meie_q, meie_d, mtie_q, mtie_d, msie_q, msie_d;         // of mie
  logic [31:2]  mtvec_q, mtvec_d;
  logic [31:1]  mepc_q, mepc_d;
  logic [31:0]  mscratch_q, mscratch_d, mtval_q, mtval_d;
  cause_t       mcause_q, mcause_d;
  logic [63:0]  mcycle, minstret;
  logic         instret_written_q;  // the instruction that retires wrote minstret: not counted

  localparam logic [31:0] Misa = Custom ? MisaImc | MisaX : MisaImc;

  // MPP is 11: there is machine mode only.
  function automatic logic [31:0] mstatus(logic mpie, logic mie);
    return {19'b0, 2'b11, 3'b0, mpie, 3'b0, mie, 3'b0};
  endfunction

  // mie and mip
  function automatic logic [31:0] interrupts(logic external, logic timer, logic software);
    return {20'b0, external, 3'b0, timer, 3'b0, software, 3'b0};
  endfunction

  logic [31:0] wdata;
  logic        write;
  logic        zero;  // it exists and is read-only zero

  always_comb begin
    unique case (addr_i) inside
      CsrMstatush, CsrMcountinhibit, CsrMvendorid, CsrMarchid, CsrMimpid, CsrMconfigptr,
      [CsrMhpmevent3:CsrMhpmevent31],
      [CsrMhpmcounter3:CsrMhpmcounter31],
      [CsrMhpmcounter3h:CsrMhpmcounter31h]: zero = 1'b1;
      default:                              zero = 1'b0;
    endcase
  end

  always_comb begin
    unique case (op_i)
      2'b10:   wdata = rdata_o | operand_i;
      2'b11:   wdata = rdata_o & ~operand_i;
      default: wdata = operand_i;
    endcase
  end

  always_comb begin
    rdata_o   = '0;
    illegal_o = write_i && addr_i[11:10] == 2'b11;
    unique case (addr_i)
      CsrMstatus:  rdata_o = mstatus(mpie_q, mie_q);
      CsrMisa:     rdata_o = Misa;
      CsrMie:      rdata_o = interrupts(meie_q, mtie_q, msie_q);
      CsrMtvec:    rdata_o = {mtvec_q, 2'b00};
      CsrMscratch: rdata_o = mscratch_q;
      CsrMepc:     rdata_o = {mepc_q, 1'b0};
      CsrMcause:   rdata_o = {mcause_q.irq, 27'b0, mcause_q.code};
      CsrMtval:    rdata_o = mtval_q;
      CsrMip:      rdata_o = interrupts(irq_external_i, irq_timer_i, irq_software_i);
      CsrMcycle, CsrCycle, CsrTime:    rdata_o = mcycle[31:0];
      CsrMcycleh, CsrCycleh, CsrTimeh: rdata_o = mcycle[63:32];
      CsrMinstret, CsrInstret:         rdata_o = minstret[31:0];
      CsrMinstreth, CsrInstreth:       rdata_o = minstret[63:32];
      CsrMhartid:                      rdata_o = HartId;
      default: begin
        rdata_o = ise_rdata_i;
        if (!ise_known_i && !zero) illegal_o = 1'b1;
      end
    endcase
  end

  assign write   = access_i && write_i;
  assign write_o = write;
  assign wdata_o = wdata;

  logic count_retired;
  assign count_retired = retire_i && !instret_written_q;

  riscv_counter u_mcycle (
    .clk_i,
    .rst_ni,
    .step_i      (1'b1),
    .write_low_i (write && addr_i == CsrMcycle),
    .write_high_i(write && addr_i == CsrMcycleh),
    .wdata_i     (wdata),
    .value_o     (mcycle)
  );
  riscv_counter u_minstret (
    .clk_i,
    .rst_ni,
    .step_i      (count_retired),
    .write_low_i (write && addr_i == CsrMinstret),
    .write_high_i(write && addr_i == CsrMinstreth),
    .wdata_i     (wdata),
    .value_o     (minstret)
  );

  always_comb begin
    mie_d = mie_q;
    mpie_d = mpie_q;
    meie_d = meie_q;
    mtie_d = mtie_q;
    msie_d = msie_q;
    mtvec_d = mtvec_q;
    mepc_d = mepc_q;
    mscratch_d = mscratch_q;
    mtval_d = mtval_q;
    mcause_d = mcause_q;
    if (write) begin
      unique case (addr_i)
        CsrMstatus:   {mpie_d, mie_d} = {wdata[7], wdata[3]};
        CsrMie:       {meie_d, mtie_d, msie_d} = {wdata[11], wdata[7], wdata[3]};
        CsrMtvec:     mtvec_d = wdata[31:2];
        CsrMscratch:  mscratch_d = wdata;
        CsrMepc:      mepc_d = wdata[31:1];
        CsrMcause:    mcause_d = '{irq: wdata[31], code: wdata[3:0]};
        CsrMtval:     mtval_d = wdata;
        default:      ;
      endcase
    end
    if (trap_i) begin
      mie_d    = 1'b0;
      mpie_d   = mie_q;
      mepc_d   = epc_i;
      mcause_d = cause_i;
      mtval_d  = tval_i;
    end else if (mret_i) begin
      mie_d  = mpie_q;
      mpie_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mie_q      <= '0;
      mpie_q     <= '0;
      meie_q     <= '0;
      mtie_q     <= '0;
      msie_q     <= '0;
      mtvec_q    <= '0;
      mepc_q     <= '0;
      mscratch_q <= '0;
      mtval_q    <= '0;
      mcause_q   <= '0;
      instret_written_q <= 1'b0;
    end else begin
      mie_q      <= mie_d;
      mpie_q     <= mpie_d;
      meie_q     <= meie_d;
      mtie_q     <= mtie_d;
      msie_q     <= msie_d;
      mtvec_q    <= mtvec_d;
      mepc_q     <= mepc_d;
      mscratch_q <= mscratch_d;
      mtval_q    <= mtval_d;
      mcause_q   <= mcause_d;
      instret_written_q <= write && addr_i inside {CsrMinstret, CsrMinstreth};
    end
  end

  assign mtvec_o = {mtvec_q, 1'b0};
  assign mepc_o  = mepc_q;

  logic external, timer, software;
  assign external = irq_external_i && meie_q;
  assign software = irq_software_i && msie_q;
  assign timer    = irq_timer_i && mtie_q;
  assign irq_o    = mie_q && (external || software || timer);
  always_comb begin
    if (external)      irq_cause_o = CauseIrqExternal;
    else if (software) irq_cause_o = CauseIrqSoftware;
    else               irq_cause_o = CauseIrqTimer;
  end

`ifndef SYNTHESIS
  OneChange_A : assert property (@(posedge clk_i) $onehot0({write, trap_i, mret_i}));
`endif

`ifdef RVFI
  // What the instruction before it retires with is counted before it.
  function automatic logic [63:0] written(logic [63:0] value, logic low, logic high,
                                          logic [31:0] data);
    return {high ? data : value[63:32], low ? data : value[31:0]};
  endfunction

  assign state_o = '{
    mstatus:  mstatus(mpie_q, mie_q),
    misa:     Misa,
    mie:      interrupts(meie_q, mtie_q, msie_q),
    mtvec:    {mtvec_q, 2'b00},
    mscratch: mscratch_q,
    mepc:     {mepc_q, 1'b0},
    mcause:   {mcause_q.irq, 27'b0, mcause_q.code},
    mtval:    mtval_q,
    mip:      interrupts(irq_external_i, irq_timer_i, irq_software_i),
    mcycle:   mcycle,
    minstret: minstret + 64'(count_retired)
  };
  assign next_o = '{
    mstatus:  mstatus(mpie_d, mie_d),
    misa:     Misa,
    mie:      interrupts(meie_d, mtie_d, msie_d),
    mtvec:    {mtvec_d, 2'b00},
    mscratch: mscratch_d,
    mepc:     {mepc_d, 1'b0},
    mcause:   {mcause_d.irq, 27'b0, mcause_d.code},
    mtval:    mtval_d,
    mip:      state_o.mip,
    mcycle:   written(state_o.mcycle, write && addr_i == CsrMcycle, write && addr_i == CsrMcycleh,
                      wdata),
    minstret: written(state_o.minstret, write && addr_i == CsrMinstret,
                      write && addr_i == CsrMinstreth, wdata)
  };
`endif

endmodule

`default_nettype wire
