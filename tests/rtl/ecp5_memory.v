// SPDX-License-Identifier: Apache-2.0
//
// What a block memory of ECP5 does, without registers of its own: two ports of 1, 2, 4, 9 or 18 bits, or
// with 36 one that writes and one that reads. A port that writes holds what it has read. Rows have 18 bits;
// words of less than 9 have none in the last of each 9.

module ecp5_memory(
  input         clk_a, ce_a, we_a,
  input  [13:0] addr_a,
  input  [17:0] data_a,
  output [17:0] out_a,
  input         clk_b, ce_b, we_b,
  input  [13:0] addr_b,
  input  [17:0] data_b,
  output [17:0] out_b
);
  parameter [31:0] WIDTH_A = 18;
  parameter [31:0] WIDTH_B = 18;
  parameter [64*320-1:0] INIT = 0;  // rows of 18 bits, each in 20

  reg [17:0] ram[0:1023];
  integer i;
  initial for (i = 0; i < 1024; i = i + 1) ram[i] = INIT[20*i+:18];

  reg [35:0] read_a = 0, read_b = 0;
  generate
    if (WIDTH_A == 36) begin
      wire [8:0] row = addr_a[13:5];
      always @(posedge clk_a) if (ce_a && we_a) begin
        if (addr_a[0]) ram[{row, 1'b0}][8:0] <= data_a[8:0];
        if (addr_a[1]) ram[{row, 1'b0}][17:9] <= data_a[17:9];
        if (addr_a[2]) ram[{row, 1'b1}][8:0] <= data_b[8:0];
        if (addr_a[3]) ram[{row, 1'b1}][17:9] <= data_b[17:9];
      end
      always @(posedge clk_b) if (ce_b) read_b <= {ram[{addr_b[13:5], 1'b1}], ram[{addr_b[13:5], 1'b0}]};
      assign {out_a, out_b} = {read_b[17:0], read_b[35:18]};
    end else begin
      wire [9:0] row_a = addr_a[13:4], row_b = addr_b[13:4];
      // A word's lowest bit in the row
      wire [4:0] low_a = WIDTH_A == 18 ? 5'd0 : 5'd9 * addr_a[3] + (WIDTH_A == 9 ? 5'd0 : addr_a[2:0] & -WIDTH_A);
      wire [4:0] low_b = WIDTH_B == 18 ? 5'd0 : 5'd9 * addr_b[3] + (WIDTH_B == 9 ? 5'd0 : addr_b[2:0] & -WIDTH_B);
      reg  [4:0] read_low_a = 0, read_low_b = 0;
      always @(posedge clk_a) if (ce_a) begin
        if (!we_a) begin
          read_a     <= ram[row_a];
          read_low_a <= low_a;
        end else if (WIDTH_A == 18) begin
          if (addr_a[0]) ram[row_a][8:0] <= data_a[8:0];
          if (addr_a[1]) ram[row_a][17:9] <= data_a[17:9];
        end else ram[row_a][low_a+:WIDTH_A] <= data_a[WIDTH_A-1:0];
      end
      always @(posedge clk_b) if (ce_b) begin
        if (!we_b) begin
          read_b     <= ram[row_b];
          read_low_b <= low_b;
        end else if (WIDTH_B == 18) begin
          if (addr_b[0]) ram[row_b][8:0] <= data_b[8:0];
          if (addr_b[1]) ram[row_b][17:9] <= data_b[17:9];
        end else ram[row_b][low_b+:WIDTH_B] <= data_b[WIDTH_B-1:0];
      end
      assign out_a = read_a >> read_low_a;
      assign out_b = read_b >> read_low_b;
    end
  endgenerate
endmodule
