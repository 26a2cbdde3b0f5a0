# SPDX-License-Identifier: Apache-2.0
"""Finding a tool and running it; a command that is stopped ends all that it runs.

Each tool has a process group of its own, so that what it starts in turn ends with it.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from hashfab.errors import ToolMissing, WorkFailed, clip, printable

MOST_COMPLAINT = 400
"""Characters of a tool's complaint that a message repeats."""

LOOK_S = 1.0
"""How often a tool is looked at that may come to be without hope."""

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


class GivenUp(WorkFailed):
    """A tool was ended before its end."""


class Running:
    """The tools that run now.

    Attributes:
        groups: the leaders of their process groups.
        stopped: whether no more may start.
        starting: whether the main thread is starting one, which nobody could end yet.
        interrupted: whether a signal has come meanwhile.
    """

    def __init__(self) -> None:
        self.groups: set[subprocess.Popen[str]] = set()
        self.stopped = False
        self.starting = False
        self.interrupted = False
        self._lock = threading.Lock()

    def execute(
        self,
        arguments: Sequence[str | Path],
        output: IO[str] | int = subprocess.PIPE,
        errors: int = subprocess.PIPE,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
        limit_s: float | None = None,
        hopeless: Callable[[], bool] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run a tool to its end, whatever its exit code.

        Args:
            arguments: the tool and what it is told.
            output: where its standard output goes; ``PIPE`` into the answer.
            errors: where its standard error goes, likewise.
            cwd: where it runs.
            environment: its variables; this process's when None.
            limit_s: seconds that it may run for.
            hopeless: says every second whether there is no point in its going on.

        Raises:
            WorkFailed: it cannot be started, or the command was stopped.
            GivenUp: it ran for more than ``limit_s``, or was hopeless.
        """
        main = threading.current_thread() is threading.main_thread()
        with self._lock:
            if self.stopped:
                raise WorkFailed("stopped")
            self.starting |= main
            try:
                tool = subprocess.Popen(
                    [str(argument) for argument in arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=errors,
                    cwd=cwd,
                    env=environment,
                    text=True,
                    errors="replace",
                    process_group=0,
                )
            except OSError as error:
                self.starting &= not main
                raise WorkFailed(f"cannot run {arguments[0]}: {error.strerror}") from None
            self.groups.add(tool)
        try:
            self.starting &= not main
            if main and self.interrupted:
                raise KeyboardInterrupt
            said, complained = _ended(tool, limit_s, hopeless)
        except subprocess.TimeoutExpired as passed:
            _kill(tool)
            tool.wait()
            why = "came no further" if hopeless else f"did not end in {passed.timeout:.0f} s"
            raise GivenUp(f"{Path(arguments[0]).name} {why}") from None
        except BaseException:
            _kill(tool)
            tool.wait()
            raise
        finally:
            with self._lock:
                self.groups.discard(tool)
        return subprocess.CompletedProcess(tool.args, tool.returncode, said, complained)

    def interrupt(self) -> None:
        """Let no other tool start, and raise KeyboardInterrupt; ``execute`` does if it starts one.

        For the handler of a signal.
        """
        self.stopped = True
        if self.starting:
            self.interrupted = True
        else:
            raise KeyboardInterrupt

    def stop(self) -> None:
        """End all tools with what they have started, and let no other start."""
        with self._lock:
            self.stopped = True
            for tool in self.groups:
                _kill(tool)

    def resume(self) -> None:
        """Let tools start again."""
        self.stopped = self.interrupted = False


def _ended(
    tool: subprocess.Popen[str], limit_s: float | None, hopeless: Callable[[], bool] | None
) -> tuple[str, str]:
    """What a tool has printed and complained of when it ends; TimeoutExpired when it may not."""
    if hopeless is None:
        return tool.communicate(timeout=limit_s)
    while True:
        try:
            return tool.communicate(timeout=LOOK_S)
        except subprocess.TimeoutExpired:
            if hopeless():
                raise


def _kill(tool: subprocess.Popen[str]) -> None:
    # What it would have written is discarded, so that there is nothing for it to put in order.
    with suppress(ProcessLookupError):
        os.killpg(tool.pid, signal.SIGKILL)


RUNNING = Running()
"""Those of this process."""

execute = RUNNING.execute
interrupt = RUNNING.interrupt
stop = RUNNING.stop
resume = RUNNING.resume


@contextmanager
def threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that run tools; an interrupt ends the tools that run and starts no other."""
    with ThreadPoolExecutor(count) as pool:
        try:
            yield pool
        except KeyboardInterrupt:
            stop()
            raise


def run(
    arguments: Sequence[str | Path],
    log: Path,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    limit_s: float | None = None,
    hopeless: Callable[[], bool] | None = None,
) -> str:
    """Run a tool to its end and return what it printed, which also goes to ``log``.

    Raises:
        WorkFailed: it ended with an error, and the message has its last line that says so; or it
            was stopped because it ran for more than ``limit_s`` seconds, or was hopeless.
    """
    # A surrounding make must not lend its job slots and variables to the tool.
    kept = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    with log.open("w+", encoding="utf-8", errors="replace") as file:
        try:
            status = execute(
                arguments,
                output=file,
                errors=subprocess.STDOUT,
                cwd=cwd,
                environment={**kept, **(environment or {})},
                limit_s=limit_s,
                hopeless=hopeless,
            ).returncode
        except WorkFailed as error:
            error.log = log
            raise
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
    return clip(printable((errors or warnings or lines[-1:] or ["no output"])[0]), MOST_COMPLAINT)
