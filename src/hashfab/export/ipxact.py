# SPDX-License-Identifier: Apache-2.0
"""Buses for IP-XACT: Arm's definitions of AMBA's, and hashfab's of those that nobody has defined.

What is written follows IEEE 1685-2014.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hashfab.export import tops
from hashfab.export.elaborate import Port
from hashfab.export.template import render

CLOCK, RESET = "clk", "rst_n"
"""Of hashfab's definitions."""

FOLDER = "ipxact"
"""Where hashfab's definitions are, in a folder that is handed out."""


@dataclass(frozen=True)
class Signal:
    """A logical port of a bus.

    Attributes:
        name: of it.
        asked: whether the manager drives it, or, of a bus without addresses, the master.
        qualifier: ``isAddress`` or ``isData``, if it is one of these.
    """

    name: str
    asked: bool
    qualifier: str | None = None


@dataclass(frozen=True)
class Definition:
    """A bus as hashfab defines it, under its own name and the version of the specification.

    Attributes:
        name: of it.
        version: of the specification.
        title: it, in words.
        addressed: whether there are addresses.
        signals: besides clock and reset.
    """

    name: str
    version: str
    title: str
    addressed: bool
    signals: tuple[Signal, ...]

    def files(self) -> dict[str, str]:
        """The bus and its signals, by path."""
        return {
            f"{FOLDER}/{self.name}.xml": render("bus_definition.xml", bus=self),
            f"{FOLDER}/{self.name}_rtl.xml": render(
                "abstraction_definition.xml", bus=self, clock=CLOCK, reset=RESET
            ),
        }


@dataclass(frozen=True)
class Interface:
    """Ports that belong to a bus.

    Attributes:
        bus: as its definition names it.
        prefix: of its ports; what follows is the signal's name.
        manager: whether it asks; the other side answers.
        clock: the signal that is ``clk_i``.
        reset: the signal that is ``rst_ni``.
        names: signals that Arm's definitions spell otherwise.
        version: of the definition.
        space: the signals with the address and the data, of a manager that has addresses.
        mapped_registers: whether the registers are behind it.
        definition: hashfab's; None where it is Arm's, whose names are in capitals.
    """

    bus: str
    prefix: str
    manager: bool
    clock: str = CLOCK
    reset: str = RESET
    names: Mapping[str, str] = field(default_factory=dict)
    version: str = "r0p0_0"
    space: tuple[str, str] | None = None
    mapped_registers: bool = False
    definition: Definition | None = None

    @property
    def place(self) -> tuple[str, str]:
        """Vendor and library of the definition."""
        return ("amba.com", "AMBA4") if self.definition is None else ("hashfab", "interface")

    @property
    def address_space(self) -> str:
        """The name of what a manager with addresses reaches."""
        return f"{self.prefix}_memory"

    def mapped(self, ports: Iterable[Port]) -> list[tuple[str, str]]:
        """The names of its signals and of the ports that they are."""
        named = [(self.clock, "clk_i"), (self.reset, "rst_ni")]
        for port in ports:
            if port.name.startswith(f"{self.prefix}_"):
                signal = logical(self.prefix, port.name)
                signal = signal.upper() if self.definition is None else signal
                named.append((self.names.get(signal, signal), port.name))
        return named


def logical(prefix: str, port: str) -> str:
    """A port's name without what says whose it is and which way it goes."""
    return port.removeprefix(f"{prefix}_").removesuffix("_i").removesuffix("_o")


AXI4 = Interface("AXI4", "m_axi", True, "ACLK", "ARESETn", space=("araddr", "rdata"))

AMBA = {
    "apb4": Interface(
        "APB4", "s_apb", False, "PCLK", "PRESETn", {"PSEL": "PSELx"}, mapped_registers=True
    ),
    "axi4-lite": Interface("AXI4-Lite", "s_axil", False, "ACLK", "ARESETn", mapped_registers=True),
    "axi4": AXI4,
    "axi4-bursts": AXI4,
}
"""Those of the buses that Arm has definitions of."""

VERSIONS = {
    "obi": ("1.6.0", "addr", "rdata"),
    "wishbone": ("B4", "adr", "dat_r"),
    "avalon-mm": ("pipelined", "address", "readdata"),
    "tl-ul": ("1.8.1", "a_address", "d_data"),
}
"""Of the others: the specification's version, the address, and the data that are read."""

DATA = {"wdata", "rdata", "dat_w", "dat_r", "writedata", "readdata", "a_data", "d_data"}


def on_bus(control: tops.Control, memory: tops.Memory) -> tuple[Interface, ...]:
    """The interfaces of an accelerator's control and memory bus."""
    return _interface(control, False), _interface(memory, True)


def _interface(bus: tops.Bus, manager: bool) -> Interface:
    if bus.name in AMBA:
        return AMBA[bus.name]
    version, address, data = VERSIONS[bus.name]
    return Interface(
        bus.module,
        bus.prefix,
        manager,
        version=version,
        space=(address, data) if manager else None,
        mapped_registers=not manager,
        definition=defined(bus.name),
    )


def defined(name: str) -> Definition:
    """A bus of ``tops`` that is not AMBA's, with the signals of all ports that are on it."""
    version, address, _ = VERSIONS[name]
    asked: dict[str, bool] = {}
    sides: list[tuple[tops.Bus, str]] = [(tops.CONTROLS[name], "input")]
    if name in tops.MEMORIES:
        sides.append((tops.MEMORIES[name], "output"))
    for bus, out in sides:
        for direction, _, port in bus.ports:
            asked[logical(bus.prefix, port)] = direction == out
    return Definition(
        tops.CONTROLS[name].module,
        version,
        tops.CONTROLS[name].title,
        True,
        tuple(
            Signal(
                signal,
                by_manager,
                "isAddress" if signal == address else "isData" if signal in DATA else None,
            )
            for signal, by_manager in asked.items()
        ),
    )


def of_core(
    name: str, version: str, title: str, prefix: str, ports: Iterable[Port]
) -> tuple[Interface]:
    """The port of a coprocessor, whose core is the master, with the signals that it has."""
    signals = tuple(
        Signal(logical(prefix, port.name), port.direction == "input")
        for port in ports
        if port.name.startswith(f"{prefix}_")
    )
    definition = Definition(name, version, title, False, signals)
    return (Interface(name, prefix, False, version=version, definition=definition),)
