# SPDX-License-Identifier: Apache-2.0
"""The targets, a file per kind. Adding one is a file here, or an entry in its kind's."""

from hashfab.errors import unknown
from hashfab.measure.targets import cells, ecp5, gowin, ice40, none, xc7
from hashfab.measure.targets.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        *ecp5.DEVICES,
        *ice40.DEVICES,
        *gowin.DEVICES,
        *xc7.FAMILIES,
        *cells.LIBRARIES,
        *none.ALONE,
    )
}

DEFAULT = "ecp5"


def get(name: str) -> Target:
    """The target of that name.

    Raises:
        RequestError: there is none.
    """
    if name not in TARGETS:
        raise unknown("target", name, TARGETS)
    return TARGETS[name]


__all__ = ["DEFAULT", "TARGETS", "Target", "get"]
