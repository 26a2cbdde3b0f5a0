# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT component: valid by the standard's schema, and true of ports, files and registers."""

from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from pyEDAA import IPXACT

from hashfab import designs
from hashfab.export import registers
from hashfab.export.accel_bus import AMBA
from hashfab.export.contents import generate

NAMES = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
CASES = [
    ("engine-slice", "native", None),
    ("accel-d1n1t1w32", "axi4", "apb4"),
    ("accel-d1n1t1w32", "axi4", "axi4-lite"),
    ("accel-d1n1t1w32", "axi4", "obi"),
    ("accel-d1n1t1w32", "wishbone", "apb4"),
    ("accel-d1n1t1w32", "obi", "avalon-mm"),
    ("accel-d1n1t1w32", "axi4", "tl-ul"),
    ("accel-d1n1t1w64", "axi4-stream", None),
    ("accel-d1n1t1w64", "rocc", None),
    ("rv32-lane1", "cv-x-if", None),
]


@pytest.fixture(autouse=True)
def no_measurements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))


def schema() -> Any:
    schemas = Path(IPXACT.__file__).parent / "Schema"
    return etree.XMLSchema(etree.parse(schemas / "ieee-1685-2014" / "index.xsd"))


def texts(node: Any, path: str) -> list[str]:
    return [each.text for each in node.findall(path, NAMES)]


@pytest.mark.parametrize(("name", "bus", "control"), CASES)
def test_the_component(name: str, bus: str, control: str | None) -> None:
    files = generate(designs.parse(name), bus, control)
    component = etree.fromstring(files["component.xml"])
    schema().assertValid(component)
    listed = texts(component, ".//x:fileSets//x:file/x:name")
    assert set(listed) < set(files)
    assert listed[:-1] == files["filelist.f"].decode().split()
    ports = texts(component, ".//x:model/x:ports/x:port/x:name")
    assert all(f"`{port}`" in files["README.md"].decode() for port in ports)
    mapped = texts(component, ".//x:busInterface//x:physicalPort/x:name")
    if control is None:
        assert component.find("x:memoryMaps", NAMES) is None
        streamed = [*ports, "clk_i", "rst_ni"] if bus == "axi4-stream" else []
        assert sorted(mapped) == sorted(streamed)
        return
    # Each interface of AMBA's has clock, reset and all ports of its bus; no others are mapped.
    prefixes = [each.prefix for name, each in AMBA.items() if name in (bus, control)]
    expected = [port for port in ports if port.startswith(tuple(f"{each}_" for each in prefixes))]
    assert sorted(mapped) == sorted(expected + ["clk_i", "rst_ni"] * len(prefixes))
    assert texts(component, "x:busInterfaces/x:busInterface/x:name") == prefixes
    given = component.findall(".//x:register", NAMES)
    offsets = [int(each.strip("'h"), 16) for each in texts(component, ".//x:addressOffset")]
    assert [
        (*texts(each, "x:name"), offset, len(each.findall("x:field", NAMES)))
        for each, offset in zip(given, offsets, strict=True)
    ] == [
        (each.name.replace(".", "_"), each.offset, len(each.fields))
        for each in registers.described()
    ]


def test_the_schema_refuses_what_is_wrong() -> None:
    component = etree.fromstring(generate(designs.parse("engine-slice"), "native")["component.xml"])
    component.find(".//x:direction", NAMES).text = "sideways"
    assert not schema().validate(component)
