# SPDX-License-Identifier: Apache-2.0
"""The buses that a design can be generated with, and of which families.

A bus is one more entry: for each family that it is for, a ``Kind`` that names the top, its sources
and a smoke test over that bus.
"""

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import RequestError, unknown
from hashfab.export.accel import NativeAccel
from hashfab.export.engine import NativeEngine
from hashfab.export.hashproc import NativeHashproc
from hashfab.export.kind import Kind
from hashfab.export.processor import NativeCore

NATIVE = "native"
"""The design's own ports."""

BUSES: dict[str, dict[str, Kind]] = {
    NATIVE: {
        kind.family: kind
        for kind in (
            NativeEngine(),
            NativeAccel(),
            *map(NativeCore, designs.CORES),
            NativeHashproc(),
        )
    },
}
"""By bus and family."""


def families(bus: str) -> tuple[str, ...]:
    """The families that can be generated with a bus."""
    return tuple(BUSES[bus])


def get(design: Design, bus: str) -> Kind:
    """What is handed out of a design on a bus.

    Raises:
        RequestError: there is no such bus, or not for this family.
    """
    if bus not in BUSES:
        raise unknown("bus", bus, BUSES)
    if design.family not in BUSES[bus]:
        others = [each for each in BUSES if design.family in BUSES[each]]
        allowed = ", ".join(others) or f"designs of {', '.join(families(bus))}"
        raise RequestError(f"{design.name} has no bus '{bus}'; allowed: {allowed}")
    return BUSES[bus][design.family]
