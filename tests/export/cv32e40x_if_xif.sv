// SPDX-License-Identifier: Apache-2.0
//
// The signals of a CV32E40X's eXtension interface that a coprocessor without compressed instructions
// and loads sees, by their names there: what the module in a lane unit's README is linted with.

`default_nettype none

// What the interface has and the unit does not read is no mistake; the core is not there.
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNDRIVEN */
/* verilator lint_off DECLFILENAME */

interface cv32e40x_if_xif;

  typedef struct packed {
    logic [31:0]      instr;
    logic [1:0]       mode;
    logic [3:0]       id;
    logic [1:0][31:0] rs;
    logic [1:0]       rs_valid;
    logic [5:0]       ecs;
    logic             ecs_valid;
  } issue_req_t;

  typedef struct packed {
    logic       accept, writeback, dualwrite;
    logic [2:0] dualread;
    logic       loadstore, ecswrite, exc;
  } issue_resp_t;

  typedef struct packed {
    logic [3:0] id;
    logic       commit_kill;
  } commit_t;

  typedef struct packed {
    logic [3:0]  id;
    logic [31:0] data;
    logic [4:0]  rd;
    logic [0:0]  we;
    logic [5:0]  ecsdata;
    logic [2:0]  ecswe;
    logic        exc;
    logic [5:0]  exccode;
    logic        err, dbg;
  } result_t;

  typedef struct packed {
    logic [31:0] instr;
    logic        accept;
  } compressed_resp_t;

  typedef struct packed {
    logic [3:0]  id;
    logic [31:0] addr;
    logic        we;
  } mem_req_t;

  logic compressed_ready, issue_valid, issue_ready, commit_valid, mem_valid;
  logic result_valid, result_ready;
  compressed_resp_t compressed_resp;
  issue_req_t       issue_req;
  issue_resp_t      issue_resp;
  commit_t          commit;
  mem_req_t         mem_req;
  result_t          result;

  modport coproc_compressed (output compressed_ready, compressed_resp);
  modport coproc_issue (input issue_valid, issue_req, output issue_ready, issue_resp);
  modport coproc_commit (input commit_valid, commit);
  modport coproc_mem (output mem_valid, mem_req);
  modport coproc_result (input result_ready, output result_valid, result);

endinterface

// A core's place.
module core_side;

  logic clk = 1'b0, rst_n = 1'b0;
  cv32e40x_if_xif xif ();

  lane_coprocessor u_coprocessor (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .xif_compressed_if(xif),
    .xif_issue_if     (xif),
    .xif_commit_if    (xif),
    .xif_mem_if       (xif),
    .xif_result_if    (xif)
  );

endmodule

/* verilator lint_on UNUSEDSIGNAL */
/* verilator lint_on UNDRIVEN */
/* verilator lint_on DECLFILENAME */

`default_nettype wire
