// SPDX-License-Identifier: Apache-2.0
//
// Where a program gets its jobs from, one at a time, and says that it is done.
#ifndef MAILBOX_H
#define MAILBOX_H

#include <stdint.h>

struct mailbox {
  uint32_t job_waits;  // 0x00, read: 1 when the registers below hold a job
  uint32_t rate;       // 0x04, read: bytes
  uint32_t domain;     // 0x08, read; the number of the operation where a program has several
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

#endif
