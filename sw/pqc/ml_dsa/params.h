// SPDX-License-Identifier: Apache-2.0
//
// The parameter sets of ML-DSA (FIPS 204, section 4). ML_DSA_SET says which: 44, 65 or 87.
#ifndef PARAMS_H
#define PARAMS_H

#ifndef ML_DSA_SET
#error "ML_DSA_SET is not defined; allowed: 44, 65, 87"
#endif

enum {
  N = 256,
  Q = 8380417,
  D = 13,  // bits of a coefficient of t that the public key does without
#if ML_DSA_SET == 44
  K = 4, L = 4, ETA = 2, TAU = 39, OMEGA = 80, GAMMA1_BITS = 17, GAMMA2 = (Q - 1) / 88,
  CHALLENGE_BYTES = 32,
#elif ML_DSA_SET == 65
  K = 6, L = 5, ETA = 4, TAU = 49, OMEGA = 55, GAMMA1_BITS = 19, GAMMA2 = (Q - 1) / 32,
  CHALLENGE_BYTES = 48,
#elif ML_DSA_SET == 87
  K = 8, L = 7, ETA = 2, TAU = 60, OMEGA = 75, GAMMA1_BITS = 19, GAMMA2 = (Q - 1) / 32,
  CHALLENGE_BYTES = 64,
#else
#error "ML_DSA_SET is not legal; allowed: 44, 65, 87"
#endif
  GAMMA1 = 1 << GAMMA1_BITS,
  BETA = TAU * ETA,
  HIGH_VALUES = (Q - 1) / (2 * GAMMA2),  // that the high bits of a coefficient have

  SEED_BYTES = 32,
  WIDE_BYTES = 64,  // of rho' and of hashes

  // Bits of a coefficient, packed, and bytes of a polynomial.
  SECRET_BITS = ETA == 2 ? 3 : 4,
  T1_BITS = 10,
  T0_BITS = D,
  Z_BITS = GAMMA1_BITS + 1,
  HIGH_BITS = HIGH_VALUES == 16 ? 4 : 6,
  SECRET_BYTES = N / 8 * SECRET_BITS,
  T1_BYTES = N / 8 * T1_BITS,
  T0_BYTES = N / 8 * T0_BITS,
  Z_BYTES = N / 8 * Z_BITS,
  HIGH_BYTES = N / 8 * HIGH_BITS,
  HINT_BYTES = OMEGA + K,
};

#endif
