/* SPDX-License-Identifier: Apache-2.0 */

#include "hash_hmac.h"

#define INNER_PAD 0x36u
#define OUTER_PAD 0x5cu

/* Half of the capacity: SHA-3's rate and digest follow from one another. */
static size_t digest_bytes(const hash_stream_t *stream) {
  return (HASH_ACCEL_STATE_BYTES - stream->rate) / 2u;
}

/* Absorbs the key's block, with another byte added to each of its bytes. */
static void absorb(hash_hmac_t *hmac, hash_stream_t *stream, uint8_t pad) {
  size_t i;
  for (i = 0; i < stream->rate; i++) {
    hmac->block[i] ^= pad;
  }
  (void)hash_stream_update(stream, hmac->block, stream->rate);
}

hash_accel_status_t hash_hmac_init(hash_hmac_t *hmac, hash_accel_t *device,
                                   hash_accel_algorithm_t algorithm, const void *key,
                                   size_t key_bytes) {
  const uint8_t *from = key;
  size_t i;
  hash_stream_wipe(hmac->block, sizeof hmac->block);
  (void)hash_stream_init(&hmac->inner, device, algorithm, 0u);
  if (algorithm > HASH_ACCEL_SHA3_512) {
    hmac->inner.status = HASH_ACCEL_ERROR_ALGORITHM;
  } else if (key_bytes > hmac->inner.rate) {
    (void)hash_stream_update(&hmac->inner, key, key_bytes);
    (void)hash_stream_final(&hmac->inner, hmac->block, digest_bytes(&hmac->inner));
    if (hmac->inner.status == HASH_ACCEL_OK) {
      (void)hash_stream_init(&hmac->inner, device, algorithm, 0u);
    }
  } else {
    for (i = 0; i < key_bytes; i++) {
      hmac->block[i] = from[i];
    }
  }
  (void)hash_stream_init(&hmac->outer, device, algorithm, 0u);
  absorb(hmac, &hmac->inner, INNER_PAD);
  absorb(hmac, &hmac->outer, INNER_PAD ^ OUTER_PAD);
  hash_stream_wipe(hmac->block, sizeof hmac->block);
  return hmac->inner.status != HASH_ACCEL_OK ? hmac->inner.status : hmac->outer.status;
}

hash_accel_status_t hash_hmac_update(hash_hmac_t *hmac, const void *data, size_t bytes) {
  return hash_stream_update(&hmac->inner, data, bytes);
}

hash_accel_status_t hash_hmac_final(hash_hmac_t *hmac, void *output, size_t bytes) {
  const size_t digest = digest_bytes(&hmac->inner);
  hash_accel_status_t status;
  if (bytes > digest) {
    return HASH_ACCEL_ERROR_LENGTH;
  }
  status = hash_stream_final(&hmac->inner, hmac->block, digest);
  if (status != HASH_ACCEL_OK) {
    return status;
  }
  (void)hash_stream_update(&hmac->outer, hmac->block, digest);
  status = hash_stream_final(&hmac->outer, output, bytes);
  hash_stream_wipe(hmac->block, sizeof hmac->block);
  return status;
}
