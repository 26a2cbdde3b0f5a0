// SPDX-License-Identifier: Apache-2.0
//
// Sponge accelerator with its own memory port: reads a message, pads, absorbs, permutes, squeezes
// and writes the output back.
//
//   Parameter        Meaning                                              Values
//   Units            permutation units (D)                                1 to 8
//   RoundsPerCycle   rounds that a unit computes per cycle (N)            1 2 3 4 6 8 12 24
//   Stages           pipeline stages of a round, states in a unit (S)     1 to 4; with N = 1 only
//   Contexts         commands whose message is being read (T)             D * S to 8
//   Width            bits of the memory port (W)                          32 64 128 256
//   Buffers          message buffers, one block each                      1 to 8; min(T, 4)
//   AddrWidth        bits of an address                                   22 to 64
//   LenWidth         bits of a length in bytes                            17 to 64
//   IdWidth          bits of a command's name                             1 to 16
//   Resume           commands may begin and end with a state in memory    0 1
//   Chain            commands may hash many times, each output being      0 1; with S = 1 only
//                    the next input
//   Abort            a command may be ended before its time                0 1
//   Fold             what a cycle works on: the state (0), a plane (1),   0 1 3; with 1, W is 64,
//                    slices (3)                                           with 3, 32 or 64, and the
//                                                                         others 1 or 0
//
//   Channel   Rule (valid and ready as usual; a payload is stable until it is taken)
//   cmd       message and output at any byte address, of any length in bytes, zero included; with
//             Resume, a state of 200 bytes at any address, and what is done with it; with Chain,
//             how many steps, and then the message is a prefix of 48, 56 or 64 bytes and a value
//             of 16, 24 or 32, and the output as long as the value. Each step's output is the next
//             one's value, and the prefix's last four bytes are a big-endian number, one more in
//             each step
//   rd_req    reads one aligned word; the tag comes back with the response
//   rd_rsp    in any order, at any time
//   wr_req    writes the bytes of an aligned word that have a strobe
//   wr_rsp    says that a write has taken effect; in any order
//   done      names the command whose output is in memory; `error` for an algorithm or a chain
//             that does not exist (nothing is read or written), for a read or write that failed,
//             and with Abort for a command that was ended before its time
//
//   abort_i and abort_id_i, with Abort: a command of this name, if there is one, reads no further
//   block, writes no further block of output, and ends with `error`. Held until `done` names it. A
//   command that has written its output already may end without `error`.
//
// rd_rsp_ready_o is low for one cycle per message, or, folded, until a word is absorbed;
// wr_rsp_ready_o never is. No output depends on an input of the same cycle. See docs/accelerator.md.
//
// Which of the three it is made of: accel_whole, whose units have their states in one piece, or the
// small ones, accel_plane and accel_slice.

`default_nettype none

module hash_accel
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned LenWidth       = 32,
  parameter  int unsigned IdWidth        = 4,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  bit          Abort          = 1'b0,
  parameter  int unsigned Fold           = keccak_pkg::FoldNone,
  localparam int unsigned WordBytes      = Width / 8,
  localparam int unsigned Slots          = Units * Stages,
  localparam int unsigned RdTagWidth     = 2 + index_width(Buffers) + word_count_width(WordBytes),
  localparam int unsigned WrTagWidth     = index_width(Slots)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [IdWidth-1:0]    cmd_id_i,
  input  logic [3:0]            cmd_alg_i,       // accel_pkg::alg_e
  input  logic [7:0]            cmd_domain_i,    // TurboSHAKE's domain byte
  input  logic [AddrWidth-1:0]  cmd_msg_addr_i,
  input  logic [LenWidth-1:0]   cmd_msg_len_i,   // bytes
  input  logic [AddrWidth-1:0]  cmd_out_addr_i,
  input  logic [LenWidth-1:0]   cmd_out_len_i,   // bytes
  // With Resume; without it, these are not looked at
  input  logic                  cmd_restore_i,    // begin with the state at cmd_state_addr_i
  input  logic                  cmd_save_i,       // in the end, write the state there
  input  logic                  cmd_own_domain_i, // cmd_domain_i pads; 00: no padding
  input  logic [AddrWidth-1:0]  cmd_state_addr_i,
  // With Chain; without it, this is not looked at
  input  logic [7:0]            cmd_steps_i,      // of a chain; 0: none
  // With Abort; without it, these are not looked at
  input  logic                  abort_i,
  input  logic [IdWidth-1:0]    abort_id_i,

  output logic                  rd_req_valid_o,
  input  logic                  rd_req_ready_i,
  output logic [AddrWidth-1:0]  rd_req_addr_o,
  output logic [RdTagWidth-1:0] rd_req_tag_o,

  input  logic                  rd_rsp_valid_i,
  output logic                  rd_rsp_ready_o,
  input  logic [RdTagWidth-1:0] rd_rsp_tag_i,
  input  logic [Width-1:0]      rd_rsp_data_i,
  input  logic                  rd_rsp_error_i,

  output logic                  wr_req_valid_o,
  input  logic                  wr_req_ready_i,
  output logic [AddrWidth-1:0]  wr_req_addr_o,
  output logic [WordBytes-1:0]  wr_req_strb_o,
  output logic [Width-1:0]      wr_req_data_o,
  output logic [WrTagWidth-1:0] wr_req_tag_o,

  input  logic                  wr_rsp_valid_i,
  output logic                  wr_rsp_ready_o,
  input  logic [WrTagWidth-1:0] wr_rsp_tag_i,
  input  logic                  wr_rsp_error_i,

  output logic                  done_valid_o,
  input  logic                  done_ready_i,
  output logic [IdWidth-1:0]    done_id_o,
  output logic                  done_error_o
);

  // Parameters

  if (Units < 1 || Units > 8) begin : gen_bad_units
    $fatal(1, "hash_accel: Units is %0d; 1 to 8 are allowed", Units);
  end
  if (!(RoundsPerCycle inside {1, 2, 3, 4, 6, 8, 12, 24})) begin : gen_bad_rounds
    $fatal(1, "hash_accel: RoundsPerCycle is %0d; 1, 2, 3, 4, 6, 8, 12, 24 are allowed",
           RoundsPerCycle);
  end
  if (Stages < 1 || Stages > 4 || (Stages > 1 && RoundsPerCycle > 1)) begin : gen_bad_stages
    $fatal(1, "hash_accel: Stages is %0d; 1, or 2 to 4 with one round per cycle, are allowed",
           Stages);
  end
  if (Chain && Stages > 1) begin : gen_bad_chain
    $fatal(1, "hash_accel: Chain is 1 and Stages is %0d; with Chain, 1 is allowed", Stages);
  end
  if (Contexts < Slots || Contexts > 8) begin : gen_bad_contexts
    $fatal(1, "hash_accel: Contexts is %0d; Units * Stages = %0d to 8 are allowed", Contexts,
           Slots);
  end
  if (!(Width inside {32, 64, 128, 256})) begin : gen_bad_width
    $fatal(1, "hash_accel: Width is %0d; 32, 64, 128, 256 are allowed", Width);
  end
  if (Buffers < 1 || Buffers > 8) begin : gen_bad_buffers
    $fatal(1, "hash_accel: Buffers is %0d; 1 to 8 are allowed", Buffers);
  end
  if (AddrWidth < 22 || AddrWidth > 64) begin : gen_bad_addr_width
    $fatal(1, "hash_accel: AddrWidth is %0d; 22 to 64 are allowed", AddrWidth);
  end
  if (LenWidth < 17 || LenWidth > 64) begin : gen_bad_len_width
    $fatal(1, "hash_accel: LenWidth is %0d; 17 to 64 are allowed", LenWidth);
  end
  if (IdWidth < 1 || IdWidth > 16) begin : gen_bad_id_width
    $fatal(1, "hash_accel: IdWidth is %0d; 1 to 16 are allowed", IdWidth);
  end

  if (Fold == keccak_pkg::FoldNone) begin : gen_whole
    accel_whole #(
      .Units         (Units),
      .RoundsPerCycle(RoundsPerCycle),
      .Stages        (Stages),
      .Contexts      (Contexts),
      .Width         (Width),
      .Buffers       (Buffers),
      .AddrWidth     (AddrWidth),
      .LenWidth      (LenWidth),
      .IdWidth       (IdWidth),
      .Resume        (Resume),
      .Chain         (Chain),
      .Abort         (Abort)
    ) u_accel (.*);
  end else if (!(Fold inside {keccak_pkg::FoldPlane, keccak_pkg::FoldSlice})) begin : gen_bad_fold
    $fatal(1, "hash_accel: Fold is %0d; 0 (none), 1 (plane), 3 (slice) are allowed", Fold);
  end else if (Contexts != 1 || RoundsPerCycle != 1 || Buffers != 1 || Resume
               || Chain) begin : gen_bad_mix
    $fatal(1, "hash_accel: a folded one has one unit, round, context and buffer, no Resume, no Chain");
  end else if (Fold == keccak_pkg::FoldPlane && Width != 64) begin : gen_bad_plane_width
    $fatal(1, "hash_accel: Width is %0d; folded by planes, 64 is allowed", Width);
  end else if (Width > 64) begin : gen_bad_slice_width
    $fatal(1, "hash_accel: Width is %0d; folded by slices, 32, 64 are allowed", Width);
  end else if (Fold == keccak_pkg::FoldPlane) begin : gen_plane
    accel_plane #(
      .AddrWidth (AddrWidth),
      .LenWidth  (LenWidth),
      .IdWidth   (IdWidth),
      .RdTagWidth(RdTagWidth),
      .WrTagWidth(WrTagWidth),
      .Abort     (Abort)
    ) u_accel (.*);

    // Writes need no names, and there is no state in memory and no chain.
    logic unused_inputs;
    assign unused_inputs = ^{wr_rsp_tag_i, cmd_restore_i, cmd_save_i, cmd_own_domain_i,
                             cmd_state_addr_i, cmd_steps_i};
  end else begin : gen_slice
    accel_slice #(
      .Width     (Width),
      .AddrWidth (AddrWidth),
      .LenWidth  (LenWidth),
      .IdWidth   (IdWidth),
      .RdTagWidth(RdTagWidth),
      .WrTagWidth(WrTagWidth),
      .Abort     (Abort)
    ) u_accel (.*);

    // One access of a kind is under way at a time, and there is no state in memory and no chain.
    logic unused_inputs;
    assign unused_inputs = ^{rd_rsp_tag_i, wr_rsp_tag_i, cmd_restore_i, cmd_save_i,
                             cmd_own_domain_i, cmd_state_addr_i, cmd_steps_i};
  end

endmodule

`default_nettype wire
