// SPDX-License-Identifier: Apache-2.0
//
// Takes jobs from the mailbox for ever.
#include <stdint.h>

#include "sponge.h"

struct mailbox {
  uint32_t job_waits;  // 0x00, read: 1 when the registers below hold a job
  uint32_t rate;       // 0x04, read: bytes
  uint32_t domain;     // 0x08, read
  uint32_t rounds;     // 0x0c, read
  uint32_t msg;        // 0x10, read: address
  uint32_t msg_len;    // 0x14, read: bytes
  uint32_t out;        // 0x18, read: address
  uint32_t out_len;    // 0x1c, read: bytes
  uint32_t done;       // 0x20, write: the output is in memory
  uint32_t console;    // 0x24, write: a character
  uint32_t fatal;      // 0x28, write: the cause of a trap (crt0.S)
};

static volatile struct mailbox *const mailbox = (volatile struct mailbox *)0x40000000;

int main(void) {
  for (;;) {
    while (mailbox->job_waits == 0) {
    }
    struct sponge_params p = {mailbox->rate, mailbox->domain, mailbox->rounds};
    sponge(&p, (const uint8_t *)mailbox->msg, mailbox->msg_len, (uint8_t *)mailbox->out,
           mailbox->out_len);
    mailbox->done = 1;
  }
}
