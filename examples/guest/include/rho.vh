// SPDX-License-Identifier: Apache-2.0
//
// By how much each lane turns, six bits a lane, and the bits of the round constants, a bit a round.

localparam [149:0] Rho = {
  6'd14, 6'd56, 6'd61, 6'd2, 6'd18,
  6'd8, 6'd21, 6'd15, 6'd45, 6'd41,
  6'd39, 6'd25, 6'd43, 6'd10, 6'd3,
  6'd20, 6'd55, 6'd6, 6'd44, 6'd36,
  6'd27, 6'd28, 6'd62, 6'd1, 6'd0
};

localparam [23:0] Iota0  = 24'h50f4f1;
localparam [23:0] Iota1  = 24'h0db916;
localparam [23:0] Iota3  = 24'h8c7f94;
localparam [23:0] Iota7  = 24'h327356;
localparam [23:0] Iota15 = 24'hb5d4de;
localparam [23:0] Iota31 = 24'hd81c68;
localparam [23:0] Iota63 = 24'hbbe0cc;
