# SPDX-License-Identifier: Apache-2.0
"""A picture of a probe that tells something: the signals that meet there, and the gates they pass.

A probe's wire ends a cone of hundreds of gates. What it tells is told by the first wire in there
that sees the same signals: the gates behind that one are drawn, in columns from what they read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from statistics import fmean

from hashfab.check.leakage.forms import spot
from hashfab.check.leakage.probes import Leak, Signal, ends, signals
from hashfab.check.netlist.circuit import KINDS, Gates

SWEEPS = 8
"""Passes over the columns that put side by side what belongs together."""

PITCH, THIN = 36, 12
"""Pixels from a row to the next: of boxes, and of wires that only pass a column."""

HEIGHT, GATE, GAP = 22, 62, 56
"""Of a box, of a gate's from left to right, and between columns."""

CHARACTER = 6.8
"""Pixels that one takes."""

MARGIN, HEAD, LINE = 20, 30, 18

STYLE = """\
text { font: 11px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #14233a }
.title { font-size: 13px; font-weight: 600 }
.box { text-anchor: middle }
rect { fill: #ffffff; stroke: #2d5486; stroke-width: 1.2 }
rect.tells { fill: #fde4dc; stroke: #b3361b; stroke-width: 2 }
rect.probe { fill: #fdf6e7; stroke: #b3361b; stroke-width: 2 }
path { fill: none; stroke: #9aa3b0; stroke-width: 1.1 }
path.tells { stroke: #b3361b; stroke-width: 1.6 }"""


@dataclass(frozen=True)
class Cone:
    """A wire and the gates behind it.

    Attributes:
        wire: its net.
        operands: of each net that counts, those that its gate reads, none for registers and inputs.
            Each stands behind those that it reads; the wire is the last one.
        labels: what each net is: a kind of gate, or the name of a register or an input.
        notes: of nets that carry shares or fresh bits, which, and in which cycles it tells; of the
            wire, where it is.
        telling: those that together tell something of the secret.
        beside: signals that do so and do not lead to the wire.
    """

    wire: int
    operands: Mapping[int, tuple[int, ...]]
    labels: Mapping[int, str]
    notes: Mapping[int, str]
    telling: frozenset[int]
    beside: tuple[str, ...]


def find(gates: Gates, leak: Leak) -> Cone:
    """The cone of the first wire behind a probe that sees all that the probe tells of."""
    kinds = tuple(KINDS)
    rows = {
        output: (kinds[kind], tuple(operands[: len(KINDS[kinds[kind]])]))
        for kind, output, *operands in gates.table.tolist()
    }
    carried = signals(gates)
    cycles: dict[str, list[str]] = {}
    for text in leak.signals:
        name, _, cycle = text.partition(" in cycle ")
        cycles.setdefault(name, []).append(cycle)
    behind = _behind(rows, ends(gates)[leak.wire])
    telling = frozenset(net for net in behind if net in carried and _spelt(carried[net]) in cycles)
    sees: dict[int, frozenset[int]] = {}
    for net in behind:
        read = rows[net][1] if net in rows else ()
        sees[net] = frozenset({net} & telling).union(*(sees[each] for each in read))
    wire = next(net for net in behind if sees[net] == telling)
    kept = _behind(rows, wire)
    names = dict(gates.names)
    for port, nets in gates.inputs.items():
        names |= {int(net): f"{port}[{at}]" for at, net in enumerate(nets)}
    return Cone(
        wire,
        {net: rows[net][1] if net in rows else () for net in kept},
        {
            net: rows[net][0].strip("$_") if net in rows else names.get(net, str(net))
            for net in kept
        },
        {net: _note(carried[net], cycles) for net in kept if net in carried}
        | {wire: names.get(wire, "a probe here")},
        telling,
        tuple(cycles.keys() - {_spelt(carried[net]) for net in telling}),
    )


def _behind(rows: Mapping[int, tuple[str, tuple[int, ...]]], wire: int) -> list[int]:
    """The nets that a wire depends on, each behind those that it depends on; the wire at last."""
    done: dict[int, None] = {}
    waiting = [wire]
    while waiting:
        net = waiting[-1]
        left = [each for each in rows[net][1] if each not in done] if net in rows else []
        if left:
            waiting += left
        else:
            done.setdefault(waiting.pop())
    return list(done)


def _spelt(signal: Signal) -> str:
    """As a leak calls it."""
    return f"{signal[0]}[{signal[1]}]"


def _note(signal: Signal, cycles: Mapping[str, Sequence[str]]) -> str:
    """A bit of a state by its place as it lies in the register, and when it tells."""
    x, y, z = spot(signal[1])
    name = _spelt(signal)
    told = f", cycle {' and '.join(cycles[name])}" if name in cycles else ""
    return f"{name}: x {x}, y {y}, z {z}{told}"


def draw(cone: Cone, leak: Leak) -> str:
    """The picture, as SVG: signals on the left, the wire on the right."""
    heading = [
        f"{leak.wire} tells of the secret: {leak.scene}",
        "Drawn: the first wire behind it that sees as much. Red: what together tells it.",
    ]
    if cone.beside:
        heading.append(f"Together with what is not behind it: {', '.join(sorted(cone.beside))}")
    columns = _columns(cone)
    _sort(cone, columns)
    boxes = {net: level for level, column in reversed([*enumerate(columns)]) for net in column}
    widths = [
        max(_width(cone, net) for net in column if boxes[net] == level)
        for level, column in enumerate(columns)
    ]
    tallest = max(
        sum(_pitch(boxes, level, net) for net in each) for level, each in enumerate(columns)
    )
    spots: list[dict[int, tuple[float, float]]] = []
    left, top = float(MARGIN), HEAD + LINE * len(heading)
    for level, column in enumerate(columns):
        spots.append({})
        y = top + (tallest - sum(_pitch(boxes, level, net) for net in column)) / 2
        for net in column:
            pitch = _pitch(boxes, level, net)
            spots[level][net] = left, y + pitch / 2
            y += pitch
        left += widths[level] + GAP
    tells = set(cone.telling)
    for net, operands in cone.operands.items():
        tells |= {net} if tells.intersection(operands) else set()
    paths: list[tuple[bool, str]] = []
    for level, (here, there) in enumerate(pairwise(spots)):
        for net, (x, y) in there.items():
            passes = boxes[net] <= level
            if passes:
                paths.append((net in tells, f"M{x:g},{y:g}H{x + widths[level + 1]:g}"))
            for source in [net] if passes else set(cone.operands[net]):
                start, at = here[source]
                start += _width(cone, source) if boxes[source] == level else widths[level]
                bend = (start + x) / 2
                curve = f"M{start:g},{at:g}C{bend:g},{at:g} {bend:g},{y:g} {x:g},{y:g}"
                paths.append((source in tells, curve))
    lines = [
        f'<path class="tells" d="{path}"/>' if told else f'<path d="{path}"/>'
        for told, path in sorted(paths)
    ]
    for net, level in boxes.items():
        lines += _box(cone, net, *spots[level][net])
    wide = max(left - GAP, *(MARGIN + 1.2 * CHARACTER * len(line) for line in heading)) + MARGIN
    size = f'width="{wide:.0f}" height="{top + tallest + MARGIN:.0f}"'
    texts = [
        f'<text class="title" x="{MARGIN}" y="{HEAD + LINE * number}">{escape(line)}</text>'
        for number, line in enumerate(heading)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(heading[0])}</title>",
            f"<style>\n{STYLE}\n</style>",
            '<rect width="100%" height="100%" style="stroke: none"/>',
            *texts,
            *lines,
            "</svg>\n",
        ]
    )


def _columns(cone: Cone) -> list[list[int]]:
    """Nets by column: each in that of its gate, and in those up to its last reader's."""
    level: dict[int, int] = {}
    for net, operands in cone.operands.items():
        level[net] = 1 + max((level[each] for each in operands), default=-1)
    last = dict(level)
    for net, operands in cone.operands.items():
        for each in operands:
            last[each] = max(last[each], level[net] - 1)
    return [
        [net for net in cone.operands if level[net] <= at <= last[net]]
        for at in range(level[cone.wire] + 1)
    ]


def _sort(cone: Cone, columns: Sequence[list[int]]) -> None:
    """Put each net where its neighbours in the columns beside it are on average."""
    readers: dict[int, list[int]] = {}
    for net, operands in cone.operands.items():
        for each in operands:
            readers.setdefault(each, []).append(net)
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        beside = cone.operands if forward else readers
        for before, column in pairwise(columns if forward else [*reversed(columns)]):
            rank = {net: (at + 0.5) / len(before) for at, net in enumerate(before)}
            middles = {}
            for at, net in enumerate(column):
                known = [rank[each] for each in (net, *beside.get(net, ())) if each in rank]
                # What has no neighbour stays about where it is.
                middles[net] = fmean(known or [(at + 0.5) / len(column)])
            column.sort(key=middles.__getitem__)


def _pitch(boxes: Mapping[int, int], level: int, net: int) -> int:
    """Pixels that a net takes in a column."""
    return PITCH if boxes[net] == level else THIN


def _width(cone: Cone, net: int) -> float:
    """Of a net's box."""
    return max(GATE, 16 + CHARACTER * max(map(len, _texts(cone, net))))


def _texts(cone: Cone, net: int) -> list[str]:
    """What its box says, a line each."""
    label = cone.labels[net]
    return [label, cone.notes[net]] if net in cone.notes else [label]


def _box(cone: Cone, net: int, x: float, y: float) -> list[str]:
    """A gate, a register or an input; its left side's middle is given."""
    width, texts = _width(cone, net), _texts(cone, net)
    kind = "tells" if net in cone.telling else "probe" if net == cone.wire else "plain"
    rows = [
        f'<text class="box" x="{x + width / 2:g}" '
        f'y="{y + 4 + 12 * (at - (len(texts) - 1) / 2):g}">{escape(text)}</text>'
        for at, text in enumerate(texts)
    ]
    height = HEIGHT + 6 * (len(texts) - 1)
    return [
        f'<rect class="{kind}" x="{x:g}" y="{y - height / 2:g}" width="{width:g}" '
        f'height="{height}" rx="4"/>',
        *rows,
    ]
