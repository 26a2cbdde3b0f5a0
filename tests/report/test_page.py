# SPDX-License-Identifier: Apache-2.0
"""The page's text, its placements and the picture, without a browser."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from plotly.offline import get_plotlyjs

from hashfab.report import page, picture
from hashfab.report.placement import MOST_GROUPS, Placement, embed

from .sample import guest, results


def test_the_page_asks_for_nothing_outside_itself(page_file: Path) -> None:
    text = page_file.read_text(encoding="utf-8").replace(get_plotlyjs(), "")
    assert not re.search(r"<(script|img|iframe)[^>]+src=|<link[^>]+href=(?![\"']?data:)", text)
    assert "default-src 'none'" in text


def test_hostile_strings_stay_text(tmp_path: Path) -> None:
    made = results(tmp_path)
    hostile = "</script><script>alert(1)</script>"
    made["failed"][0]["why"] = made["points"][0]["recipe"] = hostile
    assert hostile not in page.render(made)


def test_an_exploration_in_which_everything_failed_still_has_a_page(tmp_path: Path) -> None:
    made = results(tmp_path) | {"points": [], "front": []}
    assert "engine-n24" in page.render(made)


def test_a_tile_goes_to_the_group_with_the_most_cells_and_shows_how_full_it_is() -> None:
    tiles = ((3, 4, 0, 1), (3, 4, 1, 3), (5, 6, 0, 8))
    made = embed(Placement("device", 10, 12, ("few", "many"), tiles))
    packed = base64.b64decode(made["tiles"])
    names = [group["name"] for group in made["groups"]]
    found = {tuple(packed[i : i + 2]): packed[i + 2 : i + 4] for i in range(0, len(packed), 4)}
    assert {place: names[group] for place, (group, _) in found.items()} == {
        (3, 4): "many",
        (5, 6): "few",
    }
    assert found[5, 6][1] == 255
    assert found[3, 4][1] == 255 * 4 // 8


@pytest.mark.parametrize("count", [1, MOST_GROUPS, MOST_GROUPS + 1, 40])
def test_groups_are_at_most_as_many_as_colours_and_no_cell_is_lost(count: int) -> None:
    tiles = tuple((i, i, i, i + 1) for i in range(count))
    made = embed(Placement("device", 50, 50, tuple(map(str, range(count))), tiles))
    assert len(made["groups"]) == min(count, MOST_GROUPS)
    assert sum(group["cells"] for group in made["groups"]) == count * (count + 1) // 2
    assert max(base64.b64decode(made["tiles"])[2::4]) < len(made["groups"])
    assert json.dumps(made)


def test_the_picture_names_axes_and_families(tmp_path: Path) -> None:
    found = results(tmp_path)
    assert picture.draw(found, ".png").startswith(b"\x89PNG")
    assert b"<svg" in picture.draw(found, ".svg")


def test_the_same_results_give_the_same_picture(tmp_path: Path) -> None:
    found = results(tmp_path)
    assert picture.draw(found, ".svg") == picture.draw(found, ".svg")


def test_a_guest_is_marked_in_the_picture(tmp_path: Path) -> None:
    found = results(tmp_path)
    found["points"].append(guest())
    text = picture.draw(found, ".svg").decode()
    # Labels of a picture are drawn, and its source says in a comment what they say.
    assert "<!-- guest-own: permutation alone (guest) -->" in text
    assert "<!-- own-Rounds2 -->" in text


def test_power_has_its_clock_beside_it(tmp_path: Path) -> None:
    made = results(tmp_path)
    before = [axis["key"] for axis in page.data(made)["axes"]]
    made["points"][0] |= {"total_mw": 12.0, "energy_frequency_mhz": 377.0}
    found = page.data(made)
    keys = [axis["key"] for axis in found["axes"]]
    assert "energy_frequency_mhz" in keys and "energy_frequency_mhz" not in before
    assert found["columns"]["energy_frequency_mhz"][0] == 377.0
