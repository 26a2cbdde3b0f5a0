# SPDX-License-Identifier: Apache-2.0
"""The reference system: digests through core, driver, bus and accelerator, and what that costs."""

import random
import re
import shutil
from pathlib import Path
from statistics import mean

import pytest

from hashfab import designs, paths
from hashfab.advise.demand import HANDOVER_CYCLES
from hashfab.check import verify
from hashfab.designs import ALGORITHMS
from hashfab.designs.schemes import SCHEMES, Operation
from hashfab.errors import CheckFailed, RequestError
from hashfab.measure import profile, scheme, simulate
from hashfab.measure.simulate import Conditions, Job

# Between them: both ends of the ports' widths, several contexts and units, cores with extensions.
FIRST, *OTHERS = designs.FAMILIES["soc"].presets
NAMES = [
    FIRST,
    *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS),
    pytest.param("soc-rv32-zbkb-accel-d2n2t2w128", marks=pytest.mark.long),
    pytest.param("soc-rv32-lane1-accel-d1n24t1w256", marks=pytest.mark.long),
]

MOST_BEYOND = 120
"""Cycles of a call beyond those of the accelerator with its command."""


@pytest.mark.parametrize("name", NAMES)
def test_digests(name: str) -> None:
    design = designs.parse(name)
    simulate.run(design, verify.jobs(designs.FAMILIES["soc"].algorithms, 0))


def test_the_driver_costs_what_is_promised() -> None:
    """Lengths that differ by a byte end anywhere in the loop that polls."""
    numbers = random.Random(1)
    jobs = [Job(ALGORITHMS["sha3-256"], numbers.randbytes(count)) for count in range(0, 300, 3)]
    run = simulate.run(designs.parse("soc-rv32-accel-d1n1t1w64"), jobs)
    accelerator = run.report["accelerator_cycles"]
    beyond = [all_ - own for all_, own in zip(run.latency, accelerator, strict=True)]
    assert min(beyond) > 0 and max(beyond) <= MOST_BEYOND
    assert round(mean(beyond)) == HANDOVER_CYCLES
    assert run.cycles == sum(run.latency)


def test_memory_costs_the_accelerator_nothing() -> None:
    """It takes the cycles that it takes alone, with a memory that answers in the next cycle."""
    message = random.Random(2).randbytes(8192)
    job = Job(ALGORITHMS["shake256"], message, 500)
    system = simulate.run(designs.parse("soc-rv32-accel-d1n1t1w64"), [job])
    alone = simulate.run(designs.parse("accel-d1n1t1w64"), [job], Conditions(latency=1))
    assert system.report["accelerator_cycles"] == [alone.cycles]


def test_profile_has_the_cycles_of_the_call() -> None:
    design = designs.parse("soc-rv32-accel-d1n1t1w64")
    found = profile.profile(design, ALGORITHMS["sha3-256"], 1000, 1)
    assert sum(share.cycles for share in found.functions) == found.cycles
    assert found.functions[0].name == "hash_accel_hash"


MOST_CYCLES = {"keygen": 128_000, "encaps": 148_000, "decaps": 214_000}
"""Of ML-KEM-768, of the run that is measured."""


@pytest.mark.parametrize("kind", MOST_CYCLES)
def test_ml_kem_768(kind: str) -> None:
    """Of the second seed's matrix, a polynomial needs more than three blocks."""
    operation = Operation(SCHEMES["ml-kem-768"], kind)
    inputs = [operation.inputs(seed) for seed in (1, 25)]
    run = scheme.run(designs.parse("soc-rv32-accel-d1n1t1w64"), operation, inputs)
    assert run.cycles[0] <= MOST_CYCLES[kind]
    assert None not in run.outputs


@pytest.mark.parametrize("name", ["ml-kem-512", "ml-kem-1024"])
def test_ml_kem_of_other_sizes(name: str) -> None:
    operation = Operation(SCHEMES[name], "encaps")
    scheme.run(designs.parse("soc-rv32-accel-d1n1t1w32"), operation, [operation.inputs(1)])


def test_decapsulation_of_a_wrong_ciphertext() -> None:
    """The shared secret is then another one, and a length that is wrong is refused."""
    operation = Operation(SCHEMES["ml-kem-768"], "decaps")
    right = operation.inputs(4)
    wrong = right[:-1] + bytes([right[-1] ^ 1])
    run = scheme.run(
        designs.parse("soc-rv32-accel-d1n1t1w64"), operation, [right, wrong, right[1:]]
    )
    assert run.outputs[0] != run.outputs[1] and run.outputs[2] is None


def test_ml_dsa_is_refused_without_states_in_memory() -> None:
    said = r"does not run ml-dsa-44; allowed: .* accelerator whose name ends in r or rc$"
    with pytest.raises(RequestError, match=said):
        scheme.program(designs.parse("soc-rv32-accel-d1n1t1w64c"), SCHEMES["ml-dsa-44"])


def test_slh_dsa_is_refused_without_chains() -> None:
    said = r"does not run slh-dsa-shake-128f; allowed: .* accelerator whose name ends in rc$"
    for name in ("soc-rv32-accel-d1n1t1w64", "soc-rv32-accel-d1n1t1w64r"):
        with pytest.raises(RequestError, match=said):
            scheme.program(designs.parse(name), SCHEMES["slh-dsa-shake-128f"])


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("soc_dma.sv", "be_o    = s_axi_wstrb", "be_o    = '1", "wrote beside the output"),
        *(
            pytest.param(*each, marks=pytest.mark.long)
            for each in (
                (
                    "soc_dma.sv",
                    "rresp  = err ? DecErr : Okay",
                    "rresp  = DecErr",
                    "the driver answers 1",
                ),
                ("soc_bus.sv", "<= !psel ||", "<= psel ||", "the program gave up with cause 5"),
                ("soc_bus.sv", "we_i ? be_i : 4'b0000", "be_i", "u_s_apb_check.ReadStrobe_A"),
            )
        ),
    ],
)
def test_a_broken_system_is_seen(
    file: str, right: str, wrong: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rtl = tmp_path / "rtl"
    shutil.copytree(paths.rtl_dir(), rtl)
    text = (rtl / "soc" / file).read_text()
    assert text.count(right) == 1
    (rtl / "soc" / file).write_text(text.replace(right, wrong))
    monkeypatch.setattr(paths, "rtl_dir", lambda: rtl)
    job = Job(ALGORITHMS["sha3-256"], bytes(200), digest_align=1)
    with pytest.raises(CheckFailed, match=re.escape(said)):
        simulate.run(designs.parse("soc-rv32-accel-d1n1t1w64"), [job])
