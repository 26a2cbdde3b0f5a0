# SPDX-License-Identifier: Apache-2.0
"""The ready post-quantum workloads are what the independent implementations do."""

from importlib import resources

import pytest

from hashfab.advise import demand
from hashfab.check import pqc

QUICK = ("ml-kem-768", "slh-dsa-shake-128f")
SCHEMES = {scheme.name: scheme for scheme in pqc.SCHEMES}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in SCHEMES],
)
def test_counting_again_gives_what_ships(name: str) -> None:
    shipped = resources.files("hashfab.advise").joinpath("workloads", f"{name}.toml")
    assert pqc.text(SCHEMES[name]) == shipped.read_text(encoding="utf-8")


def test_ml_dsa_has_the_calls_of_the_standard_in_every_run() -> None:
    """FIPS 204, ML-DSA-65: a matrix of 6 x 5 polynomials for each of three algorithms."""
    shipped = {
        (call.algorithm, call.message_bytes, call.output_bytes): call.count
        for call in demand.get("ml-dsa-65").calls
    }
    for seed in (1, 2):
        found = pqc.ml_dsa(seed).calls
        assert found["shake128", 34, 840] == shipped["shake128", 34, 840] == 3 * 30
        # Whatever the number of attempts, each draws a mask of 5 and hashes once; so does a check.
        attempts = found["shake256", 66, 640] // 5
        assert found["shake256", 832, 48] == attempts + 1
    assert shipped["shake256", 66, 640] == 5 * (shipped["shake256", 832, 48] - 1)


def test_the_matrix_of_ml_kem_is_there_at_once_and_a_chain_is_not() -> None:
    """FIPS 203: 9 polynomials of a public matrix. FIPS 205: each link hashes the one before."""
    tally = pqc.ml_kem(1)
    ((_, count),) = [item for item in tally.calls.items() if item[0][:2] == ("shake128", 34)]
    assert count == 3 * 9
    assert tally.steps["shake128", 34, 504] <= 3
    chain = pqc.Tally()
    link = b"\0" * 16
    for number in range(15):
        message, link = bytes(16) + bytes([number]) * 32 + link, bytes([number + 1]) * 16
        chain.add("shake256", message, link, lambda: 16)
    chain.settle()
    assert chain.calls["shake256", 64, 16] == chain.steps["shake256", 64, 16] == 15


def test_a_signature_of_slh_dsa_has_the_calls_of_the_standard() -> None:
    """FIPS 205, table 2, SHAKE-128f: 22 layers of WOTS+ keys, 33 FORS trees of 64 leaves."""
    calls = {call.message_bytes: call for call in demand.get("slh-dsa-shake-128f").calls}
    # Keys of 35 chains: 8 in each tree of a layer for a signature, one for its verification.
    assert calls[48 + 35 * 16].count == 22 * (8 + 1) - 1
    # Roots of 33 trees: one for a signature, one for its verification.
    assert calls[48 + 33 * 16].count == 2
