# SPDX-License-Identifier: Apache-2.0
"""``hashfab generate``: what it prints and what it leaves."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import RequestError
from hashfab.export import buses
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
    assert f"native: {', '.join(designs.families())}." in said


def test_a_bus_of_other_families(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(buses.BUSES, "toy", {"accel": NativeAccel()})
    assert isinstance(buses.get(designs.parse("accel-d1n1t1w64"), "toy"), NativeAccel)
    with pytest.raises(RequestError, match="engine-n1 has no bus 'toy'; allowed: native"):
        buses.get(designs.parse("engine-n1"), "toy")
    monkeypatch.setitem(buses.BUSES, "native", {})
    with pytest.raises(RequestError, match="rv32 has no bus 'native'; allowed: designs of"):
        buses.get(designs.parse("rv32"), "native")
