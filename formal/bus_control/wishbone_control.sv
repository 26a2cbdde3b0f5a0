// SPDX-License-Identifier: Apache-2.0
//
// The accelerator's registers on Wishbone keep the bus's rules, as wishbone_check has them, answer each
// request in the next cycle, and give the accelerator commands that it may rely on: whatever the
// manager writes and reads, whatever the accelerator does.
//
// Assumed: the manager's STB is in a cycle, and a cycle lasts until all is answered.

`default_nettype none

module wishbone_control #(
  localparam int unsigned AddrWidth = 7
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 cyc_i,
  input logic                 stb_i,
  input logic                 we_i,
  input logic [AddrWidth-1:0] adr_i,
  input logic [3:0]           sel_i,
  input logic [31:0]          dat_w_i
);

  logic        stall, ack, err;
  logic [31:0] dat_r;

  hash_accel_regs_pkg::hash_accel_regs__in_t  regs_in;
  hash_accel_regs_pkg::hash_accel_regs__out_t regs_out;

  wishbone_regs u_regs (
    .clk       (clk_i),
    .arst_n    (rst_ni),
    .s_wb_cyc  (cyc_i),
    .s_wb_stb  (stb_i),
    .s_wb_we   (we_i),
    .s_wb_adr  (adr_i),
    .s_wb_sel  (sel_i),
    .s_wb_dat_w(dat_w_i),
    .s_wb_stall(stall),
    .s_wb_ack  (ack),
    .s_wb_err  (err),
    .s_wb_dat_r(dat_r),
    .hwif_in   (regs_in),
    .hwif_out  (regs_out)
  );

  control_free u_control (
    .clk_i,
    .rst_ni,
    .regs_o(regs_in),
    .regs_i(regs_out)
  );

  wishbone_check #(.AddrWidth(AddrWidth)) u_check (
    .clk_i,
    .rst_ni,
    .cyc_i,
    .stb_i,
    .we_i,
    .adr_i,
    .sel_i,
    .dat_w_i,
    .stall_i(stall),
    .ack_i  (ack),
    .err_i  (err)
  );

  reset_first u_reset (.clk_i, .rst_ni);

  logic awake_q, request_q, refused_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awake_q   <= 1'b0;
      request_q <= 1'b0;
      refused_q <= 1'b0;
    end else begin
      awake_q   <= 1'b1;
      request_q <= cyc_i && stb_i && !stall;
      refused_q <= err;
    end
  end

  always_comb begin
    assume (awake_q || !cyc_i);
    assume (cyc_i || (!stb_i && !request_q));
  end

  always_comb if (rst_ni) begin
    a_taken: assert (!stall);
    a_answered: assert ((ack || err) == request_q);
  end

  // Reached: behind an access that is refused, one that is not.
  always_comb c_refused: cover (rst_ni && refused_q && ack);

  logic unused;
  assign unused = ^dat_r;

endmodule

`default_nettype wire
