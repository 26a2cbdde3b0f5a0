/* SPDX-License-Identifier: Apache-2.0
 *
 * cSHAKE, KMAC, TupleHash and ParallelHash of NIST SP 800-185, on streams (hash_stream.h). What is said
 * there holds here: objects are the caller's, in memory that the device sees, may be copied, and are
 * secret; strings and keys are in such memory, too.
 *
 *   cSHAKE         hash_cshake_init(), then hash_stream_update(), _final(), _squeeze()
 *   KMAC           hash_kmac_init(), hash_stream_update(), hash_kmac_final(); the object behind _init
 *                  may be kept and copied, so that a key is absorbed once for any number of messages
 *   TupleHash      hash_tuple_init(), hash_tuple_add(), hash_tuple_final()
 *   ParallelHash   hash_parallel_init(), _update(), _final()
 *
 * With `xof`, the variants of any length: behind them, hash_stream_squeeze() gives more.
 */
#ifndef HASH_SP800_185_H
#define HASH_SP800_185_H

#include "hash_stream.h"

/* Security strengths, in bits: cSHAKE128 or cSHAKE256 below. */
typedef enum { HASH_STRENGTH_128 = 128, HASH_STRENGTH_256 = 256 } hash_strength_t;

/* `function` is NIST's, `custom` the user's. With both empty, it is SHAKE. */
hash_accel_status_t hash_cshake_init(hash_stream_t *stream, hash_accel_t *device,
                                     hash_strength_t strength, const void *function,
                                     size_t function_bytes, const void *custom, size_t custom_bytes);

/* Of the key, only the state is left. */
hash_accel_status_t hash_kmac_init(hash_stream_t *stream, hash_accel_t *device,
                                   hash_strength_t strength, const void *key, size_t key_bytes,
                                   const void *custom, size_t custom_bytes);
hash_accel_status_t hash_kmac_final(hash_stream_t *stream, void *output, size_t bytes, bool xof);

hash_accel_status_t hash_tuple_init(hash_stream_t *stream, hash_accel_t *device,
                                    hash_strength_t strength, const void *custom,
                                    size_t custom_bytes);

/* Adds a whole element. */
hash_accel_status_t hash_tuple_add(hash_stream_t *stream, const void *data, size_t bytes);
hash_accel_status_t hash_tuple_final(hash_stream_t *stream, void *output, size_t bytes, bool xof);

/* Its fields are the driver's, but for `node`, from which hash_stream_squeeze() takes more output. */
typedef struct {
  hash_stream_t node;
  hash_stream_t leaf;
  uint64_t chaining[8]; /* a leaf's output */
  uint64_t leaves;
  size_t block;         /* bytes of a leaf */
  size_t left;          /* of which this leaf lacks */
} hash_parallel_t;

/* `block` is B, at least 1 byte. The blocks are hashed one after the other. */
hash_accel_status_t hash_parallel_init(hash_parallel_t *parallel, hash_accel_t *device,
                                       hash_strength_t strength, size_t block, const void *custom,
                                       size_t custom_bytes);
hash_accel_status_t hash_parallel_update(hash_parallel_t *parallel, const void *data, size_t bytes);
hash_accel_status_t hash_parallel_final(hash_parallel_t *parallel, void *output, size_t bytes,
                                        bool xof);

#endif
