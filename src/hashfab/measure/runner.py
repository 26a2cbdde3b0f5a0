# SPDX-License-Identifier: Apache-2.0
"""One runner for every command: stages side by side on Dask, with one progress display.

The process that runs it alone reads and writes the store. Workers get what a stage takes, and give
back what it has come to.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

from rich.console import Console

from hashfab.errors import RequestError
from hashfab.measure import store as stores
from hashfab.measure.cluster import cluster
from hashfab.measure.compute import Done, Task, keep, kept, stored
from hashfab.measure.compute import Failure as Failure
from hashfab.measure.dispatch import TICK_S, Dispatch
from hashfab.measure.progress import Bar
from hashfab.measure.record import Measurement
from hashfab.measure.request import Request
from hashfab.measure.stages import Stage
from hashfab.measure.store import Result, Store, key_of
from hashfab.tools import process

Outcome = Result | Failure
Outcomes = Mapping[Stage[Any], Outcome]
Settle = Callable[[Outcomes, Iterable[Stage[Any]]], Iterable[Stage[Any]] | None]
"""Takes in all outcomes so far and those that are new; gives stages to do in addition."""

ELSEWHERE_S = 0.5
"""How often to look for the result of a stage that another process is at."""


Tell = Callable[[Request, Measurement | Failure, float], None]
"""Takes in how a measurement ended, and what it took in s."""

GoOn = Callable[[Request, Mapping[Stage[Any], Result]], bool]
"""Whether a measurement is worth its dearer stages, from the results so far."""


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
        self,
        requests: Iterable[Request],
        tell: Tell | None = None,
        go_on: GoOn | None = None,
    ) -> dict[Request, Measurement | Failure]:
        """Measure designs side by side.

        Args:
            requests: what.
            tell: is called as each one ends.
            go_on: is asked after each stage; without it, the stages of a design are done side by
                side.

        Returns:
            A measurement or what went wrong with it, by request; none where it did not go on.

        Raises:
            RequestError: a request cannot be met here, such as when a tool is missing.
            WorkFailed: the scheduler or all of its workers are gone.
        """
        found: dict[Request, Measurement | Failure] = {}
        open_ = dict.fromkeys(requests)
        users: dict[Stage[Any], list[Request]] = defaultdict(list)
        for request in open_:
            for stage in request.parts:
                users[stage].append(request)
        first = [r.parts[:1] if go_on else r.stages for r in open_]

        def settle(outcomes: Outcomes, new: Iterable[Stage[Any]]) -> Iterator[Stage[Any]]:
            for request in dict.fromkeys(user for stage in new for user in users[stage]):
                if request not in open_:
                    continue
                parts = {s: outcomes[s] for s in request.parts if s in outcomes}
                results = {s: part for s, part in parts.items() if isinstance(part, Result)}
                failure = next((p for p in parts.values() if isinstance(p, Failure)), None)
                complete = all(stage in results for stage in request.stages)
                if go_on and not failure and not go_on(request, results):
                    del open_[request]
                elif failure or complete:
                    del open_[request]
                    found[request] = failure or request.measurement(results)
                    if tell:
                        spent = (results[s].seconds for s in request.stages if s in results)
                        tell(request, found[request], sum(spent))
                elif go_on:
                    yield next(s for s in request.parts if s not in parts)

        self.run([stage for stages in first for stage in stages], settle)
        return found

    def run(
        self,
        stages: Iterable[Stage[Any]],
        settle: Settle = lambda outcomes, new: (),
    ) -> dict[Stage[Any], Outcome]:
        """Do stages, those that they come after first.

        Args:
            stages: what.
            settle: is called with all outcomes so far as they come in.

        Returns:
            The outcome of each, and of those that it comes after.

        Raises:
            RequestError: a stage cannot be done here.
            WorkFailed: the scheduler or all of its workers are gone.
        """
        with Bar(self.console) as bar:
            agenda = Agenda(self.store, settle, bar.expect)
            agenda.add(stages)
            if agenda.waiting:
                self._work(agenda, bar)
        return agenda.outcomes

    def _work(self, agenda: Agenda, bar: Bar) -> None:
        try:
            with cluster(self.jobs, self.scheduler) as client:
                try:
                    with Dispatch(client, self.scheduler).open() as dispatch:
                        self._drain(agenda, dispatch, bar)
                except BaseException:
                    process.stop()
                    raise
        finally:
            process.resume()

    def _drain(self, agenda: Agenda, dispatch: Dispatch, bar: Bar) -> None:
        """Hand out stages as those that they come after are done, until none is left."""
        with ExitStack() as all_claims:
            claims: dict[str, ExitStack] = {}
            while agenda.waiting:
                elsewhere = []
                while agenda.ready and len(dispatch.running) < dispatch.lanes:
                    key = agenda.ready.popleft()
                    claim = all_claims.enter_context(ExitStack())
                    if not claim.enter_context(self.store.claim(key)):
                        elsewhere.append(key)
                    elif task := agenda.task(key):
                        claims[key] = claim
                        dispatch.submit(key, task)
                        continue
                    claim.close()
                agenda.ready.extend(elsewhere)
                for key, attempt in dispatch.ended(ELSEWHERE_S if elsewhere else TICK_S):
                    stage, done = agenda.waiting[key][0], attempt.outcome
                    if isinstance(done, RequestError):
                        raise done
                    outcome = keep(stage, done, self.store) if isinstance(done, Done) else done
                    claims.pop(key).close()
                    bar.advance(stage, attempt.seconds, dispatch.lanes)
                    agenda.conclude(key, outcome)


class Agenda:
    """What is to be done, in which order, and what it has come to.

    Attributes:
        outcomes: so far, by stage.
        waiting: the stages without an outcome, by key: designs may share one, mapping for
            instance, that is one piece of work.
        ready: the keys of those whose turn it is.
    """

    def __init__(
        self, store: Store, settle: Settle, expect: Callable[[Iterable[Stage[Any]]], None]
    ) -> None:
        self.outcomes: dict[Stage[Any], Outcome] = {}
        self.waiting: dict[str, list[Stage[Any]]] = {}
        self.ready: deque[str] = deque()
        self._store = store
        self._settle = settle
        self._expect = expect
        self._behind: dict[str, list[str]] = defaultdict(list)
        self._missing: dict[str, int] = {}
        self._again: set[str] = set()

    def add(self, stages: Iterable[Stage[Any]]) -> None:
        """Take a stage's result from the store, or put it behind those that it comes after."""
        more = list(stages)
        # What follows from an outcome comes first, so that there is something to show early.
        before, self.ready = self.ready, deque()
        while more:
            known = len(self.outcomes)
            for stage in more:
                self._look_up(stage)
            new = list(self.outcomes)[known:]
            more = list(self._settle(self.outcomes, new) or ()) if new else []
        self.ready.extend(before)

    def task(self, key: str) -> Task | None:
        """The work of a key; None if there is none, or other work has to come first."""
        stage = self.waiting[key][0]
        if key not in self._again and (known := stored(stage, self._store)):
            self.conclude(key, known)  # Another process has done it.
            return None
        files: dict[str, bytes] = {}
        given = []
        for before in stage.after:
            outcome = self.outcomes[before]
            assert isinstance(outcome, Result)
            given.append(outcome.data)
            if before.keeps:
                content = kept(before)
                if content is None:  # The store has outlived it, or it is broken.
                    self._redo(before, key)
                    return None
                files[before.keeps] = content
        return Task(stage, tuple(given), files)

    def conclude(self, key: str, outcome: Outcome) -> None:
        """A key has come to something."""
        new: list[Stage[Any]] = []
        self._conclude(key, outcome, new)
        self.add(self._settle(self.outcomes, new) or ())

    def _conclude(self, key: str, outcome: Outcome, new: list[Stage[Any]]) -> None:
        self._again.discard(key)
        for stage in self.waiting.pop(key):
            self.outcomes[stage] = outcome
            new.append(stage)
        for behind in self._behind.pop(key, ()):
            if isinstance(outcome, Failure):
                if behind in self.waiting:
                    self._conclude(behind, outcome, new)
                continue
            self._missing[behind] -= 1
            if not self._missing[behind]:
                self.ready.appendleft(behind)

    def _look_up(self, stage: Stage[Any]) -> None:
        key = key_of(stage.key())
        if stage in self.outcomes or stage in self.waiting.get(key, ()):
            return
        known = stored(stage, self._store)
        for before in stage.after:
            if known is None:
                self._look_up(before)
            elif (result := stored(before, self._store)) is not None:
                self.outcomes[before] = result
        befores = map(self.outcomes.get, stage.after)
        outcome = known or next((each for each in befores if isinstance(each, Failure)), None)
        if outcome is not None:
            self.outcomes[stage] = outcome
        elif key in self.waiting:
            self.waiting[key].append(stage)
        else:
            self._wait(stage, key, [b for b in stage.after if b not in self.outcomes])

    def _wait(self, stage: Stage[Any], key: str, missing: list[Stage[Any]]) -> None:
        self.waiting[key] = [stage]
        self._expect([stage])
        self._missing[key] = len(missing)
        for before in missing:
            self._behind[key_of(before.key())].append(key)
        if not missing:
            self.ready.append(key)

    def _redo(self, before: Stage[Any], key: str) -> None:
        """Do a stage once more, of which the store has the result, for one behind it."""
        first = key_of(before.key())
        self._missing[key] = 1
        self._behind[first].append(key)
        if first not in self.waiting:
            self._again.add(first)
            self._wait(before, first, [])
            self.ready.remove(first)
            self.ready.appendleft(first)
