# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs inside the simulator; ``test_buses.py`` says with which buses and parameters."""

import ctypes
import json
import os
import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cocotb
from cocotb.task import bridge, resume
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiResp

from bus import model
from bus.driver import BUSY, DEVICE, NO_COMMAND, NO_DEVICE, ORDER, Command, Driver, Place
from bus.model import Host, Order, Range, setting
from hashfab.designs import algorithms

SLICE = 0x4000
"""Of memory, that belongs to a command's name."""


def draw(rng: random.Random, name: int) -> tuple[Order, Range]:
    """A legal command, with message and output anywhere in its name's slice, and the slice."""
    code = rng.choice(list(model.SPONGES))
    sponge = model.SPONGES[code]
    base = 0x40000000 + SLICE * name
    longest = rng.choice((0, 8, 200, 1000))
    length = rng.choice((rng.randint(0, longest), 2 * sponge.block_bytes - rng.randint(0, 2)))
    wanted = rng.randint(1, sponge.digest_bytes)
    if sponge.xof and rng.random() < 0.3:
        wanted = rng.randint(1, 700)
    message = base + rng.choice((0, model.PAGE - 128)) + rng.randrange(64)
    in_place = rng.random() < 0.2
    output = message + rng.randint(0, length) if in_place else message + length + rng.randrange(9)
    domain = rng.randint(1, 0x7F)
    return Order(name, code, message, length, output, wanted, domain, in_place), (
        base,
        base + SLICE,
    )


def words(memory: model.Memory, first: int, length: int) -> list[int]:
    """The memory's words that a range touches."""
    size = memory.word
    return list(range(first // size * size, first + length, size)) if length else []


@cocotb.test()
async def digests(dut: Any) -> None:
    """Commands under way side by side, with stalls on all channels and errors of memory."""
    host = await model.start(dut)
    rng, memory = host.rng, host.memory
    memory.map(0x40000000, 16 * SLICE)
    under_way: dict[int, tuple[Order, bytes, bytes, set[int]]] = {}
    left = setting("commands", 60)
    failed = 0
    while left or under_way:
        free = [name for name in range(16) if name not in under_way]
        if left and free and rng.random() < 0.7 and await host.read(model.STATUS) & model.READY:
            order, (low, high) = draw(host.rng, rng.choice(free))
            bad = set()
            if rng.random() < 0.15:
                ranges = [(order.output, order.output_bytes), (order.message, order.message_bytes)]
                touched = [word for each in ranges for word in words(host.memory, *each)]
                bad = {rng.choice(touched)}
            # Of what was there before; a word that is bad is so for reads and writes.
            memory.bad |= bad
            memory.outputs.append((order.output, order.output + order.output_bytes))
            message = memory.get(order.message, order.message_bytes)
            await host.give(order, wait=False)
            under_way[order.name] = (order, message, memory.get(low, high - low), bad)
            left -= 1
        elif under_way and (ended := await host.taken()) is not None:
            name, error = ended
            order, message, before, bad = under_way.pop(name)
            assert error == (model.BUS if bad else model.OK), (order, error)
            failed += error == model.BUS
            memory.bad -= bad
            memory.outputs.remove((order.output, order.output + order.output_bytes))
            if not bad:
                base = 0x40000000 + SLICE * name
                expected = bytearray(before)
                at = order.output - base
                expected[at : at + order.output_bytes] = order.digest(message)
                assert memory.get(base, SLICE) == expected, order
    assert not memory.strays, memory.strays
    assert set(host.answers) == {AxiResp.OKAY}
    assert await host.read(model.STATUS) & (model.BUSY | model.DONE) == 0
    print(f"failed on purpose: {failed}")


@cocotb.test()
async def refusals(dut: Any) -> None:
    """What must not reach memory ends with its code; what just fits is done."""
    bits = setting("address_bits", 32)
    host = await model.start(dut, stall=0.0, latency=2)
    rng, memory, top = host.rng, host.memory, 1 << bits
    memory.map(0, 4 * model.PAGE)
    memory.map(top - 4 * model.PAGE, 4 * model.PAGE)
    good = Order(3, 1, 0x100, 40, 0x200, 32)
    orders = [
        replace(good, code=9),
        replace(good, code=0x11),
        replace(good, code=0xFF),
        replace(good, code=7, domain=0),
        replace(good, code=8, domain=0x80),
        replace(good, domain=0),  # SHA3 has its own
        replace(good, output_bytes=0),
        replace(good, output_bytes=0, message_bytes=0),
        replace(good, message=top - 40),
        replace(good, message=top - 39),
        replace(good, output=top - 32),
        replace(good, output=top - 31),
        replace(good, message=top - 1, message_bytes=0),
        replace(good, message=top - 1, message_bytes=1),
        replace(good, message=top - 1, message_bytes=0xFFFFFFFF),
        replace(good, output=top - 1, output_bytes=0xFFFFFFFF),
        replace(good, message=0x200 - 40),
        replace(good, message=0x200 - 39),
        replace(good, message=0x21F),
        replace(good, message=0x220),
        replace(good, message=0x210, message_bytes=0),
        replace(good, message=0x200),
        replace(good, message=0x200, in_place=True),
        replace(good, message=0x1F0, in_place=True),
        replace(good, message=0x210, in_place=True),
        replace(good, message=top - 100, output=top - 60),
        replace(good, message=top - 100, output=top - 61),
        replace(good, message=top - 32, message_bytes=32, output=top - 64),
    ]
    if bits < 64:
        orders += [
            replace(good, message=0x100 | 1 << bits),
            replace(good, output=0x200 | 1 << 63),
            replace(good, output=0x200 | 1 << bits + 7),
        ]
    else:
        orders += [replace(good, message=0xFFFFFFF0), replace(good, message=0x1000000F0)]
        memory.map(0xFFFFF000, 2 * model.PAGE)
    resumes = bool(setting("resumes", 0))
    chains = bool(setting("chains", 0))
    orders += list(with_states(good, top))
    orders += list(chained(rng, good))
    for _ in range(setting("commands", 60)):
        near = rng.choice((0, 0x100, 0x1000, top - 0x200, top - 0x100))
        message = near + rng.randrange(0x100)
        length = rng.choice((0, 1, rng.randrange(0x100), rng.randrange(0x100)))
        output = max(0, message + rng.randint(-0x100, 0x180))
        bytes_out = rng.choice((1, rng.randint(1, 64), 0))
        code = rng.choice((*model.SPONGES, rng.randrange(256)))
        domain = rng.choice((1, 0x7F, 0x80, rng.randrange(256)))
        orders.append(
            Order(
                rng.randrange(16), code, message, length, min(output, 2**64 - 1), bytes_out, domain
            )
        )
        if rng.random() < 0.2:
            length = rng.choice((16, 24, 32))
            flags, steps = model.CHAIN, rng.randrange(4)
            orders[-1] = replace(
                orders[-1],
                code=code or 5,  # SHA3-224's digest is shorter than a value may be
                message_bytes=32 + 2 * length,
                output_bytes=length,
                flags=flags,
                steps=steps,
            )
        elif rng.random() < 0.5:
            state = max(0, rng.choice((message, output)) + rng.randint(-0x200, 0x100))
            flags = rng.randrange(16)
            orders[-1] = replace(orders[-1], flags=flags, state=min(state, 2**64 - 1))
    seen = set()
    for order in orders:
        expected = order.refused(bits, resumes, chains)
        before = memory.touched
        memory.outputs = [(order.output, order.output + order.output_bytes)] * (expected == 0)
        if expected == model.OK and order.flags & model.SAVE:
            memory.outputs.append((order.state, order.state + model.STATE_BYTES))
        if expected == model.OK:
            sponge = model.SPONGES[order.code]
            order = (
                order
                if sponge.xof
                else replace(order, output_bytes=min(order.output_bytes, sponge.digest_bytes))
            )
            content = memory.get(order.message, order.message_bytes)
        await host.give(order)
        assert await host.completion() == (order.name, expected), order
        if expected == model.OK and not order.flags & (model.RESTORE | model.OWN_DOMAIN):
            # A state may be saved without any output.
            digest = order.digest(content) if order.output_bytes else b""
            assert memory.get(order.output, order.output_bytes) == digest, order
        elif expected != model.OK:
            assert memory.touched == before, order
        seen.add(expected)
    assert seen == {model.OK, model.ALGORITHM, model.LENGTH, model.ADDRESS, model.OVERLAP}
    assert not memory.strays, memory.strays


def chained(rng: random.Random, good: Order) -> Iterator[Order]:
    """Chains, and what is none."""
    one = replace(good, code=5, message_bytes=64, output_bytes=16, flags=model.CHAIN, steps=3)
    for size in (16, 24, 32):
        for code, sponge in model.SPONGES.items():
            if not sponge.xof and sponge.digest_bytes < size:
                continue
            whole = replace(one, code=code, message_bytes=32 + 2 * size, output_bytes=size)
            yield replace(whole, steps=rng.choice((1, 2, 255)))
    # Its output may take the value's place, as any output.
    yield replace(one, output=one.message + 48)
    yield replace(one, output=one.message + 48, in_place=True)
    for steps in (0, 1):
        yield replace(one, steps=steps)
    for message, output in ((63, 16), (64, 17), (64, 24), (80, 16), (64, 0), (64 + 65536, 16)):
        yield replace(one, message_bytes=message, output_bytes=output)
    for flags in (model.RESTORE, model.SAVE, model.OWN_DOMAIN):
        yield replace(one, flags=model.CHAIN | flags, state=0x1000)
    # Steps are the chain's alone.
    yield replace(good, steps=3)


def with_states(good: Order, top: int) -> Iterator[Order]:
    """Commands with states that just fit, or do not."""
    at, end = good.message, good.message + good.message_bytes
    for flags in (model.RESTORE, model.SAVE):
        one = replace(good, flags=flags, state=0x1000)
        yield one
        yield replace(one, output_bytes=0)
        for state in (
            *(top - model.STATE_BYTES, top - model.STATE_BYTES + 1, top - 1),
            *(at - model.STATE_BYTES, at - model.STATE_BYTES + 1, end - 1, end),
            *(good.output - 1, good.output, good.output + 31, good.output + 32),
        ):
            yield replace(one, message=at, state=state)
            yield replace(one, message_bytes=0, state=state)
            yield replace(one, in_place=True, state=state)
        yield replace(one, message=top - 40, output=top - 72, state=top - 72 - model.STATE_BYTES)
        yield replace(one, message=top - 40, output=top - 72, state=top - 71 - model.STATE_BYTES)
        if top < 1 << 64:
            yield replace(one, state=0x1000 | top)
            yield replace(one, state=0x1000 | 1 << 63)
    # A state that is not used may be anywhere.
    yield replace(good, flags=model.OWN_DOMAIN, state=good.message)
    yield replace(good, flags=model.OWN_DOMAIN, domain=0)
    yield replace(good, flags=model.OWN_DOMAIN, domain=0x80)
    yield replace(good, flags=model.SAVE, state=0x1000, code=9)


@cocotb.test()
async def queues(dut: Any) -> None:
    """Names that are in use, lost writes, interrupts, and completions that nobody reads."""
    host = await model.start(dut, stall=0.0, latency=40)
    memory = host.memory
    memory.map(0x1000, 16 * model.PAGE)
    memory.outputs = [(0x1000, 0x11000)]
    good = Order(0, 1, 0x1000, 500, 0x2000, 32)
    digest = good.digest(memory.get(0x1000, 500))
    await host.write(model.IRQ_ENABLE, 3)
    assert not await host.interrupt()

    # A name that is under way.
    await host.give(good)
    await host.give(good)
    assert await host.completion() == (0, model.NAME)
    assert await host.completion() == (0, model.OK)
    assert memory.get(0x2000, 32) == digest
    assert await host.taken() is None

    # A refusal behind completions that nobody reads.
    for name in (10, 11, 12):
        await host.give(replace(good, name=name, output=0x2100 + 64 * name))
    await quiet(host)
    await host.give(replace(good, name=13, output_bytes=0))
    await ClockCycles(dut.clk_i, 50)
    ended = [await host.completion() for _ in range(4)]
    assert sorted(ended) == [(10, model.OK), (11, model.OK), (12, model.OK), (13, model.LENGTH)]

    # Nobody reads completions, until no more commands are taken.
    given = 0
    while given < 16:
        for _ in range(1000):
            if await host.read(model.STATUS) & model.READY:
                break
        else:
            break
        await host.give(replace(good, name=given, output=0x3000 + 64 * given))
        given += 1
    assert setting("room", 4) <= given < 16, given
    assert await host.interrupt()
    assert await host.read(model.IRQ_STATUS) == 1
    status = await host.read(model.STATUS)
    assert status & 7 == model.BUSY | model.DONE, status
    assert status >> 8 == 0, status

    # A write now is lost, and what is written after it is no command.
    await host.write(model.OUT_ADDR, 0x20000)
    assert await host.read(model.IRQ_STATUS) == 3
    await host.write(model.IRQ_STATUS, 2)
    assert await host.read(model.IRQ_STATUS) == 1
    await host.write(model.START, model.GO | 1)
    assert await host.read(model.IRQ_STATUS) == 3
    await host.write(model.IRQ_ENABLE, 2)
    await host.write(model.IRQ_STATUS, 2)
    assert not await host.interrupt()
    await host.write(model.IRQ_ENABLE, 1)
    assert await host.interrupt()

    ended = [await host.completion() for _ in range(given)]
    assert sorted(ended) == [(name, model.OK) for name in range(given)], ended
    for name in range(given):
        assert memory.get(0x3000 + 64 * name, 32) == digest
    assert not await host.interrupt()
    await host.ready()
    before = memory.touched
    await host.write(model.START, model.GO | 5 << 16 | 1)
    assert await host.completion() == (5, model.LOST)
    assert memory.touched == before
    await host.give(replace(good, name=6))
    assert await host.completion() == (6, model.OK)
    assert memory.get(0x2000, 32) == digest
    assert not memory.strays, memory.strays


@cocotb.test()
async def aborts(dut: Any) -> None:
    """A command that is cut off while it is read, written, waited for, or not there any more."""
    host = await model.start(dut, stall=0.0, latency=20)
    rng, memory, slow = host.rng, host.memory, setting("slow", 1)
    memory.map(0x1000, 40 * model.PAGE)
    memory.outputs = [(0x20000, 0x29000)]
    before = memory.get(0x20000, 0x9000)
    long = Order(5, 5, 0x1000, 0x8000 // slow, 0x20000, 32)

    # While it is read: no more than the blocks that are asked for, and nothing is written.
    for name in (0, 5, 15):
        await host.give(replace(long, name=name))
        await ClockCycles(dut.clk_i, slow * rng.randrange(400, 1000))
        touched = memory.touched
        await host.abort(name)
        assert await host.completion() == (name, model.ABORTED)
        late = memory.touched
        assert late < touched + 150, (touched, late)
        await ClockCycles(dut.clk_i, 200)
        assert memory.touched == late
        assert await host.read(model.ABORT) == name
        assert memory.get(0x20000, 0x9000) == before

    # While it is written: what there is of it is right.
    wide = replace(long, message_bytes=77, output_bytes=0x8000)
    output = wide.digest(memory.get(wide.message, 77))
    await host.give(wide)
    await ClockCycles(dut.clk_i, 1500 * slow)
    await host.abort(5)
    assert await host.completion() == (5, model.ABORTED)
    written = memory.get(0x20000, 0x8000)
    cut = next(k for k in range(0x8000) if written[k] != output[k])
    assert 100 < cut < 0x7000 and written[cut:] == before[cut:0x8000], cut

    # Before it is there, and when it has ended.
    good = Order(7, 1, 0x1000, 40, 0x20000, 32)
    digest = good.digest(memory.get(0x1000, 40))
    for _ in range(2):
        await host.abort(7)
        assert await host.read(model.ABORT) == 7
        await host.give(good)
        await quiet(host)
        await ClockCycles(dut.clk_i, 1000 * slow)
        await host.abort(7)
        assert await host.completion() == (7, model.OK)
        assert memory.get(0x20000, 32) == digest

    # Not without VALID; and one at a time, so that the second name is not taken.
    await host.give(long)
    await ClockCycles(dut.clk_i, 200)
    await host.write(model.ABORT, 5)
    await ClockCycles(dut.clk_i, 200)
    assert await host.read(model.ABORT) == 5
    assert await host.taken() is None
    others = [replace(long, name=6 + k) for k in range(setting("contexts", 1) - 1)]
    for other in others:
        await host.give(other)
    waits = replace(good, name=4, output=0x28000)
    await host.give(waits)
    await host.abort(4)
    await host.abort(5)
    assert await host.read(model.ABORT) == model.VALID | 4
    await quiet(host)  # both, which may take longer than a completion is waited for
    ended = [await host.completion() for _ in range(2 + len(others))]
    assert (4, model.ABORTED) in ended, ended
    assert {error for name, error in ended if name != 4} == {model.OK}, ended
    assert memory.get(waits.output, 32) == before[0x8000:0x8020]
    assert memory.get(long.output, 32) == long.digest(memory.get(0x1000, long.message_bytes))
    assert not memory.strays, memory.strays


@cocotb.test()
async def cut_off(dut: Any) -> None:
    """Commands of every kind side by side, some of which are cut off, with stalls."""
    host = await model.start(dut)
    rng, memory = host.rng, host.memory
    memory.map(0x40000000, 16 * SLICE)
    under_way: dict[int, tuple[Order, bytes, bytes]] = {}
    left = setting("commands", 60)
    asked: int | None = None  # the command that is to end
    counts = {model.OK: 0, model.ABORTED: 0}
    while left or under_way:
        free = [name for name in range(16) if name not in under_way]
        drawn = rng.random()
        if left and free and drawn < 0.4 and await host.read(model.STATUS) & model.READY:
            order = drawn_kind(rng, rng.choice(free))
            message = memory.get(order.message, order.message_bytes)
            base = 0x40000000 + SLICE * order.name
            memory.outputs.append((base, base + SLICE))
            await host.give(order, wait=False)
            under_way[order.name] = (order, message, memory.get(base, SLICE))
            left -= 1
        elif under_way and asked is None and drawn < 0.5:
            asked = rng.choice(list(under_way))
            await host.abort(asked)
        elif under_way and (ended := await host.taken()) is not None:
            name, error = ended
            order, message, before = under_way.pop(name)
            base = 0x40000000 + SLICE * name
            memory.outputs.remove((base, base + SLICE))
            assert error == model.OK or (error == model.ABORTED and name == asked), (order, error)
            counts[error] += 1
            asked = None if name == asked else asked
            expected, found = bytearray(before), bytearray(memory.get(base, SLICE))
            at, behind = order.output - base, order.output - base + order.output_bytes
            if error == model.OK:
                expected[at:behind] = order.digest(message)
            else:
                # Some of it may have been written, and none of it wrongly.
                whole = order.digest(message)
                for k in range(at, behind):
                    assert found[k] in (before[k], whole[k - at]), order
                    expected[k] = found[k]
            if order.flags & model.SAVE:
                state = order.state - base
                expected[state : state + 200] = found[state : state + 200]
            assert found == expected, order
    assert min(counts.values()) > setting("commands", 60) // 20, counts
    assert not memory.strays, memory.strays
    assert await host.read(model.STATUS) & (model.BUSY | model.DONE) == 0
    print(f"aborted: {counts[model.ABORTED]}")


def drawn_kind(rng: random.Random, name: int) -> Order:
    """A command whose message or output may be long, and that may save its state or be a chain."""
    order, (base, _) = draw(rng, name)
    if rng.random() < 0.3:
        order = replace(order, code=rng.choice((4, 5, 7, 8)), output=base + 0x1800)
        order = replace(order, output_bytes=rng.randint(500, 4000), in_place=False)
    elif rng.random() < 0.3:
        length = rng.randint(1000, 5000)
        order = replace(order, message=base, message_bytes=length, output=base + 0x1800)
        order = replace(order, in_place=False)
    if setting("resumes", 0) and rng.random() < 0.5:
        return replace(order, flags=model.SAVE, state=base + 0x3800)
    if setting("chains", 0) and rng.random() < 0.3:
        order = replace(order, code=5, message_bytes=64, output_bytes=16, output=base + 0x1800)
        order = replace(order, message=base, flags=model.CHAIN, steps=rng.randint(1, 100))
        return replace(order, in_place=False)
    return order


@cocotb.test()
async def registers(dut: Any) -> None:
    """What software reads, and how wrong accesses are answered."""
    host = await model.start(dut)
    assert await host.read(model.ID) == int.from_bytes(b"HASH", "little")
    assert await host.read(model.VERSION) == 1 << 16 | 3
    config = await host.read(model.CONFIG)
    fields = [("units", 0, 4), ("rounds", 4, 5), ("stages", 9, 3), ("contexts", 12, 4)]
    fields += [("word_bytes", 16, 6), ("buffers", 22, 4), ("address_bytes", 26, 4)]
    fields += [("resumes", 30, 1), ("chains", 31, 1)]
    for name, at, width in fields:
        assert config >> at & (1 << width) - 1 == setting(
            name, int(name not in ("resumes", "chains"))
        ), name
    assert await host.read(model.STATUS) == model.READY | (1 + setting("queue", 0)) << 8
    assert await host.read(model.COMPLETION) == 0
    for address in (model.MSG_ADDR, model.OUT_LEN, model.START, model.STEPS, model.STATE_ADDR):
        assert await host.read(address) == 0
    assert set(host.answers) == {AxiResp.OKAY}

    async def wrong(address: int, what: int | bytes) -> None:
        assert (await host.access(address, what)).resp == AxiResp.SLVERR, (address, what)

    for address in (0x48, 0x4C, 0x7C):
        await wrong(address, 4)
        await wrong(address, bytes(4))
        await wrong(address + 3, bytes(1))
    for address in (model.ID, model.VERSION, model.CONFIG, model.STATUS, model.COMPLETION):
        await wrong(address, bytes(4))
    # Bytes of a register, at any place.
    await host.access(model.IRQ_ENABLE + 1, b"\x03\x03\x03")
    assert await host.read(model.IRQ_ENABLE) == 0
    await host.access(model.IRQ_ENABLE, b"\x02")
    assert await host.read(model.IRQ_ENABLE) == 2
    assert (await host.access(model.ID + 1, 2)).data == b"AS"
    if hasattr(dut, "s_tl_a_corrupt"):
        dut.s_tl_a_corrupt.value = 1
        await wrong(model.IRQ_ENABLE, b"\x01")
        dut.s_tl_a_corrupt.value = 0
        assert await host.read(model.IRQ_ENABLE) == 2


class Mirror:
    """What may be in the command registers: of each, all values that are possible.

    A write that may have come while they were locked may be lost.
    """

    def __init__(self) -> None:
        addresses = [*range(model.MSG_ADDR, model.START, 4), model.STATE_ADDR, model.STATE_ADDR + 4]
        self.values = {address: {0} for address in addresses}

    def write(self, address: int, data: bytes, sure: bool) -> None:
        for k, byte in enumerate(data):
            at, shift = (address + k) & ~3, 8 * ((address + k) & 3)
            if at in self.values:
                new = {value & ~(0xFF << shift) | byte << shift for value in self.values[at]}
                self.values[at] = new if sure else self.values[at] | new

    def doubtful(self) -> list[int]:
        """Registers with many possible values: each write that may be lost may double them."""
        return [address for address, values in self.values.items() if len(values) > 256]

    def outputs(self, bits: int) -> set[Range]:
        """Where a command that is given now may write: from each address the longest range."""
        lengths = sorted(self.values[model.OUT_LEN], reverse=True)
        found = {
            (first, first + length)
            for first in self._addresses(model.OUT_ADDR)
            if (length := next((n for n in lengths if first + n <= 1 << bits), None)) is not None
        }
        if setting("resumes", 0):
            states = self._addresses(model.STATE_ADDR)
            found |= {
                (first, first + model.STATE_BYTES)
                for first in states
                if first + model.STATE_BYTES <= 1 << bits
            }
        return found

    def _addresses(self, register: int) -> Iterator[int]:
        for high in self.values[register + 4]:
            yield from (low | high << 32 for low in self.values[register])


@cocotb.test()
async def hostile(dut: Any) -> None:
    """Random accesses: each is answered, none makes the accelerator write where it was not told."""
    bits = setting("address_bits", 32)
    host = await model.start(dut, stall=0.3, latency=3)
    rng, memory = host.rng, host.memory
    high = (1 << bits - 32) - 1
    base = high << 32 | 0x80000000
    memory.map(base, 4 * model.PAGE)
    memory.map((1 << bits) - 2 * model.PAGE, 2 * model.PAGE)
    mirror = Mirror()
    allowed: set[Range] = set()
    # Addresses are in the last 2 GiB, so that a command is short or leaves the address space.
    for address in (model.MSG_ADDR, model.OUT_ADDR, model.STATE_ADDR):
        for offset, value in ((0, 0x80000000), (4, high)):
            await host.write(address + offset, value)
            mirror.write(address + offset, value.to_bytes(4, "little"), True)
    sure = True  # that the command registers are not locked
    given = drained = 0
    for _ in range(setting("accesses", 1000)):
        if rng.random() < 0.35:
            address, length = rng.randrange(128), rng.randint(1, 4)
            found = await host.access(address, min(length, 128 - address))
            if address == model.STATUS:
                sure = bool(found.data[0] & model.READY)
            continue
        if rng.random() < 0.3:
            sure = bool(await host.read(model.STATUS) & model.READY)
        address, data = some_write(host, high)
        mirror.write(address, data, sure)
        start = model.START + 3 - address
        if 0 <= start < len(data) and data[start] & 0x80:
            given += 1
            allowed |= mirror.outputs(bits)
            memory.outputs = list(allowed)
            sure = False
        await host.access(address, data)
        # What may be in the registers, and be written, is known again when nothing is under way.
        if len(allowed) > 40 or given - drained == 8:
            await drain(host)
            sure, allowed, drained = True, set(), given
        if doubtful := mirror.doubtful():
            await drain(host)
            for register in doubtful:
                known = min(mirror.values[register]).to_bytes(4, "little")
                await host.access(register, known)
                mirror.write(register, known, True)
            sure, allowed, drained = True, set(), given
    await drain(host)
    longest, refused = host.longest, host.answers.count(AxiResp.SLVERR)
    assert not memory.strays, memory.strays[:5]
    assert given > setting("accesses", 1000) // 40, given
    # It still works; the first command may be one that was spoilt.
    good = Order(3, 1, base + 0x10, 77, base + 0x1003, 32)
    memory.outputs = [(good.output, good.output + 32)]
    await host.give(good)
    name, error = await host.completion()
    if error == model.LOST:
        await host.give(good)
        name, error = await host.completion()
    assert (name, error) == (3, model.OK)
    assert memory.get(good.output, 32) == good.digest(memory.get(good.message, 77))
    assert not memory.strays, memory.strays
    found = {"accesses": setting("accesses", 1000), "refused": refused, "commands": given}
    found |= {"words": memory.touched, "strays": len(memory.strays), "longest": longest}
    print(f"hostile: {json.dumps(found)}")


def some_write(host: Host, high: int) -> tuple[int, bytes]:
    """Any access, whose commands end within thousands of cycles."""
    rng = host.rng
    address = rng.choice(
        (*range(0, 0x4C, 4), model.MSG_ADDR, model.OUT_ADDR, model.MSG_LEN, model.OUT_LEN)
        + (model.STATE_ADDR,)
        + (model.START,) * 5
    )
    if address in (model.MSG_LEN, model.OUT_LEN):
        value = rng.choice((0, 1, rng.randrange(600), 2**31 + rng.randrange(2**31)))
        return (address, value.to_bytes(4, "little")) if rng.random() < 0.8 else (address, b"\x09")
    if address in (model.MSG_ADDR, model.OUT_ADDR, model.STATE_ADDR):
        value = rng.choice((0x80000000, 0xFFFFFF00, 0x80003F00)) + rng.randrange(0x100)
        value = rng.choice((value, value, rng.getrandbits(31) | 0x80000000))
        return address, value.to_bytes(4, "little")[: rng.choice((1, 2, 4, 4, 4, 4))]
    if address in (model.MSG_ADDR + 4, model.OUT_ADDR + 4, model.STATE_ADDR + 4):
        beyond = rng.randint(min(high + 1, 2**32 - 1), 2**32 - 1)
        return address, rng.choice((high, high, high, beyond)).to_bytes(4, "little")
    if address == model.START and rng.random() < 0.8:
        value = model.GO | rng.randrange(2) << 24 | rng.randrange(16) << 16
        value |= rng.randrange(256) << 8 | rng.randrange(10)
        value |= rng.choice((0, 0, 0, rng.randrange(8))) << 25
        return address, value.to_bytes(4, "little")
    if address == model.START or rng.random() < 0.3:
        return address, rng.randbytes(4)
    within = rng.randrange(4)
    return address + within, rng.randbytes(rng.randint(1, 4 - within))


async def quiet(host: Host) -> None:
    """Until memory was not touched for longer than an access and a permutation take."""
    before = None
    while before != host.memory.touched:
        before = host.memory.touched
        await ClockCycles(host.dut.clk_i, 200)


async def drain(host: Host) -> None:
    """Read completions until nothing is under way; a command that takes for long is ended."""
    for turn in range(20000):
        await host.taken()
        if turn >= 2000 and not await host.read(model.ABORT) & model.VALID:
            await host.abort(turn % 16)
        status = await host.read(model.STATUS)
        if not status & (model.BUSY | model.DONE):
            assert status & model.READY
            await ClockCycles(host.dut.clk_i, 2)
            return
    raise AssertionError("a command does not end")


BASE = 0x1000
"""Of the registers, as the driver sees them."""


def channel(host: Host) -> tuple[Any, Any, list[int]]:
    """The driver's reads and writes of registers, and the addresses that they go to."""
    accesses: list[int] = []

    @resume
    async def read(address: int) -> int:
        accesses.append(address)
        return await host.read(address - BASE) if address >= BASE else 0

    @resume
    async def write(address: int, value: int) -> None:
        accesses.append(address)
        await host.write(address - BASE, value)

    return read, write, accesses


@cocotb.test()
async def driver(dut: Any) -> None:
    """The C driver on the simulated registers."""
    bits = setting("address_bits", 32)
    host = await model.start(dut, stall=0.0, latency=10)
    memory = host.memory
    memory.map(0x40000000, 16 * SLICE)
    memory.outputs = [(0x40000000, 0x40000000 + 16 * SLICE)]
    base = BASE
    read, write, accesses = channel(host)

    @resume
    async def interrupted() -> None:
        await with_timeout(RisingEdge(dut.irq_o), 100_000, "ns")

    @resume
    async def line() -> bool:
        return await host.interrupt()

    def command(order: Order) -> Command:
        return Command(
            order.message,
            order.output,
            order.message_bytes,
            order.output_bytes,
            order.code,
            order.domain,
            order.in_place,
            order.flags << 1,
        )

    def check(order: Order, message: bytes) -> None:
        assert memory.get(order.output, order.output_bytes) == order.digest(message), order

    def session() -> None:
        device = Driver(os.environ["BUS_DRIVER"], read, write)
        assert device.init(0) == NO_DEVICE
        assert device.init(base) == model.OK
        # Blocking
        for _ in range(setting("commands", 12)):
            order, _ = draw(host.rng, 0)
            message = memory.get(order.message, order.message_bytes)
            assert device.call("hash", ctypes.byref(command(order))) == model.OK, order
            check(order, message)
        # Given until there is no room, then collected
        under_way = {}
        for slot in range(16):
            order, _ = draw(host.rng, slot)
            message = memory.get(order.message, order.message_bytes)
            before = len(accesses)
            status, name = device.submit(command(order))
            if status == BUSY:
                break
            assert status == model.OK
            assert len(accesses) - before <= 8
            under_way[name] = (order, message)
        assert under_way
        while under_way:
            device.call("poll")
            for name in list(under_way):
                if (status := device.call("result", name)) != BUSY:
                    assert status == model.OK
                    check(*under_way.pop(name))
        assert device.call("result", 3) == NO_COMMAND
        assert device.call("result", 16) == NO_COMMAND
        resumes = model.OK if setting("resumes", 0) else NO_DEVICE
        assert device.stream("hash_stream_init", 0, DEVICE, 1, 0) == resumes
        # Cut off
        assert device.call("abort", 0) == NO_COMMAND
        assert device.call("abort", 16) == NO_COMMAND
        long = Order(0, 5, 0x40000000, 0x6000, 0x40010000, 32)
        status, name = device.submit(command(long))
        assert (status, device.call("abort", name)) == (model.OK, model.OK)
        assert device.call("abort", name) == BUSY
        while (status := device.call("result", name)) == BUSY:
            device.call("poll")
        assert status == model.ABORTED
        assert device.call("abort", name) == NO_COMMAND
        assert device.call("hash", ctypes.byref(command(long))) == model.OK
        check(long, memory.get(long.message, long.message_bytes))
        # By interrupt
        device.call("interrupt", True)
        for _ in range(3):
            order, _ = draw(host.rng, 1)
            message = memory.get(order.message, order.message_bytes)
            status, name = device.submit(command(order))
            assert (status, device.call("result", name)) == (model.OK, BUSY)
            interrupted()
            device.call("poll")
            assert not line()
            assert device.call("result", name) == model.OK
            check(order, message)
        # What is refused
        good = Order(0, 1, 0x40000100, 40, 0x40000200, 32)
        for wrong, error in (
            (replace(good, code=9), model.ALGORITHM),
            (replace(good, code=7, domain=0), model.ALGORITHM),
            (replace(good, output_bytes=0), model.LENGTH),
            (replace(good, message=(1 << bits) - 16), model.ADDRESS),
            (replace(good, message=1 << bits), model.ADDRESS),
            (replace(good, output=1 << 63), model.ADDRESS),
            (replace(good, message=good.output), model.OVERLAP),
            (replace(good, message=0x10000000), model.BUS),
            (good, model.OK),
        ):
            assert device.call("hash", ctypes.byref(command(wrong))) == error, wrong
        check(good, memory.get(good.message, 40))
        # A chain, and a hash behind it
        chain = replace(good, code=5, message_bytes=64, output_bytes=16, flags=model.CHAIN)
        for steps in (1, 5, 255) if setting("chains", 0) else ():
            assert device.call("steps", steps) == model.OK
            assert device.call("hash", ctypes.byref(command(chain))) == model.OK
            check(replace(chain, steps=steps), memory.get(chain.message, 64))
            assert device.call("hash", ctypes.byref(command(good))) == model.OK
            check(good, memory.get(good.message, 40))
        if not setting("chains", 0):
            assert device.call("hash", ctypes.byref(command(chain))) == model.ALGORITHM

    await bridge(session)()
    assert not memory.strays, memory.strays


@cocotb.test()
async def streams(dut: Any) -> None:
    """Streams of the C driver, in this machine's memory, one of another's pieces between each's."""
    host = await model.start(dut, stall=setting("stall", 0) / 100, latency=3)
    memory, rng = host.memory, host.rng
    read, write, _ = channel(host)

    def session() -> None:
        device = Driver(os.environ["BUS_DRIVER"], read, write)
        memory.share(device.MEMORY, device.memory)
        memory.outputs = [(device.MEMORY, device.MEMORY + len(device.memory))]
        assert device.init(BASE) == model.OK
        given = [Piecewise(device, rng, 1024 * number) for number in range(setting("streams", 12))]
        left = list(given)
        while left:
            one = rng.choice(left)
            if not one.go_on():
                left.remove(one)
        # What is absorbed and then an error of memory: the stream ends, the next one works.
        one = Piecewise(device, rng, 0)
        memory.bad = set(words(host.memory, device.MEMORY, 8))
        assert device.stream("hash_stream_final", 0, Place(900), 8) == model.BUS
        assert device.stream("hash_stream_update", 0, Place(900), 8) == model.BUS
        assert device.stream("hash_stream_squeeze", 0, Place(900), 8) == model.BUS
        memory.bad = set()
        one = Piecewise(device, rng, 0)
        while one.go_on():
            pass

    await bridge(session)()
    assert not memory.strays, memory.strays


class Piecewise:
    """A stream of the driver, and what it must give."""

    PIECES = 64 * 1024
    """Where messages and outputs are."""

    def __init__(self, device: Driver, rng: random.Random, place: int) -> None:
        self._device, self._rng, self._place = device, rng, place
        self._sponge = model.SPONGES[rng.choice(list(model.SPONGES))]
        self._domain = rng.randint(1, 0x7F) if self._sponge.any_domain else 0
        size = rng.choice((0, 1, 167, 168, 169, rng.randrange(1000)))
        self._message = rng.randbytes(size)
        self._absorbed = self._given = 0
        wanted = rng.choice((0, 1, 168, 169, rng.randrange(600)))
        xof = self._sponge.xof
        self._output = algorithms.reference(
            self._sponge,
            self._message,
            (wanted + 200) if xof else None,
            self._domain or None,
        )
        self._wanted = wanted if xof else len(self._output)
        self._ended = False
        assert self._call("init", DEVICE, self._sponge.code, self._domain) == model.OK

    def _call(self, name: str, *arguments: Any) -> int:
        return self._device.stream(f"hash_stream_{name}", self._place, *arguments)

    def go_on(self) -> bool:
        """A call; whether there is more to do."""
        rng = self._rng
        left = len(self._message) - self._absorbed
        at = self.PIECES + rng.randrange(16)
        if not self._ended and (left or rng.random() < 0.1):
            piece = rng.choice((0, 1, left, rng.randrange(left + 1)))
            piece = min(piece, left)
            self._put(at, self._message[self._absorbed : self._absorbed + piece])
            assert self._call("update", Place(at), piece) == model.OK
            self._absorbed += piece
            if rng.random() < 0.1:
                assert self._call("squeeze", Place(at), 1) == ORDER
            return True
        if self._ended and self._sponge.xof and self._given >= self._wanted:
            assert self._call("update", Place(at), 1) == ORDER
            assert self._call("final", Place(at), 1) == ORDER
            assert self._call("clear") is not None
            assert not any(self._device.memory[self._place : self._place + 400])
            return False
        piece = len(self._output) if not self._sponge.xof else rng.choice((0, 1, 168, 32))
        piece = min(piece, len(self._output) - self._given)
        name = "squeeze" if self._ended else "final"
        assert self._call(name, Place(at), piece) == model.OK
        self._ended = True
        found = bytes(self._device.memory[at : at + piece])
        assert found == self._output[self._given : self._given + piece], self._sponge
        self._given += piece
        return self._sponge.xof

    def _put(self, at: int, data: bytes) -> None:
        self._device.memory[at : at + len(data)] = data


@cocotb.test()
async def throughput(dut: Any) -> None:
    """Long messages keep the read port busy, where units keep up with memory."""
    host = await model.start(dut, stall=0.0, latency=setting("latency", 32))
    memory = host.memory
    length = 100 * 168
    memory.map(0x40000000, 16 * SLICE * 2)
    memory.outputs = [(0x40000000, 0x40000000 + 32 * SLICE)]
    places = [0x40000000 + 2 * SLICE * k for k in range(4)]
    orders = [Order(k, 4, at, length, at + 0x7000, 32) for k, at in enumerate(places)]
    for order in orders:
        await host.give(order)
    for _ in orders:
        assert (await host.completion())[1] == model.OK
    for order in orders:
        assert memory.get(order.output, 32) == order.digest(memory.get(order.message, length))
    # When all are under way, and before the first ends.
    beats = memory.port.reads
    middle = [cycle for cycle in beats if beats[0] + 1000 <= cycle < beats[-1] - 1000]
    share = len(middle) / (beats[-1] - beats[0] - 2000)
    print(f"beats a cycle: {share:.4f}")
    assert 1000 * share >= setting("least", 990), share
    if usual := setting("burst", 0):
        assert isinstance(memory.port, model.Axi4Port)
        assert statistics.mode(memory.port.bursts) == usual, memory.port.bursts
