# SPDX-License-Identifier: Apache-2.0
"""The reference system on its board: all of its RTL, with its memories, and what its UART sends."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import WorkFailed
from hashfab.measure import board
from hashfab.tools import nextpnr, verilator, yosys

HARNESS = Path(__file__).parent / "ulx3s.cpp"
LINE = re.compile(r"SHA3-256 (\d+) bytes: (\d+) cycles, software (\d+), ([0-9a-f]{64})\r\n")


QUEUE = re.compile(r"8 x (\d+) bytes: (\d+) cycles one by one, (\d+) at once\r\n")


def received(name: str, folder: Path) -> list[str]:
    """The lines that a design sends."""
    design = designs.parse(name)
    parameters = designs.FAMILIES["soc"].rtl_parameters(design)
    binary = verilator.build(board.TOP, board.sources(), HARNESS, parameters, {})
    (folder / board.IMAGE).write_text(board.image(board.demo(design)))
    result = subprocess.run(
        [binary, "--jobs", "none"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return [bytes.fromhex(text).decode() for text in json.loads(result.stdout)["lines"]]


# A minute each: the UART has 217 cycles for a bit.
@pytest.mark.long
@pytest.mark.parametrize("accel", ["d1n1t1w64", "d1n1t1w32", "d1n1t2w64", "d1n1t4w64"])
def test_the_uart_sends_digests_and_cycles(accel: str, tmp_path: Path) -> None:
    name = f"soc-rv32-accel-{accel}"
    *lines, first, second, third, last = received(name, tmp_path)
    assert last == "PASS\r\n"
    queues = [match.groups() for each in (first, second, third) if (match := QUEUE.fullmatch(each))]
    assert [int(each[0]) for each in queues] == [64, 256, 1024]
    # The accelerator works on a long message while the driver gives the next one.
    _, alone, together = map(int, queues[-1])
    assert 0 < together < 0.75 * alone
    print(name, queues)
    found = [match.groups() for line in lines if (match := LINE.fullmatch(line))]
    assert [int(each[0]) for each in found] == [0, 64, 200, 4096] and len(found) == len(lines)
    for count, cycles, software, digest in found:
        message = bytes(i % 251 for i in range(int(count)))
        assert digest == hashlib.sha3_256(message).hexdigest()
        assert 0 < int(cycles) < int(software)


@pytest.mark.long
def test_streams_on_a_system_that_resumes(tmp_path: Path) -> None:
    """NIST's sample 3 of KMAC, in pieces, with another message between them."""
    *_, line, last = received("soc-rv32-accel-d1n1t1w64r", tmp_path)
    assert last == "PASS\r\n"
    tag = "1f5b4e6cca02209e0dcb5ca635b89a15e271ecc760071dfd805faa38f9729230"
    assert re.fullmatch(rf"KMAC128 and SHAKE128 in pieces: \d+ cycles, {tag}\r\n", line)
    print(line)


def test_it_is_clean_at_wall(tmp_path: Path) -> None:
    verilator.lint(board.TOP, board.sources(), {}, tmp_path / "log")


@pytest.mark.parametrize(
    ("module", "parameters", "said"),
    [
        ("ulx3s", {"Bytes": 1000}, "Bytes is 1000; a power of two of at least two words is"),
        ("ulx3s_memory", {"Bytes": 8}, "Bytes is 8; a power of two of at least two words is"),
        ("ulx3s_memory", {"Width": 512}, "Width is 512; 32, 64, 128 or 256 is allowed"),
        ("ulx3s_ram", {"Words": 1}, "Words is 1; a power of two of at least 2 is allowed"),
        ("ulx3s_ram", {"Words": 1000}, "Words is 1000; a power of two of at least 2 is allowed"),
    ],
)
def test_illegal_memories_are_refused_at_elaboration(
    module: str, parameters: dict[str, int], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with pytest.raises(WorkFailed):
        verilator.lint(module, board.sources(), parameters, log)
    assert said in log.read_text()


def test_the_pins_are_ports_of_the_board() -> None:
    located = set(re.findall(r'^LOCATE COMP "(\w+)"', board.pins().read_text(), re.MULTILINE))
    top = next(path for path in board.sources() if path.stem == board.TOP).read_text()
    assert located == set(re.findall(r"^  (?:in|out)put +logic (\w+)", top, re.MULTILINE))


COUNTER = """\
module ulx3s(input clk_25mhz_i, input btn_ni, output ftdi_rxd_o, led_o, wifi_gpio0_o);
  reg [7:0] count_q = 0;
  always @(posedge clk_25mhz_i) count_q <= count_q + btn_ni;
  assign {ftdi_rxd_o, led_o, wifi_gpio0_o} = {count_q[7], count_q[0], 1'b1};
endmodule
"""


@pytest.mark.long
def test_a_bitstream_is_made_with_the_pins(tmp_path: Path) -> None:
    """Of a small design, by the steps of the system's, which take a quarter of an hour."""
    (tmp_path / "counter.v").write_text(COUNTER)
    pins = board.pins().read_text()
    (tmp_path / "pins.lpf").write_text(pins)
    (tmp_path / "fast.lpf").write_text(pins.replace("25 MHZ", "5000 MHZ"))
    yosys.run(tmp_path, "map", "read_verilog counter.v\nsynth_ecp5 -top ulx3s -json map.json\n")
    assert nextpnr.bitstream(tmp_path, "map.json", "pins.lpf", board.DEVICE) > board.MHZ
    assert (tmp_path / "bitstream.bit").read_bytes()
    with pytest.raises(WorkFailed):
        nextpnr.bitstream(tmp_path, "map.json", "fast.lpf", board.DEVICE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "FOLDER"),
        (["out", "engine-n1"], "engine-n1 is no system; allowed: designs of soc"),
        (["out", "soc-none"], "unknown design 'soc-none'"),
        (["/proc/none"], "cannot write to FOLDER"),
    ],
)
def test_a_wrong_request_is_refused(arguments: list[str], said: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hashfab.measure.board", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and said in done.stderr
    assert not list(tmp_path.iterdir())
