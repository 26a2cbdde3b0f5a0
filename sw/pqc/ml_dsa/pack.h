// SPDX-License-Identifier: Apache-2.0
//
// Polynomials as bytes (FIPS 204, section 7.1). Bytes may have any alignment.
#ifndef PACK_H
#define PACK_H

#include <stdint.h>

#include "poly.h"

// Of a secret polynomial, from -ETA to ETA.
void pack_secret(uint8_t bytes[SECRET_BYTES], const struct poly *p);
void pack_undo_secret(struct poly *p, const uint8_t bytes[SECRET_BYTES]);

// Both parts of a polynomial of t, whose coefficients are from 0 to Q - 1 (Power2Round).
void pack_t(uint8_t t1[T1_BYTES], uint8_t t0[T0_BYTES], const struct poly *p);
void pack_undo_t0(struct poly *p, const uint8_t t0[T0_BYTES]);

// -t1 * 2^D.
void pack_undo_t1(struct poly *p, const uint8_t t1[T1_BYTES]);

// Of the response or a mask, from -GAMMA1 + 1 to GAMMA1.
void pack_z(uint8_t bytes[Z_BYTES], const struct poly *p);
void pack_undo_z(struct poly *p, const uint8_t bytes[Z_BYTES]);

// High bits, as they are.
void pack_high(uint8_t bytes[HIGH_BYTES], const struct poly *p);

#endif
