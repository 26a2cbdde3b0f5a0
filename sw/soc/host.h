/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the system's program gets its jobs from in a simulation, one at a time. What a start-up code
 * needs (console, fatal) stands where sw/common/mailbox.h has it. */
#ifndef HOST_H
#define HOST_H

#include <stdint.h>

struct host {
  uint32_t job_waits;  /* 0x00, read: 1 when the registers below hold a job */
  uint32_t algorithm;  /* 0x04, read: as the driver numbers them */
  uint32_t domain;     /* 0x08, read: TurboSHAKE's domain byte */
  uint32_t reserved;   /* 0x0c */
  uint32_t msg;        /* 0x10, read: address */
  uint32_t msg_len;    /* 0x14, read: bytes */
  uint32_t out;        /* 0x18, read: address */
  uint32_t out_len;    /* 0x1c, read: bytes */
  uint32_t done;       /* 0x20, write: the driver's answer; its call has returned */
  uint32_t console;    /* 0x24, write: a character */
  uint32_t fatal;      /* 0x28, write: the cause of a trap (crt0.S) */
  uint32_t cycles;     /* 0x2c, write, before done: from the driver's call to its return */
};

static volatile struct host *const host = (volatile struct host *)0x40000000;

#endif
