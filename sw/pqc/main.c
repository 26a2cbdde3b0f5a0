// SPDX-License-Identifier: Apache-2.0
//
// Takes jobs from the mailbox for ever: the inputs of an operation of ML-KEM one after the other
// in, its status and its outputs, one after the other, out.
#include "mailbox.h"
#include "ml_kem.h"

enum operation { KEYGEN, ENCAPS, DECAPS };

static enum ml_kem_status run(enum operation operation, uint8_t *out, const uint8_t *in,
                              size_t len) {
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

int main(void) {
  for (;;) {
    while (mailbox->job_waits == 0) {
    }
    uint32_t *out = (uint32_t *)mailbox->out;
    out[0] = run((enum operation)mailbox->domain, (uint8_t *)(out + 1),
                 (const uint8_t *)mailbox->msg, mailbox->msg_len);
    mailbox->done = 1;
  }
}
