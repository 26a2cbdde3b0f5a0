# SPDX-License-Identifier: Apache-2.0
"""The files of a folder, and how they come to where they are asked for."""

import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import RequestError, WorkFailed
from hashfab.export import buses, elaborate, evidence, folder, registers, tops
from hashfab.export.contents import generate, top_name
from hashfab.measure.energy import Energy
from hashfab.measure.physical import Physical
from made_up import measurement


@pytest.fixture(autouse=True)
def no_measurements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHFAB_BUILD", str(tmp_path / "build"))


def files_of(name: str, bus: str = "native", control: str | None = None) -> dict[str, bytes]:
    return generate(designs.parse(name), bus, control)


def test_the_same_bytes_each_time() -> None:
    assert files_of("engine-slice") == files_of("engine-slice")
    assert files_of(BUS, "axi4", "apb4") == files_of(BUS, "axi4")


BUS = "accel-d1n1t1w32"
STREAM = "accel-d1n1t1w64"


def test_bursts_are_a_bus_of_their_own() -> None:
    with_bursts = {path for path in files_of(BUS, "axi4-bursts") if path.startswith("rtl/")}
    without = {path for path in files_of(BUS, "axi4") if path.startswith("rtl/")}
    assert {path for path in with_bursts - without if "hash" not in path} == {
        "rtl/axi4_bursts.sv",
        "rtl/stream_register.sv",
        "rtl/stream_check.sv",
    }


@pytest.mark.parametrize(
    ("bus", "control"),
    [
        ("axi4", "apb4"),
        ("axi4", "axi4-lite"),
        ("obi", "avalon-mm"),
        ("axi4", "tl-ul"),
    ],
)
def test_only_what_a_bus_uses(bus: str, control: str) -> None:
    files = files_of(BUS, bus, control)
    rtl = {path.removeprefix("rtl/") for path in files if path.startswith("rtl/")}
    chosen = tops.CONTROLS[control], tops.MEMORIES[bus]
    top = tops.top(*chosen)
    assert {f"{name}.sv" for name in (top, *chosen[0].modules, *chosen[1].modules)} < rtl
    buses_of_others = {
        f"{module}.sv"
        for given in (tops.CONTROLS, tops.MEMORIES)
        for each in given.values()
        if each not in chosen
        for module in each.modules
    } - {f"{name}.sv" for name in chosen[1].modules}
    assert "hash_accel_regs.sv" in rtl and not rtl & buses_of_others
    # There is no queue, so completions alone are in one; nothing is bound.
    assert "bus_fifo.sv" in rtl and not any("_bind" in path or "_check" in path for path in rtl)
    assert {path for path in files if path.startswith("sw/")} == {
        "sw/hash_accel.c",
        "sw/hash_accel.h",
        "sw/hash_accel_regs.h",
    }
    record = json.loads(files["hashfab.json"])
    assert (record["bus"], record["control"]) == (bus, control)
    assert record["top"] == f"hashfab_accel_d1n1t1w32_{bus}_{chosen[0].module}"
    assert record["rtl_top"] == top
    said = files["README.md"].decode()
    assert f"`hashfab generate {BUS} --bus {bus} --control {control} --out DIR`" in said


def test_a_stream_has_neither_registers_nor_figures_of_the_accelerator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # They are of a design with a memory port, which takes other cycles.
    monkeypatch.setattr(evidence, "measurements", lambda design: pytest.fail("asked"))
    files = files_of(STREAM, "axi4-stream")
    assert not {"registers.md", "measurement.json", "tb/driver.c"} & set(files)
    assert not any(path.startswith("sw/") for path in files)
    rtl = {path for path in files if path.startswith("rtl/")}
    assert {"rtl/hash_axis.sv", "rtl/accel_unit.sv"} < rtl and "rtl/hash_accel.sv" not in rtl
    assert {"tb/checks/stream_check.sv", "tb/checks/hash_axis_bind.sv"} < set(files)
    assert "DMA" not in files["README.md"].decode()
    record = json.loads(files["hashfab.json"])
    assert record["rtl_parameters"] == {"RoundsPerCycle": 1, "LenWidth": 32}


def test_a_coprocessor_has_no_registers() -> None:
    files = files_of(STREAM, "rocc")
    assert not {"registers.md", "hash_accel.rdl", "tb/driver.c"} & set(files)
    assert {path for path in files if path.startswith("sw/")} == {"sw/hash_rocc.h"}
    rtl = {path for path in files if path.startswith("rtl/")}
    assert {"rtl/hash_accel_rocc.sv", "rtl/rocc_memory.sv", "rtl/hash_accel.sv"} < rtl
    assert not any("_bind" in path or "regs" in path for path in rtl)
    record = json.loads(files["hashfab.json"])
    assert "Width" not in record["rtl_parameters"] and record["rtl_parameters"]["AddrWidth"] == 40
    # Each port is connected, by the name that Rocket has for it.
    said = files["README.md"].decode()
    for port in record["ports"]:
        if port["name"].startswith("rocc_"):
            assert len(re.findall(rf"\bbox\.io\.{port['name']}\b", said)) == 1
    for path in ("cmd.bits.inst.funct", "mem.s2_xcpt.pf.ld", "mem.req.bits.no_alloc"):
        assert len(re.findall(rf"[ =] io\.{re.escape(path)}\b", said)) == 1, path


def test_no_module_is_there_twice() -> None:
    # Stages have a checker inside that ports have, too.
    files = files_of("accel-d1s4t4w32", "axi4")
    names = [path.rpartition("/")[2] for path in files if path.endswith(".sv")]
    assert names.count("stream_check.sv") == 1 and len(set(names)) == len(names)
    assert {"tb/checks/axi4_check.sv", "tb/checks/apb4_check.sv"} < set(files)


STA = """\
read_verilog ports.v
link_design {top}
read_sdc constraints.sdc
check_setup -verbose -no_clock -no_input_delay -no_output_delay
write_sdc read.sdc
"""


@pytest.mark.parametrize(
    ("name", "bus"),
    [
        ("engine-slice", "native"),
        (BUS, "axi4"),
        (STREAM, "axi4-stream"),
        (STREAM, "rocc"),
        ("rv32-lane1", "cv-x-if"),
    ],
)
def test_the_constraints_reach_every_port(name: str, bus: str, tmp_path: Path) -> None:
    sta = shutil.which("sta")
    if sta is None:
        pytest.skip("OpenSTA is not installed")
    files = files_of(name, bus)
    record = json.loads(files["hashfab.json"])
    ports, top = record["ports"], record["top"]
    names = ", ".join(port["name"] for port in ports)
    declared = "".join(
        f"{port['direction']} [{port['bits'] - 1}:0] {port['name']};\n"
        if port["bits"] > 1
        else f"{port['direction']} {port['name']};\n"
        for port in ports
    )
    (tmp_path / "ports.v").write_text(f"module {top} ({names});\n{declared}endmodule\n")
    (tmp_path / "constraints.sdc").write_bytes(files["constraints.sdc"])
    (tmp_path / "run.tcl").write_text(STA.format(top=top))
    command = [sta, "-no_splash", "-exit", "run.tcl"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Error" not in said.stdout + said.stderr
    assert said.stdout.split("set_input_delay.")[1:] in ([], ["\n  rst_ni\n"]), said.stdout
    read = (tmp_path / "read.sdc").read_text()
    for direction in ("input", "output"):
        bits = sum(port["bits"] for port in ports if port["direction"] == direction)
        left_out = 2 if direction == "input" else 0
        assert read.count(f"set_{direction}_delay 2.0000 -clock [") == bits - left_out
    assert "create_clock -name clk_i -period 10.0000" in read


def test_the_configuration_of_librelane() -> None:
    files = files_of("engine-slice")
    config = json.loads(files["librelane.json"])
    assert config.pop("meta") == {"version": 2, "flow": "Classic"}
    assert config.pop("VERILOG_FILES") == ["dir::verilog/hashfab_engine_slice.v"]
    assert "verilog/hashfab_engine_slice.v" in files
    assert config == {
        "DESIGN_NAME": "hashfab_engine_slice",
        "CLOCK_PORT": "clk_i",
        "CLOCK_PERIOD": 10.0,
    }


def test_figures_say_what_they_are_of(monkeypatch: pytest.MonkeyPatch) -> None:
    energy = Energy(100.0, {"clock": 1.0}, 0.5, 12.34, 900.0, 0, {}, 8, 8192)
    found = replace(
        measurement(BUS, Physical(area_ge=50_960.0, period_ns=2.18, ff=5000), "sg13g2"),
        energy=energy,
    )
    monkeypatch.setattr(evidence, "measurements", lambda design: [found])
    of_part = "the accelerator alone, without registers and memory port"
    for bus, part in (("native", False), ("axi4", True)):
        files = files_of(BUS, bus)
        said, constraints = files["README.md"].decode(), files["constraints.sdc"].decode()
        assert "| sg13g2 | 50,960 GE | 5,000 | 2.180 | 45.000 | 20.642 | 12.3 |" in said
        assert (f"These figures are of {of_part}." in said) == part
        assert (f"as measured on sg13g2, of {of_part}." in constraints) == part
        assert "set period 2.180" in constraints and "measurement.json" in files
        assert json.loads(files["librelane.json"])["CLOCK_PERIOD"] == 2.18


def test_the_page_of_registers_has_every_one() -> None:
    page = files_of(BUS, "axi4")["registers.md"].decode()
    for offset, name in re.findall(r"\|\s*([0-9a-f]{2}) \| \[`([\w.]+)`\]", page):
        assert f"\n## {name}\n" in page and f"Offset {offset}." in page
    given = registers.described()
    assert [each.name for each in given] == re.findall(r"^## (\S+)$", page, re.MULTILINE)
    for each in given:
        for field in each.fields:
            bits = f"{field.high}" if field.low == field.high else f"{field.high}:{field.low}"
            assert f"\n| {bits} | `{field.name}` | " in page
            assert field.description in page
            assert all(f"| {code.value} | `{code.name}` |" in page for code in field.codes)
    assert "| 1 | `LOST` | r w1c | 0 |" in page


def test_only_what_is_used() -> None:
    rtl = {path for path in files_of("engine-slice") if path.startswith("rtl/")}
    assert rtl == {
        "rtl/hashfab_engine_slice.sv",
        "rtl/keccak_engine.sv",
        "rtl/keccak_engine_slice.sv",
        "rtl/keccak_pkg.sv",
        "rtl/lint.vlt",
        "rtl/trivium_pkg.sv",
    }


def test_the_record_tells_where_each_file_comes_from() -> None:
    files = files_of("engine-n2")
    record = json.loads(files.pop("hashfab.json"))
    assert record["design"] == "engine-n2" and record["bus"] == "native"
    assert record["rtl_parameters"] == (
        {"RoundsPerCycle": 2, "Stages": 1, "Fold": 0, "Shares": 1, "Protect": 0, "Generator": 0}
    )
    assert record["files"] == {
        path: hashlib.sha256(data).hexdigest() for path, data in files.items()
    }
    assert {"name": "data_i", "direction": "input", "bits": 1600} in record["ports"]
    assert "| `data_i` | input | 1600 |" in files["README.md"].decode()


def test_the_top_has_no_parameters_and_the_ports_of_the_design() -> None:
    files = files_of("accel-d1n1t2w32")
    top = top_name(designs.parse("accel-d1n1t2w32"), "native")
    source = files[f"rtl/{top}.sv"].decode()
    assert f"module {top} (" in source
    verilog = files[f"verilog/{top}.v"].decode()
    assert re.findall(r"^module (\w+)", verilog, re.MULTILINE) == [top]
    for port in json.loads(files["hashfab.json"])["ports"]:
        assert re.search(rf"\b{port['name']}\b", source)
        width = rf"\[{port['bits'] - 1}:0\] " if port["bits"] > 1 else ""
        assert re.search(rf"{port['direction']} {width}{port['name']};", verilog)


def test_nothing_of_this_machine_is_in_it() -> None:
    here = [str(Path.home()), str(Path(__file__).parents[2]), os.environ["HASHFAB_BUILD"]]
    for path, data in files_of("engine-lane").items():
        assert not any(place.encode() in data for place in here if len(place) > 1), path


@pytest.mark.long
def test_every_design_of_a_family_elaborates(tmp_path: Path) -> None:
    for kind in itertools.chain(*buses.BUSES.values()):
        for name in designs.family(kind.family).presets:
            design = designs.parse(name)
            if kind.refusal(design) is not None:
                continue
            made = elaborate.elaborate(
                kind.top(design), kind.sources(design, tmp_path), kind.parameters(design), "it"
            )
            assert made.files and made.ports[0].name == "clk_i"
            # What Verilog has no expression for would be an instance of a cell of Yosys.
            assert "\\$" not in made.verilog, name


FILES = {"a": b"1", "b/c": b"2"}


def recorded(files: dict[str, bytes]) -> dict[str, bytes]:
    return {**files, folder.RECORD: json.dumps({"files": folder.digests(files)}).encode()}


def content(place: Path) -> dict[str, bytes]:
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file()
    }


def put(place: Path, files: dict[str, bytes]) -> None:
    folder.check(place, "--out")
    folder.write(place, recorded(files))


def test_a_folder_is_replaced_as_a_whole(tmp_path: Path) -> None:
    place = tmp_path / "new" / "there"
    put(place, FILES)
    assert content(place) == recorded(FILES)
    (place / "build").mkdir()
    (place / "build" / "log").write_text("made by make")
    put(place, {"a": b"3"})
    assert content(place) == recorded({"a": b"3"})
    assert [path.name for path in place.parent.iterdir()] == ["there"]
    assert place.stat().st_mode & 0o777 == 0o777 & ~folder._umask()


@pytest.mark.parametrize("change", ["added", "changed", "link", "linked folder", "no record"])
def test_what_people_did_stays(change: str, tmp_path: Path) -> None:
    place = tmp_path / "there"
    put(place, FILES)
    if change == "added":
        (place / "b" / "mine").write_text("mine")
    elif change == "changed":
        (place / "a").write_text("mine")
    elif change == "link":
        (place / "a").unlink()
        (place / "a").symlink_to(place / "b" / "c")
    elif change == "linked folder":
        (place / "mine").symlink_to(tmp_path)
    else:
        (place / folder.RECORD).unlink()
    before = content(place)
    with pytest.raises(RequestError, match="allowed: a new folder"):
        folder.check(place, "--out")
    assert content(place) == before


def test_checking_makes_nothing(tmp_path: Path) -> None:
    folder.check(tmp_path / "a" / "b", "--out")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "there"
    put(place, FILES)
    whole = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name == "z":
            raise OSError(28, "No space left on device")
        return whole(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(WorkFailed, match="No space left"):
        folder.write(place, {"a": b"", "z": b""})
    assert content(place) == recorded(FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
