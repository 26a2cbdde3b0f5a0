# SPDX-License-Identifier: Apache-2.0
"""Whether an engine tells its state: probes where there are shares, and traces beside controls.

A test that finds nothing shows something only if it finds what is there. So traces of a masked
engine stand beside those of the plain one, and of its own with all randomness at 0: both must leak.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hashfab import designs
from hashfab.check.leakage import CONTROL_TRACES, cone, export, probes, sharing, traces
from hashfab.check.leakage.probes import Leak, Probes
from hashfab.check.leakage.sharing import Sharing
from hashfab.check.leakage.traces import THRESHOLD, Verdict
from hashfab.check.netlist import synthesis
from hashfab.designs import Design
from hashfab.designs.engine import SKEW
from hashfab.errors import CheckFailed, RequestError
from hashfab.tools import yosys

PLAIN = "engine-n1"

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Findings:
    """What was found of a design.

    Attributes:
        design: its name.
        seed: of the traces.
        sharing: of rows; None without shares.
        probes: likewise.
        verdicts: of traces: those of the design, and of each control by what it is.
    """

    design: str
    seed: int
    sharing: Sharing | None
    probes: Probes | None
    verdicts: Mapping[str, Verdict]

    def json(self) -> dict[str, Any]:
        """For programs."""
        found: dict[str, Any] = {
            "design": self.design,
            "seed": self.seed,
            "leaks": bool(self.why()),
        }
        if self.sharing and self.probes:
            found["sharing"] = {
                "combinations": self.sharing.combinations,
                "rows": self.sharing.rows,
                "uneven": len(self.sharing.skewed),
                "wrong": list(self.sharing.wrong),
            }
            found["probes"] = {
                "wires": self.probes.wires,
                "probes": self.probes.probes,
                "different": self.probes.different,
                "cases": self.probes.cases,
                "most_signals": self.probes.most,
                "leaks": [
                    {
                        "wire": leak.wire,
                        "scene": leak.scene,
                        "transitions": leak.transitions,
                        "signals": list(leak.signals),
                        "proven": leak.proven,
                        "wires": leak.wires,
                    }
                    for leak in self.probes.leaks
                ],
            }
        found["traces"] = {
            name: {
                "traces": verdict.traces,
                "threshold": THRESHOLD,
                "largest_t": [_finite(t) for t in verdict.largest],
                "t": [[_finite(t) for t in order.tolist()] for order in verdict.orders],
                "leaks": verdict.leaks,
            }
            for name, verdict in self.verdicts.items()
        }
        return found

    def why(self) -> str | None:
        """What tells something of a secret, in words; None if nothing does."""
        if self.sharing and self.sharing.wrong:
            return self.sharing.wrong[0]
        if self.sharing and self.sharing.skewed:
            secret, row = self.sharing.skewed[0]
            return (
                f"behind chi the shares of row {row} are not random as a whole when its bits are "
                f"{secret:05b}, and so in {len(self.sharing.skewed)} cases"
            )
        if self.probes and self.probes.leaks:
            leak = self.probes.leaks[0]
            return (
                f"a probe on {leak.wire} tells of the secret ({leak.scene}): it sees "
                f"{', '.join(leak.signals)}; {len(self.probes.leaks)} such probes"
            )
        verdict = self.verdicts[self.design]
        if verdict.leaks:
            first, second = verdict.largest
            return (
                f"{verdict.traces:,} traces tell two states apart: |t| is {first:.1f} at order 1 "
                f"and {second:.1f} at order 2; allowed: {THRESHOLD}"
            )
        return None


def _finite(t: float) -> float | None:
    """A number that JSON has; None for a difference that is certain."""
    return round(t, 3) if np.isfinite(t) else None


def run(design: Design, count: int, seed: int, progress: Progress | None = None) -> Findings:
    """Analyse an engine.

    Args:
        design: an engine without a fold, a sub-pipeline or protection.
        count: traces of it.
        seed: of states, shares and fresh bits.
        progress: told what is under way, how much is done, and of how much.

    Raises:
        RequestError: the design is another one.
        ToolMissing: a tool is not installed.
        WorkFailed: one failed.
    """
    check_served(design)

    def told(what: str) -> Callable[[int, int], None]:
        def tell(done: int, total: int) -> None:
            if progress:
                progress(what, done, total)

        return tell

    shares = design.number("shares")
    told(f"{design.name} as gates")(0, 1)
    gates = synthesis.gates(design)
    rows = found = None
    verdicts = {}
    if shares > 1:
        told("probes")(0, 1)
        rows, found = sharing.run(gates, SKEW), probes.run(gates, SKEW)
    verdicts[design.name] = traces.run(gates, shares, count, seed, progress=told("traces"))
    if shares > 1:
        stuck = traces.run(gates, shares, CONTROL_TRACES, seed, random=False)
        verdicts[f"{design.name}, its randomness at 0"] = stuck
        told(f"{PLAIN} as gates")(0, 1)
        plain = synthesis.gates(designs.parse(PLAIN))
        verdicts[PLAIN] = traces.run(plain, 1, CONTROL_TRACES, seed)
    return Findings(design.name, seed, rows, found, verdicts)


def picture(design: Design, leak: Leak) -> str:
    """The gates and signals behind a probe on a design, as SVG. Raises as ``run``."""
    return cone.draw(cone.find(synthesis.gates(design), leak), leak)


def exported(design: Design) -> dict[str, str]:
    """The netlist and what it holds of shares, by the names of files. Raises as ``run``."""
    return export.files(design, synthesis.gates(design))


def check_served(design: Design) -> None:
    """Refuse what cannot be analysed.

    Raises:
        RequestError: it is no engine with beats of a whole state.
    """
    served = {"fold": "none", "stages": 1, "protect": "none"}
    values = dict(design.parameters)
    if (
        design.guest
        or design.family != "engine"
        or any(values[name] != value for name, value in served.items())
    ):
        raise RequestError(
            f"{design.name} has no analysis of leakage; allowed: engine-n1x2, and, as what leaks, "
            "engine-n1, engine-n2 and other engines with whole rounds in a cycle"
        )


def check(findings: Findings) -> None:
    """See that nothing leaks but the controls.

    Raises:
        CheckFailed: something does, or a control does not.
    """
    if reason := findings.why():
        raise CheckFailed(f"{findings.design}: {reason}")
    for name, verdict in findings.verdicts.items():
        if name != findings.design and not verdict.leaks:
            raise CheckFailed(f"{name}: {verdict.traces:,} traces find nothing, and must")


def tools() -> dict[str, str]:
    """Those with which it is found, and their versions."""
    return {"yosys": yosys.version()}
