/* SPDX-License-Identifier: Apache-2.0
 *
 * HMAC (FIPS 198-1) with SHA3-224, -256, -384 and -512, on streams (hash_stream.h). What is said there
 * holds here. Behind hash_hmac_init() the object may be kept and copied: of the key, it has two states.
 */
#ifndef HASH_HMAC_H
#define HASH_HMAC_H

#include "hash_stream.h"

/* Its fields are the driver's. */
typedef struct {
  hash_stream_t inner;
  hash_stream_t outer;
  uint8_t block[HASH_STREAM_BLOCK_BYTES]; /* the key, then the inner digest, for a moment */
} hash_hmac_t;

/* HASH_ACCEL_ERROR_ALGORITHM if it is not one of SHA-3's four. */
hash_accel_status_t hash_hmac_init(hash_hmac_t *hmac, hash_accel_t *device,
                                   hash_accel_algorithm_t algorithm, const void *key,
                                   size_t key_bytes);
hash_accel_status_t hash_hmac_update(hash_hmac_t *hmac, const void *data, size_t bytes);

/* Gives the tag's first bytes, as many as the digest has at the most. */
hash_accel_status_t hash_hmac_final(hash_hmac_t *hmac, void *output, size_t bytes);

#endif
