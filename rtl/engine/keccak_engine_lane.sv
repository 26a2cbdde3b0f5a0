// SPDX-License-Identifier: Apache-2.0
//
// Keccak-p[1600] permutation, one lane per cycle, the state in a memory of 25 lanes with one write
// port and one asynchronous read port (LUT RAM on FPGAs).
//
// A pass over the state takes 30 cycles: 6 rows of 5 columns, the sixth for the pipeline to empty
// and, in its last column, for theta's effect. A permutation of R rounds takes R + 1 passes: one to
// load, one per round, in the last of which the lanes leave by data_o.
//
//   cycle   for the lane (column, row) of the result
//     t     read its source, add theta's effect
//     t+1   rho
//     t+2   the row's first, second, third lane are there: chi of the first, and so on; chi of the
//           last two needs the first two again, which are kept (`first_q`)
//     t+4   write back, or out; add to the next column parity
//
// The state never moves: a result is written where its source was read. Pi's source of (x, y) is
// M (x, y) mod 5 with M = [1 3; 1 0], so after i rounds lane (x, y) lies at N (x, y) with N = M^i,
// and round i reads the sources of (0, 0), (1, 0), ... at N M (x, y).
//
// A memory has no reset: after one, a pass clears it. Lanes that leave are overwritten with zero.

`default_nettype none

module keccak_engine_lane #(
  parameter int unsigned TagWidth = 3
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                valid_i,
  output logic                ready_o,
  input  keccak_pkg::lane_t   data_i,
  input  logic                turbo_i,
  input  logic [TagWidth-1:0] tag_i,

  output logic                valid_o,
  input  logic                ready_i,
  output keccak_pkg::lane_t   data_o,
  output logic [TagWidth-1:0] tag_o
);

  import keccak_pkg::*;

  if (TagWidth == 0) begin : gen_bad_tag
    $fatal(1, "keccak_engine_lane: TagWidth is 0; 1 and more are allowed");
  end

  localparam int unsigned Lanes = 25;
  localparam int unsigned WriteDelay = 4;

  typedef logic [4:0] address_t;
  typedef logic [2:0] mod5_t;
  typedef logic [5:0] offset_t;
  typedef enum logic [1:0] {Clear, Load, Round} phase_e;

  function automatic mod5_t add5(mod5_t a, mod5_t b);
    logic [3:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    return mod5_t'(sum >= 4'd5 ? sum - 4'd5 : sum);
  endfunction

  // Rho's offset and the sheet of the source of result lane (x, y), as tables.
  typedef offset_t [4:0][4:0] offsets_t;
  typedef mod5_t [4:0][4:0] sheets_t;

  function automatic offsets_t source_offsets();
    offsets_t t;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) t[y][x] = offset_t'(rho_offset((x + 3 * y) % 5, x));
    end
    return t;
  endfunction

  function automatic sheets_t source_sheets();
    sheets_t t;
    for (int unsigned y = 0; y < 5; y++) begin
      for (int unsigned x = 0; x < 5; x++) t[y][x] = mod5_t'((x + 3 * y) % 5);
    end
    return t;
  endfunction

  localparam offsets_t SourceOffset = source_offsets();
  localparam sheets_t  SourceSheet = source_sheets();

  // Control.

  phase_e              phase_q, phase_d;
  mod5_t               row_q, col_q;  // row 5 is the pass's tail
  logic                last_q;        // in the last round
  rc_lfsr_t            rc_q;
  logic [TagWidth-1:0] tag_q;

  logic step, in_rows, row_end, pass_end, start, loading, reading;

  assign in_rows  = row_q != 3'd5;
  assign row_end  = col_q == 3'd4;
  assign pass_end = !in_rows && row_end;
  assign loading  = phase_q == Load && in_rows;
  assign reading  = phase_q == Round && in_rows;
  assign start    = loading && valid_i && row_q == '0 && col_q == '0;

  assign ready_o = loading;
  assign tag_o   = tag_q;

  always_comb begin
    step = 1'b1;
    if (loading) step = valid_i;
    else if (valid_o) step = ready_i;
  end

  always_comb begin
    unique case (phase_q)
      Clear:   phase_d = Load;
      Load:    phase_d = Round;
      Round:   phase_d = last_q ? Load : Round;
      default: phase_d = Clear;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= Clear;
      row_q   <= '0;
      col_q   <= '0;
      last_q  <= 1'b0;
    end else if (step) begin
      col_q <= row_end ? '0 : col_q + 1'b1;
      if (row_end) row_q <= in_rows ? row_q + 1'b1 : '0;
      if (pass_end) begin
        phase_q <= phase_d;
        last_q  <= phase_q == Round && rc_q == rc_at(NumRounds - 2);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rc_q  <= '0;
      tag_q <= '0;
    end else if (start) begin
      rc_q  <= turbo_i ? rc_at(NumRounds - NumTurboRounds) : rc_at(0);
      tag_q <= tag_i;
    end else if (pass_end && phase_q == Round) begin
      rc_q <= rc_next(rc_q);
    end
  end

  // Addresses. n_q is the pass's N, n_q[i][j] its row i, column j; coordinate 0 is x.

  typedef mod5_t [1:0][1:0] matrix_t;
  localparam matrix_t Identity = {3'd1, 3'd0, 3'd0, 3'd1};

  matrix_t     n_q, n_times_m;
  mod5_t [1:0] place_q;   // n_q (col_q, row_q)
  address_t    address;

  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      n_times_m[i][0] = add5(n_q[i][0], n_q[i][1]);
      n_times_m[i][1] = add5(n_q[i][0], add5(n_q[i][0], n_q[i][0]));
    end
  end

  assign address = 5'(place_q[0]) + 5'd5 * 5'(place_q[1]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      n_q     <= Identity;
      place_q <= '0;
    end else if (step) begin
      for (int unsigned i = 0; i < 2; i++) begin
        // The step to the next row closes the circle of columns, too.
        if (in_rows) place_q[i] <= add5(place_q[i], row_end ? n_times_m[i][0] : n_q[i][0]);
      end
      if (pass_end) n_q <= phase_d == Round ? n_times_m : Identity;
    end
  end

  // What follows a lane through the pipeline: that it is one, and where it goes.

  logic     [WriteDelay-1:0] writing_q;
  address_t [WriteDelay-1:0] target_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      writing_q <= '0;
      target_q  <= '0;
    end else if (step) begin
      writing_q <= {writing_q[WriteDelay-2:0], reading};
      target_q  <= {target_q[WriteDelay-2:0], address};
    end
  end

  // Memory.

  lane_t    memory_q [Lanes];
  logic     write;
  address_t write_address;
  lane_t    write_lane, read_lane;

  assign write         = step && (loading || phase_q == Clear || writing_q[WriteDelay-1]);
  assign write_address = phase_q == Round ? target_q[WriteDelay-1] : address;
  assign read_lane     = memory_q[address];

  always_ff @(posedge clk_i) begin
    if (write) memory_q[write_address] <= write_lane;
  end

  // Theta, rho.

  plane_t  parity_q, effect_q;
  lane_t   source_q, rotated, rotated_q;
  offset_t offset_q;

  always_comb begin
    rotated = source_q;
    for (int unsigned i = 0; i < $bits(offset_t); i++) begin
      if (offset_q[i]) rotated = rotl(rotated, 2 ** i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      source_q  <= '0;
      offset_q  <= '0;
      rotated_q <= '0;
    end else if (step) begin
      source_q  <= '0;
      offset_q  <= '0;
      rotated_q <= rotated;
      if (reading) begin
        source_q <= read_lane ^ effect_q[SourceSheet[row_q][col_q]];
        offset_q <= SourceOffset[row_q][col_q];
      end
    end
  end

  // Chi, iota. rotated_q holds the row's lane col_q - 2; previous_q those before it.

  lane_t [1:0] previous_q, first_q;
  lane_t       chi_second, chi_third, result;

  always_comb begin
    chi_second = previous_q[0];
    chi_third  = rotated_q;
    if (col_q == 3'd2) chi_third = first_q[0];
    if (col_q == 3'd3) begin
      chi_second = first_q[0];
      chi_third  = first_q[1];
    end
    result = previous_q[1] ^ (~chi_second & chi_third);
    if (row_q == '0 && col_q == 3'(WriteDelay)) result ^= round_constant(rc_q);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      previous_q <= '0;
      first_q    <= '0;
    end else if (step) begin
      previous_q <= {previous_q[0], rotated_q};
      if (row_end) first_q <= {previous_q[0], previous_q[1]};
    end
  end

  assign valid_o = last_q && writing_q[WriteDelay-1];
  assign data_o  = result;

  assign write_lane = ({LaneWidth{loading}} & data_i)
                    | ({LaneWidth{writing_q[WriteDelay-1] && !last_q}} & result);

  // The parities go round with the columns, and are back in place after each row.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      parity_q <= '0;
      effect_q <= '0;
    end else if (step) begin
      if (write) parity_q <= {parity_q[0] ^ write_lane, parity_q[4:1]};
      if (pass_end) begin
        parity_q <= '0;
        effect_q <= theta_effect(parity_q);
      end
    end
  end

`ifndef SYNTHESIS
  logic empty;
  assign empty = phase_q == Load && row_q == '0 && col_q == '0;

  for (genvar i = 0; i < Lanes; i++) begin : gen_check
    EmptyLane_A : assert property (@(posedge clk_i) empty |-> memory_q[i] == '0)
    else $error("an empty engine holds state in lane %0d", i);
  end
  EmptyPipeline_A : assert property (@(posedge clk_i)
    empty |-> {source_q, rotated_q, previous_q, first_q, parity_q, effect_q} == '0)
  else $error("an empty engine holds state in its pipeline");
  // All of these hold in reset, too.
  PhaseLegal_A : assert property (@(posedge clk_i) phase_q inside {Clear, Load, Round})
  else $error("phase %0d does not exist", phase_q);
  PlaceInPass_A : assert property (@(posedge clk_i) row_q < 3'd6 && col_q < 3'd5)
  else $error("a pass has no row %0d, column %0d", row_q, col_q);
  ReadInRange_A : assert property (@(posedge clk_i)
    place_q[0] < 3'd5 && place_q[1] < 3'd5 && address < 5'(Lanes))
  else $error("lane %0d does not exist", address);
  WriteInRange_A : assert property (@(posedge clk_i) write |-> write_address < 5'(Lanes))
  else $error("lane %0d is written and does not exist", write_address);
  LastInRound_A : assert property (@(posedge clk_i) last_q |-> phase_q == Round)
  else $error("a last round outside of the rounds");
  ConstantRuns_A : assert property (@(posedge clk_i) phase_q == Round |-> rc_q != '0)
  else $error("a state has no round constant");

  Stalled_C : cover property (@(posedge clk_i) valid_o && !ready_i);
`endif

endmodule

`default_nettype wire
