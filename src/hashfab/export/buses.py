# SPDX-License-Identifier: Apache-2.0
"""The buses that a design can be generated with, and of which families.

A bus is one more entry: for each family that it is for, and each control bus of that, a ``Kind``
that names the top, its sources and a smoke test over that bus.
"""

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import RequestError, unknown
from hashfab.export import tops
from hashfab.export.accel import NativeAccel
from hashfab.export.accel_bus import BusAccel
from hashfab.export.accel_rocc import RoccAccel
from hashfab.export.accel_stream import StreamAccel
from hashfab.export.engine import NativeEngine
from hashfab.export.hashproc import NativeHashproc
from hashfab.export.kind import Kind
from hashfab.export.lane_unit import LaneUnit
from hashfab.export.processor import NativeCore
from hashfab.export.tops import Memory

NATIVE = "native"
"""The design's own ports."""


def _on_bus(memory: Memory) -> tuple[Kind, ...]:
    """An accelerator with this bus to memory; a control bus of its kind is the default."""
    controls = sorted(tops.CONTROLS.values(), key=lambda control: control.name != memory.name)
    return tuple(BusAccel(control, memory) for control in controls)


BUSES: dict[str, tuple[Kind, ...]] = {
    NATIVE: (NativeEngine(), NativeAccel(), *map(NativeCore, designs.CORES), NativeHashproc()),
    **{name: _on_bus(memory) for name, memory in tops.MEMORIES.items()},
    "axi4-stream": (StreamAccel(),),
    "rocc": (RoccAccel(),),
    "cv-x-if": (LaneUnit(),),
}
"""By bus. Of a family with several control buses, the first is the default."""


def families(bus: str) -> tuple[str, ...]:
    """The families that can be generated with a bus."""
    return tuple(dict.fromkeys(kind.family for kind in BUSES[bus]))


def controls(bus: str, family: str | None = None) -> tuple[str, ...]:
    """The control buses that there are with a bus, of one family or of all."""
    names = (kind.control for kind in BUSES[bus] if family in (kind.family, None))
    return tuple(dict.fromkeys(name for name in names if name is not None))


def get(design: Design, bus: str, control: str | None = None) -> Kind:
    """What is handed out of a design on a bus.

    Args:
        design: what.
        bus: one of ``BUSES``.
        control: one of ``controls``; the default when None.

    Raises:
        RequestError: there is no such bus, or not for this design, or not with this control bus.
    """
    if bus not in BUSES:
        raise unknown("bus", bus, BUSES)
    if design.guest:
        raise RequestError(
            f"{design.name} is a guest, and its sources are its owner's already; "
            f"allowed: designs of {', '.join(families(bus))}"
        )
    kinds = [kind for kind in BUSES[bus] if kind.family == design.family]
    if not kinds:
        others = [
            each
            for each, others in BUSES.items()
            if any(kind.family == design.family and not kind.refusal(design) for kind in others)
        ]
        allowed = ", ".join(others) or f"designs of {', '.join(families(bus))}"
        raise RequestError(f"{design.name} has no bus '{bus}'; allowed: {allowed}")
    if refusal := kinds[0].refusal(design):
        raise RequestError(f"{design.name} {refusal}")
    if control is None:
        return kinds[0]
    for kind in kinds:
        if kind.control == control:
            return kind
    if names := controls(bus, design.family):
        raise unknown("control bus", control, names)
    others = [f"--bus {each}" for each in BUSES if controls(each, design.family)]
    raise RequestError(
        f"{design.name} on bus '{bus}' takes no '--control'; "
        f"allowed: {', '.join(['none', *others])}"
    )
