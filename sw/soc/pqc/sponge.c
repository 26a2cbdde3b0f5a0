/* SPDX-License-Identifier: Apache-2.0
 *
 * The sponge of sw/common/sponge.c, on the accelerator. How bytes are copied is that file's; the
 * linker leaves its sponge out. */
#define sponge sponge_in_software
#include "../../common/sponge.c"
#undef sponge

#include "accelerator.h"

hash_accel_algorithm_t accelerator_algorithm(const struct sponge_params *p) {
  static const struct {
    struct sponge_params params;
    hash_accel_algorithm_t algorithm;
  } known[] = {
      {{144, 0x06, 24}, HASH_ACCEL_SHA3_224}, {{136, 0x06, 24}, HASH_ACCEL_SHA3_256},
      {{104, 0x06, 24}, HASH_ACCEL_SHA3_384}, {{72, 0x06, 24}, HASH_ACCEL_SHA3_512},
      {{168, 0x1f, 24}, HASH_ACCEL_SHAKE128}, {{136, 0x1f, 24}, HASH_ACCEL_SHAKE256},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const struct sponge_params *each = &known[i].params;
    if (each->rate == p->rate && each->domain == p->domain && each->rounds == p->rounds) {
      return known[i].algorithm;
    }
  }
  accelerator_fail(HASH_ACCEL_ERROR_ALGORITHM);
}

void sponge(const struct sponge_params *p, const uint8_t *msg, size_t len, uint8_t *out,
            size_t out_len) {
  accelerator_hash(accelerator_algorithm(p), msg, len, out, out_len);
}

/* There is no state here. */
void keccak_clear(struct keccak *k) { (void)k; }
