// SPDX-License-Identifier: Apache-2.0
//
// What the bus side of the accelerator tells itself, where no width of a port is in it. The errors'
// codes are those of hash_accel.rdl; hash_accel_control holds the two against one another.

`default_nettype none

package bus_pkg;

  localparam int unsigned IdWidth  = 4;   // of a command's name
  localparam int unsigned LenWidth = 32;

  typedef enum logic [3:0] {
    ErrorOk        = 4'd0,
    ErrorBus       = 4'd1,
    ErrorAlgorithm = 4'd2,
    ErrorLength    = 4'd3,
    ErrorAddress   = 4'd4,
    ErrorOverlap   = 4'd5,
    ErrorId        = 4'd6,
    ErrorLost      = 4'd7,
    ErrorAborted   = 4'd8
  } error_e;

  typedef struct packed {
    logic [IdWidth-1:0] id;
    error_e             error;
  } completion_t;

  // Offsets of the command registers, in words; behind them, those of the state's registers.
  typedef enum logic [3:0] {
    MsgAddrLo   = 4'd0,
    MsgAddrHi   = 4'd1,
    OutAddrLo   = 4'd2,
    OutAddrHi   = 4'd3,
    MsgLen      = 4'd4,
    OutLen      = 4'd5,
    Start       = 4'd6,
    ChainSteps  = 4'd7,
    StateAddrLo = 4'd8,
    StateAddrHi = 4'd9
  } offset_e;

  localparam int unsigned StateBytes = keccak_pkg::StateWidth / 8;

endpackage

`default_nettype wire
