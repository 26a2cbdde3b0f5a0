# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs on the RoCC coprocessor; ``test_rocc.py`` says with which parameters."""

import hashlib
import json
import logging
import random
from dataclasses import dataclass, replace
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Timer

from bus import model
from bus.cases import SLICE, draw, words
from bus.model import Memory, Order, Range, setting
from bus.ports import is_high, stalls
from bus.rocc import (
    ILLEGAL,
    MACHINE,
    SETUP,
    START,
    SUPERVISOR,
    USER,
    Core,
    DataCache,
    Instruction,
)


@dataclass
class Host:
    """The core and its memory."""

    dut: Any
    rng: random.Random
    core: Core
    memory: Memory

    async def give(self, order: Order, rd: int | None, privilege: int = MACHINE) -> None:
        """The two instructions of a command."""
        wanted = order.output_bytes << 32 | order.flags << 25 | order.in_place << 24
        wanted |= order.domain << 8 | order.code
        wanted |= self.rng.randrange(256) << 16 | self.rng.randrange(16) << 28  # not looked at
        pair = Instruction(SETUP, order.message, order.output, None, privilege)
        await self.core.give(pair)
        await self.core.give(Instruction(START, order.message_bytes, wanted, rd, privilege))

    def seen(self, name: str) -> int:
        """How often something happened in the cache."""
        assert isinstance(self.memory.port, DataCache)
        return self.memory.port.seen[name]


async def start(dut: Any, stall: float | None = None, latency: int | None = None) -> Host:
    """Clock, reset, core and memory."""
    logging.getLogger("py.warnings").setLevel(logging.ERROR)
    rng = random.Random(cocotb.RANDOM_SEED)
    stall = setting("stall", rng.choice((20, 50))) / 100 if stall is None else stall
    latency = rng.choice((2, 10, 30)) if latency is None else latency
    dut.rst_ni.value = 1
    await Timer(1, "ns")
    dut.rst_ni.value = 0
    Clock(dut.clk_i, model.PERIOD_NS, "ns").start()
    core = Core(dut, rng, stalls(rng, stall))
    memory = Memory(dut, rng, stall, latency)
    await ClockCycles(dut.clk_i, 3)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 2)
    return Host(dut, rng, core, memory)


@cocotb.test()
async def digests(dut: Any) -> None:
    """Commands side by side, some that ask for a response; exceptions in the memory of some."""
    host = await start(dut)
    rng, memory, core = host.rng, host.memory, host.core
    memory.map(0x40000000, 16 * SLICE)
    under_way: dict[int, tuple[Order, bytes, bytes, set[int]]] = {}
    left = setting("commands", 60)
    most = failed = 0

    def check(name: int) -> None:
        order, message, before, bad = under_way.pop(name)
        memory.bad -= bad
        memory.outputs.remove((order.output, order.output + order.output_bytes))
        base = 0x40000000 + SLICE * name
        if not bad:
            expected = bytearray(before)
            at = order.output - base
            expected[at : at + order.output_bytes] = order.digest(message)
            assert memory.get(base, SLICE) == expected, order

    while left or under_way:
        free = [name for name in range(16) if name not in under_way]
        if left and free and rng.random() < 0.7:
            order, (low, high) = draw(rng, rng.choice(free))
            bad = set()
            if rng.random() < 0.2:
                ranges = [(order.output, order.output_bytes), (order.message, order.message_bytes)]
                touched = [word for each in ranges for word in words(memory, *each)]
                bad = set(rng.sample(touched, rng.randint(1, len(touched))))
            memory.bad |= bad
            memory.outputs.append((order.output, order.output + order.output_bytes))
            message = memory.get(order.message, order.message_bytes)
            under_way[order.name] = (order, message, memory.get(low, high - low), bad)
            # Without a response, what was given is done when busy falls.
            await host.give(order, order.name if rng.random() < 0.8 else None)
            left -= 1
        elif rng.random() < 0.1:
            await core.fence()
            for rd, _ in core.responses:
                assert rd in under_way
        most = max(most, len(under_way))
        silent = [name for name in under_way if not core.asked[name]]
        answered = dict(core.responses)
        core.responses.clear()
        for rd, value in answered.items():
            bad = under_way[rd][3]
            assert value == (model.BUS if bad else model.OK), (under_way[rd][0], value)
            failed += bool(bad)
            check(rd)
        silent = [name for name in silent if name not in answered]
        if silent and (not left or rng.random() < 0.2):
            await core.fence()
            for name in silent:
                check(name)
        await ClockCycles(dut.clk_i, 1)
    assert most > 2
    assert not memory.strays, memory.strays
    await core.fence()
    if setting("stall", 1):
        for what in ("nacks", "repeated", "overtaken"):
            assert host.seen(what) > 20, what
    print(f"failed on purpose: {failed}")


@cocotb.test()
async def paper(dut: Any) -> None:
    """The instructions of schmidt2015 as they are: two pointers, and a length alone."""
    host = await start(dut)
    memory, core = host.memory, host.core
    memory.map(0x1000, 4 * model.PAGE)
    for length in (0, 1, 135, 136, 500):
        memory.outputs = [(0x3003, 0x3003 + 32)]
        before = memory.get(0x1000, 0x4000)
        await core.give(Instruction(SETUP, 0x1005, 0x3003))
        await core.give(Instruction(START, length))
        await ClockCycles(dut.clk_i, 1)
        assert is_high(dut.rocc_busy)
        await core.fence()
        digest = hashlib.sha3_256(before[5 : 5 + length]).digest()
        expected = before[:0x2003] + digest + before[0x2023:]
        assert memory.get(0x1000, 0x4000) == expected
    assert not memory.strays and not core.responses


@cocotb.test()
async def refusals(dut: Any) -> None:
    """What is no instruction, and what must not reach memory, says so where it is asked."""
    bits = setting("address_bits", 40)
    host = await start(dut)
    memory, core, top = host.memory, host.core, 1 << bits
    memory.map(0, 4 * model.PAGE)
    memory.map(top - model.PAGE, model.PAGE)
    good = Order(0, 1, 0x100, 40, 0x200, 32)

    async def answered(instruction: Instruction) -> int:
        await core.give(replace(instruction, rd=7))
        rd, value = await core.response()
        assert rd == 7
        return value

    # The addresses stay as they are, whatever else comes.
    assert await answered(Instruction(SETUP, good.message, good.output)) == 0
    for wrong in (
        Instruction(SETUP, 0x1000),
        Instruction(SETUP, None, 0x1000),
        Instruction(SETUP),
        Instruction(START, None, 32 << 32 | 1),
        Instruction(START),
        Instruction(2, 0x1000, 0x1000),
        Instruction(64, 0x1000, 0x1000),
        Instruction(65, 40, 32 << 32 | 1),
        Instruction(127, 0x1000, 0x1000),
    ):
        assert await answered(wrong) == ILLEGAL, wrong
        await core.give(wrong)
    memory.outputs = [(good.output, good.output + 32)]
    assert await answered(Instruction(START, 40)) == model.OK
    assert memory.get(0x200, 32) == good.digest(memory.get(0x100, 40))

    # A register has addresses that memory has not, unless those of memory are as wide.
    far = (replace(good, message=top + 0x100), replace(good, output=0x200 | 1 << 63))
    beyond = far if bits < 64 else ()
    seen = set()
    for order in (
        replace(good, code=9),
        replace(good, code=0x11),
        replace(good, code=7, domain=0),
        replace(good, code=8, domain=0x80),
        replace(good, flags=model.RESTORE),
        replace(good, flags=model.SAVE),
        replace(good, flags=model.OWN_DOMAIN),
        replace(good, output_bytes=0),
        replace(good, message=top - 39),
        replace(good, message=top - 40),
        replace(good, output=top - 31),
        replace(good, output=top - 32),
        *beyond,
        replace(good, message_bytes=1 << 32),
        replace(good, message=0x1E0),
        replace(good, message=0x1E0, in_place=True),
        replace(good, message=0x1D8),
        good,
    ):
        expected = order.refused(bits)
        if order.message_bytes >> 32:
            expected = model.ADDRESS  # lengths have 32 bits
        before = memory.touched
        memory.outputs = [(order.output, order.output + order.output_bytes)] * (expected == 0)
        message = memory.get(order.message, order.message_bytes) if not expected else b""
        if expected:
            await host.give(order, None)
            await core.fence()
            assert not core.responses
        await host.give(order, 9)
        assert await core.response() == (9, expected), order
        if expected:
            assert memory.touched == before, order
        else:
            assert memory.get(order.output, order.output_bytes) == order.digest(message), order
        seen.add(expected)
    assert seen == {model.OK, model.ALGORITHM, model.LENGTH, model.ADDRESS, model.OVERLAP}
    assert not memory.strays, memory.strays


@cocotb.test()
async def privileges(dut: Any) -> None:
    """A command's accesses have the privilege of its START, and never that of another one."""
    host = await start(dut, stall=0.2)
    memory, core, rng = host.memory, host.core, host.rng
    assert isinstance(memory.port, DataCache)
    memory.map(0x40000000, 16 * SLICE)
    memory.outputs = [(0x40000000, 0x40000000 + 16 * SLICE)]
    expected: list[int] = []
    orders = []
    for name in range(16):
        order = replace(draw(rng, name)[0], in_place=False, message_bytes=rng.randint(1, 300))
        order = replace(order, output=order.message + order.message_bytes)
        privilege = rng.choice((USER, SUPERVISOR, MACHINE, 4 | USER, 4 | SUPERVISOR))
        if expected[-1:] != [privilege]:
            expected.append(privilege)
        message = memory.get(order.message, order.message_bytes)
        # The addresses may be another's: what counts is the START.
        await core.give(Instruction(SETUP, order.message, order.output, None, rng.randrange(8)))
        wanted = order.output_bytes << 32 | order.domain << 8 | order.code
        await core.give(Instruction(START, order.message_bytes, wanted, name, privilege))
        orders.append((order, message))
    for _ in orders:
        assert (await core.response())[1] == model.OK
    for order, message in orders:
        assert memory.get(order.output, order.output_bytes) == order.digest(message)
    assert memory.port.privileges == expected
    assert not memory.strays, memory.strays


@cocotb.test()
async def full(dut: Any) -> None:
    """While nobody takes responses, commands wait, and none is lost."""
    host = await start(dut, stall=0.0, latency=2)
    memory, core = host.memory, host.core
    memory.map(0x1000, 8 * model.PAGE)
    memory.outputs = [(0x4000, 0x5000)]
    good = Order(0, 1, 0x1000, 300, 0x4000, 32)
    digest = good.digest(memory.get(0x1000, 300))
    core.deaf = True

    expected = [(rd, model.LENGTH if rd % 2 else model.OK) for rd in range(32)]

    async def session() -> None:
        for rd, error in expected:
            order = replace(good, output=0x4000 + 64 * rd)
            await host.give(replace(order, output_bytes=0) if error else order, rd)

    task = cocotb.start_soon(session())
    await ClockCycles(dut.clk_i, 5000)
    taken = sum(core.asked.values())
    assert 3 <= taken < 32, taken
    await ClockCycles(dut.clk_i, 2000)
    assert sum(core.asked.values()) == taken and is_high(dut.rocc_busy)
    core.deaf = False
    await task
    answered = sorted([await core.response() for _ in range(32)])
    assert answered == expected
    for rd in range(0, 32, 2):
        assert memory.get(0x4000 + 64 * rd, 32) == digest
    assert not memory.strays, memory.strays


@cocotb.test()
async def hostile(dut: Any) -> None:
    """Random instructions: each is taken and answered, none writes where it was not told."""
    bits = setting("address_bits", 40)
    host = await start(dut, stall=0.2, latency=3)
    rng, memory, core = host.rng, host.memory, host.core
    base = (1 << bits) - (1 << 31)
    memory.map(base, 4 * model.PAGE)
    memory.map((1 << bits) - 2 * model.PAGE, 2 * model.PAGE)
    allowed: set[Range] = set()
    given = refused = 0

    def address() -> int:
        near = rng.choice((base, base + 0x3F00, (1 << bits) - 0x100)) + rng.randrange(0x100)
        return rng.choice((near, near, near, near, base + rng.randrange(1 << 31), near | 1 << 63))

    def length(most: int) -> int:
        beyond = rng.choice((1 << 31, most)) + rng.randrange(1 << 31)
        return rng.choice((0, 1, rng.randrange(600), rng.randrange(600), beyond))

    # All of it is in the last 2 GiB, so that a command is short or leaves the address space.
    await core.give(Instruction(SETUP, base, base))
    output = base
    for _ in range(setting("accesses", 1000)):
        funct = rng.choice((SETUP, SETUP, START, START, START, rng.randrange(128)))
        given_rs1, given_rs2 = rng.random() < 0.9, rng.random() < 0.9
        values = (address(), address())
        if funct == START:
            what = length(1 << 31) << 32 | rng.randrange(256) << 8 | rng.randrange(10)
            what |= rng.choice((0, 0, 0, rng.getrandbits(16))) << 16
            if rng.random() < 0.2:
                what ^= rng.getrandbits(32)
            values = (length(1 << 63), what)
        instruction = Instruction(
            funct,
            values[0] if given_rs1 else None,
            values[1] if given_rs2 else None,
            rng.choice((None, rng.randrange(32))),
            rng.choice((MACHINE, MACHINE, MACHINE, MACHINE, rng.randrange(8))),
        )
        if funct == SETUP and given_rs1 and given_rs2:
            await core.give(instruction)
            output = values[1]
            continue
        if funct == START and given_rs1:
            wanted = values[1] >> 32 if given_rs2 else 32
            if output + wanted <= 1 << bits:
                allowed.add((output, output + wanted))
                memory.outputs = list(allowed)
            given += 1
        await core.give(instruction)
        if len(allowed) > 200:
            await core.fence()
            allowed = set()
        refused += sum(value not in (model.OK, model.BUS) for _, value in core.responses)
        core.responses.clear()
    await core.fence()
    longest = core.longest
    assert not any(core.asked.values()), core.asked
    assert not memory.strays, memory.strays[:5]
    # It still works.
    memory.outputs = [(base + 0x1003, base + 0x1023)]
    good = Order(3, 1, base + 0x10, 77, base + 0x1003, 32)
    core.responses.clear()
    await host.give(good, 3)
    assert await core.response() == (3, model.OK)
    assert memory.get(good.output, 32) == good.digest(memory.get(good.message, 77))
    found = {"accesses": setting("accesses", 1000), "refused": refused, "commands": given}
    found |= {"words": memory.touched, "strays": len(memory.strays), "longest": longest}
    print(f"hostile: {json.dumps(found)}")


@cocotb.test()
async def throughput(dut: Any) -> None:
    """With a cache that answers at once, a long message takes as long as its words do."""
    host = await start(dut, stall=0.0, latency=2)
    memory, core = host.memory, host.core
    length = 50 * 136
    memory.map(0x10000, 4 * model.PAGE)
    memory.outputs = [(0x13000, 0x13020)]
    order = Order(0, 1, 0x10000, length, 0x13000, 32)
    await host.give(order, 3)
    assert await core.response() == (3, model.OK)
    assert memory.get(0x13000, 32) == order.digest(memory.get(0x10000, length))
    beats = memory.port.reads
    share = len(beats) / (beats[-1] - beats[0] + 1)
    print(f"words a cycle: {share:.4f}")
    assert 1000 * share >= setting("least", 0), share
