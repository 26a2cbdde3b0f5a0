// SPDX-License-Identifier: Apache-2.0
//
// SLH-DSA with SHAKE (FIPS 205): verification. SLH_DSA_SET and SLH_DSA_FAST say the parameter set of
// table 2: 128 and 1 for SLH-DSA-SHAKE-128f, 128 and 0 for SLH-DSA-SHAKE-128s.
//
// All that verification reads is public, and its time depends on it. All memory is on the stack.
// Byte strings may have any alignment.
#ifndef SLH_DSA_H
#define SLH_DSA_H

#include <stddef.h>
#include <stdint.h>

enum {
#if SLH_DSA_SET == 128 && SLH_DSA_FAST
  N = 16, H = 66, D = 22, A = 6, K = 33,
#elif SLH_DSA_SET == 128
  N = 16, H = 63, D = 7, A = 12, K = 14,
#elif SLH_DSA_SET == 192 && SLH_DSA_FAST
  N = 24, H = 66, D = 22, A = 8, K = 33,
#elif SLH_DSA_SET == 256 && SLH_DSA_FAST
  N = 32, H = 68, D = 17, A = 9, K = 35,
#else
#error "SLH_DSA_SET is not legal; allowed: 128, and with SLH_DSA_FAST 192, 256"
#endif
  TREE_H = H / D,      // of each of the D trees
  WOTS_LEN = 2 * N + 3,  // chains of a one-time signature, 16 values each

  SLH_DSA_PK_BYTES = 2 * N,
  SLH_DSA_SIGNATURE_BYTES = N * (1 + K * (1 + A) + H + D * WOTS_LEN),
  SLH_DSA_MOST_CONTEXT_BYTES = 255,
};

enum slh_dsa_status { SLH_DSA_VALID, SLH_DSA_REFUSED };

// Whether a signature is one of the message under a context string (algorithm 24, the pure version).
enum slh_dsa_status slh_dsa_verify(const uint8_t pk[SLH_DSA_PK_BYTES], const uint8_t *message,
                                   size_t message_len, const uint8_t *context, size_t context_len,
                                   const uint8_t *signature, size_t signature_len);

#endif
