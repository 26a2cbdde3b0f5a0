# SPDX-License-Identifier: Apache-2.0
"""PeakRDL: a register description in SystemRDL into hardware and a C header."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from typing import TYPE_CHECKING

from hashfab.errors import ToolMissing, WorkFailed
from hashfab.tools import process

if TYPE_CHECKING:
    from systemrdl.node import RootNode

BUSES = {
    "apb3": ("apb3", "APB3_Cpuif_flattened"),
    "apb4": ("apb4", "APB4_Cpuif_flattened"),
    "axi4-lite": ("axi4lite", "AXI4Lite_Cpuif_flattened"),
    "avalon-mm": ("avalon", "Avalon_Cpuif_flattened"),
    "obi": ("obi", "OBI_Cpuif_flattened"),
    "wishbone": ("wishbone", "Wishbone_Cpuif_flattened"),
}
"""The buses of a register block, and where PeakRDL has them."""

PACKAGES = ("peakrdl-regblock", "peakrdl-cheader", "systemrdl-compiler")


@cache
def version() -> str:
    """The versions of the Python packages.

    Raises:
        ToolMissing: one is not installed.
    """
    try:
        return ", ".join(f"{name} {package_version(name)}" for name in PACKAGES)
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
    version()
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
    version()
    from peakrdl_cheader.c_standards import CStandard
    from peakrdl_cheader.exporter import CHeaderExporter

    def export() -> None:
        CHeaderExporter().export(_elaborated(description), str(path), std=CStandard.gnu99)

    _checked(export, description)


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
