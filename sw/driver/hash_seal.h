/* SPDX-License-Identifier: Apache-2.0
 *
 * Seals for streams (hash_stream.h) that are put away where others may write. What is said there holds
 * here.
 *
 *   hash_seal_init()    a key of the caller; the object may be used for any number of streams
 *   hash_seal_close()   the seal of a stream, to be kept with it
 *   hash_seal_open()    whether a stream is what was sealed; one that is not is refused for good
 *   hash_seal_clear()   nothing is left of it
 *
 * A seal is KMAC256 of all that the stream is: algorithm, domain, where it stands, state and what is not
 * absorbed yet; and of a context, bytes of the caller's that say whose stream it is, and which one of
 * many. A seal does not hide the stream, and an old stream fits its old seal: who must tell them apart
 * counts in the context. Where the stream is opened, the device may be another one.
 */
#ifndef HASH_SEAL_H
#define HASH_SEAL_H

#include "hash_stream.h"

#define HASH_SEAL_BYTES 32u

/* Its fields are the driver's. */
typedef struct {
  hash_stream_t keyed; /* the key is absorbed */
  hash_stream_t work;
  uint64_t made[HASH_SEAL_BYTES / 8u];
} hash_seal_t;

/* The key has 32 bytes or more. */
hash_accel_status_t hash_seal_init(hash_seal_t *seal, hash_accel_t *device, const void *key,
                                   size_t key_bytes);

/* Gives the seal, HASH_SEAL_BYTES bytes. What the stream does not need any more is zero then. A stream
 * with a status is not sealed. */
hash_accel_status_t hash_seal_close(hash_seal_t *seal, hash_stream_t *stream, const void *context,
                                    size_t context_bytes, void *tag);

/* HASH_ACCEL_SEAL if this stream was not sealed with this key and context; then all of it is zero but
 * for that status, which stays. Takes as long wherever they differ. Another status, of the device,
 * leaves the stream as it was but for its status: it may be opened again. */
hash_accel_status_t hash_seal_open(hash_seal_t *seal, hash_stream_t *stream, const void *context,
                                   size_t context_bytes, const void *tag);

void hash_seal_clear(hash_seal_t *seal);

#endif
