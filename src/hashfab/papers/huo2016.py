# SPDX-License-Identifier: Apache-2.0
"""Huo and Liu, A High-Throughput Processor for Cryptographic Hash Functions, J. Comm. 11(7), 2016.

Its HP-ASIP is the design ``hashproc``. Table V gives the area of each part, Table VI the throughput
of each function at 1.0 GHz, which is bit per cycle as well. Gate counts are published for the whole
(66 kgates) and for the logic (52 kgates); both divide the areas by 4.20 um2 per gate, and so does
the column of kGE here.
"""

from collections.abc import Mapping, Sequence

from hashfab import designs
from hashfab.designs import hashproc
from hashfab.measure import Measurement, Workload
from hashfab.measure.physical import ModuleArea
from hashfab.papers.model import Paper, Points, Row

DESIGN = "hashproc"

CLOCK_MHZ = 1000.0
POWER_MW = 103.7
GATES, LOGIC_GATES = 66_000, 52_000
MEMORY_BYTES = 4608

GBIT_PER_S = {
    "md5": 15.8,
    "sha1": 12.5,
    "sha224": 15.5,
    "sha256": 15.5,
    "sha384": 12.2,
    "sha512": 12.2,
    "sha512-224": None,
    "sha512-256": None,
    "sha3-224": 34.9,
    "sha3-256": 33.0,
    "sha3-384": 26.8,
    "sha3-512": 19.9,
}
"""Table VI; Table I lists the two without a figure as well."""

UM2 = {
    "AGU": 7024,
    "ID": 346,
    "PC FSM": 1138,
    "PM": 26549,
    "DM": 32145,
    "RPN": 12692,
    "WPN": 5926,
    "datapath": 191655,
}
"""Table V, 65 nm."""

NONCOMBINATIONAL_UM2 = {"AGU": 0, "ID": 0, "PC FSM": 596, "RPN": 0, "WPN": 0, "datapath": 43434}
"""Table V, but for the memories."""

UM2_PER_GATE = sum(UM2.values()) / GATES

MODULES = {
    "AGU": ("hashproc_address", "hashproc_read"),
    "ID": ("hashproc_decode", "hashproc_control"),
    "PC FSM": ("hashproc_sequencer",),
    "RPN": ("hashproc_read_network",),
    "WPN": ("hashproc_write",),
    "datapath": ("hashproc_ring",),
    "DMA": ("hashproc_input", "hashproc_host"),
}
"""What stands for a part here; Table V has no row for the DMA that its control logic contains."""

MEMORIES = {"PM": "program", "DM": "data"}

LOADS = {name: Workload(4, 64 * 1024, name) for name in GBIT_PER_S}
"""Long messages, every stream busy."""

WHY_CHAINED = (
    "published: 1 to 4 more cycles per context and block, such as 2 x (80 + 2) for SHA-1; here the "
    "last step adds the chaining value, and no cycle is lost"
)
WHY_SPONGE = (
    "published: a block is loaded, two words per cycle, then permuted, such as 9 + 24 cycles; here "
    "it is loaded while the one before it is permuted"
)
WHY_NOT_PRINTED = "in the paper's Table I, not in its Table VI"
WHY_CLOCK = "65 nm low power against another technology, and an open flow without layout"
WHY_POWER = (
    "65 nm at 1 GHz, memories included, by a synthesis tool; here the largest mean of a "
    "function at 80 % of the clock, without memories"
)
WHY_ENERGY = "the paper has no such figure; memories are not in it"
WHY_MEMORY = "bits are the same; the open flow has no memory macro whose area would count"
WHY_PARTS = {
    "AGU": "here with its registers, which start and end an address; published without flip-flops",
    "PC FSM": "here with the stack of four nested loops and their counts",
    "WPN": "here with the choice between results, input and host",
    "datapath": "here with the chaining value's adders, and a state that circulates",
    "DMA": "the paper has no figure for it",
}
WHY_REGISTERS = (
    "clock gates included here; the paper's 2 x (512 + 1024) bits of state take 3.4 GE each, a "
    "flip-flop with reset of sg13g2 takes 6.75"
)
WHY_BORDERS = "modules keep their borders here, so that they add up to more than the whole"


def _why(name: str, published: float | None) -> str:
    if published is None:
        return WHY_NOT_PRINTED
    return WHY_SPONGE if name in designs.SPONGES else WHY_CHAINED


def _functions(points: Points) -> list[Row]:
    rows = []
    for name, published in GBIT_PER_S.items():
        point = points.of(DESIGN, LOADS[name])
        streams = hashproc.streams(designs.ALGORITHMS[name])
        item = f"{name}, {streams} stream{'s' if streams > 1 else ''}"
        why = _why(name, published)
        bits = point.speed.bits_per_cycle
        rows += [
            Row(item, "throughput", "bit/cycle", published, bits, why),
            Row(item, "throughput", "Gbit/s", published, point.gbit_per_s, WHY_CLOCK),
        ]
        if point.energy:
            pj = point.energy.pj_per_byte
            rows.append(Row(item, "energy", "pJ/byte", None, pj, WHY_ENERGY))
    return rows


def _whole(point: Measurement, peak_mw: float | None) -> list[Row]:
    bits = sum(designs.FAMILIES[DESIGN].memory_bits.values())
    physical = point.physical
    logic = None if physical.area_ge is None else physical.area_ge / 1000
    rows = [
        Row("whole", "clock", "MHz", CLOCK_MHZ, physical.fmax_mhz, WHY_CLOCK),
        Row("whole", "logic", "kGE", LOGIC_GATES / 1000, logic, "memories apart, in both"),
        Row("whole", "memory", "bit", 8 * MEMORY_BYTES, bits, "published: single-port; here 1R1W"),
        Row("whole", "gates, memories included", "kGE", GATES / 1000, None, WHY_MEMORY),
        Row("whole", "peak power", "mW", POWER_MW, peak_mw, WHY_POWER),
    ]
    if logic is None:
        lut4 = "an FPGA's area has no gates"
        rows.append(Row("whole", "logic", "LUT4", None, physical.lut4, lut4))
    return rows


def _parts(point: Measurement, areas: Mapping[str, ModuleArea]) -> list[Row]:
    """Table V; in um2 of each technology and in gate equivalents."""
    um2_per_ge = (point.physical.area_um2 or 0.0) / (point.physical.area_ge or 1.0)
    rows = []
    parts = {part: _sum(areas, modules) for part, modules in MODULES.items()} if areas else {}
    for part in dict.fromkeys((*UM2, *MODULES)):
        why = WHY_PARTS.get(part, WHY_BORDERS) if areas else "parts are measured on standard cells"
        if part in MEMORIES:
            bits = designs.FAMILIES[DESIGN].memory_bits[MEMORIES[part]]
            why = f"{bits} bits in both; {WHY_MEMORY}"
        rows += _area_rows(part, parts.get(part), um2_per_ge, why)
    if areas:
        whole = areas[DESIGN]
        rest = ModuleArea(
            whole.ge - sum(part.ge for part in parts.values()),
            whole.sequential_ge - sum(part.sequential_ge for part in parts.values()),
        )
        why = "pipeline registers between the parts; the paper has no such row"
        rows += _area_rows("rest", rest, um2_per_ge, why)
    return rows


def _sum(areas: Mapping[str, ModuleArea], modules: Sequence[str]) -> ModuleArea:
    return ModuleArea(
        sum(areas[module].ge for module in modules),
        sum(areas[module].sequential_ge for module in modules),
    )


def _area_rows(part: str, ours: ModuleArea | None, um2_per_ge: float, why: str) -> list[Row]:
    item = f"part {part}"
    um2, registers = UM2.get(part), NONCOMBINATIONAL_UM2.get(part)
    rows = [
        Row(item, "area", "um2", um2, ours.ge * um2_per_ge if ours else None, why),
        Row(item, "area", "kGE", _kge(um2), ours.ge / 1000 if ours else None, why),
    ]
    if part not in MEMORIES:
        sequential = ours.sequential_ge / 1000 if ours else None
        rows.append(
            Row(item, "area of flip-flops", "kGE", _kge(registers), sequential, WHY_REGISTERS)
        )
    return rows


def _kge(um2: float | None) -> float | None:
    """The published area in the paper's own gates."""
    return None if um2 is None else um2 / UM2_PER_GATE / 1000


def rows(points: Points) -> list[Row]:
    """Tables V and VI."""
    first = points.of(DESIGN, LOADS["md5"])
    powers = [
        energy.total_mw for load in LOADS.values() if (energy := points.of(DESIGN, load).energy)
    ]
    return [
        *_functions(points),
        *_whole(first, max(powers, default=None)),
        *_parts(first, points.areas),
    ]


PAPER = Paper(
    "huo2016",
    "A High-Throughput Processor for Cryptographic Hash Functions",
    tuple((DESIGN, load) for load in LOADS.values()),
    rows,
    modules=tuple(module for modules in MODULES.values() for module in modules),
    energy=(DESIGN,),
)
