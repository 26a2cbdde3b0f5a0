// SPDX-License-Identifier: Apache-2.0
//
// The parameter sets of ML-KEM (FIPS 203, section 8). ML_KEM_K says which: 2, 3 or 4 for
// ML-KEM-512, -768 and -1024.
#ifndef PARAMS_H
#define PARAMS_H

#ifndef ML_KEM_K
#error "ML_KEM_K is not defined; allowed: 2, 3, 4"
#elif ML_KEM_K < 2 || ML_KEM_K > 4
#error "ML_KEM_K is not legal; allowed: 2, 3, 4"
#endif

enum {
  K = ML_KEM_K,
  N = 256,
  Q = 3329,
  ETA1 = K == 2 ? 3 : 2,
  ETA2 = 2,
  DU = K == 4 ? 11 : 10,  // bits of a coefficient in a ciphertext
  DV = K == 4 ? 5 : 4,
  D = 12,                 // bits of a coefficient that is not compressed

  SEED_BYTES = 32,
  POLY_BYTES = N * D / 8,
};

#endif
