# SPDX-License-Identifier: Apache-2.0
"""The page as a person uses it, in headless Chromium, by file:// and with no network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from hashfab.explore.pareto import front
from hashfab.report import page
from hashfab.report.figures import AXES

from .sample import ACCELS, ENGINES, FRONT, guest, results


def log(chromium: Any, kind: str) -> list[dict[str, Any]]:
    """What the browser recorded of a kind since the last call."""
    entries: list[dict[str, Any]] = chromium.get_log(kind)
    return entries


@pytest.fixture
def opened(chromium: Chrome, page_file: Path) -> Iterator[Chrome]:
    """The page, freshly loaded; it must leave the console empty and fetch nothing."""
    chromium.get("about:blank")
    for kind in ("browser", "performance"):
        log(chromium, kind)
    chromium.get(page_file.as_uri())
    WebDriverWait(chromium, 60).until(lambda c: c.find_elements(By.CSS_SELECTOR, ".scatterlayer"))
    yield chromium
    assert log(chromium, "browser") == []
    requests = [
        message["params"]["request"]["url"]
        for entry in log(chromium, "performance")
        if (message := json.loads(entry["message"])["message"])["method"]
        == "Network.requestWillBeSent"
    ]
    allowed = ("file:///", "data:", "blob:")
    assert [url for url in requests if not url.startswith(allowed)] == []
    assert [url for url in requests if url.startswith("file:")] == [page_file.as_uri()]


def one(chrome: Chrome, selector: str) -> WebElement:
    return chrome.find_element(By.CSS_SELECTOR, selector)


def column(chrome: Chrome, key: str) -> list[str]:
    """The texts of a column of the table, from the top."""
    texts: list[str] = chrome.execute_script(
        """const keys = [...document.querySelectorAll("th")].map((th) => th.dataset.key);
           const place = keys.indexOf(arguments[0]) + 1;
           const cells = document.querySelectorAll(`tbody td:nth-child(${place})`);
           return [...cells].map((cell) => cell.innerText.trim());""",
        key,
    )
    return texts


def plotted(chrome: Chrome) -> dict[str, tuple[float, float]]:
    """The points on the chart by design, in the units of its axes."""
    rows = chrome.execute_script(
        """return document.getElementById("scatter").data.filter((t) => t.customdata).flatMap(
             (t) => t.customdata.map((c, i) => [c[0], t.x[i], t.y[i]]));"""
    )
    return {name: (x, y) for name, x, y in rows}


def sort_by(chrome: Chrome, key: str) -> None:
    one(chrome, f'th[data-key="{key}"] button').click()


@pytest.mark.parametrize("ending", ["#%", "#%zz", "#none", "#constructor", "#" + "x" * 5000])
def test_an_address_may_end_in_anything(chromium: Chrome, page_file: Path, ending: str) -> None:
    chromium.get("about:blank")
    log(chromium, "browser")
    chromium.get(page_file.as_uri() + ending)
    WebDriverWait(chromium, 60).until(lambda c: c.find_elements(By.CSS_SELECTOR, ".scatterlayer"))
    assert one(chromium, "tbody tr[aria-selected=true]")
    assert log(chromium, "browser") == []


def test_every_design_is_on_the_chart_and_in_the_table(opened: Chrome) -> None:
    assert set(plotted(opened)) == {*ENGINES, *ACCELS}
    assert column(opened, "design") == [*ENGINES, *ACCELS]
    assert one(opened, "#shown").text == "15 of 15 shown"


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("lut4", "gbit_per_s"),
        ("lut4", "latency_cycles"),
        ("fmax_mhz", "gbit_per_s"),
        ("fmax_mhz", "ff"),
        ("lut4", "port_utilization"),
    ],
)
def test_the_fronts_on_two_axes_are_what_explore_finds(opened: Chrome, x: str, y: str) -> None:
    """The lines join the front of the points that are shown, which only the page knows."""
    Select(one(opened, "#x")).select_by_value(x)
    Select(one(opened, "#y")).select_by_value(y)
    better = {axis.key: axis.better for axis in AXES}
    sign_x, sign_y = (1 if better[key] == "less" else -1 for key in (x, y))
    for typed in ("", "t2", " w64"):
        one(opened, "#text").send_keys(typed)
        shown = plotted(opened)
        expected = []
        for family in (ACCELS, ENGINES):
            points = [point for name, point in shown.items() if name in family]
            best = front([(sign_x * a, sign_y * b) for a, b in points])
            expected += [sorted(points[index] for index in best)] if best else []
        lines = opened.execute_script(
            """return document.getElementById("scatter").data.filter((t) => t.mode === "lines")
                 .map((t) => t.x.map((x, i) => [x, t.y[i]]));"""
        )
        assert [[tuple(point) for point in line] for line in lines] == expected
        assert expected


def test_axes_can_be_chosen_and_made_linear(opened: Chrome) -> None:
    Select(one(opened, "#x")).select_by_visible_text("Frequency (MHz)")
    Select(one(opened, "#y")).select_by_visible_text("Latency cycles")
    assert plotted(opened)["engine-s4"] == (243.0, 96)
    layout = "return document.getElementById('scatter').layout"
    assert opened.execute_script(f"{layout}.xaxis.title.text") == "Frequency (MHz)"
    assert opened.execute_script(f"{layout}.yaxis.type") == "log"
    one(opened, "#y-log").click()
    assert opened.execute_script(f"{layout}.yaxis.type") == "linear"


def test_points_without_a_figure_are_told_of_not_dropped_in_silence(opened: Chrome) -> None:
    Select(one(opened, "#x")).select_by_value("port_utilization")
    assert set(plotted(opened)) == set(ACCELS)
    assert "8 shown in the table only" in one(opened, "#chart-note").text


@pytest.mark.parametrize("key", ["lut4", "gbit_per_s", "latency_cycles"])
def test_the_table_sorts_both_ways_by_number(opened: Chrome, key: str) -> None:
    def numbers() -> list[float]:
        return [float(text.replace(",", "")) for text in column(opened, key)]

    sort_by(opened, key)
    assert numbers() == sorted(numbers())
    assert one(opened, f'th[data-key="{key}"]').get_attribute("aria-sort") == "ascending"
    sort_by(opened, key)
    assert numbers() == sorted(numbers(), reverse=True)


def test_what_has_no_figure_sorts_last_either_way(opened: Chrome) -> None:
    for _ in range(2):
        sort_by(opened, "port_utilization")
        texts = column(opened, "port_utilization")
        assert texts[len(ACCELS) :] == ["\u2013"] * len(ENGINES)


def test_filters_by_text_family_and_front(opened: Chrome) -> None:
    field = one(opened, "#text")
    field.send_keys("accel t2 width=64")
    expected = [name for name in ACCELS if "t2" in name and "w64" in name]
    assert column(opened, "design") == expected
    assert set(plotted(opened)) == set(expected)
    field.send_keys(Keys.CONTROL + "a" + Keys.NULL, "nothing like it")
    assert "No design matches" in one(opened, "tbody").text
    field.send_keys(Keys.CONTROL + "a" + Keys.NULL, Keys.BACKSPACE)
    chip = next(c for c in opened.find_elements(By.CSS_SELECTOR, ".chip") if c.text == "accel")
    chip.click()
    assert chip.get_attribute("aria-pressed") == "false"
    assert column(opened, "design") == list(ENGINES)
    one(opened, "#front-only").click()
    assert column(opened, "design") == [name for name in ENGINES if name in FRONT]


def test_clicking_a_point_shows_what_it_is_and_how_it_was_measured(opened: Chrome) -> None:
    # The middle of the marker, by the plot's own scale.
    x, y = opened.execute_script(
        """const plot = document.getElementById("scatter");
           const {xaxis, yaxis} = plot._fullLayout;
           const trace = plot.data.find((t) => t.name === "engine");
           const i = trace.customdata.findIndex((c) => c[0] === "engine-s4");
           const box = plot.getBoundingClientRect();
           return [box.left + xaxis._offset + xaxis.d2p(trace.x[i]),
                   box.top + yaxis._offset + yaxis.d2p(trace.y[i])];"""
    )
    pointer = ActionChains(opened)
    action: Any = pointer.w3c_actions.pointer_action
    action.move_to_location(round(x), round(y))
    pointer.click().perform()
    WebDriverWait(opened, 10).until(lambda c: one(c, "#details-title").text == "engine-s4")
    details = one(opened, "#details-body").text
    for part in ("5,900 LUT4", "243 MHz", "after place and route", "5.48", "nowidelut", "seed"):
        assert part in details
    assert "hashfab measure engine-s4 --target ecp5 --workload bulk --seed 1" in details
    assert opened.current_url.endswith("#engine-s4")
    row = one(opened, 'tr[data-design="engine-s4"]')
    assert row.get_attribute("aria-selected") == "true"


def test_the_placement_is_painted_in_the_colours_of_its_groups(opened: Chrome) -> None:
    one(opened, 'tr[data-design="engine-n1"] button').send_keys(Keys.ENTER)
    assert one(opened, "#details-title").text == "engine-n1"
    colours = opened.execute_script(
        """const canvas = document.getElementById("placement");
           const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
           const seen = new Set();
           for (let i = 0; i < data.length; i += 4) seen.add(data.slice(i, i + 3).join());
           return seen.size;"""
    )
    assert colours > len(("state", "round", "control", "padding"))
    legend = [item.text for item in opened.find_elements(By.CSS_SELECTOR, ".legend li")]
    assert [text.split()[0] for text in legend] == ["padding", "control", "round", "state"]


def test_a_design_off_the_front_has_no_placement_and_is_measured_again_by_estimate(
    opened: Chrome,
) -> None:
    one(opened, 'tr[data-design="engine-n3"]').click()
    assert not opened.find_elements(By.ID, "placement")
    assert "--estimate" in one(opened, "#details-body").text


def test_the_memory_chart_shows_each_accelerator_with_its_bound_and_the_published_peak(
    opened: Chrome,
) -> None:
    bars, bounds = opened.execute_script(
        """const [bars, bounds] = document.getElementById("memory").data;
           const rows = (trace) => trace.y.map((name, i) => [name, trace.x[i]]);
           return [rows(bars), rows(bounds)];"""
    )
    assert {name for name, _ in bars} == set(ACCELS)
    bound = dict(bounds)
    assert bound["accel-d1n1t1w64"] == pytest.approx(100 * 1088 / 24 / 64)
    assert bound["accel-d2n1t2w64"] == 100
    assert all(share <= bound[name] for name, share in bars)
    assert "93" in one(opened, "#memory").text


def test_failed_and_pruned_designs_are_listed_with_reasons(opened: Chrome) -> None:
    text = one(opened, "#left-out").text
    for part in ("engine-n24", "it does not fit", "build/nextpnr.log", "3 combinations"):
        assert part in text


def test_every_control_has_a_name(opened: Chrome) -> None:
    # What is hidden has none until it is shown.
    opened.execute_script(
        "for (const each of document.querySelectorAll('[hidden]')) each.hidden = false"
    )
    for control in opened.find_elements(By.CSS_SELECTOR, "input, select, main button"):
        assert control.accessible_name.strip(), control.get_attribute("outerHTML")


def test_it_fits_a_narrow_screen(opened: Chrome) -> None:
    screen = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        width = "return document.documentElement.scrollWidth"
        WebDriverWait(opened, 10).until(lambda c: c.execute_script(width) <= screen["width"])
    finally:
        opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_processor_says_where_its_cycles_go(chromium: Chrome, tmp_path: Path) -> None:
    made = results(tmp_path)
    point = next(each for each in made["points"] if each["design"] == "engine-n2")
    point["profile"] = {
        "message_bytes": 1024,
        "algorithm": "sha3-256",
        "cycles": 1000,
        "functions": [
            {"name": "keccak_f", "instructions": 800, "cycles": 950},
            {"name": "main", "instructions": 40, "cycles": 43},
            {"name": "start", "instructions": 6, "cycles": 7},
        ],
        "classes": [{"name": "load", "instructions": 500, "cycles": 1000}],
        "instructions": [],
    }
    path = tmp_path / "index.html"
    path.write_text(page.render(made), encoding="utf-8")
    chromium.get(path.as_uri())
    WebDriverWait(chromium, 60).until(lambda c: c.find_elements(By.CSS_SELECTOR, ".scatterlayer"))
    assert not chromium.find_elements(By.CSS_SELECTOR, ".shares")
    one(chromium, 'tr[data-design="engine-n2"] button').send_keys(Keys.ENTER)
    rows = chromium.execute_script(
        """return [...document.querySelectorAll(".shares tr")].map(
             (row) => [...row.cells].slice(0, 2).map((cell) => cell.innerText.trim()));"""
    )
    assert rows == [
        ["keccak_f", "95.0\u00a0%"],
        ["main", "4.3\u00a0%"],
        ["all others", "0.7\u00a0%"],
        ["load", "100.0\u00a0%"],
    ]
    widths = [bar.size["width"] for bar in chromium.find_elements(By.CSS_SELECTOR, ".share")]
    assert widths[0] / widths[3] == pytest.approx(0.95, abs=0.02)


def test_a_guest_is_marked_wherever_it_stands(chromium: Chrome, tmp_path: Path) -> None:
    made = results(tmp_path)
    made["points"].append(guest())
    path = tmp_path / "guest.html"
    path.write_text(page.render(made), encoding="utf-8")
    chromium.get(path.as_uri())
    WebDriverWait(chromium, 60).until(lambda c: c.find_elements(By.CSS_SELECTOR, ".scatterlayer"))
    assert column(chromium, "design") == [*ENGINES, *ACCELS, "guest-own-Rounds2 guest"]
    symbols = chromium.execute_script(
        """return Object.fromEntries(document.getElementById("scatter").data
             .filter((t) => t.customdata).map((t) => [t.name, t.marker.symbol]));"""
    )
    assert symbols == {"engine": "circle", "accel": "circle", "guest-own": "diamond"}
    assert "Diamonds are guests" in one(chromium, "#chart-note").text
    one(chromium, '[data-design="guest-own-Rounds2"] button').click()
    body = one(chromium, "#details-body").text
    assert "guest: not hashfab's own" in body
    assert "hashfab measure own.toml:Rounds=2 --target ecp5" in body
