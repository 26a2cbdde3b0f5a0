// SPDX-License-Identifier: Apache-2.0
//
// ML-KEM (FIPS 203, section 7) with the random bytes as inputs. Whoever calls takes these from an
// approved generator and destroys them afterwards.
//
// Time depends on no secret: of what is read, only on the seed of the matrix, which stands in the
// encapsulation key. All memory is on the stack and is cleared before the return. Byte strings may
// have any alignment; outputs do not overlap inputs.
#ifndef ML_KEM_H
#define ML_KEM_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

enum {
  ML_KEM_KEY_BYTES = 32,  // of the shared secret
  ML_KEM_EK_BYTES = K * POLY_BYTES + SEED_BYTES,
  ML_KEM_DK_BYTES = K * POLY_BYTES + ML_KEM_EK_BYTES + 2 * SEED_BYTES,
  ML_KEM_CIPHERTEXT_BYTES = N / 8 * (K * DU + DV),
};

enum ml_kem_status {
  ML_KEM_DONE,
  ML_KEM_REFUSED,  // a length is wrong, or a check of a key failed; outputs are not written
};

// An encapsulation key and its decapsulation key, from the random seeds d and z.
void ml_kem_keygen(uint8_t ek[ML_KEM_EK_BYTES], uint8_t dk[ML_KEM_DK_BYTES],
                   const uint8_t d[SEED_BYTES], const uint8_t z[SEED_BYTES]);

// A shared secret and its ciphertext, from the random m. Refuses a key whose coefficients are not
// reduced (the modulus check of section 7.2).
enum ml_kem_status ml_kem_encaps(uint8_t key[ML_KEM_KEY_BYTES],
                                 uint8_t ciphertext[ML_KEM_CIPHERTEXT_BYTES], const uint8_t *ek,
                                 size_t ek_len, const uint8_t m[SEED_BYTES]);

// The shared secret of a ciphertext; another one, which an attacker cannot tell from random, if the
// ciphertext is not what encapsulation gives. Refuses a key whose hash is wrong (the hash check of
// section 7.3).
enum ml_kem_status ml_kem_decaps(uint8_t key[ML_KEM_KEY_BYTES], const uint8_t *dk, size_t dk_len,
                                 const uint8_t *ciphertext, size_t ciphertext_len);

#endif
