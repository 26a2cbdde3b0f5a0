// SPDX-License-Identifier: Apache-2.0
//
// MIPS32 core, kernel mode, four stages, one instruction at a time in order.
//
//   fetch      words ahead
//   decode     registers, with what the stages behind it are about to write
//   execute    arithmetic, branches, traps; loads and stores ask for memory
//   writeback  a result or the answer of memory goes to a register
//
//   Instruction                Cycles over a memory that answers in the next cycle
//   arithmetic, HI and LO      1
//   load, store                1; 1 more if the next instruction reads what a load gives
//   branch, jump, not taken    1, then the delay slot
//   branch, jump, taken        1, then the delay slot, then 1
//   likely branch, not taken   2, without the delay slot
//   eret                       3
//   mul, mult, madd, msub      5
//   div                        1; what needs HI or LO waits until 36 are over
//   coprocessor                1; 1 more if the one before writes an auxiliary register
//
// The memory ports are OBI: a request stands until it is granted, answers come in order, at the
// earliest in the next cycle. One load or store is under way at a time, but the next one can ask in
// the cycle of the answer. Every trap is precise, a bus error's included.

`default_nettype none

module mips_core
  import mips_pkg::*;
#(
  parameter int unsigned Ise      = 0,  // extension: none, native or coprocessor, as in ise_e
  parameter logic [31:0] BootAddr = 32'd0
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
  input  logic        data_err_i
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

  if (Ise > int'(IseCopro)) begin : gen_bad_ise
    $fatal(1, "mips_core: Ise is %0d; 0, 1, 2 are allowed", Ise);
  end
  if (BootAddr[1:0] != 2'b00) begin : gen_bad_boot
    $fatal(1, "mips_core: BootAddr is %h; multiples of 4 are allowed", BootAddr);
  end

  localparam ise_e        Extension = ise_e'(Ise);
  localparam logic [31:0] Vector    = BootAddr + 32'h180;

  // What happens in the execute stage, and what follows from it

  logic        trap;      // a handler begins
  logic        redirect;  // fetch goes on elsewhere
  logic        nullify;   // the instruction in the decode stage is not executed
  logic        advance;   // the instruction leaves for the writeback stage
  logic [31:0] target;

  // Fetch

  logic [1:0]  present;
  logic [31:0] word[2], pc_q;
  logic        word_error[2];
  logic        id_next;  // the decode stage takes an instruction
  logic        if_valid;
  logic        unused_ask;
  assign if_valid = present != '0;

  core_fetch #(.BootAddr(BootAddr)) u_fetch (
    .clk_i,
    .rst_ni,
    .redirect_i(redirect),
    .target_i  (target[31:2]),
    .present_o (present),
    .word_o    (word),
    .error_o   (word_error),
    .addr_i    (pc_q[31:2]),
    .pop_i     (if_valid && id_next),
    .ask_o     (unused_ask),
    .ask_back_i(1'b0),
    .ask_body_i('0),
    .req_o     (instr_req_o),
    .gnt_i     (instr_gnt_i),
    .addr_o    (instr_addr_o),
    .rvalid_i  (instr_rvalid_i),
    .rdata_i   (instr_rdata_i),
    .err_i     (instr_err_i)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                  pc_q <= BootAddr;
    else if (redirect)            pc_q <= target;
    else if (if_valid && id_next) pc_q <= {pc_q[31:2] + 30'd1, pc_q[1:0]};
  end

  // Decode

  // Registers that are read are known at once: reading them takes most of the stage.
  typedef struct packed {
    logic [31:0]     instr;
    logic [1:0][4:0] rs;     // numbers of the registers with the operands
    logic [31:0]     pc;
    logic            error;  // memory did not give it
  } decode_t;

  logic [4:0] if_rs, if_rt;
  logic       if_shift;
  assign if_rs    = word[0][25:21];
  assign if_rt    = word[0][20:16];
  assign if_shift = is_shift(word[0][31:26], word[0][5:3]);

  decode_t   id_q;
  logic      id_valid_q, id_go, hazard;
  logic      ex_next;  // the execute stage takes an instruction
  operands_t operands;
  control_t  decoded, id_control;

  mips_decode #(.Ise(Extension)) u_decode (
    .instr_i   (id_q.instr),
    .operands_o(operands),
    .control_o (decoded)
  );

  always_comb begin
    id_control = decoded;
    if (id_q.error || id_q.pc[1:0] != '0) begin
      id_control.unit = UnitException;
      id_control.code = (id_q.pc[1:0] != '0) ? ExcAdEL : ExcIBE;
    end
  end

  assign id_go   = id_valid_q && ex_next && !hazard;
  assign id_next = !id_valid_q || id_go;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      id_valid_q <= 1'b0;
      id_q       <= '0;
    end else if (redirect) begin
      id_valid_q <= 1'b0;
    end else if (id_next) begin
      id_valid_q <= if_valid;
      if (if_valid) begin
        id_q <= '{
          instr: word[0],
          rs:    if_shift ? {if_rs, if_rt} : {if_rt, if_rs},
          pc:    pc_q,
          error: word_error[0]
        };
      end
    end
  end

  // Operands: from the register file, or what the two stages behind are about to write there

  control_t    ex_control;
  logic        ex_valid_q, ex_write;
  logic [31:0] ex_result;
  logic        wb_valid_q, wb_done;
  logic        wb_write_q, wb_load_q;
  logic [4:0]  wb_rd_q;
  logic        rf_write;
  logic [31:0] rf_wdata;

  logic [4:0]  rs_addr[2];
  logic [31:0] rf_rdata[2], rs[2];
  logic [1:0]  ex_match, wb_match;
  assign rs_addr[0] = id_q.rs[0];
  assign rs_addr[1] = id_q.rs[1];

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
      ex_match[i] = ex_valid_q && ex_write && ex_control.rd == rs_addr[i];
      wb_match[i] = wb_valid_q && wb_write_q && wb_rd_q == rs_addr[i];
      if (ex_match[i])      rs[i] = ex_result;
      else if (wb_match[i]) rs[i] = rf_wdata;
      else                  rs[i] = rf_rdata[i];
    end
  end

  logic [1:0] rs_read;
  assign rs_read = {operands.rt_read, operands.rs_read};
  assign hazard  = ((rs_read & ex_match) != '0 && ex_control.unit == UnitLoad)
                   || ((rs_read & wb_match) != '0 && !wb_done);

  // Execute

  typedef struct packed {
    control_t    control;
    logic        memory; // the unit is UnitLoad or UnitStore
    logic        slot;   // it is in a delay slot
    logic [31:0] pc;
    logic [31:0] instr;
    logic [31:0] a;
    logic [31:0] b;
  } execute_t;

  execute_t ex_q;
  assign ex_control = ex_q.control;

  unit_e unit;
  logic  is_jump, is_memory;
  assign unit      = ex_control.unit;
  assign is_jump   = unit inside {UnitBranch, UnitJump, UnitJumpReg};
  assign is_memory = ex_q.memory;

  assign ex_next = !ex_valid_q || advance;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ex_valid_q <= 1'b0;
      ex_q       <= '0;
    end else if (trap) begin
      ex_valid_q <= 1'b0;
    end else if (ex_next) begin
      ex_valid_q <= id_go && !nullify;
      if (id_go) begin
        ex_q <= '{
          control: id_control,
          memory:  id_control.unit inside {UnitLoad, UnitStore},
          slot:    advance && is_jump,
          pc:      id_q.pc,
          instr:   id_q.instr,
          a:       rs[0],
          b:       operands.immediate ? operands.value : rs[1]
        };
      end
    end
  end

  // Arithmetic

  logic [31:0] alu_result, rotated, stay;
  logic        less, equal, overflow;
  mips_alu #(.Ise(Extension)) u_alu (
    .op_i      (ex_control.alu_op),
    .a_i       (ex_q.a),
    .b_i       (ex_q.b),
    .less_o    (less),
    .equal_o   (equal),
    .overflow_o(overflow),
    .rotated_o (rotated),
    .stay_o    (stay),
    .result_o  (alu_result)
  );

  // The address of an access, or a branch's target: from its delay slot on

  logic [31:0] base, offset, address;
  assign base    = is_memory ? ex_q.a : ex_q.pc;
  assign offset  = is_memory ? 32'(signed'(ex_q.instr[15:0]))
                             : 32'(signed'({ex_q.instr[15:0], 2'b11}));
  assign address = base + offset + 32'(!is_memory);

  // What happens to the instruction in this cycle

  logic        go;         // it may take effect: all before it is done or will be
  logic        irq, take_irq, exception, misaligned;
  logic        wb_fault, data_pending_q;
  logic        hilo_ready, aux_hazard;
  logic [31:0] hilo_result;

  assign go       = ex_valid_q && (!wb_valid_q || wb_done) && !wb_fault && !aux_hazard;
  // What memory has begun goes on.
  assign take_irq = ex_valid_q && (!wb_valid_q || wb_done) && !wb_fault && irq && !data_pending_q;

  assign exception = unit == UnitException || (is_memory && misaligned);
  assign trap      = wb_fault || take_irq || (go && exception);

  always_comb begin
    advance = go && !take_irq && !exception;
    unique case (unit)
      UnitLoad, UnitStore:               if (!data_gnt_i) advance = 1'b0;
      UnitHilo:                          if (!hilo_ready) advance = 1'b0;
      // The delay slot goes with it.
      UnitBranch, UnitJump, UnitJumpReg: if (!id_valid_q) advance = 1'b0;
      default:                           ;
    endcase
  end

  mips_hilo u_hilo (
    .clk_i,
    .rst_ni,
    .valid_i (go && !take_irq && unit == UnitHilo),
    .ready_o (hilo_ready),
    .op_i    (ex_control.hilo_op),
    .signed_i(ex_control.is_signed),
    .a_i     (ex_q.a),
    .b_i     (ex_q.b),
    .result_o(hilo_result)
  );

  // Branches, jumps and traps

  logic taken, negative, holds;
  assign negative = ex_q.a[31];
  always_comb begin
    unique case (ex_control.condition)
      IfEqual:       taken = equal;
      IfNotEqual:    taken = !equal;
      IfNegative:    taken = negative;
      IfNotNegative: taken = !negative;
      IfNotPositive: taken = negative || equal;
      default:       taken = !negative && !equal;
    endcase
    unique case (ex_control.condition)
      IfEqual:    holds = equal;
      IfNotEqual: holds = !equal;
      IfLess:     holds = less;
      default:    holds = !less;
    endcase
  end

  assign nullify  = advance && (unit == UnitEret
                                || (unit == UnitBranch && ex_control.likely && !taken));
  assign redirect = trap || (advance && (unit inside {UnitJump, UnitJumpReg, UnitEret}
                                         || (unit == UnitBranch && taken)));

  logic [31:0] epc, link;
  assign link = pc_q;  // fetch stands behind the delay slot
  always_comb begin
    unique case (unit)
      UnitJump:    target = {id_q.pc[31:28], ex_q.instr[25:0], 2'b00};
      UnitJumpReg: target = ex_q.a;
      UnitEret:    target = epc;
      default:     target = address;
    endcase
    if (trap) target = Vector;
  end

  // Coprocessor 0

  code_e       code, wb_code;
  logic [31:0] cp0_rdata, ex_restart;
  logic [31:2] wb_restart_q;
  logic        wb_slot_q;
  // Where a handler returns to: the branch, for what is in a delay slot
  assign ex_restart = {ex_q.pc[31:2] - 30'(ex_q.slot), ex_q.pc[1:0]};
  always_comb begin
    code = ex_control.code;
    if (is_memory) code = (unit == UnitLoad) ? ExcAdEL : ExcAdES;
    if (take_irq)  code = ExcInt;
    if (wb_fault)  code = wb_code;
  end

  mips_cp0 u_cp0 (
    .clk_i,
    .rst_ni,
    .write_i   (advance && unit == UnitMtc0),
    .addr_i    (ex_q.instr[15:11]),
    .select_i  (ex_q.instr[2:0]),
    .wdata_i   (ex_q.b),
    .rdata_o   (cp0_rdata),
    .trap_i    (trap),
    .code_i    (code),
    .epc_i     (wb_fault ? {wb_restart_q, 2'b00} : ex_restart),
    .slot_i    (wb_fault ? wb_slot_q : ex_q.slot),
    .badvaddr_i(is_memory ? address : ex_q.pc),
    .eret_i    (advance && unit == UnitEret),
    .epc_o     (epc),
    .irq_external_i,
    .irq_timer_i,
    .irq_software_i,
    .irq_o     (irq)
  );

  // Memory

  logic [31:0] aux_wdata;
  assign data_req_o  = go && !take_irq && !exception && is_memory;
  assign data_addr_o = {address[31:2], 2'b00};
  assign data_we_o   = unit == UnitStore;
  core_store u_store (
    .size_i      (ex_control.size),
    .offset_i    (address[1:0]),
    .data_i      (ex_control.copro ? aux_wdata : ex_q.b),
    .misaligned_o(misaligned),
    .be_o        (data_be_o),
    .wdata_o     (data_wdata_o)
  );

  // Results

  logic [31:0] native_result, aux_result;
  always_comb begin
    unique case (unit)
      UnitHilo:                          ex_result = hilo_result;
      UnitBranch, UnitJump, UnitJumpReg: ex_result = link;
      UnitMfc0:                          ex_result = cp0_rdata;
      UnitNative:                        ex_result = native_result;
      UnitCopro, UnitStore:              ex_result = aux_result;
      default:                           ex_result = alu_result;
    endcase
    // A move compares with zero, which is a register's number for a branch.
    ex_write = ex_control.write
               && (unit != UnitMove || (ex_q.b == '0) == (ex_control.condition == IfEqual));
  end

  // Writeback

  logic        wb_memory_q, wb_write_aux_q;
  logic        wb_overflow_q, wb_trap_q;  // which traps now
  logic [1:0]  wb_size_q, wb_offset_q;
  logic        wb_signed_q;
  logic [31:0] wb_result_q, load_data;

  assign wb_done  = !wb_memory_q || data_rvalid_i;
  assign wb_fault = wb_valid_q && (wb_overflow_q || wb_trap_q
                                   || (wb_memory_q && data_rvalid_i && data_err_i));
  always_comb begin
    wb_code = ExcDBE;
    if (wb_overflow_q) wb_code = ExcOv;
    if (wb_trap_q)     wb_code = ExcTr;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wb_valid_q     <= 1'b0;
      wb_memory_q    <= 1'b0;
      wb_load_q      <= 1'b0;
      wb_write_q     <= 1'b0;
      wb_write_aux_q <= 1'b0;
      wb_overflow_q  <= 1'b0;
      wb_trap_q      <= 1'b0;
      wb_rd_q        <= '0;
      wb_size_q      <= '0;
      wb_signed_q    <= 1'b0;
      wb_offset_q    <= '0;
      wb_result_q    <= '0;
      wb_restart_q   <= '0;
      wb_slot_q      <= 1'b0;
      data_pending_q <= 1'b0;
    end else begin
      data_pending_q <= data_req_o && !data_gnt_i;
      if (advance) begin
        wb_valid_q     <= 1'b1;
        wb_memory_q    <= is_memory;
        wb_load_q      <= unit == UnitLoad;
        wb_write_q     <= ex_write;
        wb_write_aux_q <= ex_control.write_aux;
        wb_overflow_q  <= unit == UnitAlu && ex_control.overflow && overflow;
        wb_trap_q      <= unit == UnitTrap && holds;
        wb_rd_q        <= ex_control.rd;
        wb_size_q      <= ex_control.size;
        wb_signed_q    <= ex_control.is_signed;
        wb_offset_q    <= address[1:0];
        wb_result_q    <= ex_result;
        wb_restart_q   <= ex_restart[31:2];
        wb_slot_q      <= ex_q.slot;
      end else if (wb_done) begin
        wb_valid_q <= 1'b0;
      end
    end
  end

  core_load u_load (
    .size_i    (wb_size_q),
    .unsigned_i(!wb_signed_q),
    .offset_i  (wb_offset_q),
    .rdata_i   (data_rdata_i),
    .data_o    (load_data)
  );
  assign rf_wdata = wb_load_q ? load_data : wb_result_q;
  assign rf_write = wb_valid_q && wb_done && wb_write_q && !wb_fault;

  // Extension

  if (Extension == IseNative) begin : gen_native
    mips_native u_native (
      .clk_i,
      .rst_ni,
      .instr_i  (ex_q.instr),
      .advance_i(advance && unit == UnitNative),
      .rotated_i(rotated),
      .stay_i   (stay),
      .far_i    (ex_q.b[5]),
      .result_o (native_result)
    );
  end else begin : gen_no_native
    assign native_result = '0;
    logic unused_native;
    assign unused_native = ^{rotated, stay};
  end

  if (Extension == IseCopro) begin : gen_copro
    mips_copro u_copro (
      .clk_i,
      .rst_ni,
      .instr_i (ex_q.instr),
      .rt_i    (ex_q.b),
      .hazard_o(aux_hazard),
      .wdata_o (aux_wdata),
      .result_o(aux_result),
      .valid_i (wb_valid_q && wb_write_aux_q),
      .write_i (wb_valid_q && wb_write_aux_q && wb_done && !wb_fault),
      .waddr_i (wb_rd_q[2:0]),
      .result_i(wb_result_q),
      .wdata_i (rf_wdata)
    );
  end else begin : gen_no_copro
    assign aux_hazard = 1'b0;
    assign aux_wdata  = '0;
    assign aux_result = '0;
    logic unused_copro;
    assign unused_copro = wb_write_aux_q;
  end

`ifndef SYNTHESIS
  // A branch advances with its delay slot.
  assert property (@(posedge clk_i) advance && is_jump |-> id_go);
`endif

  logic unused_word;
  assign unused_word = ^{word[1], word_error[1]};

`ifdef RVFI
  // Operands as the instruction names them
  typedef struct packed {
    logic [4:0]  rs1_addr;
    logic [4:0]  rs2_addr;
    logic [31:0] rs1_rdata;
    logic [31:0] rs2_rdata;
  } sources_t;

  sources_t ex_sources_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ex_sources_q <= '0;
    end else if (id_go) begin
      ex_sources_q <= '{
        rs1_addr:  rs_read[0] ? rs_addr[0] : '0,
        rs2_addr:  rs_read[1] ? rs_addr[1] : '0,
        rs1_rdata: rs_read[0] ? rs[0] : '0,
        rs2_rdata: rs_read[1] ? rs[1] : '0
      };
    end
  end

  logic [31:0] next;
  always_comb begin
    next = (id_valid_q && !nullify) ? id_q.pc : pc_q;
    if (trap || unit == UnitEret) next = target;
  end

  core_rvfi u_rvfi (
    .clk_i,
    .rst_ni,
    .interrupt_i(take_irq),
    .leave_i    (advance || (go && !take_irq && exception)),
    .trap_i     (go && !take_irq && exception),
    .record_i   ('{
      insn:      ex_q.instr,
      rs1_addr:  ex_sources_q.rs1_addr,
      rs2_addr:  ex_sources_q.rs2_addr,
      rs1_rdata: ex_sources_q.rs1_rdata,
      rs2_rdata: ex_sources_q.rs2_rdata,
      pc_rdata:  ex_q.pc,
      pc_wdata:  next,
      mem_addr:  (is_memory && !exception) ? data_addr_o : '0,
      mem_rmask: (unit == UnitLoad && !exception) ? data_be_o : '0,
      mem_wmask: (unit == UnitStore && !exception) ? data_be_o : '0,
      mem_wdata: data_wdata_o
    }),
    .done_i     (wb_valid_q && wb_done),
    .fault_i    (wb_fault),
    .fault_pc_i (Vector),
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
`endif

endmodule

`default_nettype wire
