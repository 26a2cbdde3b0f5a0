# SPDX-License-Identifier: Apache-2.0
"""The tables: which designs, on which targets, in which columns."""

from collections.abc import Mapping
from typing import Any

from hashfab import designs
from hashfab.designs import CORES, engine
from hashfab.designs.schemes import OPERATIONS, MlDsa, MlKem, SlhDsa
from hashfab.documents.answered import Answered
from hashfab.documents.kinds import (
    Cell,
    Designs,
    Entries,
    Evidenced,
    Finding,
    Front,
    Glitches,
    Operations,
    Reported,
    Reproduced,
    Runs,
    Schemes,
    Sizes,
    Ungated,
)
from hashfab.documents.table import Table
from hashfab.measure import Measurement


def _random(measured: Measurement) -> str:
    bits = engine.entropy(designs.parse(measured.design))
    return f"{bits:.2g}" if 0 < bits < 1 else f"{bits:,.0f}"


DESIGN: tuple[str, Cell] = ("design", lambda m: f"`{m.design}`")
KGE: tuple[str, Cell] = ("kGE", lambda m: f"{(m.physical.area_ge or 0) / 1000:.1f}")
LUT4: tuple[str, Cell] = ("LUT4", lambda m: f"{m.physical.lut4 or 0:,}")
NS: tuple[str, Cell] = ("ns", lambda m: f"{m.physical.period_ns:.2f}")
MHZ: tuple[str, Cell] = ("MHz", lambda m: f"{m.physical.fmax_mhz:.1f}")
GBIT: tuple[str, Cell] = ("Gbit/s, SHA3-256", lambda m: f"{m.gbit_per_s:.3g}")
AT: tuple[str, Cell] = ("at MHz", lambda m: f"{m.energy.frequency_mhz:.0f}" if m.energy else "")
MW: tuple[str, Cell] = ("mW", lambda m: f"{m.energy.total_mw:.1f}" if m.energy else "")
IDLE: tuple[str, Cell] = ("idle, mW", lambda m: f"{m.energy.idle_mw:.1f}" if m.energy else "")
PJ: tuple[str, Cell] = ("pJ/byte", lambda m: f"{m.energy.pj_per_byte:,.0f}" if m.energy else "")
NJ: tuple[str, Cell] = (
    "64 bytes, nJ",
    lambda m: f"{m.energy.pj_per_hash64 / 1000:,.1f}" if m.energy else "",
)
CYCLES: tuple[str, Cell] = ("cycles/byte", lambda m: f"{8 / m.speed.bits_per_cycle:.3g}")
BLOCK: tuple[str, Cell] = (
    "cycles, 136 bytes",
    lambda m: f"{8 * 136 / m.speed.bits_per_cycle:,.0f}",
)
"""Of a SHA3-256 block, with what padding and digests take of long messages."""

PICTURE = Front("readme-ecp5", "ecp5", (DESIGN, LUT4, MHZ, GBIT))
"""The exploration that is drawn as well."""

STATE: tuple[str, Cell] = (
    "cycles",
    lambda m: f"{1600 / (m.speed.state_bits_per_cycle or 1600):.0f}",
)
"""Of a permutation of 24 rounds."""

RANDOM: tuple[str, Cell] = ("random bits by the port", _random)
"""Likewise."""

CORE_PRESETS = tuple(preset for core in CORES.values() for preset in core.presets)
SYSTEM = "soc-rv32-accel-d1n1t1w64"
SCHEMED = f"{SYSTEM}rc"
"""A system that runs hash-based signatures, too."""

FOLDED = ("accel-slicew32", "accel-slicew64", "accel-planew64")
LANES = ("rv32-lane1", "rv32-lane25")
HASHED = ("rv32", *LANES)
ON_CORES = ("rv32", "rv32-dasip", *LANES, "mips32")
FEW_CORES = ("rv32", "rv32-dasip", "rv32-lane1", "rv32-lane25", "mips32", "mips32-copro")


WEIGHED = ("rv32-dasip", "rv32-lane1", "rv32-lane25", "accel-d1n1t1w64", "hashproc")
"""Candidates of the answers that documents show, one of each kind."""

ANSWERED = tuple(
    Answered(
        name=f"answer-{name.rpartition('/')[2].removesuffix('.toml')}",
        target="sg13g2",
        workload=name,
        designs=WEIGHED,
        limits=limits,
        weights="energy=0",
    )
    for name, limits in (
        ("examples/workloads/sensor-node.toml", ()),
        ("ml-kem-768", ()),
        ("firmware-boot", ("added < 20 kGE",)),
    )
)


def _part(entry: Mapping[str, Any], kind: str) -> str:
    reached, every = entry[kind]
    return f"{100 * reached / every:.1f} % of {every:,}" if every else ""


def _unnoticed(entry: Mapping[str, Any], part: str, double: bool) -> str:
    """The share of a part's faults, two flips or others, that led to a wrong result unnoticed."""
    rows = [
        row
        for row in entry["faults"]
        if row["part"] == part and (row["kind"] == "two flips") == double
    ]
    runs = sum(row["runs"] for row in rows)
    return f"{100 * sum(row['wrong'] for row in rows) / runs:.2f}" if runs else ""


def _telling(entries: Entries, name: str) -> str:
    """How many probes of a design tell of its state."""
    probes = entries[name].get("probes") if name in entries else None
    return f"{len(probes['leaks'])} of {probes['probes']:,}" if probes else ""


def _told(entries: Entries, name: str) -> str:
    """What traces of a design show, which may be the control of another one."""
    for entry in entries.values():
        if name in entry["traces"]:
            found = entry["traces"][name]
            one, two = found["largest_t"]
            return f"{one:.1f}, {two:.1f} ({found['traces']:,})"
    return ""


def _wrong(part: str) -> Finding:
    """The shares of one fault and of two flips in a part that nobody noticed."""

    def cell(entries: Entries, name: str) -> str:
        if name not in entries:
            return ""
        return ", ".join(_unnoticed(entries[name], part, double) for double in (False, True))

    return cell


def _traces(entry: Mapping[str, Any]) -> str:
    """What traces of a design and of its controls show."""
    return "; ".join(
        f"{name}: {found['traces']:,}, {found['largest_t'][0]:.1f}, {found['largest_t'][1]:.1f}"
        for name, found in entry["traces"].items()
    )


REPORTED = (
    Reported(
        name="coverage",
        target="none",
        command="make coverage",
        columns=(
            ("family", lambda e: e["family"]),
            ("lines", lambda e: _part(e, "lines")),
            ("branches", lambda e: _part(e, "branches")),
            ("toggles", lambda e: _part(e, "toggles")),
            ("covers", lambda e: _part(e, "covers")),
        ),
    ),
    Reported(
        name="mutants",
        target="none",
        command="make mutants",
        columns=(
            ("family", lambda e: e["family"]),
            ("mutations there are", lambda e: f"{e['sites']:,}"),
            ("sampled", lambda e: f"{e['sampled']}"),
            ("killed", lambda e: f"{e['killed']}"),
            ("proved equivalent", lambda e: f"{len(e['equivalent'])}"),
            ("survivors", lambda e: f"{len(e['survivors'])}"),
            ("rate, %", lambda e: f"{100 * e['rate']:.1f}"),
            ("minutes", lambda e: f"{e['seconds'] / 60:.0f}"),
        ),
    ),
    Reported(
        name="formal",
        target="none",
        command="make formal",
        columns=(
            ("proof", lambda e: f"`{e['proof']}`"),
            ("cases", lambda e: f"{e['cases']}"),
            ("hold", lambda e: f"{e['hold']}"),
            ("seconds, together", lambda e: f"{e['seconds']:,}"),
        ),
    ),
    Reported(
        name="malformed",
        target="none",
        command="python benchmarks/malformed_accesses.py",
        columns=(
            ("bus", lambda e: e["bus"]),
            ("accesses", lambda e: f"{e['accesses']:,}"),
            ("refused", lambda e: f"{e['refused']:,}"),
            ("commands among them", lambda e: f"{e['commands']:,}"),
            ("words of memory", lambda e: f"{e['words']:,}"),
            ("bytes written elsewhere", lambda e: f"{e['strays']}"),
            ("longest, cycles", lambda e: f"{e['longest']}"),
        ),
    ),
    Reported(
        name="faults",
        target="none",
        command="hashfab faults NAME",
        columns=(
            ("design", lambda e: f"`{e['design']}`"),
            ("faults", lambda e: f"{e['runs']:,}"),
            ("control: one, %", lambda e: _unnoticed(e, "control", False)),
            ("control: two, %", lambda e: _unnoticed(e, "control", True)),
            ("checks: one, %", lambda e: _unnoticed(e, "check", False)),
            ("checks: two, %", lambda e: _unnoticed(e, "check", True)),
            ("data: one, %", lambda e: _unnoticed(e, "data", False)),
            ("data: two, %", lambda e: _unnoticed(e, "data", True)),
        ),
    ),
    Reported(
        name="leakage",
        target="none",
        command="hashfab leakage NAME",
        columns=(
            ("design", lambda e: f"`{e['design']}`"),
            ("probes", lambda e: f"{e['probes']['probes']:,}" if "probes" in e else ""),
            ("that leak", lambda e: f"{len(e['probes']['leaks'])}" if "probes" in e else ""),
            ("traces, and t at order 1, 2", _traces),
        ),
    ),
    Reported(
        name="bus-cost",
        target="sg13g2",
        command="python benchmarks/bus_cost.py",
        columns=(
            ("control, memory", lambda e: e["label"]),
            ("kGE", lambda e: f"{e['area_ge'] / 1000:.2f}"),
            ("beyond the accelerator", lambda e: f"{e['beyond_ge'] / 1000:+.2f}"),
            ("ns", lambda e: f"{e['period_ns']:.2f}"),
        ),
    ),
    Reported(
        name="lane-unit",
        target="sg13g2",
        command="python benchmarks/lane_unit.py",
        columns=(
            ("of design", lambda e: f"`{e['design']}`"),
            ("kGE", lambda e: f"{e['area_ge'] / 1000:.1f}"),
            ("flip-flops", lambda e: f"{e['ff']:,}"),
            ("ns", lambda e: f"{e['period_ns']:.2f}"),
            ("cycles, 24 rounds", lambda e: f"{e['rounds']}"),
            ("cycles, a block of SHA3-256", lambda e: f"{e['block']}"),
        ),
    ),
)
"""Of checks and benchmarks that take long, when they last ran."""

TABLES: tuple[Table, ...] = (
    Designs(
        name="faults-price",
        target="sg13g2",
        designs=("engine-n1", "engine-n1-parity", "engine-n1-redo"),
        columns=(DESIGN, KGE, NS, STATE, GBIT),
    ),
    Evidenced(
        name="hardened",
        target="sg13g2",
        designs=(
            "engine-n1",
            "engine-n1x2",
            "engine-n1x2g64",
            "engine-n1-parity",
            "engine-n1-redo",
        ),
        columns=(DESIGN, KGE, NS, STATE, RANDOM, GBIT),
        checks={
            "leakage": (
                "hashfab leakage NAME",
                (("probes that tell", _telling), ("t at order 1, 2 (traces)", _told)),
            ),
            "faults": (
                "hashfab faults NAME",
                (
                    ("wrong unnoticed, control: one, two, %", _wrong("control")),
                    ("data: one, two, %", _wrong("data")),
                ),
            ),
        },
    ),
    Ungated(
        name="readme-cells",
        target="sg13g2",
        designs=(
            "engine-slice",
            "engine-n1",
            "accel-slicew64",
            "accel-d1n1t1w64",
            "rv32",
            "rv32-dasip",
            "rv32-lane1",
            "rv32-lane25",
            "mips32",
            "mips32-copro",
            "hashproc",
        ),
        columns=(DESIGN, KGE, NS, GBIT, CYCLES),
    ),
    Designs(
        name="engines-ice40",
        target="ice40-hx8k",
        designs=("engine-slice", "engine-n1"),
        columns=(DESIGN, LUT4, MHZ, GBIT),
    ),
    Designs(
        name="accel-small",
        target="sg13g2",
        designs=("engine-slice", "engine-plane", *FOLDED),
        columns=(DESIGN, KGE, NS, GBIT, BLOCK),
    ),
    Designs(
        name="accel-small-ecp5",
        target="ecp5",
        designs=("engine-slice", *FOLDED),
        columns=(DESIGN, LUT4, MHZ, GBIT, BLOCK),
    ),
    Reproduced(
        name="riscv",
        target="sg13g2",
        paper="rao2018",
        head="core",
        items="",
        metrics=(
            ("cycles/byte", "performance", "cycles/byte", 2),
            ("code, bytes", "code", "bytes", 0),
            ("GE (slices)", "area", "GE", 0),
            ("area, % of the base", "area, of the base", "%", 0),
            ("MHz", "frequency", "MHz", 0),
        ),
    ),
    Reproduced(
        name="mips",
        target="sg13g2",
        paper="elmohr2016",
        head="core",
        items="",
        metrics=(
            ("cycles/byte", "execution time", "cycles/byte", 1),
            ("% of the base", "execution time, of the base", "%", 0),
            ("code, bytes", "code", "bytes", 0),
            ("GE (slices)", "area", "GE", 0),
            ("area, % of the base", "area, of the base", "%", 0),
        ),
    ),
    Reproduced(
        name="hashproc-functions",
        target="sg13g2",
        paper="huo2016",
        head="function",
        items="",
        metrics=(
            ("bit/cycle", "throughput", "bit/cycle", 2),
            ("Gbit/s", "throughput", "Gbit/s", 2),
        ),
    ),
    Designs(
        name="energy-hash",
        target="sg13g2",
        designs=("engine-slice", "engine-n1", "accel-d1n1t1w64"),
        columns=(DESIGN, KGE, AT, MW, IDLE, PJ, NJ),
        energy=True,
    ),
    Designs(
        name="energy",
        target="sg13g2",
        designs=(
            "rv32",
            "rv32-dasip",
            "rv32-lane1",
            "mips32",
            "hashproc",
        ),
        columns=(DESIGN, KGE, AT, MW, IDLE, PJ, NJ),
        energy=True,
    ),
    *(
        Operations(
            name=name,
            target="sg13g2",
            scheme=name,
            designs=CORE_PRESETS if name == "ml-kem-768" else FEW_CORES,
        )
        for name in ("ml-kem-512", "ml-kem-768", "ml-kem-1024", "ml-dsa-65")
    ),
    Operations(
        name="slh-dsa-shake-128f",
        target="sg13g2",
        scheme="slh-dsa-shake-128f",
        designs=HASHED,
        kinds=("keygen", "verify"),
    ),
    Runs(
        name="slh-dsa-sets",
        target="sg13g2",
        design="rv32-lane25",
        operations=tuple(
            each.name
            for each in OPERATIONS
            if isinstance(each.scheme, SlhDsa) and each.name != "slh-dsa-shake-128s/sign"
        ),
    ),
    Schemes(
        name="schemes",
        target="none",
        operations={
            **{f"ml-kem-768/{kind}": (*ON_CORES, SCHEMED) for kind in MlKem.kinds},
            **{f"ml-dsa-65/{kind}": (*ON_CORES, SCHEMED) for kind in MlDsa.kinds},
            "slh-dsa-shake-128f/keygen": (*ON_CORES, SCHEMED),
            # On other cores, the simulation of signing takes half an hour and more.
            "slh-dsa-shake-128f/sign": (*HASHED, SCHEMED),
            "slh-dsa-shake-128f/verify": (*ON_CORES, SCHEMED),
            "slh-dsa-shake-128s/verify": (*LANES, SCHEMED),
        },
    ),
    Designs(
        name="lane",
        target="sg13g2",
        designs=("rv32", "rv32-zbkb", "rv32-lane1", "rv32-lane5", "rv32-lane25"),
        columns=(DESIGN, KGE, NS, CYCLES),
    ),
    Designs(
        name="soc",
        target="sg13g2",
        designs=(SYSTEM, "accel-d1n1t1w64", "rv32", "rv32-lane25"),
        columns=(DESIGN, KGE, NS, GBIT, CYCLES),
    ),
    Designs(name="soc-ecp5", target="ecp5", designs=(SYSTEM,), columns=(DESIGN, LUT4, MHZ, GBIT)),
    Operations(
        name="soc-ml-kem-768",
        target="sg13g2",
        scheme="ml-kem-768",
        designs=(SYSTEM, "rv32-lane25", "rv32-lane1", "rv32"),
    ),
    Glitches(
        name="glitches",
        target="sg13g2",
        designs=("engine-n1", "engine-n2", "engine-s4", "accel-d1n1t1w64", "hashproc"),
    ),
    Sizes(
        name="soc-crossover",
        target="none",
        sizes=(0, 64, 136, 256, 1024, 4096, 16384),
        designs=(
            "rv32",
            "rv32-zbkb",
            "rv32-dasip",
            "rv32-lane1",
            "rv32-lane5",
            "rv32-lane25",
            "soc-rv32-accel-d1n1t1w32",
            SYSTEM,
            "soc-rv32-accel-d1n2t1w128",
        ),
    ),
    PICTURE,
    *REPORTED,
    *ANSWERED,
)
"""By the documents that show them."""
