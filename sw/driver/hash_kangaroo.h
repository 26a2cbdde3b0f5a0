/* SPDX-License-Identifier: Apache-2.0
 *
 * KT128 and KT256 (KangarooTwelve, RFC 9861), on streams (hash_stream.h). What is said there holds here.
 * The chunks of a message are hashed one after the other.
 */
#ifndef HASH_KANGAROO_H
#define HASH_KANGAROO_H

#include "hash_stream.h"

/* Its fields are the driver's, but for `node`, from which hash_stream_squeeze() takes more output. */
typedef struct {
  hash_stream_t node;
  hash_stream_t leaf;
  uint64_t chaining[8]; /* a leaf's output */
  uint64_t leaves;
  size_t left;          /* bytes that this chunk lacks */
} hash_kangaroo_t;

/* `algorithm` is HASH_ACCEL_TURBO_SHAKE128 for KT128, HASH_ACCEL_TURBO_SHAKE256 for KT256, and
 * HASH_ACCEL_ERROR_ALGORITHM is said to others. */
hash_accel_status_t hash_kangaroo_init(hash_kangaroo_t *kangaroo, hash_accel_t *device,
                                       hash_accel_algorithm_t algorithm);
hash_accel_status_t hash_kangaroo_update(hash_kangaroo_t *kangaroo, const void *data, size_t bytes);

/* Ends the message, and gives the first bytes of output; any number. */
hash_accel_status_t hash_kangaroo_final(hash_kangaroo_t *kangaroo, const void *custom,
                                        size_t custom_bytes, void *output, size_t bytes);

#endif
