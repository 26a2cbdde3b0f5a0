// SPDX-License-Identifier: Apache-2.0
//
// What the decode stage reads: the registers, or what the two stages behind it are about to write
// there, the nearer one first.

`default_nettype none

module mips_operands (
  input  logic            clk_i,
  input  logic            rst_ni,
  // The instruction in the decode stage
  input  logic [1:0][4:0] rs_addr_i,
  input  logic [1:0]      rs_read_i,
  output logic [31:0]     rs_o[2],
  output logic            hazard_o,     // an operand is not there yet
  // That in the execute stage
  input  logic            ex_write_i,   // it is going to write
  input  logic            ex_load_i,    // ... what memory gives
  input  logic [4:0]      ex_rd_i,
  input  logic [31:0]     ex_result_i,
  // That in the writeback stage
  input  logic            wb_write_i,   // it is going to write
  input  logic            wb_done_i,    // ... what is there
  input  logic [4:0]      wb_rd_i,
  input  logic [31:0]     wb_wdata_i,
  input  logic            rf_write_i    // it writes in this cycle
);

  logic [31:0] rf_rdata[2];
  logic [4:0]  rf_raddr[2];
  assign rf_raddr[0] = rs_addr_i[0];
  assign rf_raddr[1] = rs_addr_i[1];

  core_regfile u_regfile (
    .clk_i,
    .rst_ni,
    .write_i(rf_write_i),
    .waddr_i(wb_rd_i),
    .wdata_i(wb_wdata_i),
    .raddr_i(rf_raddr),
    .rdata_o(rf_rdata)
  );

  logic [1:0] ex_match, wb_match;
  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      ex_match[i] = ex_write_i && ex_rd_i == rs_addr_i[i];
      wb_match[i] = wb_write_i && wb_rd_i == rs_addr_i[i];
      if (ex_match[i])      rs_o[i] = ex_result_i;
      else if (wb_match[i]) rs_o[i] = wb_wdata_i;
      else                  rs_o[i] = rf_rdata[i];
    end
  end
  assign hazard_o = ((rs_read_i & ex_match) != '0 && ex_load_i)
                    || ((rs_read_i & wb_match) != '0 && !wb_done_i);

`ifndef SYNTHESIS
  for (genvar i = 0; i < 2; i++) begin : gen_check
    ZeroNotForwarded_A: assert property (@(posedge clk_i)
      ex_match[i] || wb_match[i] |-> rs_addr_i[i] != '0);
    ForwardExecute_C: cover property (@(posedge clk_i)
      rs_read_i[i] && ex_match[i] && wb_match[i] && !hazard_o);
    ForwardWriteback_C: cover property (@(posedge clk_i)
      rs_read_i[i] && !ex_match[i] && wb_match[i] && !hazard_o);
    Hazard_C: cover property (@(posedge clk_i) rs_read_i[i] && ex_match[i] && hazard_o);
  end
  WriteExpected_A: assert property (@(posedge clk_i) rf_write_i |-> wb_write_i && wb_done_i);
`endif

endmodule

`default_nettype wire
