# SPDX-License-Identifier: Apache-2.0
"""OpenSTA: the shortest clock period of a mapped netlist, before layout."""

import re
import tempfile
from functools import cache
from pathlib import Path

from hashfab.errors import WorkFailed
from hashfab.tools import process

INSTALL = "install your system's package for OpenSTA (Debian: apt-get install opensta)"

# The slack is not always linear in the period (a clock gate's check may take half of one), so the
# period is moved by the slack until none is left. There is a path for each group; the command for
# the worst slack of all crashes on some netlists (OpenSTA 2.0.17).
SCRIPT = """\
read_liberty {{{liberty}}}
read_verilog {{{netlist}}}
link_design {top}
set period 10.0
for {{set i 0}} {{$i < 8}} {{incr i}} {{
  create_clock -name clk -period $period [get_ports {clock}]
  set_false_path -from [get_ports {reset}]
  set_input_delay 0 -clock clk [all_inputs]
  set_output_delay 0 -clock clk [all_outputs]
  set_driving_cell -lib_cell {driver} [all_inputs]
  set_load {load_pf} [all_outputs]
  set slacks [lmap path [find_timing_paths -path_delay max] {{get_property $path slack}}]
  set slack [lindex [lsort -real $slacks] 0]
  set period [expr $period - $slack]
  if {{abs($slack) < 0.0005}} break
}}
report_checks -path_delay max -format full
puts "hashfab_period $period $slack"
"""


@cache
def version() -> str:
    """OpenSTA's version, such as ``2.0.17``."""
    with tempfile.TemporaryDirectory() as folder:
        return process.run([_command(), "-version"], Path(folder) / "log").strip()


def _command() -> Path:
    return process.find("sta", INSTALL)


def period_ns(
    netlist: Path, liberty: Path, top: str, clock: str, reset: str, driver: str, load_pf: float
) -> float:
    """The period in ns at which the worst slack is zero, with an ideal clock.

    Args:
        netlist: mapped Verilog; ``.tcl`` and ``.sta.log`` files are written beside it.
        liberty: the cells' library, its time unit being ns and its capacitance unit pF.
        top: the top module.
        clock: its clock port.
        reset: its reset port, from which no path counts.
        driver: the library cell that drives every input.
        load_pf: the load of every output in pF.

    Raises:
        ToolMissing: OpenSTA is not installed.
        WorkFailed: OpenSTA failed, or no path is constrained.
    """
    script = netlist.with_suffix(".tcl")
    script.write_text(
        SCRIPT.format(
            liberty=liberty,
            netlist=netlist.name,
            top=top,
            clock=clock,
            reset=reset,
            driver=driver,
            load_pf=load_pf,
        )
    )
    log = netlist.with_suffix(".sta.log")
    text = process.run([_command(), "-exit", "-no_splash", script.name], log, netlist.parent)
    # It goes on behind an error, a statement of the netlist that it cannot read for instance.
    if re.search(r"^Error:", text, re.MULTILINE):
        raise WorkFailed(f"OpenSTA failed: {process.complaint(text)}", log)
    match = re.search(r"^hashfab_period (\S+) (\S+)$", text, re.MULTILINE)
    if not match or abs(float(match[2])) > 0.0005:
        raise WorkFailed(f"OpenSTA found no period for {top}: {process.complaint(text)}", log)
    return float(match[1])
