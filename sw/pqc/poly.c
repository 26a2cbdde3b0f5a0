// SPDX-License-Identifier: Apache-2.0
//
// A transform goes through memory twice: a pass keeps 16 coefficients in registers for four layers,
// the other one 8 for three. No coefficient is reduced on the way: where it is not multiplied, it
// grows by Q / 2 a layer in one direction, and doubles in the other.
#include "poly.h"

#include "modulus.h"
#include "registers.h"

// zeta^BitRev(i) as modulus.h has constants; zeta is 17.
static const uint32_t zetas[N / 2] = {
  0x0013afb7, 0x84f5c5b6, 0xc666e465, 0xfcec8b58, 0xcb2b72d0, 0x30726d5a, 0x91e11612, 0x41360f89,
  0x51aaf2da, 0x93922fd5, 0x0ed77945, 0x3d4a0dff, 0xd63e49fa, 0xfab1a391, 0x2bc18ea6, 0x864470e4,
  0x16c32c10, 0xbc2c9a1c, 0x66f8144d, 0x71811d74, 0xea3cc040, 0x044e701f, 0xac4184ce, 0x6681f601,
  0x6da8cba2, 0xa1074e35, 0x2924384a, 0xdda02ec1, 0xb805896c, 0xdd651f9b, 0x97ccf03c, 0x3f228731,
  0x16395e0c, 0x19743224, 0xfa27d58d, 0x87094e0e, 0x5c0c9c91, 0xb12d72a8, 0xaf19ea50, 0x9e078944,
  0x31fc27ae, 0x9807ff63, 0xc13fe764, 0x3099ccc9, 0xdc518393, 0x0289a6a4, 0x658209b0, 0x934370f7,
  0xb254be68, 0x6e59f914, 0x3e0eeb29, 0x22c23fd4, 0x6e95083a, 0xdc8c92ba, 0x75f6ed01, 0xb8b6b6de,
  0xcb8de165, 0xc93f49e7, 0x71e38c09, 0x31d4c83f, 0xbe402274, 0xef28ae1a, 0x5e5b3410, 0x45fa9df4,
  0x014eab2e, 0xd4522111, 0x2cd52aae, 0xcbb540d4, 0x7de29fcc, 0x379942fb, 0xaff27732, 0x54970813,
  0x6c5a2074, 0xccb52d24, 0xfc4f0d9c, 0x11eaedee, 0x3a22e99f, 0xa5cbdca0, 0xe7da790a, 0xea8b7f1e,
  0x82f5ed15, 0x7ef63bd4, 0xd6795921, 0x8992f4b2, 0x8e08c440, 0x4935720b, 0x7059d1b5, 0xcea1560d,
  0x483585bb, 0xb17c3186, 0xbb67bcf1, 0xb7a31ad7, 0x385e2025, 0xb3b7194d, 0x149bf401, 0x314afa3c,
  0x79cf3ed4, 0xb0b7545c, 0x9ca52e5f, 0xf79e2ee9, 0x1cd665a9, 0xc4049d2f, 0xa0b88f57, 0x7e801d88,
  0x51bea291, 0x1887f58b, 0xd53e5daa, 0x3a369957, 0xa169bcca, 0x2b2410eb, 0xbda2a4b8, 0xc77a806c,
  0xd7a0a4e0, 0x53f98a58, 0x1efd9db9, 0x4ee63d0f, 0x57e58be2, 0xa555be54, 0xd565bd19, 0x442224c2,
  0x846bf7b2, 0x5d33e851, 0x901c4c98, 0x4f214c35, 0xa24249ac, 0xe1b38fba, 0x440e750b, 0xa5a47d31,
};

#define INVERSE_128       0xfe00275f  // 1 / 128
#define INVERSE_128_ZETA1 0x7f09eb8b  // zetas[1] / 128

// The layers within `count` coefficients. `block` is the number of the zeta of the first layer;
// those of a block's two halves are 2 * block and the next one.
INLINE void forward(int32_t *x, unsigned count, unsigned block) {
  UNROLL
  for (unsigned half = count / 2; half != 0; half /= 2, block *= 2) {
    UNROLL
    for (unsigned i = 0; i < count / 2; i++) {
      int32_t *a = &x[i / half * 2 * half + i % half];
      int32_t t = times(a[half], zetas[block + i / half]);
      a[half] = a[0] - t;
      a[0] += t;
    }
  }
}

// The same layers in reverse, without the last one where `last` is 2. `block` counts from the end.
INLINE void inverse(int32_t *x, unsigned count, unsigned block, unsigned last) {
  UNROLL
  for (unsigned half = 1; half <= count / 2 / last; half *= 2) {
    unsigned blocks = count / 2 / half;
    UNROLL
    for (unsigned i = 0; i < count / 2; i++) {
      int32_t *a = &x[i / half * 2 * half + i % half];
      int32_t t = a[half] - a[0];
      a[0] += a[half];
      a[half] = times(t, zetas[blocks * block + blocks - 1 - i / half]);
    }
  }
}

void poly_ntt(struct poly *p) {
  int32_t x[16];

  for (unsigned i = 0; i < 16; i++) {
    load(x, p->c + i, 16, 16);
    forward(x, 16, 1);
    store(x, p->c + i, 16, 16);
  }
  for (unsigned i = 0; i < 16; i++) {
    for (unsigned j = 0; j < 2; j++) {
      load(x, p->c + 16 * i + j, 8, 2);
      forward(x, 8, 16 + i);
      store(x, p->c + 16 * i + j, 8, 2);
    }
  }
}

void poly_ntt_inverse(struct poly *p) {
  int32_t x[16];

  for (unsigned i = 0; i < 16; i++) {
    for (unsigned j = 0; j < 2; j++) {
      load(x, p->c + 16 * i + j, 8, 2);
      inverse(x, 8, 31 - i, 1);
      store(x, p->c + 16 * i + j, 8, 2);
    }
  }
  for (unsigned i = 0; i < 16; i++) {
    load(x, p->c + i, 16, 16);
    inverse(x, 16, 1, 2);
    UNROLL
    for (unsigned j = 0; j < 8; j++) {
      int32_t t = x[j + 8] - x[j];
      x[j] = times(x[j] + x[j + 8], INVERSE_128);
      x[j + 8] = times(t, INVERSE_128_ZETA1);
    }
    store(x, p->c + i, 16, 16);
  }
}

// gamma of pair 2i is zetas[64 + i], that of pair 2i + 1 its negative.
void poly_prepare(struct poly_vector *v) {
  for (unsigned k = 0; k < K; k++) {
    for (unsigned i = 0; i < N / 2; i += 4) {
      int32_t x[4];
      UNROLL
      for (unsigned j = 0; j < 4; j++) {
        int32_t odd = v->p[k].c[2 * (i + j) + 1];
        x[j] = times(j % 2 ? -odd : odd, zetas[64 + (i + j) / 2]);
      }
      store(x, &v->gamma[k][i], 4, 1);
    }
  }
}

void poly_product(struct poly *p, const struct poly a[K], const struct poly_vector *v) {
  for (unsigned i = 0; i < N / 2; i++) {
    int32_t even = 0;
    int32_t odd = 0;
    UNROLL
    for (unsigned k = 0; k < K; k++) {
      int32_t a0 = a[k].c[2 * i];
      int32_t a1 = a[k].c[2 * i + 1];
      even += a0 * v->p[k].c[2 * i] + a1 * v->gamma[k][i];
      odd += a0 * v->p[k].c[2 * i + 1] + a1 * v->p[k].c[2 * i];
    }
    p->c[2 * i] = (int16_t)reduce(even);
    p->c[2 * i + 1] = (int16_t)reduce(odd);
  }
}

// Four at a time, so that none waits for memory.
void poly_add(struct poly *p, const struct poly *a) {
  int32_t x[4], y[4];
  for (unsigned i = 0; i < N; i += 4) {
    load(x, p->c + i, 4, 1);
    load(y, a->c + i, 4, 1);
    UNROLL
    for (unsigned j = 0; j < 4; j++) x[j] += y[j];
    store(x, p->c + i, 4, 1);
  }
}

void poly_subtract(struct poly *p, const struct poly *a) {
  int32_t x[4], y[4];
  for (unsigned i = 0; i < N; i += 4) {
    load(x, p->c + i, 4, 1);
    load(y, a->c + i, 4, 1);
    UNROLL
    for (unsigned j = 0; j < 4; j++) x[j] -= y[j];
    store(x, p->c + i, 4, 1);
  }
}
