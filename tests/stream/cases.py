# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs on the sponge between two AXI4-Streams; ``test_hash_axis.py`` says how."""

import logging
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from bus.model import PERIOD_NS, SPONGES, setting
from bus.ports import stalls
from hashfab.designs import algorithms
from hashfab.designs.algorithms import Sponge

LENGTH_BITS = 32


class Ends:
    """Of both streams: what sends messages and what takes outputs."""

    def __init__(self, dut: Any, stall: float) -> None:
        self.dut, self.rng = dut, random.Random(cocotb.RANDOM_SEED)
        ports = (dut.clk_i, dut.rst_ni, False)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), *ports)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), *ports)
        if stall:
            for end in (self.source, self.sink):
                end.set_pause_generator(stalls(self.rng, stall))

    async def reset(self) -> None:
        self.dut.rst_ni.value = 1
        await Timer(1, "ns")
        self.dut.rst_ni.value = 0
        await ClockCycles(self.dut.clk_i, 3)
        self.dut.rst_ni.value = 1
        await ClockCycles(self.dut.clk_i, 2)

    async def send(self, message: bytes, wanted: int, domain: int, code: int) -> None:
        """A message. What goes with its later words is noise: nobody may look at it."""
        keeps = [1] * len(message) or [0]
        await self.put(message or bytes(1), keeps, user(wanted, domain, code))

    async def put(self, data: bytes, keeps: list[int], given: int) -> None:
        """Bytes, whether each counts, and tuser of the first word."""
        noise = [self.rng.getrandbits(LENGTH_BITS + 12) for _ in data[8:]]
        frame = AxiStreamFrame(tdata=data, tkeep=keeps, tuser=[given] * len(data[:8]) + noise)
        await self.source.send(frame)

    async def output(self) -> tuple[bytes, int]:
        """The next packet: its bytes, and tuser of its last word."""
        frame = await with_timeout(self.sink.recv(compact=False), 2, "ms")
        kept = sum(frame.tkeep)
        assert frame.tkeep == [1] * kept + [0] * (len(frame.tkeep) - kept)
        assert len(frame.tkeep) - kept < 8 or not kept
        assert not any(frame.tdata[kept:]), "bytes that do not count are not zero"
        return bytes(frame.tdata[:kept]), frame.tuser[-1]


def user(wanted: int, domain: int, code: int) -> int:
    """What goes with a message's first word."""
    return (wanted << 8 | domain) << 4 | code


async def start(dut: Any, stall: float) -> Ends:
    """Clock, both ends and reset."""
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.ERROR)
    ends = Ends(dut, stall)
    Clock(dut.clk_i, PERIOD_NS, "ns").start()
    await ends.reset()
    return ends


def draw(rng: random.Random) -> tuple[Sponge, bytes, int, int]:
    """A sponge, a message whose end lies anywhere in a block, bytes of output, a domain."""
    sponge = rng.choice(list(SPONGES.values()))
    rate = sponge.block_bytes
    length = rng.choice((rng.randrange(9), rng.randrange(3 * rate), 2 * rate - rng.randrange(10)))
    wanted = sponge.digest_bytes
    if sponge.xof:
        wanted = rng.choice((rng.randrange(1, 3 * rate), 2 * rate, rate, 8 * rng.randrange(1, 30)))
    return sponge, rng.randbytes(length), wanted, rng.randrange(1, 0x80)


def expected(sponge: Sponge, message: bytes, wanted: int, domain: int) -> bytes:
    """By an independent implementation."""
    length = wanted if sponge.xof else None
    return algorithms.reference(sponge, message, length, domain if sponge.any_domain else None)


@cocotb.test()
async def digests(dut: Any) -> None:
    """Messages of every sponge, one behind the other; both ends stall."""
    ends = await start(dut, setting("stall", 0) / 100)
    for _ in range(setting("messages", 60)):
        sponge, message, wanted, domain = draw(ends.rng)
        await ends.send(message, wanted, domain, sponge.code)
        assert await ends.output() == (expected(sponge, message, wanted, domain), 0), (
            sponge.name,
            len(message),
            wanted,
        )


@cocotb.test()
async def refusals(dut: Any) -> None:
    """What is wrong ends with an error and no byte; the next message is right."""
    ends = await start(dut, 0.3)
    for _ in range(setting("messages", 60)):
        sponge, message, wanted, domain = draw(ends.rng)
        words = -(-len(message) // 8) or 1
        wrong = ends.rng.choice(("algorithm", "length", "domain", "gap", "short"))
        if wrong == "algorithm":
            await ends.send(message, wanted, domain, ends.rng.randrange(len(SPONGES), 16))
        elif wrong == "length":
            await ends.send(message, 0, domain, sponge.code)
        elif wrong == "domain":
            turbo = next(each for each in SPONGES.values() if each.any_domain)
            await ends.send(message, wanted, ends.rng.choice((0, 0x80, 0xFF)), turbo.code)
        else:
            # A gap in the last word; a word before it of which not all counts.
            keeps = [1] * (8 * words + 8)
            if wrong == "gap":
                keeps[-8:] = ends.rng.choice(((0, *[1] * 7), (1, 0, 1), (0, 1), (0, 0, 1)))
            else:
                at = 8 * ends.rng.randrange(words)
                keeps[at : at + 8] = ends.rng.choice(([0] * 8, [1, *[0] * 7], [1] * 7 + [0]))
            data = ends.rng.randbytes(len(keeps))
            await ends.put(data, keeps, user(wanted, domain, sponge.code))
        assert await ends.output() == (b"", 1), wrong
        sponge, message, wanted, domain = draw(ends.rng)
        await ends.send(message, wanted, domain, sponge.code)
        assert await ends.output() == (expected(sponge, message, wanted, domain), 0)


@cocotb.test()
async def resets(dut: Any) -> None:
    """A reset at any time leaves nothing of a message; the next one is right."""
    ends = await start(dut, 0)
    for _ in range(setting("messages", 20)):
        sponge, message, wanted, domain = draw(ends.rng)
        await ends.send(message, wanted, domain, sponge.code)
        await ClockCycles(dut.clk_i, ends.rng.randrange(1, 150))
        ends.source.clear()
        ends.sink.clear()
        await ends.reset()
        ends.source.clear()
        ends.sink.clear()
        sponge, message, wanted, domain = draw(ends.rng)
        await ends.send(message, wanted, domain, sponge.code)
        assert await ends.output() == (expected(sponge, message, wanted, domain), 0)


@cocotb.test()
async def speed(dut: Any) -> None:
    """A word per cycle, and a block's permutation behind each block: no cycle more."""
    ends = await start(dut, 0)
    sponge = next(each for each in SPONGES.values() if each.name == "sha3-256")
    rounds = setting("rounds", 1)

    async def cycles(blocks: int) -> int:
        begun = get_sim_time("ns")
        await ends.send(bytes(sponge.block_bytes * blocks), sponge.digest_bytes, 0, sponge.code)
        await ends.output()
        return round((get_sim_time("ns") - begun) / PERIOD_NS)

    block = sponge.block_bytes // 8 + 24 // rounds
    assert await cycles(12) - await cycles(2) == 10 * block
