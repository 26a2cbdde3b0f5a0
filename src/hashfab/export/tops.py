# SPDX-License-Identifier: Apache-2.0
"""The accelerator's tops on buses: one for each control bus and memory bus, all of one template."""

from dataclasses import dataclass
from pathlib import Path

from hashfab.export.template import render

REGISTERS = "hash_accel_regs"
"""The register block that PeakRDL makes."""


@dataclass(frozen=True)
class Bus:
    """A bus that the accelerator has a port on.

    Attributes:
        name: of it, as people type it.
        title: of it, with its specification.
        prefix: of its ports.
        signals: the ports as SystemVerilog declares them, without the prefix.
        checkers: modules in ``rtl/bus`` or ``rtl/common`` that watch it.
        refused: how it says that an access is refused.
    """

    name: str
    title: str
    prefix: str
    signals: tuple[str, ...]
    checkers: tuple[str, ...]
    refused: str

    @property
    def module(self) -> str:
        """The name in letters that Verilog knows."""
        return self.name.replace("-", "_")

    @property
    def ports(self) -> tuple[tuple[str, str, str], ...]:
        """Direction, range and name of each port."""
        rows = []
        for signal in self.signals:
            direction, *width, name = signal.split()
            rows.append((direction, " ".join(width), f"{self.prefix}_{name}"))
        return tuple(rows)


@dataclass(frozen=True)
class Control(Bus):
    """A control bus.

    Attributes:
        block: the module with the registers and this bus.
        described: the name that PeakRDL has for it, or for what ``block`` makes it of.
    """

    block: str = REGISTERS
    described: str = ""

    @property
    def interface(self) -> str:
        """What PeakRDL is to make."""
        return self.described or self.name

    @property
    def top(self) -> str:
        """The accelerator with this bus and an AXI4 port to memory."""
        return top(self, MEMORIES["axi4"])

    @property
    def modules(self) -> tuple[str, ...]:
        """What is in ``rtl/bus`` for it alone."""
        return (self.block,) if self.block != REGISTERS else ()

    @property
    def binder(self) -> str:
        """What binds its checker."""
        return f"{self.module}_regs_bind"


@dataclass(frozen=True)
class Memory(Bus):
    """A memory bus.

    Attributes:
        parameters: of the top, beside the accelerator's and its registers': name and default.
        modules: what is in ``rtl/bus`` for it: the accelerator with it, without a register block;
            then the port.
        locals: parameters that follow from others: name and value.
    """

    parameters: tuple[tuple[str, int], ...] = ()
    modules: tuple[str, ...] = ()
    locals: tuple[tuple[str, str], ...] = ()

    @property
    def inner(self) -> str:
        """The accelerator with this bus, without a register block."""
        return self.modules[0]

    @property
    def binder(self) -> str:
        """What binds its checker."""
        return f"{self.modules[1]}_bind"


CONTROLS = {
    each.name: each
    for each in (
        Control(
            "apb4",
            "APB4 (Arm IHI 0024)",
            "s_apb",
            (
                "input psel",
                "input penable",
                "input pwrite",
                "input [2:0] pprot",
                "input [6:0] paddr",
                "input [31:0] pwdata",
                "input [3:0] pstrb",
                "output pready",
                "output [31:0] prdata",
                "output pslverr",
            ),
            ("apb4_check",),
            "PSLVERR",
        ),
        Control(
            "axi4-lite",
            "AXI4-Lite (Arm IHI 0022)",
            "s_axil",
            (
                "input awvalid",
                "output awready",
                "input [6:0] awaddr",
                "input [2:0] awprot",
                "input wvalid",
                "output wready",
                "input [31:0] wdata",
                "input [3:0] wstrb",
                "output bvalid",
                "input bready",
                "output [1:0] bresp",
                "input arvalid",
                "output arready",
                "input [6:0] araddr",
                "input [2:0] arprot",
                "output rvalid",
                "input rready",
                "output [31:0] rdata",
                "output [1:0] rresp",
            ),
            ("stream_check", "axi4_lite_check"),
            "SLVERR",
            block="axi4_lite_regs",
            described="passthrough",
        ),
        Control(
            "obi",
            "OBI 1.6.0 (OpenHW Group)",
            "s_obi",
            (
                "input req",
                "output gnt",
                "input [6:0] addr",
                "input we",
                "input [3:0] be",
                "input [31:0] wdata",
                "input [0:0] aid",
                "output rvalid",
                "input rready",
                "output [31:0] rdata",
                "output err",
                "output [0:0] rid",
            ),
            ("obi_port_check",),
            "`err`",
        ),
        Control(
            "wishbone",
            "Wishbone B4, pipelined",
            "s_wb",
            (
                "input cyc",
                "input stb",
                "input we",
                "input [6:0] adr",
                "input [3:0] sel",
                "input [31:0] dat_w",
                "output stall",
                "output ack",
                "output err",
                "output [31:0] dat_r",
            ),
            ("wishbone_check",),
            "`err`",
            block="wishbone_regs",
        ),
        Control(
            "avalon-mm",
            "Avalon-MM (Intel MNL-AVABUSREF), pipelined, with responses",
            "s_avalon",
            (
                "input read",
                "input write",
                "input [4:0] address",
                "input [3:0] byteenable",
                "input [31:0] writedata",
                "output waitrequest",
                "output readdatavalid",
                "output writeresponsevalid",
                "output [31:0] readdata",
                "output [1:0] response",
            ),
            ("avalon_mm_check",),
            "`response` 10",
            block="avalon_mm_regs",
        ),
        Control(
            "tl-ul",
            "TileLink-UL (SiFive TileLink 1.8.1)",
            "s_tl",
            (
                "input a_valid",
                "output a_ready",
                "input [2:0] a_opcode",
                "input [2:0] a_param",
                "input [1:0] a_size",
                "input [7:0] a_source",
                "input [6:0] a_address",
                "input [3:0] a_mask",
                "input [31:0] a_data",
                "input a_corrupt",
                "output d_valid",
                "input d_ready",
                "output [2:0] d_opcode",
                "output [1:0] d_param",
                "output [1:0] d_size",
                "output [7:0] d_source",
                "output d_sink",
                "output d_denied",
                "output [31:0] d_data",
                "output d_corrupt",
            ),
            ("tl_ul_check",),
            "`denied`",
            block="tl_ul_regs",
            described="passthrough",
        ),
    )
}
"""By name."""

AXI4_SIGNALS = (
    "output [MemIdWidth-1:0] awid",
    "output [AddrWidth-1:0] awaddr",
    "output [7:0] awlen",
    "output [2:0] awsize",
    "output [1:0] awburst",
    "output [3:0] awcache",
    "output [2:0] awprot",
    "output awvalid",
    "input awready",
    "output [Width-1:0] wdata",
    "output [WordBytes-1:0] wstrb",
    "output wlast",
    "output wvalid",
    "input wready",
    "input [MemIdWidth-1:0] bid",
    "input [1:0] bresp",
    "input bvalid",
    "output bready",
    "output [MemIdWidth-1:0] arid",
    "output [AddrWidth-1:0] araddr",
    "output [7:0] arlen",
    "output [2:0] arsize",
    "output [1:0] arburst",
    "output [3:0] arcache",
    "output [2:0] arprot",
    "output arvalid",
    "input arready",
    "input [MemIdWidth-1:0] rid",
    "input [Width-1:0] rdata",
    "input [1:0] rresp",
    "input rlast",
    "input rvalid",
    "output rready",
)

MEMORY_ID = (("MemIdWidth", "2 + index_width(Buffers) + word_count_width(WordBytes)"),)

MEMORIES = {
    each.name: each
    for each in (
        Memory(
            "axi4",
            "AXI4 (Arm IHI 0022)",
            "m_axi",
            AXI4_SIGNALS,
            ("stream_check", "axi4_check"),
            "SLVERR or DECERR",
            modules=("hash_accel_axi4", "axi4_memory"),
            locals=MEMORY_ID,
        ),
        Memory(
            "axi4-bursts",
            "AXI4 (Arm IHI 0022), reads in bursts",
            "m_axi",
            AXI4_SIGNALS,
            ("stream_check", "axi4_check"),
            "SLVERR or DECERR",
            parameters=(("Burst", 16), ("Outstanding", 4)),
            modules=("hash_accel_axi4", "axi4_memory", "axi4_bursts"),
            locals=MEMORY_ID,
        ),
        Memory(
            "obi",
            "OBI 1.6.0 (OpenHW Group)",
            "m_obi",
            (
                "output req",
                "input gnt",
                "output [AddrWidth-1:0] addr",
                "output we",
                "output [WordBytes-1:0] be",
                "output [Width-1:0] wdata",
                "input rvalid",
                "input err",
                "input [Width-1:0] rdata",
            ),
            ("obi_port_check",),
            "`err`",
            parameters=(("Outstanding", 4),),
            modules=("hash_accel_obi", "obi_memory", "memory_channel"),
        ),
        Memory(
            "wishbone",
            "Wishbone B4, pipelined",
            "m_wb",
            (
                "output cyc",
                "output stb",
                "output we",
                "output [AddrWidth-1:0] adr",
                "output [WordBytes-1:0] sel",
                "output [Width-1:0] dat_w",
                "input stall",
                "input ack",
                "input err",
                "input [Width-1:0] dat_r",
            ),
            ("wishbone_check",),
            "`err`",
            parameters=(("Outstanding", 4),),
            modules=("hash_accel_wishbone", "wishbone_memory", "memory_channel"),
        ),
    )
}
"""By name."""


def top(control: Control, memory: Memory) -> str:
    """The module's name; memory is on AXI4 where it says nothing."""
    name = f"hash_accel_{control.module}"
    # The memory's own modules would have that name.
    plain = memory.name == "axi4" and control.name not in MEMORIES
    return name if plain else f"{name}_{memory.module}"


def write(control: Control, memory: Memory, folder: Path) -> Path:
    """Write a top; its file."""
    name = top(control, memory)
    path = folder / f"{name}.sv"
    path.write_text(render("accel_top.sv", name=name, control=control, memory=memory))
    return path
