/* SPDX-License-Identifier: Apache-2.0
 *
 * The hash functions of SLH-DSA, for sw/pqc/slh_dsa/hash.h: each is a command that puts its output in
 * the place of the first value. Chains are in hash_chains.c. */
#include "hash.h"

#include "accelerator.h"

static void hash_block(struct hash *h, unsigned words) {
  const hash_accel_command_t command = {
      .message = (uintptr_t)h->block,
      .output = (uintptr_t)(h->block + VALUE),
      .message_bytes = 4u * words,
      .output_bytes = N,
      .algorithm = HASH_ACCEL_SHAKE256,
      .in_place = true,
  };
  const hash_accel_status_t status = hash_accel_hash(accelerator(), &command);
  if (status != HASH_ACCEL_OK) {
    accelerator_fail(status);
  }
}

void hash_f(struct hash *h) { hash_block(h, SECOND); }

void hash_h(struct hash *h) { hash_block(h, SECOND + WORDS); }
