# SPDX-License-Identifier: Apache-2.0
"""The reproduction of huo2016: its rows, with measuring replaced by fixed figures."""

import pytest

from hashfab import papers
from hashfab.measure import Measurement, Workload, targets
from hashfab.measure.physical import ModuleArea, Physical
from hashfab.papers import Points, huo2016
from made_up import measurement

Rows = dict[tuple[str, str, str], papers.Row]


def fixed(load: Workload, target: str) -> Measurement:
    cells = target == "sg13g2"
    physical = Physical(
        period_ns=4.0,
        ff=4000,
        area_ge=60_000 if cells else None,
        area_um2=60_000 * 7.0 if cells else None,
        lut4=None if cells else 20_000,
    )
    bits = 16.0 if load.algorithm == "md5" else 12.8
    return measurement("hashproc", physical, target, bits_per_cycle=bits)


def reproduced(target: str) -> Rows:
    paper = papers.get("huo2016")
    found = {key: fixed(key[1], target) for key in paper.points}
    areas = dict.fromkeys(paper.modules, ModuleArea(1000.0, 400.0))
    areas |= {"hashproc": ModuleArea(70_000.0, 22_000.0)}
    technology = targets.get(target)
    points = Points(technology, found, areas if technology.has_areas else {})
    return {(row.item, row.metric, row.unit): row for row in paper.rows(points)}


def test_table_vi() -> None:
    rows = reproduced("sg13g2")
    md5 = rows["md5, 4 streams", "throughput", "bit/cycle"]
    assert (md5.published, md5.measured) == (15.8, 16.0)
    assert rows["sha512, 2 streams", "throughput", "Gbit/s"].published == 12.2
    assert rows["sha3-224, 1 stream", "throughput", "Gbit/s"].measured == pytest.approx(3.2)
    assert rows["sha512-224, 2 streams", "throughput", "bit/cycle"].published is None
    assert rows["whole", "clock", "MHz"].measured == 250.0
    assert rows["whole", "logic", "kGE"].published == 52.0
    assert rows["whole", "logic", "kGE"].measured == 60.0
    memory = rows["whole", "memory", "bit"]
    assert memory.published == memory.measured == 36864


def test_table_v() -> None:
    rows = reproduced("sg13g2")
    assert sum(huo2016.UM2.values()) == pytest.approx(277_476, abs=1)
    logic = sum(um2 for part, um2 in huo2016.UM2.items() if part not in huo2016.MEMORIES)
    # The two published counts of gates agree on the area of one.
    assert logic / huo2016.UM2_PER_GATE == pytest.approx(huo2016.LOGIC_GATES, rel=0.01)
    datapath = rows["part datapath", "area", "kGE"]
    assert datapath.published == pytest.approx(45.6, abs=0.1)
    assert datapath.measured == pytest.approx(1.0)
    assert rows["part datapath", "area", "um2"].measured == pytest.approx(7000)
    registers = rows["part datapath", "area of flip-flops", "kGE"]
    assert registers.published == pytest.approx(10.3, abs=0.1)
    assert registers.measured == pytest.approx(0.4)
    assert rows["part PM", "area", "um2"].measured is None
    for wanted, total in (("area", 70.0), ("area of flip-flops", 22.0)):
        parts = [
            row.measured
            for (item, metric, unit), row in rows.items()
            if item.startswith("part") and (metric, unit) == (wanted, "kGE")
        ]
        assert sum(part for part in parts if part is not None) == pytest.approx(total)


def test_an_fpga_has_luts_and_no_parts() -> None:
    rows = reproduced("ecp5")
    assert rows["whole", "logic", "LUT4"].measured == 20_000
    assert rows["part datapath", "area", "kGE"].measured is None


@pytest.mark.parametrize("target", ["sg13g2", "ecp5"])
def test_every_row_says_why(target: str) -> None:
    assert all(row.why for row in reproduced(target).values())
