// SPDX-License-Identifier: Apache-2.0
//
// Load-store unit: the data port, and where bytes stand in its words.
//
//   execute    an access is requested when the core says that it may take effect; the instruction
//              leaves the stage in the cycle of the grant
//   writeback  the answer ends it: what a load gives, or a bus error
//
// One access is under way at a time, but the next one may be requested in the cycle of the answer:
// the core holds valid_i back while the writeback stage waits.
//
// The port is OBI 1.6.0: address and response channel, err, no rready and no optional signal else.
// A request stands, unchanged, until it is granted; answers come in order, at the earliest in the
// cycle after the grant.

`default_nettype none

module core_lsu (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Execute stage
  input  logic        valid_i,       // request it
  input  logic        store_i,
  input  logic [1:0]  size_i,        // log2 of the bytes; 3 is a word as well
  input  logic        unsigned_i,    // of a load
  input  logic [31:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic        misaligned_o,  // for its size
  output logic        ready_o,       // the request is granted
  output logic        waiting_o,     // it was not granted in the cycle before: it must go on
  // Writeback stage
  output logic        done_o,        // the access is answered
  output logic        error_o,       // ... by a bus error
  output logic [31:0] rdata_o,       // what a load gives
  // Memory
  output logic        req_o,
  input  logic        gnt_i,
  output logic [31:0] addr_o,
  output logic        we_o,
  output logic [3:0]  be_o,
  output logic [31:0] wdata_o,
  input  logic        rvalid_i,
  input  logic [31:0] rdata_i,
  input  logic        err_i
);

  assign req_o   = valid_i;
  assign addr_o  = {addr_i[31:2], 2'b00};
  assign we_o    = store_i;
  assign ready_o = gnt_i;

  core_store u_store (
    .size_i,
    .offset_i(addr_i[1:0]),
    .data_i  (wdata_i),
    .misaligned_o,
    .be_o,
    .wdata_o
  );

  // The load that is under way
  typedef struct packed {
    logic [1:0] size;
    logic       is_unsigned;
    logic [1:0] offset;
  } load_t;

  load_t load_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_o <= 1'b0;
      load_q    <= '0;
    end else begin
      waiting_o <= req_o && !gnt_i;
      if (req_o && gnt_i) begin
        load_q <= '{size: size_i, is_unsigned: unsigned_i, offset: addr_i[1:0]};
      end
    end
  end

  core_load u_load (
    .size_i    (load_q.size),
    .unsigned_i(load_q.is_unsigned),
    .offset_i  (load_q.offset),
    .rdata_i,
    .data_o    (rdata_o)
  );

  assign done_o  = rvalid_i;
  assign error_o = rvalid_i && err_i;

`ifndef SYNTHESIS
  logic busy_q;  // an access is under way
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else         busy_q <= (req_o && gnt_i) || (busy_q && !rvalid_i);
  end

  OneAccess_A: assert property (@(posedge clk_i)
    req_o |-> !busy_q || rvalid_i);
  AlignedRequest_A: assert property (@(posedge clk_i)
    req_o |-> !misaligned_o);
  WaitingGoesOn_A: assert property (@(posedge clk_i)
    waiting_o |-> req_o);

  BackToBack_C: cover property (@(posedge clk_i) req_o && gnt_i && busy_q && rvalid_i);
  Waiting_C: cover property (@(posedge clk_i) waiting_o);
  Error_C: cover property (@(posedge clk_i) error_o);
`endif

endmodule

`default_nettype wire
