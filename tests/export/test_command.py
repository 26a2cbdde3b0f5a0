# SPDX-License-Identifier: Apache-2.0
"""``hashfab generate``: what it prints and what it leaves."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import RequestError
from hashfab.export import buses, tops
from hashfab.export.accel import NativeAccel


def hashfab(*arguments: str | Path, where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from hashfab.cli import main; main()", *arguments],
        cwd=where,
        capture_output=True,
        text=True,
        check=False,
    )


def content(place: Path) -> dict[str, bytes]:
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file()
    }


def test_a_folder_is_made_and_made_again(tmp_path: Path) -> None:
    result = hashfab("generate", "engine-plane", "--out", "new/there", "--json", where=tmp_path)
    assert result.returncode == 0 and result.stderr == ""
    answer = json.loads(result.stdout)
    first = content(tmp_path / "new" / "there")
    assert answer == {"design": "engine-plane", "files": sorted(first)}
    record = json.loads(first["hashfab.json"])
    for path, digest in record["files"].items():
        assert hashlib.sha256(first[path]).hexdigest() == digest
    again = hashfab("generate", "engine-plane", "--out", "new/there", where=tmp_path)
    assert again.returncode == 0 and "make -C new/there sim" in again.stdout
    assert content(tmp_path / "new" / "there") == first
    (tmp_path / "new" / "there" / "Makefile").write_text("mine")
    refused = hashfab("generate", "engine-plane", "--out", "new/there", where=tmp_path)
    assert refused.returncode == 2 and "'Makefile' in it was changed" in refused.stderr
    assert (tmp_path / "new" / "there" / "Makefile").read_text() == "mine"


def test_help_says_what_has_which_bus(tmp_path: Path) -> None:
    said = " ".join(hashfab("generate", "--help", where=tmp_path).stdout.split())
    native = [name for name in designs.families() if name != "soc"]
    assert (
        f"native: {', '.join(native)}; axi4: accel; axi4-bursts: accel; obi: accel; "
        "wishbone: accel; axi4-stream: accel; rocc: accel; cv-x-if: rv32." in said
    )
    assert "wishbone: wishbone, apb4, axi4-lite, obi, avalon-" in said
    listed = json.loads(hashfab("list", "--json", where=tmp_path).stdout)["buses"]
    assert {"name": "native", "families": native, "controls": []} in listed
    for name in ("axi4-stream", "rocc"):
        assert {"name": name, "families": ["accel"], "controls": []} in listed
    assert {"name": "cv-x-if", "families": ["rv32"], "controls": []} in listed
    assert {"name": "axi4", "families": ["accel"], "controls": list(tops.CONTROLS)} in listed


ACCEL, ENGINE = designs.parse("accel-d1n1t1w64"), designs.parse("engine-n1")


def test_the_first_control_bus_is_the_default() -> None:
    assert [buses.get(ACCEL, "axi4", name).control for name in (None, "apb4", "axi4-lite")] == [
        "apb4",
        "apb4",
        "axi4-lite",
    ]
    assert [buses.get(ACCEL, name).control for name in ("obi", "wishbone")] == ["obi", "wishbone"]
    assert buses.get(ACCEL, "native").control is None


@pytest.mark.parametrize(
    ("design", "bus", "control", "said"),
    [
        (ENGINE, "axi4", None, "engine-n1 has no bus 'axi4'; allowed: native"),
        (ENGINE, "axi4", "apb4", "engine-n1 has no bus 'axi4'; allowed: native"),
        (ACCEL, "axi4", "apb", "unknown control bus 'apb'; did you mean 'apb4'"),
        (ACCEL, "axi4", "tilelink", "allowed: apb4, axi4-lite, obi, wishbone, avalon-mm, tl-ul"),
        (ENGINE, "wishbone", "wishbone", "engine-n1 has no bus 'wishbone'; allowed: native"),
        (
            ACCEL,
            "native",
            "apb4",
            "on bus 'native' takes no '--control'; "
            "allowed: none, --bus axi4, --bus axi4-bursts, --bus obi, --bus wishbone$",
        ),
        (
            ACCEL,
            "axi4-stream",
            "apb4",
            "on bus 'axi4-stream' takes no '--control'; "
            "allowed: none, --bus axi4, --bus axi4-bursts, --bus obi, --bus wishbone$",
        ),
        (
            designs.parse("accel-d2n1t2w32"),
            "axi4-stream",
            None,
            "^accel-d2n1t2w32 is a sponge with one state and words of 64 bits on bus "
            "'axi4-stream', not units = 2, contexts = 2, width = 32, buffers = 2; allowed: "
            "accel-d1nNt1w64 with N of 1, 2, 3, 4, 6, 8, 12, 24$",
        ),
        (designs.parse("accel-d1s2t2w64"), "axi4-stream", None, "not stages = 2, contexts = 2,"),
        (ENGINE, "axi4-stream", None, "engine-n1 has no bus 'axi4-stream'; allowed: native"),
        (
            designs.parse("accel-d1n1t1w32"),
            "rocc",
            None,
            "^accel-d1n1t1w32 is no coprocessor for Rocket, whose data cache has words of 64 bits "
            "and whose instructions name no state and no steps; on bus 'rocc', allowed: "
            "accel-…w64 without r and c$",
        ),
        (designs.parse("accel-d1n1t1w64r"), "rocc", None, "instructions name no state"),
        (ACCEL, "rocc", "obi", "on bus 'rocc' takes no '--control'; allowed: none, --bus axi4,"),
        (ENGINE, "native", "apb4", "takes no '--control'; allowed: none$"),
        (
            ACCEL,
            "cv-x-if",
            None,
            "has no bus 'cv-x-if'; allowed: native, axi4, axi4-bursts, obi, wishbone, axi4-s",
        ),
        (
            designs.parse("rv32-dasip"),
            "cv-x-if",
            None,
            "^rv32-dasip is no lane unit for bus 'cv-x-if'; "
            "allowed: rv32-lane1, rv32-lane5, rv32-lane25$",
        ),
        (designs.parse("rv32"), "axi4", None, "rv32 has no bus 'axi4'; allowed: native$"),
        (designs.parse("rv32-lane1"), "axi4", None, "no bus 'axi4'; allowed: native, cv-x-if$"),
        (ACCEL, "axi", None, "unknown bus 'axi'; did you mean 'axi4'"),
    ],
)
def test_what_does_not_go_together(
    design: Design, bus: str, control: str | None, said: str
) -> None:
    with pytest.raises(RequestError, match=said):
        buses.get(design, bus, control)


def test_a_family_without_a_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(buses.BUSES, "native", (NativeAccel(),))
    with pytest.raises(RequestError, match="rv32 has no bus 'native'; allowed: designs of accel"):
        buses.get(designs.parse("rv32"), "native")
