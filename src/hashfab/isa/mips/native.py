# SPDX-License-Identifier: Apache-2.0
"""The extension of Elmohr et al. 2016 in the core's own datapath, Table I."""

from typing import Any

from hashfab.isa.kit.model import Extension
from hashfab.isa.kit.semantics import MASK, rotate_left, table
from hashfab.isa.mips.base import MIPS, binary, row


def _halves(value: int, amount: int) -> tuple[int, int]:
    """What a lane whose upper word is the value, the lower one zero, becomes when rotated."""
    rotated = rotate_left(value << 32, amount, 64)
    return rotated >> 32, rotated & MASK


def _rot1(s: Any, o: Any) -> None:
    s.msw, s.lsw = _halves(s.x[o.rs], s.x[o.rt] & 63)


def _rot2(s: Any, o: Any) -> None:
    low, high = _halves(s.x[o.rs], s.x[o.rt] & 63)
    s.msw, s.lsw = s.msw | high, s.lsw | low
    s.write(o.rd, s.msw)


# fmt: off
NATIVE = Extension(
    "native",
    "in the datapath, Elmohr et al. 2016",
    (
        *table(
            "logic",
            row("andnot", "011100 rs:5 rt:5 rd:5 00000 010000", "rd, rs, rt",
                binary(lambda a, b: ~a & b), "The complement of rs, and-ed with rt."),
            source="Elmohr 2016, Table I",
        ),
        *table(
            "rotate",
            row("rot1", "011100 rs:5 rt:5 00000 00000 010001", "rs, rt",
                _rot1, "Rotate the upper word rs by rt, into MSW and LSW."),
            row("rot2", "011100 rs:5 rt:5 rd:5 00000 010010", "rd, rs, rt",
                _rot2, "Rotate the lower word rs by rt, or it into MSW and LSW; rd is MSW."),
            row("mfleast", "011100 00000 00000 rd:5 00000 010011", "rd",
                lambda s, o: s.write(o.rd, s.lsw), "Read LSW."),
            source="Elmohr 2016, Table I",
        ),
    ),
    prose=(
        "`rot1` with the upper word of a lane and `rot2` with the lower word rotate the lane to "
        "the left: `rot2` gives the upper word of the result, `mfleast` the lower one.",
        "With n the low six bits of rt, the others being ignored: for n below 32 `rot1` writes rs "
        "<< n to MSW and rs >> (32 - n) to LSW, else rs >> (64 - n) to MSW and rs << (n - 32) to "
        "LSW, as Table I has it. A shift by 32 or more, which the table leaves open for n = 0 and "
        "n = 32, gives zero: so the instructions are right for all amounts. `rot2` has the same "
        "terms with MSW and LSW exchanged, and ors.",
        "Table I calls the registers Most and Least, the text MSW and LSW. They are a thread's "
        "state: `rot2 rd, $zero, $zero` and `mfleast` read them; `rot1` by 0 of MSW, then `rot2` "
        "by 0 of LSW write them.",
        "The paper prints no encodings. These are in SPECIAL2, in the function codes that the "
        "architecture leaves to users.",
    ),
    state={"msw": int, "lsw": int},
    custom=MIPS,
)
# fmt: on
