# SPDX-License-Identifier: Apache-2.0
"""Results of a made-up exploration, in the shape of the results file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ENGINES = {
    # name: parameters, lut4, ff, fmax in MHz, cycles a permutation, latency in cycles
    "engine-n1": ({"rounds": 1, "stages": 1, "fold": "none"}, 4650, 3260, 118.0, 24.0, 24),
    "engine-n2": ({"rounds": 2, "stages": 1, "fold": "none"}, 7900, 3262, 69.0, 12.0, 12),
    "engine-n3": ({"rounds": 3, "stages": 1, "fold": "none"}, 11200, 3263, 48.0, 8.0, 8),
    "engine-s2": ({"rounds": 1, "stages": 2, "fold": "none"}, 5100, 4900, 171.0, 24.0, 48),
    "engine-s4": ({"rounds": 1, "stages": 4, "fold": "none"}, 5900, 8100, 243.0, 24.0, 96),
    "engine-plane": ({"rounds": 1, "stages": 1, "fold": "plane"}, 3300, 3400, 121.0, 125.0, 130),
    "engine-lane": ({"rounds": 1, "stages": 1, "fold": "lane"}, 1400, 900, 132.0, 1290.0, 1290),
    "engine-slice": ({"rounds": 1, "stages": 1, "fold": "slice"}, 1100, 1800, 160.0, 2200.0, 2200),
}

ACCELS = {
    # name: units, rounds, stages, contexts, width; lut4, fmax in MHz, memory port in use
    "accel-d1n1t1w64": ((1, 1, 1, 1, 64), 7400, 104.0, 0.689),
    "accel-d1n1t2w64": ((1, 1, 1, 2, 64), 9900, 101.0, 0.703),
    "accel-d1n1t2w32": ((1, 1, 1, 2, 32), 9100, 103.0, 0.991),
    "accel-d1n2t2w64": ((1, 2, 1, 2, 64), 12900, 62.0, 0.992),
    "accel-d2n1t2w64": ((2, 1, 1, 2, 64), 16100, 98.0, 0.993),
    "accel-d2n2t4w128": ((2, 2, 1, 4, 128), 27500, 55.0, 0.990),
    "accel-d1s2t2w64": ((1, 1, 2, 2, 64), 11200, 149.0, 0.702),
}

FRONT = [
    "engine-n1",
    "engine-n2",
    "engine-s4",
    "engine-slice",
    "engine-lane",
    "accel-d1n1t1w64",
    "accel-d1n2t2w64",
    "accel-d2n1t2w64",
    "accel-d1s2t2w64",
]


def results(folder: Path) -> dict[str, Any]:
    """The results; the placements that they name are written to ``folder``."""
    points = [_engine(name, *row) for name, row in ENGINES.items()]
    points += [_accel(name, *row) for name, row in ACCELS.items()]
    for point in points:
        point["on_front"] = point["placed"] = point["design"] in FRONT
        if point["on_front"]:
            path = folder / f"{point['design']}.json"
            path.write_text(json.dumps(_placement(point)), encoding="utf-8")
            point["placement"] = str(path)
    return {
        "target": "ecp5",
        "workload": "bulk",
        "points": points,
        "front": FRONT,
        "failed": [{"design": "engine-n24", "why": "it does not fit", "log": "build/nextpnr.log"}],
        "pruned": [
            {
                "family": "accel",
                "parameters": {"units": 2, "stages": 2, "contexts": contexts},
                "why": "the constraint 'contexts >= units * stages' does not hold",
            }
            for contexts in (1, 2, 3)
        ],
    }


def guest() -> dict[str, Any]:
    """A point that is somebody else's design."""
    point = _engine("guest-own-Rounds2", {"Rounds": 2}, 8000, 3300, 60.0, 12.0, 12)
    extra = {"family": "guest-own", "guest": True, "whole_message": False}
    return point | extra | {"on_front": False, "placed": False}


def _point(
    design: str, parameters: dict[str, Any], fmax: float, bits: float, **figures: Any
) -> dict[str, Any]:
    return {
        "design": design,
        "target": "ecp5",
        "workload": "bulk",
        "area_ge": None,
        "area_um2": None,
        "period_ns": 1e3 / fmax,
        "fmax_mhz": fmax,
        "bits_per_cycle": bits,
        "gbit_per_s": bits * fmax / 1e3,
        "state_bits_per_cycle": None,
        "port_utilization": None,
        "bound_bits_per_cycle": None,
        "recipe": "nowidelut",
        "placement": None,
        "seconds": 41.5,
        "provenance": {
            "source_hash": "5d1f0e6b",
            "tools": {"verilator": "5.48", "yosys": "0.70", "nextpnr-ecp5": "0.11"},
            "seed": 1,
            "settings": {"device": "85k"},
            "recipe": "nowidelut",
        },
        "family": design.split("-")[0],
        "parameters": parameters,
        "whole_message": not design.startswith("engine"),
        **figures,
    }


def _engine(
    name: str,
    parameters: dict[str, Any],
    lut4: int,
    ff: int,
    fmax: float,
    cycles: float,
    latency: int,
) -> dict[str, Any]:
    return _point(
        name,
        parameters,
        fmax,
        1088 / cycles,
        lut4=lut4,
        ff=ff,
        cycles=round(488 * cycles),
        latency_cycles=latency,
        state_bits_per_cycle=1600 / cycles,
    )


def _accel(name: str, shape: Sequence[int], lut4: int, fmax: float, used: float) -> dict[str, Any]:
    parameters = dict(zip(("units", "rounds", "stages", "contexts", "width"), shape, strict=True))
    width = parameters["width"]
    bits = used * width
    return _point(
        name,
        {**parameters, "buffers": min(parameters["contexts"], 4)},
        fmax,
        bits,
        lut4=lut4,
        ff=3300 + 2700 * parameters["contexts"],
        cycles=round(8 * 8192 * 8 / bits),
        latency_cycles=38,
        port_utilization=used,
        bound_bits_per_cycle=min(width, parameters["units"] * parameters["rounds"] * 1088 / 24),
    )


def _placement(point: dict[str, Any]) -> dict[str, Any]:
    """A round blob of cells whose rings belong to different groups."""
    columns, rows = 90, 71
    radius = (point["lut4"] / 8 / 3.14) ** 0.5
    tiles = []
    for x in range(columns):
        for y in range(rows):
            away = ((x - columns / 2) ** 2 + (y - rows / 2) ** 2) ** 0.5
            if away < radius:
                tiles.append([x, y, min(3, int(4 * away / radius)), 8 - (x * y) % 5])
    return {
        "device": "LFE5U-85F",
        "columns": columns,
        "rows": rows,
        "groups": ["state", "round", "control", "padding"],
        "tiles": tiles,
    }
