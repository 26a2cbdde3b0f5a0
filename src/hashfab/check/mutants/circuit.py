# SPDX-License-Identifier: Apache-2.0
"""Two versions of a circuit as one, whose only output says that they do not do the same.

The circuits are and-inverter graphs (Biere, AIGER 1.9, 2011) with names. A register that both have
stands once: the output is 1 also in a cycle in which the two would load something different into
it. So if the output is never 1, such a register is never loaded with anything else, and standing
once was right. Registers which may differ stand twice.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

FALSE = 0
"""A literal: twice a node's number, and one more when inverted; node 0 is constant."""


@dataclass(frozen=True)
class Circuit:
    """An and-inverter graph.

    Attributes:
        inputs: their literals by name.
        registers: literal, and literal of the next value, by name; 0 at the start.
        outputs: their literals by name.
        gates: literal, and those of its two operands, which stand before it.
    """

    inputs: Mapping[str, int]
    registers: Mapping[str, tuple[int, int]]
    outputs: Mapping[str, int]
    gates: tuple[tuple[int, int, int], ...]


def parse(text: str) -> Circuit:
    """Read a circuit in AIGER's ASCII format, with a name for every input, register and output."""
    lines = iter(text.splitlines())
    counts = [int(word) for word in next(lines).split()[1:6]]
    inputs, registers, outputs, gates = (
        [tuple(map(int, next(lines).split())) for _ in range(count)] for count in counts[1:]
    )
    names = dict(line.split(" ", 1) for line in lines if line[0] in "ilo")
    return Circuit(
        {names[f"i{n}"]: row[0] for n, row in enumerate(inputs)},
        {names[f"l{n}"]: (row[0], row[1]) for n, row in enumerate(registers)},
        {names[f"o{n}"]: row[0] for n, row in enumerate(outputs)},
        tuple((row[0], row[1], row[2]) for row in gates),
    )


@dataclass
class _Graph:
    """Gates that are there once: the same operands give the same gate."""

    rows: list[tuple[int, int] | None] = field(default_factory=lambda: [None])
    known: dict[tuple[int, int], int] = field(default_factory=dict)

    def leaf(self) -> int:
        self.rows.append(None)
        return 2 * (len(self.rows) - 1)

    def both(self, a: int, b: int) -> int:
        a, b = min(a, b), max(a, b)
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (FALSE ^ 1, b):
            return b
        if (a, b) not in self.known:
            self.rows.append((a, b))
            self.known[a, b] = 2 * (len(self.rows) - 1)
        return self.known[a, b]

    def either(self, literals: Iterable[int]) -> int:
        none = FALSE ^ 1
        for literal in literals:
            none = self.both(none, literal ^ 1)
        return none ^ 1

    def differ(self, a: int, b: int) -> int:
        return self.both(self.both(a, b) ^ 1, self.both(a ^ 1, b ^ 1) ^ 1)


@dataclass(frozen=True)
class Joined:
    """Two circuits as one.

    Attributes:
        differs: whether the output could be 1 at all, as far as the structure says.
        loaded: registers that stand once, and are not loaded from the very same gate.
        blif: the circuit in Berkeley's format, with what its output depends on.
    """

    differs: bool
    loaded: frozenset[str]
    blif: str


def join(gold: Circuit, gate: Circuit, twice: Collection[str] = ()) -> Joined:
    """Two circuits side by side, under the same inputs.

    Args:
        gold: one of them.
        gate: the other one, with the same outputs.
        twice: names of registers that stand twice although both have them.
    """
    graph = _Graph()
    names: dict[int, str] = {}
    once = (gold.registers.keys() & gate.registers.keys()) - set(twice)
    shared = {name: graph.leaf() for name in sorted({*gold.inputs, *gate.inputs, *once})}
    names.update({literal: f"x{literal}" for literal in shared.values()})
    following: dict[int, int] = {}
    sides = []
    for circuit in (gold, gate):
        value = {FALSE: FALSE}
        value.update({literal: shared[name] for name, literal in circuit.inputs.items()})
        for name, (literal, _) in circuit.registers.items():
            value[literal] = shared[name] if name in once else graph.leaf()

        def of(literal: int, value: dict[int, int] = value) -> int:
            return value[literal & ~1] ^ (literal & 1)

        for literal, a, b in circuit.gates:
            value[literal] = graph.both(of(a), of(b))
        loads = {name: of(after) for name, (_, after) in circuit.registers.items()}
        following.update({of(circuit.registers[name][0]): loads[name] for name in loads})
        sides.append((loads, {name: of(literal) for name, literal in circuit.outputs.items()}))
    (gold_loads, gold_outputs), (gate_loads, gate_outputs) = sides
    loaded = frozenset(name for name in once if gold_loads[name] != gate_loads[name])
    pairs = [(gold_loads[name], gate_loads[name]) for name in sorted(loaded)]
    pairs += [(gold_outputs[name], gate_outputs[name]) for name in sorted(gold_outputs)]
    bad = graph.either(graph.differ(a, b) for a, b in pairs)
    return Joined(bad != FALSE, loaded, _blif(graph, following, bad))


def _blif(graph: _Graph, following: Mapping[int, int], bad: int) -> str:
    """What the output depends on; ``following`` is the next value of each register."""
    needed, waiting = {FALSE}, [bad]
    while waiting:
        node = waiting.pop() & ~1
        if node in needed:
            continue
        needed.add(node)
        row = graph.rows[node // 2]
        waiting += [following[node]] if node in following else row or ()
    order = sorted(needed - {FALSE})
    leaves = [node for node in order if graph.rows[node // 2] is None and node not in following]
    lines = [".model joined", f".inputs {' '.join(f'n{node}' for node in leaves)}"]
    lines += [".outputs bad", f".names n{FALSE}"]

    def operand(literal: int) -> str:
        return f"n{literal & ~1}"

    for node in order:
        row = graph.rows[node // 2]
        if node in following:
            after = following[node]
            lines += [f".latch d{node} n{node} 0", f".names {operand(after)} d{node}"]
            lines += [f"{1 - (after & 1)} 1"]
        elif row:
            lines += [f".names {operand(row[0])} {operand(row[1])} n{node}"]
            lines += [f"{1 - (row[0] & 1)}{1 - (row[1] & 1)} 1"]
    lines += [f".names {operand(bad)} bad", f"{1 - (bad & 1)} 1", ".end"]
    return "\n".join(lines) + "\n"
