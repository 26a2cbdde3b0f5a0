# SPDX-License-Identifier: Apache-2.0
"""Mutants are what they are said to be, tests kill them, and proofs tell which are none."""

from pathlib import Path

import pytest

from hashfab import designs
from hashfab.check.mutants import campaign, equivalence, quick, report, source
from hashfab.check.mutants.report import Result, Survivor
from hashfab.check.mutants.source import Mutation, Port
from hashfab.errors import CheckFailed, RequestError, WorkFailed
from hashfab.measure import simulate

TEXT = """\
module summer #(
  parameter int unsigned Width = 4 + 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             go_i,
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] sum_o
);
  function automatic int unsigned twice(int unsigned x);
    return x + x;
  endfunction
  localparam int unsigned Most = twice(Width) - 1;

  logic [Width-1:0] sum_q;
  logic             any;
  assign any   = |a_i && (a_i != '0 || go_i);
  assign sum_o = sum_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_q <= '0;
    else if (go_i && any) sum_q <= sum_q + a_i;
  end
`ifndef SYNTHESIS
  assert property (@(posedge clk_i) sum_q + 8'd1 != 8'd0);
`endif
`ifdef RVFI
  assign other = a_i + a_i;
`endif
endmodule
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.sv"
    path.write_text(TEXT)
    return path


def test_mutations_are_found_where_values_are_computed(small: Path) -> None:
    found = source.find("summer", [small], {})
    said = {(each.operator, each.before, each.after) for each in found}
    assert said >= {
        ("swap", "sum_q + a_i", "(sum_q) - (a_i)"),
        ("left", "sum_q + a_i", "(sum_q)"),
        ("right", "go_i && any", "(any)"),
        ("negate", "go_i && any", "!(go_i && any)"),
        ("never", "!rst_ni", "1'b0"),
        ("hold", "sum_q + a_i", "sum_q"),
        ("swap", "a_i != '0", "(a_i) == ('0)"),
        ("literal", "'0", "'1"),
        ("zero", "sum_q", "'0"),
        ("flip", "sum_q", "(sum_q) ^ 8'd1"),
    }
    lines = TEXT.splitlines()
    for each in found:
        assert lines[each.line - 1].strip() == each.context
        assert TEXT[each.start : each.end] == each.before
    # Neither what is elaborated nor what only a simulation has.
    assert {each.line for each in found} == {17, 18, 20, 21}


def test_what_slang_refuses_is_said(small: Path) -> None:
    small.write_text(TEXT.replace("sum_q + a_i;", "sum_q + b_i;"))
    with pytest.raises(WorkFailed, match="slang refuses summer"):
        source.find("summer", [small], {})


def test_one_text_holds_all_mutations() -> None:
    text = b"assign x = a && b;"
    first = Mutation("f", 11, 17, 1, "swap", "a && b", "(a) || (b)", "")
    second = Mutation("f", 11, 12, 1, "negate", "a", "!(a)", "")
    third = Mutation("f", 11, 17, 1, "never", "a && b", "1'b0", "")
    found = source.instrumented(text, "p", {1: first, 2: second, 3: third}).decode()
    assert found == (
        "assign x = ((p::Selected == 1) ? ((a) || (b)) : (((p::Selected == 3) ? (1'b0) : "
        "(((p::Selected == 2) ? (!(a)) : (a)) && b))));"
    )
    assert source.mutated(text, first) == b"assign x = ((a) || (b));"


def test_the_choice_is_even_and_stable() -> None:
    points = (designs.parse("engine-plane"),)
    whole = campaign.sample("engine", points, 100_000, 1)
    some = campaign.sample("engine", points, 60, 1)
    assert len(whole.chosen) == whole.sites
    assert some.chosen == campaign.sample("engine", points, 60, 1).chosen
    assert some.chosen != campaign.sample("engine", points, 60, 2).chosen
    per_line = [(each.file, each.context) for each in some.chosen.values()]
    assert len(set(per_line)) == 60
    assert some.where[points[0]] == frozenset(range(1, 61))


def test_an_equivalent_mutant_is_proved_and_another_is_not(small: Path) -> None:
    found = source.find("summer", [small], {})
    same, other = (
        next(each for each in found if each.operator == "left" and each.before == before)
        for before in ("|a_i && (a_i != '0 || go_i)", "sum_q + a_i")
    )
    assert equivalence.proved("summer", [small], {}, same)
    assert not equivalence.proved("summer", [small], {}, other)


HOLDER = """\
module holder (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       valid_i,
  input  logic [3:0] data_i,
  output logic       valid_o,
  output logic [3:0] data_o
);
  logic [2:0] count_q;
  logic [3:0] held_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= (count_q == 3'd4) ? 3'd0 : count_q + 3'd1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else if (valid_i) held_q <= (count_q == 3'd6) ? 4'd0 : data_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= valid_i;
  end
  assign data_o = held_q;
endmodule
"""


@pytest.mark.parametrize(
    ("line", "before", "after", "same"),
    [
        ("held_q <= '0", "'0", "'1", True),  # loaded before the output counts
        ("count_q <= (count_q == 3'd4)", "3'd4", "3'd4 ^ 3'd1", True),  # counts on, not to 6
        ("count_q <= (count_q == 3'd4)", "count_q + 3'd1", "(count_q) - (3'd1)", False),
    ],
)
def test_a_proof_knows_what_can_be_reached(
    tmp_path: Path, line: str, before: str, after: str, same: bool
) -> None:
    path = tmp_path / "holder.sv"
    path.write_text(HOLDER)
    found = source.find("holder", [path], {})
    mutation = next(
        each
        for each in found
        if line in each.context and (each.before, each.after) == (before, after)
    )
    assert equivalence.proved("holder", [path], {}, mutation) == same


def test_what_means_nothing_may_differ() -> None:
    ports = [Port("valid_o", 1, True), Port("data_o", 8, True), Port("ready_o", 1, True)]
    ports += [Port("x_req_o", 1, True), Port("x_addr_o", 4, True), Port("clk_i", 1, False)]
    text = equivalence.wrapper("top", ports, {"Width": 8})
    assert "assign data_o = {8{inner_valid_o}} & inner_data_o;" in text
    assert "assign x_addr_o = {4{inner_x_req_o}} & inner_x_addr_o;" in text
    for name in ("valid_o", "ready_o", "x_req_o"):
        assert f"assign {name} = inner_{name};" in text
    assert "top #(.Width(8)) u_top (.valid_o(inner_valid_o)," in text
    assert ".clk_i(clk_i)" in text


def test_mutants_of_an_engine_meet_its_quick_test() -> None:
    design = designs.parse("engine-plane")
    whole = campaign.sample("engine", (design,), 100_000, 1)
    wanted = [
        each
        for each in whole.chosen.values()
        if each.file == "keccak_engine_plane.sv" and each.operator in ("never", "swap")
    ]
    chosen = campaign.Sample(
        "engine", 0, 0, dict(enumerate(wanted[:6], start=1)), {design: frozenset(range(1, 7))}
    )
    files = campaign.write_sources(chosen, campaign.folder("test"))
    simulators = campaign.build(chosen, files)
    with simulate.substituted(simulators):
        figures = quick.test(design)
    assert figures == quick.test(design)
    fates = dict(campaign.run(chosen, simulators, 1))
    assert [fate.design for fate in fates.values()] == ["engine-plane"] * 6
    assert all(fate.noticed for fate in fates.values())


def test_a_quick_test_that_fails_without_a_mutation_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design = designs.parse("engine-plane")

    def fails(design: designs.Design) -> quick.Figures:
        raise CheckFailed("engine-plane: wrong digest")

    monkeypatch.setattr(quick, "TESTS", {"engine": fails})
    chosen = campaign.Sample("engine", 0, 0, {}, {design: frozenset()})
    with pytest.raises(WorkFailed, match="no mutation, and engine-plane: wrong digest"):
        list(campaign.run(chosen, {design: Path("/bin/true")}, 1))


def test_a_result_is_good_with_enough_kills_and_a_reason_for_each_survivor(tmp_path: Path) -> None:
    mutation = Mutation("f.sv", 0, 1, 7, "negate", "a", "!(a)", "assign b = a;")

    def result(killed: int, reason: str | None) -> Result:
        left = (Survivor(mutation, reason),) * (90 - killed)
        return Result("engine", 1, 500, 100, 100, killed, (mutation,) * 10, left, 1.0)

    assert result(89, "why").good
    assert not result(89, None).good
    assert not result(85, "why").good
    assert result(85, "why").rate == pytest.approx(85 / 90)
    file = tmp_path / "survivors.toml"
    file.write_text(report.entry("engine", Survivor(mutation, "why")))
    assert report.reasons(file, "engine") == {"f.sv: assign b = a;: a -> !(a)": "why"}
    assert report.reasons(file, "accel") == {}
    file.write_text(report.entry("engine", Survivor(mutation, None)))
    assert report.reasons(file, "engine") == {}
    file.write_text("survivor = 1\n")
    with pytest.raises(RequestError, match="no list of survivors"):
        report.reasons(file, "engine")
