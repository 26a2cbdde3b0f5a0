/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver at work, as in software of yours: blocking, and with interrupts. The commands of
 * vectors.h must end as it says, with its digests.
 */
#include "hash_accel.h"
#include "simulation.h"
#include "vectors.h"

#include <stddef.h>

#define COMMANDS (sizeof vectors / sizeof vectors[0])

/* What an output holds before its command. */
#define UNTOUCHED 0xa5u

static void prepare(const vector_t *vector) {
  size_t i;
  for (i = 0; vector->digest != NULL && i < vector->command.output_bytes; i++) {
    simulation_put(vector->command.output + i, UNTOUCHED);
  }
  for (i = 0; vector->message != NULL && i < vector->command.message_bytes; i++) {
    simulation_put(vector->command.message + i, vector->message[i]);
  }
}

static void check(const vector_t *vector, hash_accel_status_t status) {
  size_t i;
  if (status != vector->expected) {
    simulation_fail("wrong status", vector->title);
  }
  for (i = 0; vector->digest != NULL && i < vector->command.output_bytes; i++) {
    if (simulation_get(vector->command.output + i) != vector->digest[i]) {
      simulation_fail("wrong digest", vector->title);
    }
  }
}

/* One command after the other; each call returns when its command has ended. */
static unsigned blocking(hash_accel_t *device) {
  size_t i;
  for (i = 0; i < COMMANDS; i++) {
    prepare(&vectors[i]);
    check(&vectors[i], hash_accel_hash(device, &vectors[i].command));
  }
  return (unsigned)COMMANDS;
}

/* As many commands as the device takes; the interrupt says when to look for those that have ended. */
static unsigned interrupting(hash_accel_t *device) {
  const vector_t *under_way[HASH_ACCEL_NAMES] = {NULL};
  size_t given = 0;
  unsigned ended = 0;
  unsigned name;
  size_t i;
  for (i = 0; i < COMMANDS; i++) {
    prepare(&vectors[i]);
  }
  hash_accel_interrupt(device, true);
  while (ended < COMMANDS) {
    if (given < COMMANDS) {
      const hash_accel_status_t status = hash_accel_submit(device, &vectors[given].command, &name);
      if (status == HASH_ACCEL_OK) {
        under_way[name] = &vectors[given];
        given++;
        continue;
      }
      if (status != HASH_ACCEL_BUSY) {
        simulation_fail("not taken", vectors[given].title);
      }
    }
    simulation_wait_for_interrupt();
    hash_accel_poll(device);
    for (name = 0; name < HASH_ACCEL_NAMES; name++) {
      if (under_way[name] != NULL) {
        const hash_accel_status_t status = hash_accel_result(device, name);
        if (status != HASH_ACCEL_BUSY) {
          check(under_way[name], status);
          under_way[name] = NULL;
          ended++;
        }
      }
    }
  }
  hash_accel_interrupt(device, false);
  return ended;
}

unsigned driver_run(void) {
  hash_accel_t device;
  if (hash_accel_init(&device, SIMULATION_REGISTERS) != HASH_ACCEL_OK) {
    simulation_fail("not found", "the device");
  }
  return blocking(&device) + interrupting(&device);
}
