# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab measure``."""

import click

from hashfab import designs
from hashfab.cli.options import seed as seed_option
from hashfab.cli.show import as_json, figure, show_json, show_table
from hashfab.measure import Request, store, targets
from hashfab.measure import workload as workloads
from hashfab.measure.runner import Failure, Runner


@click.command("measure")
@click.argument("design_name", metavar="DESIGN")
@click.option(
    "--target",
    default=targets.DEFAULT,
    show_default=True,
    help=f"Technology: {', '.join(targets.TARGETS)}.",
)
@click.option("--workload", help=f"{workloads.FORM}.  [default: {workloads.DEFAULT.name}]")
@seed_option("Of messages and of place and route.")
@click.option("--estimate", is_flag=True, help="On an FPGA, do not place and route.")
@as_json
def measure_(
    design_name: str, target: str, workload: str | None, seed: int, estimate: bool, as_json: bool
) -> None:
    """Measure a design: speed on real messages, area and clock period on a target."""
    design = designs.parse(design_name)
    technology = targets.get(target)
    load = workloads.DEFAULT if workload is None else workloads.parse(workload)
    store.default().check()
    request = Request(design, load, technology, seed, place=not estimate)
    (found,) = Runner(jobs=len(request.stages)).measure([request]).values()
    if isinstance(found, Failure):
        raise found.error()
    if as_json:
        show_json(found.to_json())
        return
    speed, physical = found.speed, found.physical
    timing = "place and route" if physical.placed else technology.timing
    rows = [
        ["area", figure(physical.area_ge, 0), "GE"],
        ["area", figure(physical.area_um2, 0), "um2"],
        ["area", figure(physical.lut4), "LUT4"],
        ["flip-flops", figure(physical.ff), ""],
        ["clock period", figure(physical.period_ns, 3), f"ns ({timing})"],
        ["frequency", figure(physical.fmax_mhz, 1), "MHz"],
        ["cycles", figure(speed.cycles), ""],
        ["latency", figure(speed.latency_cycles), "cycles"],
        ["throughput", figure(speed.bits_per_cycle), "bits/cycle"],
        ["bound", figure(speed.bound_bits_per_cycle), "bits/cycle"],
        ["throughput", figure(found.gbit_per_s, 3), "Gbit/s"],
        ["port utilization", figure(speed.port_utilization, 3), "words/cycle"],
        ["memory bits", figure(found.provenance.settings.get("memory_bits")), ""],
        ["recipe", figure(physical.recipe), ""],
        ["source hash", found.provenance.source_hash[:16], ""],
    ]
    show_table(
        f"{found.design} on {found.target}, {found.workload}",
        ["figure", "value", "unit"],
        [row for row in rows if row[1] != "-"],
    )
    click.echo(" ".join(f"{tool} {version}" for tool, version in found.provenance.tools.items()))
