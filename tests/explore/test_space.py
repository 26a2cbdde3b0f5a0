# SPDX-License-Identifier: Apache-2.0
"""Spaces: what they expand to, and what is said of a wrong one."""

from pathlib import Path

import pytest

import made_guest
from hashfab import designs
from hashfab.errors import RequestError
from hashfab.explore import space
from hashfab.measure.workload import Workload


def names(text: str) -> list[str]:
    return [design.name for design in space.parse(text, "SPACE.toml").designs]


def refusal(text: str) -> str:
    with pytest.raises(RequestError) as error:
        space.parse(text, "SPACE.toml")
    return str(error.value)


def test_lists_ranges_and_scalars_multiply() -> None:
    text = """
    [[space]]
    family = "accel"
    units = [1, 2]
    contexts = { range = [2, 4, 2] }
    width = 128
    """
    assert names(text) == [
        "accel-d1n1t2w128",
        "accel-d1n1t4w128",
        "accel-d2n1t2w128",
        "accel-d2n1t4w128",
    ]


def test_both_ends_of_a_range_count() -> None:
    text = '[[space]]\nfamily = "engine"\nstages = { range = [2, 4] }'
    assert names(text) == ["engine-s2", "engine-s3", "engine-s4"]


def test_a_design_named_twice_is_one_point() -> None:
    text = '[[space]]\nfamily = "engine"\n[[space]]\nfamily = "engine"\nrounds = [1, 2]'
    assert names(text) == ["engine-n1", "engine-n2"]


def test_what_is_not_given_follows_what_is() -> None:
    assert names('[[space]]\nfamily = "accel"\nunits = 2') == ["accel-d2n1t2w64"]


def test_illegal_points_are_pruned_with_a_reason() -> None:
    text = '[[space]]\nfamily = "engine"\nrounds = [1, 5, 6]\nstages = [1, 2]'
    found = space.parse(text, "SPACE.toml")
    assert [design.name for design in found.designs] == ["engine-n1", "engine-s2", "engine-n6"]
    assert [dict(pruned.parameters) for pruned in found.pruned] == [
        {"rounds": 5, "stages": 1},
        {"rounds": 5, "stages": 2},
        {"rounds": 6, "stages": 2},
    ]
    assert "rounds = 5" in found.pruned[0].why
    assert "cannot be combined" in found.pruned[2].why


def test_constraints_prune_and_see_parameters_that_are_not_given() -> None:
    text = """
    [[space]]
    family = "accel"
    units = [1, 2, 4]
    constraints = ["contexts >= 2 and width == 64", "units * rounds < 4"]
    """
    found = space.parse(text, "SPACE.toml")
    assert [design.name for design in found.designs] == ["accel-d2n1t2w64"]
    assert [pruned.parameters["units"] for pruned in found.pruned] == [1, 4]
    assert "contexts >= 2" in found.pruned[0].why


@pytest.mark.parametrize(
    "constraint",
    [
        "__import__('os').system('true')",
        "().__class__",
        "units ** 9999999",
        "'x' * 9",
        "[unit for unit in (1, 2)]",
        "nothing == 1",
        "units ==",
        "units // 0",
        "1 if units else 2",
        "",
    ],
)
def test_a_constraint_computes_nothing_but_arithmetic(constraint: str) -> None:
    said = refusal(f'[[space]]\nfamily = "accel"\nconstraints = ["""{constraint}"""]')
    assert "SPACE.toml, line 3, constraints" in said
    assert "units" in said


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[[space]\n", ["SPACE.toml", "line 1"]),
        ('target = "ecp5"\nfamily = \n', ["SPACE.toml", "line 2"]),
        ("", ["SPACE.toml", "[[space]]"]),
        ('space = "x"', ["SPACE.toml", "[[space]]"]),
        ("targets = 1", ["line 1, targets", "target, workload, space"]),
        ("\ntarget = 1", ["line 2, target", "string"]),
        ("[[space]]\nunits = 1", ["line 1, family", "engine, accel"]),
        ('[[space]]\n\nfamily = "pipe"', ["line 3, family", "engine, accel"]),
        (
            '[[space]]\nfamily = "engine"\n[[space]]\nfamily = "accel"\nunit = 1',
            ["line 5, unit", "units, rounds"],
        ),
        ('[[space]]\nfamily = "engine"\nrounds = []', ["line 3, rounds", "a range"]),
        ('[[space]]\nfamily = "engine"\nrounds = 1.5', ["line 3, rounds", "an integer"]),
        ('[[space]]\nfamily = "engine"\nrounds = true', ["line 3, rounds", "an integer"]),
        ('[[space]]\nfamily = "engine"\nrounds = { range = [3, 1] }', ["line 3", "empty"]),
        ('[[space]]\nfamily = "engine"\nrounds = { range = 3 }', ["line 3", "range = [first"]),
        ('[[space]]\nfamily = "engine"\nrounds = { from = 1 }', ["line 3", "range = [first"]),
        ('[[space]]\nfamily = "engine"\nrounds = { range = [1, 10000000] }', ["line 3", "10000"]),
        ('[[space]]\nfamily = "engine"\nconstraints = "a"', ["line 3", "list of strings"]),
        ('[[space]]\nfamily = "engine"\nrounds = 5', ["empty", "allowed: 1, 2, 3"]),
    ],
)
def test_a_wrong_space_is_refused_with_place_and_remedy(text: str, parts: list[str]) -> None:
    said = refusal(text)
    assert all(part in said for part in parts), said
    assert "\n" not in said


def test_designs_that_do_not_serve_the_workload_are_pruned() -> None:
    text = '[[space]]\nfamily = "engine"\nrounds = [1, 2]\n[[space]]\nfamily = "hashproc"'
    found = space.serving(space.parse(text, "SPACE.toml"), Workload(algorithm="md5"))
    assert [design.name for design in found.designs] == ["hashproc"]
    served = ", ".join(designs.family("engine").algorithms)
    why = f"engine-n1 does not serve md5; allowed: {served}; md5 is served by hashproc"
    assert [pruned.why for pruned in found.pruned] == [why] * 2
    engines = space.parse('[[space]]\nfamily = "engine"', "SPACE.toml")
    with pytest.raises(RequestError, match="served by hashproc"):
        space.serving(engines, Workload(algorithm="md5"))


def test_too_many_combinations_are_left_to_a_search_and_none_is_made() -> None:
    axis = "{ range = [1, 9999] }"
    text = f'[[space]]\nfamily = "accel"\nunits = {axis}\nrounds = {axis}\ncontexts = {axis}'
    found = space.parse(text, "SPACE.toml")
    assert not found.designs and not found.pruned
    assert found.size == found.tables[0].size == 9999**3
    assert isinstance(found.tables[0].make({"units": 9999}), space.Pruned)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"absent\.toml"):
        space.load(tmp_path / "absent.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RequestError, match="UTF-8"):
        space.load(tmp_path / "binary.toml")


def test_the_default_space_has_each_family_of_hardware_and_at_least_16_points() -> None:
    found = space.default_space()
    assert len(found.designs) >= 16
    # A system is made of two of the others.
    assert {design.family for design in found.designs} == set(designs.FAMILIES) - {"soc"}


def test_the_wide_space_has_the_default_one_and_more() -> None:
    wide = space.load(Path(__file__).parents[2] / "examples" / "spaces" / "wide.toml")
    assert set(wide.designs) > set(space.default_space().designs)


def test_a_guest_stands_where_a_family_does(tmp_path: Path) -> None:
    made_guest.write(tmp_path / "guest", made_guest.PARAMETER)
    (tmp_path / "space.toml").write_text(
        '[[space]]\nguest = "guest/guest.toml"\nRounds = [1, 3, 4]\nconstraints = ["Rounds < 4"]\n'
        '[[space]]\nfamily = "engine"\n'
    )
    found = space.load(tmp_path / "space.toml")
    assert [design.name for design in found.designs] == ["guest-made-Rounds1", "engine-n1"]
    assert [(each.family, dict(each.parameters)) for each in found.pruned] == [
        ("guest-made", {"Rounds": 3}),
        ("guest-made", {"Rounds": 4}),
    ]
    kept = space.serving(found, Workload(algorithm="shake128"))
    assert [design.name for design in kept.designs] == ["engine-n1"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("guest = 1", "space.toml, line 2, guest: must be a guest's file"),
        ('guest = ""', "space.toml, line 2, guest: must be a guest's file"),
        ('guest = "a/guest.toml"\nfamily = "engine"', "in the place of a family"),
        ('guest = "none.toml"', "none.toml': No such file"),
        ('guest = "a/guest.toml"\nrounds = 1', "line 3, rounds: unknown key for family guest-made"),
        (
            'guest = "a/guest.toml"\n[[space]]\nguest = "b/guest.toml"',
            "line 4, guest: another guest of this space is guest-made, too; rename one",
        ),
    ],
)
def test_a_wrong_guest_of_a_space_is_told(table: str, said: str, tmp_path: Path) -> None:
    made_guest.write(tmp_path / "a")
    made_guest.write(tmp_path / "b", made_guest.PARAMETER)
    (tmp_path / "space.toml").write_text(f"[[space]]\n{table}\n")
    with pytest.raises(RequestError) as error:
        space.load(tmp_path / "space.toml")
    assert said in str(error.value)


def test_the_same_guest_may_be_named_twice(tmp_path: Path) -> None:
    made_guest.write(tmp_path)
    (tmp_path / "space.toml").write_text('[[space]]\nguest = "guest.toml"\n' * 2)
    assert len(space.load(tmp_path / "space.toml").designs) == 1


def test_the_space_of_examples_has_guests_and_engines() -> None:
    found = space.load(Path(__file__).parents[2] / "examples" / "spaces" / "guests.toml")
    guests = [design.name for design in found.designs if designs.family_of(design).guest]
    assert guests == ["guest-compact", "guest-iterative-Rounds1", "guest-iterative-Rounds2"]
    assert len(found.designs) > len(guests)
