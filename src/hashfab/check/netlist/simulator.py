# SPDX-License-Identifier: Apache-2.0
"""Many independent runs of a circuit at once, cycle by cycle.

A cycle is: ``set`` inputs, ``disturb`` nets, ``settle``, ``get`` outputs, ``clock``. Values come as
words: an array of shape (bits, ``WORDS``) of 64-bit words, in which run r is bit r % 64 of word
r // 64; ``pack`` and ``unpack`` make them of one byte for each run and bit.
"""

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hashfab.check.netlist.circuit import Gates, Nets
from hashfab.tools import gxx

SOURCE = Path(__file__).with_name("simulator.cpp")

RUNS = 256
"""At once."""

WORDS = RUNS // 64

Words = NDArray[np.uint64]
Bits = NDArray[np.uint8]

NONE = np.uint64(0)
ALL = ~NONE


def pack(bits: Bits) -> Words:
    """Words of values of shape (..., ``RUNS``), each 0 or 1."""
    return np.packbits(bits, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


def unpack(words: Words) -> Bits:
    """The values of words, of shape (..., ``RUNS``)."""
    flat = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(flat, axis=-1, bitorder="little")


def same(number: int, bits: int) -> Words:
    """The words of one number in all runs."""
    column = [ALL if number >> bit & 1 else NONE for bit in range(bits)]
    return np.repeat(np.array(column, np.uint64)[:, None], WORDS, axis=1)


class Simulator:
    """Runs of a circuit, all registers 0 at first.

    Attributes:
        gates: the circuit.
        values: the words of every net. What is written to those of registers and inputs counts.
    """

    def __init__(self, gates: Gates) -> None:
        """Raises as ``gxx.library``."""
        self.gates = gates
        self.values: Words = np.zeros((gates.nets, WORDS), np.uint64)
        self.values[1] = ALL
        self._library = _library()
        self._drivers = gates.drivers()
        self._scratch = np.zeros((len(gates.registers.q), WORDS), np.uint64)
        self._struck: dict[int, Words] = {}

    def set(self, port: str, words: Words) -> None:
        """Give an input port its value in each run."""
        self.values[self.gates.inputs[port]] = words

    def set_all(self, port: str, number: int) -> None:
        """Give an input port one value in all runs."""
        self.set(port, same(number, len(self.gates.inputs[port])))

    def get(self, port: str) -> Words:
        """The value of an output port in each run, of shape (bits, ``WORDS``)."""
        found: Words = self.values[self.gates.outputs[port]]
        return found

    def disturb(self, net: int, keep: Words, flip: Words) -> None:
        """Change a net: its value and ``keep``, exclusive-or ``flip``, of ``WORDS`` words each.

        That of a register or an input changes now, and stays so until it gets another value. That
        of a gate changes as often as the gate is computed before the next ``clock``.
        """
        row = int(self._drivers[net])
        if row < 0:
            self.values[net] = (self.values[net] & keep) ^ flip
            return
        known = self._struck.get(row)
        if known is None:
            self._struck[row] = np.stack([keep, flip])
        else:
            known[1] = (known[1] & keep) ^ flip
            known[0] &= keep

    def settle(self) -> None:
        """Compute all gates; what is in reset takes its initial value first."""
        registers, table = self.gates.registers, self.gates.table
        self._library.netlist_reset(
            _at(self.values),
            _at(registers.q),
            _at(registers.initial),
            _at(registers.reset),
            len(registers.q),
        )
        rows = sorted(self._struck)
        places = np.array(rows, np.int32)
        strikes = np.array([self._struck[row] for row in rows], np.uint64)
        self._library.netlist_settle(
            _at(self.values), _at(table), len(table), _at(places), _at(strikes), len(rows)
        )

    def clock(self) -> None:
        """A rising edge of the clock."""
        registers = self.gates.registers
        self._library.netlist_clock(
            _at(self.values),
            _at(registers.d),
            _at(registers.q),
            len(registers.q),
            _at(self._scratch),
        )
        self._struck.clear()


class Toggles:
    """Counts how many of some nets have changed, in each run."""

    def __init__(self, simulator: Simulator, nets: Sequence[int] | Nets | None = None) -> None:
        """Of all nets when none are named; what they have now is what is compared with first."""
        chosen = range(simulator.gates.nets) if nets is None else nets
        self.nets = np.array(chosen, np.int32)
        self._simulator = simulator
        self._before: Words = simulator.values[self.nets]

    def count(self) -> NDArray[np.uint32]:
        """By run, nets that have another value than at the last call."""
        found = np.zeros(RUNS, np.uint32)
        _library().netlist_toggles(
            _at(self._simulator.values),
            _at(self._before),
            _at(self.nets),
            len(self.nets),
            _at(found),
        )
        return found


@cache
def _library() -> ctypes.CDLL:
    """The compiled part."""
    library = ctypes.CDLL(str(gxx.library(SOURCE)))
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    signatures = {
        "netlist_settle": [pointer, pointer, size, pointer, pointer, size],
        "netlist_clock": [pointer, pointer, pointer, size, pointer],
        "netlist_reset": [pointer, pointer, pointer, pointer, size],
        "netlist_toggles": [pointer, pointer, pointer, size, pointer],
    }
    for name, arguments in signatures.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = None
    assert library.netlist_runs() == RUNS
    return library


def _at(array: NDArray[np.generic]) -> int:
    """The address of an array's first element."""
    assert array.flags.c_contiguous
    return array.ctypes.data
