/* SPDX-License-Identifier: Apache-2.0 */

#include "accelerator.h"

#include "host.h"
#include "system.h"

void accelerator_fail(hash_accel_status_t status) {
  for (;;) {
    host->fatal = (uint32_t)status;
  }
}

hash_accel_t *accelerator(void) {
  static hash_accel_t device;
  if (device.base == 0u) {
    const hash_accel_status_t status = hash_accel_init(&device, ACCEL_BASE);
    if (status != HASH_ACCEL_OK) {
      accelerator_fail(status);
    }
  }
  return &device;
}

void accelerator_hash(hash_accel_algorithm_t algorithm, const void *message, size_t message_bytes,
                      void *output, size_t output_bytes) {
  const hash_accel_command_t command = {
      .message = (uintptr_t)message,
      .output = (uintptr_t)output,
      .message_bytes = message_bytes,
      .output_bytes = output_bytes,
      .algorithm = algorithm,
      .in_place = true,
  };
  const hash_accel_status_t status = hash_accel_hash(accelerator(), &command);
  if (status != HASH_ACCEL_OK) {
    accelerator_fail(status);
  }
}
