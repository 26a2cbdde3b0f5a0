# SPDX-License-Identifier: Apache-2.0
"""The trace of a microprogram is what the program says, whatever stalls."""

import hashlib

import pytest

from hashfab import designs
from hashfab.check.trace import trace
from hashfab.errors import CheckFailed
from hashfab.isa.hashproc import library

DESIGN = designs.parse("hashproc")
BLOCK = bytes(range(55)) + b"\x80" + (8 * 55).to_bytes(8, "big")


def test_a_block_of_sha256() -> None:
    bundle = library.bundle("sha256")
    records = {line.split()[0]: line.split()[1:] for line in bundle.splitlines()}
    iv = [int(value, 16) for value in records["iv"][1:]]
    bases = [int(row) for row in records["chain"]]
    both = [word | word << 32 for word in iv]
    rows = {(3, 0): (1, 5), (2, 0): (2, 6), (3, 1): (0, 4), (2, 1): (3, 7)}
    for (block, row), words in rows.items():
        data = b"".join(both[word].to_bytes(8, "little") for word in words)
        bundle += "".join(f"dm {block} {16 * (row + base)} {data.hex()}\n" for base in bases)
    bundle += f"start 0 1\ndata {(4 * BLOCK).hex()}\n"
    runs = [trace(DESIGN, bundle, seed, stall) for seed, stall in ((1, 0), (1, 40))]
    assert runs[0].cycles < runs[1].cycles
    assert runs[0].out == runs[1].out
    # d and h, c and g, b and f, a and e, of two streams each; both contexts.
    low = [beat[:4] for beat in runs[0].out[::2]][::-1]
    high = [beat[8:12] for beat in runs[0].out[::2]][::-1]
    digest = b"".join(word[::-1] for word in low + high)
    assert digest == hashlib.sha256(bytes(range(55))).digest()
    texts = {line.pc: line.text for line in library.listing("sha256")}
    for run in runs:
        steps = [r for r in run.records if texts[r.pc].startswith("SHA256")]
        assert len(steps) == 128
        assert texts[run.records[-1].pc] == "HALT"
    assert [(r.pc, r.k, r.m) for r in runs[0].records] == [
        (r.pc, r.k, r.m) for r in runs[1].records
    ]


def test_a_program_that_waits_for_input_for_ever() -> None:
    with pytest.raises(CheckFailed, match="no end after"):
        trace(DESIGN, library.bundle("sha256") + "start 0 1\n")


def test_a_record_that_is_none() -> None:
    with pytest.raises(CheckFailed, match="unknown record: nonsense"):
        trace(DESIGN, "nonsense 1\n")
