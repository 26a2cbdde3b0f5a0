# SPDX-License-Identifier: Apache-2.0
"""IP-XACT: valid by the standard's schema, and true of ports, buses, files and registers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from pyEDAA import IPXACT

from hashfab import designs
from hashfab.export import ipxact, registers, tops
from hashfab.export.contents import generate

NAMES = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
BUSES = {
    ("engine-slice", "native", None): (),
    ("accel-d1n1t1w32", "axi4", "apb4"): ("s_apb", "m_axi"),
    ("accel-d1n1t1w32", "axi4", "axi4-lite"): ("s_axil", "m_axi"),
    ("accel-d1n1t1w32", "axi4", "obi"): ("s_obi", "m_axi"),
    ("accel-d1n1t1w32", "wishbone", "apb4"): ("s_apb", "m_wb"),
    ("accel-d1n1t1w32", "obi", "obi"): ("s_obi", "m_obi"),
    ("accel-d1n1t1w32", "obi", "avalon-mm"): ("s_avalon", "m_obi"),
    ("accel-d1n1t1w32", "wishbone", "wishbone"): ("s_wb", "m_wb"),
    ("accel-d1n1t1w32", "axi4", "tl-ul"): ("s_tl", "m_axi"),
    ("accel-d1n1t1w64", "axi4-stream", None): ("s_axis", "m_axis"),
    ("accel-d1n1t1w64", "rocc", None): ("rocc",),
    ("rv32-lane1", "cv-x-if", None): ("x",),
}
"""What is generated, and the prefixes of the ports of its buses."""

APART = {"clk_i", "rst_ni", "irq_o"}
"""Ports that are no bus's alone."""


@pytest.fixture(autouse=True)
def no_measurements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))


def schema() -> Any:
    schemas = Path(IPXACT.__file__).parent / "Schema"
    return etree.XMLSchema(etree.parse(schemas / "ieee-1685-2014" / "index.xsd"))


def texts(node: Any, path: str) -> list[str]:
    return [each.text for each in node.findall(path, NAMES)]


def named(node: Any) -> tuple[str, ...]:
    """Vendor, library, name and version."""
    return tuple(texts(node, f"x:{part}")[0] for part in ("vendor", "library", "name", "version"))


def referred(node: Any) -> tuple[str, ...]:
    return tuple(node.get(part) for part in ("vendor", "library", "name", "version"))


@pytest.mark.parametrize(("name", "bus", "control"), BUSES)
def test_the_component(name: str, bus: str, control: str | None) -> None:
    files = generate(designs.parse(name), bus, control)
    component = etree.fromstring(files["component.xml"])
    schema().assertValid(component)
    listed = texts(component, ".//x:fileSets//x:file/x:name")
    assert set(listed) < set(files)
    assert listed[:-1] == files["filelist.f"].decode().split()
    ports = texts(component, ".//x:model/x:ports/x:port/x:name")
    assert all(f"`{port}`" in files["README.md"].decode() for port in ports)
    # Each port but a few is of a bus, which has clock and reset, too.
    prefixes = BUSES[name, bus, control]
    interfaces = component.findall("x:busInterfaces/x:busInterface", NAMES)
    assert texts(component, "x:busInterfaces/x:busInterface/x:name") == list(prefixes)
    found = [port for port in ports if port.startswith(tuple(f"{each}_" for each in prefixes))]
    mapped = texts(component, ".//x:busInterface//x:physicalPort/x:name")
    assert sorted(mapped) == sorted(found + ["clk_i", "rst_ni"] * len(prefixes))
    assert not prefixes or set(ports) - set(found) <= APART
    for each in interfaces:
        check_definition(each, component, files)
    if control is None:
        assert component.find("x:memoryMaps", NAMES) is None
        return
    assert component.find(".//x:slave/x:memoryMapRef", NAMES) is not None
    space = component.find(".//x:master/x:addressSpaceRef", NAMES).get("addressSpaceRef")
    assert texts(component, "x:addressSpaces/x:addressSpace/x:name") == [space]
    assert texts(component, "x:addressSpaces/x:addressSpace/x:range") == [f"'h{2**32:x}"]
    given = component.findall(".//x:register", NAMES)
    offsets = [int(each.strip("'h"), 16) for each in texts(component, ".//x:addressOffset")]
    assert [
        (*texts(each, "x:name"), offset, len(each.findall("x:field", NAMES)))
        for each, offset in zip(given, offsets, strict=True)
    ] == [
        (each.name.replace(".", "_"), each.offset, len(each.fields))
        for each in registers.described()
    ]


def check_definition(interface: Any, component: Any, files: Mapping[str, bytes]) -> None:
    """A bus is Arm's, or its definitions are there and have its signals, the right way round."""
    bus = referred(interface.find("x:busType", NAMES))
    abstraction = referred(interface.find(".//x:abstractionRef", NAMES))
    if bus[0] == "amba.com":
        assert bus[1] == "AMBA4"
        return
    definition, wires = (
        etree.fromstring(files[f"ipxact/{bus[2]}{suffix}.xml"]) for suffix in ("", "_rtl")
    )
    for each, name in ((definition, bus), (wires, abstraction)):
        schema().assertValid(each)
        assert named(each) == name
    assert referred(wires.find("x:busType", NAMES)) == bus
    manager = interface.find("x:master", NAMES) is not None
    addressed = texts(definition, "x:isAddressable") == ["true"]
    assert addressed == (interface.find(".//x:memoryMapRef", NAMES) is not None or manager)
    logical = texts(wires, ".//x:logicalName")
    assert len(set(logical)) == len(logical)
    side = "onMaster" if manager else "onSlave"
    way = dict(zip(logical, texts(wires, f".//x:{side}/x:direction"), strict=True))
    ports = component.findall(".//x:model/x:ports/x:port", NAMES)
    direction = {texts(each, "x:name")[0]: texts(each, ".//x:direction")[0] for each in ports}
    for mapped in interface.findall(".//x:portMap", NAMES):
        (signal,), (port,) = (
            texts(mapped, f"x:{kind}Port/x:name") for kind in ("logical", "physical")
        )
        assert way[signal] == direction[port], (signal, port)


def test_the_qualifiers_name_signals() -> None:
    for name, (_, address, read) in ipxact.VERSIONS.items():
        signals = {each.name: each for each in ipxact.defined(name).signals}
        assert signals[address].qualifier == "isAddress" and signals[address].asked
        assert signals[read].qualifier == "isData" and not signals[read].asked
        (written,) = (
            each for each in signals.values() if each.qualifier == "isData" and each.asked
        )
        assert written.name != read


def test_every_bus_is_defined() -> None:
    assert set(tops.CONTROLS) | set(tops.MEMORIES) == set(ipxact.AMBA) | set(ipxact.VERSIONS)


def test_the_schema_refuses_what_is_wrong() -> None:
    component = etree.fromstring(generate(designs.parse("engine-slice"), "native")["component.xml"])
    component.find(".//x:direction", NAMES).text = "sideways"
    assert not schema().validate(component)
