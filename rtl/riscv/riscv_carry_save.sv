// SPDX-License-Identifier: Apache-2.0
//
// Adds numbers up to two, whose sum is theirs: levels of full adders, each of which makes two rows
// of three, and no carry travels along a row.

`default_nettype none

module riscv_carry_save #(
  parameter int unsigned Rows  = 3,
  parameter int unsigned Width = 8
) (
  input  logic [Rows-1:0][Width-1:0] rows_i,
  output logic [1:0][Width-1:0]      rows_o   // modulo 2^Width
);

  if (Rows < 2) begin : gen_bad_rows
    $fatal(1, "riscv_carry_save: Rows is %0d; 2 and more are allowed", Rows);
  end

  if (Rows == 2) begin : gen_done
    assign rows_o = rows_i;
  end else begin : gen_level
    localparam int unsigned Threes = Rows / 3;
    localparam int unsigned Left   = Rows - Threes;  // 2 for each three, and the others

    logic [Left-1:0][Width-1:0] left;
    for (genvar i = 0; i < Threes; i++) begin : gen_adders
      logic [Width-1:0] a, b, c, carry;
      assign {c, b, a}   = rows_i[3*i+:3];
      assign carry       = (a & b) | (a & c) | (b & c);
      assign left[2*i]   = a ^ b ^ c;
      assign left[2*i+1] = {carry[Width-2:0], 1'b0};
      logic unused_carry;
      assign unused_carry = carry[Width-1];
    end
    for (genvar i = 3 * Threes; i < Rows; i++) begin : gen_passed
      assign left[i-Threes] = rows_i[i];
    end

    riscv_carry_save #(.Rows(Left), .Width(Width)) u_next (
      .rows_i(left),
      .rows_o
    );
  end

endmodule

`default_nettype wire
