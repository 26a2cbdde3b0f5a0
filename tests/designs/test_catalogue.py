# SPDX-License-Identifier: Apache-2.0
"""The catalogue: names, legality, messages."""

import pytest

from hashfab import designs
from hashfab.designs import FAMILIES, RequestError


@pytest.mark.parametrize("family", FAMILIES)
def test_every_corner_goes_through_its_name(family: str) -> None:
    corners = FAMILIES[family].corners()
    assert len({design.name for design in corners}) == len(corners)
    for design in corners:
        assert designs.parse(design.name) == design


@pytest.mark.parametrize("family", FAMILIES)
def test_presets_are_canonical(family: str) -> None:
    for name in FAMILIES[family].presets:
        assert designs.parse(name).name == name


@pytest.mark.parametrize("family", FAMILIES)
def test_sources_exist_and_packages_come_first(family: str) -> None:
    stems = [path.stem for path in FAMILIES[family].sources()]
    assert FAMILIES[family].top in stems
    packages = [stem.endswith("_pkg") for stem in stems]
    assert any(packages)
    assert packages == sorted(packages, reverse=True)


def test_aliases() -> None:
    assert designs.parse("engine-s1").name == "engine-n1"
    assert designs.parse("accel-d1s1t2w64b2").name == "accel-d1n1t2w64"


def test_default_buffers_follow_the_contexts() -> None:
    assert designs.parse("accel-d1n1t8w64")["buffers"] == 4
    assert designs.make("accel", {"contexts": 3})["buffers"] == 3
    assert designs.parse("accel-d1n1t8w64b8")["buffers"] == 8


def test_contexts_follow_the_states_in_the_units() -> None:
    assert designs.make("accel", {"units": 2, "stages": 3}).name == "accel-d2s3t6w64"
    assert designs.make("accel", {"fold": "slice", "width": 32}).name == "accel-slicew32"
    assert designs.make("accel", {"fold": "plane"}).name == "accel-planew64"
    assert designs.parse("accel-slicew64")["fold"] == "slice"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("engin-n1", ("'engin-n1'", "did you mean 'engine-n1'")),
        ("engine", ("'engine'", "engine-n1")),
        ("engine-n5", ("rounds = 5", "1, 2, 3, 4, 6, 8, 12, 24")),
        ("engine-s5", ("stages = 5", "1, 2, 3, 4")),
        ("engine-none", ("'engine-none'",)),
        ("engine-n1-none", ("'engine-n1-none'",)),
        ("engine-lane-redo", ("'engine-lane-redo'",)),
        ("accel-d9n1t8w64", ("units = 9", "1, 2, 3")),
        ("accel-d1n1t1w48", ("width = 48", "32, 64, 128, 256")),
        ("accel-d2n1t1w64", ("2 states", "units x stages <= contexts")),
        ("accel-d4s4t8w64", ("16 states", "contexts <= 8")),
        ("accel-d1n1t1", ("'accel-d1n1t1'", "accel-d1n1t1w64")),
        ("", ("''", "engine-n1")),
    ],
)
def test_a_wrong_name_is_refused_with_what_is_allowed(name: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(RequestError) as caught:
        designs.parse(name)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("family", "given", "part"),
    [
        ("engine", {"rounds": 2, "stages": 2}, "rounds and stages cannot be combined"),
        ("engine", {"rounds": 2, "fold": "lane"}, "rounds and fold cannot be combined"),
        ("accel", {"rounds": 2, "stages": 2, "contexts": 8}, "cannot be combined"),
        ("engine", {"rounds": 2, "protect": "redo"}, "rounds and protect cannot be combined"),
        ("accel", {"fold": "slice", "contexts": 2}, "contexts and buffers; a folded accelerator"),
        ("accel", {"fold": "slice", "resume": 1}, "no state in memory"),
        ("accel", {"fold": "plane", "chain": 1}, "no state in memory and no chain"),
        ("accel", {"chain": 1, "stages": 2}, "with chain, stages must be 1"),
        ("accel", {"fold": "slice", "width": 128}, "allowed: 32, 64"),
        ("accel", {"fold": "plane", "width": 32}, "allowed: 64"),
        ("accel", {"fold": "lane"}, "allowed: none, plane, slice"),
        ("engine", {"rounds": 2, "shares": 2}, "rounds and shares cannot be combined"),
        ("engine", {"round": 2}, "did you mean 'rounds'"),
        ("acel", {}, "did you mean 'accel'"),
    ],
)
def test_an_illegal_combination_is_refused(
    family: str, given: dict[str, int | str], part: str
) -> None:
    with pytest.raises(RequestError, match=part):
        designs.make(family, given)


def test_bounds_are_the_memory_port_or_the_units() -> None:
    accel, sha3 = FAMILIES["accel"], designs.ALGORITHMS["sha3-256"]
    assert accel.bound(designs.parse("accel-d1n1t1w64"), sha3) == pytest.approx(1088 / 24)
    assert accel.bound(designs.parse("accel-d2n2t2w64"), sha3) == 64
    assert accel.bound(designs.parse("accel-d1s4t4w64"), sha3) == pytest.approx(1088 / 24)
    assert accel.bound(designs.parse("accel-slicew64"), sha3) is None


@pytest.mark.parametrize("name", [f.presets[0] for f in FAMILIES.values()])
@pytest.mark.parametrize("algorithm", designs.ALGORITHMS.values(), ids=designs.ALGORITHMS)
def test_what_is_not_served_is_refused(name: str, algorithm: designs.Algorithm) -> None:
    design = designs.parse(name)
    served = designs.family(design.family).algorithms
    if algorithm.name in served:
        designs.check_serves(design, algorithm)
        return
    with pytest.raises(
        RequestError, match=f"{name} does not serve {algorithm.name}; allowed: {served[0]}"
    ):
        designs.check_serves(design, algorithm)
