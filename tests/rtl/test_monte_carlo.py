# SPDX-License-Identifier: Apache-2.0
"""The Monte Carlo tests of NIST's validation programme (SHA3VS, 6.2.3 and 6.3.3) on the RTL.

A thousand messages, each the output before, make a checkpoint; there are a hundred. The messages of
a checkpoint follow from ``hashlib``, and every output of the RTL is compared, so that its chain is
the same; the last one begins the next checkpoint. Seeds and checkpoints are those of NIST's files
``SHA3_*Monte.rsp`` and ``SHAKE*Monte.rsp``.
"""

from dataclasses import dataclass

import pytest

from hashfab import designs
from hashfab.designs import ALGORITHMS
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions, Job

MESSAGES = 1000
CHECKPOINTS = 100
XOF_BYTES = 16
"""Of the message of an XOF."""


@dataclass(frozen=True)
class File:
    """Of NIST's.

    Attributes:
        seed: the first message.
        last: the last output.
        first: that of the first checkpoint.
        lengths: of an XOF's output, the least and the most bytes.
    """

    seed: str
    last: str
    first: str | None = None
    lengths: tuple[int, int] | None = None


FILES = {
    "sha3-224": File(
        "3a9415d401aeb8567e6f0ecee311f4f716b39e86045c8a51383db2b6",
        "91defbe230b514d7db13d915a82368d32d48f55db31d16e3ae7fbbd0",
        "90080c037bda5fafcada98e8afda62b10ffb5781b97f6e7aa3ded6e6",
    ),
    "sha3-256": File(
        "aa64f7245e2177c654eb4de360da8761a516fdc7578c3498c5e582e096b8730c",
        "456f2ed7f5433bb4e56d7780a21a953e95d6a5eb53bb4c974c57a90e677f3197",
        "225cbac2be6f329d94228c5360a1c177bc495a761c442a1771b1d18555c309a5",
    ),
    "sha3-384": File(
        "7a00791f6f65c21f1c97c58fa3c0520cfc85cd7e3d398cf01950819fa7171950"
        "65a363e77d07753647cb0c130e9972ad",
        "02c9babd4add11a5f23c1808f72e3dc8325cedc31d28213a04d999dac8f46b86"
        "6f84ba3dbfbcf1a863cc54d808ffadca",
        "b2d4e10214bd7991e3a3e4772f5c7b390178e20c3ff882648a891e44b9d309d9"
        "1bf5fab74c0bc155a7fac972a9b128a2",
    ),
    "sha3-512": File(
        "764a5511f00dbb0eaef2eb27ad58d35f74f563b88f789ff53f6cf3a47060c75c"
        "eb455444cd17b6d438c042e0483919d249f2fd372774647d2545cbfad20b4d31",
        "760824a439b0681fcd5d22f8467d927a764febc457fd1eb62584ca82b00e1a07"
        "905a0117a955041892d2c9d849c096067ed2893aca5c841f8aa32dabe642bc82",
        "83dd81285c36d86dde72631a1a1e0d9c12b0e2842d499a63b00de87f11839565"
        "b21d9416f154b72034b7fcd41d2f1d9eac184eec823547772826ed90c53d856e",
    ),
    "shake128": File(
        "c8b310cb97efa3855434998fa81c7674",
        "4aa371f0099b04a909f9b1680e8b52a21c6510ea2640137d501ffa114bf84717b1f725d64bae4ae5d87a",
        "fe8c476993b47b10c98303a04c6212dfb341426d748d3926140aee0a151fc80fa1",
        (16, 140),
    ),
    "shake256": File(
        "48a0321b3653e4e86446d00f6a036efd",
        "d4c8c26ded38cca426d8d1c8f8aedb5c543541333839deca8713cfd8684480fe923f57c3a5c89cb61427c220c7",
        lengths=(2, 250),
    ),
}
"""By algorithm."""


def checkpoints(design: str, algorithm: str, count: int) -> bytes:
    """The output of the last of so many checkpoints on the RTL."""
    file = FILES[algorithm]
    output, length = bytes.fromhex(file.seed), file.lengths and file.lengths[1]
    for _ in range(count):
        jobs = []
        for _ in range(MESSAGES):
            message = output if file.lengths is None else output[:XOF_BYTES].ljust(XOF_BYTES, b"\0")
            jobs.append(Job(ALGORITHMS[algorithm], message, length))
            output = jobs[-1].expected()
            if file.lengths is not None:
                least, most = file.lengths
                length = least + int.from_bytes(output[-2:], "big") % (most - least + 1)
        output = simulate.run(designs.parse(design), jobs, Conditions(latency=1)).digests[-1]
    return output


@pytest.mark.parametrize("algorithm", ["sha3-256", "shake128"])
def test_the_first_checkpoint(algorithm: str) -> None:
    assert checkpoints("accel-d1n1t1w64", algorithm, 1).hex() == FILES[algorithm].first


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("design", ["accel-d1n1t1w64", "accel-slicew32", "rv32-lane25"])
@pytest.mark.parametrize("algorithm", FILES)
def test_all_checkpoints(algorithm: str, design: str) -> None:
    assert checkpoints(design, algorithm, CHECKPOINTS).hex() == FILES[algorithm].last


def test_a_checkpoint_of_each_is_nist_s() -> None:
    """Without the RTL: that the messages are those of the files."""
    for algorithm, file in FILES.items():
        output = bytes.fromhex(file.seed)
        if file.lengths is None:
            for _ in range(MESSAGES):
                output = Job(ALGORITHMS[algorithm], output).expected()
            assert output.hex() == file.first
