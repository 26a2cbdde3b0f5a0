# SPDX-License-Identifier: Apache-2.0
"""A 32-bit RISC-V core, plain or with an extension for Keccak (after rao2018)."""

from hashfab import isa
from hashfab.designs.core import Core, Extension, Keccak
from hashfab.designs.model import Program

SPEED = ("-O2",)
SIZE = ("-Os",)


class Rv32(Core):
    """``zbkb`` is ratified, ``oasip`` and ``dasip`` are the paper's, the lane unit is hashfab's."""

    name = "rv32"
    summary = "32-bit RISC-V core and its software"
    top = "riscv_hash"
    folders = ("common", "keccak", "core", "lane", "riscv")
    instructions = isa.rv32()
    extensions = (
        Extension("none", Keccak(("state_plain.c", "keccak_rv32i.S"), SPEED)),
        Extension(
            name="zbkb",
            best=Keccak(("state_interleaved.c", "keccak_zbkb.S"), SPEED, cpu="+zbkb"),
            instructions=isa.ZBKB,
            rtl={"Zbkb": 1},
        ),
        Extension(
            name="oasip",
            # Its Keccak is compact as well.
            best=Keccak(("state_plain.c", "keccak_oasip.S"), SIZE),
            instructions=isa.OASIP,
            rtl={"Ise": 1},
        ),
        Extension(
            name="dasip",
            best=Keccak(("state_plain.c", "keccak_dasip.S"), SPEED),
            instructions=isa.DASIP,
            rtl={"Ise": 2},
        ),
        *(
            Extension(
                name=f"lane{lanes}",
                best=Keccak(("keccak_lane.S",), SPEED),
                instructions=isa.LANE,
                rtl={"Lanes": lanes},
            )
            for lanes in (1, 5, 25)
        ),
    )
    software = Program(
        folder="riscv",
        sources=("crt0.S", "main.c", "sponge.c"),
        triple="riscv32-freestanding-none",
        # Relaxing lets the linker shorten calls.
        cpu="generic_rv32+m+c+relax",
        flags=(),
    )
    compact = Keccak(("state_plain.c", "keccak_compact.c"), SIZE)
