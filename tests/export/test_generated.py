# SPDX-License-Identifier: Apache-2.0
"""What is handed out works by itself, and its smoke test sees what is wrong."""

import re
from pathlib import Path

import pytest

from hashfab.export import buses, tops
from hashfab.export.accel import VECTORS

from .workbench import flip, generated, make

# Checks and translates; gates would take most of the time of this test.
COARSE = "SYNTH=synth -run begin:fine"

FURTHER = (
    "engine-slice",
    "rv32-lane1",
    "engine-n1",
    "engine-n1x2",
    "engine-n1x2g64",
    "engine-s4",
    "engine-plane",
    "engine-lane",
    "accel-d2n2t2w32",
    "accel-d1s4t4w256",
    "accel-d1n2t2w128",
    "rv32",
    "rv32-zbkb",
    "rv32-oasip",
    "rv32-dasip",
    "rv32-lane25",
    "rv32-dasip-compact",
    "mips32",
    "mips32-native",
    "mips32-copro",
    "hashproc",
)
BUS = "accel-d1n1t1w32"
STREAM = "accel-d1n1t1w64"
BUSES = (BUS, "accel-d2n2t2w64", "accel-d1s4t4w256", "accel-d1n2t2w128b8")
WIDELY = (("axi4", "apb4"), ("axi4", "axi4-lite"), ("obi", "obi"), ("wishbone", "wishbone"))
"""With designs of every kind; other combinations have the same parts."""

EVERY = [
    (BUS, "axi4", "apb4"),
    pytest.param(STREAM, "axi4-stream", None, marks=pytest.mark.long),
    pytest.param(STREAM, "native", None, marks=pytest.mark.long),
    *(
        pytest.param(name, "rocc", None, marks=pytest.mark.long)
        for name in (STREAM, "accel-d2n2t2w64", "accel-slicew64")
    ),
    *(
        pytest.param(name, "cv-x-if", None, marks=pytest.mark.long)
        for name in ("rv32-lane1", "rv32-lane5", "rv32-lane25")
    ),
    pytest.param("accel-d1n8t1w64", "axi4-stream", None, marks=pytest.mark.long),
    *(pytest.param(name, "native", None, marks=pytest.mark.long) for name in FURTHER),
    *(
        pytest.param(name, bus, control, marks=pytest.mark.long)
        for bus in tops.MEMORIES
        for control in buses.controls(bus)
        for name in (BUSES if (bus, control) in WIDELY else (BUS,))
        if (name, bus, control) != (BUS, "axi4", "apb4")
    ),
]


@pytest.mark.parametrize(("name", "bus", "control"), EVERY)
def test_it_lints_simulates_and_synthesizes_by_itself(
    name: str, bus: str, control: str | None, tmp_path: Path
) -> None:
    place = generated(name, tmp_path / "there", bus, control)
    linted = make(place, "lint")
    assert linted.returncode == 0 and "%Warning" not in linted.stderr, linted.stderr
    simulated = make(place, "sim")
    assert simulated.returncode == 0, simulated.stdout + simulated.stderr
    assert len(re.findall(rf"^PASS: {name},", simulated.stdout, re.MULTILINE)) == 2
    assert "arning" not in simulated.stderr
    synthesized = make(place, "synth", COARSE)
    assert synthesized.returncode == 0, synthesized.stdout + synthesized.stderr
    assert "cells" in synthesized.stdout
    if control is not None:
        assert len(re.findall(f"commands over {control},", simulated.stdout)) == 2
        driven(place, control)


def driven(place: Path, control: str) -> None:
    """The driver compiles without a warning, and all of its commands end as they should."""
    run = make(place, "driver")
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(f"^PASS: .*, 18 commands of the driver over {control},", run.stdout, re.M)
    assert "arning" not in run.stderr


@pytest.mark.long
def test_another_bus(tmp_path: Path) -> None:
    place = generated(BUS, tmp_path / "there", "obi", "obi")
    linted = make(place, "lint")
    assert linted.returncode == 0 and "%Warning" not in linted.stderr, linted.stderr
    simulated = make(place, "sim-icarus")
    assert f"PASS: {BUS}, 9 commands over obi," in simulated.stdout, simulated.stderr
    driven(place, "obi")


def wrong_digit(text: str) -> str:
    """A text whose last hexadecimal digit is another one."""
    return f"{text[:-1]}{int(text[-1], 16) ^ 1:x}"


DEFECTS = (
    pytest.param(
        "engine-slice",
        "keccak_engine_slice.sv",
        "constant_due && rc_q[7]",
        "constant_due && rc_q[6]",
        marks=pytest.mark.long,
    ),
    pytest.param(
        "accel-d1n1t1w64",
        "accel_align.sv",
        ">> {ofs_i, 3'b000}",
        "<< {ofs_i, 3'b000}",
        marks=pytest.mark.long,
    ),
)


@pytest.mark.parametrize(("name", "file", "old", "new"), DEFECTS)
def test_a_defect_fails(name: str, file: str, old: str, new: str, tmp_path: Path) -> None:
    place = generated(name, tmp_path / "there")
    flip(place / "rtl" / file, old, new)
    result = make(place, "sim-verilator")
    assert result.returncode != 0
    assert "FAIL: " in result.stdout and "PASS" not in result.stdout


def test_each_digest_of_an_engine_counts(tmp_path: Path) -> None:
    place = generated("engine-n1", tmp_path / "there")
    bench = place / "tb" / "tb.sv"
    found = re.findall(r"digest = (1600'h\w+);", bench.read_text())[:4]
    for expected in found:
        flip(bench, f"digest = {expected};", f"digest = {wrong_digit(expected)};")
    result = make(place, "sim-icarus")
    assert result.returncode != 0 and "FAIL: 4 digests are wrong" in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("name", "bus", "count"),
    [
        ("accel-d1n1t1w64", "native", 6),
        pytest.param("rv32-lane1", "native", 2, marks=pytest.mark.long),
        (BUS, "axi4", 6),
        pytest.param(STREAM, "rocc", 6, marks=pytest.mark.long),
    ],
)
def test_each_digest_in_memory_counts(name: str, bus: str, count: int, tmp_path: Path) -> None:
    place = generated(name, tmp_path / "there", bus)
    digests = place / "tb" / "digests.hex"
    lines = digests.read_text().splitlines()
    ends = [at for at, line in enumerate(lines) if at + 1 == len(lines) or lines[at + 1][0] == "/"]
    assert len(ends) == count
    for end in ends:
        lines[end] = wrong_digit(lines[end])
    digests.write_text("\n".join(lines) + "\n")
    result = make(place, "sim-icarus")
    assert result.returncode != 0
    assert f"FAIL: {count} bytes are wrong" in result.stdout + result.stderr


def test_each_word_of_a_stream_counts(tmp_path: Path) -> None:
    place = generated(STREAM, tmp_path / "there", "axi4-stream")
    digests = place / "tb" / "digests.hex"
    lines = digests.read_text().splitlines()
    words = [at for at, line in enumerate(lines) if not line.startswith("//")]
    for at in words:
        lines[at] = wrong_digit(lines[at])
    digests.write_text("\n".join(lines) + "\n")
    result = make(place, "sim-icarus")
    assert result.returncode != 0
    assert f"FAIL: {len(words)} words are wrong" in result.stdout + result.stderr


WRONG_ON_A_STREAM = {
    "tb/tb.sv": ("s_axis_tvalid || s_axis_tready", "s_axis_tvalid || noise[2]", "stream_check.sv"),
    "rtl/hash_axis.sv": ("m_axis_tvalid && message_q.wrong", "1'b0", "FAIL: 3 words are wrong"),
}
"""By file: what it has, what it has then, and what is said to it."""


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=pytest.mark.long if file.startswith("tb/") else [])
        for file in WRONG_ON_A_STREAM
    ],
)
def test_what_is_wrong_on_a_stream_is_seen(file: str, tmp_path: Path) -> None:
    old, new, said = WRONG_ON_A_STREAM[file]
    place = generated(STREAM, tmp_path / "there", "axi4-stream")
    flip(place / file, old, new)
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and "PASS" not in result.stdout
    assert said in result.stdout + result.stderr


WRONG_ON_ROCC = {
    "a code": ("tb/tb.sv", "5'd8: status = 64'd5", "5'd8: status = 64'd4", "for register 8"),
    "a nack": ("tb/tb.sv", "s2_nack           (1'b0)", "s2_nack (noise[4])", "rocc_check.sv"),
    "an exception": (
        "rtl/rocc_memory.sv",
        "s2_q.valid && s2_xcpt_i",
        "s1_q.valid && s2_xcpt_i",
        "FAIL: ",
    ),
    "an enable": ("rtl/rocc_pkg.sv", "size: 2'(size), offset", "size: 2'd0, offset", "wrong: "),
}
"""By title: file, what it has, what it has then, and what is said to it."""


@pytest.mark.long
@pytest.mark.parametrize("title", WRONG_ON_ROCC)
def test_what_is_wrong_on_rocc_is_seen(title: str, tmp_path: Path) -> None:
    file, old, new, said = WRONG_ON_ROCC[title]
    place = generated(STREAM, tmp_path / "there", "rocc")
    flip(place / file, old, new)
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and "PASS" not in result.stdout
    assert said in result.stdout + result.stderr


WRONG_ON_THE_BUS = {
    "a code": ("tb.sv", "6: error_of = 3'd2;", "6: error_of = 3'd5;", "ends with error 2"),
    "a refusal that is none": ("tb.sv", "{Refused, 7'h48", "{Refused, 7'h0c", "has error 0"),
    "an identity": ("tb.sv", "32'h48534148", "32'h48534149", "not 48534149"),
    "no interrupt": ("tb.sv", "7'h14, 32'h00000001", "7'h14, 32'h00000000", "no end of step"),
    "a lost byte": ("memory_model.sv", "content[rd_addr[rd_slot]-Base+rd_byte]", "8'h00", "wrong"),
    "no memory": ("memory_model.sv", "s_axi_rresp <= Okay", "s_axi_rresp <= Decerr", "error 1"),
}
"""In the testbench, for who hands it out; what is said to it."""


@pytest.mark.parametrize("title", WRONG_ON_THE_BUS)
def test_what_is_wrong_on_the_bus_is_seen(title: str, tmp_path: Path) -> None:
    file, old, new, said = WRONG_ON_THE_BUS[title]
    place = generated(BUS, tmp_path / "there", "axi4")
    flip(place / "tb" / file, old, new)
    result = make(place, "sim-icarus")
    assert result.returncode != 0 and "PASS" not in result.stdout
    assert "FAIL: " in result.stdout + result.stderr and said in result.stdout + result.stderr


BROKEN = {
    "axi4_check": ("axi4", "apb4", "memory_model.sv", "bid   <= aw_id[", "bid   <= ~aw_id["),
    "apb4_check": (
        "axi4",
        "apb4",
        "apb4_master.sv",
        "penable <= 1'b1;",
        "penable <= 1'b1; s_apb_paddr <= 6'd4;",
    ),
    "obi_port_check": ("axi4", "obi", "obi_master.sv", "if (s_obi_gnt) s_obi_req", "s_obi_req"),
    "wishbone_check": ("wishbone", "wishbone", "memory_model.sv", "err <= !there", "err <= 1'b1"),
    "avalon_mm_check": (
        "axi4",
        "avalon-mm",
        "avalon_mm_master.sv",
        "s_avalon_write     <= write_i;",
        "s_avalon_write     <= 1'b1;",
    ),
    "tl_ul_check": ("axi4", "tl-ul", "tl_ul_master.sv", "mask    = 4'b1111", "mask    = 4'b0111"),
}
"""Against the rules of a bus, by the checker that says so: buses, file, old text and new."""


@pytest.mark.parametrize(
    "checker",
    [
        pytest.param(each, marks=[] if each == "apb4_check" else [pytest.mark.long])
        for each in BROKEN
    ],
)
def test_the_rules_of_the_buses_are_checked(checker: str, tmp_path: Path) -> None:
    bus, control, file, old, new = BROKEN[checker]
    place = generated(BUS, tmp_path / "there", bus, control)
    flip(place / "tb" / file, old, new)
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and "PASS" not in result.stdout
    assert f"tb/checks/{checker}.sv" in result.stdout + result.stderr


@pytest.mark.long
@pytest.mark.parametrize("wrong", ["digest", "status"])
def test_the_driver_sees_what_is_wrong(wrong: str, tmp_path: Path) -> None:
    place = generated(BUS, tmp_path / "there", "axi4")
    vectors = place / "tb" / "vectors.h"
    if wrong == "digest":
        first = VECTORS[0].digest
        flip(vectors, f"0x{first[0]:02x}, 0x{first[1]:02x}, 0x{first[2]:02x},", "0, 0, 0,")
    else:
        flip(vectors, "HASH_ACCEL_ERROR_OVERLAP", "HASH_ACCEL_ERROR_ADDRESS")
    result = make(place, "driver")
    assert result.returncode != 0 and f"wrong {wrong}" in result.stdout
    assert "PASS" not in result.stdout


@pytest.mark.long
def test_each_result_of_the_hash_processor_counts(tmp_path: Path) -> None:
    place = generated("hashproc", tmp_path / "there")
    digests = place / "tb" / "digests.hex"
    lines = [wrong_digit(line) for line in digests.read_text().splitlines()]
    digests.write_text("\n".join(lines) + "\n")
    result = make(place, "sim-verilator")
    assert result.returncode != 0 and f"FAIL: {len(lines)} results are wrong" in result.stdout
