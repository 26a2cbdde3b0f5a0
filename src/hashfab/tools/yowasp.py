# SPDX-License-Identifier: Apache-2.0
"""YoWASP's way of shipping a tool: WebAssembly, which the first call on a machine compiles.

That call writes the compiled tool into the user's cache while other calls may be running from the
same file, and a running program whose file is replaced under it dies with a bus error. So the
first call of this process is one that does no work, and one process makes it at a time.
"""

import os
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

from hashfab import paths
from hashfab.tools import process


@cache
def command(name: str) -> Path:
    """The path of a YoWASP tool, compiled and ready to run.

    Raises:
        ToolMissing: it is not installed.
        WorkFailed: it cannot run on this machine.
    """
    found = process.find(name, process.PIP)
    chosen = os.environ.get("YOWASP_CACHE_DIR")
    folder = Path(chosen) if chosen else platformdirs.user_cache_path("YoWASP", appauthor=False)
    with paths.exclusive(folder / f"{name}.lock"), tempfile.TemporaryDirectory() as log:
        process.run([found, "--version"], Path(log) / "log")
    return found
