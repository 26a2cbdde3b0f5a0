// SPDX-License-Identifier: Apache-2.0
//
// hash_accel_regs on TileLink-UL (SiFive TileLink 1.8.1), its ports beside them those of other register
// blocks.
//
// One access at a time: it is in registers first, is done in the next cycle, and its answer is in
// registers, too. A Get reads the whole register, whatever its size. A Put whose data are corrupt is
// denied and writes nothing.

`default_nettype none

module tl_ul_regs (
  input  logic        clk,
  input  logic        arst_n,

  input  logic        s_tl_a_valid,
  output logic        s_tl_a_ready,
  input  logic [2:0]  s_tl_a_opcode,
  input  logic [2:0]  s_tl_a_param,
  input  logic [1:0]  s_tl_a_size,
  input  logic [7:0]  s_tl_a_source,
  input  logic [6:0]  s_tl_a_address,
  input  logic [3:0]  s_tl_a_mask,
  input  logic [31:0] s_tl_a_data,
  input  logic        s_tl_a_corrupt,
  output logic        s_tl_d_valid,
  input  logic        s_tl_d_ready,
  output logic [2:0]  s_tl_d_opcode,
  output logic [1:0]  s_tl_d_param,
  output logic [1:0]  s_tl_d_size,
  output logic [7:0]  s_tl_d_source,
  output logic        s_tl_d_sink,
  output logic        s_tl_d_denied,
  output logic [31:0] s_tl_d_data,
  output logic        s_tl_d_corrupt,

  input  hash_accel_regs_pkg::hash_accel_regs__in_t  hwif_in,
  output hash_accel_regs_pkg::hash_accel_regs__out_t hwif_out
);

  localparam logic [2:0] AccessAck     = 3'd0;
  localparam logic [2:0] AccessAckData = 3'd1;

  typedef enum logic [1:0] {Idle, Access, Answer} state_e;

  // Of the opcodes of TileLink-UL, that of Get alone has the highest bit.
  typedef struct packed {
    logic        get;
    logic [1:0]  size;
    logic [7:0]  source;
    logic [4:0]  index;
    logic [3:0]  mask;
    logic        corrupt;
  } request_t;

  state_e      state_q;
  request_t    request_q;
  logic [31:0] data_q;    // of a Put, then of the answer
  logic        denied_q;

  logic        req, read_ack, read_err, write_ack, write_err, write_stall, read_stall;
  logic [31:0] bits, read_data;
  assign req  = state_q == Access && !request_q.corrupt;
  assign bits = {{8{request_q.mask[3]}}, {8{request_q.mask[2]}},
                 {8{request_q.mask[1]}}, {8{request_q.mask[0]}}};

  always_ff @(posedge clk or negedge arst_n) begin
    if (!arst_n) begin
      state_q   <= Idle;
      request_q <= '0;
      data_q    <= '0;
      denied_q  <= 1'b0;
    end else begin
      unique case (state_q)
        Idle: begin
          if (s_tl_a_valid) state_q <= Access;
          request_q <= '{
            get:     s_tl_a_opcode[2],
            size:    s_tl_a_size,
            source:  s_tl_a_source,
            index:   s_tl_a_address[6:2],
            mask:    s_tl_a_mask,
            corrupt: s_tl_a_corrupt
          };
          data_q <= s_tl_a_data;
        end
        Access: begin
          state_q  <= Answer;
          data_q   <= (request_q.get && !read_err) ? read_data : '0;
          denied_q <= request_q.corrupt || (request_q.get ? read_err : write_err);
        end
        default: if (s_tl_d_ready) state_q <= Idle;
      endcase
    end
  end

  hash_accel_regs u_regs (
    .clk,
    .arst_n,
    .hwif_in,
    .hwif_out,
    .s_cpuif_req         (req),
    .s_cpuif_req_is_wr   (!request_q.get),
    .s_cpuif_addr        ({request_q.index, 2'b00}),
    .s_cpuif_wr_data     (data_q),
    .s_cpuif_wr_biten    (bits),
    .s_cpuif_req_stall_wr(write_stall),
    .s_cpuif_req_stall_rd(read_stall),
    .s_cpuif_rd_ack      (read_ack),
    .s_cpuif_rd_err      (read_err),
    .s_cpuif_rd_data     (read_data),
    .s_cpuif_wr_ack      (write_ack),
    .s_cpuif_wr_err      (write_err)
  );

  assign s_tl_a_ready   = state_q == Idle;
  assign s_tl_d_valid   = state_q == Answer;
  assign s_tl_d_opcode  = request_q.get ? AccessAckData : AccessAck;
  assign s_tl_d_param   = '0;
  assign s_tl_d_size    = request_q.size;
  assign s_tl_d_source  = request_q.source;
  assign s_tl_d_sink    = 1'b0;
  assign s_tl_d_denied  = denied_q;
  assign s_tl_d_data    = data_q;
  assign s_tl_d_corrupt = denied_q && request_q.get;

  logic unused;
  assign unused = ^{s_tl_a_opcode[1:0], s_tl_a_param, s_tl_a_address[1:0],
                    read_ack, write_ack, write_stall, read_stall};

`ifndef SYNTHESIS
  AnswerNow_A : assert property (@(posedge clk)
    !req || (request_q.get ? read_ack && !read_stall : write_ack && !write_stall))
  else $error("tl_ul_regs: the registers do not answer at once");
`endif

endmodule

`default_nettype wire
