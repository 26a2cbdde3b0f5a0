# SPDX-License-Identifier: Apache-2.0
"""The accelerator behind its control buses and its AXI4 port; the tests proper are in ``cases``."""

import re
from pathlib import Path

import pytest

from bus import bench, driver
from hashfab import paths
from hashfab.designs import algorithms
from hashfab.export import registers, tops
from rtl import covers

SMALL: dict[str, int] = {}
"""As it comes: one command at a time."""

TWO = {"Contexts": 2}
"""With a buffer that is filled while another one is padded."""

LARGER = {"RoundsPerCycle": 2, "Contexts": 2, "Width": 32, "AddrWidth": 40, "Queue": 2}
LARGER |= {"Resume": 1, "Chain": 1}
"""With contexts, buffers and a queue, states in memory, and chains."""

CORNERS = [
    (
        "apb4",
        "axi4",
        {"Units": 2, "Stages": 2, "Contexts": 4, "Width": 256, "AddrWidth": 64, "Buffers": 8},
    ),
    ("axi4-lite", "axi4", {"RoundsPerCycle": 24, "Contexts": 8, "Width": 128, "Completions": 16}),
    (
        "wishbone",
        "wishbone",
        {"Stages": 4, "Contexts": 4, "Width": 256, "AddrWidth": 64, "Outstanding": 1},
    ),
    ("obi", "obi", {"RoundsPerCycle": 24, "Contexts": 8, "Width": 128, "Outstanding": 64}),
]

BUILDS = [
    ("apb4", "axi4", SMALL),
    ("axi4-lite", "axi4", LARGER),
    ("obi", "wishbone", TWO),
    ("wishbone", "obi", LARGER),
    ("avalon-mm", "obi", TWO),
    ("tl-ul", "axi4", TWO),
]
BURSTS = ("apb4", "axi4-bursts", {"Contexts": 2, "Outstanding": 2})
"""Reads in bursts."""

FOLDED = [("apb4", "axi4", {"Fold": 3, "Width": 32}), ("wishbone", "obi", {"Fold": 1})]
"""By slices, which hold a word on the port, and by planes."""

NAMES = ["-".join(each[:2]) for each in BUILDS]
RESUMING = [each for each in BUILDS if "Resume" in each[2]]
RESUMING_NAMES = ["-".join(each[:2]) for each in RESUMING]
CORNER_NAMES = ["-".join(each[:2]) for each in CORNERS]


def settings(parameters: dict[str, int]) -> dict[str, object]:
    """What software finds in the registers."""
    contexts = parameters.get("Contexts", 1)
    bits = parameters.get("AddrWidth", 32)
    return {
        "units": parameters.get("Units", 1),
        "rounds": parameters.get("RoundsPerCycle", 1),
        "stages": parameters.get("Stages", 1),
        "contexts": contexts,
        "word_bytes": parameters.get("Width", 64) // 8,
        "buffers": parameters.get("Buffers", min(contexts, 4)),
        "address_bytes": bits // 8,
        "address_bits": bits,
        "queue": parameters.get("Queue", 0),
        "resumes": parameters.get("Resume", 0),
        "chains": parameters.get("Chain", 0),
    }


OTHER_CASES = "registers,refusals,queues,hostile,aborts,cut_off"


@pytest.mark.parametrize(
    ("control", "memory", "parameters"),
    [
        *(pytest.param(*each, id="-".join(each[:2])) for each in BUILDS[:1]),
        pytest.param(*BURSTS, id="bursts"),
        # By default the driver alone runs on the others, and their rules are checked.
        *(
            pytest.param(*each, id="-".join(each[:2]), marks=pytest.mark.long)
            for each in BUILDS[1:]
        ),
    ],
)
def test_the_cases_pass_and_reach_every_cover(
    control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    # With stalls and without, so that each cover is reached whatever the seed.
    for number, (case, more) in enumerate(
        [("digests", {"stall": 0}), ("digests", {"stall": 50}), (OTHER_CASES, {})]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        bench.run(control, case, folder, seed, parameters, settings(parameters) | more, memory)
    reached = covers.reached(tmp_path.glob("*/coverage.dat"))
    buses = tops.CONTROLS[control], tops.MEMORIES[memory]
    parts = {path.stem for path in registers.sources(buses[0], tmp_path / "made", buses[1])}
    named = {each for each in covers.named(["bus"]) if each[0] in parts}
    if "Resume" not in parameters:
        named = {each for each in named if not each[1].startswith("State")}
    if "Chain" not in parameters:
        named = {each for each in named if not each[1].startswith("Chain")}
    assert named <= reached


def test_every_control_and_memory_bus_is_in_a_build() -> None:
    assert {each[0] for each in BUILDS} == set(tops.CONTROLS)
    assert {each[1] for each in (*BUILDS, BURSTS)} == set(tops.MEMORIES)


@pytest.mark.parametrize(
    ("control", "memory", "parameters"),
    [pytest.param(*each, marks=[] if each in RESUMING else pytest.mark.long) for each in BUILDS],
    ids=NAMES,
)
def test_the_driver(
    control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    given = settings(parameters) | {"driver": driver.build(tmp_path)}
    bench.run(control, "driver", run, seed, parameters, given, memory)


@pytest.mark.long
@pytest.mark.parametrize(("control", "memory", "parameters"), FOLDED, ids=["slice", "plane"])
def test_the_driver_of_a_folded_accelerator(
    control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    test_the_driver(control, memory, parameters, tmp_path, seed)


def cut_off(
    control: str, memory: str, parameters: dict[str, int], folder: Path, seed: int, commands: int
) -> None:
    """The cases that cut commands off; a folded accelerator takes many cycles to get somewhere."""
    given = settings(parameters) | {"slow": {0: 1, 1: 3, 3: 12}[parameters.get("Fold", 0)]}
    given["commands"] = commands
    bench.run(control, "aborts,cut_off", folder, seed, parameters, given, memory)


def test_commands_are_cut_off_with_states_and_chains(tmp_path: Path, seed: int) -> None:
    cut_off("axi4-lite", "axi4", LARGER, tmp_path, seed, 60)


@pytest.mark.long
@pytest.mark.parametrize(
    ("control", "memory", "parameters"),
    [*BUILDS, *CORNERS],
    ids=[*NAMES, *(f"corner-{name}" for name in CORNER_NAMES)],
)
def test_many_commands_are_cut_off(
    control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    cut_off(control, memory, parameters, tmp_path, seed, 300)


@pytest.mark.long
def test_every_cover_of_commands_that_are_cut_off_is_reached(tmp_path: Path, seed: int) -> None:
    for number, build in enumerate((BUILDS[1], *FOLDED)):
        folder = tmp_path / str(number)
        folder.mkdir()
        cut_off(*build, folder, seed, 100)
    wanted = covers.of_aborts()
    assert len(wanted) >= 10
    assert wanted - covers.reached(tmp_path.glob("*/coverage.dat")) == set()


@pytest.mark.parametrize(("control", "memory", "parameters"), RESUMING, ids=RESUMING_NAMES)
def test_streams_of_the_driver(
    control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    given = settings(parameters) | {"driver": driver.build(tmp_path)}
    bench.run(control, "streams", run, seed, parameters, given, memory)


@pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=pytest.mark.long)], ids=["1", "20"])
def test_what_the_driver_builds_on_streams(rounds: int, tmp_path: Path, seed: int) -> None:
    run = tmp_path / "run"
    run.mkdir()
    given = settings(LARGER) | {"driver": driver.build(tmp_path), "rounds_drawn": rounds}
    bench.run("axi4-lite", "modes", run, seed, LARGER, given, module="bus.modes")


@pytest.mark.parametrize("machine", ["riscv32", "mips"])
def test_the_driver_compiles_for_bare_metal(machine: str, tmp_path: Path) -> None:
    target = ("-target", f"{machine}-freestanding-none", "-ffreestanding")
    for source in driver.sources():
        driver.compiler(tmp_path, *target, "-c", source, "-o", tmp_path / "driver.o")


@pytest.mark.long
@pytest.mark.parametrize(("control", "memory", "parameters"), BUILDS, ids=NAMES)
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_accesses(
    part: int, control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    given = settings(parameters) | {"accesses": 10_000}
    bench.run(control, "hostile", tmp_path, (seed + part) % 2**32, parameters, given, memory)


@pytest.mark.long
@pytest.mark.parametrize(("control", "memory", "parameters"), CORNERS, ids=CORNER_NAMES)
@pytest.mark.parametrize("case", ["registers", "digests", "refusals", "hostile"])
def test_corner(
    case: str, control: str, memory: str, parameters: dict[str, int], tmp_path: Path, seed: int
) -> None:
    given = settings(parameters) | {"commands": 300, "accesses": 3000}
    bench.run(control, case, tmp_path, seed, parameters, given, memory)


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "units", "burst", "least"),
    [
        *((32, 2, 1, 990), (64, 2, 1, 990), (128, 2, 1, 990), (256, 4, 1, 990)),
        *((32, 2, 64, 990), (64, 2, 64, 990), (128, 2, 64, 990), (256, 4, 64, 990)),
        # Two units do not keep up.
        *((256, 2, 1, 980), (256, 2, 64, 960)),
    ],
)
def test_the_read_port_is_busy(
    width: int, units: int, burst: int, least: int, tmp_path: Path, seed: int
) -> None:
    parameters = {"Units": units, "RoundsPerCycle": 4, "Contexts": 4, "Width": width, "Buffers": 8}
    # A block of SHAKE128's, whose rate is 168 bytes.
    beats = min(burst, -(-168 * 8 // width))
    given = {"least": least, "burst": beats}
    memory = "axi4"
    if burst > 1:
        memory = "axi4-bursts"
        parameters |= {"Burst": burst, "Outstanding": 16}
    bench.run("apb4", "throughput", tmp_path, seed, parameters, given, memory)


@pytest.mark.long
@pytest.mark.parametrize(
    ("memory", "outstanding", "after", "share"),
    [("obi", 4, 1, 1000), ("wishbone", 4, 2, 1000), ("obi", 4, 6, 500), ("wishbone", 34, 32, 1000)],
)
def test_one_channel_is_busy(
    memory: str, outstanding: int, after: int, share: int, tmp_path: Path, seed: int
) -> None:
    """As memory_channel says, but for writes and a cycle of a message; in thousandths."""
    parameters = {"Units": 2, "RoundsPerCycle": 4, "Contexts": 4, "Buffers": 8}
    parameters["Outstanding"] = outstanding
    given = {"least": share - 20, "latency": after - 1}
    bench.run("apb4", "throughput", tmp_path, seed, parameters, given, memory)


def test_codes_are_those_of_the_description() -> None:
    said = registers.description().read_text()
    header = (paths.sw_dir() / "driver" / "hash_accel.h").read_text()
    errors = dict(re.findall(r"^  (\w+) += (\d+) \{", said, re.MULTILINE))
    assert errors.pop("OK") == "0"
    assert errors == dict(re.findall(r"HASH_ACCEL_ERROR_(\w+) = (\d+)", header))
    named = dict(re.findall(r"^  (\w+) += (\d+);", said, re.MULTILINE))
    stated = re.search(r"typedef enum \{([^}]*)\} hash_accel_algorithm_t;", header)
    assert stated
    assert named == dict(re.findall(r"HASH_ACCEL_(\w+) = (\d+)", stated[1]))
    plain = {name.replace("_", "").lower(): int(code) for name, code in named.items()}
    assert plain == {
        sponge.name.replace("-", ""): sponge.code for sponge in algorithms.SPONGES.values()
    }
