// SPDX-License-Identifier: Apache-2.0
//
// The fetch stage: words of instructions from memory, and the register from which the decode stage
// works.

`default_nettype none

module mips_fetch_stage
  import mips_pkg::*;
#(
  parameter logic [31:0] BootAddr = 32'd0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        redirect_i,  // the decode stage gets nothing; fetch goes on at the target
  input  logic [31:0] target_i,
  // Decode stage
  input  logic        leave_i,     // its instruction leaves
  output logic        valid_o,     // it has one
  output decode_t     id_o,
  output logic [31:0] pc_o,        // the address of what follows it
  // Memory
  output logic        req_o,
  input  logic        gnt_i,
  output logic [31:0] addr_o,
  input  logic        rvalid_i,
  input  logic [31:0] rdata_i,
  input  logic        err_i
);

  logic [1:0]  present;
  logic [31:0] word[2];
  logic        error[2];
  logic        valid, load, unused_request;
  core_fetch #(.BootAddr(BootAddr)) u_fetch (
    .clk_i,
    .rst_ni,
    .redirect_i,
    .target_i       (target_i[31:2]),
    .present_o      (present),
    .word_o         (word),
    .error_o        (error),
    .addr_i         (pc_o[31:2]),
    .consume_i      (load),
    .request_o      (unused_request),
    .request_jump_i (1'b0),
    .request_start_i('0),
    .req_o,
    .gnt_i,
    .addr_o,
    .rvalid_i,
    .rdata_i,
    .err_i
  );
  assign valid = present != '0;
  assign load  = valid && (!valid_o || leave_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)         pc_o <= BootAddr;
    else if (redirect_i) pc_o <= target_i;
    else if (load)       pc_o <= {pc_o[31:2] + 30'd1, pc_o[1:0]};
  end

  logic [4:0] rs, rt;
  logic       shift;
  assign rs    = word[0][25:21];
  assign rt    = word[0][20:16];
  assign shift = is_shift(word[0][31:26], word[0][5:3]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      id_o    <= '0;
    end else if (redirect_i) begin
      valid_o <= 1'b0;
    end else if (load) begin
      valid_o <= 1'b1;
      id_o    <= '{
        instr: word[0],
        rs:    shift ? {rs, rt} : {rt, rs},
        pc:    pc_o,
        error: error[0]
      };
    end else if (leave_i) begin
      valid_o <= 1'b0;
    end
  end

  logic unused_word;
  assign unused_word = ^{word[1], error[1]};

endmodule

`default_nettype wire
