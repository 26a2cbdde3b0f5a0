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

static uint32_t read_register(const hash_accel_t *device, size_t offset) {
  return HASH_ACCEL_READ(device->base + offset);
}

static void write_register(const hash_accel_t *device, size_t offset, uint32_t value) {
  HASH_ACCEL_WRITE(device->base + offset, value);
}

static uint16_t name_bit(unsigned name) { return (uint16_t)(1u << name); }

hash_accel_status_t hash_accel_init(hash_accel_t *device, uintptr_t base) {
  uint32_t config;
  *device = (hash_accel_t){.base = base};
  if (read_register(device, OFFSET(ID)) != DEVICE_ID ||
      FIELD(read_register(device, OFFSET(VERSION)), HASH_ACCEL_REGS__VERSION__MAJOR) !=
          VERSION_MAJOR) {
    return HASH_ACCEL_NO_DEVICE;
  }
  config = read_register(device, OFFSET(CONFIG));
  device->address_bytes = (uint8_t)FIELD(config, HASH_ACCEL_REGS__CONFIG__ADDR_BYTES);
  hash_accel_interrupt(device, false);
  while ((read_register(device, OFFSET(STATUS)) &
          (HASH_ACCEL_REGS__STATUS__BUSY_bm | HASH_ACCEL_REGS__STATUS__DONE_bm)) != 0u) {
    (void)read_register(device, OFFSET(COMPLETION));
  }
  return HASH_ACCEL_OK;
}

void hash_accel_interrupt(const hash_accel_t *device, bool enabled) {
  write_register(device, OFFSET(IRQ_ENABLE),
                 enabled ? HASH_ACCEL_REGS__IRQ_ENABLE__DONE_bm : 0u);
}

/* Whether an address has no bit beyond those of the device. */
static bool fits(const hash_accel_t *device, uint64_t address) {
  return device->address_bytes >= 8u || (address >> (8u * device->address_bytes)) == 0u;
}

hash_accel_status_t hash_accel_submit(hash_accel_t *device, const hash_accel_command_t *command,
                                      unsigned *name) {
  const uint16_t used = device->under_way | device->complete;
  unsigned free_name = 0u;
  if (!fits(device, command->message) || !fits(device, command->output)) {
    return HASH_ACCEL_ERROR_ADDRESS;
  }
  while (free_name < HASH_ACCEL_NAMES && (used & name_bit(free_name)) != 0u) {
    free_name++;
  }
  if (free_name == HASH_ACCEL_NAMES ||
      (read_register(device, OFFSET(STATUS)) & HASH_ACCEL_REGS__STATUS__READY_bm) == 0u) {
    return HASH_ACCEL_BUSY;
  }
  write_register(device, OFFSET(COMMAND.MSG_ADDR_LO), (uint32_t)command->message);
  write_register(device, OFFSET(COMMAND.OUT_ADDR_LO), (uint32_t)command->output);
  if (device->address_bytes > 4u) {
    write_register(device, OFFSET(COMMAND.MSG_ADDR_HI), (uint32_t)(command->message >> 32));
    write_register(device, OFFSET(COMMAND.OUT_ADDR_HI), (uint32_t)(command->output >> 32));
  }
  write_register(device, OFFSET(COMMAND.MSG_LEN), command->message_bytes);
  write_register(device, OFFSET(COMMAND.OUT_LEN), command->output_bytes);
  device->under_way |= name_bit(free_name);
  *name = free_name;
  write_register(
      device, OFFSET(COMMAND.START),
      HASH_ACCEL_REGS__COMMAND__START__GO_bm |
          (command->in_place ? HASH_ACCEL_REGS__COMMAND__START__IN_PLACE_bm : 0u) |
          (free_name << HASH_ACCEL_REGS__COMMAND__START__ID_bp) |
          ((uint32_t)command->domain << HASH_ACCEL_REGS__COMMAND__START__DOMAIN_bp) |
          ((uint32_t)command->algorithm & HASH_ACCEL_REGS__COMMAND__START__ALGORITHM_bm));
  return HASH_ACCEL_OK;
}

void hash_accel_poll(hash_accel_t *device) {
  uint32_t found = read_register(device, OFFSET(COMPLETION));
  while ((found & HASH_ACCEL_REGS__COMPLETION__VALID_bm) != 0u) {
    const unsigned name = FIELD(found, HASH_ACCEL_REGS__COMPLETION__ID);
    device->error[name] = (uint8_t)FIELD(found, HASH_ACCEL_REGS__COMPLETION__ERROR);
    device->complete |= device->under_way & name_bit(name);
    device->under_way &= (uint16_t)~name_bit(name);
    found = read_register(device, OFFSET(COMPLETION));
  }
}

hash_accel_status_t hash_accel_result(hash_accel_t *device, unsigned name) {
  if (name >= HASH_ACCEL_NAMES) {
    return HASH_ACCEL_NO_COMMAND;
  }
  if ((device->complete & name_bit(name)) == 0u) {
    return (device->under_way & name_bit(name)) != 0u ? HASH_ACCEL_BUSY : HASH_ACCEL_NO_COMMAND;
  }
  device->complete &= (uint16_t)~name_bit(name);
  return (hash_accel_status_t)device->error[name];
}

hash_accel_status_t hash_accel_hash(hash_accel_t *device, const hash_accel_command_t *command) {
  unsigned name = 0u;
  hash_accel_status_t status = hash_accel_submit(device, command, &name);
  while (status == HASH_ACCEL_BUSY) {
    hash_accel_poll(device);
    status = hash_accel_submit(device, command, &name);
  }
  if (status != HASH_ACCEL_OK) {
    return status;
  }
  do {
    hash_accel_poll(device);
    status = hash_accel_result(device, name);
  } while (status == HASH_ACCEL_BUSY);
  return status;
}
