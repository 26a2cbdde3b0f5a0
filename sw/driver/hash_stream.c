/* SPDX-License-Identifier: Apache-2.0 */

#include "hash_stream.h"

/* Where the device sees what is at a pointer. A system in which that is another address defines it
 * before it compiles this file. */
#ifndef HASH_STREAM_ADDRESS
#define HASH_STREAM_ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))
#endif

/* Bytes that one command takes, a multiple of every rate at the most. */
static size_t most(const hash_stream_t *stream) { return UINT32_MAX - UINT32_MAX % stream->rate; }

static uint8_t rate_of(hash_accel_algorithm_t algorithm) {
  switch (algorithm) {
    case HASH_ACCEL_SHA3_224:
      return 144u;
    case HASH_ACCEL_SHA3_384:
      return 104u;
    case HASH_ACCEL_SHA3_512:
      return 72u;
    case HASH_ACCEL_SHAKE128:
    case HASH_ACCEL_TURBO_SHAKE128:
      return 168u;
    default:
      return 136u;
  }
}

/* Loops, and no assignment of whole objects: bare metal may have neither memcpy nor memset, and a piece
 * is less than a block. */
static void copy(uint8_t *to, const uint8_t *from, size_t bytes) {
  size_t i;
  for (i = 0; i < bytes; i++) {
    to[i] = from[i];
  }
}

void hash_stream_wipe(void *data, size_t bytes) {
  volatile uint8_t *at = data;
  size_t i;
  for (i = 0; i < bytes; i++) {
    at[i] = 0u;
  }
}

void hash_stream_clear(hash_stream_t *stream) { hash_stream_wipe(stream, sizeof *stream); }

hash_accel_status_t hash_stream_init(hash_stream_t *stream, hash_accel_t *device,
                                     hash_accel_algorithm_t algorithm, uint8_t domain) {
  stream->device = device;
  stream->algorithm = algorithm;
  stream->status = device->resumes ? HASH_ACCEL_OK : HASH_ACCEL_NO_DEVICE;
  stream->rate = rate_of(algorithm);
  stream->domain = domain;
  stream->position = 0u;
  stream->saved = false;
  stream->ended = false;
  return stream->status;
}

/* A command on the stream's state, behind which the state is saved. */
static hash_accel_status_t advance(hash_stream_t *stream, const void *message, size_t message_bytes,
                                   void *output, size_t output_bytes, bool padded) {
  const bool own = !padded || stream->domain != 0u;
  const hash_accel_command_t command = {
      .message = message_bytes != 0u ? HASH_STREAM_ADDRESS(message) : 0u,
      .output = output_bytes != 0u ? HASH_STREAM_ADDRESS(output) : 0u,
      .message_bytes = (uint32_t)message_bytes,
      .output_bytes = (uint32_t)output_bytes,
      .algorithm = stream->algorithm,
      .domain = padded ? stream->domain : 0u,
      .flags = (uint8_t)(HASH_ACCEL_SAVE | (stream->saved ? HASH_ACCEL_RESTORE : 0u) |
                         (own ? HASH_ACCEL_OWN_DOMAIN : 0u))};
  const uint64_t state = HASH_STREAM_ADDRESS(stream->state);
  while ((stream->status = hash_accel_state(stream->device, state)) == HASH_ACCEL_BUSY) {
    hash_accel_poll(stream->device);
  }
  if (stream->status == HASH_ACCEL_OK) {
    stream->status = hash_accel_hash(stream->device, &command);
  }
  stream->saved = true;
  return stream->status;
}

hash_accel_status_t hash_stream_update(hash_stream_t *stream, const void *data, size_t bytes) {
  const uint8_t *from = data;
  size_t piece;
  if (stream->status == HASH_ACCEL_OK && stream->ended) {
    return HASH_ACCEL_ORDER;
  }
  if (stream->position != 0u) {
    piece = (size_t)stream->rate - stream->position;
    piece = piece < bytes ? piece : bytes;
    copy(stream->block + stream->position, from, piece);
    stream->position = (uint8_t)(stream->position + piece);
    from += piece;
    bytes -= piece;
    if (stream->position == stream->rate && stream->status == HASH_ACCEL_OK) {
      (void)advance(stream, stream->block, stream->rate, NULL, 0u, false);
      stream->position = 0u;
    }
  }
  while (bytes >= stream->rate && stream->status == HASH_ACCEL_OK) {
    piece = bytes - bytes % stream->rate;
    piece = piece < most(stream) ? piece : most(stream);
    (void)advance(stream, from, piece, NULL, 0u, false);
    from += piece;
    bytes -= piece;
  }
  if (stream->status == HASH_ACCEL_OK && bytes != 0u) {
    copy(stream->block, from, bytes);
    stream->position = (uint8_t)bytes;
  }
  return stream->status;
}

hash_accel_status_t hash_stream_fill(hash_stream_t *stream) {
  if (stream->status == HASH_ACCEL_OK && stream->ended) {
    return HASH_ACCEL_ORDER;
  }
  if (stream->status == HASH_ACCEL_OK && stream->position != 0u) {
    (void)advance(stream, stream->block, stream->position, NULL, 0u, false);
    stream->position = 0u;
  }
  hash_stream_wipe(stream->block, sizeof stream->block);
  return stream->status;
}

/* Output of a command, and where it leaves the stream. */
static void produce(hash_stream_t *stream, size_t message_bytes, uint8_t *output, size_t bytes,
                    bool padded) {
  (void)advance(stream, stream->block, message_bytes, output, bytes, padded);
  stream->position = (uint8_t)(bytes == 0u ? 0u : (bytes - 1u) % stream->rate + 1u);
}

hash_accel_status_t hash_stream_final(hash_stream_t *stream, void *output, size_t bytes) {
  const size_t first = bytes < most(stream) ? bytes : most(stream);
  if (stream->status != HASH_ACCEL_OK) {
    return stream->status;
  }
  if (stream->ended) {
    return HASH_ACCEL_ORDER;
  }
  stream->ended = true;
  produce(stream, stream->position, output, first, true);
  hash_stream_wipe(stream->block, sizeof stream->block);
  return first == bytes ? stream->status
                        : hash_stream_squeeze(stream, (uint8_t *)output + first, bytes - first);
}

hash_accel_status_t hash_stream_squeeze(hash_stream_t *stream, void *output, size_t bytes) {
  uint8_t *to = output;
  size_t piece = (size_t)stream->rate - stream->position;
  if (stream->status != HASH_ACCEL_OK) {
    return stream->status;
  }
  if (!stream->ended) {
    return HASH_ACCEL_ORDER;
  }
  piece = piece < bytes ? piece : bytes;
  copy(to, (const uint8_t *)stream->state + stream->position, piece);
  stream->position = (uint8_t)(stream->position + piece);
  to += piece;
  bytes -= piece;
  while (bytes != 0u && stream->status == HASH_ACCEL_OK) {
    piece = bytes < most(stream) ? bytes : most(stream);
    produce(stream, 0u, to, piece, false);
    to += piece;
    bytes -= piece;
  }
  return stream->status;
}
