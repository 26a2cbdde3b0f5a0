# SPDX-License-Identifier: Apache-2.0
"""The target on which nothing is synthesized: cycles alone, and a front over them."""

import json
from pathlib import Path

from click.testing import CliRunner

from hashfab.cli.explore import explore_
from hashfab.errors import RequestError

SPACE = """
target = "none"
workload = "4x1KiB"
[[space]]
family = "engine"
rounds = [1, 2]
"""


def test_an_exploration_of_cycles_alone(tmp_path: Path) -> None:
    (tmp_path / "space.toml").write_text(SPACE)
    arguments = [str(tmp_path / "space.toml"), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(explore_, [*arguments, "--limit", "latency < 20 cycles"])
    assert done.exit_code == 0, done.output
    found = json.loads((tmp_path / "out" / "results.json").read_text())
    (point,) = found["points"]
    assert (point["design"], point["latency_cycles"]) == ("engine-n2", 12)
    assert point["bits_per_cycle"] > 80
    for figure in ("area_ge", "area_um2", "lut4", "lut6", "ff", "period_ns", "gbit_per_s"):
        assert point[figure] is None
    assert set(point["stages"].values()) == {"cycles"}
    assert "Gbit/s" not in done.output
    assert (tmp_path / "out" / "index.html").is_file()
    refused = CliRunner().invoke(explore_, [*arguments, "--limit", "area < 40 kGE"])
    assert isinstance(refused.exception, RequestError)
    assert "target none does not have; allowed: figures in cycles" in str(refused.exception)
