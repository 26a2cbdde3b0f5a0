// SPDX-License-Identifier: Apache-2.0
//
// The accelerator folded by planes: one command at a time, and its state in one place, the shift
// register of accel_plane_state. There is no buffer for a block: while words are on their way the
// planes go round, and a word is added to its lanes as their plane passes the head, in whatever order
// words come.
//
//   phase     what happens                                                 then
//   Idle      a command is accepted                                        Absorb, Done
//   Absorb    a block and, in Sum, the padding; a permutation              Absorb, Drain
//   Drain     a block of output, lane by lane; a permutation, where more   Drain, Done
//             is wanted
//   Done      the state is cleared; when all writes are answered, the      Idle
//             command is named
//
// Words are asked for column by column, in the order in which planes pass. Those of the next block
// are asked for in the last round already. A word of a message that does not start at a multiple of
// 8 bytes has bytes of two lanes: in one plane, which takes both at once, or in the last and the
// first lane of two, of which the earlier plane takes its bytes first. Ports, commands and errors
// are hash_accel's.

`default_nettype none

module accel_plane
  import accel_pkg::*;
  import keccak_pkg::*;
#(
  parameter  int unsigned AddrWidth  = 32,
  parameter  int unsigned LenWidth   = 32,
  parameter  int unsigned IdWidth    = 4,
  parameter  int unsigned RdTagWidth = 8,
  parameter  int unsigned WrTagWidth = 1,
  parameter  bit          Abort      = 1'b0,
  localparam int unsigned Width      = LaneWidth,
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
  input  logic [RdTagWidth-1:0] rd_rsp_tag_i,
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

  localparam int unsigned CountWidth = 5;  // of writes without an answer

  typedef enum logic [1:0] {Idle, Absorb, Drain, Done} phase_e;
  typedef logic [AddrWidth-4:0] row_addr_t;  // of a word
  typedef logic [LenWidth-4:0]  lanes_t;     // of a length

  typedef struct packed {  // a lane, or the word that begins in it
    logic [2:0] y;
    logic [2:0] x;
  } place_t;

  function automatic rate_t index_of(place_t place);
    return {place.y, 2'b00} + rate_t'(place.y) + rate_t'(place.x);
  endfunction

  phase_e                phase_q, phase_d;
  logic [IdWidth-1:0]    id_q;
  logic [3:0]            alg_q;
  logic [7:0]            domain_q;
  row_addr_t             addr_q;               // of the block's first word, or the next to write
  logic [2:0]            ofs_q;                // of the first byte in its word
  logic [LenWidth-1:0]   left_q;               // bytes from there on
  logic [AddrWidth-1:0]  out_addr_q;
  logic [LenWidth-1:0]   out_len_q;
  logic                  error_q;
  logic                  settled_q;            // the next five say what left_q does
  logic                  full_q;               // all of the block is the message's
  rate_t                 whole_q;              // lanes of the message in it
  logic [2:0]            rest_q;               // ... and bytes behind them
  rate_t                 words_q;              // that have bytes of it
  place_t                next_q;               // to ask for; of it, x is the lane to write
  rate_t                 index_q;              // the same, counted
  logic                  requested_q;          // for all words of the block
  logic [4:0]            pending_q;            // words asked for and not absorbed
  logic                  word_valid_q;
  place_t                word_place_q;
  logic                  two_q;                // its first bytes are the lane's before
  lane_t                 word_q;               // turned to where its lanes have its bytes
  logic                  split_q;              // its bytes of the plane before are absorbed
  logic                  second_q;             // the lane's bytes of its first word are written
  logic                  block_out_q;          // all of a block of output is
  logic [CountWidth-1:0] unanswered_q;

  // The algorithm

  alg_t  found, alg;
  logic  unused_alg;
  assign found      = alg_lookup(cmd_alg_i, cmd_domain_i);
  assign alg        = alg_lookup(alg_q, domain_q);
  assign unused_alg = ^{found.rate, found.turbo, alg.legal, alg.domain};

  // The state

  logic       turn, permute, clear, rest, sum, soon;
  logic [2:0] plane;
  plane_t     head, add;

  accel_plane_state u_state (
    .clk_i,
    .rst_ni,
    .turn_i   (turn),
    .plane_o  (plane),
    .head_o   (head),
    .add_i    (add),
    .permute_i(permute),
    .turbo_i  (alg.turbo),
    .clear_i  (clear),
    .rest_o   (rest),
    .sum_o    (sum),
    .soon_o   (soon)
  );

  // The block

  logic       full;
  rate_t      whole, words;
  logic [2:0] rest_bytes;
  logic [3:0] word_end;    // of the block's last bytes, from the start of a word
  logic       absorbing, draining, sealed;
  logic       abort, none;  // no more is read or written; no output behind an error

  assign full       = left_q[LenWidth-1:8] != '0 || left_q[7:3] >= alg.rate;
  assign whole      = full ? alg.rate : left_q[7:3];
  assign rest_bytes = full ? '0 : left_q[2:0];
  assign word_end   = {1'b0, rest_bytes} + {1'b0, ofs_q};
  assign words      = (left_q == '0) ? '0 : whole + rate_t'(word_end != '0) + rate_t'(word_end > 4'd8);
  assign absorbing  = phase_q == Absorb && rest;
  assign draining   = phase_q == Drain && rest;
  assign abort      = Abort && abort_i && abort_id_i == id_q;
  assign none       = Abort && error_q;
  assign sealed     = phase_q == Absorb && sum && plane == 3'd4;

  // Ask

  rate_t     lanes;  // by which the address goes on
  logic      there, req, req_taken, next_step;
  row_addr_t addr_sum;

  assign there     = index_q < words_q;
  assign req       = phase_q == Absorb && (rest || soon) && settled_q && !requested_q;
  assign req_taken = rd_req_valid_o && rd_req_ready_i;
  assign next_step = req && (!there || rd_req_ready_i);

  always_comb begin
    if (phase_q == Drain) lanes = rate_t'(1);
    else if (sum)         lanes = alg.rate;
    else                  lanes = index_q;
  end
  assign addr_sum = addr_q + row_addr_t'(lanes);

  assign rd_req_valid_o = req && there;
  assign rd_req_addr_o  = {addr_sum, 3'b000};
  assign rd_req_tag_o   = RdTagWidth'(next_q);

  // Absorb: a word into the head plane

  logic       own, earlier;        // its own lane's bytes are absorbed, those of the lane before
  logic [2:0] before_x, before_y;
  logic       all_absorbed;

  assign before_x   = (word_place_q.x == '0) ? 3'd4 : word_place_q.x - 1'b1;
  assign before_y   = (word_place_q.x == '0) ? word_place_q.y - 1'b1 : word_place_q.y;
  assign earlier     = absorbing && word_valid_q && two_q && !split_q && plane == before_y;
  assign own        = absorbing && word_valid_q && plane == word_place_q.y
                      && (word_place_q.x != '0 || !two_q || split_q);

  assign rd_rsp_ready_o = !word_valid_q || own;
  assign all_absorbed   = requested_q && pending_q == '0;

  // A word as it comes: turned, and without what is not the block's. One rotation serves both ways,
  // a word down to its lane, a lane up to its word.
  place_t     rsp_place;
  rate_t      rsp_index;
  lane_t      turned, lane, operand, fitted;
  logic [2:0] amount;
  logic [7:0] own_bytes, own_there, before_there, rest_mask;
  logic       unused_tag;
  assign rsp_place  = place_t'(rd_rsp_tag_i[5:0]);
  assign rsp_index  = index_of(rsp_place);
  assign unused_tag = ^rd_rsp_tag_i[RdTagWidth-1:6];
  always_comb begin
    lane = '0;
    for (int unsigned x = 0; x < 5; x++) lane |= head[x] & {LaneWidth{next_q.x == 3'(x)}};
  end
  assign amount  = (phase_q == Drain) ? -ofs_q : ofs_q;
  assign operand = (phase_q == Drain) ? lane : rd_rsp_data_i;
  assign turned  = lane_t'({operand, operand} >> {amount, 3'b000});

  always_comb begin
    for (int unsigned b = 0; b < 8; b++) begin
      rest_mask[b]    = 3'(b) < rest_q;
      own_bytes[b]    = 4'(b) + {1'b0, ofs_q} < 4'd8;
      own_there[b]    = rsp_index < whole_q || (rsp_index == whole_q && rest_mask[b]);
      before_there[b] = rsp_index != '0 && (rsp_index <= whole_q
                        || (rsp_index == whole_q + 1'b1 && rest_mask[b]));
      fitted[8*b+:8]  = turned[8*b+:8] & {8{own_bytes[b] ? own_there[b] : before_there[b]}};
    end
  end

  logic padding;
  assign padding = phase_q == Absorb && sum && !full_q;

  for (genvar x = 0; x < 5; x++) begin : gen_lane
    rate_t here;
    logic  own_lane, before_lane, domain_lane, last_lane;

    assign here        = index_of('{y: plane, x: 3'(x)});
    assign own_lane    = own && word_place_q.x == 3'(x);
    assign before_lane = earlier && before_x == 3'(x);
    assign domain_lane = padding && here == whole_q;
    assign last_lane   = padding && here == alg.rate - 1'b1;

    for (genvar b = 0; b < 8; b++) begin : gen_byte
      logic chosen, domain;
      assign chosen = own_bytes[b] ? own_lane : before_lane;
      assign domain = domain_lane && rest_q == 3'(b);
      assign add[x][8*b+:8] = (word_q[8*b+:8] & {8{chosen}}) | (domain_q & {8{domain}})
                              | {last_lane && b == 7, 7'b0};
    end
  end

  // Drain: lanes of the head plane

  logic        any, last_lane, block_last, wrote, lane_end, drained, straddles, write_room;
  logic [7:0]  wanted;
  logic [15:0] strobes;

  assign any        = left_q != '0;
  assign last_lane  = (left_q[LenWidth-1:4] == '0 && (!left_q[3] || left_q[2:0] == '0)) || abort;
  assign block_last = index_q == alg.rate - 1'b1;
  assign write_room = unanswered_q != '1;
  always_comb begin
    for (int unsigned b = 0; b < 8; b++) begin
      wanted[b] = left_q[LenWidth-1:3] != '0 || left_q[2:0] > 3'(b);
    end
  end
  assign strobes   = 16'(wanted) << ofs_q;
  assign straddles = strobes[15:8] != '0;

  assign wr_req_valid_o = draining && any && !block_out_q && write_room;
  // In the second word, the address is a word ahead already.
  assign wr_req_addr_o  = {addr_q, 3'b000};
  assign wr_req_tag_o   = '0;
  assign wr_rsp_ready_o = 1'b1;
  always_comb begin
    for (int unsigned j = 0; j < WordBytes; j++) begin
      wr_req_strb_o[j]      = wr_req_valid_o && (second_q ? strobes[8+j] : strobes[j]);
      wr_req_data_o[8*j+:8] = turned[8*j+:8] & {8{wr_req_strb_o[j]}};
    end
  end

  assign wrote    = wr_req_valid_o && wr_req_ready_i;
  assign lane_end = wrote && (second_q || !straddles);
  assign drained  = draining && (!any || (lane_end && last_lane));

  // Both

  logic accept, aligned;

  assign aligned = plane == '0;
  assign permute = aligned && ((absorbing && all_absorbed) || (draining && block_out_q));
  assign turn    = !permute && (absorbing || (draining && (block_out_q || (lane_end && (block_last
                   || next_q.x == 3'd4)))));
  assign clear   = drained;

  assign cmd_ready_o  = phase_q == Idle;
  assign accept       = cmd_valid_i && cmd_ready_o;
  assign done_valid_o = phase_q == Done && rest && unanswered_q == '0;
  assign done_id_o    = id_q;
  assign done_error_o = error_q;

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      Idle:    if (accept) phase_d = found.legal ? Absorb : Done;
      Absorb:  if (sealed && !full_q) phase_d = Drain;
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
      ofs_q        <= '0;
      left_q       <= '0;
      out_addr_q   <= '0;
      out_len_q    <= '0;
      error_q      <= 1'b0;
      settled_q    <= 1'b0;
      full_q       <= 1'b0;
      whole_q      <= '0;
      rest_q       <= '0;
      words_q      <= '0;
      next_q       <= '0;
      index_q      <= '0;
      requested_q      <= 1'b0;
      pending_q    <= '0;
      word_valid_q <= 1'b0;
      word_place_q <= '0;
      two_q        <= 1'b0;
      word_q       <= '0;
      split_q      <= 1'b0;
      second_q     <= 1'b0;
      block_out_q  <= 1'b0;
      unanswered_q <= '0;
    end else begin
      phase_q      <= phase_d;
      pending_q    <= pending_q + 5'(req_taken) - 5'(own);
      unanswered_q <= unanswered_q + CountWidth'(wrote) - CountWidth'(wr_rsp_valid_i);

      if (accept) begin
        id_q       <= cmd_id_i;
        alg_q      <= cmd_alg_i;
        domain_q   <= found.domain;
        out_addr_q <= cmd_out_addr_i;
        out_len_q  <= cmd_out_len_i;
        error_q    <= !found.legal;
      end else if ((rd_rsp_valid_i && rd_rsp_error_i) || (wr_rsp_valid_i && wr_rsp_error_i)
                   || (abort && phase_q != Done)) begin
        error_q <= 1'b1;
      end

      if (accept)                         {addr_q, ofs_q} <= cmd_msg_addr_i;
      else if (sealed && !full_q)         {addr_q, ofs_q} <= out_addr_q;
      else if (sealed || (wrote && !second_q)) addr_q     <= addr_sum;

      if (accept)                      left_q <= cmd_msg_len_i;
      else if (sealed && !full_q)      left_q <= none ? '0 : out_len_q;
      else if (lane_end && last_lane)  left_q <= '0;
      else if (sealed && abort)        left_q <= '0;
      else if (sealed || lane_end) begin
        left_q[LenWidth-1:3] <= left_q[LenWidth-1:3] - lanes_t'(lanes);
      end

      settled_q <= !accept && !sealed;
      if (phase_q == Absorb && !settled_q) begin
        full_q  <= full;
        whole_q <= whole;
        rest_q  <= rest_bytes;
        words_q <= words;
      end

      if (sealed || drained || permute) begin
        next_q  <= '0;
        index_q <= '0;
        requested_q <= !sealed && requested_q;
      end else if (next_step) begin
        next_q.y <= next_q.y + 1'b1;
        index_q  <= index_q + rate_t'(5);
        if (next_q.y == 3'd4) begin
          next_q.y <= '0;
          next_q.x <= next_q.x + 1'b1;
          index_q  <= rate_t'(next_q.x) + 1'b1;
          requested_q  <= next_q.x == 3'd4;
        end
      end else if (lane_end) begin
        next_q.x <= (next_q.x == 3'd4) ? '0 : next_q.x + 1'b1;
        index_q  <= index_q + 1'b1;
      end

      if (rd_rsp_valid_i && rd_rsp_ready_o) begin
        word_valid_q <= 1'b1;
        word_place_q <= rsp_place;
        two_q        <= ofs_q != '0 && rsp_index != '0;
        word_q       <= fitted;
      end else if (own) begin
        word_valid_q <= 1'b0;
        word_q       <= '0;
      end
      if (own)                                        split_q <= 1'b0;
      else if (earlier && word_place_q.x == '0)        split_q <= 1'b1;

      if (wrote)        second_q <= straddles && !second_q;
      if (permute)      block_out_q <= 1'b0;
      else if (drained) block_out_q <= 1'b0;
      else if (lane_end && block_last) block_out_q <= 1'b1;
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  WordAwaited_A : assert property (@(posedge clk_i)
      rd_rsp_valid_i |-> pending_q > 5'(word_valid_q))
  else $error("accel_plane: a word comes that was not asked for");
  PendingRoom_A : assert property (@(posedge clk_i) req_taken |-> pending_q <= rate_t'(MaxRateLanes))
  else $error("accel_plane: more words of a block than there are");
  IndexRight_A : assert property (@(posedge clk_i) rd_req_valid_o |-> index_q == index_of(next_q))
  else $error("accel_plane: the word's number is not that of its place");
  AnswerAwaited_A : assert property (@(posedge clk_i) wr_rsp_valid_i |-> unanswered_q != '0)
  else $error("accel_plane: there is no write to be answered");
  CountRoom_A : assert property (@(posedge clk_i) wrote |-> unanswered_q != '1)
  else $error("accel_plane: more writes than can be counted");
  LaneAtHead_A : assert property (@(posedge clk_i)
      wr_req_valid_o |-> index_q == index_of('{y: plane, x: next_q.x}))
  else $error("accel_plane: another lane is written than the next");
  IdleClear_A : assert property (@(posedge clk_i)
      phase_q == Idle |-> rest && {plane, next_q, index_q, requested_q, pending_q, word_valid_q, word_q,
                                   split_q, second_q, block_out_q, unanswered_q} == '0)
  else $error("accel_plane: something of a command is left when the next may come");

  AbortAbsorb_C : cover property (@(posedge clk_i) abort && sealed && full_q);
  AbortDrain_C : cover property (@(posedge clk_i) abort && lane_end && left_q[LenWidth-1:4] != '0);
  EarlyAsk_C : cover property (@(posedge clk_i) rd_req_valid_o && soon);
  BothLanes_C : cover property (@(posedge clk_i) own && earlier);
  Split_C : cover property (@(posedge clk_i) own && split_q);
  WordWaits_C : cover property (@(posedge clk_i) rd_rsp_valid_i && !rd_rsp_ready_o);
  Squeeze_C : cover property (@(posedge clk_i) permute && phase_q == Drain);
  NoOutput_C : cover property (@(posedge clk_i) drained && !wrote);
  Straddles_C : cover property (@(posedge clk_i) wrote && second_q);
  Stall_C : cover property (@(posedge clk_i) draining && any && !block_out_q && !write_room);
  AnswerAtEnd_C : cover property (@(posedge clk_i) phase_q == Done && rest && unanswered_q != '0);
`endif

endmodule

`default_nettype wire
