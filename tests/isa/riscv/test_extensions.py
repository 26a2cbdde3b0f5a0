# SPDX-License-Identifier: Apache-2.0
"""The extensions for Keccak: what their instructions do, against hashlib and plain arithmetic."""

import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest
from Crypto.Hash import TurboSHAKE128

from hashfab.isa import Hart
from hashfab.isa.riscv.hart import Cause

from ..common import EVERYTHING, hart

MASK = 0xFFFF_FFFF
MASK64 = (1 << 64) - 1


def rotate(value: int, amount: int) -> int:
    """Left, 64 bits, by another way than the kit's."""
    bits = f"{value:064b}"
    amount %= 64
    return int(bits[amount:] + bits[:amount], 2)


def execute(machine: Hart, mnemonic: str, **operands: int) -> int:
    """One instruction on a machine that goes on; the value of rd."""
    instruction = EVERYTHING.instructions[mnemonic]
    machine.memory.write(machine.pc, instruction.encode(**operands).to_bytes(4, "little"))
    record = machine.step()
    assert record.cause is None
    return record.value


# lane


def absorb(machine: Hart, block: bytes, turbo: int) -> None:
    last = len(block) // 8 - 1
    for lane in range(last + 1):
        low, high = (block[8 * lane + i : 8 * lane + i + 4] for i in (0, 4))
        machine.x[5], machine.x[6] = (int.from_bytes(half, "little") for half in (low, high))
        machine.pc = 0
        if lane == last:
            execute(machine, "kabsp", rs1=5, rs2=6, lane=lane, turbo=turbo)
        else:
            execute(machine, "kabs", rs1=5, rs2=6, lane=lane)


def squeeze(machine: Hart, count: int) -> bytes:
    machine.pc = 0
    values = [execute(machine, "kget", rd=7, word=word) for word in range(count // 4)]
    return b"".join(value.to_bytes(4, "little") for value in values)


def pad(message: bytes, rate: int, domain: int) -> bytes:
    padded = bytearray(message + bytes([domain])).ljust(rate, b"\0")
    padded[-1] |= 0x80
    return bytes(padded)


def test_lane_gives_the_digests_of_hashlib_and_of_turboshake() -> None:
    message = random.Random(1).randbytes(100)
    machine = hart()
    absorb(machine, pad(message, 136, 0x06), 0)
    assert squeeze(machine, 32) == hashlib.sha3_256(message).digest()
    execute(machine, "kclr")
    assert squeeze(machine, 200) == bytes(200)
    absorb(machine, pad(message, 168, 0x1F), 1)
    assert squeeze(machine, 64) == TurboSHAKE128.new(domain=0x1F, data=message).read(64)


def test_lane_saves_and_restores_its_state() -> None:
    machine = hart()
    machine.lanes = list(range(1, 26))
    saved = squeeze(machine, 200)
    execute(machine, "kperm", turbo=0)
    permuted = squeeze(machine, 200)
    execute(machine, "kclr")
    for lane in range(25):
        machine.x[5] = int.from_bytes(saved[8 * lane : 8 * lane + 4], "little")
        machine.x[6] = int.from_bytes(saved[8 * lane + 4 : 8 * lane + 8], "little")
        execute(machine, "kabs", rs1=5, rs2=6, lane=lane)
    execute(machine, "kperm", turbo=0)
    assert squeeze(machine, 200) == permuted


def test_lane_absorbs_a_word_that_it_loads() -> None:
    machine = hart()
    machine.lanes = list(range(1, 26))
    machine.memory.write(0x1000 + 8 * 24, (0x12345678).to_bytes(4, "little"))
    machine.x[5], machine.x[6] = 0x1000, 0x9ABCDEF0
    execute(machine, "kabsl", rs1=5, rs2=6, lane=24)
    assert machine.lanes == [*range(1, 25), 25 ^ 0x9ABCDEF012345678]
    other = hart()
    other.lanes = list(machine.lanes)
    other.lanes[24] ^= 0x9ABCDEF012345678
    execute(other, "kperm", turbo=1)
    execute(machine, "kabslp", rs1=5, rs2=6, lane=24, turbo=1)
    assert machine.lanes == other.lanes


# OASIP


def test_remv_reduces_modulo_5() -> None:
    machine = hart()
    for value in range(10):
        for imm in range(-9, 10 - value):
            machine.x[5] = value
            assert execute(machine, "o.remv", rd=6, rs1=5, imm=imm) == (value + imm) % 5


def test_the_rotation_register() -> None:
    rng = random.Random(1)
    machine = hart()
    for amount in (0, 1, 31, 32, 33, 63, 64):
        value = rng.getrandbits(64)
        machine.x[5], machine.x[6], machine.x[7] = value >> 32, value & MASK, amount
        execute(machine, "o.pack", rs1=5, rs2=6)
        high = execute(machine, "o.rotl", rd=8, rs1=7)
        low = execute(machine, "o.extlw", rd=9)
        assert high << 32 | low == rotate(value, amount)


def test_lfsr_gives_the_round_constants() -> None:
    """Keccak's first and last round constant, from the seven bits of each (FIPS 202, 3.2.5)."""
    machine = hart()
    machine.x[5] = 1
    constants = []
    for _ in range(24):
        constant = 0
        for j in range(7):
            constant |= (machine.x[5] & 1) << (2**j - 1)
            execute(machine, "o.lfsr", rd=5, rs1=5)
        constants.append(constant)
    assert constants[0] == 1
    assert constants[1] == 0x8082
    assert constants[23] == 0x8000000080008008


@pytest.mark.parametrize("mnemonic", ["o.hmask", "d.hmask"])
def test_hmask(mnemonic: str) -> None:
    machine = hart()
    machine.x[5] = 23 * 24
    assert execute(machine, mnemonic, rd=6, rs1=5) == (23 * 24 // 2) % 64


def loop_program(outer: int, inner: int) -> Any:
    """x3 counts passes of the outer body, x4 those of the inner one."""
    machine = hart(
        ("o.doloop", {"rs1": 1, "end": 24}),
        ("addi", {"rd": 3, "rs1": 3, "imm": 1}),
        ("o.doloop", {"rs1": 2, "end": 12}),
        ("addi", {"rd": 4, "rs1": 4, "imm": 1}),
        ("addi", {"rd": 6, "rs1": 6, "imm": 1}),
        ("addi", {"rd": 5, "rs1": 5, "imm": 1}),
        ("jal", {"rd": 0, "offset": 0}),
    )
    machine.x[1], machine.x[2] = outer, inner
    return machine


@pytest.mark.parametrize(("outer", "inner"), [(3, 4), (1, 1), (0, 2), (2, 0)])
def test_two_loops(outer: int, inner: int) -> None:
    machine = loop_program(outer, inner)
    while machine.pc != 24:
        machine.step()
    outer, inner = max(1, outer), max(1, inner)
    assert machine.x[3:6] == [outer, outer * inner, outer]
    assert [loop.count for loop in machine.loops] == [0, 0]


def test_an_interrupt_in_a_loop_does_not_change_it() -> None:
    for at in range(20):
        machine = loop_program(3, 4)
        machine.memory.write(0x200, (0x30200073).to_bytes(4, "little"))
        machine.csrs[0x305], machine.csrs[0x304] = 0x200, 0x888
        machine.csrs[0x300] |= 8
        for step in range(100):
            if step == at:
                machine.interrupt(11)
            machine.step()
        assert machine.x[3:6] == [3, 12, 3]


# DASIP


@pytest.fixture
def dasip() -> Any:
    """Auxiliary registers and the state at 0x1000 with random values; x10 points to it."""
    rng = random.Random(3)
    machine = hart()
    machine.aux = [rng.getrandbits(64) for _ in range(6)]
    machine.memory.write(0x1000, rng.randbytes(200))
    machine.x[10] = 0x1000
    machine.pc = 0x8000
    return machine


def lane_of(machine: Hart, index: int) -> int:
    return int.from_bytes(machine.memory.read(0x1000 + 8 * index, 8), "little")


def test_operations_on_auxiliary_registers(dasip: Any) -> None:
    a = list(dasip.aux)
    execute(dasip, "d.xor", ard=0, ars1=1, ars2=2)
    assert dasip.aux[0] == a[1] ^ a[2]
    execute(dasip, "d.nandxor", ard=3, ars1=4, ars2=5)
    assert dasip.aux[3] == a[3] ^ ((a[4] ^ MASK64) & a[5])
    dasip.x[5] = 64 + 37
    execute(dasip, "d.rotl", ard=1, ars1=4, rs2=5)
    assert dasip.aux[1] == rotate(a[4], 37)
    execute(dasip, "d.mvar", ard=2, ars1=5)
    assert dasip.aux[2] == a[5]


def test_lanes_with_a_stride_of_5(dasip: Any) -> None:
    for y in range(5):
        for x in range(5):
            dasip.x[11] = y
            execute(dasip, "d.ldlw32s5i", ard=5, rs1=10, rs2=11, index=x)
            execute(dasip, "d.ldhw32s5i", ard=5, rs1=10, rs2=11, index=x)
            assert dasip.aux[5] == lane_of(dasip, x + 5 * y)


def test_lanes_modulo_5(dasip: Any) -> None:
    for x in range(5):
        for step in range(10):
            dasip.x[11] = x
            dasip.aux[4] = 0x1111111122222222 * (step + 1)
            execute(dasip, "d.stlw32m5i", ard=4, rs1=10, rs2=11, step=step)
            execute(dasip, "d.sthw32m5i", ard=4, rs1=10, rs2=11, step=step)
            assert lane_of(dasip, (x + step) % 5) == dasip.aux[4]
            execute(dasip, "d.ldlw32m5i", ard=3, rs1=10, rs2=11, step=step)
            execute(dasip, "d.ldhw32m5i", ard=3, rs1=10, rs2=11, step=step)
            assert dasip.aux[3] == dasip.aux[4]


EFFECTS: dict[str, tuple[dict[str, int], Callable[[list[int], int], int]]] = {
    "xor": ({"ops1": 1, "ops2": 2}, lambda a, d: a[1] ^ a[2]),
    "nandxor": ({"ops1": 1, "ops2": 2}, lambda a, d: a[d] ^ ((a[1] ^ MASK64) & a[2])),
    "mvar": ({"ops1": 1}, lambda a, d: a[1]),
    "rotl": ({"amount": 45}, lambda a, d: rotate(a[d], 45)),
}


@pytest.mark.parametrize("operation", EFFECTS)
def test_a_bundle_does_both_on_the_old_values(dasip: Any, operation: str) -> None:
    operands, effect = EFFECTS[operation]
    dasip.x[11] = 2
    common = {"rs1": 10, "rs2": 11, "near": 3, **operands}
    before = list(dasip.aux)
    execute(dasip, f"d.ldhw32s5i.{operation}", ard=1, opd=4, **common)
    assert dasip.aux[4] == effect(before, 4)
    assert dasip.aux[1] == before[1] & MASK | lane_of(dasip, 13) >> 32 << 32
    before = list(dasip.aux)
    execute(dasip, f"d.sthw32s5i.{operation}", ard=3, opd=3, **common)
    assert lane_of(dasip, 13) >> 32 == before[3] >> 32
    assert dasip.aux[3] == effect(before, 3)


def test_a_bundle_that_loads_what_it_computes(dasip: Any) -> None:
    before = list(dasip.aux)
    execute(dasip, "d.ldhw32s5i.xor", ard=0, opd=0, ops1=1, ops2=2, rs1=10, rs2=11, near=0)
    assert dasip.aux[0] == (before[1] ^ before[2]) & MASK | lane_of(dasip, 0) >> 32 << 32


@pytest.mark.parametrize("kind", ["ld", "st"])
def test_a_bundle_that_traps_has_done_nothing(dasip: Any, kind: str) -> None:
    dasip.x[10] += 2
    before = list(dasip.aux)
    word = EVERYTHING.instructions[f"d.{kind}hw32s5i.xor"].encode(
        ard=0, opd=3, ops1=1, ops2=2, rs1=10, rs2=11, near=0
    )
    dasip.memory.write(dasip.pc, word.to_bytes(4, "little"))
    cause = Cause.LOAD_MISALIGNED if kind == "ld" else Cause.STORE_MISALIGNED
    assert dasip.step().cause == cause
    assert dasip.aux == before
