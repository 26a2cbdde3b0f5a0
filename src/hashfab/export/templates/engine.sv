// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of <@ top @>, which permutes states. What is around it in a sponge is here:
// blocks are added to the states, and after the last one the state begins with the digest.
// States of all messages are on their way at once; both sides stall at random.
<% if masked %>
// A state travels as two shares, a random one and what that leaves of it.
<% endif %>

`default_nettype none

`ifdef VERILATOR
module tb (input wire clk);
`else
module tb;
  reg clk = 1'b1;
  always #5 clk = ~clk;
`endif

  localparam integer Width    = <@ width @>;
  localparam integer Beats    = <@ beats @>;
  localparam integer Messages = <@ messages|length @>;
  localparam integer Blocks   = <@ messages[0].blocks|length @>;

  // Padded blocks; bit 8 * i + j of a number is bit j of byte i, as in FIPS 202, B.1.
  function [1599:0] block(input integer message, input integer index);
    case (Blocks * message + index)
<% for message in messages %>
      // <@ message.title @>
<% set first = loop.index0 * message.blocks|length %>
<% for each in message.blocks %>
      <@ first + loop.index0 @>: block = <@ each @>;
<% endfor %>
<% endfor %>
      default: block = 1600'd0;
    endcase
  endfunction

  function [1599:0] digest(input integer message);
    case (message)
<% for message in messages %>
      <@ loop.index0 @>: digest = <@ message.digest @>;
<% endfor %>
      default: digest = 1600'd0;
    endcase
  endfunction

  function integer digest_bits(input integer message);
    case (message)
<% for message in messages %>
      <@ loop.index0 @>: digest_bits = <@ message.bits @>;
<% endfor %>
      default: digest_bits = 0;
    endcase
  endfunction

  // Which messages have 12 rounds.
  localparam [7:0] Turbo = 8'b<% for each in (range(messages|length, 8)|list) %>0<% endfor %><% for message in messages|reverse %><@ message.turbo @><% endfor %>;

<% if masked %>
  function coin(input integer number);
    coin = number[0];
  endfunction

<% endif %>
  // The bit of a state<% if masked %> or a share<% endif %> that travels as bit `at` of beat `beat`.
  function integer place(input integer beat, input integer at);
<% if masked %>
    // The lanes of the second share are rotated left by <@ skew @>.
    place = beat == 0 ? at : 64 * (at / 64) + (at + 64 - <@ skew @>) % 64;
<% elif sliced %>
    place = 64 * (at % 25) + 2 * beat + at / 25;
<% else %>
    place = Width * beat + at;
<% endif %>
  endfunction

  reg              rst_ni  = 1'b1;
  reg              valid_i = 1'b0;
  wire             ready_o;
  reg  [Width-1:0] data_i  = {Width{1'b0}};
  reg              turbo_i = 1'b0;
  reg  [2:0]       tag_i   = 3'd0;
  wire             valid_o;
  reg              ready_i = 1'b0;
  wire [Width-1:0] data_o;
  wire [2:0]       tag_o;
  wire             alarm_o;
  wire             random_ready_o;
  reg              random_valid_i = 1'b0;
  reg  [<@ random_width - 1 @>:0] random_i = {<@ random_width @>{1'b0}};

  <@ top @> u_dut (
    .clk_i  (clk),
    .rst_ni (rst_ni),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .data_i (data_i),
    .turbo_i(turbo_i),
    .tag_i  (tag_i),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .data_o (data_o),
    .tag_o  (tag_o),
    .alarm_o(alarm_o),

    .random_valid_i(random_valid_i),
    .random_ready_o(random_ready_o),
    .random_i      (random_i)
  );

  reg [1599:0] state [0:7];
  reg [1599:0] result;
  reg [31:0]   noise    = 32'h2545f491;
  reg [7:0]    busy     = 8'd0;  // the messages whose states are in the engine
  reg [2:0]    tag      = 3'd0;
  reg          offering = 1'b0;
  integer      cycle    = 0;
  integer      round    = 0;     // the block that is being absorbed
  integer      sent     = 0;     // states of this round, and beats of the next one
  integer      sent_beats = 0;
  integer      taken    = 0;
  integer      taken_beats = 0;
  integer      wrong    = 0;
  integer      i;

<% if masked %>
  reg [1599:0] mask;
  initial for (i = 0; i < 1600; i = i + 1) mask[i] = coin($random);
<% endif %>
  initial for (i = 0; i < Messages; i = i + 1) state[i] = block(i, 0);

  // Reset falls before the first rising edge.
  always @(negedge clk) rst_ni <= cycle > 6;

  always @(posedge clk) begin
    cycle = cycle + 1;
    noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};

    if (cycle > 8) begin
      if (alarm_o !== 1'b0) $fatal(1, "FAIL: the alarm is raised in cycle %0d", cycle);

      if (valid_i && ready_o) begin
        offering = 1'b0;
        sent_beats = sent_beats + 1;
        if (sent_beats == Beats) begin
          busy[sent] = 1'b1;
          sent = sent + 1;
          sent_beats = 0;
<% if masked %>
          for (i = 0; i < 1600; i = i + 1) mask[i] = coin($random);
<% endif %>
        end
      end

      if (valid_o && ready_i) begin
        if (taken_beats == 0) tag = tag_o;
        if (tag_o !== tag || busy[tag_o] !== 1'b1) begin
          $fatal(1, "FAIL: a result has tag %0d, which is not under way", tag_o);
        end
<% if masked %>
        if (taken_beats == 0) result = 1600'd0;
        for (i = 0; i < Width; i = i + 1) begin
          result[place(taken_beats, i)] = result[place(taken_beats, i)] ^ data_o[i];
        end
<% else %>
        for (i = 0; i < Width; i = i + 1) result[place(taken_beats, i)] = data_o[i];
<% endif %>
        taken_beats = taken_beats + 1;
        if (taken_beats == Beats) begin
          state[tag] = result;
          busy[tag] = 1'b0;
          taken = taken + 1;
          taken_beats = 0;
        end
      end

      if (taken == Messages) begin
        taken = 0;
        sent = 0;
        round = round + 1;
        for (i = 0; i < Messages; i = i + 1) begin
          if (round < Blocks) begin
            state[i] = state[i] ^ block(i, round);
          end else if (((state[i] ^ digest(i)) << (1600 - digest_bits(i))) !== 1600'd0) begin
            $display("wrong: the digest of message %0d", i);
            wrong = wrong + 1;
          end
        end
        if (round == Blocks) begin
          if (wrong != 0) $fatal(1, "FAIL: %0d digests are wrong", wrong);
          $display("PASS: <@ design.name @>, %0d digests, %0d cycles", Messages, cycle);
          $finish;
        end
      end

      // The tag and the number of rounds count with the first beat; with others they are wrong.
      if (!offering && sent < Messages && round < Blocks) offering = noise[0];
      valid_i <= offering;
      turbo_i <= offering && (Turbo[sent[2:0]] == (sent_beats == 0));
      tag_i   <= offering ? (sent_beats == 0 ? sent[2:0] : ~sent[2:0]) : 3'd0;
      for (i = 0; i < Width; i = i + 1) begin
<% if masked %>
        data_i[i] <= offering && (mask[place(sent_beats, i)]
                                  ^ (sent_beats == 0 && state[sent[2:0]][i]));
<% else %>
        data_i[i] <= offering && state[sent[2:0]][place(sent_beats, i)];
<% endif %>
      end
      ready_i <= noise[5];
<% if masked %>
      if (!random_valid_i || random_ready_o) begin
        random_valid_i <= noise[9] || noise[12];
        for (i = 0; i < <@ random_width @>; i = i + 1) random_i[i] <= coin($random);
      end
<% endif %>
      if (alarm_o !== 1'b0) $fatal(1, "FAIL: the alarm is raised in cycle %0d", cycle);
    end

    if (cycle > 200000) $fatal(1, "FAIL: no end after %0d cycles", cycle);
  end

endmodule

`default_nettype wire
