// SPDX-License-Identifier: Apache-2.0
//
// hash_accel at its ports, against every host and memory that keep the channels' rules: commands
// at any time, requests stalled at will, responses in any order after any time.
//
// The environment is assumed; what must hold is asserted:
//   - a request or completion that waits keeps its payload;
//   - a completion names a command that was accepted and is not complete: none is invented, none
//     completes twice;
//   - a read asks for a word of a pending command's message, with a tag that is not in use;
//   - a write touches only bytes of a pending command's output;
//   - when a command completes, each word of its message was asked for and answered, and each byte
//     of its output was written, exactly once, and the write answered;
//   - commands complete while the environment does not stall;
//   - with Abort, a command that is ended before its time may lack words and bytes, and then says so;
//     one that ends without an error lacks none.
//
// "Each" word and byte is one arbitrary word and byte of one arbitrary command (`watch_*_i`).

`default_nettype none

module accel_handshake #(
  parameter int unsigned Units = 1,
  parameter int unsigned RoundsPerCycle = 24,
  parameter int unsigned Stages = 1,
  parameter int unsigned Contexts = 1,
  parameter int unsigned Buffers = 1,
  parameter int unsigned Width = 64,
  parameter int unsigned MinMessage = 0,   // bytes
  parameter int unsigned MaxMessage = 9,
  parameter int unsigned MaxOutput = 9,
  parameter int unsigned Algorithms = 'h002,  // a bit per code that commands may have
  parameter int unsigned Patience = 16,    // cycles without a stall in which a command completes
  parameter bit          WriteData = 1'b0, // prove that write data are stable, and that alone
  parameter bit          Abort = 1'b0,
  // Addresses and lengths are short: the bits above are zero.
  localparam int unsigned AddrBits = 4,
  localparam int unsigned MsgBits = $clog2(MaxMessage + 1),
  localparam int unsigned OutBits = $clog2(MaxOutput + 1),
  localparam int unsigned EndBits = 9,
  localparam int unsigned IdWidth = 2,
  localparam int unsigned Ids = 2 ** IdWidth,
  localparam int unsigned WordBytes = Width / 8,
  localparam int unsigned OfsWidth = $clog2(WordBytes),
  localparam int unsigned Slots = Units * Stages,
  localparam int unsigned RdTagWidth = 2 + accel_pkg::index_width(Buffers)
                                       + accel_pkg::word_count_width(WordBytes),
  localparam int unsigned WrTagWidth = accel_pkg::index_width(Slots),
  localparam int unsigned Reads = 4        // that memory takes without an answer
) (
  input logic                     clk_i,
  input logic                     rst_ni,

  input logic                     cmd_valid_i,
  input logic [IdWidth-1:0]       cmd_id_i,
  input logic [3:0]               cmd_alg_i,
  input logic [7:0]               cmd_domain_i,
  input logic [AddrBits-1:0]      cmd_msg_addr_i,
  input logic [MsgBits-1:0]       cmd_msg_len_i,
  input logic [AddrBits-1:0]      cmd_out_addr_i,
  input logic [OutBits-1:0]       cmd_out_len_i,
  input logic                     abort_i,
  input logic [IdWidth-1:0]       abort_id_i,
  input logic                     rd_req_stall_i,
  input logic                     rd_rsp_valid_i,
  input logic [$clog2(Reads)-1:0] rd_rsp_choice_i,  // which of the reads under way is answered
  input logic [Width-1:0]         rd_rsp_data_i,
  input logic                     rd_rsp_error_i,
  input logic                     wr_req_ready_i,
  input logic                     wr_rsp_valid_i,
  input logic [WrTagWidth-1:0]    wr_rsp_tag_i,
  input logic                     wr_rsp_error_i,
  input logic                     done_ready_i,

  input logic [IdWidth-1:0]       watch_id_i,
  input logic [EndBits-1:0]       watch_word_i,
  input logic [EndBits-1:0]       watch_byte_i
);

  logic                  cmd_ready, rd_req_valid, rd_rsp_ready, wr_req_valid, wr_rsp_ready;
  logic                  done_valid, done_error;
  logic                  rd_req_ready;
  logic [31:0]           rd_req_addr, wr_req_addr;
  logic [RdTagWidth-1:0] rd_req_tag, rd_rsp_tag;
  logic [WrTagWidth-1:0] wr_req_tag;
  logic [WordBytes-1:0]  wr_req_strb;
  logic [Width-1:0]      wr_req_data;
  logic [IdWidth-1:0]    done_id;

  hash_accel #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .IdWidth       (IdWidth),
    .Abort         (Abort)
  ) u_accel (
    .clk_i,
    .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o   (cmd_ready),
    .cmd_id_i,
    .cmd_alg_i,
    .cmd_domain_i,
    .cmd_msg_addr_i (32'(cmd_msg_addr_i)),
    .cmd_msg_len_i  (32'(cmd_msg_len_i)),
    .cmd_out_addr_i (32'(cmd_out_addr_i)),
    .cmd_out_len_i  (32'(cmd_out_len_i)),
    .cmd_restore_i (1'b0),
    .cmd_save_i    (1'b0),
    .cmd_own_domain_i(1'b0),
    .cmd_state_addr_i('0),
    .cmd_steps_i     ('0),
    .abort_i         (Abort && abort_i),
    .abort_id_i,
    .rd_req_valid_o(rd_req_valid),
    .rd_req_ready_i(rd_req_ready),
    .rd_req_addr_o (rd_req_addr),
    .rd_req_tag_o  (rd_req_tag),
    .rd_rsp_valid_i,
    .rd_rsp_ready_o(rd_rsp_ready),
    .rd_rsp_tag_i  (rd_rsp_tag),
    .rd_rsp_data_i,
    .rd_rsp_error_i,
    .wr_req_valid_o(wr_req_valid),
    .wr_req_ready_i,
    .wr_req_addr_o (wr_req_addr),
    .wr_req_strb_o (wr_req_strb),
    .wr_req_data_o (wr_req_data),
    .wr_req_tag_o  (wr_req_tag),
    .wr_rsp_valid_i,
    .wr_rsp_ready_o(wr_rsp_ready),
    .wr_rsp_tag_i,
    .wr_rsp_error_i,
    .done_valid_o  (done_valid),
    .done_ready_i,
    .done_id_o     (done_id),
    .done_error_o  (done_error)
  );

  logic cmd_fire, rd_req_fire, rd_rsp_fire, wr_req_fire, wr_rsp_fire, done_fire;
  assign cmd_fire    = cmd_valid_i && cmd_ready;
  assign rd_req_fire = rd_req_valid && rd_req_ready;
  assign rd_rsp_fire = rd_rsp_valid_i && rd_rsp_ready;
  assign wr_req_fire = wr_req_valid && wr_req_ready_i;
  assign wr_rsp_fire = wr_rsp_valid_i && wr_rsp_ready;
  assign done_fire   = done_valid && done_ready_i;

  // Reset in cycle 0; the watched command, word and byte never change.
  logic                 running_q = 1'b0;
  logic [IdWidth-1:0]   watch_id_q;
  logic [EndBits-1:0]   watch_word_q, watch_byte_q;
  always_ff @(posedge clk_i) begin
    running_q    <= 1'b1;
    watch_id_q   <= watch_id_i;
    watch_word_q <= watch_word_i;
    watch_byte_q <= watch_byte_i;
  end
  always_comb begin
    assume (rst_ni == running_q);
    assume (watch_word_i % WordBytes == 0);
    assume (!running_q || {watch_id_i, watch_word_i, watch_byte_i}
                          == {watch_id_q, watch_word_q, watch_byte_q});
  end

  // The host

  typedef struct packed {
    logic               pending;
    logic               legal;
    logic [EndBits-1:0] msg_addr;
    logic [EndBits-1:0] msg_end;
    logic [EndBits-1:0] out_addr;
    logic [EndBits-1:0] out_end;
  } command_t;

  command_t [Ids-1:0] command_q;
  command_t           command;

  always_comb begin
    command          = '0;
    command.pending  = 1'b1;
    command.legal    = cmd_alg_i <= 4'd8
                       && (cmd_alg_i < 4'd7 || (cmd_domain_i != '0 && !cmd_domain_i[7]));
    command.msg_addr = EndBits'(cmd_msg_addr_i);
    command.msg_end  = EndBits'(cmd_msg_addr_i) + EndBits'(cmd_msg_len_i);
    command.out_addr = EndBits'(cmd_out_addr_i);
    command.out_end  = EndBits'(cmd_out_addr_i) + EndBits'(cmd_out_len_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      command_q <= '0;
    end else begin
      if (done_fire) command_q[done_id] <= '0;
      if (cmd_fire) command_q[cmd_id_i] <= command;
    end
  end

  // The watched command's message words and output bytes are no other pending command's.
  function automatic logic has_word(command_t c);
    return c.pending && c.msg_addr != c.msg_end && {1'b0, watch_word_q} + WordBytes > c.msg_addr
           && watch_word_q < c.msg_end;
  endfunction
  function automatic logic has_byte(command_t c);
    return c.pending && watch_byte_q >= c.out_addr && watch_byte_q < c.out_end;
  endfunction

  always_comb begin
    if (rst_ni && cmd_valid_i) begin
      assume (!command_q[cmd_id_i].pending);
      assume (cmd_msg_len_i >= MinMessage && cmd_msg_len_i <= MaxMessage);
      assume (cmd_out_len_i <= MaxOutput);
      assume (cmd_alg_i > 4'd8 || Algorithms[cmd_alg_i]);
      for (int i = 0; i < Ids; i++) begin
        assume (!(has_word(command) && has_word(command_q[i])));
        assume (!(has_byte(command) && has_byte(command_q[i])));
      end
    end
  end

  // Which command is to end: the same until it has.
  logic               abort_q;
  logic [IdWidth-1:0] abort_id_q;
  always_ff @(posedge clk_i) begin
    abort_q    <= rst_ni && abort_i && !(done_fire && done_id == abort_id_i);
    abort_id_q <= abort_id_i;
  end
  always_comb assume (!abort_q || (abort_i && abort_id_i == abort_id_q));

  // The memory: up to `Reads` reads and any number of writes without an answer.

  logic [Reads-1:0]                 reading_q, free;
  logic [Reads-1:0][RdTagWidth-1:0] reading_tag_q;
  logic [2**WrTagWidth-1:0][5:0]    writing_q;  // per tag

  assign rd_req_ready = !rd_req_stall_i && reading_q != '1;
  assign free         = ~reading_q & (reading_q + 1'b1);
  assign rd_rsp_tag   = reading_tag_q[rd_rsp_choice_i];

  for (genvar i = 0; i < Reads; i++) begin : gen_reading
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        reading_q[i]     <= 1'b0;
        reading_tag_q[i] <= '0;
      end else if (rd_req_fire && free[i]) begin
        reading_q[i]     <= 1'b1;
        reading_tag_q[i] <= rd_req_tag;
      end else if (rd_rsp_fire && rd_rsp_choice_i == i) begin
        reading_q[i]     <= 1'b0;
      end
    end
  end
  for (genvar i = 0; i < 2 ** WrTagWidth; i++) begin : gen_writing
    always_ff @(posedge clk_i) begin
      if (!rst_ni) writing_q[i] <= '0;
      else writing_q[i] <= writing_q[i] + 6'(wr_req_fire && wr_req_tag == i)
                           - 6'(wr_rsp_fire && wr_rsp_tag_i == i);
    end
  end

  // A response that waits keeps its payload, too.
  logic                             rd_rsp_wait_q;
  logic [$clog2(Reads)+Width+1-1:0] rd_rsp_q;
  always_ff @(posedge clk_i) begin
    rd_rsp_wait_q <= rst_ni && rd_rsp_valid_i && !rd_rsp_ready;
    rd_rsp_q      <= {rd_rsp_choice_i, rd_rsp_data_i, rd_rsp_error_i};
  end

  always_comb begin
    if (rst_ni) begin
      if (rd_rsp_valid_i) assume (reading_q[rd_rsp_choice_i]);
      if (wr_rsp_valid_i) assume (writing_q[wr_rsp_tag_i] != '0);
      if (rd_rsp_wait_q) begin
        assume (rd_rsp_valid_i && {rd_rsp_choice_i, rd_rsp_data_i, rd_rsp_error_i} == rd_rsp_q);
      end
    end
  end

  // Payloads

  if (WriteData) begin : gen_data_stable
    stream_check #(.Width(Width)) u_wr_data_check (
      .clk_i,
      .rst_ni,
      .valid_i  (wr_req_valid),
      .ready_i  (wr_req_ready_i),
      .payload_i(wr_req_data)
    );
  end else begin : gen_stable
    stream_check #(.Width(32 + RdTagWidth)) u_rd_req_check (
      .clk_i,
      .rst_ni,
      .valid_i  (rd_req_valid),
      .ready_i  (rd_req_ready),
      .payload_i({rd_req_addr, rd_req_tag})
    );
    stream_check #(.Width(32 + WordBytes + WrTagWidth)) u_wr_req_check (
      .clk_i,
      .rst_ni,
      .valid_i  (wr_req_valid),
      .ready_i  (wr_req_ready_i),
      .payload_i({wr_req_addr, wr_req_strb, wr_req_tag})
    );
    stream_check #(.Width(IdWidth + 1)) u_done_check (
      .clk_i,
      .rst_ni,
      .valid_i  (done_valid),
      .ready_i  (done_ready_i),
      .payload_i({done_id, done_error})
    );
  end

  // Transactions

  logic read_asked_for, bytes_asked_for;
  logic read_tag_used;
  always_comb begin
    read_tag_used = 1'b0;
    for (int i = 0; i < Reads; i++) begin
      if (reading_q[i] && reading_tag_q[i] == rd_req_tag) read_tag_used = 1'b1;
    end
    read_asked_for = 1'b0;
    for (int i = 0; i < Ids; i++) begin
      if (command_q[i].pending && command_q[i].legal
          && rd_req_addr[31:OfsWidth] >= 32'(command_q[i].msg_addr[EndBits-1:OfsWidth])
          && rd_req_addr < 32'(command_q[i].msg_end)) begin
        read_asked_for = 1'b1;
      end
    end
    bytes_asked_for = 1'b1;
    for (int j = 0; j < WordBytes; j++) begin
      logic found;
      found = 1'b0;
      for (int i = 0; i < Ids; i++) begin
        if (command_q[i].pending && command_q[i].legal
            && wr_req_addr + j >= 32'(command_q[i].out_addr)
            && wr_req_addr + j < 32'(command_q[i].out_end)) begin
          found = 1'b1;
        end
      end
      if (wr_req_strb[j] && !found) bytes_asked_for = 1'b0;
    end
  end

  if (!WriteData) begin : gen_transactions
    always_comb begin
      if (rst_ni) begin
        if (rd_req_valid) begin
          a_read_in_message : assert (read_asked_for && rd_req_addr % WordBytes == 0);
          a_read_tag_free : assert (!read_tag_used);
        end
        if (wr_req_valid) begin
          a_write_in_output : assert (bytes_asked_for && wr_req_addr % WordBytes == 0);
          a_write_not_empty : assert (wr_req_strb != '0);
        end
        if (done_valid) a_done_asked_for : assert (command_q[done_id].pending);
        if (done_valid && !command_q[done_id].legal) a_illegal_is_error : assert (done_error);
      end
    end
  end

  // The watched command

  logic       watching, watched_write, watched_done;
  logic [1:0] word_reads_q, byte_writes_q;    // saturating
  logic       word_answered_q, byte_answered_q, failed_q;
  logic [RdTagWidth-1:0] word_tag_q;
  logic [WrTagWidth-1:0] byte_tag_q;

  always_comb begin
    watched_write = 1'b0;
    for (int j = 0; j < WordBytes; j++) begin
      if (wr_req_strb[j] && wr_req_addr + j == 32'(watch_byte_q)) watched_write = wr_req_fire;
    end
  end
  assign watching     = command_q[watch_id_q].pending;
  assign watched_done = done_valid && done_id == watch_id_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !watching) begin
      word_reads_q    <= '0;
      byte_writes_q   <= '0;
      word_answered_q <= 1'b0;
      byte_answered_q <= 1'b0;
      failed_q        <= 1'b0;
      word_tag_q      <= '0;
      byte_tag_q      <= '0;
    end else begin
      if (rd_req_fire && rd_req_addr == 32'(watch_word_q)) begin
        word_reads_q    <= (word_reads_q == '1) ? '1 : word_reads_q + 1'b1;
        word_tag_q      <= rd_req_tag;
        word_answered_q <= 1'b0;
      end else if (word_reads_q != '0 && !word_answered_q
                   && rd_rsp_fire && rd_rsp_tag == word_tag_q) begin
        word_answered_q <= 1'b1;
        failed_q        <= failed_q || rd_rsp_error_i;
      end
      // Answers of one tag cannot be told apart: the write is answered when all of its tag are.
      if (watched_write) begin
        byte_writes_q <= (byte_writes_q == '1) ? '1 : byte_writes_q + 1'b1;
        byte_tag_q    <= wr_req_tag;
      end else if (byte_writes_q != '0 && writing_q[byte_tag_q] == '0) begin
        byte_answered_q <= 1'b1;
      end
    end
  end

  logic whole;  // it lacks nothing
  assign whole = !Abort || !done_error;

  if (!WriteData) begin : gen_watched
    always_comb begin
      if (rst_ni && watched_done && watching && command_q[watch_id_q].legal) begin
        if (has_word(command_q[watch_id_q])) begin
          a_word_read : assert (word_answered_q || (word_reads_q == '0 && !whole));
          a_word_read_once : assert (word_reads_q <= 1 || MaxMessage >= 72);  // 72: least rate
          a_read_error : assert (!failed_q || done_error);
        end
        if (has_byte(command_q[watch_id_q])) begin
          a_byte_written_once : assert (byte_writes_q == 1 || (byte_writes_q == '0 && !whole));
          a_write_answered : assert (byte_answered_q || writing_q[byte_tag_q] == '0
                                     || byte_writes_q == '0);
        end
      end
    end
  end

  // Progress: cycles in a row in which a command is pending, no request or completion is stalled,
  // and memory answers what it was asked before.
  logic [7:0] patience_q;
  logic       stall, owes_read, owes_write, any_pending;
  assign owes_read  = reading_q != '0;
  assign owes_write = writing_q != '0;
  assign stall      = (rd_req_valid && !rd_req_ready) || (wr_req_valid && !wr_req_ready_i)
                      || (done_valid && !done_ready_i) || (owes_read && !rd_rsp_valid_i)
                      || (owes_write && !wr_rsp_valid_i);
  always_comb begin
    any_pending = 1'b0;
    for (int i = 0; i < Ids; i++) any_pending = any_pending || command_q[i].pending;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || stall || done_fire || !any_pending) patience_q <= '0;
    else patience_q <= patience_q + 1'b1;
  end
  if (!WriteData) begin : gen_progress
    always_comb if (rst_ni) a_progress : assert (patience_q < Patience);
  end

  // Reached: the watched command, with message and output, completes after a stall.
  logic stalled_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !watching) stalled_q <= 1'b0;
    else stalled_q <= stalled_q || stall;
  end
  always_comb begin
    c_complete : cover (
      rst_ni && stalled_q && watched_done && done_ready_i && !done_error
      && has_word(command_q[watch_id_q]) && has_byte(command_q[watch_id_q]));
  end

endmodule

`default_nettype wire
