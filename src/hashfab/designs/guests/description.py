# SPDX-License-Identifier: Apache-2.0
"""The file that describes a guest, read: docs/guests.md has its keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashfab.designs.algorithms import SPONGES
from hashfab.designs.guests.guest import Guest
from hashfab.designs.guests.interfaces import (
    BEATS,
    INTERFACES,
    TAG_BITS,
    Accel,
    Engine,
    Interface,
    Stream,
)
from hashfab.designs.guests.sources import (
    MOST_FILES,
    Sources,
    check_relative,
    matched,
    read_regular,
)
from hashfab.designs.guests.wrapper import Pin
from hashfab.designs.model import Design, Parameter, Value
from hashfab.errors import RequestError, printable, shown
from hashfab.toml import Document

MOST_FILE_BYTES = 1 << 20
MOST_PARAMETERS = 8
MOST_VALUES = 1024
MOST_NUMBER = (1 << 31) - 1
MOST_FOLDERS = 64
MOST_DEFINES = 64
MOST_SUMMARY = 80
MOST_STATES = (1 << TAG_BITS) - 1
MOST_MESSAGES = 8
MOST_TAG_BITS = 16

BLOCK_CYCLES = 20_000
MOST_BLOCK_CYCLES = 10_000_000

KEYS = (
    "name",
    "summary",
    "sources",
    "include",
    "defines",
    "top",
    "clock",
    "reset",
    "ports",
    "interface",
    "algorithms",
    "block_cycles",
    "parameter",
    *INTERFACES,
)
NEEDED = ("name", "sources", "top", "clock", "reset", "interface", "algorithms")
PARAMETER_KEYS = ("name", "values", "default", "meaning")

NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")
IDENTIFIER = re.compile(r"[A-Za-z_]\w{0,63}", re.ASCII)
PARAMETER = re.compile(r"[A-Za-z]\w{0,23}", re.ASCII)
TYPED = re.compile(r"(.*\.toml)(?::(.*))?", re.DOTALL)


def is_typed(text: str) -> bool:
    """Whether a design's name as it is typed means a guest's file."""
    return TYPED.fullmatch(text) is not None


def parse(text: str) -> Design:
    """The design that ``FILE.toml`` or ``FILE.toml:NAME=VALUE,...`` means.

    Raises:
        RequestError: the file does not describe a guest, or it has no such parameter or value.
    """
    match = TYPED.fullmatch(text)
    assert match is not None
    guest = load(Path(match[1]))
    given: dict[str, Value] = {}
    for pair in match[2].split(",") if match[2] else ():
        name, equals, value = pair.partition("=")
        if not equals or not re.fullmatch(r"[0-9]{1,10}", value) or name in given:
            raise RequestError(
                f"{shown(pair)} is no value of a parameter of {guest.name}; "
                "allowed: NAME=NUMBER behind FILE.toml:, several with commas, each once"
            )
        given[name] = int(value)
    return guest.make(given)


def load(path: Path) -> Guest:
    """The guest that a file describes.

    Raises:
        RequestError: it cannot be read, or does not describe one; the message names the file, the
            line and the key, and says what is allowed.
    """
    text = read_regular(path, MOST_FILE_BYTES, "guest")
    return _Reader(Document(text, printable(str(path)), "parameter"), path.parent).guest()


@dataclass(frozen=True)
class _Reader:
    """Turns a file's data into a guest, and says where it goes wrong."""

    document: Document
    folder: Path

    def guest(self) -> Guest:
        data = self.document.data()
        self.known(data, KEYS, None)
        for key in NEEDED:
            if key not in data:
                raise self.error(None, f"{key} is missing; needed are {', '.join(NEEDED)}")
        title = self.string(data, "name")
        if not NAME.fullmatch(title):
            raise self.error(
                "name",
                f"{shown(title)} is no name; allowed: up to 24 lowercase letters, digits and _, "
                "a letter first",
            )
        summary = self.string(data, "summary", title)
        if len(summary) > MOST_SUMMARY or not summary.isprintable():
            raise self.error("summary", f"must be one line of up to {MOST_SUMMARY} characters")
        kind = self.string(data, "interface")
        if kind not in INTERFACES:
            raise self.error("interface", f"must be one of {', '.join(INTERFACES)}")
        for other in INTERFACES:
            if other in data and other != kind:
                raise self.error(other, f"is for interface {shown(other)}, and this is {kind}")
        algorithms = self.strings(data, "algorithms", len(SPONGES))
        for name in algorithms:
            if name not in SPONGES:
                raise self.error(
                    "algorithms", f"{shown(name)} is none; allowed: {', '.join(SPONGES)}"
                )
        if not algorithms:
            raise self.error("algorithms", f"must name at least one of {', '.join(SPONGES)}")
        details = self.table(data, kind)
        ports = self.interface(kind, details, algorithms)
        names = self.table(data, "ports")
        self.known(names, tuple(port.name for port in ports.ports() if not port.absent), None)
        return Guest(
            title=title,
            summary=summary,
            module=(module := self.identifier("top", data["top"])),
            text=self.sources(data, module),
            ports=ports,
            clock=self.pin(data, "clock", "edge", ("rising", "falling")),
            reset=self.pin(data, "reset", "active", ("low", "high")),
            names=tuple((ours, self.identifier(ours, theirs)) for ours, theirs in names.items()),
            parameters=self.parameters(data),
            algorithms=tuple(dict.fromkeys(algorithms)),
            block_cycles=self.number(data, "block_cycles", 1, MOST_BLOCK_CYCLES, BLOCK_CYCLES),
        )

    def sources(self, data: Mapping[str, Any], module: str) -> str:
        """The text of all sources."""
        names: dict[str, None] = {}
        for pattern in self.strings(data, "sources", MOST_FILES):
            found = matched(self.folder, pattern, lambda why: self.error("sources", why))
            names |= dict.fromkeys(found)
        if not names or len(names) > MOST_FILES:
            raise self.error(
                "sources", f"are {len(names):,} files; allowed: 1 to {MOST_FILES} of them"
            )
        folders = self.strings(data, "include", MOST_FOLDERS)
        for folder in folders:
            check_relative(folder, lambda why: self.error("include", why))
            if not (self.folder / folder).is_dir():
                raise self.error("include", f"there is no folder {shown(folder)}")
        defines = self.defines(data)
        read = Sources(self.folder, folders)
        try:
            text = read.text(names, defines)
        except RequestError as error:
            raise self.error("sources", str(error)) from None
        if module not in read.units:
            units = ", ".join(list(read.units)[:8]) or "none"
            raise self.error(
                "top", f"there is no module {shown(module)} in the sources; there are {units}"
            )
        return text

    def defines(self, data: Mapping[str, Any]) -> dict[str, str]:
        """The macros."""
        table = self.table(data, "defines")
        if len(table) > MOST_DEFINES:
            raise self.error("defines", f"are {len(table)}; allowed: {MOST_DEFINES} at most")
        for name, value in table.items():
            self.identifier("defines", name)
            line = isinstance(value, str) and value.isprintable() and not value.endswith("\\")
            if not line and type(value) is not int:
                raise self.error("defines", f"{name} must be a number or a line of text")
        return {name: str(value) for name, value in table.items()}

    def parameters(self, data: Mapping[str, Any]) -> tuple[Parameter, ...]:
        """The ``[[parameter]]`` tables."""
        tables = data.get("parameter", [])
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            raise self.error("parameter", "must be tables, [[parameter]]")
        if len(tables) > MOST_PARAMETERS:
            raise self.error(
                "parameter", f"there are {len(tables)}; allowed: {MOST_PARAMETERS} at most"
            )
        found: dict[str, Parameter] = {}
        for index, table in enumerate(tables):
            self.known(table, PARAMETER_KEYS, index)
            name = table.get("name")
            if not isinstance(name, str) or not PARAMETER.fullmatch(name) or name in found:
                raise self.error(
                    "name",
                    f"{shown(name)} is no name of a parameter; allowed: up to 24 letters, digits "
                    "and _, a letter first, each once",
                    index,
                )
            values = self.values(table.get("values"), index)
            default = table.get("default", values[0])
            if type(default) is not int or default not in values:
                raise self.error(
                    "default", f"{shown(default)} is none of the values of {name}", index
                )
            meaning = table.get("meaning", "")
            if not isinstance(meaning, str) or not meaning.isprintable():
                raise self.error("meaning", "must be a line of text", index)
            found[name] = Parameter(name, values, default, meaning)
        return tuple(found.values())

    def values(self, given: Any, index: int) -> tuple[int, ...]:
        """The legal values of a parameter."""
        numbers = isinstance(given, list) and all(type(item) is int for item in given)
        legal = numbers and all(0 <= item <= MOST_NUMBER for item in given)
        if not legal or not given or len(given) > MOST_VALUES or len(set(given)) < len(given):
            raise self.error(
                "values",
                f"must be a list of 1 to {MOST_VALUES:,} numbers from 0 to {MOST_NUMBER:,}, "
                "each once",
                index,
            )
        return tuple(given)

    def pin(self, data: Mapping[str, Any], key: str, kind: str, values: tuple[str, str]) -> Pin:
        """The clock or the reset: a table of its port, and which of two kinds it is."""
        table = data[key]
        if not isinstance(table, dict) or "port" not in table:
            raise self.error(key, f'must be a table such as {{ port = "...", {kind} = "..." }}')
        self.known(table, ("port", kind), None)
        chosen = table.get(kind, values[0])
        if chosen not in values:
            raise self.error(
                key, f"{kind} = {shown(chosen)} is not legal; allowed: {' or '.join(values)}"
            )
        return Pin(self.identifier(key, table["port"]), chosen == values[1])

    def interface(self, kind: str, table: Mapping[str, Any], algorithms: list[str]) -> Interface:
        """The interface, with what its table says."""
        if kind == "engine":
            return self.engine(table, algorithms)
        return self.stream(table) if kind == "stream" else self.accel(table)

    def engine(self, table: Mapping[str, Any], algorithms: list[str]) -> Engine:
        """``[engine]``."""
        self.known(table, ("beat", "states", "tags"), None)
        beat, tags = table.get("beat", "state"), table.get("tags", False)
        if not isinstance(beat, str) or beat not in BEATS:
            raise self.error("beat", f"must be one of {', '.join(BEATS)}")
        if not isinstance(tags, bool):
            raise self.error("tags", "must be true or false")
        states = self.number(table, "states", 1, MOST_STATES, 1)
        turbo = any(SPONGES[name].rounds != 24 for name in algorithms)
        return Engine(beat, states, tags, turbo)

    def stream(self, table: Mapping[str, Any]) -> Stream:
        """``[stream]``."""
        self.known(table, ("messages",), None)
        return Stream(self.number(table, "messages", 1, MOST_MESSAGES, 1))

    def accel(self, table: Mapping[str, Any]) -> Accel:
        """``[accel]``."""
        tags = ("read_tag_bits", "write_tag_bits")
        self.known(table, ("width", "commands", *tags), None)
        width = table.get("width", 64)
        if width not in (32, 64, 128, 256) or type(width) is not int:
            raise self.error("width", "must be 32, 64, 128 or 256")
        read, write = (self.number(table, key, 1, MOST_TAG_BITS, 1) for key in tags)
        return Accel(width, self.number(table, "commands", 1, MOST_MESSAGES, 1), read, write)

    def known(self, table: Mapping[str, Any], keys: tuple[str, ...], index: int | None) -> None:
        """Refuse a key that means nothing."""
        for key in table:
            if key not in keys:
                raise self.error(key, f"unknown key; allowed are {', '.join(keys)}", index)

    def table(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """A table, empty where there is none."""
        value = data.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table, [{key}]")
        return value

    def string(self, data: Mapping[str, Any], key: str, default: str | None = None) -> str:
        """A text."""
        value = data.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, "must be a text in quotes")
        return value

    def strings(self, data: Mapping[str, Any], key: str, most: int) -> list[str]:
        """A list of texts."""
        value = data.get(key, [])
        texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if not texts or len(value) > most:
            raise self.error(key, f"must be a list of texts, {most} at most")
        return list(value)

    def number(self, table: Mapping[str, Any], key: str, low: int, high: int, default: int) -> int:
        """A number within bounds."""
        value = table.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.error(key, f"must be a number from {low:,} to {high:,}")
        return value

    def identifier(self, key: str, name: Any) -> str:
        """A name in Verilog."""
        if not isinstance(name, str) or not IDENTIFIER.fullmatch(name):
            raise self.error(
                key,
                f"{shown(name)} is no name in Verilog; allowed: up to 64 letters, digits and _, no "
                "digit first",
            )
        return name

    def error(self, key: str | None, message: str, index: int | None = None) -> RequestError:
        return self.document.error(key, index, message)
