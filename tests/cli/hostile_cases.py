# SPDX-License-Identifier: Apache-2.0
"""Requests that are wrong, hostile or tired, and what must be said of each."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

LONG = "9" * 5000
HUGE = "9" * 100_000
CONTROL = "\x1b[31mred\x07\x00".replace("\x00", "")
MARKUP = "[bold]x[/nothing]"
ARABIC = "\u0661"  # A digit that is not ASCII.
WIDE = "\uff11"  # Another one.

Setup = Callable[[Path], object]


@dataclass(frozen=True)
class Case:
    """A request.

    Attributes:
        name: of the case.
        arguments: of the command line; ``{here}`` is an empty folder, the current one.
        status: the exit code.
        words: that the message has.
        files: contents by name, made before.
        setup: what else is made before.
        stdin: what standard input has.
        environment: variables.
    """

    name: str
    arguments: tuple[str, ...]
    status: int
    words: tuple[str, ...] = ()
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    setup: Setup | None = None
    stdin: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)


ENGINE = ("--design", "engine-n1")


def designs() -> Iterator[Case]:
    """Names of designs, in every command that takes one."""
    names = {
        "empty": ("", "unknown design ''"),
        "space": (" ", "unknown design ' '"),
        "nothing": ("nothing", "engine-n1"),
        "close": ("engin-n1", "did you mean"),
        "family alone": ("engine", "engine-n1"),
        "trailing dash": ("rv32-", "unknown design"),
        "leading zero": ("engine-n01", "unknown design"),
        "leading zeros": ("accel-d01n1t1w64", "unknown design"),
        "newline": ("engine-n1\n", "unknown design"),
        "upper case": ("ENGINE-N1", "unknown design"),
        "arabic digit": (f"engine-n{ARABIC}", "unknown design"),
        "wide digit": (f"accel-d{WIDE}n1t1w64", "unknown design"),
        "long number": (f"engine-n{LONG}", "unknown design"),
        "long name": ("x" * 100_000, "unknown design"),
        "long parts": ("rv32" + "-compact" * 10_000, "unknown design"),
        "control": (f"engine-{CONTROL}", "unknown design"),
        "markup": (MARKUP, "unknown design"),
        "surrogate": ("engine-\udcff", "unknown design"),
        "wrong value": ("engine-n5", "allowed: 1, 2, 3"),
        "wrong combination": ("accel-d2n1t1w64", "units x stages"),
        "path": ("../../etc/passwd", "unknown design"),
        "negative": ("engine-n-1", "unknown design"),
    }
    for title, (name, word) in names.items():
        yield Case(f"hash {title}", ("hash", "-", "--design", name), 2, (word,))
        yield Case(f"measure {title}", ("measure", "--", name), 2, (word,))
    for title in ("empty", "leading zero", "long number", "control", "arabic digit"):
        name, word = names[title]
        yield Case(f"verify {title}", ("verify", "--", name), 2, (word,))
        yield Case(f"faults {title}", ("faults", "--", name), 2, (word,))
        yield Case(f"leakage {title}", ("leakage", "--", name), 2, (word,))
        yield Case(f"profile {title}", ("profile", "--", name), 2, (word,))


def numbers() -> Iterator[Case]:
    """Numbers of options."""
    arguments: tuple[str, ...]
    words: tuple[str, ...]
    wrong = {
        "negative": "-1",
        "text": "many",
        "empty": "",
        "fraction": "1.5",
        "exponent": "1e3",
        "hexadecimal": "0x10",
        "underscore": "1_000",
        "spaces": " 1 ",
        "arabic": ARABIC,
        "wide": WIDE,
        "thousands of digits": LONG,
        "hundred thousand digits": HUGE,
        "2^31": str(1 << 31),
    }
    for title, text in wrong.items():
        words = ("--seed", "allowed: 0 to 2147483647")
        yield Case(f"seed {title}", ("measure", "engine-n1", "--seed", text), 2, words)
    for command in (
        ("verify", "engine-n1"),
        ("faults", "engine-n1"),
        ("leakage", "engine-n1"),
        ("profile", "rv32"),
    ):
        for title in ("negative", "arabic", "thousands of digits"):
            arguments = (*command, "--seed", wrong[title])
            yield Case(f"{command[0]} seed {title}", arguments, 2, ("--seed", "allowed: 0 to"))
    for title, text in {**wrong, "zero": "0", "too long": "5000000000"}.items():
        if title == "2^31":
            continue
        arguments = ("hash", "-", *ENGINE, "--alg", "shake128", "--length", text)
        yield Case(f"length {title}", arguments, 2, ("--length", "allowed: 1 to 67108864"))
        arguments = ("explore", "--jobs", text)
        yield Case(f"jobs {title}", arguments, 2, ("--jobs", "allowed: 1 to 1024"))
    for title in ("negative", "arabic", "thousands of digits", "text"):
        arguments = ("profile", "rv32", "--bytes", wrong[title])
        yield Case(f"bytes {title}", arguments, 2, ("--bytes", "allowed: 0 to 67108864"))
    memory = "rv32 has no memory for messages of 40,000,000 bytes; allowed: 33,288,192"
    yield Case("bytes beyond memory", ("profile", "rv32", "--bytes", "40000000"), 2, (memory,))
    arguments = ("hash", "-", "--design", "mips32", "--alg", "shake256", "--length", "40000000")
    yield Case("length beyond memory", arguments, 2, ("no memory for outputs", "33,550,336"))
    for title, text in {
        "zero": "0",
        "high": "0x80",
        "empty": "",
        "text": "x",
        "long": LONG,
        "long hexadecimal": "0x" + "0" * 5000 + "1",
        "arabic": ARABIC,
        "underscore": "1_0",
        "octal": "017",
    }.items():
        arguments = ("hash", "-", *ENGINE, "--alg", "turboshake128", "--domain", text)
        yield Case(f"domain {title}", arguments, 2, ("domain", "0x01 to 0x7f"))


def workloads() -> Iterator[Case]:
    """Workloads, of a command and of a space."""
    arguments: tuple[str, ...]
    form = "MESSAGESxSIZE"
    for title, text, word in (
        ("empty", "", form),
        ("text", "many", form),
        ("no size", "8x", form),
        ("arabic", f"{ARABIC}x8KiB", form),
        ("wide", f"8x{WIDE}KiB", form),
        ("thousands of digits", f"{LONG}x8KiB", form),
        ("thousands of digits in size", f"8x{LONG}KiB", form),
        ("thousands of parts", "8x8KiB" + "/latency1" * 10_000, "latency twice"),
        ("no message", "0x8KiB", "0 messages"),
        ("a thousand million empty messages", "999999999x0B", "at most 65,536 messages"),
        ("too many bytes", "65x1MiB", "too many bytes"),
        ("no latency", "8x8KiB/latency0", "latency 0"),
        ("long latency", "8x8KiB/latency1001", "latency 1001"),
        ("latency of thousands of digits", f"8x8KiB/latency{LONG}", "unknown algorithm"),
        ("no streams", "8x8KiB/streams0", "streams 0"),
        ("streams", "8x8KiB/streams65", "streams 65"),
        ("two algorithms", "8x8KiB/sha3-256/sha3-512", "algorithm twice"),
        ("algorithm", "8x8KiB/md4", "unknown algorithm 'md4'; did you mean 'md5'"),
        ("trailing slash", "8x8KiB/", "unknown algorithm ''"),
        ("newline", "8x8KiB\n", form),
        ("control", f"8x8KiB/{CONTROL}", "unknown algorithm"),
        ("unit", "8x8GiB", form),
        ("negative", "-8x8KiB", form),
    ):
        arguments = ("measure", "engine-n1", f"--workload={text}")
        yield Case(f"workload {title}", arguments, 2, (word,))
    arguments = ("explore", "--workload", "")
    yield Case("workload of explore empty", arguments, 2, (form,))
    space = {"s.toml": 'workload = ""\n[[space]]\nfamily = "engine"\n'}
    yield Case("workload of a space empty", ("explore", "s.toml"), 2, (form,), space)
    space = {"s.toml": f'workload = "{LONG}x1B"\n[[space]]\nfamily = "engine"\n'}
    yield Case("workload of a space long", ("explore", "s.toml"), 2, (form,), space)
    arguments = ("measure", "engine-n1", "--workload", "8x8KiB/md5")
    yield Case("workload not served", arguments, 2, ("hashproc",))


GUEST = """name = "g"
sources = ["g.v"]
top = "g"
clock = { port = "c" }
reset = { port = "r" }
interface = "engine"
algorithms = ["sha3-256"]
"""


def guests() -> Iterator[Case]:
    """Files of guests, and what stands behind their names."""
    right = {"g.toml": GUEST, "g.v": "module g; endmodule"}

    def guest(title: str, given: str, *words: str, **files: str | bytes) -> Case:
        named = {name.replace("_", "."): text for name, text in files.items()}
        arguments = ("measure", given, "--target", "none")
        return Case(f"guest {title}", arguments, 2, words, {**right, **named})

    yield guest("not there", "none.toml", "none.toml", "No such file")
    yield guest("without a name", ".toml", "cannot read the guest")
    yield guest("with a long name", f"{LONG}.toml", "cannot read the guest")
    yield guest("no TOML", "g.toml", "g.toml is not valid TOML", g_toml="a = = 1")
    yield guest("no text", "g.toml", "UTF-8", g_toml=b"\xff\xfe")
    yield guest("nested", "g.toml", "nested too deep", g_toml="a = " + "[" * 50_000)
    yield guest("empty", "g.toml", "g.toml, line 1: name is missing", g_toml="")
    yield guest("long key", "g.toml", "unknown key", "summary", g_toml="k" * 90_000 + " = 1")
    yield guest("control key", "g.toml", "unknown key", g_toml='"\\u001b[31m" = 1')
    broken = f"{GUEST}[defines]\nX = [1]\n"
    yield guest("odd define", "g.toml", "hashfab: g.toml, line 8, defines", g_toml=broken)
    yield guest("long source", "g.toml", "sources", g_toml=GUEST.replace("g.v", "v" * 90_000))
    yield guest("null source", "g.toml", "character", g_toml=GUEST.replace("g.v", "\\u0000"))
    yield guest("source no text", "g.toml", "line 2, sources", "UTF-8", g_v=b"\xff")
    yield guest(
        "source with hashfab's name", "g.toml", "'g.v', line 1", g_v="module hashfab_bench;"
    )
    yield guest("source that runs", "g.toml", "'$system'", g_v='initial $system("true");')
    yield guest("no parameter", "g.toml:A=1", "unknown parameter", "guest-g")
    yield guest("no number", f"g.toml:A={CONTROL}", "NAME=NUMBER")
    yield guest("long number", f"g.toml:A={HUGE}", "NAME=NUMBER")
    yield guest(
        "no algorithm of it", "g.toml:", "does not serve", g_toml=GUEST.replace("256", "512")
    )
    pipe = ("hash", "-", "--design", "pipe")
    yield Case("guest without its ending", pipe, 2, ("unknown design",), setup=_pipe)
    arguments = ("generate", "g.toml", "--out", "x")
    yield Case("guest for generate", arguments, 2, ("guest-g is a guest", "allowed"), right)
    arguments = ("profile", "g.toml", "--alg", "md5")
    yield Case("guest for profile", arguments, 2, ("md5", "allowed"), right)


CALL = '[[call]]\nalgorithm = "sha3-256"\nmessage_bytes = 64\n'


def recommendations() -> Iterator[Case]:
    """Workload files, weights, limits and designs of ``recommend``."""
    arguments: tuple[str, ...]
    for title, text, words in (
        ("empty", "", ("w.toml, line 1, call", "[[call]]")),
        ("no TOML", "[[call", ("w.toml", "not valid TOML", "at line 1, its last")),
        ("no text", b"\xff\xfe", ("no text",)),
        ("empty list", "call = []", ("0 calls", "1 to 64")),
        ("unknown key", f"{CALL}color = 1\n", ("line 4, color", "unknown key", "message_bytes")),
        ("unknown key above", f"rates = 1\n{CALL}", ("line 1, rates", "rate_per_s")),
        ("negative", CALL.replace("64", "-1"), ("line 3, message_bytes", "-1 is not legal")),
        (
            "no algorithm",
            CALL.replace("sha3-256", "md4"),
            ("line 2", "'md4'", "did you mean 'md5'"),
        ),
        ("control", CALL.replace("sha3-256", "\\u001b[31m"), ("line 2", "unknown algorithm")),
        ("thousands of digits", CALL.replace("64", LONG), ("w.toml",)),
        ("hundred thousand calls", CALL * 20_000, ("20000 calls",)),
        ("nested", "x = " + "[" * 10_000, ("w.toml",)),
        ("too long", "#" * ((1 << 20) + 1), ("too long", "1 MiB")),
        ("key of a hundred thousand letters", f"{'k' * 100_000} = 1", ("unknown key",)),
        ("not finite", f"rate_per_s = nan\n{CALL}", ("line 1, rate_per_s", "nan is not legal")),
        ("operations nested", f"operations = [[]]\n{CALL}", ("line 1, operations", "unknown")),
        (
            "operation with control",
            f'operations = ["ml-kem-768/\\u001b[31m"]\n{CALL}',
            ("line 1, operations", "ml-kem-768/encaps"),
        ),
        (
            "operation of thousands of letters",
            f"operations = ['a{LONG}/b']\n{CALL}",
            ("line 1, operations", "unknown operation"),
        ),
        (
            "hundred thousand operations",
            f"operations = {100_000 * ['x']}\n{CALL}",
            ("line 1, operations", "1 to 64"),
        ),
    ):
        file = {"w.toml": text}
        yield Case(f"workload file {title}", ("recommend", "w.toml"), 2, words, file)
    for title, text in {"empty": "", "unknown": "tls", "control": CONTROL, "long": LONG}.items():
        words = ("unknown workload", "tls13-sha3", "WORKLOAD.toml")
        yield Case(f"ready workload {title}", ("recommend", "--", text), 2, words)
    words = ("cannot read the workload",)
    yield Case("workload that is a folder", ("recommend", "."), 2, words)
    yield Case("workload that is not there", ("recommend", "no/where.toml"), 2, words)
    for title, text, word in (
        ("empty", "", "unknown weight ''"),
        ("without a number", "speed", "is no weight"),
        ("negative", "speed=-1", "allowed: a number, 0 to 1,000,000"),
        ("not finite", "area=inf", "is no weight"),
        ("thousands of digits", f"area={LONG}", "is no weight"),
        ("arabic", f"area={ARABIC}", "is no weight"),
        ("twice", "area=1,area=1", "area twice"),
        ("unknown", "sped=1", "did you mean 'speed'"),
        ("of energy on an FPGA", "energy=1", "no energy"),
        ("all nothing", "speed=0,area=0", "one above 0"),
    ):
        yield Case(f"weights {title}", ("recommend", "ethereum", "--weights", text), 2, (word,))
    for title, text, word in (
        ("empty", "", "is no condition"),
        ("without a unit", "area < 40", "without a unit"),
        ("of another target", "area < 40 kGE", "ecp5 has no area_ge; allowed: lut4"),
        ("unknown figure", "aera < 40 LUT4", "did you mean 'area'"),
        ("unknown unit", "time < 3 h", "unknown unit 'h'"),
        ("a call", "__import__('os').getcwd() == 1", "allowed"),
        ("nested", "(" * 400, "is no condition"),
        ("a form to fill in", "'%9999999999999\\x64' % lut4 == 'x'", "is no condition"),
        ("long", "area < 1 LUT4 or " * 10_000, "too long"),
        ("control", f"area < {CONTROL}", "unknown unit"),
        ("hundreds of digits", f"area < {'9' * 480} LUT4", "is no condition"),
        ("hundreds of digits and a scale", f"area < {'9' * 480} kGE", "is no condition"),
        ("infinite", "area < 1e999 LUT4", "is no condition"),
    ):
        yield Case(f"limit {title}", ("recommend", "ethereum", "--limit", text), 2, (word,))
    for title, number in (("hundreds of digits", "9" * 480), ("infinite", "1e999")):
        arguments = ("explore", "--limit", f"area < {number} kGE")
        yield Case(f"limit of explore {title}", arguments, 2, ("is no condition",))
    arguments = ("recommend", "ethereum", *(("--limit", "area < 1 LUT4") * 21))
    yield Case("limits by the dozen", arguments, 2, ("21 limits", "20 at most"))
    arguments = ("recommend", "ethereum", "--core", "engine")
    yield Case("core that is none", arguments, 2, ("unknown core", "rv32, mips32"))
    for name, word in (("engine-n1", "bare permutation"), ("mips32", "--core mips32"), ("x", "x")):
        arguments = ("recommend", "ethereum", "--design", name)
        yield Case(f"candidate {name}", arguments, 2, (word,))
    words = ("target none has no clock period", "placed and routed")
    yield Case("no clock to recommend by", ("recommend", "ethereum", "--target", "none"), 2, words)
    yield Case("no clock for papers", ("reproduce", "all", "--target", "none"), 2, words)
    yield Case("papers in capitals", ("reproduce", "ALL"), 2, ("unknown paper", "ng2020", "all"))
    yield Case("a page of one paper", ("reproduce", "ng2020", "--out", "p"), 2, ("reproduce all",))
    yield Case(
        "a page that is a folder", ("reproduce", "all", "--out", "."), 2, ("it is a folder",)
    )


def names() -> Iterator[Case]:
    """Targets, algorithms, programs, papers, commands, options."""
    arguments: tuple[str, ...]
    command: tuple[str, ...]
    for title, text in {
        "empty": "",
        "text": "tsmc",
        "long": "x" * 100_000,
        "control": CONTROL,
        "markup": MARKUP,
        "surrogate": "\udcff",
        "newline": "ecp5\n",
    }.items():
        for command in (("measure", "engine-n1"), ("explore",), ("reproduce", "ng2020")):
            words = ("unknown target", "sg13g2")
            yield Case(f"{command[0]} target {title}", (*command, "--target", text), 2, words)
        words = ("unknown algorithm", "sha3-256")
        yield Case(f"algorithm {title}", ("hash", "-", *ENGINE, "--alg", text), 2, words)
        arguments = ("generate", "engine-n1", "--out", "new", "--bus", text)
        yield Case(f"bus {title}", arguments, 2, ("unknown bus", "native"))
        arguments = ("generate", "accel-d1n1t1w64", "--bus", "axi4", "--out", "new")
        words = ("unknown control bus", "apb4, axi4-lite")
        yield Case(f"control bus {title}", (*arguments, "--control", text), 2, words)
        yield Case(f"paper {title}", ("reproduce", "--", text), 2, ("unknown paper", "ng2020"))
        words = ("program", "best, compact")
        yield Case(f"program {title}", ("profile", "rv32", "--program", text), 2, words)
        yield Case(f"command {title}", (text,), 2, ("unknown command", "measure"))
    yield Case("option", ("list", "--yaml"), 2, ("unknown option '--yaml'", "--json"))
    yield Case("long option", ("list", "--" + "x" * 100_000), 2, ("unknown option", "--json"))
    yield Case("option's value", ("list", "--json=" + HUGE), 2, ("--json",))
    yield Case("too many arguments", ("list", *("x" * 500,) * 100), 2, ("unexpected",))
    yield Case("no design", ("measure",), 2, ("DESIGN",))
    arguments = ("generate", "accel-d1n1t1w64", "--control", "apb4", "--out", "new")
    yield Case("control bus of no bus", arguments, 2, ("'--control'", "allowed", "--bus axi4"))
    yield Case("bus of another family", ("generate", "rv32", *arguments[2:], "--bus", "axi4"), 2)
    yield Case("no design to generate", ("generate", "--out", "new"), 2, ("DESIGN",))
    yield Case("nowhere to generate to", ("generate", "engine-n1"), 2, ("--out",))
    yield Case("no design to hash on", ("hash", "-"), 2, ("--design",))
    yield Case("no file", ("hash",), 2, ("FILE",))
    yield Case("no value", ("measure", "engine-n1", "--seed"), 2, ("--seed",))
    for wrong in (
        "nan",
        "inf",
        "-inf",
        "0",
        "-1",
        "1e6",
        "9" * 5000,
        "fast",
        "\u0663",
        "1_0",
        " 10 ",
    ):
        arguments = ("measure", "engine-n1", "--energy", f"--mhz={wrong}")
        yield Case(f"mhz {wrong[:5]}", arguments, 2, ("--mhz",))
    for option in ("--mhz=100", "--delays"):
        name = option.partition("=")[0]
        yield Case(f"{name} alone", ("measure", "engine-n1", option), 2, (name, "--energy"))
    arguments = ("measure", "rv32", "--workload", "1x40MiB")
    yield Case("a message longer than the memory", arguments, 2, ("no memory", "allowed"))
    yield Case("messages of a core", ("profile", "rv32", "--messages", "2"), 2, ("no program",))
    arguments = ("profile", "engine-n1", "--messages", "65536")
    yield Case("messages beyond memory", arguments, 2, ("bytes in all",))
    arguments = ("hash", "-", *ENGINE, "--program", "x")
    yield Case("program of an engine", arguments, 2, ("--program",))
    arguments = ("profile", "hashproc", "--program", "compact")
    yield Case("program of a microprogram", arguments, 2, ("--program", "allowed", "rv32, mips32"))
    arguments = ("hash", "-", *ENGINE, "--length", "9")
    yield Case("length of a hash", arguments, 2, ("shake128",))
    yield Case("version", ("--version",), 0)
    yield Case("help", ("--help",), 0)
    for name in (
        "list",
        "hash",
        "measure",
        "explore",
        "verify",
        "faults",
        "leakage",
        "profile",
        "generate",
        "asm",
        "clean",
    ):
        yield Case(f"help of {name}", (name, "--help"), 0)
    yield Case("list", ("list",), 0)
    yield Case("list as JSON", ("list", "--json"), 0)
    yield Case("clean", ("clean",), 0)
    yield Case("clean as JSON", ("clean", "--results", "--json"), 0)
    yield Case("clean nothing else", ("clean", "x"), 2, ("unexpected",))


def messages() -> Iterator[Case]:
    """What is hashed."""
    command = ("hash", *ENGINE)
    yield Case("no such file", (*command, "none"), 2, ("'none'", "No such file", "readable file"))
    yield Case("a folder", (*command, "."), 2, ("Is a directory",))
    yield Case("an empty name", (*command, ""), 2, ("no name of a file",))
    yield Case("a long name", (*command, "x" * 5000), 2, ("File name too long",))
    yield Case("a control name", (*command, CONTROL), 2, ("No such file",))
    yield Case("a markup name", (*command, MARKUP), 2, (MARKUP, "No such file"))
    yield Case("a surrogate name", (*command, "\udcff"), 2, ("No such file",))
    yield Case("without an end", (*command, "/dev/zero"), 2, ("too long", "64 MiB"))
    yield Case("a loop", (*command, "loop"), 2, ("symbolic links",), setup=_loop)
    yield Case("a pipe", (*command, "pipe"), 2, ("nobody writes",), setup=_pipe)
    words = ("would replace the source", "another file")
    same = {"m.fst": "message"}
    yield Case("a trace onto the message", (*command, "m.fst", "--trace", "m.fst"), 2, words, same)
    yield Case(
        "a trace onto a link to the message",
        (*command, "m.fst", "--trace", "l.fst"),
        2,
        words,
        same,
        lambda at: _link(at, "l.fst", "m.fst"),
    )
    yield Case(
        "long standard input", (*command, "-"), 2, ("too long",), stdin=bytes((64 << 20) + 1)
    )


def spaces() -> Iterator[Case]:
    """Files of a space."""

    def space(title: str, text: str | bytes, *words: str) -> Case:
        return Case(f"space {title}", ("explore", "s.toml"), 2, words, {"s.toml": text})

    def constraint(title: str, text: str) -> Case:
        quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        lines = f'[[space]]\nfamily = "accel"\nconstraints = ["{quoted}"]\n'
        return space(f"constraint {title}", lines, "s.toml, line 3, constraints", "allowed")

    engine = '[[space]]\nfamily = "engine"\n'
    yield Case("space none", ("explore", "none.toml"), 2, ("none.toml", "No such file"))
    yield Case("space a folder", ("explore", "."), 2, ("Is a directory",))
    yield Case("space a pipe", ("explore", "pipe"), 2, ("nobody writes",), setup=_pipe)
    yield Case("space without an end", ("explore", "/dev/zero"), 2, ("too long", "1 MiB"))
    yield Case("space with an empty name", ("explore", ""), 2, ("no name of a file",))
    yield space("empty", "", "at least one [[space]] table")
    yield space("no text", b"\xff\xfe", "UTF-8")
    yield space("no TOML", "a = = 1", "not valid TOML")
    yield space("nested", "a = " + "[" * 50_000, "nested too deep")
    yield space("nested tables", "a = " + "{a=" * 20_000, "nested too deep")
    yield space("long number", f"a = {LONG}", "not valid TOML")
    yield space("long value", engine + f"rounds = {'1' * 4000}", "allowed: 1, 2")
    yield space("long hexadecimal", engine + f"rounds = 0x{'f' * 90_000}", "allowed: 1, 2")
    yield space("long word", engine + f'fold = "{"x" * 90_000}"', "allowed: none")
    yield space("long key", engine + f"{'x' * 90_000} = 1", "unknown key", "rounds")
    yield space("long top key", f"{'x' * 90_000} = 1", "unknown key", "workload")
    yield space("control key", engine + '"a\\u001b[31m" = 1', "unknown key")
    yield space("long family", f'[[space]]\nfamily = "{"x" * 90_000}"', "engine, accel")
    yield space("a list for a family", '[[space]]\nfamily = ["engine"]', "engine, accel")
    yield space("number for a target", f"target = 1\n{engine}", "line 1, target", "string")
    yield space("empty target", f'target = ""\n{engine}', "unknown target ''")
    yield space("huge range", engine + "rounds = { range = [1, 10000000000] }", "10000 values")
    yield space("range of no end", engine + f"rounds = {{ range = [1, {'9' * 4000}] }}", "values")
    yield space("step of zero", engine + "rounds = { range = [1, 2, 0] }", "empty")
    yield space("guest that is a device", '[[space]]\nguest = "/dev/zero"', "it is no file")
    yield space("guest null", '[[space]]\nguest = "a\\u0000"', "no name of a file")
    yield space("date", engine + "rounds = 1979-05-27", "an integer")
    yield space("infinity", engine + "rounds = inf", "an integer")
    axes = "\n".join(f"{name} = {{ range = [1, 10] }}" for name in ("units", "rounds", "stages"))
    axes += "\ncontexts = { range = [1, 10] }\n"
    table = f'[[space]]\nfamily = "accel"\n{axes}'
    yield space("thousand tables of 10,000", table * 1000, "1,000 [[space]]", "at most 100 are")
    yield space(
        "many constraints", engine + f"constraints = {['rounds == 1'] * 101}", "at most 100"
    )
    null = '[[space]]\nfamily = "accel"\nconstraints = ["units == 1\\u0000"]\n'
    yield space("constraint null", null, "line 3, constraints", "allowed")
    for title, text in {
        "method": "units.bit_length() > 0",
        "form to fill in": "'%9999999999999d' % units == 'x'",
        "attribute": "units.real == 1",
        "class": "units.__class__ == 1",
        "call": "print(units) == 1",
        "index": "'abc'[units] == 'a'",
        "second statement": "units == 1; units == 1",
        "assignment": "units = 1",
        "named expression": "(units := 1) == 1",
        "comprehension": "[x for x in (1, 2)] == [1, 2]",
        "lambda": "(lambda: True)()",
        "import": "__import__('os')",
        "f-string": "f'{units}' == '1'",
        "no truth": "units + 1",
        "unknown": "unit == 1",
        "empty": "",
        "newline": "units\n== 1",
        "power": "units ** 9999 > 1",
        "division by zero": "units // 0 == 1",
        "long": " + ".join(["units"] * 500) + " > 1",
        "long number": "9" * 490 + "units > 1",
        "long product": "*".join(["99999999"] * 50) + " > units > 'x'",
        "nested": "(" * 220 + "units" + ")" * 220 + " == 1",
        "not not": "not " * 120 + "units + 'x'",
        "minus": "-" * 490 + "units",
        "long text": "'a' * 99999999 == 'b'",
        "long list": "[1] * 99999999 == [2]",
        "starred": "units in (*units,)",
        "control": "units == '\x07' + 1".replace("\x07", "\\u0007"),
        "wrong in": "1 in units",
        "identity": "units is 1",
        "a matrix product": "units @ 1 == 1",
    }.items():
        yield constraint(title, text)


def programs() -> Iterator[Case]:
    """Programs of the hash processor."""
    arguments: tuple[str, ...]
    words: tuple[str, ...]

    def program(title: str, text: str | bytes, *words: str, **files: str) -> Case:
        named = {name.replace("_", "."): content for name, content in files.items()}
        return Case(f"asm {title}", ("asm", "p.asm"), 2, words, {"p.asm": text, **named})

    yield Case("asm none", ("asm", "none.asm"), 2, ("none.asm", "No such file"))
    yield Case("asm a folder", ("asm", "."), 2, ("Is a directory",))
    yield Case("asm a pipe", ("asm", "pipe"), 2, ("nobody writes",), setup=_pipe)
    yield Case("asm without an end", ("asm", "/dev/zero"), 2, ("too long", "1 MiB"))
    yield program("empty", "", "no instruction")
    yield program("no text", b"\xff", "UTF-8")
    yield program("control", "NOP \x1b", "p.asm:1:5", "\\x1b", "language")
    yield program("long line", "NOP ; " + "x" * 5000, "p.asm:1:1001", "1000 characters")
    yield program("long line of names", "a-" * 300_000, "1000 characters")
    yield program("long number", f".equ A {'9' * 900}\nHALT", "p.asm:1:8", "less than 2^64")
    yield program("long hexadecimal", f".equ A 0x{'f' * 900}\nHALT", "less than 2^64")
    yield program("long product", f".equ A {'*'.join(['99999'] * 100)}\nHALT", "less than 2^64")
    yield program("wrong digits", ".equ A 08\nHALT", "'08' is no number")
    yield program("arabic digit", f".equ A {ARABIC}\nHALT", "language")
    yield program("nested", f".equ A {'(' * 400}1{')' * 400}\nHALT", "20 levels")
    yield program("unknown name", f"{'x' * 900}\nHALT", "unknown instruction", "allowed: REPEAT")
    yield program("unknown directive", f".{'x' * 900}\nHALT", "unknown directive", ".equ")
    many = "".join(f".equ NAME{number} 1\n" for number in range(5000))
    yield program("many names", f"{many}SET ar0 NONE\nHALT", "has no value")
    many = "".join(f".entry e{number}\n" for number in range(17))
    yield program("many entries", f"{many}HALT", "too many entries; allowed: 16")
    yield program("too long", "NOP\n" * 300 + "HALT", "p.asm:257:1", "allowed: 256")
    yield program("nested loops", "REPEAT 2 {\nNOP\n" * 9, "too deep")
    yield program("include itself", '.include "p.asm"\nHALT', "includes itself")
    yield program("include above", '.include "../p.asm"\nHALT', "not in the program's folder")
    yield program("include absolute", '.include "/etc/passwd"\nHALT', "not in the program's folder")
    yield program("include a device", '.include "/dev/zero"\nHALT', "not in the program's folder")
    yield program("include a null", '.include "a\0b"\nHALT', "p.asm:1:10", "language")
    yield program("include nothing", '.include "none"\nHALT', "p.asm:1:10", "No such file")
    yield program("include a folder", '.include "."\nHALT', "Is a directory")
    yield program("include too often", '.include "a.inc"\n' * 65, "allowed: 64", a_inc="")
    bomb = {f"b{level}_inc": f'.include "b{level + 1}.inc"\n' * 10 for level in range(8)}
    bomb["b8_inc"] = ""
    yield program("include bomb", '.include "b0.inc"\nHALT', "too many files", **bomb)
    deep = {f"d{level}_inc": f'.include "d{level + 1}.inc"\n' for level in range(20)}
    yield program("include deep", '.include "d0.inc"\nHALT', "8 levels deep", **deep)
    arguments = ("asm", "p.asm")
    link = {"p.asm": '.include "out"\nHALT'}
    words = ("not in the program's folder",)
    yield Case(
        "asm include by link", arguments, 2, words, link, lambda at: _link(at, "out", "/etc/passwd")
    )
    words = ("nobody writes",)
    link = {"p.asm": '.include "pipe"\nHALT'}
    yield Case("asm include a pipe", arguments, 2, words, link, _pipe)
    yield program("algorithm", '.algorithm "a b"\nHALT', "no name of an algorithm")
    yield program("many errors", "x:\nx:\nHALT", "'x' stands twice")
    good = {"p.asm": '.include "i.inc"\nHALT', "i.inc": "NOP\n"}
    yield Case("asm good", arguments, 0, files=good)
    yield Case("asm good as JSON", (*arguments, "--json"), 0, files=good)
    yield Case("asm to a file", (*arguments, "-o", f"{MARKUP.replace('/', '')}.b"), 0, files=good)
    same = ("would replace the source",)
    yield Case("asm onto itself", (*arguments, "-o", "p.asm"), 2, same, good)
    yield Case("asm onto what it includes", (*arguments, "-o", "./i.inc"), 2, same, good)
    linked = good | {"q.asm": ""}
    yield Case(
        "asm onto a link to itself",
        (*arguments, "-o", "l.asm"),
        2,
        same,
        linked,
        lambda at: _link(at, "l.asm", "p.asm"),
    )


def places() -> Iterator[Case]:
    """Where things are written."""
    arguments: tuple[str, ...]
    words: tuple[str, ...]
    good: dict[str, str | bytes] = {"p.asm": "HALT", "file": "x"}
    long = "x" * 300
    for title, place, word in (
        ("in no folder", "none/out.b", "there is no folder"),
        ("in a file", "file/out.b", "no folder"),
        ("a folder", ".", "it is a folder"),
        ("nothing", "", "no name of a file"),
        ("long", long, "File name too long"),
        ("in /proc", "/proc/out.b", "cannot write -o"),
    ):
        arguments = ("asm", "p.asm", "-o", place)
        yield Case(f"-o {title}", arguments, 2, (word,), good)
    arguments = ("asm", "p.asm", "-o", "pipe")
    yield Case("-o a pipe that nobody reads", arguments, 2, ("named pipe",), good, _pipe)
    arguments = ("asm", "p.asm", "-o", "/dev/full")
    yield Case("-o on a full disk", arguments, 1, ("/dev/full", "No space left"), good)
    for title, place, word in (
        ("in no folder", "none/c.svg", "there is no folder"),
        ("a folder", "folder.svg", "it is a folder"),
        ("of no format", "c.txt", ".svg or .png"),
        ("without a suffix", "chart", ".svg or .png"),
        ("nothing", "", "no name of a file"),
        ("markup in no folder", f"{MARKUP}.svg", "there is no folder"),
        ("in /proc", "/proc/c.svg", "cannot write --chart"),
    ):
        arguments = ("profile", "rv32", "--chart", place)
        yield Case(f"--chart {title}", arguments, 2, (word,), setup=_folder)
    for title, name, place, word in (
        ("of a plain engine", "engine-n1", "c.svg", "no shares that a probe could tell of"),
        ("as a bitmap", "engine-n1x2", "c.png", "has no format; allowed: .svg"),
        ("in /proc", "engine-n1x2", "/proc/c.svg", "cannot write --cone"),
    ):
        yield Case(f"--cone {title}", ("leakage", name, "--cone", place), 2, (word,))
    for title, name, place, word in (
        ("of a plain engine", "engine-n1", "out", "--export: engine-n1 has no shares"),
        ("in /proc", "engine-n1x2", "/proc/out", "--export"),
    ):
        yield Case(f"--export {title}", ("leakage", name, "--export", place), 2, (word,))
    for title, arguments in (
        ("a picture twice", ("--chart", "c.svg", "--cone", "./c.svg")),
        ("a picture and a folder", ("--chart", "c.svg", "--export", "c.svg")),
    ):
        arguments = ("leakage", "engine-n1x2", *arguments)
        yield Case(f"one place for {title}", arguments, 2, ("one for each",))
    for title, place in (
        ("a file", "file"),
        ("in a file", "file/out"),
        ("in /proc", "/proc/out"),
        ("long", long),
        ("control in a file", f"file/{CONTROL}"),
        ("markup in a file", f"file/{MARKUP}"),
        ("in thousands of folders", "a/" * 2000 + "b"),
    ):
        words = ("cannot write to --out", "a folder of yours")
        yield Case(f"--out {title}", ("explore", "--out", place), 2, words, good)
    yield Case("--out nothing", ("explore", "--out", ""), 2, ("no name of a file",))
    for command in (("explore",), ("measure", "engine-n1"), ("reproduce", "ng2020")):
        for title, build in (("a file", "file"), ("in /proc", "/proc/none"), ("long", long)):
            words = ("HASHFAB_BUILD",)
            environment = {"HASHFAB_BUILD": build}
            name = f"{command[0]} with a build folder {title}"
            yield Case(name, command, 2, words, good, environment=environment)
    yield Case(
        "clean with a build folder a file",
        ("clean",),
        2,
        ("is no folder",),
        good,
        environment={"HASHFAB_BUILD": "file"},
    )
    for title, build, setup, word in (
        ("long", long * 20, None, "File name too long"),
        ("a loop", "loop", _loop, "links form a loop"),
    ):
        environment = {"HASHFAB_BUILD": build}
        for command in (("clean",), ("measure", "engine-n1"), ("serve",)):
            words = ("HASHFAB_BUILD", word, "allowed")
            name = f"{command[0]} with a build folder of a name {title}"
            yield Case(name, command, 2, words, setup=setup, environment=environment)
    for title, setup, place, word in (
        ("a file", None, "file", "it is no folder"),
        ("a device", None, "/dev/null", "it is no folder"),
        ("a pipe", _pipe, "pipe", "it is no folder"),
        ("a loop", _loop, "loop", "it is no folder"),
        ("long", None, long * 20, "File name too long"),
        ("nothing", None, "", "no name of a file"),
    ):
        yield Case(f"serve {title}", ("serve", "--port", "0", place), 2, (word,), good, setup)
    for title, port in (("negative", "-1"), ("too high", "65536"), ("arabic", ARABIC)):
        words = ("--port", "allowed: 0 to 65535")
        yield Case(f"serve on a port {title}", ("serve", "--port", port), 2, words)
    for title, columns in (("no column", "0"), ("one column", "1"), ("less", "-5"), ("text", "x")):
        environment = {"COLUMNS": columns}
        yield Case(f"list on a terminal of {title}", ("list",), 0, environment=environment)
    for title, root in (("no PDK", ""), ("no folder", "/none"), ("a file", "file")):
        environment = {"PDK_ROOT": root}
        for command in (("explore",), ("measure", "engine-n1")):
            arguments = (*command, "--target", "sg13g2")
            words = ("PDK_ROOT",)
            yield Case(
                f"{command[0]} with {title}", arguments, 2, words, good, environment=environment
            )


def folders() -> Iterator[Case]:
    """Where a design's folder is put."""
    good: dict[str, str | bytes] = {"file": "x"}
    allowed = "allowed: a new folder, an empty one, or one that hashfab generated"
    for title, place, word in (
        ("nothing", "", "no name of a file"),
        ("null", "a\0b", "no name of a file"),
        ("file", "file", "it is a file"),
        ("in a file", "file/new", "'file"),
        ("device", "/dev/full", "it is a file"),
        ("root", "/", "or around it"),
        ("here", ".", "the folder that you are in"),
        ("above", "..", "or around it"),
        ("not ours", "/etc", "hashfab did not generate it"),
        ("in /proc", "/proc/new", "cannot write --out"),
        ("long", "x" * 300, "File name too long"),
        ("thousands of folders", "a/" * 2000 + "b", "more than 64 folders in one another"),
    ):
        words = (word,) if "name of" in word else (word, "--out", allowed)
        yield Case(
            f"generate into {title}", ("generate", "engine-n1", "--out", place), 2, words, good
        )
    for title, setup, word in (
        ("loop", _loop, "loop"),
        ("pipe", _pipe, "it is a file"),
        ("link to nowhere we may write", lambda at: _link(at, "out", "/proc/new"), "--out"),
        ("somebody's", lambda at: _generated(at, {}), "hashfab did not write 'mine'"),
        ("changed", lambda at: _generated(at, {"mine": "0" * 64}), "'mine' in it was changed"),
        ("broken record", lambda at: _generated(at, None), "hashfab did not generate it"),
        ("odd record", lambda at: _generated(at, []), "hashfab did not generate it"),
        (
            "record that is a pipe",
            lambda at: _special(at, lambda path: os.mkfifo(path)),
            "hashfab did not generate it",
        ),
        (
            "record without an end",
            lambda at: _special(at, lambda path: path.symlink_to("/dev/zero")),
            "hashfab did not generate it",
        ),
        ("pipe in it", _generated_pipe, "'mine' in it was changed"),
    ):
        place = title if title in ("loop", "pipe") else "out"
        arguments = ("generate", "engine-n1", "--out", place)
        yield Case(f"generate into {title}", arguments, 2, (word, allowed), setup=setup)


def stores() -> Iterator[Case]:
    """Stores that are none."""
    for title, setup, word in (
        ("text", lambda at: _store(at).write_text("no database " * 100), "not a database"),
        ("truncated", _truncated, "malformed"),
        ("of another version", lambda at: _sql(at, "PRAGMA user_version = 99"), "later version"),
        ("of other columns", lambda at: _sql(at, "CREATE TABLE result (a)"), "other columns"),
        ("of something else", lambda at: _sql(at, "CREATE TABLE moz (a)"), "something else"),
        ("a folder", lambda at: _store(at).mkdir(), "no file"),
        ("a pipe", lambda at: os.mkfifo(_store(at)), "no file"),
        ("a dead link", lambda at: _store(at).symlink_to("/none/none"), "unable to open"),
    ):
        for command in (("explore",), ("measure", "engine-n1"), ("reproduce", "ng2020")):
            words = ("results.sqlite", "cannot be used", word, "HASHFAB_BUILD")
            yield Case(f"{command[0]} with a store {title}", command, 2, words, setup=setup)


def schedulers() -> Iterator[Case]:
    """Addresses of a scheduler that are none."""
    for title, address in (
        ("empty", ""),
        ("text", "garbage"),
        ("of no protocol", "foo://bar"),
        ("of nobody", "tcp://127.0.0.1:1"),
        ("of this process", "inproc://"),
        ("long", "x" * 10_000),
    ):
        arguments = ("explore", "--scheduler", address)
        yield Case(f"scheduler {title}", arguments, 2, ("no Dask scheduler answers at",))


def _loop(here: Path) -> None:
    (here / "loop").symlink_to("loop")


def _pipe(here: Path) -> None:
    os.mkfifo(here / "pipe")


def _folder(here: Path) -> None:
    (here / "folder.svg").mkdir()


def _link(here: Path, name: str, target: str) -> None:
    (here / name).symlink_to(target)


def _store(here: Path) -> Path:
    (here / "build").mkdir()
    return here / "build" / "results.sqlite"


def _generated(here: Path, recorded: object) -> None:
    """A folder with a record of what is in it, and a file of somebody."""
    (here / "out").mkdir()
    (here / "out" / "mine").write_text("mine")
    record = "{" if recorded is None else json.dumps({"files": recorded})
    (here / "out" / "hashfab.json").write_text(record)


def _special(here: Path, make: Callable[[Path], object]) -> None:
    """A folder whose record is no plain file."""
    (here / "out").mkdir()
    make(here / "out" / "hashfab.json")


def _generated_pipe(here: Path) -> None:
    """A folder with a record of a file that is a pipe now."""
    _generated(here, {"mine": "0" * 64})
    (here / "out" / "mine").unlink()
    os.mkfifo(here / "out" / "mine")


def _sql(here: Path, statement: str) -> None:
    connection = sqlite3.connect(_store(here))
    connection.execute(statement)
    connection.commit()
    connection.close()


def _truncated(here: Path) -> None:
    path = _store(here)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE result (key TEXT PRIMARY KEY, what, data, seconds)")
    for number in range(2000):
        connection.execute("INSERT INTO result VALUES (?, '', '{}', 1.0)", (f"{number:032}",))
    connection.commit()
    connection.close()
    path.write_bytes(path.read_bytes()[:10_000])


CASES = [
    case
    for group in (
        designs,
        numbers,
        workloads,
        guests,
        recommendations,
        names,
        messages,
        spaces,
        programs,
        places,
        folders,
        stores,
        schedulers,
    )
    for case in group()
]
