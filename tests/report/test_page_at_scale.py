# SPDX-License-Identifier: Apache-2.0
"""The page for those who see it otherwise, with ten thousand points, in print, and live."""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from hashfab.explore.pareto import Merit, front
from hashfab.report import page, serve

from .sample import ACCELS, ENGINES, results
from .screen import emulated
from .test_page_in_browser import column, log, one, plotted

POINTS = 10_000


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of an exploration with many points."""
    folder = tmp_path_factory.mktemp("large")
    made = results(folder)
    (pattern,) = (each for each in made["points"] if each["design"] == "accel-d1n1t2w64")
    made["points"] = []
    for number in range(POINTS):
        area = 4000 + 7919 * number % 60_013
        bits = 8 + 104_729 * number % 997 / 1000 * area / 800
        point = {
            **pattern,
            "design": f"accel-d1n1t{number}w64",
            "parameters": {**pattern["parameters"], "contexts": number},
            "lut4": area,
            "bits_per_cycle": bits,
            "gbit_per_s": bits / 10,
            "cycles": round(524288 / bits),
            "latency_cycles": 20 + number % 91,
            "placement": None,
            "on_front": number % 100 == 0,
        }
        made["points"].append(point)
    path = folder / "index.html"
    path.write_text(page.render(made), encoding="utf-8")
    return path


@pytest.fixture
def opened(chromium: Chrome, page_file: Path) -> Chrome:
    return open_(chromium, page_file.as_uri())


def open_(chromium: Chrome, address: str) -> Chrome:
    chromium.get("about:blank")
    log(chromium, "browser")
    chromium.get(address)
    WebDriverWait(chromium, 60).until(lambda c: c.find_elements(By.CSS_SELECTOR, ".scatterlayer"))
    return chromium


@pytest.mark.bench
def test_ten_thousand_points_open_within_two_seconds(chromium: Chrome, large: Path) -> None:
    open_(chromium, large.as_uri())
    # Processor time of the page until it is drawn, so that what else runs here does not count.
    chromium.get("about:blank")
    chromium.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    open_(chromium, large.as_uri())
    metrics = chromium.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    spent = {each["name"]: each["value"] for each in metrics}["TaskDuration"]
    chromium.execute_cdp_cmd("Performance.disable", {})
    print(f"a page of {POINTS:,} points opens in {spent:.2f} s of processor time")
    assert spent < 2.0


def test_ten_thousand_points_are_drawn_as_few_marks(chromium: Chrome, large: Path) -> None:
    open_(chromium, large.as_uri())
    assert one(chromium, "#shown").text == "10,000 of 10,000 shown"
    assert 200 < len(plotted(chromium)) <= 1200
    assert "marks stand for 10,000 points" in one(chromium, "#chart-note").text
    assert len(column(chromium, "design")) == 200
    assert one(chromium, "#rows").text == "200 of 10,000 rows."
    one(chromium, "#more").click()
    assert len(column(chromium, "design")) == 1200


def test_the_weights_move_what_is_recommended(opened: Chrome) -> None:
    def first() -> str:
        return one(opened, "#recommended").text.removeprefix("Take ")

    def weigh(name: str, value: float) -> None:
        opened.execute_script(
            """const slider = document.getElementById(`weight-${arguments[0]}`);
               slider.value = arguments[1];
               slider.dispatchEvent(new Event("input"));""",
            name,
            value,
        )

    for name in ("area", "throughput", "latency", "frequency"):
        weigh(name, 0)
    lut4 = {name: row[1] for name, row in ACCELS.items()}
    weigh("area", 1)
    assert first() == min(lut4, key=lambda name: lut4[name])
    weigh("area", 0)
    weigh("frequency", 5)
    fmax = {name: row[2] for name, row in ACCELS.items()}
    assert first() == max(fmax, key=lambda name: fmax[name])
    slider = one(opened, "#weight-area")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert slider.get_attribute("aria-valuetext") == "0.5, Area: less is better"
    one(opened, "#text").send_keys("t1")
    assert first() == "accel-d1n1t1w64"


def test_two_designs_side_by_side(opened: Chrome) -> None:
    one(opened, 'tr[data-design="engine-n1"]').click()
    one(opened, "#pin").click()
    one(opened, 'tr[data-design="engine-n2"]').click()
    table = one(opened, "#comparison").text
    assert "engine-n1 and engine-n2" in table
    assert "Area (LUT4) 4,650 7,900 \u00d7 1.699" in table
    assert "rounds 1 2" in table


def test_the_front_for_one_algorithm_is_what_explore_finds(
    chromium: Chrome, tmp_path: Path
) -> None:
    made = results(tmp_path)
    for point in made["points"]:
        point["serves"] = ["sha3-256"] if point["family"] == "engine" else ["sha3-256", "md5"]
    path = tmp_path / "index.html"
    path.write_text(page.render(made), encoding="utf-8")
    open_(chromium, path.as_uri())
    Select(one(chromium, "#algorithm")).select_by_value("md5")
    assert column(chromium, "design") == [*ACCELS]
    Select(one(chromium, "#algorithm")).select_by_value("sha3-256")
    assert column(chromium, "design") == [*ENGINES, *ACCELS]
    costs = [
        Merit(
            p["whole_message"],
            p["serves"],
            p["lut4"],
            p["gbit_per_s"],
            p["latency_cycles"] * p["period_ns"],
            p["fmax_mhz"],
        ).costs(["sha3-256"])
        for p in made["points"]
    ]
    names = [p["design"] for p in made["points"]]
    one(chromium, "#front-only").click()
    assert column(chromium, "design") == [names[index] for index in front(costs)]


def test_a_box_on_one_chart_filters_the_other_and_the_table(opened: Chrome) -> None:
    opened.execute_script(
        """document.getElementById("scatter").emit("plotly_selected",
             {points: [], range: {x: [1000, 2000], y: [0.01, 1]}});"""
    )
    assert column(opened, "design") == ["engine-lane", "engine-slice"]
    second = opened.execute_script(
        """return document.getElementById("second").data.filter((t) => t.customdata)
             .flatMap((t) => t.customdata.map((c) => c[0]));"""
    )
    assert set(second) == {"engine-lane", "engine-slice"}
    one(opened, "#unbrush").click()
    assert len(column(opened, "design")) == 15


def test_cost_against_message_size_goes_through_what_was_measured(opened: Chrome) -> None:
    lines = opened.execute_script(
        """return Object.fromEntries(document.getElementById("crossover").data
             .map((t) => [t.name, [t.x, t.y]]));"""
    )
    assert set(lines) == set(ACCELS)
    sizes, cycles = lines["accel-d1n1t1w64"]
    assert (sizes[0], cycles[0]) == (64, 38)
    slope = (cycles[-1] - cycles[0]) / (sizes[-1] - sizes[0])
    assert slope == pytest.approx(8 / (0.689 * 64))
    form = r"(\S+) costs least (?:from ([\d,]+) (?:to ([\d,]+) bytes|bytes on)|at every size)"
    said = [re.fullmatch(form, line) for line in one(opened, "#crossings").text.splitlines()]
    bounds = [int((match[2] or "64").replace(",", "")) for match in said if match]
    assert len(bounds) == len(said) and bounds == sorted(bounds) and bounds[0] == 64
    for match, begin, end in zip(said, bounds, [*bounds[1:], sizes[-1]], strict=True):
        assert match
        middle = (begin + end) / 2
        costs = {
            name: y[0] + (y[-1] - y[0]) / (x[-1] - x[0]) * (middle - 64)
            for name, (x, y) in lines.items()
        }
        assert costs[match[1]] == pytest.approx(min(costs.values()))


def test_the_csv_is_what_the_table_shows(opened: Chrome) -> None:
    one(opened, "#text").send_keys("accel w32")
    text = opened.execute_async_script(
        """const done = arguments[0];
           const make = URL.createObjectURL;
           URL.createObjectURL = (blob) => { blob.text().then(done); return make(blob); };
           document.getElementById("save").click();"""
    )
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["design"] == "accel-d1n1t2w32"
    assert (row["lut4"], row["parameter_contexts"], row["on_front"]) == ("9100", "2", "false")
    produced = {
        "target": "ecp5",
        "workload": "bulk",
        "yosys": "0.70",
        "mapping recipe": "nowidelut",
    }
    assert {label: row[f"provenance_{label}"] for label in produced} == produced
    assert row["seed"] == "1"


def test_in_print_there_are_figures_and_no_controls(opened: Chrome) -> None:
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert not one(opened, "#filters").is_displayed()
        assert not one(opened, "#save").is_displayed()
        assert one(opened, "#scatter").is_displayed()
    finally:
        opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    printed = base64.b64decode(opened.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert printed.startswith(b"%PDF") and len(printed) > 20_000


def test_from_a_dark_screen_it_is_printed_in_light_colours(
    chromium: Chrome, page_file: Path
) -> None:
    colours = """return [document.getElementById("scatter").layout.font.color,
                 getComputedStyle(document.documentElement).getPropertyValue("--page")];"""

    def shown() -> list[str]:
        open_(chromium, page_file.as_uri())
        found: list[str] = chromium.execute_script(colours)
        return found

    with emulated(chromium, scheme="light"):
        light = shown()
    with emulated(chromium, scheme="dark"):
        dark = shown()
        chromium.execute_script(
            f"""window.addEventListener("beforeprint", () => {{
                  window.printed = (() => {{ {colours} }})();
                }});"""
        )
        chromium.execute_cdp_cmd("Page.printToPDF", {})
        printed = chromium.execute_script("return window.printed;")
        assert printed == light and not set(light) & set(dark)
        assert chromium.execute_script(colours) == dark


# ---- served ------------------------------------------------------------------------------


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which it is served."""
    with serve.server(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path, f"http://{serve.HOST}:{server.server_address[1]}"
        server.shutdown()


def put(folder: Path, made: dict[str, Any]) -> None:
    (folder / "results.json").write_text(json.dumps(made))


def test_a_study_under_way_is_followed(chromium: Chrome, served: tuple[Path, str]) -> None:
    folder, address = served
    made = results(folder)
    put(folder, made | {"points": made["points"][:3], "running": True})
    open_(chromium, f"{address}/")
    assert one(chromium, "#running").is_displayed()
    assert len(column(chromium, "design")) == 3
    one(chromium, 'tr[data-design="engine-n2"] button').send_keys(Keys.ENTER)
    one(chromium, "#text").send_keys("engine")
    put(folder, made)
    WebDriverWait(chromium, 20).until(lambda c: len(column(c, "design")) == len(ENGINES))
    assert not one(chromium, "#running").is_displayed()
    assert one(chromium, "#details-title").text == "engine-n2"
    assert log(chromium, "browser") == []


@pytest.mark.parametrize(
    ("make", "status", "why"),
    [
        (lambda path: path.write_text("{"), 500, "holds no results"),
        (lambda path: path.write_text("[]"), 500, "holds no results"),
        (lambda path: path.write_text("{}"), 500, "holds no results"),
        (lambda path: path.write_text("[" * 100_000), 500, "holds no results"),
        (lambda path: path.write_bytes(b"\xff"), 500, "holds no results"),
        (lambda path: path.mkdir(), 500, "Is a directory"),
        (os.mkfifo, 500, "nobody writes"),
        (lambda path: path.symlink_to("/dev/zero"), 500, "too long"),
        (lambda path: path.symlink_to(path), 500, "symbolic links"),
        (lambda path: path.symlink_to("none"), 404, "no results in"),
    ],
)
def test_what_is_no_results_is_told(
    make: Callable[[Path], object],
    status: int,
    why: str,
    served: tuple[Path, str],
    capfd: pytest.CaptureFixture[str],
) -> None:
    folder, address = served
    make(folder / "results.json")
    for name in ("/", "/data.json"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address + name, timeout=10)
        assert refused.value.code == status
        said = refused.value.read().decode()
        assert why in said and said.count("\n") == 1
    assert capfd.readouterr().err == ""


def test_only_the_loopback_interface_and_its_own_name_are_served(served: tuple[Path, str]) -> None:
    folder, address = served
    assert address.startswith("http://127.0.0.1:")

    def status(path: str, **headers: str) -> int:
        try:
            request = urllib.request.Request(address + path, headers=headers)
            with urllib.request.urlopen(request, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    assert status("/") == 404
    put(folder, results(folder))
    (folder / "secret").write_text("secret")
    assert status("/") == status("/data.json") == status("/results.json") == 200
    assert status("/secret") == status("/../secret") == status("/%2e%2e/secret") == 404
    assert status("/", Host="evil.example") == 403
    with urllib.request.urlopen(f"{address}/data.json", timeout=10) as answer:
        tag = answer.headers["ETag"]
    assert status("/data.json", **{"If-None-Match": tag}) == 304
    time.sleep(0.01)
    put(folder, results(folder) | {"running": True})
    assert status("/data.json", **{"If-None-Match": tag}) == 200
