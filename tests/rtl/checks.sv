// SPDX-License-Identifier: Apache-2.0
//
// The protocol checkers side by side, each on ports that a test drives.

`default_nettype none

module checks (
  input logic             clk_i,
  input logic             rst_ni,

  input logic             valid_i,
  input logic             ready_i,
  input logic [7:0]       payload_i,

  input logic             open_i,
  input logic [1:0]       open_tag_i,
  input logic             close_i,
  input logic [1:0]       close_tag_i,

  input logic             req_i,
  input logic             gnt_i,
  input logic [31:0]      addr_i,
  input logic             we_i,
  input logic [3:0]       be_i,
  input logic [31:0]      wdata_i,
  input logic             rvalid_i,

  input logic             issue_valid_i,
  input logic             issue_ready_i,
  input logic [31:0]      issue_instr_i,
  input logic [1:0]       issue_id_i,
  input logic             issue_accept_i,
  input logic             issue_writeback_i,
  input logic [1:0][31:0] rs_i,
  input logic [1:0]       rs_valid_i,
  input logic             commit_valid_i,
  input logic [1:0]       commit_id_i,
  input logic             commit_kill_i,
  input logic             result_valid_i,
  input logic             result_ready_i,
  input logic [1:0]       result_id_i,
  input logic [31:0]      result_data_i,
  input logic [4:0]       result_rd_i,
  input logic             result_we_i
);

  stream_check #(.Width(8)) u_stream (.*);
  tag_check #(.TagWidth(2), .Most(2)) u_tag (.*);
  obi_check #(.Outstanding(2)) u_obi (.*);
  xif_check #(.IdWidth(2)) u_xif (.*);

endmodule

`default_nettype wire
