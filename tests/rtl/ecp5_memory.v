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

  genvar port;
  generate
    if (WIDTH_A == 36) begin
      wire [8:0]  row = addr_a[13:5], read_row = addr_b[13:5];
      reg  [35:0] read = 0;
      always @(posedge clk_a) if (ce_a && we_a) begin
        if (addr_a[0]) ram[{row, 1'b0}][8:0] <= data_a[8:0];
        if (addr_a[1]) ram[{row, 1'b0}][17:9] <= data_a[17:9];
        if (addr_a[2]) ram[{row, 1'b1}][8:0] <= data_b[8:0];
        if (addr_a[3]) ram[{row, 1'b1}][17:9] <= data_b[17:9];
      end
      always @(posedge clk_b) if (ce_b) read <= {ram[{read_row, 1'b1}], ram[{read_row, 1'b0}]};
      assign {out_b, out_a} = read;
    end else begin
      for (port = 0; port < 2; port = port + 1) begin
        localparam [31:0] WIDTH = port ? WIDTH_B : WIDTH_A;
        wire        clk = port ? clk_b : clk_a, ce = port ? ce_b : ce_a, we = port ? we_b : we_a;
        wire [13:0] addr = port ? addr_b : addr_a;
        wire [17:0] data = port ? data_b : data_a;
        wire [9:0]  row = addr[13:4];
        // The word's lowest bit in the row
        wire [4:0]  low = WIDTH == 18 ? 5'd0 : 5'd9 * addr[3] + (WIDTH == 9 ? 5'd0 : addr[2:0] & -WIDTH);
        reg  [17:0] read = 0;
        reg  [4:0]  read_low = 0;
        always @(posedge clk) if (ce) begin
          if (!we) begin
            read     <= ram[row];
            read_low <= low;
          end else if (WIDTH == 18) begin
            if (addr[0]) ram[row][8:0] <= data[8:0];
            if (addr[1]) ram[row][17:9] <= data[17:9];
          end else ram[row][low+:WIDTH] <= data[WIDTH-1:0];
        end
        if (port) assign out_b = read >> read_low;
        else assign out_a = read >> read_low;
      end
    end
  endgenerate
endmodule
