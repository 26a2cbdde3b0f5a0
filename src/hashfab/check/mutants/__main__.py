# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.check.mutants [FAMILY...]``: small defects in the RTL, and who sees them.

Exit code: 0 when in each family enough mutants are killed and every survivor has a reason in the
file of survivors; 1 when not, or a tool failed; 2 for a wrong request.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from hashfab import paths
from hashfab.check import reports
from hashfab.check.mutants import campaign, quick, report
from hashfab.check.mutants.report import Result, Survivor
from hashfab.errors import RequestError, WorkFailed
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


def main() -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hashfab.check.mutants", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="all when none is named")
    parser.add_argument("--count", type=int, default=200, help="mutations per family")
    parser.add_argument("--seed", type=int, default=1, help="of their choice")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time")
    parser.add_argument("--out", type=Path, help="a file for the results as JSON")
    arguments = parser.parse_args()
    families = arguments.families or list(quick.DESIGNS)
    for name in families:
        if name not in quick.DESIGNS:
            parser.error(f"no family is called {name}; there are {', '.join(quick.DESIGNS)}")
    if arguments.count < 1 or arguments.jobs < 1:
        parser.error("--count and --jobs take at least 1")
    results = []
    try:
        tools = {"verilator": verilator.version(), "yosys": yosys.version()}
        for name in families:
            print(f"{name}: {arguments.count} mutations, seed {arguments.seed}", file=sys.stderr)
            result = run(name, arguments.count, arguments.seed, arguments.jobs)
            results.append(result)
            reports.keep("mutants", "family", [result.json()], tools)
            for mutation in result.equivalent:
                print(f"{name}: line {mutation.line}, proved equivalent: {mutation.key}")
            for survivor in result.survivors:
                said = "survives" if survivor.reason else "SURVIVES WITHOUT A REASON"
                print(f"{name}: line {survivor.mutation.line}, {said}:")
                print(report.entry(name, survivor))
    except RequestError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except WorkFailed as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(report.table(results))
    if arguments.out:
        text = json.dumps([result.json() for result in results], indent=1)
        arguments.out.write_text(text + "\n")
    return 0 if all(result.good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
