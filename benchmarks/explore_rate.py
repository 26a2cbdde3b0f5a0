# SPDX-License-Identifier: Apache-2.0
"""How many points an exploration measures in an hour, and when its page has the first one.

``python benchmarks/explore_rate.py [TARGET [SECONDS [SPACE]]]`` runs `hashfab explore` with an
empty build folder, stops it after so many seconds (300) unless it has ended, and prints two lines.
Building simulators and the first start of each tool are in them. Where other work takes the cores,
the second line counts processor time instead of the clock. Asked for, on two cores:

    python benchmarks/explore_rate.py none          1,500 points an hour
    python benchmarks/explore_rate.py sg13g2        120 points an hour; needs $PDK_ROOT
    python benchmarks/explore_rate.py ecp5 900 default
                                                    the first point within 90 s, all within 15 min

The first point on ``ecp5`` is that of `make explore`, which explores the default space there.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SPACE = Path(__file__).parent / "explore_rate.toml"
DEFAULT = ("none", "300", str(SPACE))


def results(folder: Path) -> dict[str, Any] | None:
    """What there is of an exploration; None before the first point."""
    path = folder / "results.json"
    return json.loads(path.read_text()) if path.is_file() else None


def main() -> int:
    """Explore and print; 1 where nothing was measured or something failed."""
    target, seconds, space = (*sys.argv[1:], *DEFAULT[len(sys.argv) - 1 :])
    spaces = [] if space == "default" else [space]
    with tempfile.TemporaryDirectory(prefix="hashfab-rate-") as build:
        out = Path(build) / "explore"
        started = time.monotonic()
        command = [sys.executable, "-c", "from hashfab.cli import main; main()", "explore"]
        process = subprocess.Popen(
            [*command, *spaces, "--target", target, "--out", str(out)],
            env={**os.environ, "HASHFAB_BUILD": build},
            stdout=subprocess.DEVNULL,
        )
        first = None
        while process.poll() is None and time.monotonic() - started < float(seconds):
            if first is None and out.joinpath("index.html").is_file():
                first = time.monotonic() - started
            time.sleep(0.1)
        spent = time.monotonic() - started
        ended = process.poll() is not None
        if not ended:
            process.send_signal(signal.SIGINT)
            process.wait()
        found = results(out)
    if found is None or first is None:
        print(f"{target}: no point in {spent:.0f} s", file=sys.stderr)
        return 1
    points, cores = len(found["points"]), os.cpu_count() or 1
    print(
        f"{target}: first point after {first:.0f} s; {points} points in {spent:.0f} s"
        f"{', all of them' if ended else ''}: {3600 * points / spent:,.0f} an hour"
        f" on {cores} cores; {len(found['failed'])} failed"
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = used.ru_utime + used.ru_stime
    print(
        f"{target}: {worked:.0f} s of processor time, {worked / points:.1f} s a point:"
        f" {3600 * cores * points / worked:,.0f} an hour if {cores} cores do nothing else"
    )
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
