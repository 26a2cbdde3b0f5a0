/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages in pieces, and outputs in pieces, for devices that resume (hash_accel_t.resumes).
 *
 *   hash_stream_init()      any number of streams, interleaved at will on one device
 *   hash_stream_update()    a piece of the message, of any number of bytes
 *   hash_stream_final()     the end of the message, and the first bytes of output
 *   hash_stream_squeeze()   more of the output of an XOF, again and again
 *   hash_stream_clear()     nothing is left of it
 *
 * A stream is an object of the caller, in memory that the device sees. The device keeps nothing of it
 * between calls: it may be copied, to go on twice from one point, or put away and taken out again. It
 * is as secret as its message. Whole blocks go from the caller's memory to the device; only what is
 * less than a block is copied. Calls block; a device is for one thread at a time.
 *
 * A status that is not HASH_ACCEL_OK stays: the stream is not to be used any more.
 */
#ifndef HASH_STREAM_H
#define HASH_STREAM_H

#include <stddef.h>

#include "hash_accel.h"

/* The largest rate, SHAKE128's. */
#define HASH_STREAM_BLOCK_BYTES 168u

/* Its fields are the driver's. */
typedef struct {
  uint64_t state[HASH_ACCEL_STATE_BYTES / 8u]; /* as the device saves it */
  uint8_t block[HASH_STREAM_BLOCK_BYTES];      /* of the message, that is not absorbed yet */
  hash_accel_t *device;
  hash_accel_algorithm_t algorithm;
  hash_accel_status_t status;
  uint8_t rate;     /* in bytes */
  uint8_t domain;   /* a byte of its own, or 0: the algorithm's */
  uint8_t position; /* bytes in `block`; behind the message's end, bytes of the state that are output */
  bool saved;       /* there is a state; before that, it is zero */
  bool ended;       /* the message is */
} hash_stream_t;

/* Begins a message. `domain` is TurboSHAKE's, or takes the place of another algorithm's if it is not 0.
 * HASH_ACCEL_NO_DEVICE if the device does not resume. */
hash_accel_status_t hash_stream_init(hash_stream_t *stream, hash_accel_t *device,
                                     hash_accel_algorithm_t algorithm, uint8_t domain);

/* Takes the next bytes of the message. */
hash_accel_status_t hash_stream_update(hash_stream_t *stream, const void *data, size_t bytes);

/* Fills the block that is begun, if one is, with zeros: bytepad of SP 800-185. Nothing of what was
 * given before is left in the object but for the state. */
hash_accel_status_t hash_stream_fill(hash_stream_t *stream);

/* Ends the message and gives the first bytes of output, as many as the algorithm's digest has, or any
 * number of an XOF's, 0 included. */
hash_accel_status_t hash_stream_final(hash_stream_t *stream, void *output, size_t bytes);

/* Gives the next bytes of output. */
hash_accel_status_t hash_stream_squeeze(hash_stream_t *stream, void *output, size_t bytes);

/* Makes all of it zero. */
void hash_stream_clear(hash_stream_t *stream);

/* The same of any bytes, which the compiler cannot leave out. */
void hash_stream_wipe(void *data, size_t bytes);

#endif
