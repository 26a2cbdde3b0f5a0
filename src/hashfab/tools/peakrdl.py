# SPDX-License-Identifier: Apache-2.0
"""PeakRDL: a register description in SystemRDL into hardware, a C header and plain data."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import TYPE_CHECKING

from hashfab.errors import ToolMissing, WorkFailed
from hashfab.tools import process

if TYPE_CHECKING:
    from systemrdl.node import FieldNode, Node, RegNode, RootNode

BUSES = {
    "apb3": ("apb3", "APB3_Cpuif_flattened"),
    "apb4": ("apb4", "APB4_Cpuif_flattened"),
    "axi4-lite": ("axi4lite", "AXI4Lite_Cpuif_flattened"),
    "avalon-mm": ("avalon", "Avalon_Cpuif_flattened"),
    "obi": ("obi", "OBI_Cpuif_flattened"),
    "wishbone": ("wishbone", "Wishbone_Cpuif_flattened"),
    "passthrough": ("passthrough", "PassthroughCpuif"),
}
"""The buses of a register block, and where PeakRDL has them."""

PACKAGES = ("peakrdl-regblock", "peakrdl-cheader", "systemrdl-compiler")


@dataclass(frozen=True)
class Code:
    """A value of a field that has a name.

    Attributes:
        name: of it.
        value: its number.
        description: what it means; empty if that is not said.
    """

    name: str
    value: int
    description: str


@dataclass(frozen=True)
class Field:
    """Bits of a register.

    Attributes:
        name: of it.
        low: its lowest bit.
        high: its highest bit.
        access: of software: ``r``, ``w`` or ``rw``.
        clears: whether a 1 that is written clears the bit.
        reads_change: whether a read changes something.
        reset: its value after a reset; None where hardware says it.
        description: what it means; empty if that is not said.
        codes: values that have a name.
    """

    name: str
    low: int
    high: int
    access: str
    clears: bool
    reads_change: bool
    reset: int | None
    description: str
    codes: tuple[Code, ...]


@dataclass(frozen=True)
class Register:
    """A register.

    Attributes:
        name: with that of the group that it is in, a dot between them.
        offset: of its first byte.
        bits: its width.
        title: what it is, in words.
        fields: from the lowest bit on.
    """

    name: str
    offset: int
    bits: int
    title: str
    fields: tuple[Field, ...]


@cache
def versions() -> dict[str, str]:
    """The versions of the Python packages.

    Raises:
        ToolMissing: one is not installed.
    """
    try:
        return {name: package_version(name) for name in PACKAGES}
    except PackageNotFoundError as error:
        raise ToolMissing(
            f"the Python package '{error.name}' is not installed; {process.PIP}"
        ) from None


def hardware(description: Path, bus: str, module: str, folder: Path) -> list[Path]:
    """Write a register block: ``<module>_pkg.sv`` and ``<module>.sv``, packages first.

    Resets are asynchronous and active-low. What is accessed at a wrong address, or read or written
    against its kind, is answered with an error.

    Args:
        description: in SystemRDL.
        bus: one of ``BUSES``; its ports are plain signals.
        module: its name.
        folder: where they go; it exists.

    Raises:
        ToolMissing: PeakRDL is not installed.
        WorkFailed: the description is wrong.
    """
    versions()
    # They take a second to import.
    from peakrdl_regblock import RegblockExporter

    place, name = BUSES[bus]
    cpuif = getattr(import_module(f"peakrdl_regblock.cpuif.{place}"), name)

    def export() -> None:
        RegblockExporter().export(
            _elaborated(description),
            str(folder),
            cpuif_cls=cpuif,
            module_name=module,
            package_name=f"{module}_pkg",
            default_reset_activelow=True,
            default_reset_async=True,
            err_if_bad_addr=True,
            err_if_bad_rw=True,
        )

    _checked(export, description)
    return [folder / f"{module}_pkg.sv", folder / f"{module}.sv"]


def header(description: Path, path: Path) -> None:
    """Write a C99 header with offsets, masks and positions. Raises as ``hardware``."""
    versions()
    from peakrdl_cheader.c_standards import CStandard
    from peakrdl_cheader.exporter import CHeaderExporter

    def export() -> None:
        CHeaderExporter().export(_elaborated(description), str(path), std=CStandard.gnu99)

    _checked(export, description)


def registers(description: Path) -> tuple[Register, ...]:
    """The registers, by offset. Raises as ``hardware``."""
    versions()
    found: list[Register] = []
    _checked(lambda: found.extend(_registers(_elaborated(description).top)), description)
    return tuple(found)


def _registers(node: "Node") -> Iterator[Register]:
    from systemrdl.node import RegNode

    for child in node.children(unroll=True):
        if isinstance(child, RegNode):
            yield _register(child)
        else:
            yield from _registers(child)


def _register(node: "RegNode") -> Register:
    return Register(
        node.get_path().partition(".")[2],
        node.absolute_address,
        node.get_property("regwidth"),
        node.get_property("name"),
        tuple(_field(each) for each in node.fields()),
    )


def _field(node: "FieldNode") -> Field:
    encoded = node.get_property("encode")
    members = () if encoded is None else encoded.members.values()
    reset = node.get_property("reset")
    onwrite = node.get_property("onwrite")
    return Field(
        node.inst_name,
        node.low,
        node.high,
        node.get_property("sw").name,
        onwrite is not None and onwrite.name == "woclr",
        bool(node.get_property("rd_swacc", default=False)),
        reset if isinstance(reset, int) else None,
        node.get_property("desc") or "",
        tuple(Code(each.name, each.value, each.rdl_desc or "") for each in members),
    )


def _elaborated(description: Path) -> "RootNode":
    from peakrdl_regblock.udps import ALL_UDPS
    from systemrdl.compiler import RDLCompiler

    compiler = RDLCompiler()
    for each in ALL_UDPS:
        compiler.register_udp(each, soft=False)
    compiler.compile_file(str(description))
    return compiler.elaborate()


def _checked(export: Callable[[], None], description: Path) -> None:
    from systemrdl.messages import RDLCompileError

    try:
        export()
    except RDLCompileError as error:
        raise WorkFailed(f"{description.name}: {error}") from None
