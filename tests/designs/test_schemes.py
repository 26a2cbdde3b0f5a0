# SPDX-License-Identifier: Apache-2.0
"""Post-quantum schemes: names, lengths, and what the independent implementation says."""

import pytest

from hashfab.designs import schemes
from hashfab.designs.schemes import (
    MESSAGE_BYTES,
    OPERATIONS,
    SCHEMES,
    SEED_BYTES,
    MlDsa,
    MlKem,
    Operation,
    SlhDsa,
)
from hashfab.errors import RequestError

ML_KEM = [scheme for scheme in SCHEMES.values() if isinstance(scheme, MlKem)]
ML_DSA = [scheme for scheme in SCHEMES.values() if isinstance(scheme, MlDsa)]
SLH_DSA = [scheme for scheme in SCHEMES.values() if isinstance(scheme, SlhDsa)]

SLOW = ("slh-dsa-shake-128s", "slh-dsa-shake-256f")
"""To sign with."""


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_operation_goes_through_its_name(operation: Operation) -> None:
    assert schemes.parse(operation.name) == operation


def test_the_lengths_are_the_standards() -> None:
    """FIPS 203, table 3, FIPS 204, table 2, FIPS 205, table 2."""
    assert {s.name: (s.ek_bytes, s.dk_bytes, s.ciphertext_bytes) for s in ML_KEM} == {
        "ml-kem-512": (800, 1632, 768),
        "ml-kem-768": (1184, 2400, 1088),
        "ml-kem-1024": (1568, 3168, 1568),
    }
    assert {s.name: (s.pk_bytes, s.sk_bytes, s.signature_bytes) for s in ML_DSA} == {
        "ml-dsa-44": (1312, 2560, 2420),
        "ml-dsa-65": (1952, 4032, 3309),
        "ml-dsa-87": (2592, 4896, 4627),
    }
    assert {s.name: (s.pk_bytes, s.sk_bytes, s.signature_bytes) for s in SLH_DSA} == {
        "slh-dsa-shake-128s": (32, 64, 7856),
        "slh-dsa-shake-128f": (32, 64, 17088),
        "slh-dsa-shake-192f": (48, 96, 35664),
        "slh-dsa-shake-256f": (64, 128, 49856),
    }


@pytest.mark.parametrize("scheme", ML_DSA, ids=lambda scheme: scheme.name)
def test_a_signature_takes_the_mean_number_of_attempts(scheme: MlDsa) -> None:
    """FIPS 204, table 1: 4.25, 5.1 and 3.85. What is verified is what signing gives."""
    inputs = scheme.inputs("sign", 1)
    rnd, rest = inputs[:SEED_BYTES], inputs[SEED_BYTES:]
    sk, message = rest[: scheme.sk_bytes], rest[scheme.sk_bytes :]
    signature, attempts = scheme.signed(sk, rnd, message)
    assert attempts == {"ml-dsa-44": 4, "ml-dsa-65": 5, "ml-dsa-87": 4}[scheme.name]
    assert scheme.inputs("verify", 1)[scheme.pk_bytes :] == signature + message


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(each, marks=[pytest.mark.long] if each.scheme.name in SLOW else [])
        for each in OPERATIONS
    ],
    ids=lambda operation: operation.name,
)
def test_the_reference_has_an_output_for_the_inputs(operation: Operation) -> None:
    output = operation.reference(operation.inputs(1))
    assert output is not None and len(output) == operation.output_bytes
    assert operation.inputs(1) != operation.inputs(2)
    # A message may be shorter, what is before it may not.
    less = MESSAGE_BYTES + 1 if operation.kind == "sign" else 1
    assert operation.reference(operation.inputs(1)[:-less]) is None


def test_another_text_names_no_operation() -> None:
    for text in ("", "many", "8x8KiB/sha3-256", "sha3-256", "ml-kem", "/encaps"):
        assert schemes.parse(text) is None


def test_another_scheme_is_refused() -> None:
    with pytest.raises(RequestError, match="did you mean 'ml-kem-768/encaps'"):
        schemes.parse("ml-kem-769/encaps")


@pytest.mark.parametrize(
    "text",
    ["ml-kem-768", "ml-kem-768/", "ml-kem-768/sign", "ml-kem-768/encaps/", "ml-kem-768/Encaps"],
)
def test_a_wrong_operation_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="allowed: ml-kem-768/keygen, ml-kem-768/encaps, "):
        schemes.parse(text)
