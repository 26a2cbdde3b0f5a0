# SPDX-License-Identifier: Apache-2.0
"""OpenSTA: the shortest clock period of a mapped netlist before layout, and its power."""

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    text = _run(script, log)
    match = re.search(r"^hashfab_period (\S+) (\S+)$", text, re.MULTILINE)
    if not match or abs(float(match[2])) > 0.0005:
        raise WorkFailed(f"OpenSTA found no period for {top}: {process.complaint(text)}", log)
    return float(match[1])


def _run(script: Path, log: Path) -> str:
    """What a script prints."""
    text = process.run([_command(), "-exit", "-no_splash", script.name], log, script.parent)
    # It goes on behind an error, a statement of the netlist that it cannot read for instance.
    if re.search(r"^Error:", text, re.MULTILINE):
        raise WorkFailed(f"OpenSTA failed: {process.complaint(text)}", log)
    return text


@dataclass(frozen=True)
class Power:
    """The power of a cell in W, at the activity of its outputs that OpenSTA took it to have.

    Attributes:
        internal: within the cell.
        switching: of the nets that it drives.
        leakage: whatever it does.
        toggles: of its outputs, per cycle, by pin.
    """

    internal: float
    switching: float
    leakage: float
    toggles: Mapping[str, float]


SETTING = """\
read_liberty {{{liberty}}}
read_verilog {{{netlist}}}
link_design {top}
create_clock -name clk -period {period} [get_ports {clock}]
set inputs [lsearch -all -inline -not -exact [all_inputs] [get_ports {clock}]]
set_driving_cell -lib_cell {driver} $inputs
set_load {load_pf} [all_outputs]
foreach gate {{{gates}}} {{
  set pin [get_pins $gate]
  set_assigned_transition 0.0 [get_pins -of_objects [get_nets -of_objects $pin]]
}}
"""
"""A netlist under its clock; what clock gates drive gets edges as ideal as the clock's own."""

CLOCK_ENDS = """\
foreach gate {{{gates}}} {{
  set_sense -type clock -stop_propagation -clocks clk [get_pins $gate]
}}
"""
"""The clock's nets toggle with every cycle for OpenSTA, whatever their activity is said to be; so
it ends at its gates."""

# What 2.0.17 takes per cycle of the clock, later versions take per second. They call a corner a
# scene.
SINCE = """\
proc hashfab_per_cycle {period} {
  if {[string match *-density* [info body sta::set_power_activity]]} {return [expr 1e9 / $period]}
  return 1
}
proc hashfab_corner {} {
  if {[info commands sta::cmd_scene] ne ""} {return [sta::cmd_scene]}
  return [sta::cmd_corner]
}
"""

# The documented command does not work in 2.0.17, and what is behind it takes one pin.
REPORT = """\
set hashfab_unit [hashfab_per_cycle $hashfab_period]
proc hashfab_activity {pin toggles duty} {
  global hashfab_unit
  set found [sta::find_pin $pin]
  if {$found eq "NULL" || $found eq ""} return
  sta::set_power_pin_activity $found [expr $toggles * $hashfab_unit] $duty
}
set hashfab_outputs {}
foreach pin [get_pins */*] {
  if {[get_property $pin direction] eq "output"} {lappend hashfab_outputs $pin}
}
proc hashfab_report {} {
  global hashfab_outputs
  puts "hashfab_state"
  set corner [hashfab_corner]
  foreach cell [get_cells *] {
    puts "hashfab_cell [get_full_name $cell] [sta::instance_power $cell $corner]"
  }
  # Without power before it, asking for activity ends OpenSTA.
  foreach pin $hashfab_outputs {
    puts "hashfab_pin [get_full_name $pin] [lindex [get_property $pin activity] 0]"
  }
}
"""


@dataclass(frozen=True)
class Setting:
    """What surrounds a netlist.

    Attributes:
        liberty: the cells' library, its time unit being ns and its capacitance unit pF.
        top: the top module.
        clock: its clock port; the clock is ideal.
        gates: the output pins of clock gates.
        driver: the library cell that drives every input but the clock.
        load_pf: the load of every output in pF.
    """

    liberty: Path
    top: str
    clock: str
    gates: tuple[str, ...]
    driver: str
    load_pf: float

    def script(self, netlist: Path, period_ns: float) -> str:
        """The commands that read and constrain a netlist."""
        return SETTING.format(
            liberty=self.liberty,
            netlist=netlist.name,
            top=self.top,
            period=period_ns,
            clock=self.clock,
            gates=" ".join(self.gates),
            driver=self.driver,
            load_pf=self.load_pf,
        )


def power(
    netlist: Path,
    setting: Setting,
    period_ns: float,
    states: Sequence[Iterable[tuple[str, float, float]]],
    gates_say: bool = True,
) -> list[dict[str, Power]]:
    """The power of a netlist's cells in each of several states.

    OpenSTA 2.0.17 takes the activity of ports, of states within sequential cells and, if
    ``gates_say``, of what a clock gate drives. That of what other cells drive it works out itself,
    as if their inputs had nothing to do with each other; so it is part of the answer. It does so
    only behind flip-flops that the clock reaches, so not behind clock gates if ``gates_say``.

    Args:
        netlist: mapped Verilog; ``.tcl`` and ``.sta.log`` files are written beside it.
        setting: what surrounds it.
        period_ns: of the clock.
        states: for each pin, such as ``_123_/A`` or a port, toggles per cycle and the share of time
            at 1; every state names the same pins. Pins that are not there are passed over.
        gates_say: whether the clock ends at clock gates, so that what they drive toggles as told.

    Raises:
        ToolMissing: OpenSTA is not installed.
        WorkFailed: OpenSTA failed.
    """
    script = netlist.with_suffix(".power.tcl")
    log = netlist.with_suffix(".power.sta.log")
    with script.open("w") as file:
        file.write(setting.script(netlist, period_ns))
        if gates_say:
            file.write(CLOCK_ENDS.format(gates=" ".join(setting.gates)))
        file.write(f"{SINCE}set hashfab_period {period_ns}\n{REPORT}")
        for state in states:
            for pin, toggles, duty in state:
                file.write(f"hashfab_activity {{{pin}}} {toggles:.8g} {duty:.8g}\n")
            file.write("hashfab_report\n")
    _, *reports = _run(script, log).split("hashfab_state\n")
    if len(reports) != len(states):
        raise WorkFailed(f"OpenSTA found no power for {setting.top}", log)
    return [_powers(report, period_ns) for report in reports]


def _powers(report: str, period_ns: float) -> dict[str, Power]:
    """What a report says, by cell."""
    toggles: dict[str, dict[str, float]] = {}
    for pin, density in re.findall(r"^hashfab_pin (\S+) (\S+)$", report, re.MULTILINE):
        cell, _, name = pin.rpartition("/")
        toggles.setdefault(cell, {})[name] = float(density) * period_ns * 1e-9
    cells = re.findall(r"^hashfab_cell (\S+) (\S+) (\S+) (\S+) \S+$", report, re.MULTILINE)
    return {
        cell: Power(float(internal), float(switching), float(leakage), toggles.get(cell, {}))
        for cell, internal, switching, leakage in cells
    }


@dataclass(frozen=True)
class Delay:
    """The delay of a path through a cell, in ns: the largest of those under several conditions.

    Attributes:
        cell: the instance.
        kind: the library cell.
        source: the input pin.
        sink: the output pin.
        rise: to a rising edge at the output.
        fall: to a falling one.
    """

    cell: str
    kind: str
    source: str
    sink: str
    rise: float
    fall: float


def delays(netlist: Path, setting: Setting, period_ns: float) -> list[Delay]:
    """The delays of a netlist's cells under their loads; asynchronous inputs are left out.

    Args:
        netlist: mapped Verilog; ``.tcl`` and ``.sta.log`` files are written beside it.
        setting: what surrounds it.
        period_ns: of the clock.

    Raises:
        ToolMissing: OpenSTA is not installed.
        WorkFailed: OpenSTA failed.
    """
    script = netlist.with_suffix(".delays.tcl")
    sdf = netlist.with_suffix(".sdf")
    command = f"write_sdf -no_timestamp -divider . -digits 4 {sdf.name}\n"
    script.write_text(setting.script(netlist, period_ns) + command)
    _run(script, netlist.with_suffix(".delays.sta.log"))
    found: dict[tuple[str, str, str], Delay] = {}
    cell = re.compile(r'\(CELLTYPE "(\w+)"\)\s*\(INSTANCE (\S+)\)(.*?)\n \)\n', re.DOTALL)
    path = re.compile(r"\(IOPATH (\w+) (\w+) \([^()]*::([\d.-]+)\) \([^()]*::([\d.-]+)\)")
    for kind, name, body in cell.findall(sdf.read_text()):
        for source, sink, *edges in path.findall(body):
            rise, fall = map(float, edges)
            before = found.get((name, source, sink), Delay(name, kind, source, sink, 0.0, 0.0))
            found[name, source, sink] = Delay(
                name, kind, source, sink, max(rise, before.rise), max(fall, before.fall)
            )
    return list(found.values())
