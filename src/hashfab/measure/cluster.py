# SPDX-License-Identifier: Apache-2.0
"""Where work is done: Dask in this process, or on a scheduler's workers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hashfab.errors import RequestError, shown

if TYPE_CHECKING:
    from distributed import Client

ANSWER_SECONDS = 4
"""In which a scheduler has to answer, and to have a worker."""


@contextmanager
def cluster(jobs: int, scheduler: str | None) -> Iterator[Client]:
    """A Dask client: of this process with ``jobs`` threads, or of the scheduler at an address.

    Raises:
        RequestError: no scheduler answers at the address, or it has no worker.
    """
    import asyncio  # These are slow to import.

    import dask
    from distributed import Client, LocalCluster

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
        asyncio.run(_answers(scheduler))
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
                f"the Dask scheduler at {shown(scheduler)} has no worker; allowed: a scheduler "
                "with a worker, which 'dask worker' with its address starts"
            ) from None
        yield client


async def _answers(scheduler: str) -> None:
    """Connect to a scheduler once; raise whatever an address that is none leads to.

    A client that cannot connect is not closed; Dask closes it when Python forgets it, and if that
    is while another one starts, both wait for one lock for ever.
    """
    from distributed import Security
    from distributed.comm.core import connect

    security = Security().get_connection_args("client")
    comm = await connect(scheduler, timeout=ANSWER_SECONDS, **security)
    await comm.close()
