# SPDX-License-Identifier: Apache-2.0
"""Every probe on an engine in two shares, with glitches and transitions, exactly.

A probe on a wire sees all registers and inputs that the wire depends on, because before the wire
comes to rest each of them may have had its say (glitches), and what they were in the cycle before
as well (transitions). The engine is secure to the first order if what any one probe sees has the
same distribution for every secret.

What a probe sees are sums of random bits (``forms``). A sum with a random bit that none of the
others has is random and independent of them, so it is set aside; if all are, all that the probe
sees is random, whatever the secret. That is a proof. It begins with a state of which share 0 is
random: ``sharing`` shows that chi keeps it so.

The wires are those of the netlist. Of a wire and one that depends on it only the latter is tried:
it sees more. Probes that differ in nothing but z are the same, because the engine's steps are.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random as Numbers

from hashfab.check.leakage.forms import (
    ALWAYS,
    LANE,
    Chi,
    Coefficient,
    Form,
    Linear,
    Random,
    Shares,
    bit,
    neighbours,
    place,
    total,
)
from hashfab.check.netlist.circuit import KINDS, Gates

SOURCES = {"state_a_q": "a", "state_b_q": "b", "cross_q": "cross"}
"""Registers that hold shares."""

INPUTS = {"data_i": "data", "random_i": "random"}
"""Inputs that carry shares, and fresh bits."""

WORD = "word_o"
"""The register of fresh bits that a generator inside has made. They count as random: of the cipher
and its seed, which ``random_i`` then is, nothing is looked at."""

Signal = tuple[str, int]
"""A register or an input of those, and its bit."""

Cycle = Mapping[str, Callable[[int], Form | None]]
"""What each of them holds in a cycle, by bit. What is left out has to do with no secret here."""

IDLE = {"run_q": 0, "vacant_q": 1, "open_q": 1, "busy_q": 0}
"""The registers of control that are the same in every cycle in which nothing runs."""

NOTHING = Form(frozenset())

TRIES = 64
"""Secrets that are tried where the proof ends."""


@dataclass(frozen=True)
class Scene:
    """Two cycles behind each other.

    Attributes:
        name: what happens.
        cycles: the first and the second.
        idle: whether nothing runs in each, so that ``IDLE`` shuts what comes out of chi.
    """

    name: str
    cycles: tuple[Cycle, Cycle]
    idle: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class Leak:
    """A probe whose view depends on the secret.

    Attributes:
        wire: where it is.
        scene: when.
        transitions: whether it takes both cycles.
        signals: registers and inputs that together tell something, each with its cycle.
        proven: whether a secret was found that shows it; otherwise there is no proof either way.
        wires: how many more there are like it, by z or behind it.
    """

    wire: str
    scene: str
    transitions: bool
    signals: tuple[str, ...]
    proven: bool
    wires: int


@dataclass(frozen=True)
class Probes:
    """What came of all probes.

    Attributes:
        wires: of the netlist, each of which is seen by a probe.
        probes: those that no other one contains.
        different: those of them that differ in more than z.
        cases: probes and scenes that were tried, with and without transitions.
        most: signals in a probe.
        leaks: those that tell something.
    """

    wires: int
    probes: int
    different: int
    cases: int
    most: int
    leaks: tuple[Leak, ...]


def scenes(skew: int) -> tuple[Scene, ...]:
    """Whatever follows each other in an engine, as far as shares go.

    Args:
        skew: by which the lanes of share 1 are rotated left.
    """

    def real(at: int) -> int:
        lane, z = divmod(at, LANE)
        return lane * LANE + (z - skew) % LANE

    def zero(of: Shares) -> Callable[[int], Form | None]:
        return lambda at: of.share(0, at)

    def one(of: Shares) -> Callable[[int], Form | None]:
        return lambda at: of.share(1, real(at))

    def fresh(of: Shares) -> Callable[[int], Form | None]:
        return of.fresh

    def crossed(of: Shares, number: int) -> Callable[[int], Form | None]:
        return lambda at: of.crossed(number, real(at) if number else at)

    def even(of: Shares) -> Cycle:
        """The turn of share 0. ``other`` has share 1, as it lies beside share 0."""

        def other(at: int) -> Form:
            return of.share(1, at)

        held: Cycle = {"a": one(of), "b": zero(of), "cross": crossed(of, 0)}
        return {**held, "random": fresh(of), "other": other}

    def odd(of: Shares, then: Shares) -> Cycle:
        """The turn of share 1."""

        def other(at: int) -> Form:
            return of.share(0, real(at))

        held: Cycle = {"a": zero(then), "b": one(of), "cross": crossed(of, 1)}
        return {**held, "random": fresh(then), "other": other}

    now, beats = Random("s"), Random("d")
    then, loaded = Linear(Chi(now)), Linear(beats)
    # Share 0 of a state whose share 1 has not come stands in both, and x0 in the cross register.
    alone = zero(loaded)
    late: Cycle = {"a": alone, "b": alone, "cross": alone}
    first, second = {"data": zero(beats)}, {"data": one(beats)}
    return (
        Scene("shares 0 and 1 of a round", (even(now), odd(now, then))),
        Scene("share 1 of a round, share 0 of the next", (odd(now, then), even(then))),
        Scene(
            "a result leaves while a state comes in",
            ({**even(now), **first}, {**odd(now, loaded), **second}),
        ),
        Scene("a state has come in", ({**odd(now, loaded), **second}, even(loaded))),
        Scene("share 1 comes late", (odd(now, loaded), late), (False, True)),
        Scene("share 1 has come late", ({**late, **second}, even(loaded)), (True, False)),
    )


def signals(gates: Gates) -> dict[int, Signal]:
    """What nets carry that has to do with shares: registers, and inputs."""
    found: dict[int, Signal] = {}
    for name, net in zip(gates.registers.names, gates.registers.q.tolist(), strict=True):
        signal = _register(name)
        if signal:
            found[net] = signal
    generated = any(kind == "random" for kind, _ in found.values())
    for port, kind in INPUTS.items():
        if kind == "random" and generated:
            continue
        for at, net in enumerate(gates.inputs.get(port, ())):
            found[int(net)] = kind, _random(at) if kind == "random" else at
    return found


def ends(gates: Gates) -> dict[str, int]:
    """Where cones end: each register's next value, and each output, by name."""
    found = dict(zip(gates.registers.names, gates.registers.d.tolist(), strict=True))
    for port, nets in gates.outputs.items():
        found |= {f"{port}[{at}]": int(net) for at, net in enumerate(nets)}
    return found


def cones(gates: Gates, known: Mapping[str, int] | None = None) -> dict[str, frozenset[Signal]]:
    """For each register's input and each output: what it depends on that has to do with shares.

    Every other wire is in the cone of one of them, and sees a part of what it does.

    Args:
        gates: the engine.
        known: registers of control that stand still, and at what. A gate that they shut lets
            nothing pass, not even a glitch.
    """
    carried = signals(gates)
    seen: list[int] = [0] * gates.nets
    for number, net in enumerate(carried):
        seen[net] = 1 << number
    constant: dict[int, int] = {0: 0, 1: 1}
    for name, net in zip(gates.registers.names, gates.registers.q.tolist(), strict=True):
        if known and (last := name.rpartition(".")[2]) in known:
            constant[net] = known[last]
    kinds = tuple(KINDS)
    for kind, output, *operands in gates.table.tolist():
        used = operands[: len(KINDS[kinds[kind]])]
        if any(net in constant for net in used):
            values = [constant.get(net) for net in used]
            matter = _matter(kinds[kind], tuple(values))
            if isinstance(matter, int):
                constant[output] = matter
                continue
            used = [used[at] for at in matter]
        for net in used:
            seen[output] |= seen[net]
    order = list(carried.values())
    return {
        name: frozenset(order[at] for at in _ones(seen[net])) for name, net in ends(gates).items()
    }


FUNCTIONS: Mapping[str, Callable[..., int]] = {
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
"""Of the gates."""


@cache
def _matter(kind: str, values: tuple[int | None, ...]) -> int | tuple[int, ...]:
    """Which inputs of a gate count when some are known; its value when none does."""
    function = FUNCTIONS[kind]
    choices = [(0, 1) if value is None else (value,) for value in values]
    table = {inputs: function(*inputs) for inputs in product(*choices)}
    if len(set(table.values())) == 1:
        return next(iter(table.values()))
    return tuple(
        at
        for at, value in enumerate(values)
        if value is None
        and any(
            found != table[(*inputs[:at], 1 - inputs[at], *inputs[at + 1 :])]
            for inputs, found in table.items()
        )
    )


def _ones(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _register(name: str) -> Signal | None:
    match = re.fullmatch(r"(?:.*\.)?(\w+)\[(\d+)\]", name)
    if match and match[1] == WORD:
        return "random", _random(int(match[2]))
    return (SOURCES[match[1]], int(match[2])) if match and match[1] in SOURCES else None


def _random(at: int) -> int:
    """The position of a bit of ``random_i``."""
    lane, z = divmod(at, LANE)
    return place(lane % 2, lane // 2, z)


def run(gates: Gates, skew: int) -> Probes:
    """Try every probe.

    Args:
        gates: an engine in two shares.
        skew: by which the lanes of share 1 are rotated left.
    """
    found = {name: cone for name, cone in cones(gates).items() if cone}
    shut = cones(gates, IDLE)
    kept = _largest(found)
    # What a generator inside has made is new in each cycle, whatever it is made of.
    sources = {
        signal: cone
        for name, cone in found.items()
        if (signal := _register(name)) and signal[0] != "random"
    }
    different: dict[tuple[Signal, ...], list[str]] = defaultdict(list)
    for name in kept:
        different[_without_z(name, found[name])].append(name)
    leaks, cases = [], 0
    for scene in scenes(skew):
        for names in different.values():
            for cycles in ((0,), (1,), (0, 1)):
                cases += len(names)
                views = [(shut if scene.idle[cycle] else found)[names[0]] for cycle in cycles]
                tells = _tells(scene, cycles, views, sources)
                if tells is not None:
                    shown, proven = tells
                    both = len(cycles) > 1
                    leaks.append(Leak(names[0], scene.name, both, shown, proven, len(names)))
                    break
    most = max((len(found[name]) for name in kept), default=0)
    wires = len(gates.table) + len(gates.registers.names)
    return Probes(wires, len(kept), len(different), cases, most, tuple(leaks))


def _largest(found: Mapping[str, frozenset[Signal]]) -> list[str]:
    """The names of cones that are in no other one; of the same ones, the first."""
    having: dict[Signal, list[frozenset[Signal]]] = defaultdict(list)
    kept = []
    for name, cone in sorted(found.items(), key=lambda item: -len(item[1])):
        rarest = min(cone, key=lambda signal: len(having[signal]))
        if any(cone <= other for other in having[rarest]):
            continue
        kept.append(name)
        for signal in cone:
            having[signal].append(cone)
    return kept


def _without_z(name: str, cone: frozenset[Signal]) -> tuple[Signal, ...]:
    """A cone, as seen from the wire's own z."""
    match = re.search(r"\[(\d+)\]$", name)
    origin = int(match[1]) % LANE if match else 0
    return tuple(sorted((kind, at - at % LANE + (at - origin) % LANE) for kind, at in cone))


def _tells(
    scene: Scene,
    cycles: Sequence[int],
    cones: Sequence[frozenset[Signal]],
    sources: Mapping[Signal, frozenset[Signal]],
) -> tuple[tuple[str, ...], bool] | None:
    """What ``dependent`` says of a probe.

    A register that only takes over what the probe has seen in the cycle before tells nothing new.
    A cross register is a sum of random bits to who sees y and z of its share (``Shares.crossed``).
    Who does not sees x and the fresh bit plus something of y and of the other share's z, or is
    given y, and z of either share: if in one of these ways nothing is told, nothing is.

    Args:
        scene: when.
        cycles: of it.
        cones: what the probe sees in each.
        sources: of each register, what its next value depends on.
    """
    views = list(cones)
    if len(views) > 1 and not any(scene.idle):
        first, second = views
        views[1] = frozenset(
            each for each in second if each not in sources or not sources[each] <= first
        )
    found = None
    for kind in ("", "b", "other"):
        told: dict[Form, str] = {}
        given = False
        for cycle, seen in zip(cycles, views, strict=True):
            holds = scene.cycles[cycle]
            lone = [at for at in _lone(seen) if "other" in holds]
            given = given or bool(lone)
            near = {("b", neighbours(at)[0]) for at in lone}
            far = {(kind, neighbours(at)[1]) for at in lone}
            if kind:
                told |= _view(holds, cycle, sorted(seen | near | far))
                continue
            told |= _view(holds, cycle, sorted(seen - {("cross", at) for at in lone}))
            told |= {_product(holds, at): f"cross[{at}] in cycle {cycle}" for at in lone}
        found = dependent(told)
        if found is None or not given:
            return found
    return found


def _lone(seen: frozenset[Signal]) -> list[int]:
    """Cross registers that are seen without what chi combines them with."""
    return [
        at
        for kind, at in sorted(seen)
        if kind == "cross" and not all(("b", near) in seen for near in neighbours(at))
    ]


def _product(holds: Cycle, at: int) -> Form:
    """A cross register by itself: y and the other share's z have an unknown part in it."""
    y, z = neighbours(at)
    own, *others = (holds[kind](where) for kind, where in (("cross", at), ("b", y), ("other", z)))
    assert own
    unknown = {name for form in others if form for name, _ in form.terms}
    parts = (bit(name, coefficient=frozenset({f"cross[{at}]"})) for name in unknown)
    return total([own, *parts])


def _view(cycle: Cycle, number: int, signals: Sequence[Signal]) -> dict[Form, str]:
    """What a probe sees in a cycle: sums, each once, and what is called so."""
    found: dict[Form, str] = {}
    for kind, at in signals:
        holds = cycle.get(kind)
        form = holds(at) if holds else None
        if form:
            found.setdefault(form, f"{kind}[{at}] in cycle {number}")
    return found


def dependent(told: Mapping[Form, str]) -> tuple[tuple[str, ...], bool] | None:
    """None when some sums of random bits are all random and independent, whatever the secret.

    Otherwise the names of those that together tell something, and whether that is certain.
    """
    rest = _tangled(told)
    numbers = Numbers(1)
    attempt = 0
    while rest and attempt < TRIES:
        chosen = _relation(rest, _Secret(numbers, attempt))
        if not chosen:
            attempt += 1
        elif total(chosen) == NOTHING:
            # What one of them says, the others say together, whatever the secret.
            rest = _tangled(form for form in rest if form != chosen[-1])
        else:
            return tuple(told[form] for form in chosen), True
    return (tuple(told[form] for form in rest), False) if rest else None


def _tangled(forms: Iterable[Form]) -> dict[Form, dict[str, Coefficient]]:
    """What is left of some sums when each with a random bit of its own has been set aside."""
    rest = {form: dict(form.terms) for form in forms}
    having: dict[str, set[Form]] = defaultdict(set)
    for form, terms in rest.items():
        for name in terms:
            having[name].add(form)
    lone = [name for name, found in having.items() if len(found) == 1]
    while lone:
        name = lone.pop()
        if len(having[name]) != 1:
            continue
        (form,) = having[name]
        if rest[form][name] != ALWAYS:
            continue
        for other in rest.pop(form):
            having[other].discard(form)
            if len(having[other]) == 1:
                lone.append(other)
    return rest


class _Secret:
    """The bits of a secret: all 0, all 1, and then at random."""

    def __init__(self, numbers: Numbers, attempt: int) -> None:
        self._numbers, self._attempt, self._bits = numbers, attempt, {"": 1}

    def value(self, coefficient: Coefficient) -> int:
        """Of a sum of some."""
        found = 0
        for name in sorted(coefficient):
            if name not in self._bits:
                drawn = self._numbers.getrandbits(1)
                self._bits[name] = self._attempt if self._attempt < 2 else drawn
            found ^= self._bits[name]
        return found


def _relation(rest: Mapping[Form, Mapping[str, Coefficient]], secret: _Secret) -> list[Form]:
    """Sums that add up to one without random bits, under a secret; none if there are none."""
    columns: dict[str, int] = {}
    pivots: dict[int, tuple[int, int]] = {}
    forms = list(rest)
    for number, form in enumerate(forms):
        row, used = 0, 1 << number
        for name, coefficient in rest[form].items():
            if secret.value(coefficient):
                row |= 1 << columns.setdefault(name, len(columns))
        while row:
            top = row.bit_length()
            if top not in pivots:
                pivots[top] = (row, used)
                break
            row, used = row ^ pivots[top][0], used ^ pivots[top][1]
        if not row:
            return [forms[at] for at in _ones(used)]
    return []
