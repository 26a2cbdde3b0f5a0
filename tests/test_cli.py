# SPDX-License-Identifier: Apache-2.0
"""The command line: what it prints, its exit codes, and one sentence for what is wrong."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab import __version__


def hashfab(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [sys.executable, "-c", "from hashfab.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(
        arguments, result.returncode, result.stdout.decode(), result.stderr.decode()
    )


def test_version() -> None:
    assert hashfab("--version").stdout.strip().endswith(__version__)


def test_list_as_json() -> None:
    families = json.loads(hashfab("list", "--json").stdout)["families"]
    assert [family["name"] for family in families] == ["engine", "accel", "rv32", "mips32"]
    for family in families:
        assert family["presets"] and len(family["algorithms"]) == 9
        for parameter in family["parameters"]:
            assert parameter["default"] in parameter["values"]


def test_list_for_people() -> None:
    result = hashfab("list")
    assert result.returncode == 0
    assert "rounds" in result.stdout and "accel-d1n1t1w64" in result.stdout


@pytest.mark.parametrize("design", ["engine-n1", "accel-d1n1t1w64", "rv32-dasip", "mips32-copro"])
def test_hash_a_file_and_standard_input(design: str, tmp_path: Path) -> None:
    message = bytes(range(256)) * 3
    file = tmp_path / "message"
    file.write_bytes(message)
    arguments = ("--design", design, "--alg", "sha3-256", "--json")
    result = json.loads(hashfab("hash", str(file), *arguments).stdout)
    assert result["digest"] == hashlib.sha3_256(message).hexdigest()
    assert result["verified"] is True
    assert result["message_bytes"] == 768
    assert result["cycles_per_byte"] == pytest.approx(result["cycles"] / 768)
    assert result["bits_per_cycle"] == pytest.approx(8 * 768 / result["cycles"])
    assert json.loads(hashfab("hash", "-", *arguments, stdin=message).stdout) == result


def test_hash_an_xof_and_an_empty_message() -> None:
    result = hashfab(
        "hash", "-", "--design", "engine-n1", "--alg", "shake128", "--length", "400", "--json"
    )
    answer = json.loads(result.stdout)
    assert answer["digest"] == hashlib.shake_128(b"").hexdigest(400)
    assert answer["cycles_per_byte"] is None


@pytest.mark.parametrize("core", ["rv32", "mips32"])
def test_another_program(core: str) -> None:
    arguments = ("--design", core, "--alg", "sha3-256", "--json")
    best, compact = (
        json.loads(hashfab("hash", "-", *arguments, *more, stdin=b"message").stdout)
        for more in ((), ("--program", "compact"))
    )
    assert (best["design"], compact["design"]) == (core, f"{core}-compact")
    assert best["digest"] == compact["digest"] == hashlib.sha3_256(b"message").hexdigest()
    assert compact["cycles"] > 3 * best["cycles"]


@pytest.mark.parametrize("core", ["rv32", "mips32-native"])
def test_profile(core: str) -> None:
    result = json.loads(hashfab("profile", core, "--bytes", "500", "--json").stdout)
    assert result["design"] == core and result["message_bytes"] == 500
    assert result["functions"][0]["name"] == "keccak_permute"
    assert {"name", "instructions", "cycles"} == result["classes"][0].keys()


def test_verify() -> None:
    result = json.loads(hashfab("verify", "engine-n1", "--seed", "3", "--json").stdout)
    assert result["verified"] is True and len(result["messages"]) == 9


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("hash", "/no/such/file", "--design", "engine-n1", "--alg", "sha3-256"), "/no/such/file"),
        (("hash", "/", "--design", "engine-n1", "--alg", "sha3-256"), "directory"),
        (("hash", "-", "--design", "engine-n7", "--alg", "sha3-256"), "1, 2, 3, 4, 6, 8, 12, 24"),
        (("hash", "-", "--design", "engine-n1", "--alg", "md5"), "sha3-256"),
        (("hash", "-", "--design", "engine-n1", "--alg", "sha3-256", "--length", "9"), "shake128"),
        (("hash", "-", "--design", "engine-n1", "--alg", "shake128", "--domain", "7"), "turbo"),
        (("hash", "-", "--design", "engine-n1"), "--alg"),
        (("measure", "engine-n0"), "rounds = 0"),
        (("measure", "engine-n1", "--target", "tsmc"), "sg13g2"),
        (("measure", "engine-n1", "--workload", "many"), "MESSAGESxSIZE"),
        (("measure", "accel-d2n1t1w64"), "units x stages"),
        (("reproduce", "ng2019"), "ng2020"),
        (("verify", "nothing"), "engine-n1"),
        (("profile", "engine-n1"), "rv32"),
        (("profile", "rv32", "--program", "tiny"), "best, compact"),
        (("profile", "rv32", "--bytes", "-1"), "0 and more"),
        (("profile", "rv32", "--chart", "chart.txt"), ".svg or .png"),
        (
            ("hash", "-", "--design", "engine-n1", "--alg", "sha3-256", "--program", "x"),
            "--program",
        ),
        (("nonsense",), "nonsense"),
        (("list", "--yaml"), "--yaml"),
    ],
)
def test_a_wrong_request_is_one_sentence(arguments: tuple[str, ...], part: str) -> None:
    result = hashfab(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert part in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr
