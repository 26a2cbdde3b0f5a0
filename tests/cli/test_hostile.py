# SPDX-License-Identifier: Apache-2.0
"""No input hurts: one sentence says what was wrong and what is allowed, before any work."""

from __future__ import annotations

import io
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from hashfab import cli
from hashfab.tools import process

from .hostile_cases import CASES, Case

MOST = 1100
"""Characters of a message at the most, the program's name included."""

COMMAND = (sys.executable, "-c", "from hashfab.cli import main; main()")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request starts in an empty folder, with a build folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HASHFAB_BUILD", "build")


def run(case: Case, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of a request."""
    here = Path.cwd()
    for name, content in case.files.items():
        data = content.encode() if isinstance(content, str) else content
        (here / name).write_bytes(data)
    if case.setup:
        case.setup(here)
    for name, value in case.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["hashfab", *case.arguments])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(case.stdin)))

    def no_tool(*arguments: object, **options: object) -> None:
        raise AssertionError("a tool was started")

    monkeypatch.setattr(process, "execute", no_tool)
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with pytest.raises(SystemExit) as stop:
            cli.main()
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    assert isinstance(stop.value.code, int)
    return stop.value.code


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_a_sentence_says_what_is_wrong(
    case: Case, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    status = run(case, monkeypatch)
    said = capfd.readouterr().err
    assert status == case.status, said
    if status == 2 and case.setup is None:
        written = {path.name for path in Path.cwd().iterdir()} - set(case.files)
        # What is found out later, such as that no scheduler answers, comes after the store is open.
        assert written <= (set() if case.arguments[0] == "recommend" else {"build"})
    assert "Traceback" not in said and "internal error" not in said, said
    if status == 0:
        assert said == ""
        return
    # An exploration says first what it is about to do.
    message = said.rstrip("\n").split("\n")[-1]
    assert message.startswith("hashfab: ") and said.count("hashfab: ") == 1
    assert message.isprintable()
    assert len(message) <= MOST
    for word in case.words:
        assert word in message, message
    assert not any(word in message for word in case.arguments if len(word) > 400)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 200
    assert len({case.name for case in CASES}) == len(CASES)


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A request in a process of its own."""
    command = [*COMMAND, *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)


def in_shell(script: str) -> subprocess.CompletedProcess[str]:
    """A request with the redirections of a shell, in which ``$H`` is the command."""
    quoted = f"H() {{ {sys.executable} -c 'from hashfab.cli import main; main()' \"$@\"; }}\n"
    return subprocess.run(
        ["bash", "-c", quoted + script], capture_output=True, text=True, check=False
    )


def test_closed_standard_output_is_told() -> None:
    result = in_shell("H list >&-")
    assert result.returncode == 1
    assert result.stderr == "hashfab: cannot write or read: Bad file descriptor\n"


def test_a_full_disk_behind_standard_output_is_told() -> None:
    result = in_shell("H list > /dev/full")
    assert result.returncode == 1
    assert result.stderr == "hashfab: cannot write or read: No space left on device\n"


def test_closed_standard_input_is_told() -> None:
    result = in_shell("H hash - --design engine-n1 <&-")
    assert result.returncode == 2
    assert "cannot read standard input: Bad file descriptor; allowed" in result.stderr
    assert result.stderr.count("\n") == 1


def test_closed_standard_error_hurts_nothing() -> None:
    assert in_shell("H list --yaml 2>&-").returncode == 2
    assert in_shell("H list --json 2>&- <&-").returncode == 0


def test_no_file_takes_the_place_of_a_closed_stream() -> None:
    Path("p.asm").write_text("HALT\n")
    result = in_shell("H asm p.asm -o out.bundle >&- 2>&- <&-")
    assert Path("out.bundle").read_text().endswith("pm 0 08000000000000000000\n")
    assert result.returncode == 0


def test_a_closed_pipe_ends_in_silence() -> None:
    result = in_shell("set -o pipefail; H list --json | true")
    assert (result.returncode, result.stderr) in ((141, ""), (0, ""))


def test_a_message_may_come_through_a_pipe() -> None:
    result = in_shell("H asm <(printf 'NOP\\nHALT\\n') --json")
    assert result.returncode == 0 and '"words"' in result.stdout


def test_a_file_may_go_through_a_pipe() -> None:
    Path("p.asm").write_text("HALT\n")
    result = in_shell("H asm p.asm -o /dev/stdout | tail -n 1; H asm p.asm -o >(cat >&2); wait")
    for said in (result.stdout, result.stderr):
        assert said.endswith("pm 0 08000000000000000000\n"), result


def test_bytes_that_are_no_text_can_be_printed() -> None:
    Path("p.asm").write_text("HALT\n")
    Path("p.asm").rename(os.fsdecode(b"\xff.asm"))
    result = subprocess.run([*COMMAND, "asm", b"\xff.asm", "--json"], capture_output=True)
    assert result.returncode == 0 and b'"file": "\\\\udcff.asm"' in result.stdout


def test_a_full_disk_is_told_of_the_store() -> None:
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100));"
        "import sys; sys.argv = ['hashfab', 'measure', 'engine-n1'];"
        "from hashfab.cli import main; main()"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.returncode == 2, result.stderr
    assert "results.sqlite' cannot be used" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_write_protected_store_is_told() -> None:
    build = Path("build")
    build.mkdir()
    (build / "results.sqlite").touch(mode=0o444)
    result = started("measure", "engine-n1")
    assert result.returncode == 2 and "results.sqlite' cannot be used" in result.stderr


@pytest.mark.parametrize("arguments", [("--version",), ("list",), ("--help",), ("clean",)])
def test_light_commands_import_nothing_heavy(arguments: tuple[str, ...]) -> None:
    script = (
        "import sys, atexit; from hashfab.cli import main; sys.argv[1:] = sys.argv[2:];"
        "heavy = {'matplotlib', 'numpy', 'dask', 'distributed', 'plotly', 'elftools', 'vcd',"
        " 'asyncio'};"
        "atexit.register(lambda: print(sorted(heavy & set(sys.modules)), file=sys.stderr)); main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, "-", *arguments], capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "[]\n")


@pytest.mark.bench
@pytest.mark.parametrize("arguments", [("--version",), ("list",)])
def test_light_commands_start_at_once(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As after its first start: Python keeps what it has compiled, unless it is told not to.
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path / "bytecode"))

    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert started(*arguments).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(5)) <= 0.5


HASH = ("hash", "-", "--design", "engine-lane")

IN_FRONT = """
import signal
from hashfab.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
main()
"""
"""The command as a shell starts it in front, even where these tests run in the background."""


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (HASH, signal.SIGTERM),
        (HASH, signal.SIGINT),
        (HASH, signal.SIGHUP),
        (("measure", "engine-lane"), signal.SIGTERM),
        (("verify", "engine-lane"), signal.SIGTERM),
        (("explore", "--jobs", "2"), signal.SIGTERM),
    ],
)
def test_a_kill_ends_the_tools(arguments: tuple[str, ...], number: int) -> None:
    command = subprocess.Popen(
        [sys.executable, "-c", IN_FRONT, *arguments],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    own = psutil.Process(command.pid)
    tools: list[psutil.Process] = []
    building = False
    while command.poll() is None and not (tools and building):
        tools = own.children(recursive=True)
        building = any(Path().glob("build/scratch/*/*log"))
    command.send_signal(number)
    _, said = command.communicate(timeout=30)
    assert command.returncode == 1
    assert "topped" in said and "Traceback" not in said
    _, alive = psutil.wait_procs(tools, timeout=10)
    assert tools and not alive
    assert list(Path("build", "scratch").iterdir()) == []
