# SPDX-License-Identifier: Apache-2.0
"""Under ``make coverage``, what the simulations of a test reached is added up behind it."""

import os
from collections.abc import Iterator

import pytest

from hashfab import paths
from hashfab.check import coverage


def pytest_configure(config: pytest.Config) -> None:
    folder = paths.coverage_dir()
    if folder is not None:
        folder /= os.environ.get("PYTEST_XDIST_WORKER", "")
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["HASHFAB_COVERAGE"] = str(folder)


@pytest.fixture(autouse=True)
def _added_up() -> Iterator[None]:
    yield
    folder = paths.coverage_dir()
    if folder is not None:
        coverage.gather(folder)
