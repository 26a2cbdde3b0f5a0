// SPDX-License-Identifier: Apache-2.0
#include "job.h"
#include "ml_dsa.h"

enum operation { KEYGEN, SIGN, VERIFY };

static enum ml_dsa_status run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  switch (operation) {
    case KEYGEN:  // a seed
      if (len != SEED_BYTES) {
        return ML_DSA_REFUSED;
      }
      ml_dsa_keygen(out, out + ML_DSA_PK_BYTES, in);
      return ML_DSA_DONE;
    case SIGN: {  // random bytes, a private key, the message, without a context string
      const uint8_t *sk = in + SEED_BYTES;
      const uint8_t *message = sk + ML_DSA_SK_BYTES;
      if (len < SEED_BYTES + ML_DSA_SK_BYTES) {
        return ML_DSA_REFUSED;
      }
      len -= SEED_BYTES + ML_DSA_SK_BYTES;
      return ml_dsa_sign(out, sk, ML_DSA_SK_BYTES, message, len, NULL, 0, in);
    }
    case VERIFY: {  // a public key, a signature, the message, without a context string
      const uint8_t *signature = in + ML_DSA_PK_BYTES;
      const uint8_t *message = signature + ML_DSA_SIGNATURE_BYTES;
      if (len < ML_DSA_PK_BYTES + ML_DSA_SIGNATURE_BYTES) {
        return ML_DSA_REFUSED;
      }
      len -= ML_DSA_PK_BYTES + ML_DSA_SIGNATURE_BYTES;
      return ml_dsa_verify(in, ML_DSA_PK_BYTES, message, len, NULL, 0, signature,
                           ML_DSA_SIGNATURE_BYTES);
    }
    default:
      return ML_DSA_REFUSED;
  }
}

uint32_t job_run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  return run(operation, out, in, len) == ML_DSA_DONE ? JOB_DONE : JOB_REFUSED;
}
