// SPDX-License-Identifier: Apache-2.0
//
// Keccak-f[1600], a lane per cycle: an example of somebody else's core, in plain Verilog-2005.
//
// The state comes in and goes out lane by lane, lane 5 * y + x in turn. In between, a round is two
// passes over two memories of 25 lanes:
//
//   mix      25 cycles   theta, rho and pi: a lane from `state`, with the effect of its columns,
//                        rotated, to its new place in `moved`
//   select   35 cycles   chi and iota: seven lanes of each plane from `moved`, the first two once
//                        more at the end, so that five go back to `state`; parities for theta
//
// 25 + 24 * (25 + 35) + 25 = 1490 cycles a permutation.

module compact (
  input  wire        clk,
  input  wire        rst,        // synchronous, active high
  input  wire        in_valid,
  output wire        in_ready,
  input  wire [63:0] in_data,
  output wire        out_valid,
  input  wire        out_ready,
  output wire [63:0] out_data
);

  localparam [1:0] Load = 2'd0, Mix = 2'd1, Select = 2'd2, Unload = 2'd3;

  reg [1:0] phase;
  reg [4:0] round;
  reg [2:0] x, y;   // of the lane that is read; x goes to 6 in Select
  wire [2:0] column = (x > 3'd4) ? x - 3'd5 : x;
  wire [4:0] lane = 5'd5 * {2'd0, y} + {2'd0, column};

  reg [63:0] state [0:24];
  reg [63:0] moved [0:24];
  wire [63:0] from_state = state[lane];
  wire [63:0] from_moved = moved[lane];

  // Parities of the columns. With each lane they go round by one, so that the lane's own column is
  // parity0.

  reg [63:0] parity0, parity1, parity2, parity3, parity4;
  wire [63:0] mixed = from_state ^ parity4 ^ {parity1[62:0], parity1[63]};

  // rho and pi: where a lane goes, and by how much it turns

  reg [5:0] turn;
  reg [4:0] place;
  always @* begin
    case (lane)
      5'd0:  begin turn = 6'd0;  place = 5'd0;  end
      5'd1:  begin turn = 6'd1;  place = 5'd10; end
      5'd2:  begin turn = 6'd62; place = 5'd20; end
      5'd3:  begin turn = 6'd28; place = 5'd5;  end
      5'd4:  begin turn = 6'd27; place = 5'd15; end
      5'd5:  begin turn = 6'd36; place = 5'd16; end
      5'd6:  begin turn = 6'd44; place = 5'd1;  end
      5'd7:  begin turn = 6'd6;  place = 5'd11; end
      5'd8:  begin turn = 6'd55; place = 5'd21; end
      5'd9:  begin turn = 6'd20; place = 5'd6;  end
      5'd10: begin turn = 6'd3;  place = 5'd7;  end
      5'd11: begin turn = 6'd10; place = 5'd17; end
      5'd12: begin turn = 6'd43; place = 5'd2;  end
      5'd13: begin turn = 6'd25; place = 5'd12; end
      5'd14: begin turn = 6'd39; place = 5'd22; end
      5'd15: begin turn = 6'd41; place = 5'd23; end
      5'd16: begin turn = 6'd45; place = 5'd8;  end
      5'd17: begin turn = 6'd15; place = 5'd18; end
      5'd18: begin turn = 6'd21; place = 5'd3;  end
      5'd19: begin turn = 6'd8;  place = 5'd13; end
      5'd20: begin turn = 6'd18; place = 5'd14; end
      5'd21: begin turn = 6'd2;  place = 5'd24; end
      5'd22: begin turn = 6'd61; place = 5'd9;  end
      5'd23: begin turn = 6'd56; place = 5'd19; end
      5'd24: begin turn = 6'd14; place = 5'd4;  end
      default: begin turn = 6'd0; place = 5'd0; end
    endcase
  end

  wire [127:0] turned = {mixed, mixed} << turn;
  wire unused_low = &{1'b0, turned[63:0]};

  // chi and iota: two lanes ago is the lane that changes

  reg [63:0] before1, before2;
  reg [63:0] constant;
  always @* begin
    case (round)
      5'd0:  constant = 64'h0000000000000001;
      5'd1:  constant = 64'h0000000000008082;
      5'd2:  constant = 64'h800000000000808a;
      5'd3:  constant = 64'h8000000080008000;
      5'd4:  constant = 64'h000000000000808b;
      5'd5:  constant = 64'h0000000080000001;
      5'd6:  constant = 64'h8000000080008081;
      5'd7:  constant = 64'h8000000000008009;
      5'd8:  constant = 64'h000000000000008a;
      5'd9:  constant = 64'h0000000000000088;
      5'd10: constant = 64'h0000000080008009;
      5'd11: constant = 64'h000000008000000a;
      5'd12: constant = 64'h000000008000808b;
      5'd13: constant = 64'h800000000000008b;
      5'd14: constant = 64'h8000000000008089;
      5'd15: constant = 64'h8000000000008003;
      5'd16: constant = 64'h8000000000008002;
      5'd17: constant = 64'h8000000000000080;
      5'd18: constant = 64'h000000000000800a;
      5'd19: constant = 64'h800000008000000a;
      5'd20: constant = 64'h8000000080008081;
      5'd21: constant = 64'h8000000000008080;
      5'd22: constant = 64'h0000000080000001;
      default: constant = 64'h8000000080008008;
    endcase
  end

  wire first = x == 3'd2 && y == 3'd0;
  wire [63:0] selected = before2 ^ (~before1 & from_moved) ^ (first ? constant : 64'd0);

  // Control

  wire read_only = phase == Select && x < 3'd2;  // nothing is written back yet
  wire step = (phase == Load) ? in_valid : (phase == Unload) ? out_ready : 1'b1;
  wire plane_end = x == ((phase == Select) ? 3'd6 : 3'd4);
  wire pass_end = plane_end && y == 3'd4;

  assign in_ready  = phase == Load;
  assign out_valid = phase == Unload;
  assign out_data  = from_state;

  always @(posedge clk) begin
    if (rst) begin
      phase <= Load;
      round <= 5'd0;
      x <= 3'd0;
      y <= 3'd0;
    end else if (step) begin
      x <= plane_end ? 3'd0 : x + 3'd1;
      if (plane_end) y <= pass_end ? 3'd0 : y + 3'd1;
      if (pass_end) begin
        case (phase)
          Load:    phase <= Mix;
          Mix:     phase <= Select;
          Select: begin
            phase <= (round == 5'd23) ? Unload : Mix;
            round <= (round == 5'd23) ? 5'd0 : round + 5'd1;
          end
          default: phase <= Load;
        endcase
      end
    end
  end

  // What a lane that is written adds to its column, which begins anew with the first plane

  wire writes = phase == Load || (phase == Select && !read_only);
  wire [63:0] written = (phase == Load) ? in_data : selected;
  wire [2:0] written_x = (phase == Load) ? x : x - 3'd2;

  always @(posedge clk) begin
    if (step) begin
      before1 <= from_moved;
      before2 <= before1;
      if (writes) state[5'd5 * {2'd0, y} + {2'd0, written_x}] <= written;
      if (phase == Mix) moved[place] <= turned[127:64];
      if (!read_only) begin
        parity0 <= parity1;
        parity1 <= parity2;
        parity2 <= parity3;
        parity3 <= parity4;
        parity4 <= writes ? written ^ (y == 3'd0 ? 64'd0 : parity0) : parity0;
      end
    end
  end

endmodule
