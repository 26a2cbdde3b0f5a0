// SPDX-License-Identifier: Apache-2.0
//
// hash_axis keeps the rules of its AXI4-Streams: a packet comes out for each that went in, behind its
// last word and before the next one's first; it has as many bytes as were asked for, or says that it is
// an error, and that it is one exactly where its message was malformed; an offer stays as it is. Whatever
// words come, whenever they come and output is taken.
//
// Assumed: what waits at the input stays as it is. A permutation ends in any state at all, so that
// nothing here depends on a digest.

`default_nettype none

module hash_axis_port #(
  parameter  int unsigned RoundsPerCycle = 1,
  localparam int unsigned LenWidth       = 8,
  localparam int unsigned UserWidth      = LenWidth + 12
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                s_axis_tvalid,
  input logic [63:0]         s_axis_tdata,
  input logic [7:0]          s_axis_tkeep,
  input logic                s_axis_tlast,
  input logic [LenWidth-1:0] bytes_i,
  input logic [7:0]          domain_i,
  input logic [3:0]          alg_i,
  input logic                m_axis_tready
);

  logic                 s_axis_tready, m_axis_tvalid, m_axis_tlast, m_axis_tuser;
  logic [63:0]          m_axis_tdata;
  logic [7:0]           m_axis_tkeep;
  logic [UserWidth-1:0] s_axis_tuser;
  assign s_axis_tuser = {bytes_i, domain_i, alg_i};

  hash_axis #(
    .RoundsPerCycle(RoundsPerCycle),
    .LenWidth      (LenWidth)
  ) u_axis (
    .clk_i,
    .rst_ni,
    .s_axis_tvalid,
    .s_axis_tready,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser
  );

  stream_check #(.Width(74)) u_out (
    .clk_i, .rst_ni, .valid_i(m_axis_tvalid), .ready_i(m_axis_tready),
    .payload_i({m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser})
  );

  reset_first u_reset (.clk_i, .rst_ni);
  stream_assume #(.Width(73 + UserWidth)) u_in (
    .clk_i, .rst_ni, .valid_i(s_axis_tvalid), .ready_i(s_axis_tready),
    .payload_i({s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser})
  );

  logic taken, given;
  assign taken = s_axis_tvalid && s_axis_tready;
  assign given = m_axis_tvalid && m_axis_tready;

  // The message: a first word that asks for nothing, or for what does not exist, and a word with a gap
  // or, before the last, without all of its bytes, make it an error.

  logic                begun_q, owed_q, wrong_q, wrong_user, wrong_word;
  logic [LenWidth-1:0] left_q;

  assign wrong_user = bytes_i == '0 || alg_i > 4'd8
                      || (alg_i > 4'd6 && (domain_i == '0 || domain_i > 8'h7f));
  always_comb begin
    wrong_word = 1'b1;
    for (int unsigned n = 0; n <= 8; n++) begin
      if (s_axis_tkeep == 8'(9'h1ff >> (9 - n)) && (s_axis_tlast || n == 8)) wrong_word = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      owed_q  <= 1'b0;
      wrong_q <= 1'b0;
      left_q  <= '0;
    end else begin
      if (taken) begin
        begun_q <= !s_axis_tlast;
        owed_q  <= s_axis_tlast;
        wrong_q <= (begun_q ? wrong_q : wrong_user) || wrong_word;
        if (!begun_q) left_q <= bytes_i;
      end
      if (given) begin
        left_q <= left_q - LenWidth'(8);
        if (m_axis_tlast) owed_q <= 1'b0;
      end
    end
  end

  logic [7:0] keep;  // of the output's next word
  always_comb begin
    keep = '1;
    for (int unsigned n = 0; n < 8; n++) if (left_q == LenWidth'(n)) keep = 8'(9'h1ff >> (9 - n));
    if (wrong_q) keep = '0;
  end

  logic rest_clear;  // of the bytes that the word's tkeep leaves out
  always_comb begin
    rest_clear = 1'b1;
    for (int unsigned i = 0; i < 8; i++) begin
      if (!m_axis_tkeep[i] && m_axis_tdata[8*i+:8] != '0) rest_clear = 1'b0;
    end
  end

  always_comb if (rst_ni) begin
    a_one_at_a_time: assert (!(s_axis_tready && owed_q));
    a_behind: assert (!m_axis_tvalid || owed_q);
    a_error: assert (!m_axis_tvalid || m_axis_tuser == wrong_q);
    a_last: assert (!m_axis_tvalid || m_axis_tlast == (wrong_q || left_q <= LenWidth'(8)));
    a_keep: assert (!m_axis_tvalid || m_axis_tkeep == keep);
    a_rest_clear: assert (!m_axis_tvalid || rest_clear);
  end

  // Reached: an output ends with a part of a word, behind another word.
  logic went_on_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) went_on_q <= 1'b0;
    else if (given && !m_axis_tlast) went_on_q <= 1'b1;
  end
  always_comb c_ends: cover (rst_ni && went_on_q && given && m_axis_tlast && m_axis_tkeep == 8'h07);

endmodule

`default_nettype wire
