# SPDX-License-Identifier: Apache-2.0
"""Where work is done: Dask in this process, or on a scheduler's workers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import psutil

from hashfab.errors import RequestError

if TYPE_CHECKING:
    from distributed import Client


@contextmanager
def cluster(jobs: int, scheduler: str | None) -> Iterator[Client]:
    """A Dask client: of this process with ``jobs`` threads, or of the scheduler at an address.

    Raises:
        RequestError: no scheduler answers at the address.
    """
    from distributed import Client, LocalCluster  # They are slow to import.

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
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError, TimeoutError):
        raise RequestError(
            f"no Dask scheduler answers at {scheduler!r}; give the address that dask-scheduler"
            " printed, such as tcp://host:8786"
        ) from None
    with client:
        yield client


def stop_tools() -> None:
    """End the tools that this process has started, so that none runs on after it."""
    for child in psutil.Process().children(recursive=True):
        child.terminate()
