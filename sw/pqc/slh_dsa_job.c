// SPDX-License-Identifier: Apache-2.0
#include "job.h"
#include "slh_dsa.h"

enum operation { VERIFY };

// A public key, a signature and the message, without a context string.
uint32_t job_run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  const uint8_t *signature = in + SLH_DSA_PK_BYTES;
  const uint8_t *message = signature + SLH_DSA_SIGNATURE_BYTES;

  (void)out;
  if (operation != VERIFY || len < SLH_DSA_PK_BYTES + SLH_DSA_SIGNATURE_BYTES) {
    return JOB_REFUSED;
  }
  len -= SLH_DSA_PK_BYTES + SLH_DSA_SIGNATURE_BYTES;
  return slh_dsa_verify(in, message, len, NULL, 0, signature, SLH_DSA_SIGNATURE_BYTES) ==
                 SLH_DSA_VALID
             ? JOB_DONE
             : JOB_REFUSED;
}
