# SPDX-License-Identifier: Apache-2.0
"""Compiled programs print the same on the MIPS cores' RTL, on the model and under QEMU."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.isa import Memory, Mips, mips32
from hashfab.isa.program import DONE
from hashfab.measure import simulate
from hashfab.tools import zig

from . import qemu
from .qemu import compiled, needs_qemu, needs_zig, on_qemu

CONSOLE = DONE + 4


def on_rtl(image: Path, *conditions: str) -> bytes:
    """What it prints on the RTL."""
    binary = simulate.build(designs.parse("mips32"))
    jobs = image.with_suffix(".jobs")
    jobs.write_text("")
    done = subprocess.run(
        [binary, "--jobs", jobs, "--program", image, *conditions],
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stderr


def on_model(image: bytes) -> bytes:
    """What it prints on the model."""
    memory = Memory([range(0x40_0000), range(CONSOLE - 0x24, CONSOLE + 0x1000)])
    memory.write(0, image)
    machine = Mips(mips32(), memory)
    printed = bytearray()
    for _ in range(5_000_000):
        record = machine.step()
        assert record.cause is None, f"{record.cause} at {record.pc:#x}"
        if record.store and record.address == CONSOLE:
            printed.append(record.data)
        if record.store and record.address == DONE:
            return bytes(printed)
    pytest.fail(f"no end; pc is {machine.pc:#x}")


@needs_qemu
@needs_zig
@pytest.mark.parametrize("level", ["-O0", "-O2", "-Os"])
def test_compiled_arithmetic(level: str, tmp_path: Path) -> None:
    file = compiled("torture", level, tmp_path).read_bytes()
    code, text = on_qemu(file, tmp_path)
    assert (code, len(text.splitlines())) == (0, 8)
    assert qemu.on_model(file) == (code, text)


@needs_qemu
@needs_zig
@pytest.mark.parametrize("level", ["-O2", "-Os"])
def test_compiled_keccak(level: str, tmp_path: Path) -> None:
    file = compiled("digests", level, tmp_path).read_bytes()
    code, text = on_qemu(file, tmp_path)
    digests = b"".join(int(line.split()[1], 16).to_bytes(4, "little") for line in text.splitlines())
    message = bytes(i & 0xFF for i in range(4 * 67))
    wanted = [hashlib.sha3_256(message[i : i + 67 * i]).digest() for i in range(4)]
    assert (code, digests) == (0, b"".join(wanted))
    assert qemu.on_model(file) == (code, text)


@needs_qemu
@needs_zig
@pytest.mark.long
@pytest.mark.parametrize("program", ["torture", "digests"])
@pytest.mark.parametrize("level", ["-O2", "-Os"])
def test_without_an_operating_system(program: str, level: str, tmp_path: Path) -> None:
    code, printed = on_qemu(compiled(program, level, tmp_path).read_bytes(), tmp_path)
    assert code == 0
    image = tmp_path / "image"
    image.write_bytes(zig.image(compiled(program, level, tmp_path, freestanding=True)))
    assert on_model(image.read_bytes()) == printed
    assert on_rtl(image) == printed
    assert on_rtl(image, "--latency", "3", "--stall", "30", "--seed", "1") == printed
