# SPDX-License-Identifier: Apache-2.0
"""Guests that are run and mapped: examples, hashfab's own designs as guests, and broken ones."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hashfab import designs, paths
from hashfab.check.verify import verify
from hashfab.designs import SPONGES, Design, guests
from hashfab.errors import CheckFailed, WorkFailed
from hashfab.measure import Workload, measure, simulate, targets
from hashfab.measure.occupancy import occupancy
from hashfab.measure.simulate import Conditions, Job
from hashfab.measure.stages import Activity, Consumption, Map, Simulate
from hashfab.measure.store import Store
from hashfab.tools import verilator

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "guest"
SHA3 = SPONGES["sha3-256"]
SHORT = Workload(messages=2, message_bytes=500)

OWN = """
top = "{top}"
clock = {{ port = "clk_i" }}
reset = {{ port = "rst_ni" }}
interface = "{interface}"
algorithms = {algorithms}
"""


def example(name: str) -> Design:
    return designs.parse(str(EXAMPLES / name))


def own(folder: Path, top: str, interface: str, sources: list[str], more: str = "") -> Design:
    """A design of hashfab's as a guest, read from where it is."""
    rtl = os.path.relpath(paths.rtl_dir(), folder)
    listed = [f"{rtl}/{source}" for source in sources]
    head = OWN.format(top=top, interface=interface, algorithms=list(SPONGES))
    path = folder / "own.toml"
    path.write_text(f'name = "own"\nsources = {listed}{head}{more}')
    return designs.parse(str(path))


def broken(folder: Path, right: str, wrong: str) -> Design:
    """The compact example with a defect."""
    texts = {name: (EXAMPLES / name).read_text() for name in ("compact.v", "compact.toml")}
    assert sum(text.count(right) for text in texts.values()) == 1
    for name, text in texts.items():
        (folder / name).write_text(text.replace(right, wrong))
    return designs.parse(str(folder / "compact.toml"))


def hash_one(design: Design, conditions: Conditions | None = None) -> simulate.Run:
    return simulate.run(design, [Job(SHA3, bytes(range(200)))], conditions)


@pytest.mark.parametrize("name", ["compact.toml", "iterative.toml:Rounds=2"])
def test_an_example_computes_what_it_says_under_stalls(name: str, seed: int) -> None:
    checked = verify(example(name), seed)
    assert set(checked) == {each.name for each in SPONGES.values() if each.rounds == 24}


@pytest.mark.parametrize("name", ["compact", "iterative"])
def test_an_example_is_clean_at_wall(name: str, tmp_path: Path) -> None:
    guest = guests.load(EXAMPLES / f"{name}.toml")
    (text,) = (path for path in guest.sources() if path.stem == f"guest_{name}")
    for design in guest.corners():
        verilator.lint(guest.module, [text], guest.rtl_parameters(design), tmp_path / "log")


def test_an_example_takes_the_cycles_that_it_promises() -> None:
    assert hash_one(example("compact.toml")).report["first_latency"] == 25 + 24 * 60 + 25 - 1
    for rounds in (1, 2):
        run = hash_one(example(f"iterative.toml:Rounds={rounds}"))
        assert run.report["first_latency"] == 24 // rounds + 1


def test_a_guest_s_macros_reach_nothing_of_hashfab_s(tmp_path: Path) -> None:
    macros = "`define HF_GATES\n`define clk_i other\n"
    design = broken(tmp_path, "module compact (", f"{macros}module compact (")
    assert hash_one(design).report["first_latency"] == 1489


def test_a_measurement_is_that_of_any_design(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    found = measure(example("compact.toml"), SHORT, "none", results=store)
    assert found.design == "guest-compact"
    assert found.speed.latency_cycles == 1489
    assert found.speed.bits_per_cycle == pytest.approx(1088 / 1490)
    assert str(EXAMPLES) not in str(found.to_json())


def test_hashfab_s_accelerator_is_the_same_as_a_guest(tmp_path: Path, seed: int) -> None:
    folders = ["common/*.sv", "keccak/*.sv", "accel/*.sv"]
    guest = own(tmp_path, "hash_accel", "accel", folders, "[accel]\nread_tag_bits = 8\n")
    verify(guest, seed)
    jobs = [Job(SHA3, bytes(range(length))) for length in (0, 64, 200)]
    conditions = Conditions(concurrent=2)
    runs = [
        simulate.run(each, jobs, conditions) for each in (guest, designs.parse("accel-d1n1t1w64"))
    ]
    assert runs[0].cycles == runs[1].cycles
    assert runs[0].latency == runs[1].latency


ENGINE = ["common/*.sv", "keccak/*.sv", "engine/*.sv"]

STREAM = [
    "keccak/keccak_pkg.sv",
    "accel/accel_pkg.sv",
    "common/stream_check.sv",
    "keccak/keccak_round*.sv",
    "accel/accel_stages.sv",
    "common/clock_gate.sv",
    "accel/accel_unit.sv",
    "stream/*.sv",
]


def test_hashfab_s_sponge_between_streams_is_a_guest(tmp_path: Path, seed: int) -> None:
    guest = own(tmp_path, "hash_axis", "stream", STREAM)
    verify(guest, seed)
    run = simulate.run(guest, [Job(SHA3, bytes(136 * 10))])
    # A word a cycle and 24 rounds behind each block; padding; three words before the last one.
    assert run.cycles == 10 * (17 + 24) + 1 + 24 + 3
    found = occupancy(guest, SHA3, 136 * 10, 1, seed)
    phases = {each.name: each.cycles for each in found.phases if each.cycles}
    assert phases == {"in": 10 * 17, "out": 3, "computing": 10 * 24 + 1 + 24}
    assert [(each.name, each.cycles) for each in found.ports] == [("in", 170), ("out", 4)]


@pytest.mark.long
def test_hashfab_s_engine_has_the_area_that_it_has_as_a_guest(tmp_path: Path) -> None:
    tags = "[engine]\ntags = true\n"
    guest = own(tmp_path, "keccak_engine", "engine", ENGINE, tags)
    store = Store(tmp_path / "results.sqlite")
    one, other = (
        measure(each, SHORT, "ecp5", place=False, results=store)
        for each in (guest, designs.parse("engine-n1"))
    )
    # Of a guest, nothing is known that it cannot beat.
    assert one.speed == replace(other.speed, bound_bits_per_cycle=None)
    assert one.physical.lut4 == pytest.approx(other.physical.lut4, rel=0.02)
    assert one.physical.ff == other.physical.ff


@pytest.mark.long
def test_a_guest_s_energy_is_that_of_its_own_netlist(tmp_path: Path) -> None:
    target, design = targets.get("osu018"), example("iterative.toml:Rounds=2")
    physical = Map(design, target).compute((), tmp_path)
    speed = Simulate(design, SHORT, 1).compute((), tmp_path)
    toggles = Activity(design, target, SHORT, 1).compute((physical, speed), tmp_path)
    found = Consumption(design, target, SHORT, 1).compute((physical, toggles), tmp_path)
    assert 0 < found.idle_mw < found.total_mw
    # A state of 1600 bits goes in and out for each block of 136 bytes.
    assert found.words_per_byte["read"] == pytest.approx(1 / 136, rel=0.1)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("5'd1:  begin turn = 6'd1;", "5'd1:  begin turn = 6'd2;", "wrong digest for message 0"),
        ("out_valid = phase == Unload", "out_valid = 1'b0", "no end after 50000 cycles"),
        ("out_valid = phase == Unload", "out_valid = 1'b1", "a result came that nobody asked for"),
        (
            "out_data  = from_state",
            "out_data  = from_state ^ !out_data[0]",
            "(a combinational loop)",
        ),
        (
            'beat = "lane"',
            'beat = "plane"',
            "; of its top, port in_data has 64 bits, and data_i has 320; port out_data has 64 bits",
        ),
    ],
    ids=["digest", "hang", "unasked", "loop", "width"],
)
def test_a_broken_guest_fails_in_a_sentence(
    right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    design = broken(tmp_path, right, wrong)
    with pytest.raises(CheckFailed) as error:
        hash_one(design)
    assert "guest-compact" in error.value.message and said in error.value.message
    assert ("; of its top" in error.value.message) == ("; of its top" in said)


def test_a_port_that_is_left_open_is_named(tmp_path: Path) -> None:
    broken(
        tmp_path,
        "input  wire        clk,",
        "input wire clk, input wire [31:0] enable, output wire quiet,",
    )
    source = tmp_path / "compact.v"
    source.write_text(source.read_text().replace("if (rst)", "if (rst || !(&enable))"))
    with pytest.raises(CheckFailed) as error:
        hash_one(designs.parse(str(tmp_path / "compact.toml")))
    open_ports = "; of its top, port enable is not connected; port quiet is not connected"
    assert "no end after" in error.value.message and open_ports in error.value.message


def test_an_offer_that_is_taken_back_is_found(tmp_path: Path) -> None:
    right = "out_data  = from_state"
    design = broken(tmp_path, right, f"{right} ^ out_ready")
    with pytest.raises(CheckFailed, match=r"hashfab_bench\.u_out_check\.PayloadStable_A"):
        hash_one(design, Conditions(stall=50))


def test_a_guest_whose_time_does_not_go_on_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = "assign out_data  = from_state;"
    forever = "always @(posedge clk) while (lane[0] == lane[0]) n = n + 1;"
    wrong = f"reg [63:0] n = 0; {forever} assign out_data = from_state ^ n;"
    design = broken(tmp_path, right, wrong)
    simulate.build(design)
    monkeypatch.setattr(simulate, "MOST_SECONDS", 1.0)
    with pytest.raises(WorkFailed, match="guest-compact failed: sim did not end in 1 s"):
        hash_one(design)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("wire [127:0] turned =", "wire [127:0] turned ==", r"compact\.v:8\d:\d+: syntax error"),
        ('data_i = "in_data"', 'data_i = "in_dat"', "Pin not found: 'in_dat'"),
    ],
    ids=["syntax", "port"],
)
def test_what_a_tool_says_has_the_owner_s_names(
    right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(WorkFailed, match=said):
        simulate.build(broken(tmp_path, right, wrong))
