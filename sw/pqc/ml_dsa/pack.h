// SPDX-License-Identifier: Apache-2.0
//
// Polynomials as bytes (FIPS 204, section 7.1). Bytes may have any alignment.
#ifndef PACK_H
#define PACK_H

#include <stdint.h>

#include "poly.h"

// SECRET_BYTES of a secret polynomial, from -ETA to ETA.
void pack_secret(uint8_t *bytes, const struct poly *p);
void pack_undo_secret(struct poly *p, const uint8_t *bytes);

// T1_BYTES and T0_BYTES: both parts of a polynomial of t, from 0 to Q - 1 (Power2Round).
void pack_t(uint8_t *t1, uint8_t *t0, const struct poly *p);
void pack_undo_t0(struct poly *p, const uint8_t *t0);

// -t1 * 2^D.
void pack_undo_t1(struct poly *p, const uint8_t *t1);

// Z_BYTES of the response or a mask, from -GAMMA1 + 1 to GAMMA1.
void pack_z(uint8_t *bytes, const struct poly *p);
void pack_undo_z(struct poly *p, const uint8_t *bytes);

// HIGH_BYTES of high bits, as they are.
void pack_high(uint8_t *bytes, const struct poly *p);

#endif
