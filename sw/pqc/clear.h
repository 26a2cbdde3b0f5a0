// SPDX-License-Identifier: Apache-2.0
//
// How what had secrets is cleared.
#ifndef CLEAR_H
#define CLEAR_H

#include <stddef.h>
#include <stdint.h>

#include "keccak.h"

// Below the memory of an operation lie the frames of functions that have returned, with what they
// had no registers for: less than this.
enum { FRAME_WORDS = 320 };

// Stores that the compiler may not leave out.
static inline void clear_words(volatile uint32_t *word, size_t count) {
  _Pragma("GCC unroll 8")
  for (size_t i = 0; i < count; i++) {
    word[i] = 0;
  }
}

__attribute__((noinline)) static void clear_frames(void) {
  uint32_t frames[FRAME_WORDS];
  clear_words(frames, FRAME_WORDS);
}

// What an operation worked with, its state of Keccak, which may be in a unit of its own, and
// frames.
static inline void clear(struct keccak *keccak, void *work, size_t bytes) {
  keccak_clear(keccak);
  clear_words(work, bytes / 4);
  clear_frames();
}

#endif
