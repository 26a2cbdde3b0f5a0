// SPDX-License-Identifier: Apache-2.0
//
// What a compiler makes of arithmetic, memory and control flow; a checksum of each.
#include <stddef.h>

#include "platform.h"

static uint32_t seed;

static uint32_t next(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  return seed ^= seed << 5;
}

// Corners every now and then.
static uint32_t value(void) {
  static const uint32_t corners[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, ~0u};
  uint32_t kind = next();
  return kind & 3 ? next() : corners[kind >> 8 & 7];
}

static uint32_t sum;

static void mix(uint32_t word) { sum = (sum << 5 | sum >> 27) + word * 0x9e3779b1u; }

static void done(const char *name) {
  report(name, sum);
  sum = 0;
}

static void multiply(void) {
  uint64_t total = 0;
  int64_t difference = 0;
  for (int i = 0; i < 200; i++) {
    uint32_t a = value(), b = value();
    mix(a * b);
    uint64_t product = (uint64_t)a * b;
    mix((uint32_t)(product >> 32));
    int64_t with_sign = (int64_t)(int32_t)a * (int32_t)b;
    mix((uint32_t)(with_sign >> 32));
    total += product;
    difference -= with_sign;
    total += (uint64_t)((int64_t)(int32_t)b * (int32_t)next());
  }
  mix((uint32_t)total);
  mix((uint32_t)(total >> 32));
  mix((uint32_t)difference);
  mix((uint32_t)(difference >> 32));
  done("multiply");
}

static void divide(void) {
  for (int i = 0; i < 200; i++) {
    uint32_t a = value(), b = value();
    if (b == 0) b = 3;
    mix(a / b);
    mix(a % b);
    if (!(a == 0x80000000u && b == ~0u)) {
      mix((uint32_t)((int32_t)a / (int32_t)b));
      mix((uint32_t)((int32_t)a % (int32_t)b));
    }
    mix(a / 10);
    mix((uint32_t)((int32_t)a / 7));
    mix((uint32_t)((int32_t)a % -16));
  }
  done("divide");
}

static void shift(void) {
  for (int i = 0; i < 200; i++) {
    uint32_t a = value(), n = next() & 31;
    mix(a << n);
    mix(a >> n);
    mix((uint32_t)((int32_t)a >> n));
    mix(a << n | a >> (-n & 31));
    uint64_t wide = (uint64_t)a << 32 | next();
    uint32_t m = next() & 63;
    wide = wide << m ^ wide >> (63 - m);
    mix((uint32_t)wide);
    mix((uint32_t)(wide >> 32));
    mix((uint32_t)((int64_t)wide >> m));
  }
  done("shift");
}

static void count(void) {
  for (int i = 0; i < 200; i++) {
    uint32_t a = value() >> (next() & 31);
    mix(a ? (uint32_t)__builtin_clz(a) : 32);
    mix(~a ? (uint32_t)__builtin_clz(~a) : 32);
    mix(a ? (uint32_t)__builtin_ctz(a) : 32);
    mix((uint32_t)__builtin_popcount(a));
    mix(__builtin_bswap32(a));
  }
  done("count");
}

static void compare(void) {
  for (int i = 0; i < 200; i++) {
    uint32_t a = value(), b = value();
    int32_t c = (int32_t)a, d = (int32_t)b;
    mix((a < b) + 2 * (c < d) + 4 * (a == b) + 8 * (c <= 0) + 16 * (d >= 0) + 32 * (c > 0));
    mix(c < d ? a : b);
    mix(a == 0 ? b : a);
    mix(b != 0 ? a : 7);
    mix((a < 100) + 2 * (c < -100) + 4 * (c > 30000));
    if (c < 0 && d > 0) {
      mix(1);
    } else if (c >= 0 || b > a) {
      mix(2);
    }
    int32_t safe;
    mix(__builtin_add_overflow(c, d, &safe) ? 0u : (uint32_t)safe);
    mix(__builtin_sub_overflow(c, d, &safe) ? 1u : (uint32_t)safe);
  }
  done("compare");
}

struct mixed {
  uint8_t a;
  int8_t b;
  uint16_t c;
  int16_t d;
  uint32_t e : 5, f : 17, g : 10;
  int32_t h : 9;
};

static void memory(void) {
  static struct mixed items[16];
  static uint8_t bytes[256];
  for (int i = 0; i < 400; i++) {
    struct mixed *item = &items[next() & 15];
    uint32_t word = value();
    item->a = (uint8_t)word;
    item->b = (int8_t)(item->b + (int8_t)word);
    item->c = (uint16_t)(item->c ^ word);
    item->d = (int16_t)(item->d - (int16_t)(word >> 16));
    item->e += word & 31;
    item->f ^= word >> 7;
    item->h = (int32_t)word >> 23;
    bytes[word & 255] = (uint8_t)(bytes[word >> 8 & 255] + item->g++);
    mix((uint32_t)item->b);
    mix((uint32_t)item->d + item->c + item->a);
    mix((uint32_t)item->h ^ item->e ^ item->f);
  }
  for (size_t i = 0; i < sizeof bytes; i++) mix(bytes[i]);
  done("memory");
}

static int less(uint32_t a, uint32_t b) { return a < b; }
static int more(uint32_t a, uint32_t b) { return a > b; }
static int less_signed(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b; }

static void sort(uint32_t *first, uint32_t *last, int (*before)(uint32_t, uint32_t)) {
  if (last - first < 2) return;
  uint32_t pivot = first[(last - first) / 2];
  uint32_t *low = first, *high = last - 1;
  while (low <= high) {
    while (before(*low, pivot)) low++;
    while (before(pivot, *high)) high--;
    if (low <= high) {
      uint32_t swapped = *low;
      *low++ = *high;
      *high-- = swapped;
    }
  }
  sort(first, high + 1, before);
  sort(low, last, before);
}

static void calls(void) {
  static int (*const orders[])(uint32_t, uint32_t) = {less, more, less_signed};
  static uint32_t numbers[100];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 100; j++) numbers[j] = value();
    sort(numbers, numbers + 100, orders[i]);
    for (int j = 0; j < 100; j++) mix(numbers[j]);
  }
  done("calls");
}

// A machine of its own, by a table of jumps.
static void interpret(void) {
  uint32_t stack[8];
  for (int i = 0; i < 8; i++) stack[i] = value();
  for (int i = 0; i < 500; i++) {
    uint32_t word = next(), a = word >> 8 & 7, b = word >> 16 & 7;
    switch (word & 15) {
      case 0: stack[a] += stack[b]; break;
      case 1: stack[a] -= stack[b]; break;
      case 2: stack[a] ^= stack[b]; break;
      case 3: stack[a] |= stack[b] << 3; break;
      case 4: stack[a] &= ~stack[b]; break;
      case 5: stack[a] *= stack[b]; break;
      case 6: stack[a] = stack[a] / (stack[b] | 1); break;
      case 7: stack[a] = ~(stack[a] | stack[b]); break;
      case 8: stack[a] = (uint32_t)((int32_t)stack[a] >> (stack[b] & 31)); break;
      case 9: if ((int32_t)stack[a] < 0) stack[b]++; break;
      case 10: while (stack[a] > 1000) stack[a] /= 3; break;
      case 11: do stack[a] += 77; while (stack[a] & 4); break;
      case 12: stack[a] = word; break;
      default: mix(stack[a]); break;
    }
  }
  for (int i = 0; i < 8; i++) mix(stack[i]);
  done("interpret");
}

void run(void) {
  seed = 2463534242u;
  multiply();
  divide();
  shift();
  count();
  compare();
  memory();
  calls();
  interpret();
}
