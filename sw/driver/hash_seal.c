/* SPDX-License-Identifier: Apache-2.0 */

#include "hash_seal.h"

#include "hash_sp800_185.h"

/* Names what is sealed, and the layout of its fields. */
static const char custom[] = "hash_stream 1";

static void copy(void *to, const void *from, size_t bytes) {
  size_t i;
  for (i = 0; i < bytes; i++) {
    ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  }
}

hash_accel_status_t hash_seal_init(hash_seal_t *seal, hash_accel_t *device, const void *key,
                                   size_t key_bytes) {
  return hash_kmac_init(&seal->keyed, device, HASH_STRENGTH_256, key, key_bytes, custom,
                        sizeof custom - 1u);
}

/* Into `made`. Nothing is believed of the stream: all of its arrays count, whatever it says of them. */
static hash_accel_status_t make(hash_seal_t *seal, const hash_stream_t *stream, const void *context,
                                size_t context_bytes) {
  hash_stream_t *const work = &seal->work;
  uint8_t fields[5u + sizeof stream->algorithm] = {stream->rate, stream->domain, stream->position};
  hash_accel_status_t status;
  copy(fields + 3, &stream->saved, 1u);
  copy(fields + 4, &stream->ended, 1u);
  copy(fields + 5, &stream->algorithm, sizeof stream->algorithm);
  copy(work, &seal->keyed, sizeof *work);
  (void)hash_stream_update(work, fields, sizeof fields);
  (void)hash_stream_update(work, stream->state, sizeof stream->state);
  (void)hash_stream_update(work, stream->block, sizeof stream->block);
  (void)hash_stream_update(work, context, context_bytes);
  status = hash_kmac_final(work, seal->made, sizeof seal->made, false);
  hash_stream_clear(work);
  return status;
}

hash_accel_status_t hash_seal_close(hash_seal_t *seal, hash_stream_t *stream, const void *context,
                                    size_t context_bytes, void *tag) {
  const size_t used = stream->ended ? 0u : stream->position;
  hash_accel_status_t status = stream->status;
  if (status == HASH_ACCEL_OK) {
    if (!stream->saved) {
      hash_stream_wipe(stream->state, sizeof stream->state);
    }
    hash_stream_wipe(stream->block + used, sizeof stream->block - used);
    status = make(seal, stream, context, context_bytes);
  }
  if (status == HASH_ACCEL_OK) {
    copy(tag, seal->made, sizeof seal->made);
  }
  hash_stream_wipe(seal->made, sizeof seal->made);
  return status;
}

hash_accel_status_t hash_seal_open(hash_seal_t *seal, hash_stream_t *stream, const void *context,
                                   size_t context_bytes, const void *tag) {
  const uint8_t *const made = (const uint8_t *)seal->made;
  hash_accel_status_t status = make(seal, stream, context, context_bytes);
  uint8_t differs = 0u;
  size_t i;
  for (i = 0; i < sizeof seal->made; i++) {
    differs |= made[i] ^ ((const uint8_t *)tag)[i];
  }
  hash_stream_wipe(seal->made, sizeof seal->made);
  if (status == HASH_ACCEL_OK && differs != 0u) {
    hash_stream_clear(stream);
    status = HASH_ACCEL_SEAL;
  }
  if (status == HASH_ACCEL_OK) {
    stream->device = seal->keyed.device;
  }
  stream->status = status;
  return status;
}

void hash_seal_clear(hash_seal_t *seal) { hash_stream_wipe(seal, sizeof *seal); }
