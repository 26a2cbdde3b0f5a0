# SPDX-License-Identifier: Apache-2.0
"""What tools read of a guest: everything, and nothing of the machine."""

import shutil
from pathlib import Path

import pytest

import made_guest as made
from hashfab import cache
from hashfab.designs import Design, guests
from hashfab.designs.guests import wrapper
from hashfab.measure import remote
from hashfab.measure.compute import Done, Task
from hashfab.measure.stages import Map, Simulate
from hashfab.measure.targets import get
from hashfab.measure.workload import DEFAULT


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))
    return tmp_path / "build"


def design(path: Path) -> Design:
    return guests.load(path).make({})


def keys(made_of: Design) -> list[object]:
    return [
        Simulate(made_of, DEFAULT, 1).key(),
        Map(made_of, get("ecp5")).key(),
    ]


def test_a_copy_elsewhere_is_the_same_work(tmp_path: Path) -> None:
    one, other = (design(made.write(tmp_path / folder)) for folder in ("one", "other"))
    assert keys(one) == keys(other)
    assert one == other
    written = "".join(
        path.read_text() for path in guests.load(tmp_path / "one/guest.toml").sources()
    )
    assert str(tmp_path) not in written


@pytest.mark.parametrize(
    "change",
    [
        {"core": "module core (input wire clk); wire changed;\nendmodule\n"},
        {"defines": "{ A = 1 }"},
        {"clock": '{ port = "clk", edge = "falling" }'},
        {"reset": '{ port = "rst" }'},
        {"more": "[engine]\nstates = 2\n"},
        {"more": '[engine]\nbeat = "lane"\n'},
        {"more": "[engine]\ntags = true\n"},
        {"more": '[ports]\ndata_i = "din"\n'},
    ],
    ids=str,
)
def test_what_is_changed_is_measured_again(change: dict[str, str], tmp_path: Path) -> None:
    before = keys(design(made.write(tmp_path / "one")))
    after = keys(design(made.write(tmp_path / "other", **change)))
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_a_worker_on_another_machine_has_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made.write(tmp_path / "here")
    parcel = remote.pack(Task(Map(design(path), get("none"))))
    shutil.rmtree(path.parent)
    shutil.rmtree(tmp_path / "build")
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "there"))
    done = remote.attempt_there(parcel).attempt.outcome
    assert isinstance(done, Done)
    assert list((tmp_path / "there" / "guests").glob("*/guest_made.sv"))


def test_what_it_is_made_of_can_be_freed(tmp_path: Path) -> None:
    guests.load(made.write(tmp_path)).sources()
    (found,) = (each for each in cache.clean(False, remove=True) if each.kind == "guests")
    assert found.entries == 1 and found.size > 0
    assert not list((tmp_path / "build" / "guests").iterdir())


def test_an_edit_while_it_is_measured_changes_nothing(tmp_path: Path) -> None:
    path = made.write(tmp_path)
    guest = guests.load(path)
    before = [each.read_text() for each in guest.sources()]
    (tmp_path / "core.v").write_text("module core; wire edited; endmodule\n")
    assert [each.read_text() for each in guest.sources()] == before
    assert "edited" in "".join(each.read_text() for each in guests.load(path).sources())


def test_what_is_simulated_around_it_is_part_of_its_sources(tmp_path: Path) -> None:
    guest = guests.load(made.write(tmp_path))
    around = guest.around()
    assert set(around) < set(guest.sources())
    assert [path.name for path in around] == [wrapper.CHECKS_FILE, "bench_made.sv"]


def test_all_that_is_around_it_has_a_name_of_hashfab(tmp_path: Path) -> None:
    for interface in ("engine", "stream", "accel"):
        guest = guests.load(made.write(tmp_path / interface, interface=f'"{interface}"'))
        for path in guest.sources():
            if path.name != "guest_made.sv":
                found = [line for line in path.read_text().splitlines() if line[:7] == "module "]
                assert found and all(line.split()[1] in wrapper.NAMES for line in found)


def test_clock_reset_and_names_are_the_guest_s(tmp_path: Path) -> None:
    path = made.write(
        tmp_path,
        made.PARAMETER + '[ports]\ndata_i = "din"\n',
        clock='{ port = "ck", edge = "falling" }',
    )
    (text,) = (p.read_text() for p in guests.load(path).sources() if p.name == "wrapper_made.sv")
    assert "  core #(.Rounds(Rounds)) u_guest (\n    .ck(!clk_i),\n    .rst(!rst_ni),\n" in text
    assert ".din(data_i)" in text and "parameter int Rounds = 2" in text
    assert "tag_i" not in text and "turbo_i" not in text
