# SPDX-License-Identifier: Apache-2.0
"""Every family has its harness, which is told all that its C++ asks for."""

import re
from pathlib import Path

import pytest

import made_guest as made
from hashfab import designs
from hashfab.designs import FAMILIES, guests
from hashfab.designs.guests.interfaces import INTERFACES
from hashfab.measure import harnesses


def test_every_family_has_one_and_every_interface_of_guests() -> None:
    assert set(harnesses.HARNESSES) == {*FAMILIES, *INTERFACES}


@pytest.mark.parametrize("interface", INTERFACES)
def test_guests_have_the_ports_that_the_harness_drives(interface: str, tmp_path: Path) -> None:
    guest = guests.load(made.write(tmp_path, interface=f'"{interface}"'))
    text = harnesses.HARNESSES[interface].main.read_text()
    text = re.sub(r"#ifdef HF_(RESUME|CHAIN|ALARM)\n.*?#endif", "", text, flags=re.DOTALL)
    driven = set(re.findall(r"bench_?->(\w+)", text))
    assert driven == {port.name for port in guest.ports.ports()}
    (bench,) = (path for path in guest.around() if path.stem == "bench_made")
    assert driven <= set(re.findall(r"\w+", bench.read_text()))


@pytest.mark.parametrize("family", FAMILIES)
def test_macros_are_those_of_the_source(family: str) -> None:
    harness = harnesses.HARNESSES[family]
    text = harness.main.read_text()
    optional = set(re.findall(r"#ifn?def (\w+)", text))
    asked = set(re.findall(r"\bHF_\w+", text)) - optional
    for design in FAMILIES[family].corners():
        told = set(harness.macros(design))
        assert asked <= told <= asked | optional


@pytest.mark.parametrize("family", FAMILIES)
def test_the_simulated_top_is_among_the_sources(family: str) -> None:
    stems = {path.stem for path in FAMILIES[family].sources()}
    assert harnesses.top(FAMILIES[family]) in stems


@pytest.mark.parametrize(
    ("name", "messages"),
    [("engine-n1", 2), ("engine-s4", 5), ("accel-d2n1t3w64", 5), ("rv32", 1), ("hashproc", 4)],
)
def test_messages_in_flight(name: str, messages: int) -> None:
    design = designs.parse(name)
    assert harnesses.of(design).in_flight(design) == messages


def test_headers_are_among_the_files_that_a_result_depends_on() -> None:
    names = [path.name for path in harnesses.of(designs.parse("accel-d1n1t1w64")).files()]
    assert names[-2:] == ["accel.cpp", "accel.sv"]
    assert "common.h" in names
