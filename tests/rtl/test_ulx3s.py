# SPDX-License-Identifier: Apache-2.0
"""The reference system on its board: all of its RTL, with its memories, and what its UART sends."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.measure import board
from hashfab.tools import verilator

HARNESS = Path(__file__).parent / "ulx3s.cpp"
LINE = re.compile(r"SHA3-256 (\d+) bytes: (\d+) cycles, software (\d+), ([0-9a-f]{64})\r\n")


def received(name: str, folder: Path) -> list[str]:
    """The lines that a design sends."""
    design = designs.parse(name)
    parameters = designs.FAMILIES["soc"].rtl_parameters(design)
    binary = verilator.build(board.TOP, board.sources(), HARNESS, parameters, {})
    (folder / board.IMAGE).write_text(board.image(board.demo(design)))
    result = subprocess.run(
        [binary, "--jobs", "none"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return [bytes.fromhex(text).decode() for text in json.loads(result.stdout)["lines"]]


@pytest.mark.parametrize(
    "name",
    [
        "soc-rv32-accel-d1n1t1w64",
        pytest.param("soc-rv32-accel-d1n1t1w32", marks=pytest.mark.long),
    ],
)
def test_the_uart_sends_digests_and_cycles(name: str, tmp_path: Path) -> None:
    *lines, last = received(name, tmp_path)
    assert last == "PASS\r\n"
    found = [match.groups() for line in lines if (match := LINE.fullmatch(line))]
    assert [int(each[0]) for each in found] == [0, 64, 200, 4096] and len(found) == len(lines)
    for count, cycles, software, digest in found:
        message = bytes(i % 251 for i in range(int(count)))
        assert digest == hashlib.sha3_256(message).hexdigest()
        assert 0 < int(cycles) < int(software)


def test_it_is_clean_at_wall(tmp_path: Path) -> None:
    verilator.lint(board.TOP, board.sources(), {}, tmp_path / "log")
