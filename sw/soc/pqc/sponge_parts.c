/* SPDX-License-Identifier: Apache-2.0 */
#include "sponge_parts.h"

#include "accelerator.h"

void sponge_begin(struct sponge_parts *s, const struct sponge_params *p) {
  (void)hash_stream_init(&s->stream, accelerator(), accelerator_algorithm(p), 0u);
}

void sponge_put(struct sponge_parts *s, const uint8_t *part, size_t len) {
  (void)hash_stream_update(&s->stream, part, len);
}

/* A status that is none stays until here. */
void sponge_end(struct sponge_parts *s, uint8_t *out, size_t out_len) {
  const hash_accel_status_t status = hash_stream_final(&s->stream, out, out_len);
  if (status != HASH_ACCEL_OK) {
    accelerator_fail(status);
  }
}
