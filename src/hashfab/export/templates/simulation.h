/* SPDX-License-Identifier: Apache-2.0
 *
 * The simulation, as software sees it: registers, the interrupt, and the memory. The driver's accesses
 * to registers become bus accesses of the simulation; on hardware it is compiled without this header.
 */
#ifndef SIMULATION_H
#define SIMULATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the registers are in this system. */
#define SIMULATION_REGISTERS 0x40000000u

uint32_t simulation_read(uintptr_t address);
void simulation_write(uintptr_t address, uint32_t value);

/* Lets time pass until the interrupt line is 1. */
void simulation_wait_for_interrupt(void);

/* A byte of the memory, <@ size @> bytes from <@ "0x%x"|format(base) @> on. */
void simulation_put(uint64_t address, uint8_t value);
uint8_t simulation_get(uint64_t address);

/* Ends the simulation. */
void simulation_fail(const char *why, const char *what);

/* What is simulated; it is in driver.c. The number of commands that ended as they should. */
unsigned driver_run(void);

#ifdef __cplusplus
}
#endif

#define HASH_ACCEL_READ(address) simulation_read(address)
#define HASH_ACCEL_WRITE(address, value) simulation_write(address, value)

#endif
