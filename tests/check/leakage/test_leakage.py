# SPDX-License-Identifier: Apache-2.0
"""Probes and traces: the masked engine passes, and forms of it that are broken fail by name."""

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from hashfab import designs, paths
from hashfab.check.leakage import CONTROL_TRACES, TRACES, analysis, cone, probes, sharing, traces
from hashfab.check.leakage.forms import bit, total
from hashfab.check.netlist import synthesis
from hashfab.check.netlist.circuit import KINDS, Gates
from hashfab.cli import cli
from hashfab.designs.engine import SKEW
from hashfab.errors import CheckFailed, RequestError

MASKED = designs.parse("engine-n1x2")
CORE = "keccak_engine_masked.sv"
ENGINE = "gen_masked.u_engine"


PRODUCT = (
    "(state_b_q[y][x] ^ (state_b_q[y][(x+1)%5]"
    " & rotl(state_a_q[y][(x+2)%5], LaneWidth - ShareSkew)))"
)
"""What ``cross_q`` holds in share 0's turn, as gates."""

SVG = "{http://www.w3.org/2000/svg}"


def broken(folder: Path, file: str, right: str, wrong: str) -> Gates:
    """The engine with a line of its RTL replaced, as its RTL spells it."""
    family = designs.family_of(MASKED)
    sources = []
    for path in family.sources():
        text = path.read_text()
        if path.name == file:
            assert text.count(right) == 1
            text = text.replace(right, wrong)
        (folder / path.name).write_text(text)
        sources.append(folder / path.name)
    return synthesis.of_top(family.top, sources, family.rtl_parameters(MASKED), optimized=False)


@pytest.mark.parametrize("name", ["engine-n1x2", "engine-n1x2g64"])
def test_no_probe_on_a_masked_engine_tells_of_the_secret(name: str) -> None:
    gates = synthesis.gates(designs.parse(name), optimized=False)
    found = probes.run(gates, SKEW)
    assert found.leaks == ()
    # All registers of shares and all outputs are ends of cones, whichever are the largest.
    assert found.probes >= 3 * 1600 - 64 and found.most >= 45
    rows = sharing.run(gates, SKEW)
    assert rows.wrong == () and rows.skewed == ()


def test_without_the_register_of_the_products_a_gate_sees_both_shares(tmp_path: Path) -> None:
    gates = broken(tmp_path, CORE, "= cross_q[y][x] ^ (~", f"= {PRODUCT} ^ (~")
    found = probes.run(gates, SKEW)
    at_once = [leak for leak in found.leaks if not leak.transitions and leak.proven]
    # z of a row, in both shares at once: where chi takes it, and where the product does.
    assert any({name.split("[")[0] for name in leak.signals} == {"a", "b"} for leak in at_once)

    leak = at_once[0]
    drawn = cone.find(gates, leak)
    picture = ElementTree.fromstring(cone.draw(drawn, leak))
    texts = [each.text or "" for each in picture.iter(f"{SVG}text")]
    assert texts[0] == f"{leak.wire} tells of the secret: {leak.scene}"
    # Every net behind the wire has a box. That of a gate says which, that of a signal its name.
    boxes = [each for each in picture.iter(f"{SVG}rect") if "class" in each.attrib]
    assert len(boxes) == len(drawn.operands) > 4
    kinds = {kind.strip("$_") for kind in KINDS}
    counts = Counter(drawn.labels[net] for net, operands in drawn.operands.items() if operands)
    assert counts == Counter(text for text in texts if text in kinds)
    told = [text for text in texts if text.endswith(", cycle 0")]
    assert {text.split(":")[0] for text in told} == {
        signal.removesuffix(" in cycle 0") for signal in leak.signals
    }
    marks = Counter(each.get("class") for each in boxes)
    assert marks["tells"] == len(leak.signals) and marks["probe"] == 1
    # The wire is the first that sees all of that: none behind it does.
    reached: dict[int, set[int]] = {}
    for net, operands in drawn.operands.items():
        reached[net] = ({net} & drawn.telling).union(*(reached[each] for each in operands))
    assert [net for net, seen in reached.items() if seen == drawn.telling] == [drawn.wire]


@pytest.mark.long
def test_the_command_draws_the_probe_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))
    for path in designs.family_of(MASKED).sources():
        copy = tmp_path / path.relative_to(paths.rtl_dir().parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text().replace("= cross_q[y][x] ^ (~", f"= {PRODUCT} ^ (~"))
    picture = tmp_path / "cone.svg"
    arguments = ["leakage", MASKED.name, "--traces", "768", "--json", "--cone", str(picture)]
    with paths.reading_from(tmp_path):
        ran = CliRunner().invoke(cli, arguments)
    assert isinstance(ran.exception, CheckFailed)
    found = json.loads(ran.stdout)
    leak = found["probes"]["leaks"][0]
    assert found["leaks"] and found["sharing"]["wrong"] == ["no register cross_q of 1,600 bits"]
    text = ElementTree.parse(picture).findtext(f"{SVG}title") or ""
    assert text.startswith(f"{leak['wire']} tells of the secret: ")


@pytest.mark.parametrize(
    "fresh",
    [
        pytest.param("(fresh[y][x] & {LaneWidth{tag_fill_q[0]}})", id="stuck at zero"),
        pytest.param("fresh[y][0]", id="one bit for both", marks=pytest.mark.long),
    ],
)
def test_with_too_little_randomness_shares_do_not_stay_random(fresh: str, tmp_path: Path) -> None:
    right = "(even_q ? rotl(fresh[y][x], ShareSkew) : fresh[y][x])"
    gates = broken(tmp_path, CORE, right, right.replace("fresh[y][x]", fresh))
    rows = sharing.run(gates, SKEW)
    assert "cross_q does not hold what the turn of share 0 takes" in rows.wrong
    assert {row for _, row in rows.skewed} == set(range(320))
    # A row of ones is among those that lose something.
    assert {secret for secret, _ in rows.skewed} < set(range(32))


@pytest.mark.long
@pytest.mark.parametrize("skew", [0, 5])
def test_shares_in_the_wrong_place_meet(skew: int, tmp_path: Path) -> None:
    """Whether share 1 lies as share 0 does, or is rotated so that some wires see both of a bit."""
    gates = broken(tmp_path, "keccak_pkg.sv", "ShareSkew = 17", f"ShareSkew = {skew}")
    assert sharing.run(gates, skew).wrong == ()
    found = probes.run(gates, skew)
    assert found.leaks and all(leak.proven for leak in found.leaks)


def test_a_sum_is_set_aside_only_by_a_bit_of_its_own() -> None:
    a, b, c = bit("a"), bit("b"), bit("c")
    shares = {a: "share 0", bit("a", ["s"]): "share 1"}
    assert probes.dependent({a: "a", total([a, b]): "a ^ b", c: "c"}) is None
    assert probes.dependent(shares) == (("share 0", "share 1"), True)
    # The sum of both is a ^ a ^ c: what the others tell, it tells, and no more.
    assert probes.dependent({a: "a", c: "c", total([a, c]): "a ^ c"}) is None
    assert probes.dependent({total([a, b]): "0", total([bit("a", ["s"]), b]): "1"}) is not None
    # b counts only where the secret has it.
    maybe = total([a, bit("b", coefficient=frozenset({"s"}))])
    assert probes.dependent({a: "a", maybe: "a ^ s & b"}) == (("a", "a ^ s & b"), True)


def test_words_of_a_generator_count_as_random_and_its_seeds_as_nothing() -> None:
    gates = synthesis.gates(designs.parse("engine-n1x2g64"), optimized=False)
    carried = probes.signals(gates)
    words = [net for net, (kind, _) in carried.items() if kind == "random"]
    names = dict(zip(gates.registers.q.tolist(), gates.registers.names, strict=True))
    assert len(words) == 640 and all(".word_o[" in names[net] for net in words)
    # The same bits as the port has elsewhere.
    port = probes.signals(synthesis.gates(MASKED, optimized=False))
    assert {carried[net] for net in words} == {
        each for each in port.values() if each[0] == "random"
    }


def test_a_generator_that_is_stuck_leaks_in_traces() -> None:
    gates = synthesis.gates(designs.parse("engine-n1x2g64"), optimized=False)
    assert traces.run(gates, 2, CONTROL_TRACES, 1, random=False).leaks
    assert not traces.run(gates, 2, CONTROL_TRACES, 1).leaks


def test_known_control_shuts_gates() -> None:
    gates = synthesis.gates(MASKED, optimized=False)
    name = f"{ENGINE}.state_a_q[0]"
    running, idle = probes.cones(gates)[name], probes.cones(gates, probes.IDLE)[name]
    assert {kind for kind, _ in running} == {"a", "b", "cross", "data"}
    assert {kind for kind, _ in idle} == {"a", "data"}


def test_t_of_known_samples() -> None:
    numbers = np.random.default_rng(1)
    half = np.arange(4000) % 2 == 0
    samples = numbers.normal(1000, 20, (4000, 3))
    samples[half, 1] += 5
    samples[half, 2] = 1000 + 2 * (samples[half, 2] - 1000)
    found = traces._welch(samples.astype(np.uint32), half)
    first, second = found.orders
    assert np.abs(first[[0, 2]]).max() < traces.THRESHOLD < abs(first[1])
    assert np.abs(second[:2]).max() < traces.THRESHOLD < abs(second[2])
    assert found.leaks


def test_the_plain_engine_leaks_within_a_thousand_traces() -> None:
    design = designs.parse("engine-n1")
    found = analysis.run(design, CONTROL_TRACES, 1)
    assert found.probes is None and found.verdicts["engine-n1"].traces <= 1000
    with pytest.raises(CheckFailed, match=r"engine-n1: 768 traces tell two states apart"):
        analysis.check(found)


@pytest.mark.long
def test_the_masked_engine_passes_and_its_controls_fail() -> None:
    found = analysis.run(MASKED, TRACES, 1)
    analysis.check(found)
    verdicts = dict(found.verdicts)
    assert verdicts.pop("engine-n1x2").traces >= 100_000
    assert len(verdicts) == 2
    assert all(verdict.leaks and verdict.traces <= 1000 for verdict in verdicts.values())


@pytest.mark.parametrize("name", ["engine-slice", "engine-s2", "accel-d1n1t1w64"])
def test_other_designs_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match=f"{name} has no analysis of leakage; allowed: engine"):
        analysis.check_served(designs.parse(name))
