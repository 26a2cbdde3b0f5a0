// SPDX-License-Identifier: Apache-2.0
#include "job.h"
#include "ml_kem.h"

enum operation { KEYGEN, ENCAPS, DECAPS };

static enum ml_kem_status run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  switch (operation) {
    case KEYGEN:
      if (len != 2 * SEED_BYTES) {
        return ML_KEM_REFUSED;
      }
      ml_kem_keygen(out, out + ML_KEM_EK_BYTES, in, in + SEED_BYTES);
      return ML_KEM_DONE;
    case ENCAPS:
      if (len < SEED_BYTES) {
        return ML_KEM_REFUSED;
      }
      return ml_kem_encaps(out, out + ML_KEM_KEY_BYTES, in + SEED_BYTES, len - SEED_BYTES, in);
    case DECAPS: {
      size_t dk_len = len < ML_KEM_DK_BYTES ? len : ML_KEM_DK_BYTES;
      return ml_kem_decaps(out, in, dk_len, in + dk_len, len - dk_len);
    }
    default:
      return ML_KEM_REFUSED;
  }
}

uint32_t job_run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len) {
  return run(operation, out, in, len) == ML_KEM_DONE ? JOB_DONE : JOB_REFUSED;
}
