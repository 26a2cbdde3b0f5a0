/* SPDX-License-Identifier: Apache-2.0
 *
 * The accelerator as a scheme uses it: a hash at a time, and no error that it could act upon. */
#ifndef ACCELERATOR_H
#define ACCELERATOR_H

#include <stddef.h>
#include <stdint.h>

#include "hash_accel.h"
#include "sponge.h"

/* The device, which is there. */
hash_accel_t *accelerator(void);

/* Both are in the memory that the accelerator reaches; the output may take the message's place. */
void accelerator_hash(hash_accel_algorithm_t algorithm, const void *message, size_t message_bytes,
                      void *output, size_t output_bytes);

/* The one with these parameters. */
hash_accel_algorithm_t accelerator_algorithm(const struct sponge_params *p);

/* Ends the program. */
_Noreturn void accelerator_fail(hash_accel_status_t status);

#endif
