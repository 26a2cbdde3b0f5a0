// SPDX-License-Identifier: Apache-2.0
//
// What a scheme gives to main.c.
#ifndef JOB_H
#define JOB_H

#include <stddef.h>
#include <stdint.h>

enum { JOB_DONE, JOB_REFUSED };  // the latter without outputs

// Runs the operation of that number, and returns its status.
uint32_t job_run(unsigned operation, uint8_t *out, const uint8_t *in, size_t len);

#endif
