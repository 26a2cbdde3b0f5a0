// SPDX-License-Identifier: Apache-2.0
//
// Holds the arithmetic of ML-DSA against its definitions in FIPS 204, at the bounds that its
// headers give. Prints what is wrong and exits with 1.
#include "modulus.h"
#include "poly.c"
#include "rounding.h"

#include <stdio.h>
#include <stdlib.h>

static void check(int condition, const char *what, int64_t a, int64_t b) {
  if (!condition) {
    printf("%s of %lld, %lld\n", what, (long long)a, (long long)b);
    exit(1);
  }
}

static uint32_t state = 1;

// Numerical Recipes' generator; the lower bits are poor.
static uint32_t drawn(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 8 ^ state << 16;
}

// a mod Q, from 0 on, and centred.
static int32_t residue(int64_t a) { return (int32_t)((a % Q + Q) % Q); }
static int32_t centred(int64_t a) { return residue(a) > Q / 2 ? residue(a) - Q : residue(a); }

static int32_t power(int32_t base, unsigned exponent) {
  int64_t product = 1;
  for (; exponent != 0; exponent--) {
    product = product * base % Q;
  }
  return (int32_t)product;
}

static unsigned reversed(unsigned bits) {
  unsigned found = 0;
  for (unsigned i = 0; i < 8; i++) {
    found = found << 1 | (bits >> i & 1);
  }
  return found;
}

// 2^32 / Q * b, rounded.
static int32_t quotient_of(int32_t b) {
  int64_t doubled = b * (1ll << 33) + Q;
  return (int32_t)((doubled - ((doubled % (2 * Q) + 2 * Q) % (2 * Q))) / (2 * Q));
}

static void check_constant(struct constant found, int32_t expected) {
  check(found.value == expected, "a constant", found.value, expected);
  check(found.quotient == quotient_of(expected), "its quotient", found.quotient, expected);
}

static void check_times(int32_t a, int32_t b) {
  struct constant table = {b, quotient_of(b)};
  int32_t product = times(a, table);
  check(4ll * product >= -Q && 4ll * product <= 5ll * Q, "bounds of times", a, b);
  check(residue(product) == residue((int64_t)a * b), "times", a, b);
}

static void check_montgomery(int64_t x) {
  int32_t product = montgomery(x);
  int64_t bound = (x < 0 ? -x : x) / (1ll << 32) + Q / 2 + 1;
  check(product >= -bound && product <= bound, "bounds of montgomery", x, product);
  check(residue((int64_t)product * residue(1ll << 32)) == residue(x), "montgomery", x, product);
}

static void check_modulus(void) {
  for (int32_t i = 0; i < 1 << 20; i++) {
    int32_t a = (int32_t)drawn();
    int32_t b = centred(drawn());
    check_times(a, b);
    check_times(i % 2 ? INT32_MAX : INT32_MIN, b);
    check_times(a, i % 2 ? Q / 2 : -(Q / 2));
    check_montgomery((int64_t)a * residue(drawn()));
    check_montgomery(i % 2 ? Q * (1ll << 31) : -(int64_t)Q * (1ll << 31));
    int32_t large = a % (255 * Q);
    int32_t rest = reduce(large);
    check(4ll * rest >= -3ll * Q && 4ll * rest <= 3ll * Q, "bounds of reduce", large, rest);
    check(residue(rest) == residue(large), "reduce", large, rest);
  }
  for (int32_t a = -Q; a < 2 * Q; a++) {
    check(reduce_fully(a) == residue(a), "reduce_fully", a, 0);
  }
}

// What a coefficient is where it is as large as it may be, and in between.
static int32_t extreme(unsigned pattern, unsigned i, int32_t bound) {
  switch (pattern) {
    case 0: return bound;
    case 1: return -bound;
    case 2: return i % 2 != 0 ? bound : -bound;
    case 3: return i < N / 2 ? bound : -bound;
    default: return (int32_t)((int64_t)(drawn() % (2u * (uint32_t)bound + 1)) - bound);
  }
}

static void check_transforms(void) {
  struct poly p, transformed;
  for (unsigned pattern = 0; pattern < 8; pattern++) {
    for (unsigned i = 0; i < N; i++) {
      p.c[i] = extreme(pattern, i, Q);
    }
    transformed = p;
    poly_ntt(&transformed);
    for (unsigned i = 0; i < N; i++) {
      // The polynomial's value at zeta^(2 BitRev(i) + 1).
      int64_t at = power(1753, 2 * reversed(i) + 1);
      int64_t value = 0;
      for (unsigned j = N; j-- != 0;) {
        value = (value * at + residue(p.c[j])) % Q;
      }
      check(residue(transformed.c[i]) == value, "poly_ntt", pattern, i);
      check(llabs(transformed.c[i]) <= 11ll * Q, "bounds of poly_ntt", pattern, i);
    }
    for (unsigned i = 0; i < N; i++) {
      p.c[i] = extreme(pattern, i, 254 * Q);
    }
    transformed = p;
    poly_ntt_inverse(&transformed);
    for (unsigned i = 0; i < N; i++) {
      int64_t four = 4ll * transformed.c[i];
      check(four >= -Q && four <= 5ll * Q, "bounds of poly_ntt_inverse", pattern, i);
      transformed.c[i] = centred(transformed.c[i]);
    }
    poly_ntt(&transformed);
    for (unsigned i = 0; i < N; i++) {
      int64_t expected = (int64_t)residue(p.c[i]) * residue(1ll << 32);
      check(residue(transformed.c[i]) == residue(expected), "poly_ntt_inverse", pattern, i);
    }
  }
}

static void check_products(void) {
  const int64_t shift = residue(1ll << 32);
  for (unsigned pattern = 0; pattern < 8; pattern++) {
    struct poly a, b, product, sum, plus, before;
    for (unsigned i = 0; i < N; i++) {
      a.c[i] = extreme(pattern, i, 11 * Q);
      b.c[i] = extreme(pattern, i / 2, 11 * Q);
      before.c[i] = extreme(pattern, i / 3, 11 * Q);
    }
    sum = plus = before;
    poly_multiply(&product, &a, &b);
    poly_multiply_add(&sum, &a, &b);
    poly_multiply_plus(&plus, &a, &b);
    for (unsigned i = 0; i < N; i++) {
      int64_t expected = (int64_t)a.c[i] * b.c[i];
      check(residue(product.c[i] * shift) == residue(expected), "poly_multiply", pattern, i);
      check(sum.c[i] - before.c[i] == product.c[i], "poly_multiply_add", pattern, i);
      expected += before.c[i];
      check(residue(plus.c[i] * shift) == residue(expected), "poly_multiply_plus", pattern, i);
      check(labs(product.c[i]) <= Q && labs(plus.c[i]) <= Q, "bounds of products", pattern, i);
    }
  }
}

static void check_bounds(void) {
  const int32_t bound = GAMMA2 - BETA;
  for (int32_t by = -1; by <= 1; by++) {
    for (int32_t sign = -1; sign <= 1; sign += 2) {
      struct poly p = {{0}};
      p.c[by + 200] = sign * (bound + by);
      check(poly_reaches(&p, bound) == (by >= 0), "poly_reaches", sign, by);
      p.c[by + 200] = residue(p.c[by + 200]);
      check(round_low_reaches(&p, bound) == (by >= 0), "round_low_reaches", sign, by);
    }
  }
}

// Algorithms 36 and 40 of r.
static int32_t high_of(int32_t r, int32_t *low) {
  *low = r % (2 * GAMMA2);
  *low -= *low > GAMMA2 ? 2 * GAMMA2 : 0;
  if (r - *low == Q - 1) {
    *low -= 1;
    return 0;
  }
  return (r - *low) / (2 * GAMMA2);
}

static void check_rounding(void) {
  for (int32_t first = 0; first < Q; first += N) {
    struct poly p, high, added;
    uint8_t all[N], made[N];
    unsigned hints = 0;
    for (int32_t i = 0; i < N; i++) {
      p.c[i] = first + i < Q ? first + i : Q - 1;
      added.c[i] = (int32_t)(drawn() % (2 * GAMMA2 - 1)) - (GAMMA2 - 1);
      all[i] = (uint8_t)i;
    }
    round_high(&high, &p);
    uint8_t *end = round_make_hints(made, made + N, &p, &added);
    for (int32_t i = 0; i < N; i++) {
      int32_t low, other;
      int32_t expected = high_of(p.c[i], &low);
      check(high.c[i] == expected, "round_high", p.c[i], high.c[i]);
      if (high_of(residue(p.c[i] + added.c[i]), &other) != expected) {
        check(hints < N && made[hints++] == i, "round_make_hints", p.c[i], added.c[i]);
      }
    }
    check(end == made + hints, "number of hints", first, hints);
    if (hints != 0) {
      end = round_make_hints(made, made + hints - 1, &p, &added);
      check(end == NULL, "room for hints", first, hints);
    }
    round_use_hints(&high, &p, all, all + N - 1);
    for (int32_t i = 0; i < N; i++) {
      int32_t low;
      int32_t expected = high_of(p.c[i], &low);
      if (i != N - 1) {
        expected = (expected + (low > 0 ? 1 : HIGH_VALUES - 1)) % HIGH_VALUES;
      }
      check(high.c[i] == expected, "round_use_hints", p.c[i], high.c[i]);
      // Power2Round.
      int32_t part = p.c[i] - (round_t1(p.c[i]) << D);
      check(part > -(1 << (D - 1)) && part <= 1 << (D - 1), "round_t1", p.c[i], part);
    }
  }
}

int main(void) {
  for (unsigned i = 0; i < N; i++) {
    check_constant(zetas[i], centred(power(1753, reversed(i))));
  }
  int64_t inverse = (int64_t)residue(1ll << 32) * power(256, Q - 2) % Q;
  check_constant(inverse_256, centred(inverse));
  check_constant(inverse_256_zeta1, centred(inverse * residue(zetas[1].value)));
  check_modulus();
  check_transforms();
  check_products();
  check_bounds();
  check_rounding();
  return 0;
}
