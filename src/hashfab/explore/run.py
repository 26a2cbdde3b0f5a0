# SPDX-License-Identifier: Apache-2.0
"""Measuring a space side by side on Dask: every point, then place and route for the front."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import dask
import psutil
from distributed import Client, LocalCluster, as_completed
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hashfab.designs import Design
from hashfab.errors import CheckFailed, RequestError, WorkFailed, shown
from hashfab.explore.results import Failure, Point, Results, front
from hashfab.explore.space import Space
from hashfab.measure.record import Measurement

ANSWER_SECONDS = 4
"""In which a scheduler has to answer, and to have a worker."""

Measure = Callable[[Design, bool], Measurement]
"""Measures a design; the flag says whether to place and route it."""


@dataclass(frozen=True)
class Attempt:
    """How the measurement of one design ended, and how long it took in s."""

    outcome: Measurement | Failure | RequestError
    seconds: float


def attempt(measure: Measure, design: Design, place: bool) -> Attempt:
    """Measure one design; what goes wrong with it is an outcome, so that the others go on."""
    started = time.monotonic()
    outcome: Measurement | Failure | RequestError
    try:
        outcome = measure(design, place)
    except RequestError as error:
        outcome = error
    except WorkFailed as error:
        log = str(error.log) if error.log else None
        outcome = Failure(design.name, error.message, log, isinstance(error, CheckFailed))
    except Exception as error:
        outcome = Failure(design.name, f"{type(error).__name__}: {error}", None)
    return Attempt(outcome, time.monotonic() - started)


@contextmanager
def cluster(jobs: int, scheduler: str | None) -> Iterator[Client]:
    """A Dask client: of this process with ``jobs`` threads, or of the scheduler at an address.

    Raises:
        RequestError: no scheduler answers at the address, or it has no worker.
    """
    if scheduler is None:
        # Threads do: the work is done by tools that run as processes of their own.
        with (
            LocalCluster(
                n_workers=1,
                threads_per_worker=jobs,
                processes=False,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            ) as local,
            Client(local) as client,
        ):
            yield client
        return
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        with dask.config.set({"distributed.comm.timeouts.connect": ANSWER_SECONDS}):
            client = Client(scheduler, timeout=ANSWER_SECONDS)
    except Exception:  # Whatever an address that is none leads to.
        raise RequestError(
            f"no Dask scheduler answers at {shown(scheduler)}; allowed: the address that "
            "'dask scheduler' printed, such as tcp://host:8786"
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        except TimeoutError:
            raise RequestError(
                f"the Dask scheduler at {shown(scheduler)} has no worker; "
                f"allowed: one with at least one, which 'dask worker {scheduler}' starts"
            ) from None
        yield client


class Explorer:
    """Measures many designs on a Dask client and says how it goes.

    Attributes:
        points: what has been measured so far, by design.
        failed: what could not be measured.
    """

    def __init__(self, client: Client, measure: Measure, console: Console) -> None:
        self.client = client
        self.measure = measure
        self.console = console
        self.points: dict[Design, Point] = {}
        self.failed: list[Failure] = []

    def explore(self, space: Space, target: str, workload: str, places: bool) -> Results:
        """Measure a space; with ``places``, place and route what is on its front.

        Placing replaces an estimated frequency, which may bring other points to the front; they
        are placed in turn, until every point of the front has been.

        Raises:
            RequestError: the request cannot be met by any design, such as when a tool is missing.
        """
        self._measure_all(space.designs, place=False)
        while places:
            todo = [p for p in front(list(self.points.values())) if not p.measurement.placed]
            if not todo:
                break
            # The largest take longest; starting with them keeps the end short.
            todo.sort(key=lambda point: point.measurement.lut4 or 0, reverse=True)
            self._measure_all([point.design for point in todo], place=True)
        points = tuple(self.points[design] for design in space.designs if design in self.points)
        return Results(target, workload, points, tuple(self.failed), space.pruned)

    def _measure_all(self, designs: Iterable[Design], place: bool) -> None:
        futures = {
            self.client.submit(attempt, self.measure, design, place, pure=False): design
            for design in designs
        }
        lanes = max(1, sum(self.client.nthreads().values()))
        spent: list[float] = []
        title = "place and route" if place else "simulate, check, synthesize"
        try:
            with _progress(self.console) as progress:
                task = progress.add_task(title, total=len(futures), left="estimating the time left")
                for future in as_completed(list(futures)):
                    result: Attempt = future.result()
                    self._keep(futures[future], result)
                    spent.append(result.seconds)
                    remaining = len(futures) - len(spent)
                    progress.update(task, advance=1, left=time_left(spent, remaining, lanes))
        except BaseException:
            self.client.cancel(list(futures))
            raise

    def _keep(self, design: Design, result: Attempt) -> None:
        """Take in one outcome, with a line that tells of it."""
        outcome = result.outcome
        if isinstance(outcome, RequestError):
            raise outcome
        if isinstance(outcome, Failure):
            self.points.pop(design, None)
            self.failed.append(outcome)
            log = f" (log: {outcome.log})" if outcome.log else ""
            self._say(f"failed: {design.name}: {outcome.why}{log}")
            return
        self.points[design] = Point(design, outcome)
        self._say(f"{design.name:<20}{summary(outcome)}  {result.seconds:6.1f} s")

    def _say(self, line: str) -> None:
        self.console.print(line, highlight=False, markup=False, soft_wrap=True)


def time_left(spent: list[float], remaining: int, lanes: int) -> str:
    """An estimate of the time left, from what the points so far took in s; empty at the end."""
    if not remaining:
        return ""
    seconds = round(sum(spent) / len(spent) * remaining / lanes)
    return f"about {seconds // 60}:{seconds % 60:02} left"


def summary(point: Measurement) -> str:
    """A measurement in one line: area, frequency, throughput."""
    area = f"{point.area_ge:,.0f} GE" if point.area_ge is not None else f"{point.lut4:,} LUT4"
    speed = "" if point.fmax_mhz is None else f"{point.fmax_mhz:7.1f} MHz"
    rate = "" if point.gbit_per_s is None else f"{point.gbit_per_s:8.3f} Gbit/s"
    return f"{area:>14}  {speed}  {rate}"


def stop_tools() -> None:
    """End the tools that this process has started, so that none runs on after it."""
    for child in psutil.Process().children(recursive=True):
        child.terminate()


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        console=console,
        disable=not console.is_terminal,
    )
