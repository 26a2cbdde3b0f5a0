# SPDX-License-Identifier: Apache-2.0
"""Chains, on accelerators with ``c``: each step's output is the next one's value.

Expected outputs are loops of ``hashlib`` and PyCryptodome. ``HASHFAB_SEED`` repeats a random test.
"""

import os
import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from hashfab import designs, paths
from hashfab.designs import SPONGES, Design, Sponge, algorithms
from hashfab.measure import simulate
from hashfab.measure.simulate import Conditions

from . import covers
from .commands import Fault, options, simulated, write

VALUES = (16, 24, 32)
ADDRESS_BYTES = 32
NUMBER_BYTES = 4
MOST_STEPS = 255
OWN_DOMAIN = 4

DESIGNS = ["accel-d1n1t1w64c", "accel-d1n2t2w32rc"]
EACH = [*DESIGNS, pytest.param("accel-d2n1t4w256b1c", marks=pytest.mark.long)]
"""Between them: one of all and several, one buffer, each end of the widths."""
MORE = [
    "accel-d2n24t4w256b1c",
    "accel-d1n12t2w128c",
    "accel-d8n1t8w256b8rc",
    "accel-d2n3t8w32b1c",
    "accel-d3n1t4w64c",
]
POINTS = [*EACH, *(pytest.param(name, marks=pytest.mark.long) for name in MORE)]

CONDITIONS = [
    Conditions(latency=1),
    Conditions(latency=8, stall=40, seed=2),
    Conditions(latency=20, stall=10, reorder=True, seed=3),
]
SEED = int(os.environ.get("HASHFAB_SEED", "1"))


@dataclass(frozen=True)
class Command:
    """A chain, or a hash.

    Attributes:
        sponge: the algorithm.
        message: its bytes; of a chain, the prefix and the value.
        out_bytes: of the output.
        steps: of a chain; 0 is a hash.
        domain: TurboSHAKE's domain byte.
        align: of message and output, in a word.
        flags: of states in memory, 1 to 7.
        illegal: whether it must end with an error for what it is.
        faults: accesses that memory answers with an error.
    """

    sponge: Sponge
    message: bytes
    out_bytes: int
    steps: int = 0
    domain: int = 0x1F
    align: tuple[int, int] = (0, 0)
    flags: int = 0
    illegal: bool = False
    faults: frozenset[Fault] = frozenset()

    @property
    def expected(self) -> bytes:
        """The output."""
        message = self.message
        for left in range(max(self.steps, 1), 0, -1):
            found = algorithms.reference(
                self.sponge,
                message,
                self.out_bytes if self.sponge.xof else None,
                self.domain if self.sponge.any_domain else None,
            )[: self.out_bytes]
            if left > 1:
                message = following(message, found)
        return found


def following(message: bytes, value: bytes) -> bytes:
    """A step's message from the last one's and its output: the number is one more."""
    prefix = message[: -len(value)]
    number = int.from_bytes(prefix[-NUMBER_BYTES:], "big") + 1
    return prefix[:-NUMBER_BYTES] + (number % 2**32).to_bytes(NUMBER_BYTES, "big") + value


def chain(numbers: random.Random, steps: int, size: int = 16, name: str = "shake256") -> Command:
    """A chain; its number is often one that carries."""
    number = numbers.choice(
        [numbers.randrange(2**32), 0, 0xFC, 0xFFFD, 0x00FFFFFE, 0x7FFFFFFF, 0xFFFFFF80, 2**32 - 1]
    )
    return Command(
        SPONGES[name],
        numbers.randbytes(size + ADDRESS_BYTES - NUMBER_BYTES)
        + number.to_bytes(NUMBER_BYTES, "big")
        + numbers.randbytes(size),
        size,
        steps,
        numbers.randrange(1, 0x80),
        (numbers.randrange(32), numbers.randrange(32)),
    )


def fits(sponge: Sponge, size: int) -> bool:
    """Whether a chain's message is one block, and its output one of the algorithm's."""
    return ADDRESS_BYTES + 2 * size < sponge.block_bytes and (
        sponge.xof or size <= sponge.digest_bytes
    )


def hashed(numbers: random.Random) -> Command:
    """Any message of any algorithm."""
    sponge = SPONGES[numbers.choice(sorted(SPONGES))]
    rate = sponge.block_bytes
    size = numbers.choice([0, rate - 1, rate, numbers.randrange(4 * rate)])
    length = numbers.choice([1, rate + 1, numbers.randrange(1, 3 * rate)])
    return Command(
        sponge,
        numbers.randbytes(size),
        length if sponge.xof else sponge.digest_bytes,
        0,
        numbers.randrange(1, 0x80),
        (numbers.randrange(32), numbers.randrange(32)),
    )


def mixed(numbers: random.Random, count: int) -> Iterator[Command]:
    """Chains of every kind, among hashes."""
    for _ in range(count):
        if numbers.random() < 0.3:
            yield hashed(numbers)
            continue
        size = numbers.choice(VALUES)
        name = numbers.choice([each for each in sorted(SPONGES) if fits(SPONGES[each], size)])
        name = numbers.choice([name, "shake256"])
        steps = numbers.choice([1, 2, 3, 15, numbers.randint(1, 40)])
        yield chain(numbers, steps, size, name)


def run(
    design: Design, commands: Sequence[Command], conditions: Conditions, folder: Path, *more: object
) -> dict[str, Any]:
    """Run commands: who is flagged is known, and what the others write."""
    lines, data = [], bytearray()
    for each in commands:
        sponge = each.sponge
        lines.append(
            f"{sponge.block_bytes} {each.domain:02x} {sponge.rounds} {each.out_bytes} "
            f"{each.align[0]} {each.align[1]} {len(data)} {len(each.message)} {sponge.code} "
            f"{each.flags} 0 0 {each.steps}"
        )
        data += each.message
    write(folder, lines, bytes(data), (each.faults for each in commands))
    report = simulated(simulate.build(design), folder, *options(design, conditions, folder), *more)
    assert report["state_clear"]
    assert report["errors"] == [int(each.illegal or bool(each.faults)) for each in commands]
    for each, digest in zip(commands, report["digests"], strict=True):
        if not each.illegal and not each.faults:
            assert digest == each.expected.hex(), each
    return report


@pytest.mark.parametrize("name", POINTS)
def test_chains_among_hashes(name: str, tmp_path: Path) -> None:
    for number, conditions in enumerate(CONDITIONS):
        commands = list(mixed(random.Random(SEED + number), 150))
        run(designs.parse(name), commands, conditions, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", EACH)
def test_thousands_of_chains(name: str, part: int, tmp_path: Path) -> None:
    commands = list(mixed(random.Random(100 * SEED + part), 2000))
    run(designs.parse(name), commands, replace(CONDITIONS[part % 3], seed=part), tmp_path)


@pytest.mark.parametrize("size", VALUES)
@pytest.mark.parametrize("name", EACH)
def test_every_number_of_steps(name: str, size: int, tmp_path: Path) -> None:
    numbers = random.Random(SEED)
    steps = [*range(1, 40), 127, 128, 254, MOST_STEPS]
    commands = [chain(numbers, each, size) for each in steps]
    run(designs.parse(name), commands, CONDITIONS[0], tmp_path)


@pytest.mark.parametrize("algorithm", ["shake256", "shake128", "turboshake256", "sha3-384"])
@pytest.mark.parametrize("name", EACH)
def test_cycles_of_a_step(name: str, algorithm: str, tmp_path: Path) -> None:
    """One more than those of the permutation: 25 at a round per cycle, 13 of TurboSHAKE's."""
    design = designs.parse(name)
    found = []
    for steps in (1, 2, 15, MOST_STEPS):
        command = replace(chain(random.Random(SEED), steps, 16, algorithm), align=(0, 0))
        found.append(run(design, [command], Conditions(latency=1), tmp_path)["cycles"])
    step = -(-SPONGES[algorithm].rounds // design.number("rounds")) + 1
    assert [each - found[0] for each in found] == [0, step, 14 * step, 254 * step]


@pytest.mark.parametrize("units", [2, pytest.param(4, marks=pytest.mark.long)])
def test_chains_run_side_by_side(units: int, tmp_path: Path) -> None:
    """As many as units and buffers: together they take hardly longer than one."""
    design = designs.parse(f"accel-d{units}n1t{units}w64c")
    numbers = random.Random(SEED)
    commands = [replace(chain(numbers, 100), align=(0, 0)) for _ in range(units)]
    one = run(design, commands[:1], CONDITIONS[0], tmp_path)["cycles"]
    all_of_them = run(design, commands, CONDITIONS[0], tmp_path)["cycles"]
    assert all_of_them <= one + 20 * units


@pytest.mark.parametrize("contexts", [1, 2])
def test_what_a_chain_costs_behind_another(contexts: int, tmp_path: Path) -> None:
    """The next message is read during the last step; a chain of 15 takes at most 390 cycles."""
    design = designs.parse(f"accel-d1n1t{contexts}w64c")
    numbers = random.Random(SEED)
    commands = [replace(chain(numbers, 15), align=(0, 0)) for _ in range(20)]
    cycles = run(design, commands, CONDITIONS[0], tmp_path)["cycles"]
    print(f"{contexts} contexts: {cycles / len(commands)} cycles for 15 steps")
    assert cycles <= 390 * len(commands)


def words(design: Design, command: Command) -> Iterator[Fault]:
    """The first access to each word of a command."""
    word = design.number("width") // 8
    lengths = {"read": len(command.message), "write": command.out_bytes}
    for (kind, length), align in zip(lengths.items(), command.align, strict=True):
        for index in range((align % word + length - 1) // word + 1):
            yield kind, index, 1


@pytest.mark.parametrize("conditions", CONDITIONS[::2], ids=["in-order", "any-order"])
@pytest.mark.parametrize("name", EACH)
def test_an_error_on_any_word_ends_its_chain_alone(
    name: str, conditions: Conditions, tmp_path: Path
) -> None:
    design = designs.parse(name)
    numbers = random.Random(SEED)
    commands = []
    for size in VALUES:
        for align in ((0, 0), (5, 3)):
            good = replace(chain(numbers, 3, size), align=align)
            for fault in words(design, good):
                commands += [replace(good, faults=frozenset([fault])), good, hashed(numbers)]
    run(design, commands, conditions, tmp_path)


@pytest.mark.parametrize("name", EACH)
def test_what_is_no_chain_touches_no_memory(name: str, tmp_path: Path) -> None:
    """Lengths that do not belong together, more than a block, and states in memory."""
    design = designs.parse(name)
    numbers = random.Random(SEED)
    good = chain(numbers, 3)
    lengths = [(64, n) for n in (0, 1, 8, 15, 17, 24, 32, 48, 64, 16 + 2**12)]
    lengths += [(m, 16) for m in (0, 16, 48, 63, 65, 72, 80, 96, 136, 64 + 2**12)]
    lengths += [(m, n) for m, n in ((80, 32), (96, 24), (112, 40), (48, 8), (0, 0))]
    illegal = [
        replace(good, message=bytes(message), out_bytes=output) for message, output in lengths
    ]
    illegal += [replace(chain(numbers, 2, size, "sha3-512")) for size in (24, 32)]
    if design.number("resume"):
        illegal += [replace(good, flags=flags) for flags in range(1, 8)]
    commands = [each for bad in illegal for each in (replace(bad, illegal=True), chain(numbers, 2))]
    run(design, commands, CONDITIONS[0], tmp_path)


@pytest.mark.parametrize("name", EACH)
def test_a_reset_leaves_nothing_of_a_chain(name: str, tmp_path: Path) -> None:
    design = designs.parse(name)
    numbers = random.Random(SEED)
    commands = [chain(numbers, 3, size) for size in VALUES]
    whole = run(design, commands, CONDITIONS[0], tmp_path)["cycles"]
    for cycle in range(4, whole - 2, max(1, whole // 40)):
        run(design, commands, CONDITIONS[0], tmp_path, "--reset-at", cycle)


def test_cycles_do_not_depend_on_what_is_hashed(tmp_path: Path) -> None:
    """Nor on the number."""
    design = designs.parse("accel-d1n1t1w64c")
    commands = (replace(chain(random.Random(seed), 20), align=(1, 2)) for seed in range(6))
    cycles = {run(design, [each], CONDITIONS[1], tmp_path)["cycles"] for each in commands}
    assert len(cycles) == 1


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("accel_buffer.sv", "24'(carry_q != '0)", "24'(0)"),
        *(
            pytest.param(*each, marks=pytest.mark.long)
            for each in (
                ("accel_units.sv", "chosen && !other[v];", "chosen && !(other[v] && i % 2 == 0);"),
                ("accel_buffer.sv", "8*(6-Byte%8)", "8*(Byte%8-4)"),
                ("accel_slot.sv", "&& link_d == '0;", ";"),
                ("accel_slot.sv", "keep ? steps - 1'b1 : '0", "keep ? steps : '0"),
                ("accel_slot.sv", "steps[7:1] != '0", "steps[6:1] != '0"),
                ("accel_context.sv", "&& !command_i.own_domain", ""),
            )
        ),
    ],
)
def test_a_broken_chain_is_seen(
    file: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rtl = tmp_path / "rtl"
    shutil.copytree(paths.rtl_dir(), rtl)
    text = (rtl / "accel" / file).read_text()
    assert text.count(right) == 1
    (rtl / "accel" / file).write_text(text.replace(right, wrong))
    monkeypatch.setattr(paths, "rtl_dir", lambda: rtl)
    numbers = random.Random(SEED)
    commands = [chain(numbers, steps, size) for size in VALUES for steps in (*range(1, 9), 130)]
    commands += [replace(chain(numbers, 2), flags=OWN_DOMAIN, illegal=True)]
    with pytest.raises(AssertionError):
        run(designs.parse("accel-d1n1t1w64rc"), commands, CONDITIONS[0], tmp_path)


def test_every_cover_of_chains_is_reached(tmp_path: Path) -> None:
    for name in DESIGNS:
        design = designs.parse(name)
        numbers = random.Random(SEED)
        commands = list(mixed(numbers, 60))
        good = chain(numbers, 3)
        commands += [replace(good, faults=frozenset([each])) for each in words(design, good)]
        run(design, commands, CONDITIONS[0], tmp_path)
    wanted = covers.of_chains()
    assert len(wanted) >= 3
    assert wanted - covers.reached(tmp_path.glob("*.covers")) == set()
