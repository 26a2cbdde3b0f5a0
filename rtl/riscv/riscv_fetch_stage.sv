// SPDX-License-Identifier: Apache-2.0
//
// The fetch stage: instructions from memory, expanded to 32 bits and decoded, and the registers from
// which the execute stage works.

`default_nettype none

module riscv_fetch_stage
  import riscv_pkg::*;
#(
  parameter bit          Zbkb     = 1'b0,
  parameter ise_e        Ise      = IseNone,
  parameter bit          XIf      = 1'b0,
  parameter logic [31:0] BootAddr = 32'd0
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            redirect_i,    // the execute stage gets none; fetch goes on there
  input  logic [31:1]     target_i,
  // Execute stage
  input  logic            advance_i,     // its instruction leaves
  output logic            valid_o,       // it has one
  output execute_t        ex_o,
  output decoded_t        dec_o,
  output logic [31:1]     link_o,        // the address of what follows it
  output logic            next_load_o,   // another one enters,
  output logic [1:0][4:0] next_rs_o,     // which may read these registers
`ifdef RVFI
  output logic [31:0]     raw_o,         // as it was in memory
`endif
  // Loops
  output loop_fetch_t     loop_fetch_o,
  input  loop_steer_t     loop_steer_i,
  // Memory
  output logic            req_o,
  input  logic            gnt_i,
  output logic [31:0]     addr_o,
  input  logic            rvalid_i,
  input  logic [31:0]     rdata_i,
  input  logic            err_i
);

  logic        valid, ready, error, error_first, pass_end;
  logic [31:0] instr;
  riscv_fetch #(.BootAddr(BootAddr)) u_fetch (
    .clk_i,
    .rst_ni,
    .redirect_i,
    .target_i,
    .valid_o      (valid),
    .ready_i      (ready),
    .instr_o      (instr),
    .error_o      (error),
    .error_first_o(error_first),
    .pc_o         (link_o),  // fetch stands at what follows
    .pass_end_o   (pass_end),
    .loop_fetch_o,
    .loop_steer_i,
    .req_o,
    .gnt_i,
    .addr_o,
    .rvalid_i,
    .rdata_i,
    .err_i
  );

  logic [31:0] expanded;
  logic        compressed, illegal;
  riscv_expand u_expand (
    .instr_i     (instr),
    .instr_o     (expanded),
    .compressed_o(compressed),
    .illegal_o   (illegal)
  );
  decoded_t decoded;
  riscv_decode #(.Zbkb(Zbkb), .Ise(Ise), .XIf(XIf)) u_decode (
    .instr_i  (expanded),
    .decoded_o(decoded)
  );
  riscv_predecode #(.Ise(Ise)) u_predecode (
    .instr_i(instr),
    .rs_o   (next_rs_o)
  );

  assign ready       = !valid_o || advance_i;
  assign next_load_o = ready && valid && !redirect_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      ex_o    <= '0;
      dec_o   <= '{unit: UnitAlu, alu_op: AluAdd, op_a: ARs1, default: '0};
    end else begin
      if (redirect_i) valid_o <= 1'b0;
      else if (ready) valid_o <= valid;
      if (next_load_o) begin
        ex_o <= '{
          instr:       expanded,
          pc:          link_o,
          illegal:     illegal,
          error:       error,
          error_first: error_first,
          pass_end:    pass_end,
          rs:          next_rs_o
        };
        dec_o <= decoded;
      end
    end
  end

`ifdef RVFI
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)          raw_o <= '0;
    else if (next_load_o) raw_o <= compressed ? {16'b0, instr[15:0]} : instr;
  end
`else
  logic unused_compressed;
  assign unused_compressed = compressed;
`endif

endmodule

`default_nettype wire
