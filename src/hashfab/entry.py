# SPDX-License-Identifier: Apache-2.0
"""What every program does around its command: signals, streams, messages and exit codes.

Exit codes: 0 done, 1 the work failed or a check did not hold, 2 the request was wrong.
"""

import io
import os
import signal
import sys
import traceback
from types import FrameType
from typing import NoReturn

import click

from hashfab import paths
from hashfab.errors import RequestError, WorkFailed, clip, printable, shown, unknown
from hashfab.tools import process

CLOSED_PIPE = 141
"""What a shell reports of a program that wrote to a closed pipe."""

MOST_MESSAGE = 1000
"""Characters of a message."""

MOST_ECHO = 240
"""Characters of a message of Click's, which repeats all of what was given."""


def run(command: click.Command) -> NoReturn:
    """Run a command with this process's arguments; what it returns is the exit code, None is 0.

    What went wrong becomes one sentence; a signal ends its tools.
    """
    _open_standard_streams()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        status = command.main(standalone_mode=False)
        sys.stdout.flush()
    except (RequestError, WorkFailed) as error:
        fail(str(error), 2 if isinstance(error, RequestError) else 1)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        process.stop()
        fail("stopped", 1)
    except click.NoSuchOption as error:
        known = error.ctx.command.get_params(error.ctx) if error.ctx else []
        options = [name for each in known if isinstance(each, click.Option) for name in each.opts]
        fail(str(unknown("option", error.option_name, options)), 2)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        fail(clip(error.format_message(), MOST_ECHO), 2)
    except BrokenPipeError:
        close_pipe()
    except OSError as error:
        file = f" {shown(error.filename)}" if error.filename else ""
        fail(f"cannot write or read{file}: {error.strerror or error}", 1)
    except (Exception, RecursionError, MemoryError) as error:
        fail(_internal(error), 1)
    sys.exit(status if isinstance(status, int) else 0)


def fail(message: str, status: int) -> NoReturn:
    """One sentence on standard error, and out."""
    said = clip(printable(" ".join(message.split())), MOST_MESSAGE)
    click.echo(f"hashfab: {said}", err=True)
    try:
        sys.stdout.flush()
    except OSError:
        _forget_output()
    sys.exit(status)


def close_pipe() -> NoReturn:
    """Out, without another word to who closed the pipe."""
    _forget_output()
    sys.exit(CLOSED_PIPE)


def _forget_output() -> None:
    """Drop what standard output does not take, of which Python would complain at the end."""
    sys.stdout = None


def _interrupt(number: int, frame: FrameType | None) -> None:
    """A kill stops a command like Ctrl-C: it ends its tools, and no thread starts another."""
    process.interrupt()


def _open_standard_streams() -> None:
    """Give a closed standard stream's number to a device on which reading or writing fails.

    Otherwise the next file that is opened would have that number, and be written to as the stream.
    """
    streams = (
        ("stdin", os.O_WRONLY, "r"),
        ("stdout", os.O_RDONLY, "w"),
        ("stderr", os.O_RDWR, "w"),
    )
    for number, (name, flags, mode) in enumerate(streams):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
    # A name may have bytes that are no text, and not every terminal knows every character.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _internal(error: BaseException) -> str:
    """A sentence for what should not happen, with everything about it in a file."""
    name = f"internal error: {type(error).__name__}: {error}"
    try:
        log = paths.build_dir() / paths.LOGS / "internal.log"
        paths.make_dir(log.parent)
        log.write_text("".join(traceback.format_exception(error)), errors="backslashreplace")
    except (OSError, RequestError):
        return name
    return f"{clip(name, MOST_MESSAGE // 2)} (log: {log}); please report it"
