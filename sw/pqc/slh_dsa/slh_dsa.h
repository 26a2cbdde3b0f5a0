// SPDX-License-Identifier: Apache-2.0
//
// SLH-DSA with SHAKE (FIPS 205), random bytes as inputs. Whoever calls takes these from an approved
// generator.
//
// No branch and no address depends on a secret: those of key generation on nothing, those of
// signing on the digest of the message and on the roots that are signed, which whoever verifies
// computes as well. Verification has no secrets.
//
// All memory is on the stack; what had secrets is cleared before the return. Byte strings may have
// any alignment; outputs do not overlap inputs.
#ifndef SLH_DSA_H
#define SLH_DSA_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

enum {
  SLH_DSA_SEED_BYTES = 3 * N,  // of both private seeds and the public one
  SLH_DSA_PK_BYTES = 2 * N,
  SLH_DSA_SK_BYTES = 4 * N,
  SLH_DSA_SIGNATURE_BYTES = N * (1 + K * (1 + A) + H + D * WOTS_LEN),
  SLH_DSA_MOST_CONTEXT_BYTES = 255,
};

enum slh_dsa_status {
  SLH_DSA_DONE,     // the signature is valid
  SLH_DSA_REFUSED,  // it is not, or a length is wrong; outputs are not written
};

// A public and a private key from the random seeds (algorithm 18, slh_keygen_internal).
void slh_dsa_keygen(uint8_t pk[SLH_DSA_PK_BYTES], uint8_t sk[SLH_DSA_SK_BYTES],
                    const uint8_t seeds[SLH_DSA_SEED_BYTES]);

// The signature of a message under a context string (algorithm 22, the pure version). `random` is
// random where signing is hedged; where it is deterministic, it is the public seed, with which a
// public key begins. The key is one of slh_dsa_keygen.
enum slh_dsa_status slh_dsa_sign(uint8_t signature[SLH_DSA_SIGNATURE_BYTES], const uint8_t *sk,
                                 size_t sk_len, const uint8_t *message, size_t message_len,
                                 const uint8_t *context, size_t context_len,
                                 const uint8_t random[N]);

// Whether a signature is one of the message under a context string (algorithm 24).
enum slh_dsa_status slh_dsa_verify(const uint8_t *pk, size_t pk_len, const uint8_t *message,
                                   size_t message_len, const uint8_t *context, size_t context_len,
                                   const uint8_t *signature, size_t signature_len);

#endif
