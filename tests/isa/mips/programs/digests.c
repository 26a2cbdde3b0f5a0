// SPDX-License-Identifier: Apache-2.0
//
// SHA3-256 of messages of 0, 1, ... bytes with values that count up, by the Keccak of sw/common.
#include "platform.h"
#include "sponge.h"

enum { MESSAGES = 4, STEP = 67, DIGEST = 32 };

void run(void) {
  static uint8_t message[MESSAGES * STEP];
  static uint32_t digest[DIGEST / 4];
  static const struct sponge_params sha3_256 = {136, 0x06, 24};

  for (unsigned i = 0; i < sizeof message; i++) message[i] = (uint8_t)i;
  for (unsigned i = 0; i < MESSAGES; i++) {
    sponge(&sha3_256, message + i % 4, i * STEP, (uint8_t *)digest, DIGEST);
    for (unsigned word = 0; word < DIGEST / 4; word++) report("digest", digest[word]);
  }
}
