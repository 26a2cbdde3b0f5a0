# SPDX-License-Identifier: Apache-2.0
"""What a WORKLOAD.toml says, and what is said of one that is wrong."""

from pathlib import Path

import pytest

from hashfab.advise import demand
from hashfab.designs import algorithms
from hashfab.errors import RequestError
from hashfab.measure.call import Call

CALL = '[[call]]\nalgorithm = "sha3-256"\nmessage_bytes = 64\n'


def parse(text: str) -> demand.Demand:
    return demand.parse(text, "w.toml", "w")


def test_a_file_says_calls_and_what_is_around_them() -> None:
    found = parse(
        """
title = "mine"
other_share = 0.25
rate_per_s = 10
clock_mhz = 50

[[call]]
algorithm = "shake128"
message_bytes = 34
output_bytes = 504
count = 9
at_once = 3
align = 5

[[call]]
algorithm = "md5"
message_bytes = 0
output_bytes = 16
"""
    )
    assert found.title == "mine"
    assert found.calls == (Call("shake128", 34, 504, 9, 3, 5), Call("md5", 0))
    assert (found.other_share, found.rate_per_s, found.clock_mhz) == (0.25, 10.0, 50.0)
    assert (found.other_cycles, found.deadline_ms) == (None, None)
    assert found.handover_cycles == demand.HANDOVER_CYCLES
    assert (found.messages, found.message_bytes) == (10, 306)
    assert found.algorithms == ("shake128", "md5")


@pytest.mark.parametrize("name", demand.ready())
def test_what_ships_is_right(name: str) -> None:
    found = demand.get(name)
    assert found.name == name
    assert found.title != name
    assert all(call.algorithm in algorithms.ALGORITHMS for call in found.calls)


def test_operations_are_in_order_and_as_often_as_said() -> None:
    names = ["ml-kem-768/encaps", "ml-kem-512/keygen", "ml-kem-768/encaps"]
    found = parse(f"other_cycles = 7\noperations = {names}\n" + CALL)
    assert [each.name for each in found.operations] == names
    assert found.to_json()["operations"] == names
    assert found.other_cycles == 7
    assert parse(CALL).operations == ()


def test_what_ships_is_what_was_promised() -> None:
    assert set(demand.ready()) == {
        "file-integrity",
        "firmware-boot",
        "merkle-tree",
        "tls13-sha3",
        "tls13-sha2",
        "ethereum",
        "ml-kem-768",
        "ml-dsa-65",
        "slh-dsa-shake-128s",
        "slh-dsa-shake-128f",
        "slh-dsa-shake-128f-verify",
    }


def test_a_file_of_a_ready_name_is_read_when_it_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "ethereum.toml"
    path.write_text(CALL)
    assert demand.get(str(path)).messages == 1
    assert demand.get("ethereum").messages > 1000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "w.toml, line 1, call: needs at least one [[call]] table"),
        ("call = []", "line 1, call: 0 calls; allowed: 1 to 64"),
        ("call = 3", "needs at least one"),
        ("call = [3]", "needs at least one"),
        (CALL * 65, "65 calls"),
        ("x =", "w.toml is not valid TOML"),
        ("\n\ncolour = 1\n" + CALL, "w.toml, line 3, colour: unknown key; allowed are title"),
        (CALL + "colour = 1", "w.toml, line 4, colour: unknown key; allowed are algorithm"),
        (CALL + CALL + "colour = 1", "line 7, colour"),
        ('[[call]]\nalgorithm = "sha3-256"', "line 1: message_bytes is missing"),
        ("[[call]]\nmessage_bytes = 1", "line 1: algorithm is missing"),
        (CALL.replace("64", "-64"), "line 3, message_bytes: -64 is not legal; allowed: an integer"),
        (CALL.replace("64", "6.4"), "message_bytes: 6.4 is not legal"),
        (CALL.replace("64", "true"), "message_bytes: True is not legal"),
        (CALL.replace("64", "nan"), "message_bytes: nan is not legal"),
        (CALL.replace("64", "9" * 5000), "w.toml"),
        (CALL.replace("sha3-256", "sha4"), "line 2, algorithm: unknown algorithm 'sha4'; did you"),
        (CALL.replace('"sha3-256"', "3"), "line 2, algorithm: unknown algorithm"),
        (CALL.replace('"sha3-256"', "[]"), "line 2, algorithm: unknown algorithm"),
        (CALL + "count = 0", "line 4, count: 0 is not legal; allowed: an integer, 1 to"),
        (
            CALL + "count = 2\nat_once = 3",
            "line 5, at_once: 3 is not legal; allowed: an integer, 1 to",
        ),
        (CALL + "output_bytes = 64", "line 4, output_bytes: sha3-256 has a digest of 32 bytes"),
        (CALL + "output_bytes = 0", "line 4, output_bytes: 0 is not legal"),
        (CALL + "align = 8", "line 4, align: 8 is not legal"),
        ("other_share = 1.0\n" + CALL, "line 1, other_share: 1.0 is not legal"),
        ("other_share = -0.1\n" + CALL, "line 1, other_share: -0.1 is not legal"),
        ("other_cycles = -1\n" + CALL, "line 1, other_cycles: -1 is not legal"),
        ("rate_per_s = 0\n" + CALL, "line 1, rate_per_s: 0 is not legal"),
        ("deadline_ms = nan\n" + CALL, "line 1, deadline_ms: nan is not legal"),
        ("deadline_ms = inf\n" + CALL, "line 1, deadline_ms: inf is not legal"),
        ('clock_mhz = "fast"\n' + CALL, "line 1, clock_mhz: 'fast' is not legal"),
        (
            "operations = []\n" + CALL,
            "line 1, operations: [] is not legal; allowed",
        ),
        ('operations = "ml-kem-768/keygen"\n' + CALL, "operations: 'ml-kem-768/keygen' is"),
        ("operations = [3]\n" + CALL, "operations: unknown operation 3; allowed"),
        (
            '\noperations = ["x"]\n' + CALL,
            "line 2, operations: unknown operation 'x'",
        ),
        (
            'operations = ["ml-kem-768/encap"]\n' + CALL,
            "line 1, operations: 'ml-kem-768/encap' is no operation of a scheme; allowed: ml-kem",
        ),
        (
            'operations = ["ml-kem-769/encaps"]\n' + CALL,
            "line 1, operations: unknown operation 'ml-kem-769/encaps'; did you mean 'ml-kem-768",
        ),
        (
            f"operations = {65 * ['ml-kem-768/keygen']}\n" + CALL,
            "is not legal; allowed: a list of 1 to 64 names",
        ),
        (
            'other_share = 0.1\noperations = ["ml-kem-768/keygen"]\n' + CALL,
            "line 1, other_share: stands beside operations; allowed: one of them",
        ),
        ("title = 3\n" + CALL, "line 1, title: 3 is not legal"),
        ("other_cycles = 1\nother_share = 0.5\n" + CALL, "line 2, other_share: stands beside"),
        ("rate_per_s = 1\ndeadline_ms = 1\n" + CALL, "line 2, deadline_ms: stands beside"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        parse(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 700


def test_a_name_that_nothing_has_is_told_with_those_that_ship() -> None:
    with pytest.raises(RequestError, match=r"did you mean 'ethereum'.* or a file WORKLOAD.toml"):
        demand.get("etherium")
    with pytest.raises(RequestError, match=r"cannot read the workload 'none.toml'"):
        demand.get("none.toml")
