// SPDX-License-Identifier: Apache-2.0
//
// Counts what a design's ports do from the first word of the first job to the last word of the last
// one, and writes it to the file of +occupancy=FILE when the simulation ends: cycles by phase, and for
// each channel its transfers and the cycles in which an offer waited.
//
// A cycle is of the first phase that it fits:
//
//   0  words pass in and out
//   1  words pass in
//   2  words pass out
//   3  an offer of the design is not taken, or memory owes an answer and offers none
//   4  a job is inside
//   5  none is
//
// The cycle in which the last word goes out ends the time, and is of no phase.

`default_nettype none

module hashfab_occupancy #(
  parameter int unsigned Channels = 1,
  parameter int unsigned Memories = 1
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic [Channels-1:0] valid_i,
  input logic [Channels-1:0] ready_i,
  input logic                begins_i,       // a word of what begins a job is taken
  input logic                begins_last_i,  // it is the last one of that
  input logic                ends_i,         // a word of what ends a job is given
  input logic                ends_last_i,
  input logic                takes_i,        // a word of a message, or of a state, passes in
  input logic                gives_i,        // a word of an output, or of a state, passes out
  input logic                offers_i,       // what the design offers is not taken
  input logic [Memories-1:0] asks_i,         // a request to memory is taken
  input logic [Memories-1:0] answers_i,      // an answer of memory is taken
  input logic                answered_i      // one is offered
);
  localparam int unsigned Phases = 6;

  typedef struct packed {
    longint unsigned transfers;
    longint unsigned waits;
  } channel_t;

  longint unsigned             begun_q, ended_q, asked_q, answered_q;
  logic                        partial_q, started_q;
  logic     [Phases-1:0][63:0] phases_q, phases_kept_q;
  channel_t [Channels-1:0]     channels_d, channels_q, channels_kept_q;

  logic started, busy, awaited;
  assign started = started_q || begins_i;
  assign busy    = begins_i || partial_q || begun_q != ended_q;
  assign awaited = asked_q != answered_q && !answered_i;

  int unsigned phase;
  always_comb begin
    phase = Phases - 1;
    if (takes_i && gives_i) phase = 0;
    else if (takes_i) phase = 1;
    else if (gives_i) phase = 2;
    else if (offers_i || awaited) phase = 3;
    else if (busy) phase = 4;
  end

  always_comb begin
    channels_d = channels_q;
    for (int unsigned i = 0; i < Channels; i++) begin
      if (valid_i[i] && ready_i[i]) channels_d[i].transfers = channels_q[i].transfers + 1;
      if (valid_i[i] && !ready_i[i]) channels_d[i].waits = channels_q[i].waits + 1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q         <= 0;
      ended_q         <= 0;
      asked_q         <= 0;
      answered_q      <= 0;
      partial_q       <= 1'b0;
      started_q       <= 1'b0;
      phases_q        <= '0;
      phases_kept_q   <= '0;
      channels_q      <= '0;
      channels_kept_q <= '0;
    end else if (started) begin
      started_q       <= 1'b1;
      phases_q[phase] <= phases_q[phase] + 1;
      channels_q      <= channels_d;
      asked_q         <= asked_q + 64'($countones(asks_i));
      answered_q      <= answered_q + 64'($countones(answers_i));
      if (begins_i) begin
        partial_q <= !begins_last_i;
        if (begins_last_i) begun_q <= begun_q + 1;
      end
      if (ends_i) begin
        if (ends_last_i) ended_q <= ended_q + 1;
        phases_kept_q   <= phases_q;
        channels_kept_q <= channels_d;
      end
    end
  end

  final begin : report
    string path;
    int    file;
    if ($value$plusargs("occupancy=%s", path)) begin
      file = $fopen(path, "w");
      for (int unsigned i = 0; i < Phases; i++) $fdisplay(file, "%0d", phases_kept_q[i]);
      for (int unsigned i = 0; i < Channels; i++) begin
        $fdisplay(file, "%0d %0d", channels_kept_q[i].transfers, channels_kept_q[i].waits);
      end
      $fclose(file);
    end
  end
endmodule

`default_nettype wire
