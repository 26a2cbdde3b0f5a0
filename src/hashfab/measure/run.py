# SPDX-License-Identifier: Apache-2.0
"""A measurement from its two parts: speed (design and workload) and area (design and target)."""

import gzip
import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hashfab import designs, paths
from hashfab.designs import Design
from hashfab.designs.model import Microprogram, Program
from hashfab.errors import RequestError
from hashfab.measure import fpga, harnesses, simulate, stdcell, store, targets, workload
from hashfab.measure import microprogram as microprograms
from hashfab.measure import program as programs
from hashfab.measure.physical import ModuleArea, Physical
from hashfab.measure.record import Measurement, Provenance
from hashfab.measure.simulate import Speed
from hashfab.measure.targets import Fpga
from hashfab.measure.workload import Workload
from hashfab.tools import nextpnr, opensta, verilator, yosys, zig


def measure(
    design: Design,
    load: Workload = workload.DEFAULT,
    target: str = targets.DEFAULT,
    seed: int = 1,
    place: bool = True,
    results: store.Store | None = None,
) -> Measurement:
    """Measure a design: digests first, then speed, area and period. What is stored is not redone.

    Args:
        design: what.
        load: the messages.
        target: the technology's name.
        seed: of the messages and of place and route.
        place: whether the period on an FPGA comes from place and route or from an estimate.
        results: the store; the default one when None.

    Raises:
        RequestError: the target is unknown or its library is not there.
        ToolMissing: a tool is not installed.
        WorkFailed: a tool failed, a digest is wrong, or the design does not fit.
    """
    results = results or store.default()
    technology = targets.get(target)
    sources = source_hash(design)
    place = place and isinstance(technology, Fpga)

    program = designs.family(design.family).program(design)
    speed_tools = {"verilator": verilator.version()}
    software = None
    if isinstance(program, Program):
        speed_tools["ziglang"] = zig.version()
        software = programs.digest(program)
    elif isinstance(program, Microprogram):
        software = microprograms.digest(load.algorithm)
    speed_key = {
        "part": "speed",
        "design": design.name,
        "workload": load.name,
        "sources": sources,
        "program": software,
        "tools": speed_tools,
        "seed": seed,
    }
    speed_result = results.compute(
        speed_key, lambda key: asdict(simulate.speed(design, load, seed))
    )
    speed = Speed(**speed_result.data)

    area_tools, settings = _area_settings(design, technology)
    area_key: dict[str, Any] = {
        "part": "area",
        "design": design.name,
        "target": target,
        "sources": sources,
        "tools": area_tools,
        "settings": settings,
    }

    def implement(key: str) -> dict[str, Any]:
        with _work_folder(f"{design.name}-{target}-{key[:8]}") as work:
            if isinstance(technology, Fpga):
                physical, netlist = fpga.implement(design, technology, work)
                _keep(netlist, _netlist(key))
            else:
                physical = stdcell.implement(design, technology, work)
        return asdict(physical)

    area_result = results.compute(area_key, implement)
    seconds = speed_result.seconds + area_result.seconds
    if place:
        mapped = area_result
        area_tools = area_tools | {"nextpnr": nextpnr.version()}
        settings = settings | {"target_mhz": fpga.TARGET_MHZ, "placer": nextpnr.PLACER}
        route_key = area_key | {
            "part": "route",
            "tools": area_tools,
            "seed": seed,
            "settings": settings,
        }

        def route(key: str) -> dict[str, Any]:
            assert isinstance(technology, Fpga)
            kept = _netlist(mapped.key)
            if not kept.is_file():  # the store has outlived it
                implement(mapped.key)
            with _work_folder(f"{design.name}-{target}-{key[:8]}") as work:
                netlist = work / "netlist.json"
                netlist.write_bytes(gzip.decompress(kept.read_bytes()))
                return asdict(fpga.route(Physical(**mapped.data), technology, netlist, seed))

        area_result = results.compute(route_key, route)
        seconds += area_result.seconds
    physical = Physical(**area_result.data)
    fmax_mhz = 1000 / physical.period_ns
    return Measurement(
        design=design.name,
        target=target,
        workload=load.name,
        area_ge=physical.area_ge,
        area_um2=physical.area_um2,
        lut4=physical.lut4,
        ff=physical.ff,
        period_ns=physical.period_ns,
        fmax_mhz=fmax_mhz,
        bits_per_cycle=speed.bits_per_cycle,
        gbit_per_s=speed.bits_per_cycle * fmax_mhz / 1000,
        cycles=speed.cycles,
        latency_cycles=speed.latency_cycles,
        state_bits_per_cycle=speed.state_bits_per_cycle,
        port_utilization=speed.port_utilization,
        bound_bits_per_cycle=speed.bound_bits_per_cycle,
        recipe=physical.recipe,
        placed=physical.placed,
        placement=_write_layout(physical, area_result.key),
        seconds=seconds,
        provenance=Provenance(
            source_hash=sources,
            tools=speed_tools | area_tools,
            seed=seed,
            settings=settings | _memory_bits(design) | {"tried": physical.tried},
            recipe=physical.recipe,
        ),
    )


def area_by_module(
    design: Design,
    modules: Sequence[str],
    target: str,
    recipe: str,
    results: store.Store | None = None,
) -> dict[str, ModuleArea]:
    """The area of a design's modules on standard cells, the whole under the top's name.

    Modules keep their borders, so that the whole is larger than ``measure`` finds it.

    Args:
        design: what.
        modules: none of which contains another.
        target: the technology's name.
        recipe: the mapping's name.
        results: the store; the default one when None.

    Raises:
        RequestError: the target has no cells, is unknown, or its library is not there.
        WorkFailed: a tool failed, or a module is not there.
    """
    technology = targets.get(target)
    if isinstance(technology, Fpga):
        cells = [name for name, each in targets.TARGETS.items() if not isinstance(each, Fpga)]
        raise RequestError(f"target {target} has no areas by module; allowed: {', '.join(cells)}")
    tools, settings = _area_settings(design, technology)
    key: dict[str, Any] = {
        "part": "modules",
        "design": design.name,
        "target": target,
        "sources": source_hash(design),
        "tools": tools,
        "settings": settings,
        "modules": list(modules),
        "recipe": recipe,
    }
    (chosen,) = (each for each in stdcell.recipes(design, technology) if each.name == recipe)

    def implement(key: str) -> dict[str, Any]:
        with _work_folder(f"{design.name}-{target}-modules-{key[:8]}") as work:
            areas = stdcell.by_module(design, technology, modules, chosen, work)
        return {module: asdict(area) for module, area in areas.items()}

    found = (results or store.default()).compute(key, implement).data
    return {module: ModuleArea(**area) for module, area in found.items()}


def source_hash(design: Design) -> str:
    """SHA-256 over everything that a design's simulation and synthesis read."""
    sources = designs.family(design.family).sources()
    return hash_files([*sources, *harnesses.of(design).files()])


def hash_files(files: Iterable[Path]) -> str:
    """SHA-256 over names and contents."""
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


@contextmanager
def _work_folder(name: str) -> Iterator[Path]:
    """An empty folder that is there until its work is done; a failure leaves it, for its logs."""
    work = paths.build_dir() / "map" / name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    yield work
    shutil.rmtree(work)


def _netlist(key: str) -> Path:
    """Where the netlist of a synthesis is kept, for place and route."""
    return paths.build_dir() / "netlists" / f"{key}.json.gz"


def _keep(netlist: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".tmp")
    draft.write_bytes(gzip.compress(netlist.read_bytes(), 3))
    draft.replace(path)


def _memory_bits(design: Design) -> dict[str, str]:
    """The memories that belong to a design and that its area leaves out, for the record."""
    bits = designs.family(design.family).memory_bits
    if not bits:
        return {}
    parts = ", ".join(f"{count} {name}" for name, count in bits.items())
    return {"memory_bits": f"{sum(bits.values())} ({parts}), not in the area"}


def _area_settings(
    design: Design, technology: targets.Fpga | targets.Cells
) -> tuple[dict[str, str], dict[str, Any]]:
    """The tools and the settings that area and an estimated period depend on."""
    if isinstance(technology, Fpga):
        return {"yosys": yosys.version()}, {
            "device": technology.device,
            "synthesis": fpga.FLOW,
            "macros": list(fpga.MACROS),
            "recipes": fpga.RECIPES,
            "rule": "delay if its LUT4 x estimated period is smaller by a fifth",
            "delays_ns": list(fpga.DELAYS_NS),
        }
    library = technology.library()
    tools = {"yosys": yosys.version(), "opensta": opensta.version()}
    return tools, {
        "library": library.name,
        "library_hash": hash_files([library]),
        "driver": technology.driver,
        "load_ff": technology.load_ff,
        "synthesis": stdcell.SYNTHESIS,
        "recipes": {recipe.name: recipe.abc for recipe in stdcell.recipes(design, technology)},
        "rule": "smallest area x period",
    }


def _write_layout(physical: Physical, key: str) -> str | None:
    """The path of the placement's file, written if it is not there."""
    if physical.layout is None:
        return None
    path = paths.build_dir() / "placements" / f"{key}.json"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{id(physical)}.tmp")
        draft.write_text(json.dumps(physical.layout))
        draft.replace(path)
    return str(path)
