# SPDX-License-Identifier: Apache-2.0
"""An accelerator as a RoCC coprocessor of Rocket: two instructions, and the core's data cache."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.designs import Design
from hashfab.export import ipxact, registers, rocc
from hashfab.export.accel import BASE, SIZE, NativeAccel
from hashfab.export.accel_bus import Command, errors, smoke_commands
from hashfab.export.elaborate import Port
from hashfab.export.ipxact import Interface
from hashfab.export.template import render
from hashfab.export.vectors import memory_image
from hashfab.tools import peakrdl

NEVER = ("ID", "LOST", "ABORTED")
"""Errors of registers: a coprocessor's commands have their own names, wait, and are not ended."""

NAMES = (
    *("no_resp", "no_alloc", "no_xcpt", "s1_kill", "s1_data", "s2_nack", "s2_kill", "s2_xcpt"),
    "keep_clock_enabled",
)
"""In Rocket's bundles, of one signal each, with an underscore."""


class RoccAccel(NativeAccel):
    """Instructions, responses and the data cache."""

    guide = "accel_rocc.md"
    software = "the two instructions in C, C99"
    measured = "the accelerator alone, without RoCC"

    def refusal(self, design: Design) -> str | None:
        """Rocket's words have 64 bits, and no instruction names a state or a chain's steps."""
        if design.number("width") == 64 and not (design.number("resume") or design.number("chain")):
            return None
        return (
            "is no coprocessor for Rocket, whose data cache has words of 64 bits and whose "
            "instructions name no state and no steps; on bus 'rocc', allowed: accel-…w64 without r "
            "and c"
        )

    def summary(self) -> str:
        """Its memory is a cache."""
        return "sponge accelerator as a RoCC coprocessor"

    def top(self, design: Design) -> str:
        """The one with RoCC."""
        return rocc.TOP

    def diagram(self) -> Path:
        """Its own."""
        return paths.diagram("rocc")

    def sources(self, design: Design, folder: Path) -> tuple[Path, ...]:
        """Those of the accelerator and of RoCC."""
        return rocc.sources()

    def checkers(self) -> tuple[Path, ...]:
        """That of RoCC."""
        return rocc.checkers()

    def parameters(self, design: Design) -> dict[str, int]:
        """Those of the accelerator that it has, and its own as they are by default."""
        own = super().parameters(design)
        kept = {
            name: value for name, value in own.items() if name not in ("Width", "Resume", "Chain")
        }
        return kept | {"AddrWidth": 40, "Outstanding": 4, "TagWidth": 6}

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """Commands at once over a cache that answers out of order, then what is refused."""
        given = list(smoke_commands())
        codes = {each.name: each.value for each in errors(registers.described())}
        values = {
            "design": design,
            "top": top,
            "widths": widths,
            "instructions": [each for item in enumerate(given) for each in _pair(*item)],
            "statuses": [codes[each.error] for each in given],
            "base": BASE,
            "size": SIZE,
        }
        # What ends with an error leaves the memory as it is.
        real = [each for each in given if each.error == "OK"]
        messages = [(each.place - BASE, each.message, each.title) for each in real if each.message]
        digests = [(each.output - BASE, each.digest, each.title) for each in real]
        header = paths.sw_dir() / "rocc" / "hash_rocc.h"
        return {
            "sw/hash_rocc.h": header.read_text(),
            "tb/tb.sv": render("accel_rocc.sv", **values),
            "tb/messages.hex": memory_image(messages),
            "tb/digests.hex": memory_image(digests),
        }

    def interfaces(self, ports: Sequence[Port]) -> tuple[Interface, ...]:
        """The core's side of it is the master."""
        title = "RoCC, the coprocessor port of Rocket (chipsalliance/rocket-chip)"
        return ipxact.of_core("rocc", "rocket-chip", title, "rocc", ports)

    def words(self, design: Design) -> Mapping[str, Any]:
        """How commands end, and what Rocket calls the ports."""
        given = errors(registers.described())
        return {"errors": [each for each in given if each.name not in NEVER], "chisel": chisel}

    def tools(self) -> Mapping[str, str]:
        """What knows the errors."""
        return peakrdl.versions()


def chisel(port: str) -> str:
    """A port in Rocket's bundles: ``rocc_cmd_bits_rs1`` is ``cmd.bits.rs1``."""
    name = port.removeprefix("rocc_")
    for each in NAMES:
        name = name.replace(each, each.replace("_", "-"))
    return name.replace("_", ".").replace("-", "_")


def _pair(name: int, command: Command) -> tuple[tuple[str, str], ...]:
    """A command's instructions, as the testbench holds them, with what they are.

    Its register is its number and one more. SHA3-256 has no second operand.
    """
    wanted = len(command.digest) << 32 | command.domain << 8 | command.code
    plain = (command.code, len(command.digest)) == (1, 32)
    setup = _word(0, 0b011, 0, command.place, command.output)
    start = _word(1, 0b110 if plain else 0b111, name + 1, len(command.message), wanted)
    return (setup, f"SETUP: {command.title}"), (start, "START")


def _word(funct: int, registers_used: int, rd: int, rs1: int, rs2: int) -> str:
    """Of the function, xd and xs1 and xs2, rd, and both values."""
    return f"{{7'd{funct}, 3'b{registers_used:03b}, 5'd{rd}, 64'h{rs1:x}, 64'h{rs2:x}}}"
