// SPDX-License-Identifier: Apache-2.0
//
// What the accelerator takes of RoCC, the coprocessor port of Rocket (chipsalliance/rocket-chip,
// tile/LazyRoCC.scala and rocket/HellaCache.scala). XLen is 64, and so is the width of a word of memory.

`default_nettype none

package rocc_pkg;

  localparam int unsigned XLen      = 64;
  localparam int unsigned WordBytes = XLen / 8;

  // The two instructions of schmidt2015, by funct.
  localparam logic [6:0] FunctSetup = 7'd0;  // rs1: the message's address, rs2: the output's
  localparam logic [6:0] FunctStart = 7'd1;  // rs1: the message's bytes, rs2: start_t; without rs2,
                                             // SHA3-256

  typedef struct packed {
    logic [31:0] out_len;     // bytes
    logic [3:0]  ignored_high;
    logic        own_domain;  // these three ask for what the accelerator does not have here
    logic        save;
    logic        restore;
    logic        in_place;    // message and output may overlap
    logic [7:0]  ignored_low;
    logic [7:0]  domain;      // TurboSHAKE's domain byte
    logic [7:0]  algorithm;   // accel_pkg::alg_e
  } start_t;

  // HellaCacheReq's cmd.
  localparam logic [4:0] Load  = 5'd0;  // M_XRD
  localparam logic [4:0] Store = 5'd1;  // M_XWR

  // A store: whole bytes, as many as a power of two, at an address that is a multiple of that.
  typedef struct packed {
    logic [1:0]           size;  // log2 of its bytes
    logic [2:0]           offset;
    logic [WordBytes-1:0] mask;
  } piece_t;

  // Of the bytes of a word that are to be written, the largest store that begins with the first.
  function automatic piece_t first_piece(logic [WordBytes-1:0] bytes);
    piece_t piece;
    piece = '0;
    for (int unsigned at = WordBytes; at > 0; at--) begin
      if (bytes[at-1]) begin
        for (int unsigned size = 0; size < 4; size++) begin
          logic [WordBytes-1:0] mask;
          mask = WordBytes'((32'd1 << (32'd1 << size)) - 1) << (at - 1);
          if ((at - 1) % (32'd1 << size) == 0 && (bytes & mask) == mask) begin
            piece = '{size: 2'(size), offset: 3'(at - 1), mask: mask};
          end
        end
      end
    end
    return piece;
  endfunction

  // A store's bytes as Rocket's StoreGen gives them: repeated over the whole word.
  function automatic logic [XLen-1:0] repeated(logic [XLen-1:0] word, logic [2:0] offset,
                                               logic [1:0] size);
    logic [XLen-1:0] low;
    low = word >> {offset, 3'b000};
    unique case (size)
      2'd0:    return {8{low[7:0]}};
      2'd1:    return {4{low[15:0]}};
      2'd2:    return {2{low[31:0]}};
      default: return low;
    endcase
  endfunction

endpackage

`default_nettype wire
