// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include "sponge.h"

enum {
  ROUNDS = 24,
  DOMAIN = 0x1f,  // of SHAKE, with the first bit of the padding
  UNIFORM_LANES = 168 / 8,
  NOISE_LANES = 136 / 8,
  SEED_WORDS = SEED_BYTES / 4,
};

static void seed_block(struct sample *s, const uint8_t *seed, unsigned lanes) {
  sponge_copy((uint8_t *)s->block, seed, SEED_BYTES);
  for (unsigned i = SEED_WORDS; i < KECCAK_MAX_RATE_WORDS; i++) {
    s->block[i] = 0;
  }
  s->block[2 * lanes - 1] = 0x80000000;
}

// Absorbs the seed with what stands behind it, and permutes.
static void start(struct sample *s, uint32_t behind, unsigned lanes) {
  s->block[SEED_WORDS] = behind;
  keccak_clear(&s->keccak);
  keccak_absorb(&s->keccak, s->block, 1, lanes, ROUNDS);
}

void sample_seed_uniform(struct sample *s, const uint8_t seed[SEED_BYTES]) {
  seed_block(s, seed, UNIFORM_LANES);
}

static inline int16_t *accept(int16_t *to, const int16_t *end, uint32_t candidate) {
  candidate &= (1 << D) - 1;
  if (candidate < Q && to != end) {
    *to++ = (int16_t)candidate;
  }
  return to;
}

// Candidates are 12 bits each, eight in three words. Not inlined: what a leaf function computes with
// is nowhere that keccak_permute would save it.
static int16_t *__attribute__((noinline)) accept_block(int16_t *to, const int16_t *end,
                                                       const keccak_word_t *word) {
  const keccak_word_t *last = word + 2 * UNIFORM_LANES;
  for (; word != last; word += 3) {
    uint32_t a = word[0];
    uint32_t b = word[1];
    uint32_t c = word[2];
    to = accept(to, end, a);
    to = accept(to, end, a >> 12);
    to = accept(to, end, a >> 24 | b << 8);
    to = accept(to, end, b >> 4);
    to = accept(to, end, b >> 16);
    to = accept(to, end, b >> 28 | c << 4);
    to = accept(to, end, c >> 8);
    to = accept(to, end, c >> 20);
  }
  return to;
}

// Two blocks have 224 candidates, so that the third is always needed; it is permuted while those of
// the block before are looked at, where the state is in a unit of its own.
void sample_uniform(struct sample *s, struct poly *p, uint8_t first, uint8_t second) {
  int16_t *to = p->c;
  const int16_t *end = p->c + N;

  start(s, first | (uint32_t)second << 8 | DOMAIN << 16, UNIFORM_LANES);
  for (unsigned more = 2; to != end; more -= more != 0) {
    keccak_extract(&s->keccak, s->out, UNIFORM_LANES);
    if (more != 0) {
      keccak_permute(&s->keccak, ROUNDS);
    }
    to = accept_block(to, end, s->out);
    if (more == 0 && to != end) {
      keccak_permute(&s->keccak, ROUNDS);
    }
  }
}

void sample_seed_noise(struct sample *s, const uint8_t seed[SEED_BYTES]) {
  seed_block(s, seed, NOISE_LANES);
}

// Each coefficient is the difference of two sums of two bits. The sums of a word are had at once,
// and their differences with 4 added, in four bits each.
static void noise2(int16_t *to, const keccak_word_t *word) {
  for (const int16_t *end = to + N; to != end; to += 8) {
    uint32_t x = *word++;
    x = (x & 0x55555555) + (x >> 1 & 0x55555555);
    x = (x & 0x33333333) + 0x44444444 - (x >> 2 & 0x33333333);
    _Pragma("GCC unroll 8")
    for (unsigned i = 0; i < 8; i++) {
      to[i] = (int16_t)((x >> (4 * i) & 15) - 4);
    }
  }
}

// The same of three bits: four coefficients in three bytes.
static void noise3(int16_t *to, const uint8_t *byte) {
  for (const int16_t *end = to + N; to != end; to += 4) {
    uint32_t x = byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16;
    byte += 3;
    x = (x & 0x249249) + (x >> 1 & 0x249249) + (x >> 2 & 0x249249);
    _Pragma("GCC unroll 4")
    for (unsigned i = 0; i < 4; i++) {
      to[i] = (int16_t)((x >> (6 * i) & 7) - (x >> (6 * i + 3) & 7));
    }
  }
}

void sample_noise(struct sample *s, struct poly *p, unsigned eta, uint8_t nonce) {
  start(s, nonce | DOMAIN << 8, NOISE_LANES);
  if (eta == 2) {
    keccak_extract(&s->keccak, s->out, 2 * N / 4 / 8);
    noise2(p->c, s->out);
  } else {
    keccak_extract(&s->keccak, s->out, NOISE_LANES);
    keccak_permute(&s->keccak, ROUNDS);
    keccak_extract(&s->keccak, s->out + 2 * NOISE_LANES, 3 * N / 4 / 8 - NOISE_LANES);
    noise3(p->c, (const uint8_t *)s->out);
  }
}
