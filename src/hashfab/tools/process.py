# SPDX-License-Identifier: Apache-2.0
"""Finding a tool and running it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashfab.errors import ToolMissing, WorkFailed

PIP = "run 'pip install hashfab' again, or 'make .venv' in a clone"


def find(name: str, install: str) -> Path:
    """The path of a tool: beside this Python first, then on ``PATH``.

    Args:
        name: the command.
        install: how to install it, for the message.

    Raises:
        ToolMissing: it is nowhere.
    """
    beside = Path(sys.executable).parent / name
    if beside.is_file():
        return beside
    found = shutil.which(name)
    if found is None:
        raise ToolMissing(f"the tool '{name}' is not installed; {install}")
    return Path(found)


def run(
    arguments: Sequence[str | Path],
    log: Path,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    limit_s: float | None = None,
) -> str:
    """Run a tool to its end and return what it printed, which also goes to ``log``.

    Raises:
        WorkFailed: it ended with an error, and the message has its last line that says so; or it
            was stopped because it ran for more than ``limit_s`` seconds.
    """
    # A surrounding make must not lend its job slots and variables to the tool.
    kept = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    with log.open("w+", encoding="utf-8", errors="replace") as file:
        try:
            status = subprocess.run(
                [str(argument) for argument in arguments],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                env={**kept, **(environment or {})},
                check=False,
                timeout=limit_s,
            ).returncode
        except subprocess.TimeoutExpired:
            name = Path(arguments[0]).name
            raise WorkFailed(f"{name} did not end in {limit_s:.0f} s", log) from None
        file.seek(0)
        text = file.read()
    if status != 0:
        raise WorkFailed(f"{Path(arguments[0]).name} failed: {complaint(text)}", log)
    return text


def complaint(text: str) -> str:
    """The line of a tool's output that says what went wrong: an error, a warning or its last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower() and "Exiting due" not in line]
    warnings = [line for line in lines if line.startswith("%Warning")]
    return (errors or warnings or lines[-1:] or ["no output"])[0]
