# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog around a guest: its top under a fixed name, and what is simulated around that.

No module of a guest may have one of the ``NAMES`` in it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hashfab import paths
from hashfab.designs.guests.interfaces import TAG_BITS, Engine, Interface, Port
from hashfab.designs.model import Parameter

PREFIX = "hashfab_"

TOP = f"{PREFIX}guest"
"""The module that is mapped: the guest, its clock and reset being hashfab's."""

BENCH = f"{PREFIX}bench"
"""The module that is simulated: ``TOP`` with all ports of its interface, and their checkers."""

CHECKERS = ("stream_check", "tag_check")
CHECKS_FILE = f"{PREFIX}checks.sv"

NAMES = (TOP, BENCH, *(f"{PREFIX}{name}" for name in CHECKERS))
"""Of the modules."""


@dataclass(frozen=True)
class Pin:
    """A clock or a reset.

    Attributes:
        port: of the guest's top.
        inverted: whether it is the other way round: falling edges, a reset that is active high.
    """

    port: str
    inverted: bool

    def connected(self, signal: str) -> str:
        """The connection to hashfab's signal."""
        return f".{self.port}({'!' if self.inverted else ''}{signal})"


def checks() -> str:
    """The checkers, with names of their own."""
    text = ""
    for name in CHECKERS:
        source = (paths.rtl_dir() / "common" / f"{name}.sv").read_text()
        text += re.sub(rf"\bmodule {name}\b", f"module {PREFIX}{name}", source)
    return text


def top(
    module: str,
    clock: Pin,
    reset: Pin,
    names: Mapping[str, str],
    parameters: Sequence[Parameter],
    interface: Interface,
) -> str:
    """The guest under the name ``TOP``; ``names`` has what it calls some ports."""
    ports = [port for port in interface.ports() if not port.absent]
    pins = [clock.connected("clk_i"), reset.connected("rst_ni")]
    pins += [f".{names.get(port.name, port.name)}({port.name})" for port in ports]
    return (
        f"`default_nettype none\n\n{_head(TOP, parameters, ports)}"
        f"  {module}{_passed(parameters)} u_guest (\n    {_lines(pins)}\n  );\n"
        "endmodule\n\n`default_nettype wire\n"
    )


def bench(parameters: Sequence[Parameter], interface: Interface) -> str:
    """``TOP`` with all ports and the checkers.

    Its head has all that the harness is told, so that what is simulated differs where that does. A
    netlist has no parameters.
    """
    ports = interface.ports()
    told = ", ".join(f"{name} {value}" for name, value in interface.shape().items())
    pins = [".clk_i(clk_i)", ".rst_ni(rst_ni)"]
    pins += [f".{port.name}({port.name})" for port in ports if not port.absent]
    bits = {port.name: port.bits for port in ports}
    text = f"// {interface.name}: {told}\n\n`default_nettype none\n\n"
    text += _head(BENCH, parameters, ports)
    passed = f"\n`ifndef HF_GATES\n   {_passed(parameters)}\n`endif\n " if parameters else ""
    text += f"  {TOP}{passed} u_top (\n    {_lines(pins)}\n  );\n"
    channels = {channel.name: channel for channel in interface.channels()}
    for channel in channels.values():
        text += _instance(
            "stream_check",
            channel.name,
            {"Width": sum(bits[name] for name in channel.payload)},
            {
                "valid_i": channel.valid,
                "ready_i": channel.ready,
                "payload_i": f"{{{', '.join(channel.payload)}}}",
            },
        )
    for tags in interface.tags():
        opens, closes = channels[tags.opens], channels[tags.closes]
        text += _instance(
            "tag_check",
            tags.name,
            {"TagWidth": bits[tags.open_tag], "Most": tags.most},
            {
                "open_i": f"{opens.valid} && {opens.ready}",
                "open_tag_i": tags.open_tag,
                "close_i": f"{closes.valid} && {closes.ready}",
                "close_tag_i": tags.close_tag,
            },
        )
    if isinstance(interface, Engine) and not interface.tagged:
        text += IN_ORDER.format(last=interface.beats - 1, high=TAG_BITS - 1, tags=2**TAG_BITS)
    return f"{text}endmodule\n\n`default_nettype wire\n"


IN_ORDER = """\

  // The guest has no tags: its results come in the order of its states.
  logic [{high}:0] tags_q [{tags}];
  logic [{high}:0] newest_q, oldest_q;
  int unsigned in_q, out_q;  // beats of the state on its way in, and of that on its way out
  assign tag_o = tags_q[oldest_q];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      newest_q <= '0;
      oldest_q <= '0;
      in_q     <= 0;
      out_q    <= 0;
    end else begin
      if (valid_i && ready_o) begin
        in_q <= (in_q == {last}) ? 0 : in_q + 1;
        if (in_q == 0) begin
          tags_q[newest_q] <= tag_i;
          newest_q         <= newest_q + 1'b1;
        end
      end
      if (valid_o && ready_i) begin
        out_q <= (out_q == {last}) ? 0 : out_q + 1;
        if (out_q == {last}) oldest_q <= oldest_q + 1'b1;
      end
    end
  end
"""


def _head(name: str, parameters: Sequence[Parameter], ports: Iterable[Port]) -> str:
    """A module's head."""
    chosen = [f"parameter int {each.name} = {each.default}" for each in parameters]
    listed = f" #(\n    {_lines(chosen)}\n  )" if chosen else ""
    entries = ["input  logic clk_i", "input  logic rst_ni"]
    for port in ports:
        direction = "input  logic" if port.is_input else "output logic"
        size = f"[{port.bits - 1}:0] " if port.bits > 1 else ""
        entries.append(f"{direction} {size}{port.name}")
    return f"module {name}{listed} (\n    {_lines(entries)}\n  );\n"


def _passed(parameters: Sequence[Parameter]) -> str:
    """The parameters of an instance."""
    pairs = ", ".join(f".{each.name}({each.name})" for each in parameters)
    return f" #({pairs})" if pairs else ""


def _instance(checker: str, name: str, parameters: dict[str, int], pins: dict[str, str]) -> str:
    """A checker."""
    chosen = ", ".join(f".{key}({value})" for key, value in parameters.items())
    connected = [".clk_i(clk_i)", ".rst_ni(rst_ni)"]
    connected += [f".{pin}({signal})" for pin, signal in pins.items()]
    return f"  {PREFIX}{checker} #({chosen}) u_{name}_check (\n    {_lines(connected)}\n  );\n"


def _lines(entries: Iterable[str]) -> str:
    return ",\n    ".join(entries)
