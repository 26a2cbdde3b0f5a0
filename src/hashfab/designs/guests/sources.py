# SPDX-License-Identifier: Apache-2.0
"""A guest's sources as one text that needs no other file.

Defines stand at its beginning and included files in their places, so that every tool reads the
same and macros hold from one file to the next. What a tool complains of has the name and the line
of the file that it came from.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from stat import S_ISREG

from hashfab import files
from hashfab.designs.guests.wrapper import NAMES
from hashfab.errors import RequestError, shown

MOST_FILES = 256
MOST_BYTES = 4 << 20
"""Of all sources, what is included counting as often as it is."""

MOST_NESTED = 16
"""Files that include one another."""

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*")"""
    r"""|`include[ \t]+"(?P<include>[^"\n]+)\""""
    r"""|(?P<leaves>(?<![\w$])\$(?:system|c\d*|fopen|(?:read|write)mem[bh])\b"""
    r"""|`systemc_\w+|\bimport\s+"DPI)"""
    r"""|\b(?:macromodule|module|package|interface|program)\s+(?:(?:automatic|static)\s+)?"""
    r"""\\?(?P<unit>[A-Za-z_][\w$]*)""",
    re.DOTALL,
)
"""What is looked for, and what is passed over: comments and strings."""


@dataclass
class Sources:
    """The text as it grows.

    Attributes:
        root: the folder that names are relative to.
        folders: where included files are looked for, besides that of the file that includes.
        units: the modules, packages and the like that were met, by name, with the file.
    """

    root: Path
    folders: Sequence[str]
    units: dict[str, str] = field(default_factory=dict)
    _bytes: int = 0

    def text(self, names: Iterable[str], defines: Mapping[str, str]) -> str:
        """All of them.

        Args:
            names: of the files, relative to the root.
            defines: macros.

        Raises:
            RequestError: a file cannot be read, there is too much, or there is something that may
                not be.
        """
        parts = [f"`define {name} {value}\n" for name, value in defines.items()]
        for name in names:
            body = self._expanded(name, self._read(name), (name,))
            parts.append(f'`default_nettype wire\n`line 1 "{name}" 0\n{body}\n')
        return "".join(parts)

    def _expanded(self, name: str, text: str, within: tuple[str, ...]) -> str:
        """A file's text with what it includes."""
        ends = [match.start() for match in re.finditer("\n", text)]

        def replaced(match: re.Match[str]) -> str:
            line = bisect_left(ends, match.start()) + 1
            if match["unit"]:
                self._meet(match["unit"], name, line)
            if match["leaves"]:
                what = f"{shown(match['leaves'])} reaches out of the design"
                raise _error(name, line, f"{what}; allowed: what reads no file and runs nothing")
            if not match["include"]:
                return match[0]
            found = self._found(name, match["include"])
            if found is None:  # Maybe in what no tool comes to; if not, it will say so.
                return match[0]
            if len(within) > MOST_NESTED:
                raise _error(name, line, f"more than {MOST_NESTED} files include one another")
            body = self._expanded(found, self._read(found), (*within, found))
            return f'\n`line 1 "{found}" 1\n{body}\n`line {line} "{name}" 2\n'

        return TOKEN.sub(replaced, text)

    def _meet(self, unit: str, name: str, line: int) -> None:
        if unit in NAMES:
            what = f"the name {shown(unit)} is hashfab's"
            raise _error(name, line, f"{what}; allowed: others than {', '.join(NAMES)}")
        self.units.setdefault(unit, name)

    def _found(self, name: str, included: str) -> str | None:
        """The name of an included file, if there is one."""
        if PurePosixPath(included).is_absolute():
            return None
        for folder in (str(PurePosixPath(name).parent), *self.folders):
            candidate = str(PurePosixPath(folder) / included)
            if (self.root / candidate).is_file():
                return candidate
        return None

    def _read(self, name: str) -> str:
        path = self.root / name
        text = read_regular(path, MOST_BYTES - self._bytes, "source")
        self._bytes += len(text.encode())
        return text


def _error(name: str, line: int, why: str) -> RequestError:
    return RequestError(f"{shown(name)}, line {line}: {why}")


def read_regular(path: Path, most: int, what: str) -> str:
    """A file of text that is no device and no pipe. Raises as ``files.read_text`` does."""
    try:
        if not S_ISREG(path.stat().st_mode):
            raise RequestError(
                f"cannot read the {what} {shown(path)}: it is no file; allowed: a file of text"
            )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no name of a file"
        raise RequestError(
            f"cannot read the {what} {shown(path)}: {why}; allowed: a readable file"
        ) from None
    return files.read_text(path, most, what)


def matched(root: Path, pattern: str, refused: Callable[[str], RequestError]) -> list[str]:
    """The files that a name or a pattern stands for, packages first.

    Args:
        root: the folder that it is relative to.
        pattern: with ``*``, ``?`` and ``[...]`` in its last part alone.
        refused: makes an error of a reason.

    Raises:
        RequestError: it is not legal, or stands for no file or for too many.
    """
    check_relative(pattern, refused)
    place = PurePosixPath(pattern)
    if not re.search(r"[*?\[]", pattern):
        return [str(place)]
    if re.search(r"[*?\[]", str(place.parent)) or "**" in place.name:
        raise refused(f"{shown(pattern)} has a pattern in a folder; allowed: in the file's name")
    try:
        found = sorted(path.name for path in (root / place.parent).glob(place.name))
    except (OSError, ValueError):
        found = []
    if not found:
        raise refused(f"{shown(pattern)} is the name of no file")
    if len(found) > MOST_FILES:
        raise refused(f"{shown(pattern)} is {len(found):,} files; allowed: {MOST_FILES} at most")
    found.sort(key=lambda name: not PurePosixPath(name).stem.endswith("_pkg"))
    return [str(place.parent / name) for name in found]


def check_relative(name: str, refused: Callable[[str], RequestError]) -> None:
    """Refuse a name that a tool or a reader could take for something else.

    Raises:
        RequestError: it is empty or absolute, or has a character that is none of a plain name's.
    """
    if not name or PurePosixPath(name).is_absolute():
        raise refused(f"{shown(name)} is no relative name of a file; allowed: relative to this one")
    if not name.isprintable() or re.search(r'["\\]', name):
        raise refused(f"{shown(name)} has a character that no source's name may have")
