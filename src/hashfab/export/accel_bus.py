# SPDX-License-Identifier: Apache-2.0
"""An accelerator behind registers on a control bus, with a port to memory, and its driver."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.designs import Design, Sponge
from hashfab.export import ipxact, registers, tops
from hashfab.export.accel import BASE, NO_ALGORITHM, SIZE, VECTORS, NativeAccel
from hashfab.export.elaborate import Port
from hashfab.export.ipxact import Interface
from hashfab.export.template import render
from hashfab.export.tops import Control, Memory
from hashfab.export.vectors import Vector, memory_image
from hashfab.tools import peakrdl
from hashfab.tools.peakrdl import Code, Register

MESSAGES = 0x101
OUTPUTS = 0x803
NOWHERE = 0x8000
"""Places, in bytes from the memory's begin. There is no memory at the last."""

UNSEEN = ("cache", "prot")
"""Signals of AXI4 that the memory does not look at."""

POLLED = 3
"""So many commands are polled for, one after the other; the others interrupt, in pairs."""


@dataclass(frozen=True)
class Command:
    """A command of the smoke test and of the driver's run.

    Attributes:
        title: what it is, in words.
        code: of the algorithm.
        domain: TurboSHAKE's domain byte.
        message: its bytes.
        place: its address.
        output: an address.
        digest: what is to be there, as many bytes as are asked for.
        error: how the command ends, as the registers call it.
    """

    title: str
    code: int
    domain: int
    message: bytes
    place: int
    output: int
    digest: bytes
    error: str = "OK"


@dataclass(frozen=True)
class Step:
    """What the smoke test does over the control bus.

    Attributes:
        kind: a name that the testbench knows.
        register: an offset in bytes.
        value: to write, or to find.
        comment: for who reads it.
    """

    kind: str
    register: int = 0
    value: int = 0
    comment: str = ""


class BusAccel(NativeAccel):
    """Registers and interrupt on one side, memory on the other."""

    guide = "accel_bus.md"
    software = "the driver, C99, and the registers' header"
    measured = "the accelerator alone, without registers and memory port"

    def __init__(self, control: Control, memory: Memory) -> None:
        self._control, self._memory = control, memory
        self.control = control.name

    def top(self, design: Design) -> str:
        """The one with these buses."""
        return tops.top(self._control, self._memory)

    def diagram(self) -> Path:
        """Of the buses; within is the accelerator."""
        return paths.diagram("buses")

    def sources(self, design: Design, folder: Path) -> tuple[Path, ...]:
        """Those of the accelerator and of its buses."""
        return registers.sources(self._control, folder, self._memory)

    def checkers(self) -> tuple[Path, ...]:
        """Those of the protocols."""
        return registers.checkers(self._control, self._memory)

    def parameters(self, design: Design) -> dict[str, int]:
        """Those of the accelerator, and those of its buses as they are by default."""
        own = {"AddrWidth": 32, "Queue": 0, "Completions": 2, **dict(self._memory.parameters)}
        return super().parameters(design) | own

    def bench(self, design: Design, top: str, widths: Mapping[str, int]) -> Mapping[str, str]:
        """The smoke test, the driver with a run of its own, and the registers' page."""
        commands = list(smoke_commands())
        given = registers.described()
        behind = [name for name in widths if name.startswith("m_")]
        model = "axi4" if self._memory.prefix == "m_axi" else "channel"
        values = {
            "design": design,
            "top": top,
            "widths": widths,
            "control_ports": [name for name in widths if name.startswith("s_")],
            "memory_ports": [name for name in behind if not name.endswith(UNSEEN)],
            "unseen": [name for name in behind if name.endswith(UNSEEN)],
            "width": design.number("width"),
            "bus": self._memory.name,
            "model": model,
            "refused": self._control.refused,
            "control": self._control.name,
            "module": self._control.module,
            "registers": given,
            "commands": commands,
            "errors": {each.name: each.value for each in errors(given)},
            "steps": list(_steps(commands, given)),
            "base": BASE,
            "size": SIZE,
        }
        # What ends with an error leaves the memory as it is.
        real = [each for each in commands if each.error == "OK"]
        messages = [(each.place - BASE, each.message, each.title) for each in real if each.message]
        digests = [(each.output - BASE, each.digest, each.title) for each in real]
        software = paths.sw_dir() / "driver"
        with paths.scratch("registers") as folder:
            header = registers.header(folder).read_text()
        return {
            **{
                f"sw/{each.name}": each.read_text()
                for each in sorted(software.glob("*.[ch]"))
                # All else is for devices that resume.
                if each.stem == "hash_accel" or design.number("resume")
            },
            f"sw/{registers.MODULE}.h": header,
            "registers.md": render("registers.md", **values),
            "hash_accel.rdl": registers.description().read_text(),
            f"tb/{self._control.module}_master.sv": render(
                f"{self._control.module}_master.sv", **values
            ),
            "tb/memory_model.sv": render(f"{model}_memory_model.sv", **values),
            "tb/bench.sv": render("accel_bench.sv", **values),
            "tb/tb.sv": render("accel_bus.sv", **values),
            "tb/messages.hex": memory_image(messages),
            "tb/digests.hex": memory_image(digests),
            "tb/driver.c": render("driver.c", **values),
            "tb/simulation.cpp": render("simulation.cpp", **values),
            "tb/simulation.h": render("simulation.h", **values),
            "tb/vectors.h": render("vectors.h", **values),
        }

    def interfaces(self, ports: Sequence[Port]) -> tuple[Interface, ...]:
        """The control bus, and the memory's."""
        return ipxact.on_bus(self._control, self._memory)

    def registers(self) -> tuple[Register, ...]:
        """Those of the description."""
        return registers.described()

    def words(self, design: Design) -> Mapping[str, Any]:
        """How commands end, and the buses."""
        return {
            "errors": errors(registers.described()),
            "port": self._control,
            "memory": self._memory,
            "bytes": design.number("width") // 8,
        }

    def tools(self) -> Mapping[str, str]:
        """What makes the registers."""
        return peakrdl.versions()


def smoke_commands() -> Iterator[Command]:
    """Digests first, then what ends with an error."""
    message, output = BASE + MESSAGES, BASE + OUTPUTS
    for vector in VECTORS:
        yield (command := _command(vector, message, output))
        message += len(command.message) + 3
        output += len(command.digest) + 5
    good = _command(Vector("sha3-256", 8), output, output + 16)
    yield replace(
        good, title="an algorithm that does not exist", code=NO_ALGORITHM, error="ALGORITHM"
    )
    yield replace(
        good, title="an output that overlaps its message", output=output + 7, error="OVERLAP"
    )
    yield replace(
        good,
        title="a message where there is no memory",
        place=BASE + NOWHERE,
        output=BASE + NOWHERE + 16,
        error="BUS",
    )


def _command(vector: Vector, message: int, output: int) -> Command:
    sponge = vector.algorithm
    assert isinstance(sponge, Sponge)
    domain = sponge.domain if sponge.any_domain else 0
    return Command(
        vector.title, sponge.code, domain, vector.message, message, output, vector.digest
    )


def errors(given: tuple[Register, ...]) -> tuple[Code, ...]:
    """How commands end."""
    (completion,) = (each for each in given if each.name == "COMPLETION")
    (error,) = (each for each in completion.fields if each.name == "ERROR")
    return error.codes


def _steps(commands: list[Command], given: tuple[Register, ...]) -> Iterator[Step]:
    """What software does, a command's name being its number."""
    offsets = {each.name: each.offset for each in given}
    for each in given:
        if each.name in ("ID", "VERSION"):
            value = sum((field.reset or 0) << field.low for field in each.fields)
            yield Step("Expect", each.offset, value, each.name)
    hole = next(at for at in range(0, 256, 4) if at not in offsets.values())
    yield Step("Refused", hole, 0, "there is no register here")

    def submit(name: int) -> Iterator[Step]:
        command = commands[name]
        yield Step("Ready", offsets["STATUS"], 0, f"{name}: {command.title}")
        for register, value in (
            ("MSG_ADDR_LO", command.place),
            ("OUT_ADDR_LO", command.output),
            ("MSG_LEN", len(command.message)),
            ("OUT_LEN", len(command.digest)),
            ("START", 1 << 31 | name << 16 | command.domain << 8 | command.code),
        ):
            yield Step("Write", offsets[f"COMMAND.{register}"], value, register)

    take = Step("Take", offsets["COMPLETION"])
    idle = Step("Idle", offsets["COMPLETION"])
    for name in range(POLLED):
        yield from submit(name)
        yield take
    yield idle
    yield Step("Write", offsets["IRQ_ENABLE"], 1, "IRQ_ENABLE.DONE")
    for first in range(POLLED, len(commands), 2):
        pair = range(first, min(first + 2, len(commands)))
        for name in pair:
            yield from submit(name)
        for _ in pair:
            yield Step("Interrupt")
            yield take
    yield idle
