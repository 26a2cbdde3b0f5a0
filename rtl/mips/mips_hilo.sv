// SPDX-License-Identifier: Apache-2.0
//
// Registers HI and LO, and what works on them.
//
//   Instruction              Cycles in the execute stage
//   mult(u), madd(u), msub(u)  5
//   mul                        5; HI and LO stay
//   div(u)                     1; HI and LO are there 35 cycles later
//   mfhi, mflo, mthi, mtlo     1
//
// All but mul wait for a division. An instruction may be withdrawn until it is ready.

`default_nettype none

module mips_hilo
  import mips_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        valid_i,
  output logic        ready_o,   // it takes effect in this cycle
  input  hilo_op_e    op_i,
  input  logic        signed_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic [31:0] result_o
);

  logic [31:0] hi_q, lo_q;

  // Division: LO is written when it is done, HI in the next cycle.
  logic        div_busy, div_done, div_done_q, busy;
  logic [31:0] div_result;
  core_divide u_divide (
    .clk_i,
    .rst_ni,
    .start_i    (valid_i && ready_o && op_i == HiloDiv),
    .signed_i,
    .a_i,
    .b_i,
    .busy_o     (div_busy),
    .done_o     (div_done),
    .remainder_i(div_done_q),
    .result_o   (div_result)
  );
  assign busy = div_busy || div_done_q;

  logic        product, mul_done;
  logic [63:0] mul_product;
  assign product = op_i inside {HiloMult, HiloMadd, HiloMsub};
  mips_multiply u_multiply (
    .clk_i,
    .rst_ni,
    .run_i       (valid_i && ((product && !busy) || op_i == HiloMul)),
    .signed_i,
    .accumulate_i(op_i inside {HiloMadd, HiloMsub}),
    .subtract_i  (op_i == HiloMsub),
    .a_i,
    .b_i,
    .addend_i    ({hi_q, lo_q}),
    .done_o      (mul_done),
    .product_o   (mul_product)
  );

  always_comb begin
    ready_o = (product || op_i == HiloMul) ? mul_done : !busy;
    unique case (op_i)
      HiloMfhi: result_o = hi_q;
      HiloMflo: result_o = lo_q;
      default:  result_o = mul_product[31:0];
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hi_q       <= '0;
      lo_q       <= '0;
      div_done_q <= 1'b0;
    end else begin
      div_done_q <= div_done;
      if (div_done)   lo_q <= div_result;
      if (div_done_q) hi_q <= div_result;
      if (valid_i && ready_o) begin
        if (product)          {hi_q, lo_q} <= mul_product;
        if (op_i == HiloMthi) hi_q <= a_i;
        if (op_i == HiloMtlo) lo_q <= a_i;
      end
    end
  end

`ifndef SYNTHESIS
  OneWriter_A : assert property (@(posedge clk_i)
    $onehot0({div_done, div_done_q, valid_i && ready_o && op_i != HiloMul}));
`endif

endmodule

`default_nettype wire
