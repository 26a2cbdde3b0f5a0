// SPDX-License-Identifier: Apache-2.0
//
// What the execute stage computes: the address of an access or a branch's target, conditions, and
// the result that goes to the writeback stage.

`default_nettype none

module mips_execute
  import mips_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  execute_t    ex_i,
  input  logic [31:0] link_i,           // the address behind the delay slot
  // Results from elsewhere
  input  logic [31:0] cp0_rdata_i,
  input  logic [31:0] native_result_i,
  input  logic [31:0] aux_result_i,
  // HI and LO
  input  logic        hilo_valid_i,
  output logic        hilo_ready_o,
  // Results
  output logic [31:0] address_o,
  output logic        taken_o,          // the branch's condition holds
  output logic        overflows_o,      // it traps by overflow
  output logic        holds_o,          // it traps by its condition
  output logic        write_o,          // it writes rd
  output logic [31:0] rotated_o,        // of the shifter, for the native extension
  output logic [31:0] stay_o,
  output logic [31:0] result_o
);

  unit_e unit;
  assign unit = ex_i.control.unit;

  logic [31:0] alu_result;
  logic        less, equal, overflow;
  mips_alu u_alu (
    .op_i      (ex_i.control.alu_op),
    .a_i       (ex_i.a),
    .b_i       (ex_i.b),
    .less_o    (less),
    .equal_o   (equal),
    .overflow_o(overflow),
    .rotated_o,
    .stay_o,
    .result_o  (alu_result)
  );

  logic [31:0] hilo_result;
  mips_hilo u_hilo (
    .clk_i,
    .rst_ni,
    .valid_i (hilo_valid_i),
    .ready_o (hilo_ready_o),
    .op_i    (ex_i.control.hilo_op),
    .signed_i(ex_i.control.is_signed),
    .a_i     (ex_i.a),
    .b_i     (ex_i.b),
    .result_o(hilo_result)
  );

  // A branch's offset counts from its delay slot on: 4 more, of which 1 is the adder's carry and 3
  // are the offset's lowest bits.
  logic [31:0] base, offset;
  assign base      = ex_i.memory ? ex_i.a : ex_i.pc;
  assign offset    = ex_i.memory ? 32'(signed'(ex_i.instr[15:0]))
                                 : 32'(signed'({ex_i.instr[15:0], 2'b11}));
  assign address_o = base + offset + 32'(!ex_i.memory);

  // Conditions: a branch compares two registers, or one with zero.
  logic negative, holds;
  assign negative = ex_i.a[31];
  always_comb begin
    unique case (ex_i.control.condition)
      IfEqual:       taken_o = equal;
      IfNotEqual:    taken_o = !equal;
      IfNegative:    taken_o = negative;
      IfNotNegative: taken_o = !negative;
      IfNotPositive: taken_o = negative || equal;
      default:       taken_o = !negative && !equal;
    endcase
    unique case (ex_i.control.condition)
      IfEqual:    holds = equal;
      IfNotEqual: holds = !equal;
      IfLess:     holds = less;
      default:    holds = !less;
    endcase
  end
  assign overflows_o = unit == UnitAlu && ex_i.control.overflow && overflow;
  assign holds_o     = unit == UnitTrap && holds;

  always_comb begin
    unique case (unit)
      UnitHilo:                          result_o = hilo_result;
      UnitBranch, UnitJump, UnitJumpReg: result_o = link_i;
      UnitMfc0:                          result_o = cp0_rdata_i;
      UnitNative:                        result_o = native_result_i;
      UnitCopro, UnitStore:              result_o = aux_result_i;
      default:                           result_o = alu_result;
    endcase
    // movz and movn compare b alone, with zero.
    write_o = ex_i.control.write
              && (unit != UnitMove || (ex_i.b == '0) == (ex_i.control.condition == IfEqual));
  end

  logic unused;
  assign unused = ^{ex_i.control, ex_i.slot, ex_i.instr[31:16]};

endmodule

`default_nettype wire
