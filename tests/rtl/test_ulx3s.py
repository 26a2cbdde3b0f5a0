# SPDX-License-Identifier: Apache-2.0
"""The reference system on its board: all of its RTL, with its memories, and what its UART sends."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab import designs
from hashfab.errors import WorkFailed
from hashfab.measure import board
from hashfab.tools import icarus, nextpnr, verilator, yosys
from rtl import routed

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


# What the system is made of for the router: memories of both kinds, a multiplier, carries, and
# registers with enables and resets.
PARTS = """\
module ulx3s #(int unsigned Words = 1024) (
  input logic clk_25mhz_i, input logic btn_ni,
  output logic ftdi_rxd_o, output logic led_o, output logic wifi_gpio0_o
);
  localparam int unsigned Half = $clog2(Words) - 1;
  logic [31:0] count_q = 5, product_q = 7, a, b, read_a, read_b, wide, wide_q[512];
  logic [3:0]  we_a, we_b;
  logic [15:0] shift_q = 1;
  // What is read counts in the next cycle; later, it may be that of an address that is written.
  logic [1:0]  read_q = 0;
  assign we_a = {4{product_q[21]}} & count_q[31:28];
  assign we_b = {4{count_q[17]}} & product_q[7:4];
  assign a    = read_q[0] ? read_a : '0;
  assign b    = read_q[1] ? read_b : '0;
  initial for (int i = 0; i < 512; i++) wide_q[i] = i * 32'h9e3779b9;
  always_ff @(posedge clk_25mhz_i) begin
    count_q   <= count_q + 32'h9e3779b1;
    read_q    <= {count_q[27] && we_b == '0, product_q[31] && we_a == '0};
    product_q <= (count_q[17:2] ^ a[15:0]) * (wide[27:12] ^ b[25:10]) + count_q;
    wide      <= wide_q[product_q[20:12]];
    for (int i = 0; i < 4; i++) begin
      if (product_q[i]) wide_q[count_q[30:22]][8*i+:8] <= product_q[8*i+:8];
    end
    if (!btn_ni)           shift_q <= 16'ha5a5;
    else if (product_q[9]) shift_q <= {shift_q[14:0], ^{a, wide}};
  end
  ulx3s_ram #(.Words(Words), .Image("ram.hex")) u_ram (
    .clk_i    (clk_25mhz_i),
    .a_req_i  (product_q[31]),
    .a_addr_i ({1'b0, product_q[30-:Half]}),
    .a_we_i   (we_a),
    .a_wdata_i(count_q ^ product_q),
    .a_rdata_o(read_a),
    .b_req_i  (count_q[27]),
    .b_addr_i ({1'b1, count_q[26-:Half]}),
    .b_we_i   (we_b),
    .b_wdata_i(product_q),
    .b_rdata_o(read_b)
  );
  assign {ftdi_rxd_o, led_o, wifi_gpio0_o} = {shift_q[15], ^{b, product_q[3]}, product_q[31]};
endmodule
"""

BENCH = """\
module bench;
  reg clk = 0, btn = 0;
  wire [2:0] rtl, routed;
  elaborated u_rtl(.clk_25mhz_i(clk), .btn_ni(btn),
    .ftdi_rxd_o(rtl[2]), .led_o(rtl[1]), .wifi_gpio0_o(rtl[0]));
  ulx3s u_routed(.clk_25mhz_i(clk), .btn_ni(btn),
    .ftdi_rxd_o(routed[2]), .led_o(routed[1]), .wifi_gpio0_o(routed[0]));
  integer differs = 0, ones[2:0], i, j;
  initial begin
    for (j = 0; j < 3; j = j + 1) ones[j] = 0;
    for (i = 0; i < 20000; i = i + 1) begin
      #1 clk = 1;
      #1 clk = 0;
      if (rtl !== routed) differs = differs + 1;
      for (j = 0; j < 3; j = j + 1) ones[j] = ones[j] + rtl[j];
      btn = i % 100 != 99;
    end
    $display("differs: %0d; ones: %0d %0d %0d", differs, ones[2], ones[1], ones[0]);
  end
endmodule
"""


@pytest.mark.long
@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
@pytest.mark.parametrize("words", [1024, 4096, 8192, 16384])
def test_a_routed_netlist_does_what_its_rtl_does(words: int, tmp_path: Path) -> None:
    """Of cells as the system has them, so that the cells' models are tested."""
    (tmp_path / "parts.sv").write_text(PARTS)
    (tmp_path / "bench.v").write_text(BENCH)
    image = (f"{(i * 0x61C88647 + 0x1234567) % 2**32:08x}\n" for i in range(words))
    (tmp_path / "ram.hex").write_text("".join(image))
    (ram,) = (path for path in board.sources() if path.stem == "ulx3s_ram")
    shutil.copyfile(board.pins(), tmp_path / "pins.lpf")
    names = ["parts.sv", *yosys.stage(tmp_path, [ram])]
    read = yosys.read("ulx3s", names, {"Words": words})
    elaborate = f"{read}proc\nflatten\nsetundef -init -zero\nmemory -nomap\nopt_clean -purge\n"
    elaborate += "rename ulx3s elaborated\nwrite_verilog -noattr elaborated.v\n"
    yosys.run(tmp_path, "elaborate", elaborate)
    yosys.run(tmp_path, "map", f"{read}synth_ecp5 -nowidelut -top ulx3s -json map.json\n")
    nextpnr.bitstream(tmp_path, "map.json", "pins.lpf", board.DEVICE)
    ours = [tmp_path / "bench.v", tmp_path / "elaborated.v"]
    sources = [*ours, routed.verilog(tmp_path, "ulx3s"), routed.MEMORY]
    said = icarus.run("bench", sources, tmp_path)
    found = re.fullmatch(r"differs: (\d+); ones: (\d+) (\d+) (\d+)\n", said)
    assert found, said
    differs, *ones = map(int, found.groups())
    assert differs == 0
    assert all(5000 < each < 15000 for each in ones)


@pytest.mark.bench
@pytest.mark.timeout(7200)
def test_the_routed_system_hashes(tmp_path: Path) -> None:
    """The netlist of the bitstream, until it has sent the first digest; half an hour."""
    mhz = board.bitstream(designs.parse("soc-rv32-accel-d1n1t1w64"), tmp_path)
    print(f"{mhz:.1f} MHz")
    sources = [routed.verilog(tmp_path, board.TOP), routed.MEMORY]
    binary = verilator.build(board.TOP, sources, HARNESS, {}, {"HF_LINES": 1}, verilator.Kind.GATES)
    said = subprocess.check_output([binary, "--jobs", "none"], cwd=tmp_path, text=True)
    (line,) = json.loads(said)["lines"]
    match = LINE.fullmatch(bytes.fromhex(line).decode())
    assert match and match[1] == "0" and match[4] == hashlib.sha3_256(b"").hexdigest()
    print(bytes.fromhex(line).decode())


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
