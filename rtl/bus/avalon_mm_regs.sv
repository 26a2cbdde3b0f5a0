// SPDX-License-Identifier: Apache-2.0
//
// hash_accel_regs on Avalon-MM (pipelined, with responses), its ports those of other register blocks.
//
// The block that PeakRDL makes answers in the cycle of a request; Avalon asks for a later one. Here a
// request is in registers first, and the answer comes in the next cycle. `waitrequest` is never given.
//
// `address` counts words.

`default_nettype none

module avalon_mm_regs (
  input  logic        clk,
  input  logic        arst_n,

  input  logic        s_avalon_read,
  input  logic        s_avalon_write,
  input  logic [4:0]  s_avalon_address,
  input  logic [3:0]  s_avalon_byteenable,
  input  logic [31:0] s_avalon_writedata,
  output logic        s_avalon_waitrequest,
  output logic        s_avalon_readdatavalid,
  output logic        s_avalon_writeresponsevalid,
  output logic [31:0] s_avalon_readdata,
  output logic [1:0]  s_avalon_response,

  input  hash_accel_regs_pkg::hash_accel_regs__in_t  hwif_in,
  output hash_accel_regs_pkg::hash_accel_regs__out_t hwif_out
);

  typedef struct packed {
    logic [4:0]  address;
    logic [3:0]  byteenable;
    logic [31:0] writedata;
  } request_t;

  logic     read_q, write_q, waitrequest;
  request_t request_q;

  always_ff @(posedge clk or negedge arst_n) begin
    if (!arst_n) begin
      read_q    <= 1'b0;
      write_q   <= 1'b0;
      request_q <= '0;
    end else begin
      read_q  <= s_avalon_read;
      write_q <= s_avalon_write;
      if (s_avalon_read || s_avalon_write) begin
        request_q <= '{
          address:    s_avalon_address,
          byteenable: s_avalon_byteenable,
          writedata:  s_avalon_writedata
        };
      end
    end
  end

  hash_accel_regs u_regs (
    .clk,
    .arst_n,
    .hwif_in,
    .hwif_out,
    .avalon_read              (read_q),
    .avalon_write             (write_q),
    .avalon_waitrequest       (waitrequest),
    .avalon_address           (request_q.address),
    .avalon_writedata         (request_q.writedata),
    .avalon_byteenable        (request_q.byteenable),
    .avalon_readdatavalid     (s_avalon_readdatavalid),
    .avalon_writeresponsevalid(s_avalon_writeresponsevalid),
    .avalon_readdata          (s_avalon_readdata),
    .avalon_response          (s_avalon_response)
  );

  assign s_avalon_waitrequest = 1'b0;

  logic unused;
  assign unused = waitrequest;

`ifndef SYNTHESIS
  WaitNever_A : assert property (@(posedge clk) !waitrequest)
  else $error("avalon_mm_regs: the registers do not take a request at once");
  AnswerNext_A : assert property (@(posedge clk)
    s_avalon_readdatavalid == read_q && s_avalon_writeresponsevalid == write_q)
  else $error("avalon_mm_regs: an answer does not come with its request");
`endif

endmodule

`default_nettype wire
