# SPDX-License-Identifier: Apache-2.0
"""Where the cells of a design lie on the device, small enough to travel inside a page."""

from __future__ import annotations

import base64
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_GROUPS = 6
"""Groups told apart by colour; the smallest ones share the last."""


@dataclass(frozen=True)
class Placement:
    """The occupied tiles of a device.

    Members:
        device: the device's name.
        columns, rows: the size of its grid, in tiles.
        groups: what the cells belong to.
        tiles: ``(x, y, group, cells)`` of every occupied tile and group in it.
    """

    device: str
    columns: int
    rows: int
    groups: tuple[str, ...]
    tiles: tuple[tuple[int, int, int, int], ...]


def load(path: Path) -> Placement:
    """Read a placement that measuring wrote.

    Raises:
        OSError: the file cannot be read.
        ValueError, KeyError: it is no placement.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    return Placement(
        device=data["device"],
        columns=data["columns"],
        rows=data["rows"],
        groups=tuple(data["groups"]),
        tiles=tuple((x, y, group, cells) for x, y, group, cells in data["tiles"]),
    )


def embed(placement: Placement) -> dict[str, Any]:
    """The placement as the page wants it, its groups with the most cells first.

    Each tile takes four bytes, in base64: column, row, group, and how full it is (255: as full as
    the fullest one). A tile that groups share goes to the one with the most cells in it.
    """
    totals: Counter[int] = Counter()
    for _, _, group, cells in placement.tiles:
        totals[group] += cells
    ranked = [group for group, _ in totals.most_common()]
    kept = ranked if len(ranked) <= MOST_GROUPS else ranked[: MOST_GROUPS - 1]
    rank = {group: min(place, len(kept)) for place, group in enumerate(ranked)}
    groups = [{"name": placement.groups[group], "cells": totals[group]} for group in kept]
    if len(kept) < len(ranked):
        groups.append({"name": "other", "cells": sum(totals[g] for g in ranked[len(kept) :])})

    shares: dict[tuple[int, int], Counter[int]] = {}
    for x, y, group, cells in placement.tiles:
        shares.setdefault((x, y), Counter())[rank[group]] += cells
    fullest = max((share.total() for share in shares.values()), default=1)
    packed = bytearray()
    for (x, y), share in sorted(shares.items()):
        group = share.most_common(1)[0][0]
        packed += bytes((x, y, group, 255 * share.total() // fullest))
    return {
        "device": placement.device,
        "columns": placement.columns,
        "rows": placement.rows,
        "groups": groups,
        "tiles": base64.b64encode(packed).decode("ascii"),
    }
