// SPDX-License-Identifier: Apache-2.0
//
// Takes jobs from the mailbox for ever: a message in, a digest out.
#include "mailbox.h"
#include "sponge.h"

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
