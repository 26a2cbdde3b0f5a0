// SPDX-License-Identifier: Apache-2.0
//
// Padding, absorbing and squeezing (FIPS 202, section 4 and appendix B.2).
#include "sponge.h"

#include "keccak.h"

// What a message leaves behind in memory.
struct secret {
  struct keccak keccak;
  keccak_word_t block[KECCAK_MAX_RATE_WORDS];  // a block that is not in place, or not whole
};

static unsigned misalignment(const void *p) {
  return (uintptr_t)p % sizeof(keccak_word_t);
}

// Copies `len` bytes, whole words at a time where `dst` is aligned.
static void copy(uint8_t *dst, const uint8_t *src, size_t len) {
  if (misalignment(dst) == 0) {
    keccak_word_t *to = (keccak_word_t *)dst;
    const uint8_t *last = src + len / 4 * 4;
    unsigned shift = 8 * misalignment(src);
    const keccak_word_t *from = (const keccak_word_t *)(src - misalignment(src));
    if (shift == 0) {
      while (src != last) {
        *to++ = *from++;
        src += 4;
      }
    } else if (src != last) {
      uint32_t low = *from++ >> shift;
      while (src != last) {
        uint32_t next = *from++;
        *to++ = low | next << (32 - shift);
        low = next >> shift;
        src += 4;
      }
    }
    dst = (uint8_t *)to;
    len %= 4;
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

static void squeeze(struct secret *s, uint8_t *out, size_t len) {
  keccak_extract(&s->keccak, s->block, (len + 7) / 8);
  copy(out, (uint8_t *)s->block, len);
}

void sponge(const struct sponge_params *p, const uint8_t *msg, size_t len, uint8_t *out,
            size_t out_len) {
  struct secret s;
  uint8_t *block = (uint8_t *)s.block;
  size_t rate = p->rate;
  unsigned lanes = rate / 8;
  unsigned rounds = p->rounds;

  keccak_clear(&s.keccak);

  size_t blocks = len / rate;
  len %= rate;
  if (misalignment(msg) == 0) {
    keccak_absorb(&s.keccak, (const keccak_word_t *)msg, blocks, lanes, rounds);
    msg += blocks * rate;
  } else {
    for (; blocks != 0; blocks--) {
      copy(block, msg, rate);
      keccak_absorb(&s.keccak, s.block, 1, lanes, rounds);
      msg += rate;
    }
  }

  clear(s.block, KECCAK_MAX_RATE_WORDS);
  copy(block, msg, len);
  block[len] = p->domain;
  block[rate - 1] ^= 0x80;
  keccak_absorb(&s.keccak, s.block, 1, lanes, rounds);

  while (out_len > rate) {
    squeeze(&s, out, rate);
    keccak_permute(&s.keccak, rounds);
    out += rate;
    out_len -= rate;
  }
  squeeze(&s, out, out_len);

  keccak_clear(&s.keccak);
  clear(s.block, KECCAK_MAX_RATE_WORDS);
}
