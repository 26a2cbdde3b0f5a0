# SPDX-License-Identifier: Apache-2.0
"""Tasks out to a Dask client and how they ended back, whatever happens to workers on the way."""

from __future__ import annotations

import queue
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hashfab.errors import RequestError, WorkFailed, shown
from hashfab.measure import remote
from hashfab.measure.compute import Attempt, Failure, Task, attempt

if TYPE_CHECKING:
    from distributed import Client, Future

TICK_S = 1.0
"""How often to look which workers there are."""

WORKERLESS_S = 10.0
"""For how long there may be none: a worker that its nanny starts again is back by then."""

FETCH_S = 10.0
"""In which a result has to come from its worker, which may die before it has sent it."""

MOST_DEATHS = 2
"""Workers that may die of a stage: it is tried once more."""


@dataclass
class Errand:
    """A task under way.

    Attributes:
        task: what.
        worker: on which it is done, by address; None where there is one, this process.
        future: of its present try.
        deaths: of workers that were at it.
    """

    task: Task
    worker: str | None = None
    future: Future[Any] | None = None
    deaths: int = 0


@dataclass
class Dispatch:
    """Tasks under way.

    Each is bound to a worker. Dask would try a task of which a worker dies three times more; here
    it waits for its worker, and is sent to another one once.

    Attributes:
        client: does them.
        scheduler: its address, or None where it is this process.
        running: the tasks under way, by the key that they are known by.
        threads: of each worker that there is, by its address.
    """

    client: Client
    scheduler: str | None
    running: dict[str, Errand] = field(default_factory=dict)
    threads: Mapping[str, int] = field(default_factory=dict)
    _events: queue.SimpleQueue[tuple[str, Any]] = field(default_factory=queue.SimpleQueue)
    _looked: float = 0.0
    _seen: float = field(default_factory=time.monotonic)

    @contextmanager
    def open(self) -> Iterator[Dispatch]:
        """Take part in the cluster; what is under way at the end is called off."""
        if self.scheduler is not None:
            self.client.subscribe_topic("all", self._hear)
        self._look()
        try:
            yield self
        finally:
            for errand in self.running.values():
                if errand.future is not None:
                    errand.future.release()

    @property
    def lanes(self) -> int:
        """Tasks that are done side by side."""
        return max(1, sum(self.threads.values()))

    def submit(self, key: str, task: Task) -> None:
        """Hand out a task, to be known by a key."""
        self.running[key] = Errand(task)
        self._send(key)

    def ended(self, wait_s: float) -> Iterator[tuple[str, Attempt]]:
        """The keys of tasks that ended since the last call, and how.

        Args:
            wait_s: to wait for the first, at the most.

        Raises:
            RequestError: a worker has no hashfab, or another one.
            WorkFailed: the scheduler or all workers are gone.
        """
        try:
            what, about = self._events.get(timeout=min(wait_s, TICK_S))
            while True:
                if what == "ended":
                    yield from self._fetch(*about)
                else:
                    yield from self._mourn(*about)
                what, about = self._events.get_nowait()
        except queue.Empty:
            self._look()

    def _send(self, key: str) -> None:
        """Hand a task to the worker that has least to do; to none if there is none."""
        errand = self.running[key]
        if self.scheduler is None:
            errand.future = self.client.submit(attempt, errand.task, pure=False)
        else:
            busy = Counter(each.worker for each in self.running.values())
            errand.worker, errand.future = None, None
            if not self.threads:
                return
            errand.worker = max(self.threads, key=lambda each: self.threads[each] - busy[each])
            errand.future = self.client.submit(
                remote.attempt_there,
                remote.pack(errand.task),
                workers=[errand.worker],
                pure=False,
            )
        self._await(key, errand.future)

    def _await(self, key: str, future: Future[Any]) -> None:
        future.add_done_callback(lambda done: self._events.put(("ended", (key, done))))

    def _hear(self, event: tuple[float, Any]) -> None:
        """Dask tells of a worker that has gone, with what it had under way."""
        _, message = event
        if isinstance(message, dict) and message.get("action") == "remove-worker":
            names = frozenset(map(str, message["processing-tasks"]))
            self._events.put(("gone", (message["worker"], names)))

    def _fetch(self, key: str, future: Future[Any]) -> Iterator[tuple[str, Attempt]]:
        """The outcome of a task, which then is under way no more."""
        from distributed import CancelledError  # Dask is slow to import.

        if key not in self.running or self.running[key].future is not future:
            return
        try:
            reply = future.result(timeout=FETCH_S)
        except TimeoutError:
            self._await(key, future)
            return
        except CancelledError:
            raise self._gone("is gone") from None
        except (ImportError, AttributeError, TypeError) as error:
            raise RequestError(
                f"a worker of the scheduler at {shown(self.scheduler)} has no hashfab, or another"
                f" version ({error}); allowed: {remote.code().split()[0]}"
            ) from None
        del self.running[key]
        yield key, remote.unpack(reply) if isinstance(reply, remote.Reply) else reply

    def _mourn(self, worker: str, names: frozenset[str]) -> Iterator[tuple[str, Attempt]]:
        """A worker has gone: what it had goes to another one, unless it is what they die of."""
        self.threads = {each: count for each, count in self.threads.items() if each != worker}
        for key, errand in list(self.running.items()):
            if errand.worker != worker or errand.future is None:
                continue
            errand.deaths += str(errand.future.key) in names
            errand.future.release()
            if errand.deaths < MOST_DEATHS:
                self._send(key)
                continue
            stage = self.running.pop(key).task.stage
            why = f"{MOST_DEATHS} workers died, one after the other, in the stage '{stage.title}'"
            yield key, Attempt(Failure(stage.design.name, why), 0.0)

    def _look(self) -> None:
        """See which workers there are, once a tick, and give them what has none."""
        now = time.monotonic()
        if now - self._looked < TICK_S:
            return
        self._looked = now
        before = self.threads
        try:
            self.threads = self.client.nthreads()
        except (OSError, ValueError):
            raise self._gone("is gone") from None
        if self.threads:
            self._seen = now
        elif now - self._seen > WORKERLESS_S:
            raise self._gone("has lost all its workers")
        for key, errand in self.running.items():
            # It was sent when there was no worker, or to one that had gone already. Of one that
            # goes now, Dask still has to tell what it had.
            if self.scheduler is not None and errand.worker not in {*before, *self.threads}:
                self._send(key)

    def _gone(self, how: str) -> WorkFailed:
        return WorkFailed(
            f"the Dask scheduler at {shown(self.scheduler)} {how}; what was finished is stored, and"
            " the same command goes on from there"
        )
