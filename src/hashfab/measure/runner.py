# SPDX-License-Identifier: Apache-2.0
"""One runner for every command: stages side by side on Dask, with one progress display."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from hashfab.errors import CheckFailed, RequestError, WorkFailed
from hashfab.measure import store as stores
from hashfab.measure.cluster import cluster
from hashfab.measure.compute import obtain
from hashfab.measure.record import Measurement
from hashfab.measure.request import Request
from hashfab.measure.stages import Stage
from hashfab.measure.store import Result, Store, key_of
from hashfab.tools import process

if TYPE_CHECKING:
    from distributed import Client


@dataclass(frozen=True)
class Failure:
    """A design that could not be measured.

    Attributes:
        design: its name.
        why: one sentence.
        log: the file that tells more, if there is one.
        unverified: whether a digest or another check of the simulation was wrong.
    """

    design: str
    why: str
    log: str | None = None
    unverified: bool = False

    def error(self) -> WorkFailed:
        """As an error."""
        kind = CheckFailed if self.unverified else WorkFailed
        return kind(self.why, Path(self.log) if self.log else None)


Outcome = Result | Failure
Tell = Callable[[Request, Measurement | Failure, float], None]
"""Takes in how a measurement ended, and what it took in s."""


@dataclass(frozen=True)
class Attempt:
    """How one stage ended, and how long it took in s."""

    outcome: Result | Failure | RequestError
    seconds: float


def attempt(stage: Stage[Any], store: Store) -> Attempt:
    """Do one stage; what goes wrong with it is an outcome, so that the others go on."""
    started = time.monotonic()
    outcome: Result | Failure | RequestError
    try:
        outcome = obtain(stage, store)
    except RequestError as error:
        outcome = error
    except WorkFailed as error:
        log = str(error.log) if error.log else None
        outcome = Failure(stage.design.name, error.message, log, isinstance(error, CheckFailed))
    except Exception as error:
        outcome = Failure(stage.design.name, f"{type(error).__name__}: {error}")
    return Attempt(outcome, time.monotonic() - started)


class Runner:
    """Does stages, each once, and says how it goes.

    Attributes:
        jobs: stages under way at once, in this process.
        scheduler: the address of a Dask scheduler to work on instead, or None.
        console: where progress is shown.
        store: where results are.
    """

    def __init__(
        self,
        jobs: int = 1,
        scheduler: str | None = None,
        console: Console | None = None,
        store: Store | None = None,
    ) -> None:
        self.jobs = jobs
        self.scheduler = scheduler
        self.console = console or Console(stderr=True)
        self.store = store or stores.default()

    def measure(
        self, requests: Iterable[Request], tell: Tell | None = None
    ) -> dict[Request, Measurement | Failure]:
        """Measure designs side by side.

        Args:
            requests: what.
            tell: is called as each one ends.

        Returns:
            A measurement or what went wrong with it, by request.

        Raises:
            RequestError: a request cannot be met here, such as when a tool is missing.
        """
        open_ = list(dict.fromkeys(requests))
        found: dict[Request, Measurement | Failure] = {}

        def settle(outcomes: Mapping[Stage[Any], Outcome]) -> None:
            for request in list(open_):
                parts = [outcomes.get(stage) for stage in request.stages]
                failure = next((part for part in parts if isinstance(part, Failure)), None)
                if failure is None and None in parts:
                    continue
                open_.remove(request)
                results = {s: part for s, part in outcomes.items() if isinstance(part, Result)}
                found[request] = failure or request.measurement(results)
                if tell:
                    spent = (results[s].seconds for s in request.stages if s in results)
                    tell(request, found[request], sum(spent))

        self.run([stage for request in open_ for stage in request.stages], settle)
        return found

    def run(
        self,
        stages: Iterable[Stage[Any]],
        settle: Callable[[Mapping[Stage[Any], Outcome]], None] = lambda outcomes: None,
    ) -> dict[Stage[Any], Outcome]:
        """Do stages, those that they come after first.

        Args:
            stages: what.
            settle: is called with all outcomes so far as they come in.

        Returns:
            The outcome of each, and of those that it comes after.

        Raises:
            RequestError: a stage cannot be done here.
        """
        outcomes: dict[Stage[Any], Outcome] = {}
        waiting: dict[Stage[Any], None] = {}
        for stage in stages:
            self._look_up(stage, outcomes, waiting)
        if outcomes:
            settle(outcomes)
        if waiting:
            self._work(list(waiting), outcomes, settle)
        return outcomes

    def _look_up(
        self,
        stage: Stage[Any],
        outcomes: dict[Stage[Any], Outcome],
        waiting: dict[Stage[Any], None],
    ) -> None:
        """Take a stage's result from the store, or put it behind those that it comes after."""
        if stage in outcomes or stage in waiting:
            return
        stored = self.store.get(stage.key())
        for before in stage.after:
            if stored is None:
                self._look_up(before, outcomes, waiting)
            elif (result := self.store.get(before.key())) is not None:
                outcomes[before] = result
        if stored is None:
            waiting[stage] = None
        else:
            outcomes[stage] = stored

    def _work(
        self,
        waiting: list[Stage[Any]],
        outcomes: dict[Stage[Any], Outcome],
        settle: Callable[[Mapping[Stage[Any], Outcome]], None],
    ) -> None:
        try:
            with cluster(self.jobs, self.scheduler) as client:
                try:
                    self._drain(client, waiting, outcomes, settle)
                except BaseException:
                    process.stop()
                    raise
        finally:
            process.resume()

    def _drain(
        self,
        client: Client,
        waiting: list[Stage[Any]],
        outcomes: dict[Stage[Any], Outcome],
        settle: Callable[[Mapping[Stage[Any], Outcome]], None],
    ) -> None:
        """Hand stages to a client as those that they come after are done."""
        from distributed import as_completed  # Dask is slow to import.

        # Designs may share a stage, mapping for instance, that is one piece of work.
        shared: dict[str, list[Stage[Any]]] = defaultdict(list)
        for stage in waiting:
            shared[key_of(stage.key())].append(stage)
        todo = [alike[0] for alike in shared.values()]
        futures: dict[Any, Stage[Any]] = {}
        completed = as_completed()
        lanes = max(1, sum(client.nthreads().values()))
        with _Bar(self.console, todo) as bar:

            def submit() -> None:
                for stage in list(todo):
                    before = [outcomes.get(each) for each in stage.after]
                    failure = next((each for each in before if isinstance(each, Failure)), None)
                    if failure is None and None in before:
                        continue
                    todo.remove(stage)
                    if failure is not None:
                        outcomes[stage] = failure
                        bar.advance(stage, 0.0, lanes)
                        continue
                    future = client.submit(attempt, stage, self.store, pure=False)
                    futures[future] = stage
                    completed.add(future)

            submit()
            for future in completed:
                stage = futures.pop(future)
                result: Attempt = future.result()
                if isinstance(result.outcome, RequestError):
                    client.cancel(list(futures))
                    raise result.outcome
                for alike in shared[key_of(stage.key())]:
                    outcomes[alike] = result.outcome
                bar.advance(stage, result.seconds, lanes)
                submit()
                settle(outcomes)


class _Bar:
    """The progress display: stages done of all, and the time left."""

    def __init__(self, console: Console, stages: Iterable[Stage[Any]]) -> None:
        self.left = Counter(stage.title for stage in stages)
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.task: TaskID
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> _Bar:
        self.progress.start()
        self.task = self.progress.add_task(
            self._doing(), total=self.left.total(), left="estimating the time left"
        )
        return self

    def __exit__(self, *exception: object) -> None:
        self.progress.stop()

    def _doing(self) -> str:
        """The titles of what is left."""
        return ", ".join(+self.left) or "done"

    def advance(self, stage: Stage[Any], seconds: float, lanes: int) -> None:
        """A stage has ended."""
        self.left[stage.title] -= 1
        self.spent[stage.title].append(seconds)
        self.progress.update(
            self.task,
            advance=1,
            description=self._doing(),
            left=time_left(self.spent, self.left, lanes),
        )


def time_left(spent: Mapping[str, list[float]], left: Mapping[str, int], lanes: int) -> str:
    """An estimate of the time left, from what stages of each title took in s; empty at the end."""
    if not any(left.values()):
        return ""
    every = [seconds for each in spent.values() for seconds in each]
    seconds = 0.0
    for title, count in left.items():
        known = spent.get(title) or every
        seconds += count * sum(known) / len(known)
    whole = round(seconds / lanes)
    return f"about {whole // 60}:{whole % 60:02} left"
