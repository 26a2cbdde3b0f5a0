# SPDX-License-Identifier: Apache-2.0
"""The C of schemes on the host: with the sanitizer of undefined behaviour, as libraries."""

import ctypes
import subprocess
import sys
from pathlib import Path

from hashfab import paths
from hashfab.designs.schemes import Scheme

COMPILER = (sys.executable, "-m", "ziglang", "cc")
FLAGS = ("-std=c99", "-pedantic", "-O1", "-Wall", "-Wextra", "-Werror")
SANITIZER = ("-fsanitize=undefined", "-fsanitize-trap=undefined")
SPONGE = ("sponge.c", "state_plain.c", "keccak_compact.c")


def folders(scheme: Scheme) -> list[Path]:
    """Where a scheme's files are."""
    return [paths.sw_dir() / name for name in (*scheme.folders, "common")]


def compiled(output: Path, sources: list[Path], scheme: Scheme, *flags: str) -> Path:
    """A program, or a library, with a scheme's headers."""
    includes = [f"-I{folder}" for folder in folders(scheme)]
    flags += tuple(f"-D{macro}" for macro in scheme.macros)
    options = [*FLAGS, *SANITIZER, *flags, *includes, "-o", str(output)]
    subprocess.run([*COMPILER, *options, *map(str, sources)], check=True)
    return output


def library(scheme: Scheme, folder: Path) -> ctypes.CDLL:
    """A scheme's functions, with the sponge, without the job."""
    names = [*scheme.sources[1:], *SPONGE]
    found = folders(scheme)
    sources = [next(f / name for f in found if (f / name).is_file()) for name in names]
    return ctypes.CDLL(str(compiled(folder / "scheme.so", sources, scheme, "-shared", "-fPIC")))
