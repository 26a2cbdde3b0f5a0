# SPDX-License-Identifier: Apache-2.0
"""What runs on a processor, built from ``sw``."""

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashfab import paths
from hashfab.designs.model import Program
from hashfab.tools import zig


@dataclass(frozen=True)
class Built:
    """A program, compiled.

    Attributes:
        image: the file with what stands in memory from address 0 on.
        elf: the file with its symbols.
    """

    image: Path
    elf: Path


def folders(program: Program) -> tuple[Path, ...]:
    """Where a program's files are, its own folder first."""
    return tuple(paths.sw_dir() / name for name in (program.folder, *program.shared))


def files(program: Program) -> list[Path]:
    """Everything that the program is made of, headers and the linker's script included."""
    return [path for each in folders(program) for path in sorted(each.iterdir()) if path.is_file()]


def sources(program: Program) -> list[Path]:
    """The files that are compiled."""
    *first, last = folders(program)
    return [
        next((path for folder in first if (path := folder / name).is_file()), last / name)
        for name in program.sources
    ]


def level(program: Program) -> str:
    """The compiler's flag for what a program is compiled for."""
    return "-Os" if program.small else "-O2"


def digest(program: Program) -> str:
    """SHA-256 over all that decides what is built."""
    flags = (*zig.machine(program.architecture), level(program), *zig.FLAGS)
    found = hashlib.sha256(repr((zig.version(), flags, program)).encode())
    for path in files(program):
        found.update(
            f"{path.parent.name}/{path.name} {path.stat().st_size}\n".encode() + path.read_bytes()
        )
    return found.hexdigest()


def build(program: Program) -> Built:
    """Compile a program, unless the same one was compiled before.

    Raises:
        ToolMissing: the compiler is not installed.
        WorkFailed: it refused the program.
    """
    folder = paths.build_dir() / "sw" / f"{program.folder}-{digest(program)[:16]}"
    built = Built(folder / "image.bin", folder / "program.elf")
    with paths.exclusive(folder.with_suffix(".lock")):
        if not built.image.is_file():
            with paths.scratch(program.folder) as scratch:
                work = scratch / "done"
                work.mkdir()
                elf = work / "program.elf"
                zig.link(
                    sources(program),
                    folders(program),
                    folders(program)[0] / "link.ld",
                    program.architecture,
                    elf,
                    level(program),
                    program.macros,
                )
                (work / "image.bin").write_bytes(zig.image(elf))
                shutil.rmtree(work / "zig", ignore_errors=True)
                shutil.rmtree(folder, ignore_errors=True)
                work.rename(folder)
    return built


def code_bytes(program: Program) -> Iterator[tuple[str, int]]:
    """The functions of a program and their sizes in bytes, constants excluded."""
    built = build(program)
    symbols = zig.functions(built.elf)
    ends = [address for address, _ in symbols[1:]] + [built.image.stat().st_size]
    for (address, name), end in zip(symbols, ends, strict=True):
        yield name, end - address
