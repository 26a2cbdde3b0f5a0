// SPDX-License-Identifier: Apache-2.0
//
// hash_accel_regs on Wishbone (B4, pipelined), its ports those of other register blocks.
//
// The block that PeakRDL makes answers in the cycle of a request, looks at STB without CYC, and gives
// ACK together with ERR. Here a request is in registers first, so that no output depends on an input
// of the same cycle, and one of ACK and ERR answers it in the next cycle. STALL is never given.
//
// ADR counts bytes; its two lowest bits are not looked at.

`default_nettype none

module wishbone_regs (
  input  logic        clk,
  input  logic        arst_n,

  input  logic        s_wb_cyc,
  input  logic        s_wb_stb,
  input  logic        s_wb_we,
  input  logic [6:0]  s_wb_adr,
  input  logic [3:0]  s_wb_sel,
  input  logic [31:0] s_wb_dat_w,
  output logic        s_wb_stall,
  output logic        s_wb_ack,
  output logic        s_wb_err,
  output logic [31:0] s_wb_dat_r,

  input  hash_accel_regs_pkg::hash_accel_regs__in_t  hwif_in,
  output hash_accel_regs_pkg::hash_accel_regs__out_t hwif_out
);

  typedef struct packed {
    logic        we;
    logic [4:0]  adr;  // of a word
    logic [3:0]  sel;
    logic [31:0] dat;
  } request_t;

  logic     valid_q, stall, ack, err;
  request_t request_q;

  always_ff @(posedge clk or negedge arst_n) begin
    if (!arst_n) begin
      valid_q   <= 1'b0;
      request_q <= '0;
    end else begin
      valid_q <= s_wb_cyc && s_wb_stb;
      if (s_wb_stb) begin
        request_q <= '{we: s_wb_we, adr: s_wb_adr[6:2], sel: s_wb_sel, dat: s_wb_dat_w};
      end
    end
  end

  hash_accel_regs u_regs (
    .clk,
    .arst_n,
    .hwif_in,
    .hwif_out,
    .wb_cyc  (valid_q),
    .wb_stb  (valid_q),
    .wb_we   (request_q.we),
    .wb_stall(stall),
    .wb_adr  ({request_q.adr, 2'b00}),
    .wb_odat (request_q.dat),
    .wb_sel  (request_q.sel),
    .wb_ack  (ack),
    .wb_err  (err),
    .wb_idat (s_wb_dat_r)
  );

  assign s_wb_stall = 1'b0;
  assign s_wb_ack   = ack && !err;
  assign s_wb_err   = err;

  logic unused;
  assign unused = ^{s_wb_adr[1:0], stall};

`ifndef SYNTHESIS
  StallNever_A : assert property (@(posedge clk) !stall)
  else $error("wishbone_regs: the registers do not take a request at once");
  AnswerNext_A : assert property (@(posedge clk) ack == valid_q && (!err || ack))
  else $error("wishbone_regs: an answer does not come with its request");
`endif

endmodule

`default_nettype wire
