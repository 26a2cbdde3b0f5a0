// SPDX-License-Identifier: Apache-2.0
//
// RV32IMC core, machine mode, three stages, one instruction at a time in order.
//
//   fetch      words ahead, cut and expanded to 32 bits
//   execute    registers, arithmetic, branches, traps; loads and stores ask for memory
//   writeback  a result or the answer of memory or coprocessor goes to a register
//
//   Instruction                Cycles over a memory that answers in the next cycle
//   arithmetic, mul            1
//   CSR access                 2
//   load, store                1; 1 more if the next instruction reads what a load gives
//   branch not taken           1
//   jump, branch taken         2; 1 more to a 32-bit instruction at an odd halfword
//   div, rem                   34, whatever the operands
//   OASIP, DASIP               1, or as a load, store or jump (doloop); see docs/isa.md
//   other                      offered to the coprocessor; illegal if it refuses
//
// The memory ports are OBI: a request stands until it is granted, answers come in order, at the
// earliest in the next cycle. One load or store is under way at a time, but the next one can ask in
// the cycle of the answer. Every trap is precise, a bus error's included. The coprocessor port is
// CV-X-IF (issue with registers, commit in the same cycle and never killed, result at the earliest
// in the next cycle). An offer that waits is withdrawn when an interrupt comes.

`default_nettype none

module riscv_core
  import riscv_pkg::*;
#(
  parameter bit          Zbkb     = 1'b0,
  parameter ise_e        Ise      = IseNone,
  parameter bit          XIf      = 1'b0,  // there is a coprocessor
  parameter logic [31:0] BootAddr = 32'd0,
  parameter logic [31:0] HartId   = 32'd0,
  parameter bit          AltOps   = 1'b0   // no products and quotients, for a proof; riscv_multiply
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        irq_external_i,
  input  logic        irq_timer_i,
  input  logic        irq_software_i,

  output logic        instr_req_o,
  input  logic        instr_gnt_i,
  output logic [31:0] instr_addr_o,
  input  logic        instr_rvalid_i,
  input  logic [31:0] instr_rdata_i,
  input  logic        instr_err_i,

  output logic        data_req_o,
  input  logic        data_gnt_i,
  output logic [31:0] data_addr_o,
  output logic        data_we_o,
  output logic [3:0]  data_be_o,
  output logic [31:0] data_wdata_o,
  input  logic        data_rvalid_i,
  input  logic [31:0] data_rdata_i,
  input  logic        data_err_i,

  output logic        x_issue_valid_o,
  input  logic        x_issue_ready_i,
  output logic [31:0] x_issue_instr_o,
  output logic [3:0]  x_issue_id_o,
  output logic [1:0][31:0] x_rs_o,
  output logic [1:0]  x_rs_valid_o,
  input  logic        x_issue_accept_i,
  input  logic        x_issue_writeback_i,
  output logic        x_commit_valid_o,
  output logic [3:0]  x_commit_id_o,
  output logic        x_commit_kill_o,
  input  logic        x_result_valid_i,
  output logic        x_result_ready_o,
  input  logic [3:0]  x_result_id_i,
  input  logic [31:0] x_result_data_i,
  input  logic [4:0]  x_result_rd_i,
  input  logic        x_result_we_i
`ifdef RVFI
  ,
  output logic        rvfi_valid,
  output logic [63:0] rvfi_order,
  output logic [31:0] rvfi_insn,
  output logic        rvfi_trap,
  output logic        rvfi_halt,
  output logic        rvfi_intr,
  output logic [1:0]  rvfi_mode,
  output logic [1:0]  rvfi_ixl,
  output logic [4:0]  rvfi_rs1_addr,
  output logic [4:0]  rvfi_rs2_addr,
  output logic [31:0] rvfi_rs1_rdata,
  output logic [31:0] rvfi_rs2_rdata,
  output logic [4:0]  rvfi_rd_addr,
  output logic [31:0] rvfi_rd_wdata,
  output logic [31:0] rvfi_pc_rdata,
  output logic [31:0] rvfi_pc_wdata,
  output logic [31:0] rvfi_mem_addr,
  output logic [3:0]  rvfi_mem_rmask,
  output logic [3:0]  rvfi_mem_wmask,
  output logic [31:0] rvfi_mem_rdata,
  output logic [31:0] rvfi_mem_wdata
`endif
);

  // Fetch

  logic        redirect;
  logic [31:1] target;
  logic        if_valid, if_error, if_error_first;
  logic [31:0] if_instr;
  logic [31:1] if_pc;
  logic        ex_next;  // the execute stage takes an instruction

  // Loops of OASIP
  logic        ask, ask_back, pop, word_last, back, if_last;
  logic [31:2] ask_body;
  logic [31:1] loop_body;

  riscv_fetch #(.BootAddr(BootAddr)) u_fetch (
    .clk_i,
    .rst_ni,
    .redirect_i(redirect),
    .target_i  (target),
    .valid_o   (if_valid),
    .ready_i   (ex_next),
    .instr_o   (if_instr),
    .error_o   (if_error),
    .error_first_o(if_error_first),
    .pc_o      (if_pc),
    .ask_o     (ask),
    .ask_back_i(ask_back),
    .ask_body_i(ask_body),
    .pop_o     (pop),
    .last_i    (word_last),
    .back_i    (back),
    .body_i    (loop_body),
    .last_o    (if_last),
    .req_o     (instr_req_o),
    .gnt_i     (instr_gnt_i),
    .addr_o    (instr_addr_o),
    .rvalid_i  (instr_rvalid_i),
    .rdata_i   (instr_rdata_i),
    .err_i     (instr_err_i)
  );

  logic [31:0] expanded;
  logic        compressed, expanded_illegal;
  riscv_expand u_expand (
    .instr_i     (if_instr),
    .instr_o     (expanded),
    .compressed_o(compressed),
    .illegal_o   (expanded_illegal)
  );

  // Execute

  // DASIP's bundles have register fields of three bits, as 16-bit instructions do.
  function automatic logic [4:0] rs_field(logic bundle, logic [4:0] field);
    return bundle ? {2'b01, field[2:0]} : field;
  endfunction

  typedef struct packed {
    logic [31:0] instr;
    logic [31:1] pc;
    logic        illegal;  // as a 16-bit instruction
    logic        error;    // memory did not give it
    logic        error_first;  // ... already its first half
    logic        last;     // of a pass of a loop
    logic        bundle;   // of DASIP
    logic [1:0]  follows;  // reads, as rs1 and rs2, what the instruction before it writes
  } execute_t;

  execute_t    ex_q;
  logic        ex_valid_q;
  decoded_t    dec;
  logic [31:0] ex_pc, link;
  assign ex_pc = {ex_q.pc, 1'b0};
  assign link  = {if_pc, 1'b0};  // fetch stands at what follows

  riscv_decode #(.Zbkb(Zbkb), .Ise(Ise)) u_decode (
    .instr_i  (ex_q.instr),
    .decoded_o(dec)
  );

  // Registers, and what the writeback stage is about to put there

  typedef enum logic [1:0] {
    WbResult,
    WbLoad,
    WbStore,
    WbX
  } wb_kind_e;

  logic        wb_valid_q, wb_write_q;
  wb_kind_e    wb_kind_q;
  logic [4:0]  wb_rd_q;
  logic [31:0] wb_result_q;  // the address of a load or store
  logic [2:0]  wb_size_q;    // funct3
  logic [31:1] wb_pc_q;
  logic        wb_last_q;    // the instruction is the last of a pass of a loop
  logic [3:0]  wb_id_q;
  logic        wb_ready;     // empty from the next cycle on, at the latest
  logic        wb_fault;
  logic        rf_write;
  logic [31:0] rf_wdata;

  logic [4:0]  rs_addr[2], rd;
  logic [31:0] rf_rdata[2], rs[2];
  logic [1:0]  rs_read, rs_match;
  logic        hazard;
  logic        ise_hazard;                // the extension's own
  logic [31:0] row_offset, index_offset, ise_wdata;  // of a load or store of the extension
  logic [31:0] ise_result;
  assign rs_addr[0] = rs_field(ex_q.bundle, ex_q.instr[19:15]);
  assign rs_addr[1] = rs_field(ex_q.bundle, ex_q.instr[24:20]);
  assign rd         = ex_q.instr[11:7];
  assign rs_read    = {dec.rs2_read, dec.rs1_read};

  core_regfile u_regfile (
    .clk_i,
    .rst_ni,
    .write_i(rf_write),
    .waddr_i(wb_rd_q),
    .wdata_i(rf_wdata),
    .raddr_i(rs_addr),
    .rdata_o(rf_rdata)
  );

  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      rs_match[i] = wb_valid_q && ex_q.follows[i];
      rs[i]       = (rs_match[i] && wb_kind_q == WbResult) ? wb_result_q : rf_rdata[i];
    end
  end
  // An access to a CSR waits until what came before is counted.
  assign hazard = ((rs_read & rs_match) != '0 && wb_kind_q != WbResult)
                  || (dec.unit == UnitCsr && wb_valid_q) || ise_hazard;

  // Arithmetic

  logic [31:0] op_a, op_b, sum, alu_result, mul_result, div_result;
  logic        less, equal;
  always_comb begin
    unique case (dec.op_a)
      APc:     op_a = ex_pc;
      AZero:   op_a = '0;
      default: op_a = rs[0];
    endcase
    op_b = dec.op_b_imm ? dec.imm : rs[1];
    if (dec.indexed) begin
      // Three summands: their sum bit by bit, and the carries.
      op_a = rs[0] ^ row_offset ^ index_offset;
      op_b = ((rs[0] & (row_offset | index_offset)) | (row_offset & index_offset)) << 1;
    end
  end

  riscv_alu #(.Zbkb(Zbkb), .Ise(Ise)) u_alu (
    .op_i    (dec.alu_op),
    .a_i     (op_a),
    .b_i     (op_b),
    .sum_o   (sum),
    .less_o  (less),
    .equal_o (equal),
    .result_o(alu_result)
  );

  riscv_multiply #(.AltOps(AltOps)) u_multiply (
    .op_i    (ex_q.instr[13:12]),
    .a_i     (rs[0]),
    .b_i     (rs[1]),
    .result_o(mul_result)
  );

  logic div_start, div_busy, div_done;
  core_divide #(.AltOps(AltOps)) u_divide (
    .clk_i,
    .rst_ni,
    .start_i    (div_start),
    .signed_i   (!ex_q.instr[12]),
    .a_i        (rs[0]),
    .b_i        (rs[1]),
    .busy_o     (div_busy),
    .done_o     (div_done),
    .remainder_i(ex_q.instr[13]),
    .result_o   (div_result)
  );

  logic [31:1] branch_target;
  assign branch_target = ex_q.pc + dec.imm[31:1];

  // What happens to the instruction in this cycle

  logic   go;         // it may take effect: operands are there, and all before it is done or will be
  logic   irq, take_irq, exception, trap;
  logic   advance;    // it leaves for the writeback stage
  logic   is_memory, misaligned, size_misaligned, data_pending_q, x_offer, x_refused;
  logic   csr_illegal, loop_refused;
  cause_t irq_cause, cause;

  assign go       = ex_valid_q && !hazard && wb_ready && !wb_fault;
  // What memory or the divider has begun goes on.
  assign take_irq = ex_valid_q && wb_ready && !wb_fault && irq && !div_busy && !data_pending_q;

  // A body ends at a word, and not in the word in which it begins.
  assign loop_refused = Ise == IseOasip && dec.unit == UnitDoloop
                        && (branch_target[1] || dec.imm[11:1] < 11'd5);

  assign is_memory  = dec.unit inside {UnitLoad, UnitStore};
  assign misaligned = is_memory && size_misaligned;

  always_comb begin
    exception = 1'b1;
    cause     = CauseIllegal;
    if (ex_q.error)                                                cause = CauseInstrFault;
    else if (ex_q.illegal || x_refused)                            cause = CauseIllegal;
    else if (dec.unit == UnitOther && !XIf)                        cause = CauseIllegal;
    else if (dec.unit == UnitCsr && csr_illegal)                   cause = CauseIllegal;
    else if (loop_refused)                                         cause = CauseIllegal;
    else if (dec.unit == UnitEcall)                                cause = CauseEcall;
    else if (dec.unit == UnitEbreak)                               cause = CauseBreakpoint;
    else if (misaligned && dec.unit == UnitLoad)                   cause = CauseLoadMisaligned;
    else if (misaligned)                                           cause = CauseStoreMisaligned;
    else                                                           exception = 1'b0;
  end
  assign trap = wb_fault || take_irq || (go && exception);

  always_comb begin
    advance = go && !take_irq && !exception;
    unique case (dec.unit)
      UnitLoad, UnitStore: if (!data_gnt_i) advance = 1'b0;
      UnitDiv:             if (!div_done) advance = 1'b0;
      UnitOther:           if (!x_issue_ready_i) advance = 1'b0;
      default:             ;
    endcase
  end
  assign div_start = go && !take_irq && !exception && dec.unit == UnitDiv && !div_busy;

  // What the writeback stage will do for it

  wb_kind_e kind;
  logic     write;
  always_comb begin
    unique case (dec.unit)
      UnitLoad:  kind = WbLoad;
      UnitStore: kind = WbStore;
      UnitOther: kind = x_issue_writeback_i ? WbX : WbResult;
      default:   kind = WbResult;
    endcase
    write = (dec.rd_write || kind == WbX) && rd != '0;
  end

  // Branches and traps

  logic        taken;
  logic [31:1] mtvec, mepc;
  always_comb begin
    unique case (dec.unit)
      UnitBranch:                                taken = (ex_q.instr[14] ? less : equal)
                                                         != ex_q.instr[12];
      UnitJal, UnitJalr, UnitMret, UnitFenceI:   taken = 1'b1;
      default:                                   taken = 1'b0;
    endcase
    // What was fetched ahead does not know of the loop.
    if (Ise == IseOasip && dec.unit == UnitDoloop) taken = 1'b1;
  end
  assign redirect      = trap || (advance && taken);

  always_comb begin
    unique case (dec.unit)
      UnitJalr:   target = sum[31:1];
      UnitMret:   target = mepc;
      UnitFenceI: target = link[31:1];
      default:    target = branch_target;
    endcase
    if (Ise == IseOasip && dec.unit == UnitDoloop) target = link[31:1];
    if (trap) target = mtvec;
  end

  // The instruction in the writeback stage is always the one before that in the execute stage.
  logic       if_bundle;
  logic [4:0] if_rs[2];
  logic [1:0] follows;
  assign if_bundle = Ise == IseDasip && expanded[6:0] == OpCustom2 && expanded[14];
  assign if_rs[0] = rs_field(if_bundle, expanded[19:15]);
  assign if_rs[1] = rs_field(if_bundle, expanded[24:20]);
  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      follows[i] = advance ? write && if_rs[i] == rd : wb_write_q && if_rs[i] == wb_rd_q;
    end
  end

  assign ex_next = !ex_valid_q || advance;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ex_valid_q <= 1'b0;
      ex_q       <= '0;
    end else if (redirect) begin
      ex_valid_q <= 1'b0;
    end else if (ex_next) begin
      ex_valid_q <= if_valid;
      if (if_valid) begin
        ex_q <= '{
          instr:   expanded,
          pc:      if_pc,
          illegal: expanded_illegal,
          error:   if_error,
          last:    if_last,
          bundle:  if_bundle,
          error_first: if_error_first,
          follows: follows
        };
      end
    end
  end

  // Control and status registers

  logic [31:0] csr_rdata, csr_wdata, ise_csr_rdata, tval;
  logic        csr_write, ise_csr_known;
  logic        wb_done;
  always_comb begin
    unique case (cause)
      CauseIllegal:                               tval = ex_q.instr;
      CauseLoadMisaligned, CauseStoreMisaligned:  tval = sum;
      CauseInstrFault:                            tval = ex_q.error_first ? ex_pc
                                                                     : {link[31:2], 2'b00};
      CauseBreakpoint:                            tval = ex_pc;
      default:                                    tval = '0;
    endcase
    if (take_irq) tval = '0;
    if (wb_fault) tval = wb_result_q;
  end

  riscv_csr #(
    .HartId(HartId),
    .Custom(Ise != IseNone || XIf)
  ) u_csr (
    .clk_i,
    .rst_ni,
    .access_i   (advance && dec.unit == UnitCsr),
    .op_i       (ex_q.instr[13:12]),
    .addr_i     (ex_q.instr[31:20]),
    .write_i    (ex_q.instr[13:12] == 2'b01 || rs_addr[0] != '0),
    .operand_i  (ex_q.instr[14] ? 32'(rs_addr[0]) : rs[0]),
    .rdata_o    (csr_rdata),
    .illegal_o  (csr_illegal),
    .ise_known_i(ise_csr_known),
    .ise_rdata_i(ise_csr_rdata),
    .write_o    (csr_write),
    .wdata_o    (csr_wdata),
    .trap_i     (trap),
    .cause_i    (wb_fault ? (wb_kind_q == WbLoad ? CauseLoadFault : CauseStoreFault)
                          : take_irq ? irq_cause : cause),
    .epc_i      (wb_fault ? wb_pc_q : ex_q.pc),
    .tval_i     (tval),
    .mret_i     (advance && dec.unit == UnitMret),
    .mtvec_o    (mtvec),
    .mepc_o     (mepc),
    .irq_external_i,
    .irq_timer_i,
    .irq_software_i,
    .irq_o      (irq),
    .irq_cause_o(irq_cause),
    .retire_i   (wb_valid_q && wb_done && !wb_fault)
  );

  // Memory

  assign data_req_o  = go && !take_irq && !exception && is_memory;
  assign data_addr_o = {sum[31:2], 2'b00};
  assign data_we_o   = dec.unit == UnitStore;

  core_store u_store (
    .size_i      (dec.size),
    .offset_i    (sum[1:0]),
    .data_i      (dec.indexed ? ise_wdata : rs[1]),
    .misaligned_o(size_misaligned),
    .be_o        (data_be_o),
    .wdata_o     (data_wdata_o)
  );

  // Coprocessor

  logic [3:0] x_id_q;
  assign x_offer          = go && !take_irq && XIf && dec.unit == UnitOther && !ex_q.illegal
                            && !ex_q.error;
  assign x_refused        = x_offer && x_issue_ready_i && !x_issue_accept_i;
  assign x_issue_valid_o  = x_offer;
  assign x_issue_instr_o  = ex_q.instr;
  assign x_issue_id_o     = x_id_q;
  assign x_rs_o           = {rs[1], rs[0]};
  assign x_rs_valid_o     = 2'b11;
  assign x_commit_valid_o = x_offer && x_issue_ready_i;
  assign x_commit_id_o    = x_id_q;
  assign x_commit_kill_o  = 1'b0;
  assign x_result_ready_o = 1'b1;

  // Writeback

  logic [31:0] result, load_data;

  always_comb begin
    unique case (dec.unit)
      UnitLoad, UnitStore: result = sum;
      UnitDiv:             result = div_result;
      UnitJal, UnitJalr:   result = link;
      UnitCsr:             result = csr_rdata;
      default:             result = alu_result;
    endcase
    if (Ise == IseOasip && dec.unit == UnitRotation) result = ise_result;
    // The product comes last.
    if (dec.unit == UnitMul) result = mul_result;
  end

  always_comb begin
    unique case (wb_kind_q)
      WbLoad, WbStore: wb_done = data_rvalid_i;
      WbX:             wb_done = x_result_valid_i && x_result_id_i == wb_id_q;
      default:         wb_done = 1'b1;
    endcase
  end
  assign wb_ready = !wb_valid_q || wb_done;
  assign wb_fault = wb_valid_q && wb_kind_q inside {WbLoad, WbStore} && data_rvalid_i && data_err_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wb_valid_q     <= 1'b0;
      wb_write_q     <= 1'b0;
      wb_kind_q      <= WbResult;
      wb_rd_q        <= '0;
      wb_result_q    <= '0;
      wb_size_q      <= '0;
      wb_pc_q        <= '0;
      wb_last_q      <= 1'b0;
      wb_id_q        <= '0;
      x_id_q         <= '0;
      data_pending_q <= 1'b0;
    end else begin
      data_pending_q <= data_req_o && !data_gnt_i;
      if (x_commit_valid_o) x_id_q <= x_id_q + 4'd1;
      if (advance) begin
        wb_valid_q  <= 1'b1;
        wb_write_q  <= write;
        wb_kind_q   <= kind;
        wb_rd_q     <= rd;
        wb_result_q <= result;
        wb_size_q   <= ex_q.instr[14:12];
        wb_pc_q     <= ex_q.pc;
        wb_last_q   <= ex_q.last;
        wb_id_q     <= x_id_q;
      end else if (wb_done) begin
        wb_valid_q <= 1'b0;
      end
    end
  end

  core_load u_load (
    .size_i    (wb_size_q[1:0]),
    .unsigned_i(wb_size_q[2]),
    .offset_i  (wb_result_q[1:0]),
    .rdata_i   (data_rdata_i),
    .data_o    (load_data)
  );

  always_comb begin
    unique case (wb_kind_q)
      WbLoad:  rf_wdata = load_data;
      WbX:     rf_wdata = x_result_data_i;
      default: rf_wdata = wb_result_q;
    endcase
  end
  assign rf_write = wb_valid_q && wb_done && wb_write_q && !wb_fault;

  // Extension

  if (Ise != IseDasip) begin : gen_no_dasip
    assign row_offset   = '0;
    assign index_offset = '0;
    assign ise_wdata    = '0;
    assign ise_hazard   = 1'b0;
  end else begin : gen_dasip
    riscv_dasip u_dasip (
      .clk_i,
      .rst_ni,
      .instr_i       (ex_q.instr),
      .rs2_i         (rs[1]),
      .advance_i     (advance),
      .row_offset_o  (row_offset),
      .index_offset_o(index_offset),
      .wdata_o       (ise_wdata),
      .hazard_o      (ise_hazard),
      .valid_i       (wb_valid_q),
      .done_i        (wb_valid_q && wb_done && !wb_fault),
      .rdata_i       (data_rdata_i)
    );
  end

  if (Ise != IseOasip) begin : gen_no_oasip
    assign ise_result    = '0;
    assign ask_back      = 1'b0;
    assign ask_body      = '0;
    assign word_last     = 1'b0;
    assign back          = 1'b0;
    assign loop_body     = '0;
    assign ise_csr_known = 1'b0;
    assign ise_csr_rdata = '0;
    logic unused_oasip;
    assign unused_oasip = ^{ask, pop, wb_last_q, csr_write, csr_wdata};
  end else begin : gen_oasip
    riscv_oasip u_oasip (
      .clk_i,
      .rst_ni,
      .instr_i      (ex_q.instr),
      .rs1_i        (rs[0]),
      .rs2_i        (rs[1]),
      .advance_i    (advance),
      .doloop_i     (advance && dec.unit == UnitDoloop),
      .body_i       (link[31:1]),
      .end_i        (branch_target[31:2]),
      .result_o     (ise_result),
      .retire_last_i(wb_valid_q && wb_done && !wb_fault && wb_last_q),
      .redirect_i   (redirect),
      .ask_i        (ask),
      .ask_addr_i   (instr_addr_o[31:2]),
      .ask_back_o   (ask_back),
      .ask_body_o   (ask_body),
      .pop_i        (pop),
      .last_o       (word_last),
      .back_o       (back),
      .body_o       (loop_body),
      .csr_addr_i   (ex_q.instr[31:20]),
      .csr_write_i  (csr_write),
      .csr_wdata_i  (csr_wdata),
      .csr_known_o  (ise_csr_known),
      .csr_rdata_o  (ise_csr_rdata)
    );
  end

  // The result names its register by its instruction's number; the rest says the same.
  logic unused_x;
  assign unused_x = ^{x_result_rd_i, x_result_we_i, dec.imm[0]};

`ifdef RVFI
  logic [31:0] ex_raw_q;  // as it was in memory
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                  ex_raw_q <= '0;
    else if (ex_next && if_valid) ex_raw_q <= compressed ? {16'b0, if_instr[15:0]} : if_instr;
  end

  core_rvfi u_rvfi (
    .clk_i,
    .rst_ni,
    .interrupt_i(take_irq),
    .leave_i    (go && !take_irq && (advance || exception)),
    .trap_i     (go && !take_irq && exception),
    .record_i   ('{
      insn:      ex_raw_q,
      rs1_addr:  dec.rs1_read ? rs_addr[0] : '0,
      rs2_addr:  dec.rs2_read ? rs_addr[1] : '0,
      rs1_rdata: (dec.rs1_read && rs_addr[0] != '0) ? rs[0] : '0,
      rs2_rdata: (dec.rs2_read && rs_addr[1] != '0) ? rs[1] : '0,
      pc_rdata:  ex_pc,
      pc_wdata:  redirect ? {target, 1'b0} : link,
      mem_addr:  (is_memory && !exception) ? data_addr_o : '0,
      mem_rmask: (dec.unit == UnitLoad && !exception) ? data_be_o : '0,
      mem_wmask: (dec.unit == UnitStore && !exception) ? data_be_o : '0,
      mem_wdata: data_wdata_o
    }),
    .done_i     (wb_valid_q && wb_done),
    .fault_i    (wb_fault),
    .fault_pc_i ({mtvec, 1'b0}),
    .write_i    (rf_write),
    .rd_addr_i  (wb_rd_q),
    .rd_wdata_i (rf_wdata),
    .mem_rdata_i(data_rdata_i),
    .rvfi_valid,
    .rvfi_order,
    .rvfi_insn,
    .rvfi_trap,
    .rvfi_halt,
    .rvfi_intr,
    .rvfi_mode,
    .rvfi_ixl,
    .rvfi_rs1_addr,
    .rvfi_rs2_addr,
    .rvfi_rs1_rdata,
    .rvfi_rs2_rdata,
    .rvfi_rd_addr,
    .rvfi_rd_wdata,
    .rvfi_pc_rdata,
    .rvfi_pc_wdata,
    .rvfi_mem_addr,
    .rvfi_mem_rmask,
    .rvfi_mem_wmask,
    .rvfi_mem_rdata,
    .rvfi_mem_wdata
  );
`else
  logic unused_compressed;
  assign unused_compressed = compressed;
`endif

endmodule

`default_nettype wire
