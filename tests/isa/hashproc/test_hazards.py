# SPDX-License-Identifier: Apache-2.0
"""Hazards: each is refused where it is, and its neighbour that is none is not."""

import pytest

from hashfab.isa.hashproc.assembler import assemble
from hashfab.isa.hashproc.reader import AssemblyError

HAZARDS = [
    # The ring
    ("LOAD1", 1, "LOAD1 works on context 1, but context 0 is in side 1"),
    ("LOAD0\nLOAD0", 2, "LOAD0 works on context 0, but context 1 is in side 1"),
    ("REPEAT 2 { NOP\nLOAD0\nLOAD1\nLOAD0 }\nLOAD1", 2, "context 1 is in side 1"),
    ("LOAD0\nNOP", 3, "the segment ends with context 1 in side 1"),
    ("LOAD0\nLOAD1\nSHIFT", 3, "SHIFT uses what steps left"),
    ("COPY\nLOAD0", 2, "LOAD0 uses what SHA-3 left"),
    # Constants
    ("SHA3", 1, "SHA3 needs a constant, but K was never loaded"),
    ("NOP dm0[0]\nCLEAR\nSHA2560\nSHA2561 dm0[0]", 3, "SHA2560 needs a constant"),
    # The chaining value
    ("LOAD0\nLOAD1 -f 0\nNOP", 3, "NOP stands behind -f"),
    ("LOAD0 -f 0\nLOAD1\nLOAD0 dm2[0]\nLOAD1", 3, "in dm2 or dm3 two instructions behind -f"),
    ("LOAD0 -f 0\nLOAD1\nLOAD0 - dm3[0]\nLOAD1", 3, "in dm2 or dm3 two instructions behind -f"),
    ("LOAD0 -f 0\nLOAD1\nLOAD0 -f 4\nLOAD1", 3, "-f two instructions behind -f"),
    ("LOAD0 > dm2[25]\nLOAD1 -f 2\nLOAD0\nLOAD1", 2, "row 2 of dm2 too soon"),
    ("LOAD0\nLOAD1 > dm3[47]\nNOP\nLOAD0 -f 2\nLOAD1", 4, "row 2 of dm3 too soon"),
    # Data memory
    ("LOAD0 > dm0[16]\nLOAD1 dm0[31]", 2, "K reads dm0[31] too soon behind the store, 1 instr"),
    ("LOAD0 > dm0[16]\nLOAD1\nNOP dm0[9]", 3, "K reads dm0[9] too soon behind the store, 2 instr"),
    ("LOAD0 > dm3[500]\nLOAD1 - dm3[3]", 2, "M reads dm3[3] too soon"),
    ("SET ar0 8\nREPEAT 2 { LOAD0 dm0[ar0]\nLOAD1 > dm0[ar0++] }", 2, "K reads dm0[9] too soon"),
    # The input
    ("SHIFT - dm1[0]", 1, "M reads dm1 before the input is there"),
    ("NOP -w\nSHIFT - dm1[0] -r\nSHIFT - dm1[0]", 3, "M reads dm1 before the input is there"),
    ("REPEAT blocks { SHIFT - dm1[0] -w\nNOP -r\nSHIFT - dm1[0] }", 3, "M reads dm1 before"),
    ("LOAD0 > dm1[0]\nLOAD1", 1, "D writes dm1 before the input is there"),
    ("NOP -r", 1, "-r releases a buffer that was not waited for"),
    ("NOP -w\nNOP -r\nNOP -r", 3, "-r releases a buffer that was not waited for"),
    ("LOAD0 > dm1[0] -w -r\nLOAD1", 1, "-r stands less than two instructions behind a store"),
    ("LOAD0 > dm1[0] -w\nLOAD1 -r", 2, "-r stands less than two instructions behind a store"),
]


@pytest.mark.parametrize(("text", "line", "message"), HAZARDS)
def test_a_hazard_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(AssemblyError) as error:
        assemble(f"{text}\nHALT", "file.asm")
    assert str(error.value).startswith(f"file.asm:{line}:")
    assert message in str(error.value)
    assert "allowed: " in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "LOAD0\nCLEAR\nLOAD0\nLOAD1",
        "NOP dm0[0]\nSHA100\nSHA101",
        "LOAD0\nLOAD1\nCLEAR\nSHIFT",
        "LOAD0\nNOP\nLOAD1",
        "REPEAT 3 { NOP\nLOAD0\nLOAD1 }",
        "LOAD0 -f 0\nLOAD1 -f 2\nLOAD0\nLOAD1",
        "LOAD0 -f 0\nLOAD1 dm2[0] dm3[0]\nLOAD0 dm0[0]\nLOAD1 - dm3[0]",
        "LOAD0 > dm2[32]\nLOAD1\nLOAD0\nLOAD1 -f 2\nLOAD0\nLOAD1",
        "LOAD0 > dm2[48]\nLOAD1 -f 2\nLOAD0\nLOAD1",
        "LOAD0 > dm0[16]\nLOAD1 dm0[32]",
        "LOAD0 > dm0[16]\nLOAD1 dm0[8]",
        "LOAD0 > dm0[16]\nLOAD1\nNOP\nNOP dm0[16]",
        "LOAD0 > dm0[16]\nLOAD1 dm2[16]",
        "REPEAT blocks { NOP -w\nSHIFT - dm1[0] -i 3 -r }",
        "LOAD0 > dm1[0] -w\nLOAD1\nNOP -r",
    ],
)
def test_what_is_no_hazard_is_not_refused(text: str) -> None:
    assemble(f"{text}\nHALT")


def test_every_entry_is_followed() -> None:
    text = ".entry a\n.entry b\na: LOAD0\nLOAD1\nHALT\nb: LOAD1\nHALT"
    with pytest.raises(AssemblyError, match=r"^program:6:4: LOAD1 works on context 1"):
        assemble(text)


def test_loops_that_run_long_are_followed_for_a_while() -> None:
    deep = "REPEAT 255 { NOP\n" * 4 + "SHIFT -i 256" + "\nNOP }" * 4 + "\nHALT"
    assert len(assemble(deep).program.words) == 10
