# SPDX-License-Identifier: Apache-2.0
"""A design and a bus in; the files of a folder out, the same bytes each time."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from hashfab import __version__, designs, paths
from hashfab.designs import Design
from hashfab.export import buses, evidence, registers
from hashfab.export.elaborate import Elaborated, Port, elaborate
from hashfab.export.folder import RECORD, digests
from hashfab.export.template import render
from hashfab.measure import Measurement
from hashfab.measure.hashing import hash_files
from hashfab.measure.physical import AREAS
from hashfab.tools import yosys


def generate(design: Design, bus: str, control: str | None = None) -> dict[str, bytes]:
    """The files of a design's folder, by path.

    They follow from the design, the sources, the tools' versions and the measurements that the
    store has of the design.

    Args:
        design: what.
        bus: one of ``buses.BUSES``.
        control: the control bus, where there is a choice; the default when None.

    Raises:
        RequestError: there is no such bus, or not for this family or with this control bus.
        ToolMissing: a tool is not installed.
        WorkFailed: a tool failed.
    """
    kind = buses.get(design, bus, control)
    name = top_name(design, bus, kind.control)
    inner, parameters = kind.top(design), kind.parameters(design)
    found = evidence.measurements(design) if kind.stored else []
    with paths.scratch("sources") as folder:
        made = elaborate(inner, kind.sources(design, folder), parameters, name)
        source_sha256 = hash_files(made.files)
        hardware = dict(_hardware(design, inner, parameters, name, made))
    widths = {port.name: port.bits for port in made.ports}
    bench = kind.bench(design, name, widths)
    interfaces = kind.interfaces(made.ports)
    defined = {
        path: text
        for each in interfaces
        if each.definition
        for path, text in each.definition.files().items()
    }
    # A design may have one of them inside already.
    checkers = {
        f"tb/checks/{path.name}": path.read_bytes()
        for path in kind.checkers()
        if f"rtl/{path.name}" not in hardware
    }
    provenance = {
        "hashfab": __version__,
        "design": design.name,
        "parameters": dict(design.parameters),
        "bus": bus,
        "control": kind.control,
        "top": name,
        "rtl_top": inner,
        "rtl_parameters": parameters,
        "ports": [asdict(port) for port in made.ports],
        "source_sha256": source_sha256,
        "tools": {"yosys": yosys.version(), **kind.tools()},
    }
    values = {
        "design": design,
        "bus": bus,
        "control": kind.control,
        "top": name,
        "inner": inner,
        "parameters": parameters,
        "summary": kind.summary(),
        "rtl": [path for path in hardware if path.endswith(".sv")],
        "testbench": _testbench(bench),
        "checkers": list(checkers),
        "defined": list(defined),
        "driver": "tb/driver.c" in bench,
        "data": [path for path in bench if path.endswith(".hex")],
        "software": kind.software,
        "memories": designs.family_of(design).memory_bits,
        "clock": evidence.clock(found),
        "version": __version__,
        "ports": made.ports,
        "widths": widths,
        "clock_note": kind.clock_note(),
        "provenance": provenance,
        "measured": [_figures(each) for each in found],
        "measured_with": _tools(found),
        "measured_of": kind.measured,
        "interfaces": interfaces,
        "registers": kind.registers(),
    }
    files = {
        **hardware,
        **bench,
        **checkers,
        "tb/main.cpp": render("main.cpp"),
        "filelist.f": render("filelist.f", **values),
        "Makefile": render("Makefile", **values),
        f"{name}.core": render("fusesoc.core", **values),
        "librelane.json": render("librelane.json", **values),
        "component.xml": render("component.xml", **values),
        **defined,
        "constraints.sdc": render("constraints.sdc", **values),
        "README.md": render(
            "README.md", **values, guide=render(kind.guide, **values, **kind.words(design))
        ),
        "diagram.svg": kind.diagram().read_bytes(),
        "LICENSE": paths.license_file().read_bytes(),
    }
    if found:
        files["measurement.json"] = _json([evidence.portable(each) for each in found])
    encoded = {
        path: data.encode() if isinstance(data, str) else data for path, data in files.items()
    }
    encoded[RECORD] = _json({**provenance, "files": digests(encoded)}).encode()
    return dict(sorted(encoded.items()))


def top_name(design: Design, bus: str, control: str | None = None) -> str:
    """The top's name: the design's in letters that Verilog knows, the buses behind it."""
    parts = ["hashfab", design.name, *([] if bus == buses.NATIVE else [bus])]
    return "_".join([*parts, *([] if control is None else [control])]).replace("-", "_")


def _testbench(bench: Mapping[str, str]) -> list[str]:
    """The modules of the smoke test, its top last."""
    top = "tb/tb.sv"
    return [*(path for path in sorted(bench) if path.endswith(".sv") and path != top), top]


def _hardware(
    design: Design, inner: str, parameters: Mapping[str, int], name: str, made: Elaborated
) -> Iterator[tuple[str, bytes | str]]:
    for path in made.files:
        yield f"rtl/{path.name}", path.read_bytes()
    values = {"design": design, "top": name, "version": __version__}
    yield (
        f"rtl/{name}.sv",
        render(
            "top.sv",
            **values,
            inner=inner,
            parameters=_aligned(list(parameters.items())),
            ports=[_declaration(port) for port in made.ports],
            connections=[f".{port.name}" for port in made.ports],
        ),
    )
    made_by_peakrdl = any(path.stem == registers.MODULE for path in made.files)
    yield "rtl/lint.vlt", render("lint.vlt", registers=made_by_peakrdl)
    yield f"verilog/{name}.v", render("verilog.v", **values) + made.verilog


def _declaration(port: Port) -> str:
    width = f"[{port.bits - 1}:0]" if port.bits > 1 else ""
    return f"{port.direction:6} logic {width:8} {port.name}"


def _aligned(pairs: Sequence[tuple[str, int]]) -> list[str]:
    longest = max((len(name) for name, _ in pairs), default=0)
    return [f".{name:{longest}}({value})" for name, value in pairs]


def _figures(each: Measurement) -> dict[str, str]:
    """A row of the README's table."""
    physical = each.physical
    area = next(
        (
            f"{value:,.0f} {unit}"
            for unit, name in AREAS.items()
            if (value := getattr(physical, name)) is not None
        ),
        "-",
    )
    return {
        "target": each.target,
        "area": area,
        "ff": "-" if physical.ff is None else f"{physical.ff:,}",
        "period": f"{physical.period_ns:.3f}" if physical.timed else "-",
        "speed": f"{each.gbit_per_s:.3f}" if physical.timed else "-",
        "bits": f"{each.speed.bits_per_cycle:.3f}",
        "energy": "-" if each.energy is None else f"{each.energy.pj_per_byte:.1f}",
        "workload": each.workload,
    }


def _tools(found: Sequence[Measurement]) -> dict[str, str]:
    tools: dict[str, str] = {}
    for each in found:
        tools |= each.provenance.tools
    return dict(sorted(tools.items()))


def _json(data: Any) -> str:
    return json.dumps(data, indent=2) + "\n"
