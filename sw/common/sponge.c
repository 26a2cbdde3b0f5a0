// SPDX-License-Identifier: Apache-2.0
//
// Padding, absorbing and squeezing (FIPS 202, section 4 and appendix B.2).
#include "sponge.h"

#include "keccak.h"

#define NOINLINE __attribute__((noinline))

// What a message leaves behind in memory.
struct secret {
  struct keccak keccak;
  keccak_word_t block[KECCAK_MAX_RATE_WORDS];  // a block that is not in place, or not whole
};

static unsigned misalignment(const void *p) {
  return (uintptr_t)p % sizeof(keccak_word_t);
}

// Copies `len` bytes, whole words at a time where `dst` is aligned. Not inlined: what a leaf
// function computes with is nowhere that a function called later would save it.
NOINLINE static void copy(uint8_t *dst, const uint8_t *src, size_t len) {
  if (misalignment(dst) == 0) {
    keccak_word_t *to = (keccak_word_t *)dst;
    keccak_word_t *end = to + len / 4;
    const keccak_word_t *from = (const keccak_word_t *)(src - misalignment(src));
    unsigned right = 8 * misalignment(src);
    unsigned left = -right % 32;
    src += len - len % 4;
    len %= 4;
    if (right == 0) {
      while (to != end) {
        *to++ = *from++;
      }
    } else if (to != end) {
      uint32_t word = *from++;
      while (to != end) {
        uint32_t next = *from++;
        *to++ = word >> right | next << left;
        word = next;
      }
    }
    dst = (uint8_t *)to;
  }
  while (len-- != 0) {
    *dst++ = *src++;
  }
}

// Stores that the compiler may not leave out.
static void clear(volatile keccak_word_t *words, size_t count) {
  while (count-- != 0) {
    *words++ = 0;
  }
}

static void absorb(struct secret *s, const struct sponge_params *p, const uint8_t *msg,
                   size_t len) {
  size_t rate = p->rate;
  size_t blocks = len / rate;
  uint8_t *block = (uint8_t *)s->block;
  unsigned lanes = rate / 8;

  len %= rate;
  if (misalignment(msg) == 0) {
    keccak_absorb(&s->keccak, (const keccak_word_t *)msg, blocks, lanes, p->rounds);
    msg += blocks * rate;
  } else {
    for (; blocks != 0; blocks--) {
      copy(block, msg, rate);
      keccak_absorb(&s->keccak, s->block, 1, lanes, p->rounds);
      msg += rate;
    }
  }

  clear(s->block, KECCAK_MAX_RATE_WORDS);
  copy(block, msg, len);
  block[len] = p->domain;
  block[rate - 1] ^= 0x80;
  keccak_absorb(&s->keccak, s->block, 1, lanes, p->rounds);
}

static void squeeze_block(struct secret *s, uint8_t *out, size_t len) {
  keccak_extract(&s->keccak, s->block, (len + 7) / 8);
  copy(out, (const uint8_t *)s->block, len);
}

static void squeeze(struct secret *s, const struct sponge_params *p, uint8_t *out, size_t len) {
  while (len > p->rate) {
    squeeze_block(s, out, p->rate);
    keccak_permute(&s->keccak, p->rounds);
    out += p->rate;
    len -= p->rate;
  }
  squeeze_block(s, out, len);
}

// Apart from sponge(), whose frame is too large for compressed loads and stores.
NOINLINE static void hash(const struct sponge_params *p, const uint8_t *msg, size_t len,
                          uint8_t *out, size_t out_len, struct secret *s) {
  keccak_clear(&s->keccak);
  absorb(s, p, msg, len);
  squeeze(s, p, out, out_len);
}

void sponge(const struct sponge_params *p, const uint8_t *msg, size_t len, uint8_t *out,
            size_t out_len) {
  struct secret s;

  hash(p, msg, len, out, out_len, &s);
  keccak_clear(&s.keccak);
  clear(s.block, KECCAK_MAX_RATE_WORDS);
}

void sponge_copy(uint8_t *dst, const uint8_t *src, size_t len) {
  copy(dst, src, len);
}
