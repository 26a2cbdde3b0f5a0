/* SPDX-License-Identifier: Apache-2.0
 *
 * Hashes messages of several lengths, each with the accelerator and in software, and prints on the
 * UART what both took: a line with the algorithm, the message's bytes, the cycles of the driver's call,
 * those of the software, and the digest. A message is the bytes 0, 1, 2, ... modulo 251.
 *
 * Then several messages of each of some lengths, one call after the other and with as many commands under
 * way as the accelerator takes: a line with the cycles of both, the digests being the same.
 *
 * Where the accelerator resumes, two streams take a message in pieces, by turns: KMAC128 of a NIST
 * sample, and a SHAKE128 whose output is taken in pieces as well. */
#include <stdbool.h>
#include <stddef.h>

#include "hash_accel.h"
#include "hash_sp800_185.h"
#include "sponge.h"
#include "system.h"

enum { DIGEST_BYTES = 32, MOST_BYTES = 4096, STREAM_BYTES = 200, PIECE_BYTES = 50 };
enum { QUEUED = 8, QUEUED_BYTES = 1024 };

struct uart {
  uint32_t data;   /* 0x0, write: a byte to send */
  uint32_t status; /* 0x4, read: bit 0, it is sending */
};

static volatile struct uart *const uart = (volatile struct uart *)UART_BASE;

static void put(char c) {
  while ((uart->status & 1u) != 0u) {
  }
  uart->data = (uint8_t)c;
}

static void print(const char *text) {
  for (; *text != '\0'; text++) {
    put(*text);
  }
}

static void print_number(uint32_t value) {
  char digits[10];
  size_t count = 0;
  do {
    digits[count++] = (char)('0' + value % 10u);
    value /= 10u;
  } while (value != 0u);
  while (count > 0u) {
    put(digits[--count]);
  }
}

static void print_bytes(const uint8_t *bytes, size_t count) {
  static const char hex[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    put(hex[bytes[i] >> 4]);
    put(hex[bytes[i] & 15]);
  }
}

static bool same(const uint8_t *a, const uint8_t *b, size_t count) {
  uint8_t differ = 0;
  for (size_t i = 0; i < count; i++) {
    differ |= a[i] ^ b[i];
  }
  return differ == 0;
}

/* Hashes and prints; whether both digests are the same. The buffers are on the stack, as that is in
 * the memory that the accelerator reaches. */
static bool show(hash_accel_t *device, uint32_t bytes) {
  uint8_t message[MOST_BYTES], digest[DIGEST_BYTES], expected[DIGEST_BYTES];
  static const struct sponge_params sha3_256 = {136, 0x06, 24};
  hash_accel_command_t command = {
      .message = (uintptr_t)message,
      .output = (uintptr_t)digest,
      .message_bytes = bytes,
      .output_bytes = DIGEST_BYTES,
      .algorithm = HASH_ACCEL_SHA3_256,
  };
  for (uint32_t i = 0; i < bytes; i++) {
    message[i] = (uint8_t)(i % 251u);
  }
  const uint32_t begin = cycle_count();
  const hash_accel_status_t status = hash_accel_hash(device, &command);
  const uint32_t middle = cycle_count();
  sponge(&sha3_256, message, bytes, expected, DIGEST_BYTES);
  const uint32_t end = cycle_count();

  print("SHA3-256 ");
  print_number(bytes);
  print(" bytes: ");
  print_number(middle - begin);
  print(" cycles, software ");
  print_number(end - middle);
  print(", ");
  print_bytes(digest, DIGEST_BYTES);
  print("\r\n");
  return status == HASH_ACCEL_OK && same(digest, expected, DIGEST_BYTES);
}

/* Messages of so many bytes, each beginning one byte behind the one before, one by one and at once;
 * prints, and says whether all digests are the same. */
static bool show_queue(hash_accel_t *device, uint32_t bytes) {
  uint8_t messages[QUEUED + QUEUED_BYTES], alone[QUEUED][DIGEST_BYTES], queued[QUEUED][DIGEST_BYTES];
  hash_accel_command_t commands[QUEUED];
  unsigned names[QUEUED];
  bool right = true;
  for (uint32_t i = 0; i < sizeof messages; i++) {
    messages[i] = (uint8_t)(i % 251u);
  }
  for (unsigned i = 0; i < QUEUED; i++) {
    commands[i] = (hash_accel_command_t){
        .message = (uintptr_t)&messages[i],
        .output = (uintptr_t)alone[i],
        .message_bytes = bytes,
        .output_bytes = DIGEST_BYTES,
        .algorithm = HASH_ACCEL_SHA3_256,
    };
  }
  const uint32_t begin = cycle_count();
  for (unsigned i = 0; i < QUEUED; i++) {
    right &= hash_accel_hash(device, &commands[i]) == HASH_ACCEL_OK;
  }
  const uint32_t middle = cycle_count();
  for (unsigned i = 0; i < QUEUED; i++) {
    commands[i].output = (uintptr_t)queued[i];
  }
  const uint32_t again = cycle_count();
  unsigned given = 0, done = 0;
  while (done < QUEUED) {
    while (given < QUEUED &&
           hash_accel_submit(device, &commands[given], &names[given]) == HASH_ACCEL_OK) {
      given++;
    }
    hash_accel_poll(device);
    while (done < given) {
      const hash_accel_status_t status = hash_accel_result(device, names[done]);
      if (status == HASH_ACCEL_BUSY) {
        break;
      }
      right &= status == HASH_ACCEL_OK;
      done++;
    }
  }
  const uint32_t end = cycle_count();
  for (unsigned i = 0; i < QUEUED; i++) {
    right &= same(alone[i], queued[i], DIGEST_BYTES);
  }
  print_number(QUEUED);
  print(" x ");
  print_number(bytes);
  print(" bytes: ");
  print_number(middle - begin);
  print(" cycles one by one, ");
  print_number(end - again);
  print(" at once\r\n");
  return right;
}

/* The same for streams. NIST's sample 3 of KMAC has the key 40 to 5f, and this message. */
static bool show_streams(hash_accel_t *device) {
  static const char custom[] = "My Tagged Application";
  static const struct sponge_params shake128 = {168, 0x1f, 24};
  hash_stream_t keyed, plain;
  uint8_t key[32], message[STREAM_BYTES], tag[DIGEST_BYTES];
  uint8_t output[STREAM_BYTES], expected[STREAM_BYTES];
  for (uint32_t i = 0; i < sizeof key; i++) {
    key[i] = (uint8_t)(0x40u + i);
  }
  for (uint32_t i = 0; i < STREAM_BYTES; i++) {
    message[i] = (uint8_t)i;
  }
  const uint32_t begin = cycle_count();
  (void)hash_kmac_init(&keyed, device, HASH_STRENGTH_128, key, sizeof key, custom,
                       sizeof custom - 1u);
  (void)hash_stream_init(&plain, device, HASH_ACCEL_SHAKE128, 0);
  for (uint32_t at = 0; at < STREAM_BYTES; at += PIECE_BYTES) {
    (void)hash_stream_update(&keyed, message + at, PIECE_BYTES);
    (void)hash_stream_update(&plain, message + at, PIECE_BYTES);
  }
  (void)hash_stream_final(&plain, output, PIECE_BYTES);
  (void)hash_kmac_final(&keyed, tag, sizeof tag, false);
  for (uint32_t at = PIECE_BYTES; at < STREAM_BYTES; at += PIECE_BYTES) {
    (void)hash_stream_squeeze(&plain, output + at, PIECE_BYTES);
  }
  const uint32_t end = cycle_count();
  sponge(&shake128, message, STREAM_BYTES, expected, STREAM_BYTES);

  print("KMAC128 and SHAKE128 in pieces: ");
  print_number(end - begin);
  print(" cycles, ");
  print_bytes(tag, sizeof tag);
  print("\r\n");
  return keyed.status == HASH_ACCEL_OK && plain.status == HASH_ACCEL_OK &&
         same(output, expected, STREAM_BYTES);
}

int main(void) {
  static const uint16_t lengths[] = {0, 64, 200, MOST_BYTES};
  static const uint16_t queued[] = {64, 256, QUEUED_BYTES};
  hash_accel_t device;
  bool right = hash_accel_init(&device, ACCEL_BASE) == HASH_ACCEL_OK;
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    right = show(&device, lengths[i]) && right;
  }
  for (size_t i = 0; i < sizeof queued / sizeof queued[0]; i++) {
    right = show_queue(&device, queued[i]) && right;
  }
  if (device.resumes) {
    right = show_streams(&device) && right;
  }
  print(right ? "PASS\r\n" : "FAIL\r\n");
  for (;;) {
  }
}
