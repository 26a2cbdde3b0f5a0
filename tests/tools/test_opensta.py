# SPDX-License-Identifier: Apache-2.0
"""OpenSTA: in which unit it takes activity, and by which name it has its corner."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hashfab.tools import opensta

# What later versions have in place of these.
LATER = """
proc sta::set_power_activity {args} {parse_key_args "" args keys {-activity -density} flags {}}
proc sta::cmd_scene {} {return default}
"""


@pytest.mark.skipif(shutil.which("sta") is None, reason="OpenSTA is not installed")
@pytest.mark.parametrize(("before", "toggle"), [("", 1), (LATER, 2.5e8)])
def test_a_toggle_per_cycle_has_the_versions_unit(
    before: str, toggle: float, tmp_path: Path
) -> None:
    script = tmp_path / "unit.tcl"
    script.write_text(f"{before}{opensta.SINCE}puts [hashfab_per_cycle 4.0]\n")
    said = subprocess.check_output(["sta", "-exit", "-no_splash", str(script)], text=True)
    assert float(said) == pytest.approx(toggle)


@pytest.mark.skipif(shutil.which("sta") is None, reason="OpenSTA is not installed")
def test_a_corner_may_be_a_scene(tmp_path: Path) -> None:
    script = tmp_path / "corner.tcl"
    script.write_text(f"{LATER}{opensta.SINCE}puts [hashfab_corner]\n")
    said = subprocess.check_output(["sta", "-exit", "-no_splash", str(script)], text=True)
    assert said == "default\n"
