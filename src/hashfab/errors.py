# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, in the two kinds that the exit codes tell apart."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class RequestError(Exception):
    """The request was wrong: the message names the input, what was wrong and what is allowed."""


class ToolMissing(RequestError):
    """A tool that the request needs is not installed; the message says how to install it."""


class WorkFailed(Exception):
    """The request was right and the work failed, or a check did not hold.

    Attributes:
        log: the file that tells more, if there is one.
    """

    def __init__(self, message: str, log: Path | None = None) -> None:
        super().__init__(message, log)
        self.message = message
        self.log = log

    def __str__(self) -> str:
        return f"{self.message} (log: {self.log})" if self.log else self.message


class CheckFailed(WorkFailed):
    """A digest is wrong, or another check on the RTL did not hold."""


MOST_SHOWN = 80
"""Characters of what was given that a message repeats."""


def printable(text: str) -> str:
    """A text with what cannot be printed (control characters, bytes that are no text) escaped."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def clip(text: str, most: int) -> str:
    """A text of at most ``most`` characters: beginning and end, if it has more."""
    tail = most // 3
    return text if len(text) <= most else f"{text[: most - tail - 5]} ... {text[-tail:]}"


def shown(given: object) -> str:
    """What was given as a message repeats it: printable, and not longer than a line.

    Text and paths are in quotes.
    """
    if isinstance(given, Path):
        return f"'{clip(printable(str(given)), 4 * MOST_SHOWN)}'"
    try:
        text = str(given)
    except ValueError:  # Python spells no number of thousands of digits.
        return "a number of thousands of digits"
    # More than can be seen need not be made printable.
    short = clip(printable(clip(text, 2 * MOST_SHOWN)), MOST_SHOWN)
    return f"'{short}'" if isinstance(given, str) else short


def unknown(
    what: str, given: object, allowed: Iterable[object], listed: str | None = None
) -> RequestError:
    """The error for a name that is not one of ``allowed``, with a close one if there is.

    ``listed`` says what is allowed in fewer words than all names.
    """
    names = [str(name) for name in allowed]
    close = get_close_matches(str(given)[:MOST_SHOWN], names, n=1)
    hint = f"did you mean '{close[0]}'? " if close else ""
    said = ", ".join(names) if listed is None else listed
    return RequestError(f"unknown {what} {shown(given)}; {hint}allowed: {said}")
