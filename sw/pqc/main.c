// SPDX-License-Identifier: Apache-2.0
//
// Takes jobs from the mailbox for ever: the inputs of an operation of a scheme one after the other
// in, its status and its outputs, one after the other, out.
#include "job.h"
#include "mailbox.h"

int main(void) {
  for (;;) {
    while (mailbox->job_waits == 0) {
    }
    uint32_t *out = (uint32_t *)mailbox->out;
    out[0] = job_run(mailbox->domain, (uint8_t *)(out + 1), (const uint8_t *)mailbox->msg,
                     mailbox->msg_len);
    mailbox->done = 1;
  }
}
