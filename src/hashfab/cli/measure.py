# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab measure``."""

import click

from hashfab import designs
from hashfab.cli.options import Number
from hashfab.cli.options import seed as seed_option
from hashfab.cli.options import target as target_option
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.designs import schemes
from hashfab.errors import RequestError
from hashfab.measure import Request, operation, simulate, store, targets
from hashfab.measure import workload as workloads
from hashfab.measure.energy import Energy, OperationEnergy
from hashfab.measure.operation import OperationMeasurement, OperationRequest
from hashfab.measure.physical import Physical
from hashfab.measure.record import Provenance
from hashfab.measure.runner import Failure, Runner
from hashfab.measure.targets import Target

NO_POWER = "{} has no power and energy; standard cells have."


@click.command("measure")
@click.argument("design_name", metavar="DESIGN")
@target_option
@click.option(
    "--workload",
    help=f"{workloads.FORM}; or what a core computes: "
    f"{', '.join(each.name for each in schemes.OPERATIONS)}.  [default: {workloads.DEFAULT.name}]",
)
@seed_option("Of messages and of place and route.")
@click.option("--estimate", is_flag=True, help="On an FPGA, do not place and route.")
@click.option(
    "--energy", is_flag=True, help="On standard cells, also power and energy, by the netlist's run."
)
@click.option(
    "--mhz",
    type=Number(0.001, 100_000),
    help="The clock's frequency for --energy.  [default: 80 % of the design's own]",
)
@click.option(
    "--delays", is_flag=True, help="With --energy: cells have delays, so that glitches count."
)
@as_json
def measure_(
    design_name: str,
    target: str,
    workload: str | None,
    seed: int,
    estimate: bool,
    energy: bool,
    mhz: float | None,
    delays: bool,
    as_json: bool,
) -> None:
    """Measure a design: speed on real messages, area and clock period on a target."""
    design = designs.parse(design_name)
    technology = targets.get(target)
    scheme = None if workload is None else schemes.parse(workload)
    load = workloads.DEFAULT if workload is None or scheme else workloads.parse(workload)
    if not energy and (mhz is not None or delays):
        said = "--delays" if mhz is None else "--mhz"
        raise RequestError(f"{said} says how energy is found; --energy is missing")
    if scheme and delays:
        raise RequestError(
            f"--delays is for messages, not for {scheme.name}; allowed: {workloads.FORM}"
        )
    if not scheme:
        simulate.check(design, load)
    technology.check()
    store.default().check()
    if scheme:
        asked = OperationRequest(design, scheme, technology, seed, not estimate, energy, mhz)
        (executed,) = operation.measure([asked], Runner(len(asked.stages))).values()
        if as_json:
            none = dict.fromkeys(("power_mw", "uj_per_run")) if energy else {}
            show_json({**none, **executed.to_json()})
            return
        _show_executed(executed, technology)
        if energy and executed.energy is None:
            click.echo(NO_POWER.format(executed.target))
        return
    request = Request(design, load, technology, seed, not estimate, energy, mhz, delays)
    (found,) = Runner(jobs=len(request.stages)).measure([request]).values()
    if isinstance(found, Failure):
        raise found.error()
    if as_json:
        # What was asked for is null where the target has none.
        none = dict.fromkeys(("power_mw", "idle_mw", "pj_per_byte")) if energy else {}
        show_json({**none, **found.to_json()})
        return
    speed, physical = found.speed, found.physical
    timed = physical.timed
    rows = [
        *_physical(physical, technology),
        ["cycles", figure(speed.cycles), ""],
        ["latency", figure(speed.latency_cycles), "cycles"],
        ["throughput", figure(speed.bits_per_cycle), "bits/cycle"],
        ["bound", figure(speed.bound_bits_per_cycle), "bits/cycle"],
        ["throughput", figure(found.gbit_per_s if timed else None, 3), "Gbit/s"],
        ["port utilization", figure(speed.port_utilization, 3), "words/cycle"],
        *(_energy(found.energy) if found.energy else ()),
        ["memory bits", figure(found.provenance.settings.get("memory_bits")), ""],
    ]
    _show(f"{found.design} on {found.target}, {found.workload}", rows, found.provenance)
    if energy and found.energy is None:
        click.echo(NO_POWER.format(found.target))


def _show(title: str, rows: list[list[str]], provenance: Provenance) -> None:
    """Print figures, and what produced them."""
    rows = [
        *rows,
        ["recipe", figure(provenance.recipe), ""],
        ["source hash", provenance.source_hash[:16], ""],
    ]
    show_table(title, ["figure", "value", "unit"], [row for row in rows if row[1] != "-"])
    click.echo(" ".join(f"{tool} {version}" for tool, version in provenance.tools.items()))


def _physical(physical: Physical, technology: Target) -> list[list[str]]:
    """The rows of area and period."""
    timing = "place and route" if physical.placed else technology.timing
    timed = physical.timed
    return [
        ["area", figure(physical.area_ge, 0), "GE"],
        ["area", figure(physical.area_um2, 0), "um2"],
        ["area", figure(physical.lut4), "LUT4"],
        ["area", figure(physical.lut6), "LUT6"],
        ["flip-flops", figure(physical.ff), ""],
        ["clock period", figure(physical.period_ns if timed else None, 3), f"ns ({timing})"],
        ["frequency", figure(physical.fmax_mhz if timed else None, 1), "MHz"],
    ]


def _show_executed(found: OperationMeasurement, technology: Target) -> None:
    """Print an operation's measurement."""
    execution, timed = found.execution, found.physical.timed
    rows = [
        *_physical(found.physical, technology),
        ["cycles", figure(execution.cycles), ""],
        *(
            [f"cycles, {part}", figure(cycles), f"{100 * cycles / execution.cycles:.1f} %"]
            for part, cycles in execution.parts.items()
        ),
        ["instructions", figure(execution.instructions), ""],
        ["time", figure(found.run_ms if timed else None, 3), "ms"],
        ["code", figure(execution.code_bytes), "bytes"],
        ["stack", figure(execution.stack_bytes), "bytes"],
        *(_operation_energy(found.energy) if found.energy else ()),
    ]
    _show(f"{found.design} on {found.target}, {found.workload}", rows, found.provenance)


def _power(energy: Energy | OperationEnergy) -> list[list[str]]:
    """The rows of power."""
    return [
        *([f"power, {kind}", figure(mw, 3), "mW"] for kind, mw in energy.power_mw.items()),
        ["power", figure(energy.total_mw, 2), f"mW at {energy.frequency_mhz:.1f} MHz"],
    ]


def _operation_energy(energy: OperationEnergy) -> list[list[str]]:
    """The rows of an operation's power and energy."""
    return [
        *_power(energy),
        ["energy", figure(energy.uj, 3), "uJ"],
        ["clock gates", figure(energy.clock_gates), ""],
        *([f"words, {port}", figure(count), ""] for port, count in energy.words.items()),
    ]


def _energy(energy: Energy) -> list[list[str]]:
    """The rows of power and energy."""
    return [
        *_power(energy),
        ["power when idle", figure(energy.idle_mw, 2), "mW"],
        ["energy, long messages", figure(energy.pj_per_byte, 1), "pJ/byte"],
        ["energy, 64 bytes", figure(energy.pj_per_hash64 / 1000, 3), "nJ"],
        ["efficiency", figure(energy.gbit_per_s_per_w, 1), "Gbit/s/W"],
        ["efficiency", figure(energy.mb_per_mj, 2), "MB/mJ"],
        ["clock gates", figure(energy.clock_gates), ""],
        *(
            [f"words, {port}", figure(count, 3), "per byte"]
            for port, count in energy.words_per_byte.items()
        ),
    ]
