# SPDX-License-Identifier: Apache-2.0
"""The RISC-V machine: results, memory, traps, CSRs, interrupts."""

import random
import time
import zlib
from pathlib import Path

import pytest

from hashfab.isa import LANE, ZBKB, rv32
from hashfab.isa.riscv.hart import CSRS, NUMBER, Cause

from ..common import EVERYTHING, compile_text, hart, needs_zig

MASK = 0xFFFF_FFFF
MIN = 0x8000_0000


def result(mnemonic: str, a: int, b: int = 0, **more: int) -> int:
    """The value of rd after one instruction, given rs1 and rs2."""
    fields = EVERYTHING.instructions[mnemonic].field
    operands = {"rd": 3, "rs1": 1, "rs2": 2} | more
    machine = hart((mnemonic, {name: operands[name] for name in operands if name in fields}))
    machine.x[1], machine.x[2] = a, b
    record = machine.step()
    assert record.cause is None
    assert (record.rd, record.value) == (3, machine.x[3])
    return record.value


@pytest.mark.parametrize(
    ("mnemonic", "a", "b", "value"),
    [
        ("add", MASK, 1, 0),
        ("sub", 0, 1, MASK),
        ("slt", MIN, 1, 1),
        ("sltu", MIN, 1, 0),
        ("sll", 1, 33, 2),
        ("sra", MIN, 31, MASK),
        ("srl", MIN, 31, 1),
        ("mulh", MASK, MASK, 0),
        ("mulhsu", MASK, MASK, MASK),
        ("mulhu", MASK, MASK, MASK - 1),
        # Volume I, table 7.1.
        ("div", MIN, MASK, MIN),
        ("rem", MIN, MASK, 0),
        ("div", 7, 0, MASK),
        ("divu", 7, 0, MASK),
        ("rem", MASK - 6, 0, MASK - 6),
        ("remu", 7, 0, 7),
        ("div", MASK - 6, 2, MASK - 2),
        ("rem", MASK - 6, 2, MASK),
        ("andn", 0xFF, 0x0F, 0xF0),
        ("rol", 0x80000001, 33, 3),
        ("ror", 3, 1, 0x80000001),
        ("ror", 3, 0, 3),
        ("pack", 0x11112222, 0x33334444, 0x44442222),
        ("rev8", 0x01020304, 0, 0x04030201),
        ("brev8", 0x01020408, 0, 0x80402010),
        ("zip", 0x0000FFFF, 0, 0x55555555),
        ("unzip", 0x55555555, 0, 0x0000FFFF),
    ],
)
def test_results(mnemonic: str, a: int, b: int, value: int) -> None:
    assert result(mnemonic, a, b) == value


@pytest.mark.parametrize(
    ("mnemonic", "a", "more", "value"),
    [
        ("addi", 0, {"imm": -1}, MASK),
        ("sltiu", 5, {"imm": -1}, 1),
        ("slti", 5, {"imm": -1}, 0),
        ("srai", MIN, {"shamt": 4}, 0xF8000000),
        ("rori", 1, {"shamt": 1}, MIN),
        ("rori", 1, {"shamt": 0}, 1),
        ("lui", 0, {"uimm": 0xFFFFF}, 0xFFFFF000),
    ],
)
def test_results_of_immediates(mnemonic: str, a: int, more: dict[str, int], value: int) -> None:
    assert result(mnemonic, a, **more) == value


def test_x0_stays_zero() -> None:
    machine = hart(("addi", {"rd": 0, "rs1": 0, "imm": 5}))
    record = machine.step()
    assert (record.rd, record.value, machine.x[0]) == (0, 0, 0)


def test_bytes_and_halves_of_memory() -> None:
    machine = hart(
        ("sw", {"rs1": 1, "rs2": 2, "imm": 0}),
        ("sb", {"rs1": 1, "rs2": 3, "imm": 2}),
        ("lb", {"rd": 4, "rs1": 1, "imm": 3}),
        ("lbu", {"rd": 5, "rs1": 1, "imm": 2}),
        ("lh", {"rd": 6, "rs1": 1, "imm": 2}),
        ("lhu", {"rd": 7, "rs1": 1, "imm": 0}),
    )
    machine.x[1], machine.x[2], machine.x[3] = 0x1000, 0x89ABCDEF, 0x12
    records = [machine.step() for _ in range(6)]
    assert machine.memory.read(0x1000, 4) == bytes.fromhex("efcd1289")
    assert [r.value for r in records[2:]] == [0xFFFFFF89, 0x12, 0xFFFF8912, 0xCDEF]
    assert [(r.address, r.mask, r.store) for r in records[1:3]] == [
        (0x1002, 0b0100, True),
        (0x1003, 0b1000, False),
    ]
    assert records[1].data == 0x00120000
    assert records[2].data == 0x89000000


def test_jalr_reads_its_register_before_it_links() -> None:
    machine = hart(("jalr", {"rd": 1, "rs1": 1, "imm": 1}))
    machine.x[1] = 0x100
    record = machine.step()
    assert (record.next_pc, record.value) == (0x100, 4)


def test_a_compressed_call_links_behind_itself() -> None:
    machine = hart(("c.jal", {"offset": 32}))
    record = machine.step()
    assert (record.next_pc, record.rd, record.value) == (32, 1, 2)


@pytest.mark.parametrize(
    ("mnemonic", "base", "cause", "value"),
    [
        ("lw", 0x1002, Cause.LOAD_MISALIGNED, 0x1002),
        ("lh", 0x1001, Cause.LOAD_MISALIGNED, 0x1001),
        ("sh", 0x1003, Cause.STORE_MISALIGNED, 0x1003),
        ("lb", 0x8000_0000, Cause.LOAD_ACCESS_FAULT, 0x8000_0000),
        ("sw", 0x8000_0000, Cause.STORE_ACCESS_FAULT, 0x8000_0000),
        ("ecall", 0, Cause.ECALL_M, 0),
        ("ebreak", 0, Cause.BREAKPOINT, 0),
    ],
)
def test_traps_are_precise(mnemonic: str, base: int, cause: int, value: int) -> None:
    fields = EVERYTHING.instructions[mnemonic].field
    operands = {name: {"rs1": 1, "rd": 3, "rs2": 3}.get(name, 0) for name in fields}
    machine = hart((mnemonic, operands))
    machine.x[1], machine.x[3] = base, 77
    machine.csrs[NUMBER["mtvec"]] = 0x200
    machine.csrs[NUMBER["mstatus"]] |= 8
    before = dict(machine.memory.words)
    record = machine.step()
    assert (record.cause, record.next_pc, record.rd, record.mask) == (cause, 0x200, 0, 0)
    assert machine.csrs[NUMBER["mepc"]] == 0
    assert machine.csrs[NUMBER["mcause"]] == cause
    assert machine.csrs[NUMBER["mtval"]] == value
    assert machine.csrs[NUMBER["mstatus"]] == 0x1880
    assert machine.x[3] == 77
    assert machine.memory.words == before
    assert machine.counters[2] == 0


@pytest.mark.parametrize("mnemonic", ["ebreak", "c.ebreak"])
def test_a_breakpoint_tells_its_address(mnemonic: str) -> None:
    machine = hart(("c.nop", {}), (mnemonic, {}))
    machine.step()
    assert machine.step().cause == Cause.BREAKPOINT
    assert machine.csrs[NUMBER["mtval"]] == machine.csrs[NUMBER["mepc"]] == 2


def test_misa_tells_of_extensions_that_are_not_standard() -> None:
    for isa, value in ((rv32(), 0x40001104), (rv32(ZBKB), 0x40001104), (rv32(LANE), 0x40801104)):
        machine = hart(("csrrs", {"rd": 5, "csr": NUMBER["misa"], "rs1": 0}), isa=isa)
        assert machine.step().value == value


@pytest.mark.parametrize("word", [0x0000, 0xFFFFFFFF, 0x9C01])
def test_an_illegal_word_goes_to_mtval(word: int) -> None:
    machine = hart()
    machine.memory.write(0, word.to_bytes(4, "little"))
    assert machine.step().cause == Cause.ILLEGAL_INSTRUCTION
    assert machine.csrs[NUMBER["mtval"]] == word


def test_the_second_half_of_an_instruction_that_is_not_there() -> None:
    machine = hart()
    machine.memory.write(0xFFFE, b"\x13\x00")
    machine.pc = 0xFFFE
    assert machine.step().cause == Cause.INSTRUCTION_ACCESS_FAULT
    assert machine.csrs[NUMBER["mepc"]] == 0xFFFE
    assert machine.csrs[NUMBER["mtval"]] == 0x10000


@pytest.mark.parametrize(
    ("mnemonic", "csr", "source", "legal"),
    [
        ("csrrs", "mhartid", 0, True),
        ("csrrs", "mhartid", 1, False),
        ("csrrw", "cycle", 0, False),
        ("csrrc", "instreth", 0, True),
        ("csrrwi", "misa", 1, True),
        ("csrrwi", "mstatush", 1, True),
        ("csrrwi", "mhpmcounter3", 1, True),
        ("csrrw", "mconfigptr", 1, False),
    ],
)
def test_read_only_csrs_refuse_writes(mnemonic: str, csr: str, source: int, legal: bool) -> None:
    field = "uimm" if mnemonic.endswith("i") else "rs1"
    machine = hart((mnemonic, {"rd": 5, "csr": NUMBER[csr], field: source}))
    assert machine.step().cause == (None if legal else Cause.ILLEGAL_INSTRUCTION)


def test_csrs_that_do_not_exist() -> None:
    for number in range(0x1000):
        machine = hart(("csrrs", {"rd": 5, "csr": number, "rs1": 0}))
        assert (machine.step().cause is None) == (number in {**CSRS, **machine.isa.registers})


@pytest.mark.parametrize(
    ("csr", "value"),
    [
        ("mstatus", 0x1888),
        ("misa", 0x40801104),
        ("mstatush", 0),
        ("mcountinhibit", 0),
        ("mhpmevent3", 0),
        ("mhpmcounter31h", 0),
        ("mie", 0x888),
        ("mtvec", 0xFFFFFFFC),
        ("mepc", 0xFFFFFFFE),
        ("mscratch", MASK),
        ("mip", 0),
    ],
)
def test_what_a_csr_holds_after_all_ones(csr: str, value: int) -> None:
    operands = {"csr": NUMBER[csr]}
    machine = hart(
        ("csrrw", {"rd": 0, "rs1": 1, **operands}), ("csrrs", {"rd": 2, "rs1": 0, **operands})
    )
    machine.x[1] = MASK
    machine.step()
    assert machine.step().value == value


def test_minstret_counts_what_retires() -> None:
    minstret = {"csr": NUMBER["minstret"]}
    machine = hart(
        ("c.nop", {}),
        ("csrrs", {"rd": 1, "rs1": 0, **minstret}),
        ("csrrwi", {"rd": 2, "uimm": 20, **minstret}),
        ("csrrs", {"rd": 3, "rs1": 0, **minstret}),
        ("csrrs", {"rd": 4, "rs1": 0, **minstret}),
    )
    for _ in range(5):
        machine.step()
    assert machine.x[1:5] == [1, 2, 20, 21]


def test_a_clock_is_what_the_hardware_says() -> None:
    machine = hart(
        ("csrrs", {"rd": 1, "rs1": 0, "csr": NUMBER["time"]}),
        ("addi", {"rd": 2, "rs1": 1, "imm": 1}),
    )
    assert machine.step(observed=12345).value == 12345
    assert machine.step(observed=0).value == 12346


def test_an_interrupt_and_the_return_from_it() -> None:
    machine = hart(("c.nop", {}), ("c.nop", {}))
    machine.memory.write(0x200, (0x30200073).to_bytes(4, "little"))
    machine.csrs[NUMBER["mtvec"]] = 0x200
    machine.step()
    with pytest.raises(ValueError, match="not enabled"):
        machine.interrupt(7)
    machine.csrs[NUMBER["mstatus"]] |= 8
    machine.csrs[NUMBER["mie"]] = 1 << 7
    machine.interrupt(7)
    assert machine.pc == 0x200
    assert machine.csrs[NUMBER["mcause"]] == 0x80000007
    assert machine.csrs[NUMBER["mstatus"]] == 0x1880
    assert machine.step().next_pc == 2
    assert machine.csrs[NUMBER["mstatus"]] == 0x1888


def test_stored_code_is_executed() -> None:
    machine = hart(("sw", {"rs1": 0, "rs2": 1, "imm": 4}), ("c.nop", {}))
    machine.x[1] = EVERYTHING.instructions["addi"].encode(rd=5, rs1=0, imm=7)
    machine.step()
    assert machine.step().value == 7


def test_speed() -> None:
    """Some 300 thousand instructions per second on the slowest machine we have; a fifth is safe."""
    machine = hart(
        ("addi", {"rd": 2, "rs1": 2, "imm": 3}),
        ("sw", {"rs1": 1, "rs2": 2, "imm": 0}),
        ("lw", {"rd": 3, "rs1": 1, "imm": 0}),
        ("beq", {"rs1": 2, "rs2": 3, "offset": -12}),
        isa=rv32(),
    )
    machine.x[1] = 0x1000
    start = time.process_time()
    for _ in range(50_000):
        machine.step()
    assert 50_000 / (time.process_time() - start) > 60_000


def test_division_identity() -> None:
    rng = random.Random(2)
    for _ in range(200):
        a, b = rng.getrandbits(32), rng.getrandbits(rng.choice((1, 8, 32)))
        quotient, rest = result("divu", a, b), result("remu", a, b)
        assert (quotient * b + rest) & MASK == a


CRC = """
typedef unsigned int uint32_t;
uint32_t crc(const unsigned char *data, uint32_t length) {
  uint32_t value = ~0u;
  for (uint32_t i = 0; i < length; i++) {
    value ^= data[i];
    for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
  }
  return ~value;
}
"""


@needs_zig
@pytest.mark.parametrize("options", [("-O2", "+m"), ("-Os", "+m+c"), ("-O2", "+m+c+zbkb")])
def test_it_runs_what_a_compiler_makes(options: tuple[str, str], tmp_path: Path) -> None:
    level, features = options
    source = tmp_path / "crc.c"
    source.write_text(CRC)
    code = compile_text(source, level, f"-mcpu=generic_rv32{features}", "-fno-jump-tables")
    message = random.Random(1).randbytes(100)
    machine = hart()
    machine.memory.write(0, code)
    machine.memory.write(0x4000, message)
    back = 0x8000
    machine.x[1], machine.x[2], machine.x[10], machine.x[11] = back, 0xF000, 0x4000, len(message)
    while machine.pc != back:
        assert machine.step().cause is None
    assert machine.x[10] == zlib.crc32(message)
