/* SPDX-License-Identifier: Apache-2.0 */

#include "hash_accel.h"

#include <stddef.h>

#include "hash_accel_regs.h"

#define DEVICE_ID 0x48534148u
#define VERSION_MAJOR 1u

/* An access to a register. A system whose registers are not in the processor's address space defines
 * both before it compiles this file. The structures of hash_accel_regs.h are packed: through them, a
 * compiler may access registers byte by byte. */
#ifndef HASH_ACCEL_READ
#define HASH_ACCEL_READ(address) (*(const volatile uint32_t *)(address))
#define HASH_ACCEL_WRITE(address, value) (*(volatile uint32_t *)(address) = (value))
#endif

#define OFFSET(name) offsetof(hash_accel_regs_t, name)
#define FIELD(value, name) (((value) & name##_bm) >> name##_bp)

static uint32_t read_register(uintptr_t base, size_t offset) {
  return HASH_ACCEL_READ(base + offset);
}

static void write_register(uintptr_t base, size_t offset, uint32_t value) {
  HASH_ACCEL_WRITE(base + offset, value);
}

static uint32_t name_bit(unsigned name) { return (uint32_t)1u << name; }

hash_accel_status_t hash_accel_init(hash_accel_t *device, uintptr_t base) {
  uint32_t config, address_bytes;
  *device = (hash_accel_t){.base = base};
  if (read_register(base, OFFSET(ID)) != DEVICE_ID ||
      FIELD(read_register(base, OFFSET(VERSION)), HASH_ACCEL_REGS__VERSION__MAJOR) !=
          VERSION_MAJOR) {
    return HASH_ACCEL_NO_DEVICE;
  }
  config = read_register(base, OFFSET(CONFIG));
  address_bytes = FIELD(config, HASH_ACCEL_REGS__CONFIG__ADDR_BYTES);
  device->resumes = FIELD(config, HASH_ACCEL_REGS__CONFIG__RESUME) != 0u;
  device->chains = FIELD(config, HASH_ACCEL_REGS__CONFIG__CHAIN) != 0u;
  device->beyond = address_bytes < 8u ? UINT32_MAX << (8u * (address_bytes - 4u)) : 0u;
  hash_accel_interrupt(device, false);
  while ((read_register(base, OFFSET(STATUS)) &
          (HASH_ACCEL_REGS__STATUS__BUSY_bm | HASH_ACCEL_REGS__STATUS__DONE_bm)) != 0u) {
    (void)read_register(base, OFFSET(COMPLETION));
  }
  return HASH_ACCEL_OK;
}

void hash_accel_interrupt(const hash_accel_t *device, bool enabled) {
  write_register(device->base, OFFSET(IRQ_ENABLE),
                 enabled ? HASH_ACCEL_REGS__IRQ_ENABLE__DONE_bm : 0u);
}

hash_accel_status_t hash_accel_state(const hash_accel_t *device, uint64_t state) {
  const uintptr_t base = device->base;
  if (((uint32_t)(state >> 32) & device->beyond) != 0u) {
    return HASH_ACCEL_ERROR_ADDRESS;
  }
  if ((read_register(base, OFFSET(STATUS)) & HASH_ACCEL_REGS__STATUS__READY_bm) == 0u) {
    return HASH_ACCEL_BUSY;
  }
  write_register(base, OFFSET(STATE.ADDR_LO), (uint32_t)state);
  if (device->beyond != UINT32_MAX) {
    write_register(base, OFFSET(STATE.ADDR_HI), (uint32_t)(state >> 32));
  }
  return HASH_ACCEL_OK;
}

hash_accel_status_t hash_accel_steps(const hash_accel_t *device, uint8_t steps) {
  const uintptr_t base = device->base;
  if ((read_register(base, OFFSET(STATUS)) & HASH_ACCEL_REGS__STATUS__READY_bm) == 0u) {
    return HASH_ACCEL_BUSY;
  }
  write_register(base, OFFSET(COMMAND.STEPS), steps);
  return HASH_ACCEL_OK;
}

/* hash_accel_submit(), for both of its callers. */
static inline hash_accel_status_t give(hash_accel_t *device, const hash_accel_command_t *command,
                                       unsigned *name) {
  const uintptr_t base = device->base;
  const uint32_t beyond = device->beyond;
  uint32_t used = device->under_way | device->complete;
  unsigned free_name = 0u;
  if (((uint32_t)((command->message | command->output) >> 32) & beyond) != 0u) {
    return HASH_ACCEL_ERROR_ADDRESS;
  }
  for (; (used & 1u) != 0u; used >>= 1) {
    free_name++;
  }
  if (free_name == HASH_ACCEL_NAMES ||
      (read_register(base, OFFSET(STATUS)) & HASH_ACCEL_REGS__STATUS__READY_bm) == 0u) {
    return HASH_ACCEL_BUSY;
  }
  write_register(base, OFFSET(COMMAND.MSG_ADDR_LO), (uint32_t)command->message);
  write_register(base, OFFSET(COMMAND.OUT_ADDR_LO), (uint32_t)command->output);
  if (beyond != UINT32_MAX) {
    write_register(base, OFFSET(COMMAND.MSG_ADDR_HI), (uint32_t)(command->message >> 32));
    write_register(base, OFFSET(COMMAND.OUT_ADDR_HI), (uint32_t)(command->output >> 32));
  }
  write_register(base, OFFSET(COMMAND.MSG_LEN), command->message_bytes);
  write_register(base, OFFSET(COMMAND.OUT_LEN), command->output_bytes);
  device->under_way |= name_bit(free_name);
  *name = free_name;
  write_register(
      base, OFFSET(COMMAND.START),
      HASH_ACCEL_REGS__COMMAND__START__GO_bm |
          (((uint32_t)command->in_place | command->flags)
           << HASH_ACCEL_REGS__COMMAND__START__IN_PLACE_bp) |
          (free_name << HASH_ACCEL_REGS__COMMAND__START__ID_bp) |
          ((uint32_t)command->domain << HASH_ACCEL_REGS__COMMAND__START__DOMAIN_bp) |
          ((uint32_t)command->algorithm & HASH_ACCEL_REGS__COMMAND__START__ALGORITHM_bm));
  return HASH_ACCEL_OK;
}

hash_accel_status_t hash_accel_submit(hash_accel_t *device, const hash_accel_command_t *command,
                                      unsigned *name) {
  return give(device, command, name);
}

static bool is_valid(uint32_t completion) {
  return (completion & HASH_ACCEL_REGS__COMPLETION__VALID_bm) != 0u;
}

/* Keeps how a command ended. */
static void keep(hash_accel_t *device, uint32_t completion) {
  const unsigned name = FIELD(completion, HASH_ACCEL_REGS__COMPLETION__ID);
  device->error[name] = (uint8_t)FIELD(completion, HASH_ACCEL_REGS__COMPLETION__ERROR);
  device->complete |= device->under_way & name_bit(name);
  device->under_way &= ~name_bit(name);
}

void hash_accel_poll(hash_accel_t *device) {
  uint32_t found = read_register(device->base, OFFSET(COMPLETION));
  while (is_valid(found)) {
    keep(device, found);
    found = read_register(device->base, OFFSET(COMPLETION));
  }
}

hash_accel_status_t hash_accel_result(hash_accel_t *device, unsigned name) {
  if (name >= HASH_ACCEL_NAMES) {
    return HASH_ACCEL_NO_COMMAND;
  }
  if ((device->complete & name_bit(name)) == 0u) {
    return (device->under_way & name_bit(name)) != 0u ? HASH_ACCEL_BUSY : HASH_ACCEL_NO_COMMAND;
  }
  device->complete &= ~name_bit(name);
  return (hash_accel_status_t)device->error[name];
}

hash_accel_status_t hash_accel_abort(hash_accel_t *device, unsigned name) {
  hash_accel_poll(device);
  if (name >= HASH_ACCEL_NAMES || (device->under_way & name_bit(name)) == 0u) {
    return HASH_ACCEL_NO_COMMAND;
  }
  if ((read_register(device->base, OFFSET(ABORT)) & HASH_ACCEL_REGS__ABORT__VALID_bm) != 0u) {
    return HASH_ACCEL_BUSY;
  }
  write_register(device->base, OFFSET(ABORT),
                 HASH_ACCEL_REGS__ABORT__VALID_bm | (uint32_t)name);
  return HASH_ACCEL_OK;
}

hash_accel_status_t hash_accel_hash(hash_accel_t *device, const hash_accel_command_t *command) {
  unsigned name = 0u;
  hash_accel_status_t status;
  while ((status = give(device, command, &name)) == HASH_ACCEL_BUSY) {
    hash_accel_poll(device);
  }
  if (status != HASH_ACCEL_OK) {
    return status;
  }
  /* An interrupt's handler may take the completion as well. */
  while ((*(volatile uint32_t *)&device->under_way & name_bit(name)) != 0u) {
    const uint32_t found = read_register(device->base, OFFSET(COMPLETION));
    if (is_valid(found) && FIELD(found, HASH_ACCEL_REGS__COMPLETION__ID) == name) {
      device->under_way &= ~name_bit(name);
      return (hash_accel_status_t)FIELD(found, HASH_ACCEL_REGS__COMPLETION__ERROR);
    }
    if (is_valid(found)) {
      keep(device, found);
    }
  }
  return hash_accel_result(device, name);
}
