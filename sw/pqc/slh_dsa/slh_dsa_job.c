// SPDX-License-Identifier: Apache-2.0
#include "job.h"
#include "slh_dsa.h"

enum operation { KEYGEN, SIGN, VERIFY };

static enum slh_dsa_status run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  switch (operation) {
    case KEYGEN:  // the seeds
      if (len != SLH_DSA_SEED_BYTES) {
        return SLH_DSA_REFUSED;
      }
      slh_dsa_keygen(out, out + SLH_DSA_PK_BYTES, in);
      return SLH_DSA_DONE;
    case SIGN: {  // random bytes, a private key, the message, without a context string
      const uint8_t *sk = in + N;
      const uint8_t *message = sk + SLH_DSA_SK_BYTES;
      if (len < N + SLH_DSA_SK_BYTES) {
        return SLH_DSA_REFUSED;
      }
      len -= N + SLH_DSA_SK_BYTES;
      return slh_dsa_sign(out, sk, SLH_DSA_SK_BYTES, message, len, NULL, 0, in);
    }
    case VERIFY: {  // a public key, a signature, the message, without a context string
      const uint8_t *signature = in + SLH_DSA_PK_BYTES;
      const uint8_t *message = signature + SLH_DSA_SIGNATURE_BYTES;
      if (len < SLH_DSA_PK_BYTES + SLH_DSA_SIGNATURE_BYTES) {
        return SLH_DSA_REFUSED;
      }
      len -= SLH_DSA_PK_BYTES + SLH_DSA_SIGNATURE_BYTES;
      return slh_dsa_verify(in, SLH_DSA_PK_BYTES, message, len, NULL, 0, signature,
                            SLH_DSA_SIGNATURE_BYTES);
    }
    default:
      return SLH_DSA_REFUSED;
  }
}

uint32_t job_run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  return run(operation, out, in, len) == SLH_DSA_DONE ? JOB_DONE : JOB_REFUSED;
}
