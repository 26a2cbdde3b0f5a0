// SPDX-License-Identifier: Apache-2.0
//
// The accelerator folded by slices: one command at a time, and its state in one place, the rings
// of accel_slice_state. There is neither a buffer for a block nor a register for a word: a word
// that memory offers stays on the port while the lane it is absorbed into goes round, a nibble a
// cycle, and a byte of output is written as it passes the lane's tails.
//
//   phase     what happens                                                 then
//   Idle      a command is accepted                                        Absorb, Done
//   Absorb    a block, lane by lane, and padding behind the message;       Absorb, Drain
//             a permutation
//   Drain     a block of output; a permutation, where more is wanted       Drain, Done
//   Done      the state is cleared; when all writes are answered, the      Idle
//             command is named
//
// One read is under way at a time. A word that straddles two blocks is read for each of them, so
// that none waits on the port for a permutation. Ports, commands and errors are hash_accel's.

`default_nettype none

module accel_slice
  import accel_pkg::*;
#(
  parameter  int unsigned Width      = 64,
  parameter  int unsigned AddrWidth  = 32,
  parameter  int unsigned LenWidth   = 32,
  parameter  int unsigned IdWidth    = 4,
  parameter  int unsigned RdTagWidth = 1,
  parameter  int unsigned WrTagWidth = 1,
  parameter  bit          Abort      = 1'b0,
  localparam int unsigned WordBytes  = Width / 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [IdWidth-1:0]    cmd_id_i,
  input  logic [3:0]            cmd_alg_i,
  input  logic [7:0]            cmd_domain_i,
  input  logic [AddrWidth-1:0]  cmd_msg_addr_i,
  input  logic [LenWidth-1:0]   cmd_msg_len_i,
  input  logic [AddrWidth-1:0]  cmd_out_addr_i,
  input  logic [LenWidth-1:0]   cmd_out_len_i,
  input  logic                  abort_i,
  input  logic [IdWidth-1:0]    abort_id_i,

  output logic                  rd_req_valid_o,
  input  logic                  rd_req_ready_i,
  output logic [AddrWidth-1:0]  rd_req_addr_o,
  output logic [RdTagWidth-1:0] rd_req_tag_o,

  input  logic                  rd_rsp_valid_i,
  output logic                  rd_rsp_ready_o,
  input  logic [Width-1:0]      rd_rsp_data_i,
  input  logic                  rd_rsp_error_i,

  output logic                  wr_req_valid_o,
  input  logic                  wr_req_ready_i,
  output logic [AddrWidth-1:0]  wr_req_addr_o,
  output logic [WordBytes-1:0]  wr_req_strb_o,
  output logic [Width-1:0]      wr_req_data_o,
  output logic [WrTagWidth-1:0] wr_req_tag_o,

  input  logic                  wr_rsp_valid_i,
  output logic                  wr_rsp_ready_o,
  input  logic                  wr_rsp_error_i,

  output logic                  done_valid_o,
  input  logic                  done_ready_i,
  output logic [IdWidth-1:0]    done_id_o,
  output logic                  done_error_o
);

  localparam int unsigned OfsWidth   = $clog2(WordBytes);
  localparam int unsigned CountWidth = 4;  // of writes without an answer

  typedef enum logic [1:0] {Idle, Absorb, Drain, Done} phase_e;
  typedef logic [3:0] nibble_t;

  phase_e                phase_q, phase_d;
  logic [IdWidth-1:0]    id_q;
  logic [3:0]            alg_q;
  logic [7:0]            domain_q;
  logic [AddrWidth-1:0]  addr_q, out_addr_q;  // of the next byte; of the output
  logic [LenWidth-1:0]   left_q, out_len_q;   // bytes from there on; of the output
  logic                  padded_q;            // the domain byte is absorbed
  logic                  asked_q;             // a word is on its way, or on the port
  logic                  error_q;
  rate_t                 lane_q;
  nibble_t               low_q;               // of the byte that is written next
  logic [CountWidth-1:0] unanswered_q;

  // The algorithm

  alg_t  found, alg;
  rate_t last_lane;  // of a block
  logic  unused_alg;
  assign found      = alg_lookup(cmd_alg_i, cmd_domain_i);
  assign alg        = alg_lookup(alg_q, domain_q);
  assign last_lane  = alg.rate - 1'b1;
  assign unused_alg = ^{found.rate, found.turbo, alg.legal, alg.domain};

  // The state

  logic       step, permute, clear, rest;
  nibble_t    absorbed, shown;
  logic [3:0] beat;

  accel_slice_state u_state (
    .clk_i,
    .rst_ni,
    .lane_i   (lane_q),
    .step_i   (step),
    .data_i   (absorbed),
    .data_o   (shown),
    .beat_o   (beat),
    .permute_i(permute),
    .turbo_i  (alg.turbo),
    .clear_i  (clear),
    .rest_o   (rest)
  );

  // Where the block and the message or output are

  logic high, lane_end, block_end;  // in this beat: a byte's second nibble; the last of lane, block
  logic any, last_byte;             // bytes are left; one is

  assign high      = beat[0];
  assign lane_end  = beat == '1;
  assign block_end = lane_end && lane_q == last_lane;
  assign last_byte = left_q[LenWidth-1:1] == '0 && left_q[0];
  assign any       = left_q != '0;

  // Absorb

  logic                absorbing;
  logic [OfsWidth:0]   at;  // the nibble in its word
  nibble_t             padding;

  assign absorbing = phase_q == Absorb && rest;
  assign at        = {addr_q[OfsWidth-1:0], high};

  always_comb begin
    padding = '0;
    if (!padded_q) padding = high ? domain_q[7:4] : domain_q[3:0];
    padding[3] = padding[3] | block_end;
  end

  always_comb begin
    absorbed = '0;
    if (absorbing) absorbed = any ? rd_rsp_data_i[{at, 2'b00}+:4] : padding;
  end

  assign rd_req_valid_o = absorbing && any && !asked_q;
  assign rd_req_addr_o  = {addr_q[AddrWidth-1:OfsWidth], {OfsWidth{1'b0}}};
  assign rd_req_tag_o   = '0;
  assign rd_rsp_ready_o = absorbing && asked_q && (at == '1 || block_end || (high && last_byte));

  // Drain

  logic draining, write_room, wrote;

  assign draining   = phase_q == Drain && rest;
  assign write_room = unanswered_q != '1;
  assign wrote      = wr_req_valid_o && wr_req_ready_i;

  assign wr_req_valid_o = draining && high && write_room;
  assign wr_req_addr_o  = {addr_q[AddrWidth-1:OfsWidth], {OfsWidth{1'b0}}};
  assign wr_req_tag_o   = '0;
  assign wr_rsp_ready_o = 1'b1;
  always_comb begin
    for (int unsigned j = 0; j < WordBytes; j++) begin
      wr_req_strb_o[j]      = wr_req_valid_o && addr_q[OfsWidth-1:0] == OfsWidth'(j);
      wr_req_data_o[8*j+:8] = {shown, low_q} & {8{wr_req_strb_o[j]}};
    end
  end

  // Both. A message is cut off behind a word, an output behind a byte, where nothing is on offer.

  logic accept, absorbed_all, drained, abort, none, cut;

  assign abort = Abort && abort_i && abort_id_i == id_q;
  assign none  = Abort && error_q;  // no output behind an error

  assign step = (absorbing && (!any || (asked_q && rd_rsp_valid_i)))
                || (draining && any && (high ? wrote : 1'b1));

  assign absorbed_all = absorbing && step && block_end && !any;
  assign drained      = draining && (!any || (wrote && (last_byte || abort)));
  assign cut          = abort && rd_rsp_valid_i && rd_rsp_ready_o;
  assign permute      = step && block_end && !drained;
  assign clear        = drained;

  assign cmd_ready_o  = phase_q == Idle;
  assign accept       = cmd_valid_i && cmd_ready_o;
  assign done_valid_o = phase_q == Done && rest && unanswered_q == '0;
  assign done_id_o    = id_q;
  assign done_error_o = error_q;

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      Idle:    if (accept) phase_d = found.legal ? Absorb : Done;
      Absorb:  if (absorbed_all) phase_d = Drain;
      Drain:   if (drained) phase_d = Done;
      Done:    if (done_valid_o && done_ready_i) phase_d = Idle;
      default: phase_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q      <= Idle;
      id_q         <= '0;
      alg_q        <= '0;
      domain_q     <= '0;
      addr_q       <= '0;
      left_q       <= '0;
      out_addr_q   <= '0;
      out_len_q    <= '0;
      padded_q     <= 1'b0;
      asked_q      <= 1'b0;
      error_q      <= 1'b0;
      lane_q       <= '0;
      low_q        <= '0;
      unanswered_q <= '0;
    end else begin
      phase_q      <= phase_d;
      unanswered_q <= unanswered_q + CountWidth'(wrote) - CountWidth'(wr_rsp_valid_i);
      if (accept) begin
        id_q       <= cmd_id_i;
        alg_q      <= cmd_alg_i;
        domain_q   <= found.domain;
        out_addr_q <= cmd_out_addr_i;
        out_len_q  <= cmd_out_len_i;
        padded_q   <= 1'b0;
        error_q    <= !found.legal;
      end else begin
        if (absorbing && !any && high) padded_q <= 1'b1;
        if ((rd_rsp_valid_i && rd_rsp_error_i) || (wr_rsp_valid_i && wr_rsp_error_i)
            || (abort && phase_q != Done)) begin
          error_q <= 1'b1;
        end
      end
      if (accept) begin
        addr_q <= cmd_msg_addr_i;
        left_q <= cmd_msg_len_i;
      end else if (absorbed_all) begin
        addr_q <= out_addr_q;
        left_q <= none ? '0 : out_len_q;
      end else if (cut) begin
        left_q <= '0;
      end else if (step && high && any) begin
        addr_q <= addr_q + 1'b1;
        left_q <= left_q - 1'b1;
      end
      if (rd_rsp_valid_i && rd_rsp_ready_o)       asked_q <= 1'b0;
      else if (rd_req_valid_o && rd_req_ready_i)  asked_q <= 1'b1;
      if (phase_q == Done)         lane_q <= '0;
      else if (step && lane_end)   lane_q <= block_end ? '0 : lane_q + 1'b1;
      if (draining && !high)       low_q <= shown;
      else if (phase_q == Done)    low_q <= '0;
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  WordAsked_A : assert property (@(posedge clk_i) rd_rsp_valid_i |-> asked_q)
  else $error("accel_slice: a word comes that was not asked for");
  AskInMessage_A : assert property (@(posedge clk_i) rd_req_valid_o |-> any && !padded_q)
  else $error("accel_slice: a word behind the message is read");
  AnswerAwaited_A : assert property (@(posedge clk_i) wr_rsp_valid_i |-> unanswered_q != '0)
  else $error("accel_slice: there is no write to be answered");
  CountRoom_A : assert property (@(posedge clk_i) wrote |-> unanswered_q != '1)
  else $error("accel_slice: more writes than can be counted");
  IdleClear_A : assert property (@(posedge clk_i)
      phase_q == Idle |-> rest && {beat, lane_q, low_q, asked_q, unanswered_q} == '0)
  else $error("accel_slice: something of a command is left when the next may come");

  AbortAbsorb_C : cover property (@(posedge clk_i) cut && !last_byte);
  AbortDrain_C : cover property (@(posedge clk_i) abort && wrote && !last_byte);
  WordLeftOver_C : cover property (@(posedge clk_i) rd_rsp_valid_i && rd_rsp_ready_o && block_end
                                   && at != '1 && !last_byte);
  PaddingAlone_C : cover property (@(posedge clk_i) absorbing && !any && !padded_q && beat == '0
                                   && lane_q == '0);
  Squeeze_C : cover property (@(posedge clk_i) permute && phase_q == Drain);
  NoOutput_C : cover property (@(posedge clk_i) drained && !wrote);
  Stall_C : cover property (@(posedge clk_i) draining && any && high && !write_room);
  AnswerAtEnd_C : cover property (@(posedge clk_i) phase_q == Done && rest && unanswered_q != '0);
`endif

endmodule

`default_nettype wire
