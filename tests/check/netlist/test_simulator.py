# SPDX-License-Identifier: Apache-2.0
"""The simulator of gates: its digests are hashlib's, and what it disturbs and counts is right."""

import hashlib
import itertools
import json
from collections.abc import Callable

import numpy as np
import pytest

from hashfab import designs
from hashfab.check.netlist import circuit, synthesis
from hashfab.check.netlist.simulator import RUNS, Simulator, Toggles, pack, same, unpack
from hashfab.errors import WorkFailed

RATE = 136

GATES: dict[str, Callable[..., int]] = {
    "$_BUF_": lambda a: a,
    "$_NOT_": lambda a: 1 - a,
    "$_AND_": lambda a, b: a & b,
    "$_NAND_": lambda a, b: 1 - (a & b),
    "$_OR_": lambda a, b: a | b,
    "$_NOR_": lambda a, b: 1 - (a | b),
    "$_XOR_": lambda a, b: a ^ b,
    "$_XNOR_": lambda a, b: 1 - (a ^ b),
    "$_ANDNOT_": lambda a, b: a & (1 - b),
    "$_ORNOT_": lambda a, b: a | (1 - b),
    "$_MUX_": lambda a, b, s: b if s else a,
    "$_NMUX_": lambda a, b, s: 1 - (b if s else a),
    "$_AOI3_": lambda a, b, c: 1 - ((a & b) | c),
    "$_OAI3_": lambda a, b, c: 1 - ((a | b) & c),
    "$_AOI4_": lambda a, b, c, d: 1 - ((a & b) | (c & d)),
    "$_OAI4_": lambda a, b, c, d: 1 - ((a | b) & (c | d)),
}
"""As Yosys's manual has them."""


def gate(kind: str) -> circuit.Gates:
    """A circuit of one gate and a flip-flop behind it, reset to 1."""
    pins = circuit.KINDS[kind]
    ports = {
        name: {"direction": "input", "bits": [number]}
        for number, name in enumerate(["clk_i", "rst_ni", *pins], start=2)
    }
    flop = {"C": [2], "R": [3], "D": [20], "Q": [21]}
    connections = {pin: ports[pin]["bits"] for pin in pins} | {"Y": [20]}
    return circuit.read(
        json.dumps(
            {
                "modules": {
                    "top": {
                        "ports": {
                            **ports,
                            "y": {"direction": "output", "bits": [20]},
                            "q": {"direction": "output", "bits": [21]},
                        },
                        "cells": {
                            "flop": {"type": "$_DFF_PN1_", "connections": flop},
                            "gate": {"type": kind, "connections": connections},
                        },
                        "netnames": {"u.kept_q": {"hide_name": 0, "bits": [21]}},
                    }
                }
            }
        ),
        "top",
        "clk_i",
    )


@pytest.mark.parametrize("kind", GATES)
def test_each_gate_does_what_yosys_says(kind: str) -> None:
    gates = gate(kind)
    pins = circuit.KINDS[kind]
    cases = list(itertools.product((0, 1), repeat=len(pins)))
    simulated = Simulator(gates)
    simulated.set_all("rst_ni", 1)
    for place, pin in enumerate(pins):
        simulated.set(pin, pack(np.resize([case[place] for case in cases], (1, RUNS))))
    simulated.settle()
    expected = np.resize([GATES[kind](*case) for case in cases], RUNS)
    assert (unpack(simulated.get("y"))[0] == expected).all()
    simulated.clock()
    assert (unpack(simulated.get("q"))[0] == expected).all()


def test_a_reset_acts_at_once_and_only_in_its_runs() -> None:
    simulated = Simulator(gate("$_BUF_"))
    simulated.set("rst_ni", pack(np.resize([0, 1], (1, RUNS))))
    simulated.settle()
    assert (unpack(simulated.get("q"))[0] == np.resize([1, 0], RUNS)).all()


def test_disturbances_strike_their_runs_for_their_time() -> None:
    gates = gate("$_BUF_")
    simulated = Simulator(gates)
    simulated.set_all("rst_ni", 1)
    simulated.set_all("A", 1)
    some = pack(np.resize([1, 0, 0], (RUNS,)))
    (net,) = gates.outputs["y"]
    simulated.disturb(net, same(1, 1)[0], some)
    for _ in range(2):  # However often it settles, it is once.
        simulated.settle()
        assert (unpack(simulated.get("y"))[0] == np.resize([0, 1, 1], RUNS)).all()
    simulated.clock()
    simulated.settle()
    assert unpack(simulated.get("y")).all()
    assert (unpack(simulated.get("q"))[0] == np.resize([0, 1, 1], RUNS)).all()
    simulated.disturb(gates.registers.q[0], same(0, 1)[0], some)
    simulated.settle()
    assert (unpack(simulated.get("q"))[0] == np.resize([1, 0, 0], RUNS)).all()


def test_two_disturbances_of_one_gate_follow_each_other() -> None:
    gates = gate("$_BUF_")
    simulated = Simulator(gates)
    simulated.set_all("rst_ni", 1)
    (net,) = gates.outputs["y"]
    everywhere, nowhere = same(1, 1)[0], same(0, 1)[0]
    simulated.disturb(net, nowhere, everywhere)
    simulated.disturb(net, everywhere, everywhere)
    simulated.settle()
    assert not unpack(simulated.get("y")).any()


def test_toggles_are_counted_by_run() -> None:
    gates = synthesis.gates(designs.parse("engine-n1"))
    simulated = Simulator(gates)
    simulated.set_all("rst_ni", 1)
    counter = Toggles(simulated, gates.inputs["data_i"])
    numbers = np.random.default_rng(1)
    before = np.zeros((1600, RUNS), np.uint8)
    for share in (0.5, 0.01, 1.0):
        after = (numbers.random((1600, RUNS)) < share).astype(np.uint8)
        simulated.set("data_i", pack(after))
        assert (counter.count() == (before != after).sum(axis=0)).all()
        before = after


def test_digests_are_those_of_hashlib() -> None:
    numbers = np.random.default_rng(2)
    messages = [numbers.bytes(length % RATE) for length in range(RUNS)]
    blocks = [bytearray(message.ljust(200, b"\0")) for message in messages]
    for message, block in zip(messages, blocks, strict=True):
        block[len(message)] ^= 0x06
        block[RATE - 1] ^= 0x80
    states = np.unpackbits(
        np.array([list(block) for block in blocks], np.uint8), axis=1, bitorder="little"
    )
    for optimized in (False, True):
        simulated = Simulator(synthesis.gates(designs.parse("engine-n1"), optimized))
        for level in (0, 1):
            simulated.set_all("rst_ni", level)
            simulated.settle()
            simulated.clock()
        simulated.set_all("valid_i", 1)
        simulated.set("data_i", pack(np.ascontiguousarray(states.T)))
        simulated.settle()
        assert unpack(simulated.get("ready_o")).all()
        simulated.clock()
        simulated.set_all("valid_i", 0)
        cycles = 1
        simulated.settle()
        while not unpack(simulated.get("valid_o")).any():
            simulated.clock()
            simulated.settle()
            cycles += 1
        assert cycles == 24 and unpack(simulated.get("valid_o")).all()
        results = np.packbits(unpack(simulated.get("data_o")).T, axis=1, bitorder="little")
        for message, result in zip(messages, results, strict=True):
            assert result.tobytes()[:32] == hashlib.sha3_256(message).digest()


def test_registers_have_the_names_of_the_rtl() -> None:
    gates = synthesis.gates(designs.parse("engine-n1"))
    names = gates.registers.names
    assert len(names) == 1600 + 8 + 2 + 3
    assert f"gen_rounds.u_engine.state_q[{1599}]" in names
    assert "gen_rounds.u_engine.run_q" in names


def test_what_cannot_be_simulated_is_refused() -> None:
    def module(**cells: object) -> str:
        ports = {"clk_i": {"direction": "input", "bits": [2]}}
        return json.dumps({"modules": {"top": {"ports": ports, "cells": cells, "netnames": {}}}})

    latch = {"type": "$_DLATCH_P_", "connections": {"E": [2], "D": [2], "Q": [3]}}
    with pytest.raises(WorkFailed, match="latch is a "):
        circuit.read(module(latch=latch), "top", "clk_i")
    loop = {"type": "$_NOT_", "connections": {"A": [3], "Y": [3]}}
    with pytest.raises(WorkFailed, match="loop"):
        circuit.read(module(loop=loop), "top", "clk_i")
    flop = {"type": "$_DFF_P_", "connections": {"C": [5], "D": [2], "Q": [3]}}
    with pytest.raises(WorkFailed, match="flop is a "):
        circuit.read(module(flop=flop), "top", "clk_i")
    reset = {"type": "$_DFF_PN0_", "connections": {"C": [2], "D": [3], "Q": [3], "R": [3]}}
    with pytest.raises(WorkFailed, match="reset is no input"):
        circuit.read(module(reset=reset), "top", "clk_i")
