# SPDX-License-Identifier: Apache-2.0
"""The C compiler for processors: Clang and LLD as the ``ziglang`` package ships them."""

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from hashfab.errors import ToolMissing
from hashfab.tools import process

if TYPE_CHECKING:
    from elftools.elf.elffile import ELFFile
    from elftools.elf.sections import SymbolTableSection

CACHE = "zig"
"""The compiler's folder beside what it makes."""

FLAGS = (
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-ffreestanding",
    "-fno-builtin",
    "-fomit-frame-pointer",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-fno-sanitize=all",
    "-ffunction-sections",
    "-Wl,--gc-sections",
    # Symbols, for `functions`; the image is made without them.
    "-g",
    "-nostdlib",
    "-static",
)


@cache
def version() -> str:
    """The version of the Python package.

    Raises:
        ToolMissing: it is not installed.
    """
    try:
        return package_version("ziglang")
    except PackageNotFoundError:
        raise ToolMissing(f"the Python package 'ziglang' is not installed; {process.PIP}") from None


def machine(architecture: str) -> tuple[str, ...]:
    """The compiler's flags for an architecture; see ``link``."""
    if architecture == "mips32":
        # Code stands at fixed addresses: it needs no table of them, nor a register for one. The
        # linker would look for another entry.
        code = ("-fno-pic", "-mno-abicalls", "-mno-gpopt", "-Wl,--entry=_start")
        return ("-target", "mipsel-freestanding-eabi", "-mcpu=mips32+soft_float", *code)
    base, *extensions = architecture.removeprefix("rv32i").split("_")
    # Relaxing lets the linker shorten calls. Rocket, too, makes what uses a load or a product wait.
    cpu = "+".join(["rocket_rv32", *base, "relax", *extensions])
    return ("-target", "riscv32-freestanding-none", f"-mcpu={cpu}")


def link(
    sources: Sequence[Path],
    includes: Sequence[Path],
    script: Path,
    architecture: str,
    output: Path,
    level: str = "-O2",
    macros: Sequence[str] = (),
) -> None:
    """Compile C and assembly without a library and link them by a script into an ELF file.

    Args:
        sources: C and assembly.
        includes: folders with headers.
        script: for the linker.
        architecture: ``mips32``, or the name of a 32-bit RISC-V instruction set such as
            ``rv32imc_zbkb``.
        output: the ELF file; its log has the suffix ``.log``.
        level: of optimization, such as ``-Os``.
        macros: that C is compiled with, as ``NAME=VALUE``.

    Raises:
        ToolMissing: the compiler is not installed.
        WorkFailed: it refused the program.
    """
    version()
    command = [sys.executable, "-m", "ziglang", "cc", *machine(architecture)]
    command += [level, *(f"-D{macro}" for macro in macros)]
    command += [*FLAGS, *(f"-I{folder}" for folder in includes)]
    # Relative where it can be: not every name of a folder passes through to the linker.
    command += [f"-Wl,-T,{script}", "-o", output.name]
    environment = {
        "ZIG_LOCAL_CACHE_DIR": CACHE,
        "ZIG_GLOBAL_CACHE_DIR": os.environ.get("ZIG_GLOBAL_CACHE_DIR", CACHE),
    }
    process.run(
        [*command, *sources], output.with_suffix(".log"), output.parent, environment=environment
    )


def _read(elf: Path) -> "ELFFile":
    from elftools.elf.elffile import ELFFile  # Slow to import.

    return ELFFile(BytesIO(elf.read_bytes()))


def _symbol_tables(file: "ELFFile") -> "list[SymbolTableSection]":
    from elftools.elf.sections import SymbolTableSection

    return [each for each in file.iter_sections() if isinstance(each, SymbolTableSection)]


def image(elf: Path) -> bytes:
    """What an ELF file loads, as it lies in memory from address 0 on."""
    file = _read(elf)
    memory = bytearray()
    for segment in file.iter_segments("PT_LOAD"):
        start, data = segment["p_paddr"], segment.data()
        memory.extend(bytes(max(0, start + len(data) - len(memory))))
        memory[start : start + len(data)] = data
    return bytes(memory)


def functions(elf: Path) -> list[tuple[int, str]]:
    """The addresses and names of an ELF file's functions and global labels in code, ascending."""
    file = _read(elf)
    code = {
        number
        for number, section in enumerate(file.iter_sections())
        if section["sh_flags"] & 4  # SHF_EXECINSTR
    }
    return sorted(
        (symbol["st_value"], symbol.name)
        for symbols in _symbol_tables(file)
        for symbol in symbols.iter_symbols()
        if symbol["st_shndx"] in code
        and (symbol["st_info"]["type"] == "STT_FUNC" or symbol["st_info"]["bind"] == "STB_GLOBAL")
    )


def sources(elf: Path) -> list[tuple[int, int, str]]:
    """Where an ELF file's code comes from: first address, that behind the last, name of the file.

    Ascending; without what the linker left out.
    """
    debug = _read(elf).get_dwarf_info()
    found = []
    for unit in debug.iter_CUs():
        top = unit.get_top_DIE()
        name = Path(top.attributes["DW_AT_name"].value.decode()).name
        # A file of assembly is one piece, one of C a piece for each function.
        pieces = [top] if "DW_AT_high_pc" in top.attributes else list(top.iter_children())
        for piece in pieces:
            if "DW_AT_high_pc" in piece.attributes:
                low = piece.attributes["DW_AT_low_pc"].value
                if low or piece is top:
                    found.append((low, low + piece.attributes["DW_AT_high_pc"].value, name))
    return sorted(found)


def symbol(elf: Path, name: str) -> int:
    """The value of a symbol of an ELF file; KeyError if it has none of that name."""
    file = _read(elf)
    for symbols in _symbol_tables(file):
        for each in symbols.get_symbol_by_name(name) or ():
            return int(each["st_value"])
    raise KeyError(name)
