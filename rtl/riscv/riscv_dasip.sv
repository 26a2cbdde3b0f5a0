// SPDX-License-Identifier: Apache-2.0
//
// The auxiliary registers of DASIP (Rao et al. 2018, table 3; see docs/isa.md) and what is done
// with them.
//
//   execute    the offsets of the accessed word from rs1; the word that is stored
//   writeback  the operation on 64 bits, and the loaded half, go to their registers
//
// Nothing is written before the writeback stage, where it is known whether memory gave an error: a
// bundle takes effect as a whole or not at all. An operation reads its registers there as well, so
// it never waits for what was loaded or computed before it. A store reads in the execute stage: it
// waits for a cycle when the instruction before it changes its register.

`default_nettype none

module riscv_dasip
  import isa_dasip_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic [31:0] instr_i,
  input  logic [31:0] rs1_i,
  input  logic [31:0] rs2_i,
  input  logic        advance_i,  // the instruction leaves for the writeback stage
  output logic [31:0] result_o,        // of an instruction that writes rd
  output logic [31:0] row_offset_o,    // of the word that it accesses: from rs1,
  output logic [31:0] index_offset_o,  // and further
  output logic [31:0] wdata_o,
  output logic        hazard_o,   // what it stores is not there yet
  // Writeback stage
  input  logic        valid_i,    // it has an instruction
  input  logic        done_i,     // ... that takes effect in this cycle
  input  logic [31:0] rdata_i
);

  localparam int unsigned Registers = 6;

  typedef enum logic [2:0] {
    OperateNone,
    OperateXor,
    OperateNandxor,
    OperateRotl,
    OperateMvar
  } operate_e;

  typedef struct packed {
    operate_e   operate;
    logic [2:0] opd, ops1, ops2;
    logic [5:0] amount;
    logic       load;
    logic       high;
    logic [2:0] ard;    // of the access
  } writeback_t;

  writeback_t  ex, wb_q;
  logic [63:0] ar_q[Registers];

  // Execute

  dasip_op_e op;
  logic      store, modulo, bundle;
  assign op = dasip_decode(instr_i);

  always_comb begin
    unique case (op)
      DasipXor, DasipLdhw32s5iXor, DasipSthw32s5iXor:             ex.operate = OperateXor;
      DasipNandxor, DasipLdhw32s5iNandxor, DasipSthw32s5iNandxor: ex.operate = OperateNandxor;
      DasipRotl, DasipLdhw32s5iRotl, DasipSthw32s5iRotl:          ex.operate = OperateRotl;
      DasipMvar, DasipLdhw32s5iMvar, DasipSthw32s5iMvar:          ex.operate = OperateMvar;
      default:                                                    ex.operate = OperateNone;
    endcase
    bundle = op inside {DasipLdhw32s5iXor, DasipSthw32s5iXor, DasipLdhw32s5iRotl,
                        DasipSthw32s5iRotl, DasipLdhw32s5iMvar, DasipSthw32s5iMvar,
                        DasipLdhw32s5iNandxor, DasipSthw32s5iNandxor};
    modulo = op inside {DasipLdlw32m5i, DasipLdhw32m5i, DasipStlw32m5i, DasipSthw32m5i};
    store  = op inside {DasipStlw32s5i, DasipSthw32s5i, DasipStlw32m5i, DasipSthw32m5i,
                        DasipSthw32s5iXor, DasipSthw32s5iRotl, DasipSthw32s5iMvar,
                        DasipSthw32s5iNandxor};
    ex.load = op inside {DasipLdlw32s5i, DasipLdhw32s5i, DasipLdlw32m5i, DasipLdhw32m5i,
                         DasipLdhw32s5iXor, DasipLdhw32s5iRotl, DasipLdhw32s5iMvar,
                         DasipLdhw32s5iNandxor};
    ex.high = !(op inside {DasipLdlw32s5i, DasipLdlw32m5i, DasipStlw32s5i, DasipStlw32m5i});
    ex.ard  = get_ard(instr_i);
    if (bundle) begin
      ex.opd    = get_opd(instr_i);
      ex.ops1   = (ex.operate == OperateRotl) ? get_opd(instr_i) : get_ops1(instr_i);
      ex.ops2   = get_ops2(instr_i);
      ex.amount = get_amount(instr_i);
    end else begin
      ex.opd    = get_ard(instr_i);
      ex.ops1   = get_ars1(instr_i);
      ex.ops2   = get_ars2(instr_i);
      ex.amount = rs2_i[5:0];
    end
  end

  // Only hmask writes rd.
  assign result_o = {26'b0, rs1_i[6:1]};

  // Lane 5 * rs2 + index of the state, or (rs2 + step) mod 5 of a plane, as two offsets: the first
  // comes late, so it is left to the adder of addresses to add the second.
  logic [2:0] row;
  logic [3:0] step;
  logic [4:0] index, lane;
  assign row   = rs2_i[2:0];
  assign step  = get_step(instr_i);
  assign index = modulo ? '0 : bundle ? 5'(get_near(instr_i)) : get_index(instr_i);
  assign lane  = 5'(row) + 5'(step);
  assign row_offset_o   = modulo ? {26'b0, 3'(lane % 5'd5), 3'b000}
                                 : {23'b0, 6'({row, 2'b00}) + 6'(row), 3'b000};
  assign index_offset_o = {24'b0, index, ex.high, 2'b00};

  logic [63:0] stored;
  assign stored   = (ex.ard < 3'(Registers)) ? ar_q[ex.ard] : '0;
  assign wdata_o  = ex.high ? stored[63:32] : stored[31:0];
  assign hazard_o = store && valid_i && ((wb_q.load && wb_q.ard == ex.ard)
                                         || (wb_q.operate != OperateNone && wb_q.opd == ex.ard));

  // Writeback

  logic [63:0] a, b, d, rotated, result;
  always_comb begin
    a = (wb_q.ops1 < 3'(Registers)) ? ar_q[wb_q.ops1] : '0;
    b = (wb_q.ops2 < 3'(Registers)) ? ar_q[wb_q.ops2] : '0;
    d = (wb_q.opd < 3'(Registers)) ? ar_q[wb_q.opd] : '0;
    rotated = 64'({a, a} >> (7'd64 - 7'(wb_q.amount)));
    unique case (wb_q.operate)
      OperateXor:     result = a ^ b;
      OperateNandxor: result = d ^ (~a & b);
      OperateRotl:    result = rotated;
      default:        result = a;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wb_q <= '{operate: OperateNone, default: '0};
    end else if (advance_i) begin
      wb_q <= ex;
    end
  end

  for (genvar i = 0; i < Registers; i++) begin : gen_register
    logic operate, low, high;
    assign operate = done_i && wb_q.operate != OperateNone && wb_q.opd == 3'(i);
    assign low     = done_i && wb_q.load && wb_q.ard == 3'(i) && !wb_q.high;
    assign high    = done_i && wb_q.load && wb_q.ard == 3'(i) && wb_q.high;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ar_q[i] <= '0;
      end else begin
        if (operate || low)  ar_q[i][31:0]  <= low ? rdata_i : result[31:0];
        if (operate || high) ar_q[i][63:32] <= high ? rdata_i : result[63:32];
      end
    end
  end

  logic unused_operands;
  assign unused_operands = ^{rs1_i[31:7], rs1_i[0], rs2_i[31:6]};

`ifndef SYNTHESIS
  for (genvar i = 0; i < Registers; i++) begin : gen_check
    BothWrite_C : cover property (@(posedge clk_i)
      gen_register[i].operate && (gen_register[i].low || gen_register[i].high));
  end
  TakesEffectInWriteback_A : assert property (@(posedge clk_i) done_i |-> valid_i);
  StoreWaits_C : cover property (@(posedge clk_i) advance_i && store && !hazard_o && valid_i);
  Hazard_C : cover property (@(posedge clk_i) hazard_o);
`endif

endmodule

`default_nettype wire
