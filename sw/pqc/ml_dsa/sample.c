// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include "pack.h"
#include "sponge.h"

#define NOINLINE __attribute__((noinline))
#define UNROLL _Pragma("GCC unroll 8")

enum {
  ROUNDS = 24,
  DOMAIN = 0x1f,  // of SHAKE, with the first bit of the padding
  SHAKE128_LANES = 168 / 8,
  SHAKE256_LANES = 136 / 8,
  NIBBLES = 8 * SHAKE256_WORDS,  // of a block
  SECRET_BLOCKS = 2,
};

static void seed_block(struct sample *s, const uint8_t *seed, unsigned bytes, unsigned lanes) {
  for (unsigned i = bytes / 4; i < KECCAK_MAX_RATE_WORDS; i++) {
    s->block[i] = 0;
  }
  sponge_copy((uint8_t *)s->block, seed, bytes);
  s->block[2 * lanes - 1] = 0x80000000;
}

// Absorbs the seed with what stands behind it, and permutes.
static void start(struct sample *s, unsigned bytes, uint32_t behind, unsigned lanes) {
  s->block[bytes / 4] = behind;
  keccak_clear(&s->keccak);
  keccak_absorb(&s->keccak, s->block, 1, lanes, ROUNDS);
}

void sample_seed_uniform(struct sample *s, const uint8_t seed[SEED_BYTES]) {
  seed_block(s, seed, SEED_BYTES, SHAKE128_LANES);
}

// Candidates are the lower 23 bits of three bytes, four in three words. All of four are nearly
// always accepted.
NOINLINE static int32_t *accept_block(int32_t *to, const int32_t *end, const keccak_word_t *word) {
  const keccak_word_t *last = word + 2 * SHAKE128_LANES;
  for (; word != last; word += 3) {
    uint32_t a = word[0];
    uint32_t b = word[1];
    uint32_t c = word[2];
    int32_t x[4] = {
      (int32_t)(a & 0x7fffff),
      (int32_t)((a >> 24 | b << 8) & 0x7fffff),
      (int32_t)((b >> 16 | c << 16) & 0x7fffff),
      (int32_t)(c >> 8 & 0x7fffff),
    };
    if (x[0] < Q && x[1] < Q && x[2] < Q && x[3] < Q && end - to >= 4) {
      UNROLL
      for (unsigned i = 0; i < 4; i++) {
        to[i] = x[i];
      }
      to += 4;
    } else {
      for (unsigned i = 0; i < 4; i++) {
        if (x[i] < Q && to != end) {
          *to++ = x[i];
        }
      }
    }
  }
  return to;
}

// Four blocks have 224 candidates, so that the fifth is always needed; it is permuted while those
// of the block before are looked at, where the state is in a unit of its own.
void sample_uniform(struct sample *s, struct poly *p, unsigned row, unsigned column) {
  int32_t *to = p->c;
  const int32_t *end = p->c + N;

  start(s, SEED_BYTES, column | row << 8 | DOMAIN << 16, SHAKE128_LANES);
  for (unsigned more = 4; to != end; more -= more != 0) {
    keccak_extract(&s->keccak, s->out, SHAKE128_LANES);
    if (more != 0) {
      keccak_permute(&s->keccak, ROUNDS);
    }
    to = accept_block(to, end, s->out);
    if (more == 0 && to != end) {
      keccak_permute(&s->keccak, ROUNDS);
    }
  }
}

void sample_seed_wide(struct sample *s, const uint8_t seed[WIDE_BYTES]) {
  seed_block(s, seed, WIDE_BYTES, SHAKE256_LANES);
}

// Writes each nibble of a block, and keeps it where it is one that is accepted.
NOINLINE static uint8_t *accept_nibbles(uint8_t *to, const keccak_word_t *word) {
  for (const keccak_word_t *last = word + SHAKE256_WORDS; word != last; word++) {
    uint32_t x = *word;
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
      uint32_t nibble = x >> 4 * i & 15;
      *to = (uint8_t)nibble;
      to += nibble < (ETA == 2 ? 15 : 9);
    }
  }
  return to;
}

NOINLINE static void from_nibbles(struct poly *p, const uint8_t *nibble) {
  for (unsigned i = 0; i < N; i += 8) {
    UNROLL
    for (unsigned j = 0; j < 8; j++) {
      int32_t x = nibble[i + j];
      p->c[i + j] = ETA - (ETA == 2 ? x - (205 * x >> 10) * 5 : x);
    }
  }
}

// Two blocks are enough but for some polynomials of ETA 4: a third comes behind less than N.
void sample_secret(struct sample *s, struct poly *p, unsigned number) {
  uint8_t accepted[SECRET_BLOCKS * NIBBLES + 1];
  uint8_t *to = accepted;

  start(s, WIDE_BYTES, number | DOMAIN << 16, SHAKE256_LANES);
  for (unsigned blocks = 1;; blocks++) {
    keccak_extract(&s->keccak, s->out, SHAKE256_LANES);
    to = accept_nibbles(to, s->out);
    if (blocks >= SECRET_BLOCKS && to - accepted >= N) {
      break;
    }
    keccak_permute(&s->keccak, ROUNDS);
  }
  from_nibbles(p, accepted);
}

void sample_mask(struct sample *s, struct poly *p, unsigned number) {
  start(s, WIDE_BYTES, number | DOMAIN << 16, SHAKE256_LANES);
  for (unsigned i = 0; i < MASK_BLOCKS; i++) {
    if (i != 0) {
      keccak_permute(&s->keccak, ROUNDS);
    }
    keccak_extract(&s->keccak, s->out + i * SHAKE256_WORDS, SHAKE256_LANES);
  }
  pack_undo_z(p, (const uint8_t *)s->out);
}

// Zero where so many blocks are too few. The first eight bytes have the signs.
static int from_blocks(struct poly *p, const keccak_word_t *word, unsigned blocks) {
  const uint8_t *byte = (const uint8_t *)word;
  const uint8_t *end = byte + 4 * SHAKE256_WORDS * blocks;
  uint32_t low = word[0];
  uint32_t high = word[1];

  byte += 8;
  for (unsigned i = 0; i < N; i++) {
    p->c[i] = 0;
  }
  for (unsigned i = N - TAU; i < N; i++) {
    unsigned j;
    do {
      if (byte == end) {
        return 0;
      }
      j = *byte++;
    } while (j > i);
    p->c[i] = p->c[j];
    p->c[j] = 1 - 2 * (int32_t)(low & 1);
    low = low >> 1 | high << 31;
    high >>= 1;
  }
  return 1;
}

// A block is nearly always enough. The last one is beyond the bound of FIPS 204, appendix C, which none
// reaches.
void sample_challenge(struct sample *s, struct poly *p, const uint8_t seed[CHALLENGE_BYTES]) {
  seed_block(s, seed, CHALLENGE_BYTES, SHAKE256_LANES);
  start(s, CHALLENGE_BYTES, DOMAIN, SHAKE256_LANES);
  for (unsigned blocks = 1; blocks <= MASK_BLOCKS; blocks++) {
    keccak_extract(&s->keccak, s->out + (blocks - 1) * SHAKE256_WORDS, SHAKE256_LANES);
    if (from_blocks(p, s->out, blocks)) {
      return;
    }
    keccak_permute(&s->keccak, ROUNDS);
  }
}
