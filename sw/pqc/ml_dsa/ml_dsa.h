// SPDX-License-Identifier: Apache-2.0
//
// ML-DSA (FIPS 204) with the random bytes as inputs. Whoever calls takes these from an approved
// generator and destroys them afterwards.
//
// Time of key generation depends on no secret but by candidates that are rejected, which tell
// nothing of those that are accepted (sample.h); what decides over it is the seed of the matrix,
// which is public. Signing takes as many attempts as it needs: which of them are rejected, and
// where, shows in its time, and the challenges of those in addresses. Verification has no secrets.
//
// All memory is on the stack; what had secrets is cleared before the return. Byte strings may have
// any alignment; outputs do not overlap inputs. While signing is under way the signature's bytes
// are secret.
#ifndef ML_DSA_H
#define ML_DSA_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

enum {
  ML_DSA_PK_BYTES = SEED_BYTES + K * T1_BYTES,
  ML_DSA_SK_BYTES = 2 * SEED_BYTES + WIDE_BYTES + (L + K) * SECRET_BYTES + K * T0_BYTES,
  ML_DSA_SIGNATURE_BYTES = CHALLENGE_BYTES + L * Z_BYTES + HINT_BYTES,
  ML_DSA_MOST_CONTEXT_BYTES = 255,
};

enum ml_dsa_status {
  ML_DSA_DONE,     // the signature is valid
  ML_DSA_REFUSED,  // it is not, or a length is wrong; outputs are not written
};

// A public and a private key from the random seed (algorithm 6, ML-DSA.KeyGen_internal).
void ml_dsa_keygen(uint8_t pk[ML_DSA_PK_BYTES], uint8_t sk[ML_DSA_SK_BYTES],
                   const uint8_t seed[SEED_BYTES]);

// The signature of a message under a context string (algorithm 2, the pure version). `rnd` is
// random where signing is hedged, zero where it is deterministic. The key is one of ml_dsa_keygen.
enum ml_dsa_status ml_dsa_sign(uint8_t signature[ML_DSA_SIGNATURE_BYTES], const uint8_t *sk,
                               size_t sk_len, const uint8_t *message, size_t message_len,
                               const uint8_t *context, size_t context_len,
                               const uint8_t rnd[SEED_BYTES]);

// Whether a signature is one of the message under a context string (algorithm 3).
enum ml_dsa_status ml_dsa_verify(const uint8_t *pk, size_t pk_len, const uint8_t *message,
                                 size_t message_len, const uint8_t *context, size_t context_len,
                                 const uint8_t *signature, size_t signature_len);

// The same for a message that is formatted already (algorithms 7 and 8, ML-DSA.Sign_internal and
// Verify_internal).
enum ml_dsa_status ml_dsa_sign_internal(uint8_t signature[ML_DSA_SIGNATURE_BYTES],
                                        const uint8_t *sk, size_t sk_len, const uint8_t *message,
                                        size_t message_len, const uint8_t rnd[SEED_BYTES]);
enum ml_dsa_status ml_dsa_verify_internal(const uint8_t *pk, size_t pk_len, const uint8_t *message,
                                          size_t message_len, const uint8_t *signature,
                                          size_t signature_len);

#endif
