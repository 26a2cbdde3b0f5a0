/* SPDX-License-Identifier: Apache-2.0
 *
 * The chains of one-time keys, for sw/pqc/slh_dsa/hash.h, each a command of the accelerator. Some are
 * given before the first has ended: while one runs, the next one is written, and several contexts take
 * several. */
#include "accelerator.h"
#include "hash.h"
#include "sponge.h"

enum {
  SLOTS = 4, /* chains that are given and not collected, each with its messages in memory */
  AHEAD = 2, /* so many private values are asked for before the first one's chain; less than SLOTS */
  NONE = HASH_ACCEL_NAMES, /* the name of no command */
};

struct slot {
  keccak_word_t secret[SECOND]; /* of PRF, whose output is the chain's first value */
  keccak_word_t chain[SECOND];
  unsigned secret_name, chain_name;
};

struct chains {
  struct slot slots[SLOTS];
  hash_accel_t *device;
  hash_accel_command_t command;
  unsigned steps; /* that the device was told */
};

static void begin(struct chains *c) {
  c->device = accelerator();
  c->command = (hash_accel_command_t){
      .message_bytes = 4u * SECOND,
      .output_bytes = N,
      .algorithm = HASH_ACCEL_SHAKE256,
  };
  c->steps = 0;
  for (unsigned i = 0; i < SLOTS; i++) {
    c->slots[i].chain_name = NONE;
  }
}

static struct slot *slot(struct chains *c, unsigned i) { return c->slots + i % SLOTS; }

static void set(keccak_word_t *message, enum field field, unsigned number) {
  message[ADDRESS + field] = hash_number(number);
}

/* The key's seed and the address. */
static void set_prefix(keccak_word_t *message, const struct hash *h) {
  for (unsigned i = 0; i < VALUE; i++) {
    message[i] = h->block[i];
  }
}

static unsigned give(struct chains *c, const keccak_word_t *message, void *output, uint8_t flags) {
  hash_accel_status_t status;
  unsigned name = NONE;
  c->command.message = (uintptr_t)message;
  c->command.output = (uintptr_t)output;
  c->command.flags = flags;
  while ((status = hash_accel_submit(c->device, &c->command, &name)) == HASH_ACCEL_BUSY) {
    hash_accel_poll(c->device);
  }
  if (status != HASH_ACCEL_OK) {
    accelerator_fail(status);
  }
  return name;
}

static unsigned give_chain(struct chains *c, const keccak_word_t *message, void *output,
                           unsigned steps) {
  if (steps != c->steps) {
    while (hash_accel_steps(c->device, (uint8_t)steps) == HASH_ACCEL_BUSY) {
      hash_accel_poll(c->device);
    }
    c->steps = steps;
  }
  return give(c, message, output, HASH_ACCEL_CHAIN);
}

/* Until the command has ended, if there is one. */
static void collect(struct chains *c, unsigned name) {
  hash_accel_status_t status;
  if (name == NONE) {
    return;
  }
  while ((status = hash_accel_result(c->device, name)) == HASH_ACCEL_BUSY) {
    hash_accel_poll(c->device);
  }
  if (status != HASH_ACCEL_OK) {
    accelerator_fail(status);
  }
}

static void collect_all(struct chains *c) {
  for (unsigned i = 0; i < SLOTS; i++) {
    collect(c, c->slots[i].chain_name);
  }
}

static keccak_word_t *end(struct hash *h, unsigned i) { return h->values + VALUE + i * WORDS; }

void hash_key(struct hash *h, const keccak_word_t *sk_seed, const uint8_t *digits,
              uint8_t *signature) {
  struct chains c;

  begin(&c);
  hash_set_type(h, WOTS_PRF);
  for (unsigned i = 0; i < SLOTS; i++) {
    set_prefix(c.slots[i].secret, h);
    hash_copy(c.slots[i].secret + VALUE, sk_seed);
  }
  hash_set_type(h, WOTS_HASH);
  for (unsigned i = 0; i < SLOTS; i++) {
    set_prefix(c.slots[i].chain, h);
  }
  for (unsigned i = 0; i < WOTS_LEN + AHEAD; i++) {
    if (i < WOTS_LEN) {
      struct slot *s = slot(&c, i);
      const bool written = signature != NULL && digits[i] == 0; /* the private value itself */
      collect(&c, s->chain_name);
      set(s->secret, CHAIN, i);
      set(s->chain, CHAIN, i);
      s->secret_name =
          give(&c, s->secret, written ? (void *)(signature + i * N) : s->chain + VALUE, 0);
    }
    if (i >= AHEAD) {
      const unsigned chain = i - AHEAD;
      struct slot *s = slot(&c, chain);
      collect(&c, s->secret_name);
      if (signature == NULL) {
        s->chain_name = give_chain(&c, s->chain, end(h, chain), LAST);
      } else if (digits[chain] != 0) {
        s->chain_name = give_chain(&c, s->chain, signature + chain * N, digits[chain]);
      } else {
        s->chain_name = NONE;
      }
    }
  }
  collect_all(&c);
  if (signature != NULL) {
    hash_ends(h, digits, signature);
  }
}

void hash_ends(struct hash *h, const uint8_t *digits, const uint8_t *signature) {
  struct chains c;

  begin(&c);
  hash_set_type(h, WOTS_HASH);
  for (unsigned i = 0; i < SLOTS; i++) {
    set_prefix(c.slots[i].chain, h);
  }
  for (unsigned i = 0; i < WOTS_LEN; i++) {
    struct slot *s = slot(&c, i);
    const uint8_t *from = signature + i * N;
    collect(&c, s->chain_name);
    if (digits[i] == LAST) {
      sponge_copy((uint8_t *)end(h, i), from, N);
      s->chain_name = NONE;
      continue;
    }
    set(s->chain, CHAIN, i);
    set(s->chain, HASH, digits[i]);
    sponge_copy((uint8_t *)(s->chain + VALUE), from, N);
    s->chain_name = give_chain(&c, s->chain, end(h, i), LAST - digits[i]);
  }
  collect_all(&c);
}
