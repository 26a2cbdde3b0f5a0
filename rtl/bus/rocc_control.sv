// SPDX-License-Identifier: Apache-2.0
//
// RoCC's instructions to the accelerator's commands, and its completions to RoCC's responses.
//
//   Instruction  rs1                  rs2                    rd, if asked for
//   SETUP, 0     message's address    output's address       0, at once
//   START, 1     bytes of it          rocc_pkg::start_t,     bus_pkg::error_e, when the output is in
//                                     or none: SHA3-256      memory
//   any other    -                    -                      all ones, at once; nothing is done
//
// An instruction whose registers are not all there is one of the others. A START takes the addresses
// as they are; until bus_filter has looked at it and the accelerator has taken it, no instruction is
// taken. There is a name for each command that may be under way. Responses come in the order in which
// commands end.
//
// All that is under way reads and writes memory with one privilege, that of the START: a START of
// another one waits until nothing is.

`default_nettype none

module rocc_control
  import bus_pkg::*;
  import rocc_pkg::*;
#(
  parameter  type         command_t = logic,
  parameter  int unsigned AddrWidth = 40,
  parameter  int unsigned NameWidth = 2
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cmd_valid_i,
  output logic                 cmd_ready_o,
  input  logic [6:0]           funct_i,
  input  logic                 xd_i,
  input  logic                 xs1_i,
  input  logic                 xs2_i,
  input  logic [4:0]           rd_i,
  input  logic [XLen-1:0]      rs1_i,
  input  logic [XLen-1:0]      rs2_i,
  input  logic [1:0]           dprv_i,
  input  logic                 dv_i,

  output logic                 resp_valid_o,
  input  logic                 resp_ready_i,
  output logic [4:0]           resp_rd_o,
  output logic [XLen-1:0]      resp_data_o,

  output logic                 busy_o,
  output logic [1:0]           dprv_o,         // of what is under way
  output logic                 dv_o,

  // The accelerator
  output logic                 accel_valid_o,
  input  logic                 accel_ready_i,
  output command_t             accel_cmd_o,
  input  logic                 done_valid_i,
  output logic                 done_ready_o,
  input  logic [NameWidth-1:0] done_id_i,
  input  logic                 done_error_i
);

  localparam int unsigned Names = 2 ** NameWidth;
  localparam int unsigned Bytes = 32;  // SHA3-256's, where a START says nothing

  typedef struct packed {
    logic       used;  // a command of this name is under way
    logic       xd;
    logic [4:0] rd;
  } name_t;

  typedef struct packed {
    logic [4:0] rd;
    logic       illegal;  // there is no such instruction
    error_e     error;
  } response_t;

  logic     pending_q;  // a command is given, and not yet taken or refused
  command_t command_q;
  name_t    name_q[Names];

  // Instructions

  logic                 setup, start, taken, same, respond, free;
  logic [NameWidth-1:0] next;
  start_t               asked;

  assign setup = funct_i == FunctSetup && xs1_i && xs2_i;
  assign start = funct_i == FunctStart && xs1_i;
  assign same  = !busy_o || {dv_i, dprv_i} == {dv_o, dprv_o};

  always_comb begin
    free   = 1'b0;
    next   = '0;
    busy_o = resp_valid_o;
    for (int unsigned i = 0; i < Names; i++) begin
      if (!name_q[i].used) begin
        free = 1'b1;
        next = NameWidth'(i);
      end else begin
        busy_o = 1'b1;
      end
    end
  end

  assign cmd_ready_o = !pending_q && (start ? same : !xd_i || respond);
  assign taken       = cmd_valid_i && cmd_ready_o;

  always_comb begin
    asked = start_t'(rs2_i);
    if (!xs2_i) begin
      asked           = '0;
      asked.algorithm = 8'(accel_pkg::Sha3_256);
      asked.out_len   = 32'(Bytes);
    end
  end

  // Of the addresses and the length, what there are no bits for.
  logic [XLen-1:0] rs1_beyond, rs2_beyond;
  logic            len_beyond;
  if (AddrWidth < XLen) begin : gen_beyond
    assign rs1_beyond = rs1_i >> AddrWidth;
    assign rs2_beyond = rs2_i >> AddrWidth;
  end else begin : gen_all
    assign rs1_beyond = '0;
    assign rs2_beyond = '0;
  end
  assign len_beyond = (rs1_i >> LenWidth) != '0;

  logic addr_beyond_q;  // the message's
  logic filtered;       // the pending command is taken or refused

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q     <= 1'b0;
      command_q     <= '0;
      addr_beyond_q <= 1'b0;
      dprv_o        <= '0;
      dv_o          <= 1'b0;
    end else begin
      // There are no states in memory and no chains, and a command waits instead of being lost.
      command_q.state_addr   <= '0;
      command_q.state_beyond <= '0;
      command_q.steps        <= '0;
      command_q.chain        <= 1'b0;
      command_q.lost         <= 1'b0;
      if (filtered) pending_q <= 1'b0;
      if (taken && setup) begin
        command_q.msg_addr   <= rs1_i[AddrWidth-1:0];
        command_q.out_addr   <= rs2_i[AddrWidth-1:0];
        command_q.out_beyond <= 4'(rs2_beyond != '0);
        addr_beyond_q        <= rs1_beyond != '0;
      end
      if (taken && start) begin
        pending_q            <= 1'b1;
        dprv_o               <= dprv_i;
        dv_o                 <= dv_i;
        command_q.id         <= next;
        command_q.alg        <= asked.algorithm[3:0];
        command_q.alg_beyond <= asked.algorithm[7:4] != '0;
        command_q.domain     <= asked.domain;
        command_q.msg_len    <= rs1_i[LenWidth-1:0];
        command_q.out_len    <= asked.out_len;
        command_q.in_place   <= asked.in_place;
        command_q.restore    <= asked.restore;
        command_q.save       <= asked.save;
        command_q.own_domain <= asked.own_domain;
        command_q.msg_beyond <= 4'(addr_beyond_q || len_beyond);
      end
    end
  end

  // What may pass. Names are free when they are given, so that none is in use here.

  logic   refuse_valid, refuse_ready;
  error_e refuse_error;

  assign accel_cmd_o = command_q;

  bus_filter #(
    .command_t(command_t),
    .AddrWidth(AddrWidth),
    .Resume   (1'b0),
    .Chain    (1'b0)
  ) u_filter (
    .clk_i,
    .rst_ni,
    .valid_i       (pending_q),
    .ready_o       (filtered),
    .command_i     (command_q),
    .id_used_i     (1'b0),
    .valid_o       (accel_valid_o),
    .ready_i       (accel_ready_i),
    .refuse_valid_o(refuse_valid),
    .refuse_ready_i(refuse_ready),
    .refuse_error_o(refuse_error)
  );

  // Names

  logic done, refused;

  assign done    = done_valid_i && done_ready_o;
  assign refused = refuse_valid && refuse_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Names; i++) name_q[i] <= '0;
    end else begin
      if (taken && start) name_q[next] <= '{used: 1'b1, xd: xd_i, rd: rd_i};
      if (done)           name_q[done_id_i] <= '0;
      if (refused)        name_q[command_q.id] <= '0;
    end
  end

  // Responses: of what is done first, so that nothing else stands in its way.

  name_t     ended, dropped;
  logic      ended_xd, dropped_xd, room;
  response_t response, first;
  logic [1:0] unused_level;

  assign ended      = name_q[done_id_i];
  assign dropped    = name_q[command_q.id];
  assign ended_xd   = done_valid_i && ended.xd;
  assign dropped_xd = refuse_valid && dropped.xd;

  assign done_ready_o = !ended.xd || room;
  assign refuse_ready = !dropped.xd || (room && !ended_xd);
  assign respond      = room && !ended_xd;  // nothing is refused while an instruction is taken

  always_comb begin
    response = '{rd: rd_i, illegal: !setup, error: ErrorOk};
    if (ended_xd) begin
      response = '{rd: ended.rd, illegal: 1'b0, error: done_error_i ? ErrorBus : ErrorOk};
    end else if (dropped_xd) begin
      response = '{rd: dropped.rd, illegal: 1'b0, error: refuse_error};
    end
  end

  bus_fifo #(
    .Depth    (2),
    .payload_t(response_t)
  ) u_responses (
    .clk_i,
    .rst_ni,
    .valid_i  (ended_xd || dropped_xd || (taken && !start && xd_i)),
    .ready_o  (room),
    .payload_i(response),
    .valid_o  (resp_valid_o),
    .ready_i  (resp_ready_i),
    .payload_o(first),
    .level_o  (unused_level)
  );

  assign resp_rd_o   = first.rd;
  assign resp_data_o = first.illegal ? '1 : XLen'(first.error);

  // What a START does not look at, and what is for assertions.
  logic unused;
  assign unused = ^{asked.ignored_high, asked.ignored_low, ended.used, dropped.used, free,
                    unused_level};

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  DoneUsed_A : assert property (@(posedge clk_i) done_valid_i |-> ended.used)
  else $error("rocc_control: command %0d ends and is not under way", done_id_i);
  PendingUsed_A : assert property (@(posedge clk_i) pending_q |-> dropped.used)
  else $error("rocc_control: a command is given and has no name");
  NameFree_A : assert property (@(posedge clk_i) taken && start |-> free)
  else $error("rocc_control: more commands are under way than there are names");
  OnePrivilege_A : assert property (@(posedge clk_i)
      taken && start && busy_o |-> {dv_i, dprv_i} == {dv_o, dprv_o})
  else $error("rocc_control: a command changes the privilege of another one");
  OneResponse_A : assert property (@(posedge clk_i)
      !(taken && !start && xd_i && (ended_xd || dropped_xd)))
  else $error("rocc_control: two responses at once");

  Setup_C : cover property (@(posedge clk_i) taken && setup);
  PlainStart_C : cover property (@(posedge clk_i) taken && start && !xs2_i);
  Illegal_C : cover property (@(posedge clk_i) taken && !setup && !start && xd_i);
  IllegalSilent_C : cover property (@(posedge clk_i) taken && !setup && !start && !xd_i);
  RefusedSilent_C : cover property (@(posedge clk_i) refused && !dropped.xd);
  RefusedWaits_C : cover property (@(posedge clk_i) dropped_xd && ended_xd);
  PrivilegeWaits_C : cover property (@(posedge clk_i) cmd_valid_i && start && !same);
  ResponseWaits_C : cover property (@(posedge clk_i) resp_valid_o && !resp_ready_i && !room);
`endif

endmodule

`default_nettype wire
