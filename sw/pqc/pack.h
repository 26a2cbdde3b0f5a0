// SPDX-License-Identifier: Apache-2.0
//
// Polynomials as bytes (FIPS 203, section 4.2.1). `bits` of a coefficient are DU, DV or 1 where it
// is compressed, and D where it is not.
#ifndef PACK_H
#define PACK_H

#include <stdint.h>

#include "poly.h"

// Bytes of a polynomial.
#define PACK_BYTES(bits) (N / 8 * (bits))

// ByteEncode of the coefficients, which are at most 4 Q.
void pack(uint8_t *bytes, const struct poly *p);

// ByteDecode; nonzero if a coefficient is not less than Q.
uint32_t pack_undo(struct poly *p, const uint8_t *bytes);

// ByteEncode(Compress(p)), and Decompress(ByteDecode(bytes)).
void pack_du(uint8_t *bytes, const struct poly *p);
void pack_undo_du(struct poly *p, const uint8_t *bytes);
void pack_dv(uint8_t *bytes, const struct poly *p);
void pack_undo_dv(struct poly *p, const uint8_t *bytes);
void pack_message(uint8_t *bytes, const struct poly *p);
void pack_undo_message(struct poly *p, const uint8_t *bytes);

#endif
