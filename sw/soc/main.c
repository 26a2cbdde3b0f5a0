/* SPDX-License-Identifier: Apache-2.0
 *
 * Takes jobs from the host for ever and gives them to the accelerator, with its driver. */
#include "hash_accel.h"
#include "host.h"
#include "system.h"

int main(void) {
  hash_accel_t device;
  const hash_accel_status_t found = hash_accel_init(&device, ACCEL_BASE);
  for (;;) {
    while (host->job_waits == 0) {
    }
    const hash_accel_command_t command = {
        .message = host->msg,
        .output = host->out,
        .message_bytes = host->msg_len,
        .output_bytes = host->out_len,
        .algorithm = (hash_accel_algorithm_t)host->algorithm,
        .domain = (uint8_t)host->domain,
    };
    const uint32_t begin = cycle_count();
    const hash_accel_status_t status = hash_accel_hash(&device, &command);
    const uint32_t end = cycle_count();
    host->cycles = end - begin;
    host->done = (uint32_t)(found == HASH_ACCEL_OK ? status : found);
  }
}
