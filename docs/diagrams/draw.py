# SPDX-License-Identifier: Apache-2.0
"""Draws the block diagrams: every ``*.toml`` of this folder into the SVG of its name.

A source places blocks on a grid of 10 pixels and says which wires run between them:

``size``    of the picture, width and height
``blocks``  each ``key = { at = [x, y], size = [width, height] }``, frames before what lies in them.
            The block is the module ``key``, or with ``module`` another one; with ``part`` it is
            something inside a module, with ``outside`` something around the design, and neither
            is held against ``rtl``. ``note`` is a line below the name, ``frame`` puts the name at
            the top and leaves room for other blocks, ``stack`` draws more than one
``wires``   ``"a.r -> b.l"``: from the right side of one to the left side of another, at their
            middles or, with a coordinate (``a.r12``), elsewhere on the side. ``<->`` has two
            heads. ``/ 20`` says where a wire with two bends crosses, ``: text`` labels it

``tests/docs/test_diagrams.py`` holds the names against the modules of ``rtl`` and the drawings
against their sources.
"""

import re
import tomllib
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
GRID = 10
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
SANS = "system-ui, 'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
STYLE = f"""\
text {{ font: 12px {SANS}; fill: #3a4250; text-anchor: middle }}
.name {{ font: 600 12px {MONO}; fill: #14233a }}
.note {{ font-size: 11px }}
.title {{ text-anchor: start }}
.label {{ font-size: 11px; paint-order: stroke; stroke: #f4f6f9; stroke-width: 4px }}
.module {{ fill: #ffffff; stroke: #2d5486; stroke-width: 1.3 }}
.frame {{ fill: #2d5486; fill-opacity: 0.06; stroke: #2d5486 }}
.part {{ fill: #fdf6e7; stroke: #b08a3e }}
.outside {{ fill: #f4f5f7; stroke: #8a8f98; stroke-dasharray: 4 3 }}
.wire {{ fill: none; stroke: #4a5568; stroke-width: 1.2 }}
.head {{ fill: #4a5568 }}"""
WIRE = re.compile(
    r"(\w+)\.([lrtb])([\d.]*) (<?->) (\w+)\.([lrtb])([\d.]*)(?: / ([\d.]+))?(?: : (.*))?"
)
SHIFTS = (6, 3, 0)
STEP = {"l": (-1, 0), "r": (1, 0), "t": (0, -1), "b": (0, 1)}

Point = tuple[float, float]


@dataclass(frozen=True)
class Block:
    """A box, in pixels.

    Attributes:
        name: what it says.
        kind: ``module``, ``part`` or ``outside``.
        note: a line below the name, or nothing.
        frame: whether others lie in it.
        stack: whether it stands for several.
        x: of its left side.
        y: of its upper side.
        width: to the right.
        height: downwards.
    """

    name: str
    kind: str
    note: str
    frame: bool
    stack: bool
    x: float
    y: float
    width: float
    height: float

    def anchor(self, side: str, at: str) -> Point:
        """Where a wire meets a side: at a coordinate of the grid, else in the middle."""
        shift = SHIFTS[0] if self.stack else 0
        if side in "lr":
            y = float(at) * GRID if at else self.y + self.height / 2
            return (self.x if side == "l" else self.x + self.width + shift), y
        x = float(at) * GRID if at else self.x + self.width / 2
        return x, (self.y - shift if side == "t" else self.y + self.height)

    def holds(self, other: "Block") -> bool:
        """Whether the other lies in it."""
        return (
            self.x < other.x
            and self.y < other.y
            and other.x + other.width < self.x + self.width
            and other.y + other.height < self.y + self.height
        )

    def apart(self, other: "Block") -> bool:
        """Whether they have no point in common."""
        return (
            self.x + self.width < other.x
            or other.x + other.width < self.x
            or self.y + self.height < other.y
            or other.y + other.height < self.y
        )


def read_block(key: str, data: dict[str, Any]) -> Block:
    """A block of a source."""
    (x, y), (width, height) = data["at"], data["size"]
    kind = next((kind for kind in ("part", "outside") if kind in data), "module")
    name = data.get(kind, key)
    return Block(
        name,
        kind,
        data.get("note", ""),
        data.get("frame", False),
        data.get("stack", False),
        *(value * GRID for value in (x, y, width, height)),
    )


def read(path: Path) -> dict[str, Block]:
    """The blocks of a source by their keys."""
    with path.open("rb") as file:
        blocks = tomllib.load(file)["blocks"]
    return {key: read_block(key, data) for key, data in blocks.items()}


def bends(start: Point, end: Point, sides: tuple[str, str], cross: float | None) -> list[Point]:
    """The corners of a wire, its ends included."""
    (x, y), (u, v) = start, end
    across = (sides[0] in "lr", sides[1] in "lr")
    if across == (True, True):
        if y == v:
            return [start, end]
        middle = (x + u) / 2 if cross is None else cross
        return [start, (middle, y), (middle, v), end]
    if across == (False, False):
        if x == u:
            return [start, end]
        middle = (y + v) / 2 if cross is None else cross
        return [start, (x, middle), (u, middle), end]
    return [start, (u, y) if across[0] else (x, v), end]


def draw_block(block: Block) -> list[str]:
    """Its SVG."""
    rectangle = f'width="{block.width:g}" height="{block.height:g}" rx="4"'
    shape = "frame" if block.frame and block.kind == "module" else block.kind
    lines = []
    for shift in SHIFTS if block.stack else (0,):
        place = f'x="{block.x + shift:g}" y="{block.y - shift:g}"'
        lines.append(f'<rect class="{shape}" {place} {rectangle}/>')
    x = block.x + (10 if block.frame else block.width / 2)
    y = block.y + (17 if block.frame else block.height / 2 + (-3 if block.note else 4))
    style = ("name" if block.kind == "module" else "note") + (" title" if block.frame else "")
    lines.append(f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(block.name)}</text>')
    if block.note:
        style = "note title" if block.frame else "note"
        lines.append(f'<text class="{style}" x="{x:g}" y="{y + 15:g}">{escape(block.note)}</text>')
    return lines


def draw_head(tip: Point, side: str) -> str:
    """An arrow's head that enters a block by a side."""
    (x, y), (dx, dy) = tip, STEP[side]
    base = [(x + 8 * dx + 4 * dy * s, y + 8 * dy + 4 * dx * s) for s in (1, -1)]
    points = " ".join(f"{u:g},{v:g}" for u, v in (tip, *base))
    return f'<polygon class="head" points="{points}"/>'


def draw_wire(text: str, blocks: dict[str, Block]) -> list[str]:
    """The SVG of a wire.

    Raises:
        ValueError: it is not written as a wire, or names a block that is not there.
    """
    match = WIRE.fullmatch(text)
    if not match or not {match[1], match[5]} <= blocks.keys():
        raise ValueError(f"no wire between blocks: {text!r}")
    start, end = (
        blocks[match[1]].anchor(match[2], match[3]),
        blocks[match[5]].anchor(match[6], match[7]),
    )
    cross = float(match[8]) * GRID if match[8] else None
    points = bends(start, end, (match[2], match[6]), cross)
    path = "M" + " L".join(f"{x:g},{y:g}" for x, y in points)
    lines = [f'<path class="wire" d="{path}"/>', draw_head(end, match[6])]
    if match[4] == "<->":
        lines.append(draw_head(start, match[2]))
    if match[9]:
        longest = max(
            pairwise(points),
            key=lambda ends: abs(ends[0][0] - ends[1][0]) + abs(ends[0][1] - ends[1][1]),
        )
        x, y = ((a + b) / 2 for a, b in zip(*longest, strict=True))
        level = longest[0][1] == longest[1][1]
        place = f'x="{x:g}" y="{y - 5 if level else y + 4:g}"'
        lines.append(f'<text class="label" {place}>{escape(match[9])}</text>')
    return lines


def draw(path: Path) -> str:
    """The SVG of a source."""
    with path.open("rb") as file:
        source = tomllib.load(file)
    blocks = read(path)
    width, height = (value * GRID for value in source["size"])
    frames = [line for block in blocks.values() if block.frame for line in draw_block(block)]
    wires = [draw_wire(wire, blocks) for wire in source["wires"]]
    others = [line for block in blocks.values() if not block.frame for line in draw_block(block)]
    shapes = [line for wire in wires for line in wire if not line.startswith("<text")]
    labels = [line for wire in wires for line in wire if line.startswith("<text")]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(source['title'])}</title>",
            f"<style>\n{STYLE}\n</style>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *frames,
            *shapes,
            *others,
            *labels,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Draw all."""
    for source in sorted(FOLDER.glob("*.toml")):
        source.with_suffix(".svg").write_text(draw(source), encoding="utf-8")


if __name__ == "__main__":
    main()
