# SPDX-License-Identifier: Apache-2.0
"""A 32-bit RISC-V core, plain or with an extension for Keccak (after rao2018)."""

from hashfab import isa
from hashfab.designs.core import Core, Extension, Keccak
from hashfab.designs.model import Program


class Rv32(Core):
    """``zbkb`` is ratified, ``oasip`` and ``dasip`` are the paper's, the lane unit is hashfab's."""

    name = "rv32"
    summary = "32-bit RISC-V core and its software"
    top = "riscv_hash"
    folders = ("common", "keccak", "core", "lane", "riscv")
    instructions = isa.rv32()
    extensions = (
        Extension("none", Keccak(("state_plain.c", "keccak_rv32i.S"))),
        Extension(
            name="zbkb",
            best=Keccak(("state_interleaved.c", "keccak_zbkb.S"), architecture="_zbkb"),
            instructions=isa.ZBKB,
            rtl={"Zbkb": 1},
        ),
        Extension(
            name="oasip",
            # Its Keccak is compact as well.
            best=Keccak(("state_plain.c", "keccak_oasip.S"), small=True),
            instructions=isa.OASIP,
            rtl={"Ise": 1},
        ),
        Extension(
            name="dasip",
            best=Keccak(("state_plain.c", "keccak_dasip.S")),
            instructions=isa.DASIP,
            rtl={"Ise": 2},
            compact=Keccak(("keccak_dasip_compact.S",), small=True),
        ),
        *(
            Extension(
                name=f"lane{lanes}",
                best=Keccak(("keccak_lane.S",)),
                instructions=isa.LANE,
                rtl={"Lanes": lanes},
            )
            for lanes in (1, 5, 25)
        ),
    )
    software = Program(
        folder="riscv",
        sources=("crt0.S", "main.c", "sponge.c"),
        architecture="rv32imc",
    )
    compact = Keccak(("state_plain.c", "keccak_compact.c"), small=True)
