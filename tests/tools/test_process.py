# SPDX-License-Identifier: Apache-2.0
"""Finding and running tools."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import psutil
import pytest

from hashfab import designs
from hashfab.designs.model import Program
from hashfab.errors import RequestError, ToolMissing, WorkFailed
from hashfab.measure import program as programs
from hashfab.tools import nextpnr, opensta, process, verilator, yosys


def test_a_missing_tool_says_how_to_install_it() -> None:
    with pytest.raises(ToolMissing, match=r"'no-such-tool' is not installed; do this") as caught:
        process.find("no-such-tool", "do this")
    assert isinstance(caught.value, RequestError)


def test_opensta_is_named_when_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match="apt-get install opensta"):
        opensta.period_ns(tmp_path / "a.v", tmp_path / "a.lib", "a", "clk_i", "rst_ni", "b", 0.1)


def test_a_failure_has_its_reason_and_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = "import sys; print('so far so good'); sys.exit('ERROR: no such net')"
    with pytest.raises(WorkFailed, match="ERROR: no such net") as caught:
        process.run([sys.executable, "-c", script], log)
    assert caught.value.log == log
    assert "so far so good" in log.read_text()


def test_make_does_not_leak_into_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAKEFLAGS", "-j8 --jobserver-auth=3,4")
    script = "import os; print(os.environ.get('MAKEFLAGS'))"
    assert process.run([sys.executable, "-c", script], tmp_path / "log").strip() == "None"


def test_versions_are_known() -> None:
    for tool in (verilator, yosys, nextpnr.ECP5, nextpnr.ICE40):
        assert tool.version()[0].isdigit()


def test_a_yosys_error_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkFailed, match="no_such_command"):
        yosys.run(tmp_path, "wrong", "no_such_command\n")


def test_a_broken_design_does_not_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))
    source, harness = tmp_path / "top.sv", tmp_path / "main.cpp"
    source.write_text("module top; wire x = nowhere; endmodule\n")
    harness.write_text("int main() {}\n")
    with pytest.raises(WorkFailed, match="nowhere"):
        verilator.build("top", [source], harness, {}, {})
    assert not list((tmp_path / "build").rglob("sim/*/sim"))


def test_one_process_at_a_time_lets_yowasp_compile_a_tool(tmp_path: Path) -> None:
    """A tool that is compiled by two at once dies of a bus error in one of them."""
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\nmkdir busy || exit 1\nsleep 0.2\nrmdir busy\n")
    tool.chmod(0o755)
    script = "from hashfab.tools import yowasp; yowasp.command('tool')"
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "YOWASP_CACHE_DIR": str(tmp_path / "cache"),
    }
    users = [
        subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path, env=environment)
        for _ in range(3)
    ]
    assert [user.wait() for user in users] == [0, 0, 0]


ODD = "a b's $x#%{c},d"
"""A name with which shells, make, linkers and Tcl have their troubles."""


def test_a_build_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / ODD))
    source, harness = tmp_path / ODD / "top.sv", tmp_path / ODD / "main.cpp"
    source.parent.mkdir()
    source.write_text(
        "module top(input logic a_i, output logic b_o); assign b_o = a_i; endmodule\n"
    )
    (tmp_path / ODD / "value.h").write_text("constexpr int kValue = 7;\n")
    harness.write_text(
        '#include "value.h"\n#include "Vtop.h"\n'
        "void vl_stop(const char*, int, const char*) {}\nint main() { return kValue; }\n"
    )
    binary = verilator.build("top", [source], harness, {}, {})
    assert binary.is_relative_to(tmp_path / ODD)
    assert process.execute([binary]).returncode == 7
    design = designs.parse("rv32-dasip")
    program = designs.family(design.family).program(design)
    assert isinstance(program, Program)
    assert programs.build(program).image.is_relative_to(tmp_path / ODD)


def test_a_stop_ends_a_tool_with_what_it_started(tmp_path: Path) -> None:
    script = "import subprocess; subprocess.run(['sleep', '60'])"
    running = process.Running()
    tool = threading.Thread(target=running.execute, args=([sys.executable, "-c", script],))
    tool.start()
    while not (found := [p for p in psutil.Process().children(True) if p.name() == "sleep"]):
        pass
    running.stop()
    tool.join(10)
    assert not tool.is_alive()
    assert not psutil.wait_procs(found, timeout=10)[1]
    with pytest.raises(WorkFailed, match="stopped"):
        running.execute(["true"])


def test_a_tool_without_hope_is_ended(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(process.GivenUp, match="sh came no further"):
        process.run(
            ["sh", "-c", f"echo begun; sleep 100; touch {tmp_path}/ended"],
            log,
            hopeless=lambda: log.read_text() == "begun\n",
        )
    assert not (tmp_path / "ended").exists()
    assert process.run(["sh", "-c", "echo done"], log, hopeless=lambda: True) == "done\n"


def test_what_cannot_be_run_is_told(tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("no program")
    with pytest.raises(WorkFailed, match=r"cannot run .*tool: Permission denied"):
        process.execute([tmp_path / "tool"])
