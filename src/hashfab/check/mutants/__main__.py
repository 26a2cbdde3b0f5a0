# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.check.mutants [FAMILY...]``: small defects in the RTL, and who sees them.

Exit code: 0 when in each family enough mutants are killed and every survivor has a reason in the
file of survivors; 1 when not, or a tool failed; 2 for a wrong request.
"""

import json
import os
import sys
import time
from pathlib import Path

import click

from hashfab import entry, files, paths
from hashfab.check import reports
from hashfab.check.mutants import campaign, quick, report
from hashfab.check.mutants.report import Result, Survivor
from hashfab.errors import unknown
from hashfab.tools import verilator, yosys

SURVIVORS = paths.rtl_dir().parent / "tests" / "mutants" / "survivors.toml"


def run(family: str, count: int, seed: int, jobs: int) -> Result:
    """A family's campaign.

    Raises:
        RequestError: the reasons cannot be read.
        WorkFailed: a tool failed, or the quick test fails on the design as it is.
    """
    begin = time.monotonic()
    known = report.reasons(SURVIVORS, family)
    chosen = campaign.sample(family, quick.points(family), count, seed)
    files = campaign.write_sources(chosen, campaign.folder(family))
    simulators = campaign.build(chosen, files)
    total = len(chosen.chosen)
    fates = {}
    for number, fate in campaign.run(chosen, simulators, jobs):
        fates[number] = fate
        said = fate.noticed.splitlines()[0][:150] if fate.noticed else "survives"
        print(f"[{number}/{total}] {fate.mutation.key}\n    {fate.design}: {said}", file=sys.stderr)
    alive = {number: fate.mutation for number, fate in fates.items() if fate.noticed is None}
    verdicts = campaign.prove(chosen, sorted(alive), jobs)
    equal = tuple(alive[number] for number, same in verdicts.items() if same)
    left = [alive[number] for number, same in verdicts.items() if not same]
    return Result(
        family,
        seed,
        chosen.sites,
        chosen.lines,
        total,
        total - len(alive),
        equal,
        tuple(Survivor(each, known.get(each.key)) for each in left),
        round(time.monotonic() - begin, 1),
    )


@click.command()
@click.argument("families", nargs=-1, metavar="[FAMILY]...")
@click.option("--count", type=click.IntRange(min=1), default=200, help="Mutations of a family.")
@click.option("--seed", type=int, default=1, help="Of their choice.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count(), help="At a time.")
@click.option("--out", type=click.Path(path_type=Path), help="A file for the results as JSON.")
def main(families: tuple[str, ...], count: int, seed: int, jobs: int, out: Path | None) -> int:
    """Run the campaigns of FAMILY, of all when none is named."""
    for name in families:
        if name not in quick.DESIGNS:
            raise unknown("family", name, quick.DESIGNS)
    results = []
    tools = {"verilator": verilator.version(), "yosys": yosys.version()}
    for name in families or quick.DESIGNS:
        print(f"{name}: {count} mutations, seed {seed}", file=sys.stderr)
        result = run(name, count, seed, jobs)
        results.append(result)
        reports.keep("mutants", "family", [result.json()], tools)
        for mutation in result.equivalent:
            print(f"{name}: line {mutation.line}, proved equivalent: {mutation.key}")
        for survivor in result.survivors:
            said = "survives" if survivor.reason else "SURVIVES WITHOUT A REASON"
            print(f"{name}: line {survivor.mutation.line}, {said}:")
            print(report.entry(name, survivor))
    print(report.table(results))
    if out:
        files.write(out, json.dumps([result.json() for result in results], indent=1) + "\n")
    return 0 if all(result.good for result in results) else 1


if __name__ == "__main__":
    entry.run(main)
