// SPDX-License-Identifier: Apache-2.0
//
// The lane unit's instructions, as its parts see them.

`default_nettype none

package lane_pkg;

  localparam int unsigned NumLanes = 25;

  typedef struct packed {
    logic       absorb;   // lane ^= operand
    logic       load;     // ... whose low word comes from memory
    logic       get;      // read a word of the lane
    logic       clear;    // state = 0
    logic       permute;  // the permutation, after the absorb if there is one
    logic       turbo;    // of 12 rounds, not 24
    logic [4:0] lane;
    logic       high;     // the word: the lane's upper half
  } op_t;

  // The fewest slices per cycle, as a power of two, that permute at least as fast as `lanes` lanes
  // per cycle do, which is 25 / lanes cycles per round. See lane_slices.sv for the cycles it takes.
  function automatic int unsigned slices(int unsigned lanes);
    int unsigned s;
    s = 1;
    while ((2 * keccak_pkg::LaneWidth / s - 1) * lanes > NumLanes) s = 2 * s;
    return s;
  endfunction

endpackage

`default_nettype wire
