# SPDX-License-Identifier: Apache-2.0
"""The C driver as it is, compiled for this machine; its registers are those of the simulation."""

import ctypes
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashfab import paths
from hashfab.export import registers

HERE = Path(__file__).parent

FLAGS = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")

BUSY, NO_DEVICE, NO_COMMAND, ORDER, SEAL = -1, -2, -3, -4, -5

MEMORY_BYTES = 1 << 17
"""Of this machine, that the simulated device sees."""


def compiler(folder: Path, *arguments: str | Path) -> None:
    """Run the C compiler with the driver's folder and the register header."""
    registers.header(folder)
    command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, f"-I{folder}"]
    command += [f"-I{paths.sw_dir() / 'driver'}", *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert found.returncode == 0, found.stderr


def sources() -> list[Path]:
    """The driver's."""
    return sorted((paths.sw_dir() / "driver").glob("*.c"))


def build(folder: Path) -> Path:
    """A shared library of the driver whose accesses go to ``Driver.connect``."""
    library = folder / "driver.so"
    bench = HERE / "driver_bench"
    include = ("-include", bench.with_suffix(".h"))
    compiler(
        folder, "-shared", "-fPIC", *include, *sources(), bench.with_suffix(".c"), "-o", library
    )
    return library


class Command(ctypes.Structure):
    """``hash_accel_command_t``."""

    _fields_ = (
        ("message", ctypes.c_uint64),
        ("output", ctypes.c_uint64),
        ("message_bytes", ctypes.c_uint32),
        ("output_bytes", ctypes.c_uint32),
        ("algorithm", ctypes.c_int),
        ("domain", ctypes.c_uint8),
        ("in_place", ctypes.c_bool),
        ("flags", ctypes.c_uint8),
    )


@dataclass(frozen=True)
class Place:
    """Bytes of ``Driver.memory``, from there on."""

    at: int


DEVICE = "the device"
"""An argument of ``Driver.stream``."""


class Driver:
    """A device of the driver.

    Attributes:
        memory: what the driver's streams and their messages are in.
    """

    MEMORY = 0x40000000
    """Where the simulated memory has what is in ``memory``."""

    READ = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_size_t)
    WRITE = ctypes.CFUNCTYPE(None, ctypes.c_size_t, ctypes.c_uint32)

    def __init__(
        self, library: str, read: Callable[[int], int], write: Callable[[int, int], None]
    ) -> None:
        self._library = ctypes.CDLL(library)
        self._callbacks = self.READ(read), self.WRITE(write)
        for name, callback in zip(("bench_read", "bench_write"), self._callbacks, strict=True):
            pointer = ctypes.cast(callback, ctypes.c_void_p)
            ctypes.c_void_p.in_dll(self._library, name).value = pointer.value
        self._device = ctypes.create_string_buffer(256)
        buffer = ctypes.create_string_buffer(MEMORY_BYTES)
        self.memory = memoryview(buffer).cast("B")
        self._at = ctypes.addressof(buffer)
        for name, value in (("at", self._at), ("is", self.MEMORY)):
            ctypes.c_size_t.in_dll(self._library, f"bench_memory_{name}").value = value

    def call(self, name: str, *arguments: Any) -> int:
        """A function of the driver on this device."""
        return int(getattr(self._library, f"hash_accel_{name}")(self._device, *arguments))

    def stream(self, name: str, place: int, *arguments: Any) -> int:
        """A function on an object at a place in ``memory``; bytes are places in it, too."""
        given = [
            ctypes.c_void_p(self._at + each.at)
            if isinstance(each, Place)
            else ctypes.c_size_t(each)
            if isinstance(each, int)
            else self._device
            for each in (Place(place), *arguments)
        ]
        return int(getattr(self._library, name)(*given))

    def init(self, base: int) -> int:
        return self.call("init", ctypes.c_size_t(base))

    def submit(self, command: Command) -> tuple[int, int]:
        """The status and the command's name."""
        name = ctypes.c_uint(99)
        status = self.call("submit", ctypes.byref(command), ctypes.byref(name))
        return status, name.value
