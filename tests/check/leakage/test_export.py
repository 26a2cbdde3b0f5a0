# SPDX-License-Identifier: Apache-2.0
"""What goes to other analysers: the netlist is the engine, its nets hold what is said of them."""

import json
from pathlib import Path

import numpy as np
import pytest

from hashfab import designs
from hashfab.check.leakage import export
from hashfab.check.leakage.forms import linear
from hashfab.check.netlist import synthesis
from hashfab.check.netlist.simulator import RUNS, Simulator, pack, unpack

MASKED = designs.parse("engine-n1x2")


@pytest.mark.long
def test_the_netlist_does_what_the_engine_does(tmp_path: Path, seed: int) -> None:
    """Yosys reads it back; both get the same random inputs, a reset now and then among them."""
    gates = synthesis.gates(MASKED, optimized=False)
    written = export.files(MASKED, gates)
    sources = [tmp_path / name for name in ("cells.v", "netlist.v")]
    for path in sources:
        path.write_text(written[path.name])
    top = designs.family_of(MASKED).top
    both = [Simulator(each) for each in (gates, synthesis.of_top(top, sources, {}, False))]
    numbers = np.random.default_rng(seed)
    often = {"rst_ni": 0.98, "valid_i": 0.8, "ready_i": 0.8, "random_valid_i": 0.9}
    results = 0
    for cycle in range(120):
        for port, nets in gates.inputs.items():
            drawn = numbers.random((len(nets), RUNS)) < often.get(port, 0.5)
            value = pack(drawn.astype(np.uint8) * (cycle > 0 or port != "rst_ni"))
            for simulator in both:
                simulator.set(port, value)
        for simulator in both:
            simulator.settle()
        for port in gates.outputs:
            one, other = (simulator.get(port) for simulator in both)
            assert (one == other).all(), f"{port} in cycle {cycle}"
        results += int(unpack(both[0].get("valid_o")).sum())
        for simulator in both:
            simulator.clock()
    assert results > RUNS // 8


@pytest.mark.parametrize("name", ["engine-n1x2", "engine-n1x2g64"])
def test_nets_hold_the_shares_that_are_said(name: str, seed: int) -> None:
    """In the first turn of share 0: a state behind its first linear layer, in two shares."""
    design = designs.parse(name)
    gates = synthesis.gates(design, optimized=False)
    said = json.loads(export.files(design, gates)["shares.json"])
    numbers = np.random.default_rng(seed)

    def drawn(bits: int) -> np.ndarray:
        found: np.ndarray = numbers.integers(0, 2, (bits, RUNS), np.uint8)
        return found

    def rotated(bits: np.ndarray, by: int) -> np.ndarray:
        return np.roll(bits.reshape(25, 64, RUNS), by, axis=1).reshape(1600, RUNS)

    def holds(kind: str) -> np.ndarray:
        """A register of shares, its lanes turned back."""
        nets = [int(said["nets"][kind][str(at)].removeprefix("n")) for at in range(1600)]
        turn = said["holds"][str(int(unpack(simulator.values[[int(said["turn"][1:])]])[0, 0]))]
        return rotated(unpack(simulator.values[nets]), -said["rotation"][str(turn[kind])])

    simulator = Simulator(gates)
    for port in gates.inputs:
        simulator.set_all(port, 0)
    simulator.set_all(said["reset"]["port"], said["reset"]["active"])
    simulator.settle()
    simulator.set_all(said["reset"]["port"], 1 - said["reset"]["active"])
    beats = [drawn(1600) for _ in said["beats"]]
    simulator.set_all("random_valid_i", 1)
    taken = 0
    while taken < len(beats):
        simulator.set("random_i", pack(drawn(len(gates.inputs["random_i"]))))
        simulator.set("data_i", pack(rotated(beats[taken], said["rotation"][str(taken)])))
        simulator.set_all("valid_i", 1)
        simulator.settle()
        taken += int(unpack(simulator.get("ready_o"))[0, 0])
        simulator.clock()
    simulator.settle()
    state = np.bitwise_xor.reduce(beats)
    expected = np.bitwise_xor.reduce(state[[linear(at) for at in range(1600)]], axis=1)
    assert (holds("a") ^ holds("b") == expected).all()
    # Share 0 is in b: it is the sum of eleven bits of the first beat.
    first = np.bitwise_xor.reduce(beats[0][[linear(at) for at in range(1600)]], axis=1)
    assert (holds("b") == first).all() and not (holds("a") == first).all()
    kinds = {port: kind for port, kind in said["ports"].items() if kind != "control"}
    random = "fresh" if name == "engine-n1x2" else "seed"
    assert kinds == {"data_i": "share", "data_o": "share", "random_i": random}
    assert len(said["nets"]["random"]) == 640 and len(said["nets"]["cross"]) == 1600
