// SPDX-License-Identifier: Apache-2.0
//
// mul, mulh, mulhsu, mulhu: one a cycle, the product in the cycle after. Behind the register two
// numbers are left to be added: what levels of full adders leave, or, with the macro CARRY_CHAINS, two
// products of half the width, for which FPGAs have multipliers.
//
// `AltOps` puts what riscv-formal (RISCV_FORMAL_ALTOPS) expects in place of a product, so that a
// proof over whole instructions need not reason about multiplication: the sum of the operands, for
// mulhsu their difference, XOR a constant that tells the instruction.

`default_nettype none

module riscv_multiply #(
  parameter int unsigned Width  = 32,    // of an operand, even; not 32 for a proof over all of them
  parameter bit          AltOps = 1'b0,  // for a proof
`ifdef CARRY_CHAINS
  parameter bit          CarrySave = 1'b0
`else
  parameter bit          CarrySave = 1'b1
`endif
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             start_i,
  input  logic [1:0]       op_i,      // funct3[1:0]
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] result_o   // of what started in the cycle before
);

  localparam int unsigned Half = Width / 2;

  if (Width < 2 || Width % 2 != 0) begin : gen_bad_width
    $fatal(1, "riscv_multiply: Width is %0d; even numbers from 2 on are allowed", Width);
  end
  if (AltOps && Width != 32) begin : gen_bad_alternative
    $fatal(1, "riscv_multiply: Width is %0d; with AltOps, 32 is allowed", Width);
  end

  if (AltOps) begin : gen_alternative
    logic [Width-1:0] result_d;
    always_comb begin
      unique case (op_i)
        2'b00:   result_d = Width'((a_i + b_i) ^ 32'h5876_063e);
        2'b01:   result_d = Width'((a_i + b_i) ^ 32'hf658_3fb7);
        2'b10:   result_d = Width'((a_i - b_i) ^ 32'hecfb_e137);
        default: result_d = Width'((a_i + b_i) ^ 32'h949c_e5e8);
      endcase
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)      result_o <= '0;
      else if (start_i) result_o <= result_d;
    end
  end else if (CarrySave) begin : gen_carry_save
    // Booth's digits of the second operand, from -2 to 2, at every other bit. Each makes a row: that
    // multiple of the first operand. A negative one is complemented, and the one that is then
    // missing is a bit of the last row. The sign of a row is inverted and weighs as much as its
    // other bits; what that is too much for all rows is a constant in the last row.
    localparam int unsigned Digits = Half + 1;
    localparam int unsigned Wide   = 2 * Width;

    function automatic logic [Wide-1:0] excess();
      logic [Wide-1:0] sum;
      sum = '0;
      for (int unsigned k = 0; k < Digits; k++) sum = sum - (Wide'(1'b1) << (Width + 1 + 2 * k));
      return sum;
    endfunction

    logic [Width:0]            a;
    logic [2*Digits:0]         b;
    logic [Digits:0][Wide-1:0] rows;
    assign a = {a_i[Width-1] && op_i != 2'b11, a_i};
    assign b = {{2{b_i[Width-1] && !op_i[1]}}, b_i, 1'b0};

    for (genvar k = 0; k < Digits; k++) begin : gen_row
      logic             one, two, negative;
      logic [Width+1:0] multiple;
      assign one      = b[2*k+1] ^ b[2*k];
      assign two      = b[2*k+:3] inside {3'b100, 3'b011};
      assign negative = b[2*k+2];
      assign multiple = (({Width+2{one}} & {a[Width], a}) | ({Width+2{two}} & {a, 1'b0}))
                        ^ {Width+2{negative}};
      assign rows[k]  = Wide'({!multiple[Width+1], multiple[Width:0]}) << (2 * k);
    end
    always_comb begin
      rows[Digits] = excess();
      for (int unsigned k = 0; k < Digits; k++) rows[Digits][2*k] = b[2*k+2];
    end

    logic [1:0][Wide-1:0] rows_d;
    riscv_carry_save #(.Rows(Digits + 1), .Width(Wide)) u_add (
      .rows_i(rows),
      .rows_o(rows_d)
    );

    // Few rows reach the low bits, so their sum is there before the register.
    logic                    high_q;
    logic [Half:0]           low_q;
    logic [1:0][Wide-1:Half] rows_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        high_q <= 1'b0;
        low_q  <= '0;
        rows_q <= '0;
      end else if (start_i) begin
        high_q    <= op_i != 2'b00;
        low_q     <= {1'b0, rows_d[0][Half-1:0]} + {1'b0, rows_d[1][Half-1:0]};
        rows_q[0] <= rows_d[0][Wide-1:Half];
        rows_q[1] <= rows_d[1][Wide-1:Half];
      end
    end

    logic [Wide-1:0] product;
    assign product  = {rows_q[0] + rows_q[1] + (Wide-Half)'(low_q[Half]), low_q[Half-1:0]};
    assign result_o = high_q ? product[Wide-1:Width] : product[Width-1:0];
  end else begin : gen_halves
    // A product for each half of the second operand, as an FPGA's multipliers have them.
    logic                  a_sign, b_sign, high_q;
    logic [Width+Half+1:0] lower_q, upper_q;
    assign a_sign = a_i[Width-1] && op_i != 2'b11;
    assign b_sign = b_i[Width-1] && !op_i[1];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        high_q  <= 1'b0;
        lower_q <= '0;
        upper_q <= '0;
      end else if (start_i) begin
        high_q  <= op_i != 2'b00;
        lower_q <= signed'({a_sign, a_i}) * signed'({1'b0, b_i[Half-1:0]});
        upper_q <= signed'({a_sign, a_i}) * signed'({b_sign, b_i[Width-1:Half]});
      end
    end

    logic [2*Width-1:0] product;
    assign product  = (2*Width)'(signed'(lower_q)) + {(2*Width-Half)'(upper_q), Half'(0)};
    assign result_o = high_q ? product[2*Width-1:Width] : product[Width-1:0];

    logic unused_sign;
    assign unused_sign = ^upper_q[Width+Half+1:Width+Half];
  end

endmodule

`default_nettype wire
