// SPDX-License-Identifier: Apache-2.0
//
// Holds modulus.h against its definitions, for every argument that it is made for. Prints what is
// wrong and exits with 1.
#include "modulus.h"

#include <stdio.h>
#include <stdlib.h>

static void check(int condition, const char *what, int32_t a, int32_t b) {
  if (!condition) {
    printf("%s of %d, %d\n", what, a, b);
    exit(1);
  }
}

// a mod Q, from 0 on.
static int32_t residue(int64_t a) { return (int32_t)((a % Q + Q) % Q); }

// What a table has for a constant (modulus.h); 1 / Q mod 2^32 by Newton's iteration.
static uint32_t constant(int32_t b) {
  int32_t centred = residue(b * -(1ll << 32));
  centred -= centred > Q / 2 ? Q : 0;
  uint32_t inverse = 1;
  for (int i = 0; i < 5; i++) {
    inverse *= 2 - inverse * Q;
  }
  return (uint32_t)centred * inverse;
}

int main(void) {
  for (int32_t b = 0; b < Q; b++) {
    uint32_t table = constant(b);
    for (int32_t a = -644000; a <= 644000; a += a > -640000 && a < 640000 ? 1009 : 1) {
      int32_t product = times(a, table);
      check(product >= -Q / 2 && product <= Q / 2, "bounds of times", a, b);
      check(residue(product) == residue((int64_t)a * b), "times", a, b);
    }
  }
  for (int32_t a = -(1 << 30) + 1; a < (1 << 30); a += 97) {
    int32_t rest = reduce(a);
    check(6 * rest >= -Q && 6 * rest <= 7 * Q, "bounds of reduce", a, 0);
    check(residue(rest) == residue(a), "reduce", a, 0);
  }
  for (int32_t a = -4 * Q; a <= 1 << 20; a++) {
    check(reduce_fully(a) == residue(a), "reduce_fully", a, 0);
  }
  for (int bits = 1; bits <= 11; bits++) {
    for (int32_t a = -(1 << 15); a < 1 << 15; a++) {
      // round(x) is floor(x + 1/2): the halves that would go the other way do not occur.
      uint32_t rounded = (uint32_t)((((int64_t)residue(a) << (bits + 1)) + Q) / (2 * Q));
      check(compress(a, (unsigned)bits) == (rounded & ((1u << bits) - 1)), "compress", a, bits);
    }
    for (int32_t a = 0; a < 1 << bits; a++) {
      int32_t rounded = (2 * a * Q + (1 << bits)) >> (bits + 1);
      check(decompress((uint32_t)a, (unsigned)bits) == rounded, "decompress", a, bits);
    }
  }
  return 0;
}
