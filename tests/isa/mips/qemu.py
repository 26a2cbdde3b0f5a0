# SPDX-License-Identifier: Apache-2.0
"""QEMU's user mode, an implementation of MIPS32 that we did not write, and the same on our model.

Both run the same file, a static executable of Linux that knows two system calls: write and exit.
"""

import importlib.util
import shutil
import struct
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from hashfab import paths
from hashfab.isa import Memory, Mips, mips32
from hashfab.isa.mips.machine import EPC, EXL, STATUS, Code
from hashfab.tools import zig

QEMU = shutil.which("qemu-mipsel") or shutil.which("qemu-mipsel-static")

needs_qemu = pytest.mark.skipif(
    QEMU is None, reason="qemu-mipsel (Debian: qemu-user) is not installed"
)
needs_zig = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None, reason="ziglang, the C compiler, is not installed"
)

PROGRAMS = Path(__file__).parent / "programs"
SOFTWARE = paths.sw_dir()

ENTRY = 0x0040_0000
SPACE = 0x2_0000
"""What an executable has from its entry on, code and data, in bytes."""
HEADERS = 0x1000

EXIT, WRITE = 4001, 4004
V0, A0, A1, A2, A3, SP = 2, 4, 5, 6, 7, 29
STACK = range(0x7FFF_0000, 0x8000_0000)


def executable(code: bytes) -> bytes:
    """A file that Linux loads at ``ENTRY`` and enters there."""
    flags = 0x5000_1001  # MIPS32, O32, no reordering
    header = b"\x7fELF\x01\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIIIIIHHHHHH", 2, 8, 1, ENTRY, 52, 0, flags, 52, 32, 1, 0, 0, 0
    )
    segment = struct.pack("<8I", 1, HEADERS, ENTRY, ENTRY, len(code), SPACE, 7, 0x1000)
    return (header + segment).ljust(HEADERS, b"\0") + code


def on_qemu(file: bytes, folder: Path) -> tuple[int, bytes]:
    """How it ended, a negative number being a signal, and what it wrote."""
    assert QEMU is not None
    path = folder / "program"
    path.write_bytes(file)
    path.chmod(0o755)
    # 4Kc is a core of release 1.
    done = subprocess.run([QEMU, "-cpu", "4Kc", path], capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout


def on_model(file: bytes, limit: int = 10_000_000) -> tuple[int, bytes]:
    """How it ended, a negative number being an exception, and what it wrote."""
    elf = ELFFile(BytesIO(file))
    segments = list(elf.iter_segments("PT_LOAD"))
    memory = Memory(
        [STACK, *(range(s["p_vaddr"], s["p_vaddr"] + s["p_memsz"] + 0x1000) for s in segments)]
    )
    for segment in segments:
        memory.write(segment["p_vaddr"], segment.data())
    machine = Mips(mips32(), memory, elf["e_entry"])
    machine.x[SP] = STACK.stop - 0x1000
    written = b""
    for _ in range(limit):
        record = machine.step()
        if record.cause is None:
            continue
        if record.cause != Code.SYSCALL:
            return -record.cause, written
        if machine.x[V0] == EXIT:
            return machine.x[A0] & 0xFF, written
        assert machine.x[V0] == WRITE
        written += memory.read(machine.x[A1], machine.x[A2])
        machine.x[V0], machine.x[A3] = machine.x[A2], 0
        machine.cp0[STATUS] &= ~EXL
        machine.pc = machine.cp0[EPC] + 4
        machine.follow = machine.pc + 4
    raise TimeoutError(f"no end in {limit} steps; pc is {machine.pc:#x}")


def compiled(name: str, level: str, folder: Path, freestanding: bool = False) -> Path:
    """A program of ``programs`` and the Keccak that runs on our cores, for Linux or for a core."""
    common, own = SOFTWARE / "common", SOFTWARE / "mips"
    platform = [PROGRAMS / "mailbox.c", own / "crt0.S"] if freestanding else [PROGRAMS / "linux.c"]
    library = [common / f"{part}.c" for part in ("sponge", "state_plain", "keccak_compact")]
    output = folder / f"{name}{level}.elf"
    zig.link(
        [PROGRAMS / f"{name}.c", *platform, *library],
        (PROGRAMS, common, own),
        own / "link.ld" if freestanding else PROGRAMS / "linux.ld",
        "mips32",
        output,
        level,
    )
    return output
