// SPDX-License-Identifier: Apache-2.0
//
// Algorithms of the accelerator: what a command's algorithm code stands for. And what its modules
// tell one another, where no width of a port is in it; hash_accel has the other types.

`default_nettype none

package accel_pkg;

  // The largest rate, SHAKE128's: a message buffer holds one block of it.
  localparam int unsigned MaxRateLanes = 21;
  localparam int unsigned BlockWidth = MaxRateLanes * keccak_pkg::LaneWidth;

  // A state in memory is read as two blocks: what a buffer holds, and the lanes above.
  localparam int unsigned StateLanes = keccak_pkg::StateWidth / keccak_pkg::LaneWidth;
  localparam int unsigned HighLanes = StateLanes - MaxRateLanes;
  localparam int unsigned HighWidth = HighLanes * keccak_pkg::LaneWidth;

  // A chain's block is a prefix that counts, and a value. There are values of 2, 3 and 4 lanes; the
  // prefix has as many, and an address (FIPS 205, 11.2).
  localparam int unsigned Values = 3;
  localparam int unsigned MostValueLanes = 4;

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [Values-1:0] value_t;  // one-hot, which size; with none, there is no value
  typedef logic [7:0] steps_t;         // of a chain
  typedef logic [4:0] rate_t;   // lanes
  typedef logic [7:0] bytes_t;  // bytes of a block

  typedef enum logic [3:0] {
    Sha3_224      = 4'd0,
    Sha3_256      = 4'd1,
    Sha3_384      = 4'd2,
    Sha3_512      = 4'd3,
    Shake128      = 4'd4,
    Shake256      = 4'd5,
    Keccak256     = 4'd6,
    TurboShake128 = 4'd7,
    TurboShake256 = 4'd8
  } alg_e;

  typedef struct packed {
    logic       legal;
    rate_t      rate;    // lanes: (1600 - capacity) / 64
    logic       turbo;   // 12 rounds instead of 24
    logic [7:0] domain;  // suffix and first padding bit, as a byte (FIPS 202, B.2)
  } alg_t;

  // FIPS 202, 6.1 and 6.2; Keccak-256 pads without a suffix; RFC 9861, 2.2: TurboSHAKE's domain
  // byte D, 01 to 7f, is the command's.
  function automatic alg_t alg_lookup(logic [3:0] alg, logic [7:0] domain);
    logic domain_legal;
    domain_legal = !domain[7] && domain != '0;
    unique case (alg)
      Sha3_224:      return '{legal: 1'b1, rate: 5'd18, turbo: 1'b0, domain: 8'h06};
      Sha3_256:      return '{legal: 1'b1, rate: 5'd17, turbo: 1'b0, domain: 8'h06};
      Sha3_384:      return '{legal: 1'b1, rate: 5'd13, turbo: 1'b0, domain: 8'h06};
      Sha3_512:      return '{legal: 1'b1, rate: 5'd9, turbo: 1'b0, domain: 8'h06};
      Shake128:      return '{legal: 1'b1, rate: 5'd21, turbo: 1'b0, domain: 8'h1f};
      Shake256:      return '{legal: 1'b1, rate: 5'd17, turbo: 1'b0, domain: 8'h1f};
      Keccak256:     return '{legal: 1'b1, rate: 5'd17, turbo: 1'b0, domain: 8'h01};
      TurboShake128: return '{legal: domain_legal, rate: 5'd21, turbo: 1'b1, domain: domain};
      TurboShake256: return '{legal: domain_legal, rate: 5'd17, turbo: 1'b1, domain: domain};
      default:       return '{legal: 1'b0, rate: 5'd17, turbo: 1'b0, domain: 8'h06};
    endcase
  endfunction

  // The same where a command may bring its own domain byte. That one pads any algorithm's message;
  // 00 says that the message is not padded: what its last block lacks counts as zero.
  function automatic alg_t alg_lookup_own(logic [3:0] alg, logic [7:0] domain, logic own);
    alg_t found;
    found = alg_lookup(alg, own ? 8'h01 : domain);
    if (own) begin
      found.legal  = found.legal && !domain[7];
      found.domain = domain;
    end
    return found;
  endfunction

  // Lanes of a value, of the prefix before it, and of both.
  function automatic int unsigned value_lanes(int unsigned v);
    return MostValueLanes + 1 + v - Values;
  endfunction

  function automatic int unsigned prefix_lanes(int unsigned v);
    return 4 + value_lanes(v);
  endfunction

  function automatic int unsigned chain_lanes(int unsigned v);
    return prefix_lanes(v) + value_lanes(v);
  endfunction

  // Which value a chain's output is.
  function automatic value_t value_lookup(logic [63:0] out_len);
    value_t found;
    for (int unsigned v = 0; v < Values; v++) found[v] = out_len == 64'(8 * value_lanes(v));
    return found;
  endfunction

  // Whether a chain's lengths are: its output is the value, and its message one block.
  function automatic logic chain_legal(rate_t rate, logic [63:0] msg_len, logic [63:0] out_len);
    value_t value;
    logic   legal;
    value = value_lookup(out_len);
    legal = 1'b0;
    for (int unsigned v = 0; v < Values; v++) begin
      legal = legal | (value[v] && msg_len == 64'(8 * chain_lanes(v))
                       && rate > rate_t'(chain_lanes(v)));
    end
    return legal;
  endfunction

  // Which block of a saved state a block is; with neither, it is the message's.
  typedef struct packed {
    logic any;   // absorbed without a permutation
    logic high;  // ... into the lanes above MaxRateLanes
  } part_t;

  // What a slot asks of its permutation unit for a pass.
  typedef struct packed {
    logic                 run;    // take rounds
    logic                 hold;   // stay; with neither, the state becomes zero
    logic                 enter;  // see keccak_rounds
    keccak_pkg::rc_lfsr_t rc;     // round constant of the pass's first round
    value_t               link;   // the block's value is the state's first lanes
  } pass_t;

  // What the writer tells a slot about the slot's output.
  typedef struct packed {
    logic addr;   // the address goes on by a chunk
    logic bytes;  // a chunk, or what is left of one, is written
    logic done;   // this block of output is written
  } output_step_t;

  // Bits of an index into n things; one bit for a single thing, so that no port has width 0.
  function automatic int unsigned index_width(int unsigned n);
    return (n > 1) ? $clog2(n) : 1;
  endfunction

  // Bits that count the words of a block: one more where it straddles words, and the domain byte.
  function automatic int unsigned word_count_width(int unsigned word_bytes);
    return $clog2((MaxRateLanes * 8 + word_bytes - 1) / word_bytes + 3);
  endfunction

  // Bytes of output that are written at a time: a lane, or as much of it as fits a word.
  function automatic int unsigned chunk_bytes(int unsigned word_bytes);
    return (word_bytes < 8) ? word_bytes : 8;
  endfunction

endpackage

`default_nettype wire
