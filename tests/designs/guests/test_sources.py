# SPDX-License-Identifier: Apache-2.0
"""A guest's sources as one text: includes, defines, lines, and what may not be in them."""

import os
from pathlib import Path

import pytest

from hashfab.designs.guests import sources
from hashfab.designs.guests.sources import Sources, matched
from hashfab.errors import RequestError


def write(folder: Path, **texts: str) -> None:
    """Files, with ``__`` for a dot and ``___`` for a slash in their names."""
    for name, text in texts.items():
        path = folder / name.replace("___", "/").replace("__", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def text(folder: Path, *names: str, include: tuple[str, ...] = ()) -> str:
    return Sources(folder, include).text(names, {})


def refusal(folder: Path, *names: str) -> str:
    with pytest.raises(RequestError) as error:
        text(folder, *names)
    return str(error.value)


def test_defines_come_first_and_files_in_order(tmp_path: Path) -> None:
    write(tmp_path, b__v="module b;\nendmodule", a__v="module a;\nendmodule\n")
    read = Sources(tmp_path, ())
    found = read.text(["b.v", "a.v"], {"FAST": "1", "WORD": "8'h2a"})
    assert found.splitlines()[:4] == [
        "`define FAST 1",
        "`define WORD 8'h2a",
        "`default_nettype wire",
        '`line 1 "b.v" 0',
    ]
    assert found.index("module b;") < found.index('`line 1 "a.v" 0') < found.index("module a;")
    assert read.units == {"b": "b.v", "a": "a.v"}


def test_an_included_file_stands_in_its_place_and_lines_go_on(tmp_path: Path) -> None:
    write(
        tmp_path,
        rtl___a__v='// one\n  `include "w.vh"  // two\nwire c;\n',
        rtl___w__vh="wire beside;\n",
        inc___w__vh="wire elsewhere;\n",
    )
    found = text(tmp_path, "rtl/a.v", include=("inc",))
    assert found.split('`line 1 "rtl/a.v" 0\n')[1] == (
        '// one\n  \n`line 1 "rtl/w.vh" 1\nwire beside;\n\n'
        '`line 2 "rtl/a.v" 2\n  // two\nwire c;\n\n'
    )
    (tmp_path / "rtl" / "w.vh").unlink()
    assert "wire elsewhere;" in text(tmp_path, "rtl/a.v", include=("inc",))


def test_what_is_not_there_is_left_to_the_tool(tmp_path: Path) -> None:
    source = '`ifdef OTHER\n`include "other.vh"\n`endif\n'
    write(tmp_path, a__v=source)
    assert source in text(tmp_path, "a.v")


@pytest.mark.parametrize(
    "source",
    [
        '// `include "a.vh"\n',
        '/* `include "a.vh"\n $system("x") module hashfab_guest; */\n',
        'initial $display("`include \\"a.vh\\" $system module hashfab_guest");\n',
        "wire module_hashfab_guest, my$system;\n",
    ],
)
def test_comments_and_strings_are_passed_over(source: str, tmp_path: Path) -> None:
    write(tmp_path, a__v=source, a__vh="wire included;\n")
    assert source in text(tmp_path, "a.v")


def test_files_that_include_one_another_for_ever_are_refused(tmp_path: Path) -> None:
    write(tmp_path, a__v='`include "b.v"\n', b__v='\n`include "a.v"\n')
    assert "more than 16 files include one another" in refusal(tmp_path, "a.v")


def test_what_is_included_often_counts_as_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 1000)
    write(tmp_path, a__v='`include "b.vh"\n' * 4, b__vh="/" * 300)
    assert "too long" in refusal(tmp_path, "a.v")


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_no_device_and_no_pipe_is_read(kind: str, tmp_path: Path) -> None:
    if kind == "pipe":
        os.mkfifo(tmp_path / "a.v")
    else:
        (tmp_path / "a.v").symlink_to("/dev/zero")
    assert "it is no file" in refusal(tmp_path, "a.v")
    write(tmp_path, b__v='`include "a.v"\n')
    assert '`include "a.v"' in text(tmp_path, "b.v")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.v").write_bytes(b"\xff\xfe")
    assert "UTF-8" in refusal(tmp_path, "a.v")


@pytest.mark.parametrize("unit", ["module", "package", "interface", "module automatic", "program"])
def test_names_of_hashfab_are_taken(unit: str, tmp_path: Path) -> None:
    write(tmp_path, a__v=f"\n{unit} hashfab_guest;\n")
    said = refusal(tmp_path, "a.v")
    assert said.startswith("'a.v', line 2: the name 'hashfab_guest' is hashfab's")


def test_other_names_of_hashfab_s_modules_are_free(tmp_path: Path) -> None:
    """They are not read with a guest."""
    write(tmp_path, a__v="module keccak_engine; endmodule module stream_check; endmodule\n")
    assert "keccak_engine" in text(tmp_path, "a.v")


LEAVING = ['$system("x")', '$readmemh("f", m)', "$c(1)", "$c32(1)", '$fopen("f", "w")']
LEAVING += ["`systemc_header", 'import "DPI-C" function int system(string s)']


@pytest.mark.parametrize("call", LEAVING)
def test_what_reaches_out_of_the_design_is_refused(call: str, tmp_path: Path) -> None:
    write(tmp_path, a__v=f"// one\n {call};\n")
    said = refusal(tmp_path, "a.v")
    assert said.startswith("'a.v', line 2: ") and "reaches out of the design" in said
    write(tmp_path, a__v="wire [3:0] a = $clog2(8) + $countones(3);\n")
    assert "$clog2" in text(tmp_path, "a.v")


def test_a_pattern_is_sorted_with_packages_first(tmp_path: Path) -> None:
    write(tmp_path, r___b__sv="", r___a__sv="", r___z_pkg__sv="", r___c__v="")
    assert matched(tmp_path, "r/*.sv", RequestError) == ["r/z_pkg.sv", "r/a.sv", "r/b.sv"]
    assert matched(tmp_path, "r/[ac].*v", RequestError) == ["r/a.sv", "r/c.v"]
    assert matched(tmp_path, "./r/a.sv", RequestError) == ["r/a.sv"]


def test_a_pattern_of_too_many_is_refused(tmp_path: Path) -> None:
    for number in range(sources.MOST_FILES + 1):
        (tmp_path / f"{number}.v").touch()
    with pytest.raises(RequestError, match=r"'.*' is 257 files; allowed: 256 at most"):
        matched(tmp_path, "*.v", RequestError)


def test_a_text_of_nothing_but_beginnings_is_read_in_time(tmp_path: Path) -> None:
    for part in ("/*", '"', "module a\n", "`include ", "// \n", "import "):
        write(tmp_path, a__v=part * (1_000_000 // len(part)))
        text(tmp_path, "a.v")
