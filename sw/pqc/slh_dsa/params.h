// SPDX-License-Identifier: Apache-2.0
//
// Parameter sets of SLH-DSA (FIPS 205, table 2). SLH_DSA_SET and SLH_DSA_FAST say which: 128 and 1
// for SLH-DSA-SHAKE-128f, 128 and 0 for SLH-DSA-SHAKE-128s.
#ifndef PARAMS_H
#define PARAMS_H

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
  TREE_H = H / D,         // of each of the D trees
  LAST = 15,              // number of the last value of a chain
  DIGITS = 2 * N,         // of a value that is signed, 4 bits each
  WOTS_LEN = DIGITS + 3,  // chains of a one-time signature
};

#endif
