# SPDX-License-Identifier: Apache-2.0
"""The MIPS machine: results, delay slots, traps, coprocessor 0, interrupts, the extensions."""

import random

import pytest

from hashfab.isa import COPRO, Mips, mips32
from hashfab.isa.mips.machine import (
    BADVADDR,
    BD,
    CAUSE,
    CP0,
    EPC,
    EXL,
    IE,
    NUMBER,
    STATUS,
    VECTOR,
    Code,
)

from ..common import MIPS_EVERYTHING, mips

MASK = 0xFFFF_FFFF
MIN, MAX = 0x8000_0000, 0x7FFF_FFFF
NOP = ("sll", dict[str, int]())


def run(machine: Mips, count: int) -> list[int]:
    """The addresses that so many steps execute."""
    return [machine.step().pc for _ in range(count)]


def result(mnemonic: str, rs: int, rt: int = 0, **more: int) -> int:
    """The register that one instruction writes, given rs and rt."""
    fields = MIPS_EVERYTHING.instructions[mnemonic].field
    operands = {"rs": 1, "rt": 2, "rd": 3} | more
    machine = mips((mnemonic, {name: operands[name] for name in operands if name in fields}))
    machine.x[1], machine.x[2] = rs, rt
    record = machine.step()
    assert record.cause is None
    assert record.rd == (3 if "rd" in fields else 2)
    assert record.value == machine.x[record.rd]
    return record.value


@pytest.mark.parametrize(
    ("mnemonic", "rs", "rt", "value"),
    [
        ("add", 1, MASK, 0),
        ("addu", MAX, 1, MIN),
        ("subu", 0, 1, MASK),
        ("slt", MIN, 1, 1),
        ("sltu", MIN, 1, 0),
        ("nor", 0xF0, 0x0F, 0xFFFFFF00),
        ("sllv", 33, 1, 2),
        ("srlv", 31, MIN, 1),
        ("srav", 31, MIN, MASK),
        ("clz", 0, 0, 32),
        ("clz", 0x00010000, 0, 15),
        ("clo", MASK, 0, 32),
        ("clo", 0xFFFE0000, 0, 15),
        ("mul", MASK, MASK, 1),
        ("movz", 7, 0, 7),
        ("movn", 7, 1, 7),
        ("andnot", 0x0F, 0xFF, 0xF0),
    ],
)
def test_results(mnemonic: str, rs: int, rt: int, value: int) -> None:
    assert result(mnemonic, rs, rt) == value


@pytest.mark.parametrize(
    ("mnemonic", "rs", "more", "value"),
    [
        ("addi", 0, {"imm": -1}, MASK),
        ("addiu", MAX, {"imm": 1}, MIN),
        ("slti", 5, {"imm": -1}, 0),
        ("sltiu", 5, {"imm": -1}, 1),
        ("andi", MASK, {"uimm": 0x8000}, 0x8000),
        ("ori", MIN, {"uimm": 0x8000}, 0x80008000),
        ("xori", MASK, {"uimm": 0xFFFF}, 0xFFFF0000),
        ("lui", 0, {"uimm": 0x8000}, MIN),
    ],
)
def test_results_of_immediates(mnemonic: str, rs: int, more: dict[str, int], value: int) -> None:
    assert result(mnemonic, rs, **more) == value


@pytest.mark.parametrize(("mnemonic", "rt"), [("movz", 1), ("movn", 0)])
def test_a_move_that_is_not_done_writes_nothing(mnemonic: str, rt: int) -> None:
    machine = mips((mnemonic, {"rs": 1, "rt": 2, "rd": 3}))
    machine.x[1:4] = [7, rt, 9]
    assert machine.step().rd == 0
    assert machine.x[3] == 9


@pytest.mark.parametrize(
    ("mnemonic", "rs", "rt", "hi", "lo"),
    [
        ("mult", MASK, 2, MASK, MASK - 1),
        ("multu", MASK, 2, 1, MASK - 1),
        ("madd", MASK, 1, 4, 6),  # on 4, 7
        ("maddu", MASK, 1, 5, 6),
        ("msub", MASK, 1, 4, 8),
        ("msubu", MASK, 1, 3, 8),
        ("div", MASK - 6, 2, MASK, MASK - 2),  # -7 / 2
        ("div", 7, MASK - 1, 1, MASK - 2),
        ("divu", 7, 2, 1, 3),
        ("div", MIN, MASK, 0, MIN),
        ("div", 7, 0, 7, MASK),
        ("div", MASK - 6, 0, MASK - 6, MASK),
        ("divu", MASK, 0, MASK, MASK),
        ("mul", 3, 5, 4, 7),
    ],
)
def test_hi_and_lo(mnemonic: str, rs: int, rt: int, hi: int, lo: int) -> None:
    operands = {"rs": 1, "rt": 2} | ({"rd": 3} if mnemonic == "mul" else {})
    machine = mips((mnemonic, operands), ("mfhi", {"rd": 4}), ("mflo", {"rd": 5}))
    machine.x[1:3] = [rs, rt]
    machine.hi, machine.lo = 4, 7
    run(machine, 3)
    assert machine.x[4:6] == [hi, lo]


def test_bytes_and_halves_of_memory() -> None:
    machine = mips(
        ("sw", {"rs": 1, "rt": 2, "imm": 0}),
        ("sb", {"rs": 1, "rt": 3, "imm": 2}),
        ("lb", {"rt": 4, "rs": 1, "imm": 3}),
        ("lbu", {"rt": 5, "rs": 1, "imm": 2}),
        ("lh", {"rt": 6, "rs": 1, "imm": 2}),
        ("lhu", {"rt": 7, "rs": 1, "imm": 0}),
    )
    machine.x[1:4] = [0x1000, 0x89ABCDEF, 0x12]
    records = [machine.step() for _ in range(6)]
    assert machine.memory.read(0x1000, 4) == bytes.fromhex("efcd1289")
    assert [r.value for r in records[2:]] == [0xFFFFFF89, 0x12, 0xFFFF8912, 0xCDEF]


# Branches


@pytest.mark.parametrize(
    ("mnemonic", "rs", "rt", "taken"),
    [
        ("beq", 5, 5, True),
        ("beq", 5, 4, False),
        ("bne", 5, 4, True),
        ("bne", 5, 5, False),
        *(("blez", value, 0, value != 1) for value in (0, 1, MASK)),
        *(("bgtz", value, 0, value == 1) for value in (0, 1, MASK)),
        *(("bltz", value, 0, value == MASK) for value in (0, 1, MASK)),
        *(("bgez", value, 0, value != MASK) for value in (0, 1, MASK)),
        *(("bltzal", value, 0, value == MASK) for value in (0, 1, MASK)),
        *(("bgezal", value, 0, value != MASK) for value in (0, 1, MASK)),
    ],
)
@pytest.mark.parametrize("likely", [False, True])
def test_branches(mnemonic: str, rs: int, rt: int, taken: bool, likely: bool) -> None:
    """The delay slot is executed, but for a likely branch that is not taken."""
    name = mnemonic + "l" * likely
    registers = (
        {"rs": 1, "rt": 2} if "rt" in MIPS_EVERYTHING.instructions[name].field else {"rs": 1}
    )
    machine = mips(NOP, (name, {**registers, "offset": 32}), *[NOP] * 12)
    machine.x[1:3] = [rs, rt]
    slot = [] if likely and not taken else [8]
    assert run(machine, 4) == [0, 4, *slot, 40 if taken else 12, *([] if slot else [16])]
    assert machine.x[31] == (12 if "al" in mnemonic else 0)


@pytest.mark.parametrize(
    ("mnemonic", "operands", "link"),
    [
        ("j", {"target": 0x100}, {}),
        ("jal", {"target": 0x100}, {31: 8}),
        ("jr", {"rs": 1}, {}),
        ("jalr", {"rs": 1, "rd": 5}, {5: 8}),
    ],
)
def test_jumps(mnemonic: str, operands: dict[str, int], link: dict[int, int]) -> None:
    machine = mips((mnemonic, operands), ("addiu", {"rt": 1, "rs": 0, "imm": 1}))
    machine.x[1] = 0x100
    assert run(machine, 3) == [0, 4, 0x100]
    assert [machine.x[n] for n in (5, 31)] == [link.get(n, 0) for n in (5, 31)]


def test_a_jump_stays_in_the_256_mib_of_its_slot() -> None:
    machine = mips()
    machine.memory.regions = (range(1 << 32),)
    word = MIPS_EVERYTHING.instructions["j"].encode(target=0x100)
    machine.memory.write(0x0FFF_FFFC, word.to_bytes(4, "little"))
    machine.pc, machine.follow = 0x0FFF_FFFC, 0x1000_0000
    assert run(machine, 3) == [0x0FFF_FFFC, 0x1000_0000, 0x1000_0100]


# Traps


TRAPS = [
    ("lw", {"rs": 1, "rt": 3}, 0x1002, 0, Code.ADDRESS_LOAD),
    ("lhu", {"rs": 1, "rt": 3}, 0x1001, 0, Code.ADDRESS_LOAD),
    ("sh", {"rs": 1, "rt": 3}, 0x1003, 0, Code.ADDRESS_STORE),
    ("sw", {"rs": 1, "rt": 3}, MIN | 2, 0, Code.ADDRESS_STORE),
    ("lb", {"rs": 1, "rt": 3}, MIN, 0, Code.DATA_BUS),
    ("sw", {"rs": 1, "rt": 3}, MIN, 0, Code.DATA_BUS),
    ("xor5", {"rs": 1}, 0x1002, 0, Code.ADDRESS_STORE),
    ("lwau", {"rs": 1, "au": 0}, MIN, 0, Code.DATA_BUS),
    ("syscall", {"code": 5}, 0, 0, Code.SYSCALL),
    ("break", {}, 0, 0, Code.BREAKPOINT),
    ("add", {"rs": 1, "rt": 2, "rd": 3}, MAX, 1, Code.OVERFLOW),
    ("sub", {"rs": 1, "rt": 2, "rd": 3}, MIN, 1, Code.OVERFLOW),
    ("addi", {"rs": 1, "rt": 3, "imm": -1}, MIN, 0, Code.OVERFLOW),
    ("teq", {"rs": 1, "rt": 2}, 5, 5, Code.TRAP),
    ("tne", {"rs": 1, "rt": 2}, 5, 4, Code.TRAP),
    ("tge", {"rs": 1, "rt": 2}, 0, MASK, Code.TRAP),
    ("tgeu", {"rs": 1, "rt": 2}, MASK, 0, Code.TRAP),
    ("tlt", {"rs": 1, "rt": 2}, MASK, 0, Code.TRAP),
    ("tltu", {"rs": 1, "rt": 2}, 0, MASK, Code.TRAP),
    ("teqi", {"rs": 1, "imm": -1}, MASK, 0, Code.TRAP),
    ("tnei", {"rs": 1, "imm": -1}, 0, 0, Code.TRAP),
    ("tgei", {"rs": 1, "imm": -1}, 0, 0, Code.TRAP),
    ("tgeiu", {"rs": 1, "imm": -1}, MASK, 0, Code.TRAP),
    ("tlti", {"rs": 1, "imm": -1}, MIN, 0, Code.TRAP),
    ("tltiu", {"rs": 1, "imm": -1}, 0, 0, Code.TRAP),
]


@pytest.mark.parametrize(("mnemonic", "operands", "rs", "rt", "code"), TRAPS)
@pytest.mark.parametrize("in_slot", [False, True])
def test_traps_are_precise(
    mnemonic: str, operands: dict[str, int], rs: int, rt: int, code: Code, in_slot: bool
) -> None:
    """EPC is the branch for an instruction in its slot; nothing but coprocessor 0 changes."""
    branch = [NOP, ("beq", {"offset": 64})] if in_slot else [NOP, NOP]
    machine = mips(*branch, (mnemonic, operands))
    machine.x[1:4] = [rs, rt, 77]
    machine.cp0[BADVADDR] = 1234
    run(machine, 2)
    before = dict(machine.memory.words), list(machine.x), list(machine.au), machine.least
    record = machine.step()
    assert (record.pc, record.cause, record.next_pc) == (8, code, VECTOR)
    assert (record.rd, record.mask) == (0, 0)
    assert machine.cp0[EPC] == (4 if in_slot else 8)
    assert machine.cp0[CAUSE] == (BD if in_slot else 0) | code << 2
    misaligned = code in (Code.ADDRESS_LOAD, Code.ADDRESS_STORE)
    assert machine.cp0[BADVADDR] == (rs if misaligned else 1234)
    assert machine.cp0[STATUS] == EXL
    assert before == (machine.memory.words, machine.x, machine.au, machine.least)
    assert run(machine, 2) == [VECTOR, VECTOR + 4]


@pytest.mark.parametrize(
    ("mnemonic", "rs", "other"),
    [
        ("add", MAX, 0),
        ("add", MAX, MIN),
        ("sub", MIN, MIN),
        ("addi", MIN, 1),
        ("teq", 5, 4),
        ("tne", 5, 5),
        ("tge", MASK, 0),
        ("tgeu", 0, MASK),
        ("tlt", 0, 0),
        ("tltu", MASK, MASK),
        ("teqi", 0, -1),
        ("tnei", MASK, -1),
        ("tgei", MIN, -1),
        ("tgeiu", MASK - 1, -1),
        ("tlti", MASK, -1),
        ("tltiu", MASK, -1),
    ],
)
def test_what_need_not_trap_does_not(mnemonic: str, rs: int, other: int) -> None:
    immediate = "imm" in MIPS_EVERYTHING.instructions[mnemonic].field
    machine = mips((mnemonic, {"rs": 1, **({"imm": other} if immediate else {"rt": 2})}))
    machine.x[1:3] = [rs, 0 if immediate else other]
    assert machine.step().cause is None


def test_the_slot_of_a_branch_that_is_not_taken_is_one() -> None:
    machine = mips(NOP, ("bne", {"offset": 64}), ("syscall", {}))
    run(machine, 3)
    assert (machine.cp0[EPC], machine.cp0[CAUSE] & BD) == (4, BD)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        (0xFFFFFFFF, Code.RESERVED),
        (0x88820000, Code.RESERVED),  # lwl
        (0x44820000, Code.COPROCESSOR),  # mtc1
        (0xC4820000, Code.COPROCESSOR),  # lwc1
        (0x4C000000, Code.RESERVED),  # cop1x
        (0xC8830008, Code.COPROCESSOR),  # lwc2
        (0xD8830008, Code.COPROCESSOR),  # ldc2
        (0x48043000, Code.COPROCESSOR),  # mfc2
        (0x70642010, Code.RESERVED),  # andnot
    ],
)
def test_illegal_words(word: int, code: Code) -> None:
    machine = mips(isa=mips32())
    machine.memory.write(0, word.to_bytes(4, "little"))
    assert machine.step().cause == code


@pytest.mark.parametrize("word", [0xC8850008, 0xD8830008, 0x48043000, 0xE8890008])
def test_what_the_coprocessor_does_not_have_is_reserved(word: int) -> None:
    machine = mips(isa=mips32(COPRO))
    machine.memory.write(0, word.to_bytes(4, "little"))
    assert machine.step().cause == Code.RESERVED


@pytest.mark.parametrize(
    ("target", "code"), [(0x102, Code.ADDRESS_LOAD), (MIN, Code.INSTRUCTION_BUS)]
)
def test_a_fetch_that_fails(target: int, code: Code) -> None:
    machine = mips(("jr", {"rs": 1}), NOP)
    machine.x[1] = target
    machine.cp0[BADVADDR] = 1234
    run(machine, 2)
    record = machine.step()
    assert (record.pc, record.cause) == (target, code)
    assert (machine.cp0[EPC], machine.cp0[CAUSE]) == (target, code << 2)
    assert machine.cp0[BADVADDR] == (target if code == Code.ADDRESS_LOAD else 1234)


def test_an_exception_of_the_handler_leaves_epc() -> None:
    machine = mips(("syscall", {}))
    machine.memory.write(VECTOR, (0x0000000D).to_bytes(4, "little"))  # break
    run(machine, 2)
    assert machine.cp0[EPC] == 0
    assert machine.cp0[CAUSE] == Code.BREAKPOINT << 2
    assert machine.pc == VECTOR


# Coprocessor 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("Status", 0x8C03), ("Cause", 0), ("EPC", MASK), ("BadVAddr", 0), ("PRId", 0), ("Config", 0)],
)
def test_what_a_register_holds_after_all_ones(name: str, value: int) -> None:
    machine = mips(
        ("mtc0", {"rt": 1, "cp0": NUMBER[name]}), ("mfc0", {"rt": 2, "cp0": NUMBER[name]})
    )
    machine.x[1] = MASK
    machine.step()
    assert machine.step().value == value


def test_registers_that_do_not_exist_are_zero() -> None:
    for number in range(32):
        for select in range(8):
            if number in CP0 and not select:
                continue
            operands = {"cp0": number, "sel": select}
            machine = mips(("mtc0", {"rt": 1, **operands}), ("mfc0", {"rt": 2, **operands}))
            machine.x[1] = MASK
            machine.step()
            assert machine.step().value == 0


def test_what_is_a_matter_of_the_clock_is_what_the_hardware_says() -> None:
    machine = mips(
        ("mfc0", {"rt": 1, "cp0": NUMBER["Count"]}), ("mfc0", {"rt": 2, "cp0": NUMBER["Cause"]})
    )
    machine.cp0[CAUSE] = BD | 8 << 2
    assert machine.step(observed=12345).value == 12345
    assert machine.step(observed=0xFF00).value == BD | 0x8C00 | 8 << 2


@pytest.mark.parametrize("in_slot", [False, True])
def test_an_interrupt_and_the_return_from_it(in_slot: bool) -> None:
    """In a slot, the branch is executed again."""
    machine = mips(("beq", {"offset": 64}) if in_slot else NOP, NOP)
    machine.memory.write(VECTOR, (0x42000018).to_bytes(4, "little"))  # eret
    machine.step()
    for status in (0, IE, IE | EXL | 1 << 15, 1 << 15, IE | 1 << 10):
        machine.cp0[STATUS] = status
        with pytest.raises(ValueError, match="not enabled"):
            machine.interrupt(7)
    machine.cp0[STATUS] = IE | 1 << 15
    machine.interrupt(7)
    assert machine.pc == VECTOR
    assert machine.cp0[CAUSE] == (BD if in_slot else 0)
    assert machine.cp0[STATUS] == IE | EXL | 1 << 15
    expected = [VECTOR, 0, 4, 68] if in_slot else [VECTOR, 4, 8, 12]
    assert run(machine, 4) == expected
    assert machine.cp0[STATUS] == IE | 1 << 15


# The extensions


def rotate(value: int, amount: int) -> int:
    """Left, 64 bits, by another way than the kit's."""
    bits = f"{value:064b}"
    amount %= 64
    return int(bits[amount:] + bits[:amount], 2)


def execute(machine: Mips, mnemonic: str, **operands: int) -> int:
    """One instruction on a machine that goes on; the value that it writes."""
    word = MIPS_EVERYTHING.instructions[mnemonic].encode(**operands)
    machine.memory.write(machine.pc, word.to_bytes(4, "little"))
    record = machine.step()
    assert record.cause is None
    return record.value


@pytest.mark.parametrize("amount", range(70))
def test_native_rotates_a_lane(amount: int) -> None:
    rng = random.Random(amount)
    lane = rng.getrandbits(64)
    machine = mips()
    machine.x[1:4] = [lane >> 32, lane & MASK, amount | rng.getrandbits(25) << 7]
    execute(machine, "rot1", rs=1, rt=3)
    high = execute(machine, "rot2", rd=4, rs=2, rt=3)
    low = execute(machine, "mfleast", rd=5)
    assert high << 32 | low == rotate(lane, machine.x[3] & 63)


def test_native_saves_and_restores_its_registers() -> None:
    machine = mips()
    machine.msw, machine.lsw = 0x12345678, 0x9ABCDEF0
    high, low = execute(machine, "rot2", rd=4), execute(machine, "mfleast", rd=5)
    execute(machine, "rot1", rs=4, rt=4)
    execute(machine, "rot1", rs=4, rt=0)
    execute(machine, "rot2", rd=0, rs=5, rt=0)
    assert (high, low) == (machine.msw, machine.lsw) == (0x12345678, 0x9ABCDEF0)


def test_native_rot1_is_table_i() -> None:
    """As printed, for the amounts whose shifts are by less than 32."""
    rng = random.Random(1)
    for amount in (*range(1, 32), *range(33, 64)):
        machine = mips()
        value = rng.getrandbits(32)
        machine.x[1:3] = [value, amount]
        execute(machine, "rot1", rs=1, rt=2)
        if amount < 32:
            most, least = value << amount, value >> (32 - amount)
        else:
            least, most = value << (amount - 32), value >> (64 - amount)
        assert (machine.msw, machine.lsw) == (most & MASK, least & MASK)


def copro(*auxiliary: int) -> Mips:
    """A machine with values in the auxiliary registers, and an address in register 1."""
    machine = mips()
    machine.x[1] = 0x1000
    for number, value in enumerate(auxiliary):
        machine.memory.write(0x800, value.to_bytes(4, "little"))
        execute(machine, "lwau", au=number, rs=0, imm=0x800)
    return machine


def stored(machine: Mips, mnemonic: str, **operands: int) -> int:
    """What an instruction stores."""
    execute(machine, mnemonic, rs=1, imm=4, **operands)
    return int.from_bytes(machine.memory.read(0x1004, 4), "little")


def test_copro_stores_parity_and_chi() -> None:
    rng = random.Random(2)
    a = [rng.getrandbits(32) for _ in range(5)]
    machine = copro(*a)
    assert stored(machine, "xor5") == a[0] ^ a[1] ^ a[2] ^ a[3] ^ a[4]
    for i in range(5):
        wanted = a[i] ^ (MASK - a[(i + 1) % 5] & a[(i + 2) % 5])
        assert stored(machine, "chi", index=i) == wanted


@pytest.mark.parametrize("amount", range(70))
def test_copro_rotates_a_lane(amount: int) -> None:
    lane = random.Random(amount).getrandbits(64)
    machine = copro(lane >> 32, lane & MASK, amount)
    high, low = stored(machine, "rot"), stored(machine, "swleast")
    assert high << 32 | low == rotate(lane, amount)


def test_copro_saves_and_restores_its_registers() -> None:
    machine = copro(1, 2, 3, 4, 5)
    machine.least = 6
    saved = [execute(machine, "mfc2", rt=4, cp2=number) for number in range(6)]
    assert saved == [1, 2, 3, 4, 5, 6]
    machine.au, machine.least = [0] * 5, 0
    for number, machine.x[4] in enumerate(saved):
        execute(machine, "mtc2", rt=4, cp2=number)
    assert ([*machine.au, machine.least]) == saved
