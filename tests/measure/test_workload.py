# SPDX-License-Identifier: Apache-2.0
"""Workloads: names and what is legal."""

import pytest

from hashfab.errors import RequestError
from hashfab.measure import workload
from hashfab.measure.workload import Workload


@pytest.mark.parametrize(
    "load",
    [
        Workload(),
        Workload(1, 0, "shake128", 32),
        Workload(3, 100, "turboshake256", 1),
        Workload(2, 3 * 1024 * 1024),
        Workload(4, 64, "md5", 8, 2),
    ],
)
def test_a_workload_goes_through_its_name(load: Workload) -> None:
    assert workload.parse(load.name) == load


def test_parts_in_any_order() -> None:
    assert workload.parse("8x1KiB/streams2/md5").name == "8x1KiB/md5/latency8/streams2"


def test_the_default_is_the_published_benchmark() -> None:
    assert workload.parse("8x8192") == Workload(8, 8192, "sha3-256", 8) == workload.DEFAULT
    assert workload.DEFAULT.name == "8x8KiB/sha3-256/latency8"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "8x",
        "x8KiB",
        "-1x8KiB",
        "0x8KiB",
        "8x8GiB",
        "9999x1MiB",
        "8x8KiB/md4",
        "8x8KiB/sha3-256/shake128",
        "8x8KiB/latency0",
        "8x8KiB/latency2000",
        "8x8KiB/streams0",
        "8x8KiB/streams65",
        "8x8KiB/streams2/streams2",
    ],
)
def test_a_wrong_workload_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="allowed"):
        workload.parse(text)
