/* SPDX-License-Identifier: Apache-2.0
 *
 * Driver of hash_accel behind its registers: C99, bare metal, no allocation, no state but the
 * caller's, any number of devices.
 *
 * Registers are 32-bit words that the processor writes and reads whole, in the bus's byte order.
 * Messages and outputs are bytes in memory at addresses as the device sees them; what a cache holds of
 * them must be written back before a command is given, and what it holds of the output invalidated
 * before it is read. A device is for one thread at a time.
 *
 * Blocking:    hash_accel_hash()
 * Otherwise:   hash_accel_submit(); later, or in the interrupt's handler, hash_accel_poll(), which
 *              takes all completions there are and so makes the interrupt fall; then
 *              hash_accel_result() for a command, or hash_accel_abort() before that.
 */
#ifndef HASH_ACCEL_H
#define HASH_ACCEL_H

#include <stdbool.h>
#include <stdint.h>

/* Names that commands under way have, 0 to HASH_ACCEL_NAMES - 1. */
#define HASH_ACCEL_NAMES 16u

/* A saved state: lane by lane, as FIPS 202 numbers its bytes. It is as secret as what was absorbed. */
#define HASH_ACCEL_STATE_BYTES 200u

typedef enum {
  HASH_ACCEL_SHA3_224 = 0,
  HASH_ACCEL_SHA3_256 = 1,
  HASH_ACCEL_SHA3_384 = 2,
  HASH_ACCEL_SHA3_512 = 3,
  HASH_ACCEL_SHAKE128 = 4,
  HASH_ACCEL_SHAKE256 = 5,
  HASH_ACCEL_KECCAK_256 = 6,
  HASH_ACCEL_TURBO_SHAKE128 = 7,
  HASH_ACCEL_TURBO_SHAKE256 = 8
} hash_accel_algorithm_t;

typedef enum {
  HASH_ACCEL_OK = 0,
  /* How the device ended a command. */
  HASH_ACCEL_ERROR_BUS = 1,       /* memory answered with an error; the output is not to be used */
  HASH_ACCEL_ERROR_ALGORITHM = 2, /* no such algorithm or domain byte, or flags that it does not take */
  HASH_ACCEL_ERROR_LENGTH = 3,    /* no byte of output, and no state is saved; or not those of a chain */
  HASH_ACCEL_ERROR_ADDRESS = 4,   /* message, output or state leave the address space */
  HASH_ACCEL_ERROR_OVERLAP = 5,   /* message and output overlap, and in_place is not set; or the state */
  HASH_ACCEL_ERROR_ID = 6,        /* the name is in use: the device was used behind the driver's back */
  HASH_ACCEL_ERROR_LOST = 7,      /* a register was written too early: likewise */
  HASH_ACCEL_ERROR_ABORTED = 8,   /* hash_accel_abort(); the output is not to be used */
  /* What the driver says. */
  HASH_ACCEL_BUSY = -1,      /* not now: no room for a command, or it is not complete */
  HASH_ACCEL_NO_DEVICE = -2, /* these are not its registers, or those of another version */
  HASH_ACCEL_NO_COMMAND = -3, /* no command has that name */
  HASH_ACCEL_ORDER = -4,      /* of a stream: no message behind its end, no output before that */
  HASH_ACCEL_SEAL = -5        /* of a stream: it is not what was sealed (hash_seal.h) */
} hash_accel_status_t;

/* What a command does beside hashing. Where the device resumes, with a state to begin with or without,
 * the blocks of the message are absorbed; if the message is empty and not padded, the state is permuted
 * once. Then comes the output, and the state behind it is saved. What could not be read for a command
 * that ends with HASH_ACCEL_ERROR_BUS is not saved: the state in memory is as it was. */
typedef enum {
  HASH_ACCEL_RESTORE = 2u,    /* begin with the state in memory instead of zeros */
  HASH_ACCEL_SAVE = 4u,       /* in the end, write the state to memory */
  HASH_ACCEL_OWN_DOMAIN = 8u, /* `domain` is the domain byte; 0: no padding, zeros fill the last block */
  HASH_ACCEL_CHAIN = 16u /* where the device chains, and with none of the others: see hash_accel_steps() */
} hash_accel_flag_t;

typedef struct {
  uint64_t message;
  uint64_t output;
  uint32_t message_bytes;
  uint32_t output_bytes;
  hash_accel_algorithm_t algorithm;
  uint8_t domain; /* TurboSHAKE's domain byte, 0x01 to 0x7f; the others have their own */
  bool in_place;  /* message and output may overlap: the message is read before output is written */
  uint8_t flags;  /* of hash_accel_flag_t */
} hash_accel_command_t;

/* A device. Its fields are the driver's. */
typedef struct {
  uintptr_t base;
  uint32_t beyond;                 /* bits 63 to 32 of an address that the device does not have */
  uint32_t under_way;              /* by name: given, and not complete */
  uint32_t complete;               /* by name: complete, and the result not fetched */
  uint8_t error[HASH_ACCEL_NAMES]; /* of those that are complete */
  bool resumes;                    /* it takes HASH_ACCEL_RESTORE, _SAVE and _OWN_DOMAIN */
  bool chains;                     /* it takes HASH_ACCEL_CHAIN */
} hash_accel_t;

/* Finds the device whose registers begin at `base`, and takes what it has completed before. Nothing
 * may be under way that is not to be forgotten. HASH_ACCEL_NO_DEVICE if it is not there. */
hash_accel_status_t hash_accel_init(hash_accel_t *device, uintptr_t base);

/* Whether the device interrupts while there are completions. */
void hash_accel_interrupt(const hash_accel_t *device, bool enabled);

/* Gives a command, and says its name. HASH_ACCEL_BUSY if there is no room for one, and
 * HASH_ACCEL_ERROR_ADDRESS if an address has more bytes than the device's; then nothing is given. */
hash_accel_status_t hash_accel_submit(hash_accel_t *device, const hash_accel_command_t *command,
                                      unsigned *name);

/* Says where the state of HASH_ACCEL_STATE_BYTES bytes is for the next commands with HASH_ACCEL_RESTORE
 * or _SAVE. HASH_ACCEL_BUSY and HASH_ACCEL_ERROR_ADDRESS as above. */
hash_accel_status_t hash_accel_state(const hash_accel_t *device, uint64_t state);

/* Says how many steps the next commands with HASH_ACCEL_CHAIN take, 1 to 255. HASH_ACCEL_BUSY as above.
 *
 * A chain hashes a message of a prefix and a value, and again with the output for the value, which is as
 * long: 16, 24 or 32 bytes, and the prefix 48, 56 or 64, all in one block. The prefix's last four bytes
 * are a number, the highest byte first, and one more in each step. The output is that of the last. */
hash_accel_status_t hash_accel_steps(const hash_accel_t *device, uint8_t steps);

/* Ends a command before its time: it reads and writes no more than a block, and then completes with
 * HASH_ACCEL_ERROR_ABORTED, or with HASH_ACCEL_OK if that is where it was. It still waits for its turn,
 * and for what memory owes it. HASH_ACCEL_NO_COMMAND if no command of that name is under way,
 * HASH_ACCEL_BUSY while another one is being ended. */
hash_accel_status_t hash_accel_abort(hash_accel_t *device, unsigned name);

/* Takes all completions there are. */
void hash_accel_poll(hash_accel_t *device);

/* How a command ended, and frees its name; HASH_ACCEL_BUSY if hash_accel_poll has not found it
 * complete yet. */
hash_accel_status_t hash_accel_result(hash_accel_t *device, unsigned name);

/* Gives a command and waits for its end. Others may be under way. */
hash_accel_status_t hash_accel_hash(hash_accel_t *device, const hash_accel_command_t *command);

#endif
