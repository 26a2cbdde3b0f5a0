# SPDX-License-Identifier: Apache-2.0
"""A guest's file: what it says, how its designs are named, and what is said of a wrong one."""

import os
import pickle
from pathlib import Path

import pytest

import made_guest as made
from hashfab import designs
from hashfab.designs import RequestError, guests
from hashfab.designs.guests import description
from hashfab.designs.guests.interfaces import INTERFACES

ROOT = Path(__file__).resolve().parents[3]


def test_a_design_is_typed_by_its_file_and_named_without_it(tmp_path: Path) -> None:
    path = made.write(tmp_path, made.PARAMETER)
    design = designs.parse(str(path))
    assert (design.name, design.family) == ("guest-made-Rounds2", "guest-made")
    assert design.parameters == (("Rounds", 2),)
    assert designs.parse(f"{path}:Rounds=4").name == "guest-made-Rounds4"
    assert designs.parse(f"{path}:Rounds=2") == design
    assert str(tmp_path) not in repr(design)


def test_a_guest_is_a_family(tmp_path: Path) -> None:
    more = made.PARAMETER + '[[parameter]]\nname = "W"\nvalues = [32, 64]\n'
    family = guests.load(made.write(tmp_path, more))
    assert family.presets == ("guest-made-Rounds2-W32",)
    corners = [design.name for design in family.corners()]
    assert len(corners) == len(set(corners)) == 6
    for design in family.corners():
        assert family.make(family.parse(design.name.removeprefix(guests.PREFIX)) or {}) == design
        assert designs.family_of(design) is family
    assert family.rtl_parameters(family.make({"W": 64})) == {"Rounds": 2, "W": 64}
    assert not [name for name in designs.families() if name.startswith(guests.PREFIX)]


def test_a_design_takes_its_guest_to_another_process(tmp_path: Path) -> None:
    design = designs.parse(str(made.write(tmp_path, made.PARAMETER)))
    there = pickle.loads(pickle.dumps(design))
    assert there == design and hash(there) == hash(design)
    assert designs.family_of(there).summary == "made"


@pytest.mark.parametrize("interface", INTERFACES)
def test_an_interface_needs_no_table(interface: str, tmp_path: Path) -> None:
    family = guests.load(made.write(tmp_path, interface=f'"{interface}"'))
    assert family.interface == interface
    assert family.whole_message == (interface != "engine")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (":Rounds=3", "Rounds = 3 is not legal; allowed: 1, 2, 4"),
        (":rounds=2", "did you mean 'Rounds'?"),
        (":Rounds", "'Rounds' is no value of a parameter"),
        (":Rounds=2,", "'' is no value"),
        (":Rounds=1,Rounds=1", "each once"),
        (":Rounds=-1", "no value"),
        (":Rounds=\u0662", "no value"),
        (f":Rounds={'9' * 5000}", "no value"),
    ],
)
def test_a_wrong_value_is_told(typed: str, said: str, tmp_path: Path) -> None:
    path = made.write(tmp_path, made.PARAMETER)
    with pytest.raises(RequestError, match=f"(?s).*{said.replace('?', '.')}"):
        designs.parse(f"{path}{typed}")


def test_an_empty_list_of_values_is_none(tmp_path: Path) -> None:
    path = made.write(tmp_path, made.PARAMETER)
    assert designs.parse(f"{path}:") == designs.parse(str(path))


WRONG: dict[str, tuple[dict[str, str | None], str, str]] = {
    "no TOML": ({"top": "= 1"}, "", "not valid TOML"),
    "unknown key": ({"topp": '"x"'}, "", "line 8, topp: unknown key; allowed are name, summary"),
    "missing key": ({"top": None}, "", "line 1: top is missing; needed are name, sources"),
    "name no text": ({"name": "1"}, "", "line 1, name: must be a text"),
    "name empty": ({"name": '""'}, "", "line 1, name: '' is no name"),
    "name with a dash": ({"name": '"a-b"'}, "", "lowercase letters, digits and _"),
    "name with a path": ({"name": '"../x"'}, "", "is no name"),
    "name long": ({"name": f'"{"a" * 25}"'}, "", "up to 24"),
    "summary long": ({"summary": f'"{"a" * 81}"'}, "", "line 8, summary: must be one line"),
    "summary of lines": ({"summary": '"a\\nb"'}, "", "must be one line"),
    "sources no list": ({"sources": '"core.v"'}, "", "line 2, sources: must be a list of texts"),
    "sources none": ({"sources": "[]"}, "", "are 0 files; allowed: 1 to 256"),
    "source not there": ({"sources": '["a.v"]'}, "", "line 2, sources: cannot read the source"),
    "source absolute": ({"sources": '["/etc/passwd"]'}, "", "is no relative name"),
    "source quoted": ({"sources": "['a\".v']"}, "", "has a character that no source's name may"),
    "pattern of none": ({"sources": '["*.vhd"]'}, "", "'*.vhd' is the name of no file"),
    "pattern in a folder": ({"sources": '["*/a.v"]'}, "", "allowed: in the file's name"),
    "pattern of folders": ({"sources": '["**"]'}, "", "allowed: in the file's name"),
    "sources a folder": ({"sources": '["."]'}, "", "it is no file"),
    "include no folder": ({"include": '["inc"]'}, "", "line 8, include: there is no folder 'inc'"),
    "defines no table": ({"defines": "1"}, "", "line 8, defines: must be a table"),
    "define no name": ({"defines": '{ "a b" = 1 }'}, "", "'a b' is no name in Verilog"),
    "define of lines": ({"defines": '{ A = "1\\n2" }'}, "", "A must be a number or a line"),
    "define that goes on": ({"defines": "{ A = '1\\' }"}, "", "A must be a number or a line"),
    "top not there": ({"top": '"cor"'}, "", "line 3, top: there is no module 'cor' in the sources"),
    "top no name": ({"top": '"a; b"'}, "", "line 3, top: 'a; b' is no name in Verilog"),
    "clock no table": ({"clock": '"clk"'}, "", "line 4, clock: must be a table such as"),
    "clock without port": ({"clock": "{}"}, "", "line 4, clock: must be a table such as"),
    "clock unknown key": (
        {"clock": '{ port = "c", active = "low" }'},
        "",
        "allowed are port, edge",
    ),
    "clock edge": ({"clock": '{ port = "c", edge = 1 }'}, "", "allowed: rising or falling"),
    "reset active": ({"reset": '{ port = "r", active = "hi" }'}, "", "allowed: low or high"),
    "reset port": ({"reset": '{ port = "1" }'}, "", "line 5, reset: '1' is no name in Verilog"),
    "interface": ({"interface": '"axi"'}, "", "line 6, interface: must be one of engine, stream"),
    "interface no text": ({"interface": "[1]"}, "", "line 6, interface: must be a text"),
    "other interface": ({}, "[accel]\n", "line 8, accel: is for interface 'accel', and this is"),
    "algorithms none": ({"algorithms": "[]"}, "", "line 7, algorithms: must name at least one"),
    "algorithms unknown": ({"algorithms": '["md5"]'}, "", "'md5' is none; allowed: sha3-224"),
    "block cycles": ({"block_cycles": "0"}, "", "must be a number from 1 to 10,000,000"),
    "block cycles true": ({"block_cycles": "true"}, "", "must be a number"),
    "port unknown": ({}, '[ports]\ndata = "d"\n', "line 9, data: unknown key; allowed are valid_i"),
    "port no tags": ({}, '[ports]\ntag_i = "t"\n', "unknown key; allowed are valid_i, ready_o"),
    "port no name": ({}, '[ports]\ndata_i = "d[0]"\n', "line 9, data_i: 'd[0]' is no name"),
    "interface no tables": ({"engine": "1"}, "", "line 8, engine: must be a table, [engine]"),
    "beat": ({}, '[engine]\nbeat = "word"\n', "line 9, beat: must be one of state, plane, lane"),
    "states": ({}, "[engine]\nstates = 8\n", "line 9, states: must be a number from 1 to 7"),
    "tags": ({}, "[engine]\ntags = 1\n", "line 9, tags: must be true or false"),
    "engine unknown": ({}, "[engine]\nwidth = 1\n", "line 9, width: unknown key; allowed are beat"),
    "width": ({"interface": '"accel"'}, "[accel]\nwidth = 16\n", "must be 32, 64, 128 or 256"),
    "tag bits": ({"interface": '"accel"'}, "[accel]\nread_tag_bits = 17\n", "from 1 to 16"),
    "messages": ({"interface": '"stream"'}, "[stream]\nmessages = 9\n", "from 1 to 8"),
    "parameter no table": ({"parameter": "1"}, "", "line 8, parameter: must be tables"),
    "parameter unnamed": ({}, "[[parameter]]\nvalues = [1]\n", "line 8, name: None is no name"),
    "parameter name": ({}, '[[parameter]]\nname = "a b"\nvalues = [1]\n', "'a b' is no name of a"),
    "parameter twice": ({}, 2 * made.PARAMETER, "line 13, name: 'Rounds' is no name"),
    "parameter key": ({}, made.PARAMETER + "step = 1\n", "line 12, step: unknown key"),
    "no values": ({}, '[[parameter]]\nname = "A"\n', "line 8, values: must be a list of 1 to"),
    "values no numbers": ({}, '[[parameter]]\nname = "A"\nvalues = ["1"]\n', "line 10, values"),
    "values negative": (
        {},
        '[[parameter]]\nname = "A"\nvalues = [-1]\n',
        "from 0 to 2,147,483,647",
    ),
    "values twice": ({}, '[[parameter]]\nname = "A"\nvalues = [1, 1]\n', "each once"),
    "default": ({}, '[[parameter]]\nname = "A"\nvalues = [1]\ndefault = 2\n', "2 is none of the"),
    "meaning": ({}, '[[parameter]]\nname = "A"\nvalues = [1]\nmeaning = 2\n', "line 11, meaning"),
}


@pytest.mark.parametrize("case", WRONG, ids=lambda case: str(case).replace(" ", "-"))
def test_a_wrong_file_is_refused_with_place_and_remedy(case: str, tmp_path: Path) -> None:
    keys, more, said = WRONG[case]
    path = made.write(tmp_path, more, **keys)
    with pytest.raises(RequestError) as error:
        guests.load(path)
    assert str(path) in str(error.value)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_many_parameters_are_refused(tmp_path: Path) -> None:
    many = "".join(f'[[parameter]]\nname = "P{n}"\nvalues = [1]\n' for n in range(9))
    with pytest.raises(RequestError, match="there are 9; allowed: 8 at most"):
        guests.load(made.write(tmp_path, many))


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "absent", "null"])
def test_what_is_no_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "guest.toml"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    elif kind == "null":
        path = Path("a\0.toml")
    with pytest.raises(RequestError, match=r"cannot read the guest .*; allowed: a .*file"):
        guests.load(path)


def test_a_long_file_is_refused(tmp_path: Path) -> None:
    path = made.write(tmp_path, "#" * description.MOST_FILE_BYTES)
    with pytest.raises(RequestError, match="too long; allowed: 1 MiB"):
        guests.load(path)


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "guest").glob("*.toml")))
def test_an_example_is_named_like_its_file(path: Path) -> None:
    assert guests.load(path).title == path.stem


def test_every_key_is_explained() -> None:
    text = (ROOT / "docs" / "guests.md").read_text()
    keys = [*description.KEYS, "beat", "states", "tags", "messages", "width", "commands"]
    keys += ["read_tag_bits", "write_tag_bits"]
    assert not [key for key in keys if f"| `{key}`" not in text and f"`[{key}]`" not in text]
