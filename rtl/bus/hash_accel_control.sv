// SPDX-License-Identifier: Apache-2.0
//
// Between the register block and the accelerator: commands one way, completions the other.
//
// A command is in bus_command's registers, then in a queue if there is one, and is then looked at by
// bus_filter. What ends, refused or done, waits in a queue of completions. That one holds up the
// accelerator when it is full, and loses nothing.

`default_nettype none

module hash_accel_control
  import bus_pkg::*;
#(
  parameter type         command_t   = logic,
  parameter int unsigned AddrWidth   = 32,
  parameter int unsigned Queue       = 0,    // commands that wait behind the registers
  parameter int unsigned Completions = 2,
  parameter int unsigned Units          = 1, // these are for software to read
  parameter int unsigned RoundsPerCycle = 1,
  parameter int unsigned Stages         = 1,
  parameter int unsigned Contexts       = 1,
  parameter int unsigned Width          = 64,
  parameter int unsigned Buffers        = 1,
  parameter bit          Resume         = 1'b0,
  parameter bit          Chain          = 1'b0
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  output hash_accel_regs_pkg::hash_accel_regs__in_t  regs_o,
  input  hash_accel_regs_pkg::hash_accel_regs__out_t regs_i,
  output logic                                      irq_o,
  // The accelerator
  output logic                                      cmd_valid_o,
  input  logic                                      cmd_ready_i,
  output command_t                                  cmd_o,
  output logic                                      abort_o,
  output logic [IdWidth-1:0]                        abort_id_o,
  input  logic                                      done_valid_i,
  output logic                                      done_ready_o,
  input  logic [IdWidth-1:0]                        done_id_i,
  input  logic                                      done_error_i
);

  if (!(AddrWidth inside {32, 40, 48, 56, 64})) begin : gen_bad_addr_width
    $fatal(1, "hash_accel_control: AddrWidth is %0d; 32, 40, 48, 56, 64 are allowed", AddrWidth);
  end
  if (Queue > 64) begin : gen_bad_queue
    $fatal(1, "hash_accel_control: Queue is %0d; 0 to 64 are allowed", Queue);
  end
  if (Completions < 1 || Completions > 64) begin : gen_bad_completions
    $fatal(1, "hash_accel_control: Completions is %0d; 1 to 64 are allowed", Completions);
  end

  localparam int unsigned QueueWidth = $clog2(Queue + 2);
  localparam int unsigned DoneWidth  = $clog2(Completions + 1);

  // Commands

  typedef struct packed {
    logic        valid;
    logic [3:0]  offset;
    logic [31:0] data;
    logic [3:0]  strb;
  } write_t;

  logic                  given_valid, given_ready, next_valid, next_ready, lost;
  command_t              given;
  write_t                write;
  logic [QueueWidth-1:0] queued;

  // Of a write to the state's registers or to the command's.
  logic to_state;
  assign to_state = regs_i.STATE.req && regs_i.STATE.req_is_wr;
  assign write = '{
    valid:  to_state || (regs_i.COMMAND.req && regs_i.COMMAND.req_is_wr),
    offset: to_state ? {3'b100, regs_i.STATE.addr[2]} : {1'b0, regs_i.COMMAND.addr[4:2]},
    data:   to_state ? regs_i.STATE.wr_data : regs_i.COMMAND.wr_data,
    strb:   to_state ? {regs_i.STATE.wr_biten[24], regs_i.STATE.wr_biten[16],
                        regs_i.STATE.wr_biten[8], regs_i.STATE.wr_biten[0]}
                     : {regs_i.COMMAND.wr_biten[24], regs_i.COMMAND.wr_biten[16],
                        regs_i.COMMAND.wr_biten[8], regs_i.COMMAND.wr_biten[0]}
  };

  bus_command #(
    .command_t(command_t),
    .AddrWidth(AddrWidth),
    .Resume   (Resume),
    .Chain    (Chain)
  ) u_command (
    .clk_i,
    .rst_ni,
    .write_i  (write.valid),
    .offset_i (write.offset),
    .data_i   (write.data),
    .strb_i   (write.strb),
    .lost_o   (lost),
    .valid_o  (given_valid),
    .ready_i  (given_ready),
    .command_o(given)
  );

  if (Queue == 0) begin : gen_no_queue
    assign next_valid  = given_valid;
    assign given_ready = next_ready;
    assign cmd_o       = given;
    assign queued      = '0;
  end else begin : gen_queue
    logic [$clog2(Queue+1)-1:0] level;
    bus_fifo #(
      .Depth    (Queue),
      .payload_t(command_t)
    ) u_queue (
      .clk_i,
      .rst_ni,
      .valid_i  (given_valid),
      .ready_o  (given_ready),
      .payload_i(given),
      .valid_o  (next_valid),
      .ready_i  (next_ready),
      .payload_o(cmd_o),
      .level_o  (level)
    );
    assign queued = QueueWidth'(level);
  end

  // What may pass. A name is used from a command's acceptance to its end.

  logic [2**IdWidth-1:0] used_q;
  logic                  refuse_valid, refuse_ready, accept, done;
  error_e                refuse_error;

  bus_filter #(
    .command_t(command_t),
    .AddrWidth(AddrWidth),
    .Resume   (Resume),
    .Chain    (Chain)
  ) u_filter (
    .clk_i,
    .rst_ni,
    .valid_i       (next_valid),
    .ready_o       (next_ready),
    .command_i     (cmd_o),
    .id_used_i     (used_q[cmd_o.id]),
    .valid_o       (cmd_valid_o),
    .ready_i       (cmd_ready_i),
    .refuse_valid_o(refuse_valid),
    .refuse_ready_i(refuse_ready),
    .refuse_error_o(refuse_error)
  );

  assign accept = cmd_valid_o && cmd_ready_i;
  assign done   = done_valid_i && done_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
    end else begin
      if (accept) used_q[cmd_o.id]  <= 1'b1;
      if (done)   used_q[done_id_i] <= 1'b0;
    end
  end

  // Completions: those of the accelerator first, so that a refusal never stands in its way.

  logic                 ended_ready, first_valid, read;
  completion_t          ended, first;
  logic [DoneWidth-1:0] unused_level;

  assign done_ready_o = ended_ready;
  assign refuse_ready = ended_ready && !done_valid_i;

  always_comb begin
    ended = '{id: cmd_o.id, error: refuse_error};
    if (done_valid_i) begin
      ended.id = done_id_i;
      if (!done_error_i)                           ended.error = ErrorOk;
      else if (abort_o && abort_id_o == done_id_i) ended.error = ErrorAborted;
      else                                         ended.error = ErrorBus;
    end
  end

  bus_fifo #(
    .Depth    (Completions),
    .payload_t(completion_t)
  ) u_completions (
    .clk_i,
    .rst_ni,
    .valid_i  (done_valid_i || refuse_valid),
    .ready_o  (ended_ready),
    .payload_i(ended),
    .valid_o  (first_valid),
    .ready_i  (read),
    .payload_o(first),
    .level_o  (unused_level)
  );

  assign read = regs_i.COMPLETION.ID.rd_swacc;

  // A command to end. It may still be in the registers or the queue. When COMPLETION has named it,
  // software may give another one its name.

  logic waits, abort_ends;
  assign waits      = given_valid || next_valid;
  assign abort_o    = regs_i.ABORT.VALID.value;
  assign abort_id_o = regs_i.ABORT.ID.value;
  assign abort_ends = (!waits && !used_q[abort_id_o]) || (done && done_id_i == abort_id_o)
                      || (read && first_valid && first.id == abort_id_o);

  // What software reads

  always_comb begin
    regs_o.CONFIG.UNITS.next      = 4'(Units);
    regs_o.CONFIG.ROUNDS.next     = 5'(RoundsPerCycle);
    regs_o.CONFIG.STAGES.next     = 3'(Stages);
    regs_o.CONFIG.CONTEXTS.next   = 4'(Contexts);
    regs_o.CONFIG.WORD_BYTES.next = 6'(Width / 8);
    regs_o.CONFIG.BUFFERS.next    = 4'(Buffers);
    regs_o.CONFIG.ADDR_BYTES.next = 4'(AddrWidth / 8);
    regs_o.CONFIG.RESUME.next     = Resume;
    regs_o.CONFIG.CHAIN.next      = Chain;

    regs_o.STATUS.READY.next = !given_valid;
    regs_o.STATUS.BUSY.next  = waits || used_q != '0;
    regs_o.STATUS.DONE.next  = first_valid;
    regs_o.STATUS.FREE.next  = 8'(Queue) - 8'(queued) + 8'(!given_valid);

    regs_o.IRQ_STATUS.DONE.next  = first_valid;
    regs_o.IRQ_STATUS.LOST.hwset = lost;

    regs_o.ABORT.VALID.hwclr = abort_ends;

    regs_o.COMPLETION.ID.next    = first.id;
    regs_o.COMPLETION.ERROR.next = first.error;
    regs_o.COMPLETION.VALID.next = first_valid;

    // The command registers answer in the same cycle, and read as zero.
    regs_o.COMMAND.wr_ack  = regs_i.COMMAND.req && regs_i.COMMAND.req_is_wr;
    regs_o.COMMAND.rd_ack  = regs_i.COMMAND.req && !regs_i.COMMAND.req_is_wr;
    regs_o.COMMAND.rd_data = '0;
    regs_o.STATE.wr_ack    = to_state;
    regs_o.STATE.rd_ack    = regs_i.STATE.req && !regs_i.STATE.req_is_wr;
    regs_o.STATE.rd_data   = '0;
  end

  assign irq_o = (first_valid && regs_i.IRQ_ENABLE.DONE.value)
                 || (regs_i.IRQ_STATUS.LOST.value && regs_i.IRQ_ENABLE.LOST.value);

  // Codes that software sees are those of the description.
  if (32'(hash_accel_regs_pkg::error_e__OK) != 32'(ErrorOk)
      || 32'(hash_accel_regs_pkg::error_e__BUS) != 32'(ErrorBus)
      || 32'(hash_accel_regs_pkg::error_e__ALGORITHM) != 32'(ErrorAlgorithm)
      || 32'(hash_accel_regs_pkg::error_e__LENGTH) != 32'(ErrorLength)
      || 32'(hash_accel_regs_pkg::error_e__ADDRESS) != 32'(ErrorAddress)
      || 32'(hash_accel_regs_pkg::error_e__OVERLAP) != 32'(ErrorOverlap)
      || 32'(hash_accel_regs_pkg::error_e__ID) != 32'(ErrorId)
      || 32'(hash_accel_regs_pkg::error_e__LOST) != 32'(ErrorLost)
      || 32'(hash_accel_regs_pkg::error_e__ABORTED) != 32'(ErrorAborted)) begin : gen_bad_codes
    $fatal(1, "hash_accel_control: the registers were made from another description");
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  AcceptUnused_A : assert property (@(posedge clk_i) accept |-> !used_q[cmd_o.id])
  else $error("hash_accel_control: two commands of name %0d are under way", cmd_o.id);
  DoneUsed_A : assert property (@(posedge clk_i) done |-> used_q[done_id_i])
  else $error("hash_accel_control: command %0d ends and is not under way", done_id_i);

  RefusedWaits_C : cover property (@(posedge clk_i) refuse_valid && done_valid_i);
  AbortWaits_C : cover property (@(posedge clk_i) abort_o && waits && !used_q[abort_id_o]);
  AbortNone_C : cover property (@(posedge clk_i) abort_o && !waits && !used_q[abort_id_o]);
  AbortLate_C : cover property (@(posedge clk_i) abort_o && done && !done_error_i
                                && done_id_i == abort_id_o);
  ReadEmpty_C : cover property (@(posedge clk_i) read && !first_valid);
`endif

endmodule

`default_nettype wire
