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
);

  logic         mie_q, mpie_q;                       // of mstatus
  logic         meie_q, mtie_q, msie_q;              // of mie
  logic [31:2]  mtvec_q;
  logic [31:1]  mepc_q;
  logic [31:0]  mscratch_q, mtval_q;
  cause_t       mcause_q;
  logic [63:0]  mcycle, minstret;
  logic         instret_written_q;  // the instruction that retires wrote minstret: not counted

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
      CsrMstatus: begin
        rdata_o[12:11] = 2'b11;  // MPP: there is machine mode only
        rdata_o[7]     = mpie_q;
        rdata_o[3]     = mie_q;
      end
      CsrMisa:     rdata_o = Custom ? MisaImc | MisaX : MisaImc;
      CsrMie: begin
        rdata_o[11] = meie_q;
        rdata_o[7]  = mtie_q;
        rdata_o[3]  = msie_q;
      end
      CsrMtvec:    rdata_o = {mtvec_q, 2'b00};
      CsrMscratch: rdata_o = mscratch_q;
      CsrMepc:     rdata_o = {mepc_q, 1'b0};
      CsrMcause:   rdata_o = {mcause_q.irq, 27'b0, mcause_q.code};
      CsrMtval:    rdata_o = mtval_q;
      CsrMip: begin
        rdata_o[11] = irq_external_i;
        rdata_o[7]  = irq_timer_i;
        rdata_o[3]  = irq_software_i;
      end
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
    .step_i      (retire_i && !instret_written_q),
    .write_low_i (write && addr_i == CsrMinstret),
    .write_high_i(write && addr_i == CsrMinstreth),
    .wdata_i     (wdata),
    .value_o     (minstret)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mie_q      <= 1'b0;
      mpie_q     <= 1'b0;
      meie_q     <= 1'b0;
      mtie_q     <= 1'b0;
      msie_q     <= 1'b0;
      mtvec_q    <= '0;
      mepc_q     <= '0;
      mscratch_q <= '0;
      mtval_q    <= '0;
      mcause_q   <= '0;
      instret_written_q <= 1'b0;
    end else begin
      instret_written_q <= write && addr_i inside {CsrMinstret, CsrMinstreth};
      if (write) begin
        unique case (addr_i)
          CsrMstatus:   {mpie_q, mie_q} <= {wdata[7], wdata[3]};
          CsrMie:       {meie_q, mtie_q, msie_q} <= {wdata[11], wdata[7], wdata[3]};
          CsrMtvec:     mtvec_q <= wdata[31:2];
          CsrMscratch:  mscratch_q <= wdata;
          CsrMepc:      mepc_q <= wdata[31:1];
          CsrMcause:    mcause_q <= '{irq: wdata[31], code: wdata[3:0]};
          CsrMtval:     mtval_q <= wdata;
          default:      ;
        endcase
      end
      if (trap_i) begin
        mie_q    <= 1'b0;
        mpie_q   <= mie_q;
        mepc_q   <= epc_i;
        mcause_q <= cause_i;
        mtval_q  <= tval_i;
      end else if (mret_i) begin
        mie_q  <= mpie_q;
        mpie_q <= 1'b1;
      end
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

endmodule

`default_nettype wire
