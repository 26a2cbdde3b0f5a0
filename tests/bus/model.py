# SPDX-License-Identifier: Apache-2.0
"""Around the accelerator in cocotb: a memory with latency, stalls, reordering and errors; a host.

The channels of AMBA's buses are cocotbext-axi's, the other ports are in ``ports``.
"""

import itertools
import logging
import os
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import ApbBus, ApbMaster, AxiBus, AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.axi.axi_channels import AxiARSink, AxiAWSink, AxiBSource, AxiRSource, AxiWSink

from bus import ports
from bus.ports import stalls
from bus.rocc import DataCache
from hashfab.designs import algorithms
from hashfab.designs.algorithms import Sponge

PERIOD_NS = 10
PAGE = 4096

ID, VERSION, CONFIG, STATUS, IRQ_STATUS, IRQ_ENABLE, COMPLETION, ABORT = range(0, 0x20, 4)
MSG_ADDR, OUT_ADDR, MSG_LEN, OUT_LEN, START, STEPS = 0x20, 0x28, 0x30, 0x34, 0x38, 0x3C
READY, BUSY, DONE = 1, 2, 4
GO, IN_PLACE, VALID = 1 << 31, 1 << 24, 1 << 31
STATE_ADDR = 0x40
STATE_BYTES = 200
RESTORE, SAVE, OWN_DOMAIN, CHAIN = 1, 2, 4, 8
"""Of a command, from bit 25 of ``START`` on."""

OK, BUS, ALGORITHM, LENGTH, ADDRESS, OVERLAP, NAME, LOST, ABORTED = range(9)

Range = tuple[int, int]
"""First byte, and the byte behind the last."""


def setting(name: str, default: int) -> int:
    """What ``bench.run`` was told."""
    return int(os.environ.get(f"BUS_{name.upper()}", default))


class Memory:
    """Pages that exist, and errors where it is told.

    Attributes:
        bad: words that answer with an error.
        outputs: where writes may go.
        strays: writes that went elsewhere, and what is wrong with a transfer.
        touched: reads and writes so far.
        port: what it is behind.
        word: bytes of a word of that.
    """

    def __init__(self, dut: Any, rng: random.Random, stall: float, latency: int) -> None:
        self.pages: dict[int, bytearray | memoryview] = {}
        self.bad: set[int] = set()
        self.outputs: list[Range] = []
        self.strays: list[str] = []
        self.touched = 0
        self._rng = rng
        self.port: Axi4Port | ports.SinglePort | DataCache
        if hasattr(dut, "m_axi_arvalid"):
            self.port = Axi4Port(dut, self, rng, stall, latency)
        elif hasattr(dut, "rocc_mem_req_valid"):
            self.port = DataCache(dut, self, rng, stalls(rng, stall), latency, not stall)
        else:
            obi = hasattr(dut, "m_obi_req")
            side = ports.ObiSubordinate(dut) if obi else ports.WishboneSubordinate(dut)
            self.port = ports.SinglePort(dut, side, self, stalls(rng, stall), latency)
        self.word = self.port.word

    def map(self, base: int, size: int) -> None:
        """Make the pages of a range exist, with random content."""
        for page in range(base // PAGE, -(-(base + size) // PAGE)):
            self.pages.setdefault(page, bytearray(self._rng.randbytes(PAGE)))

    def share(self, base: int, content: memoryview) -> None:
        """Make pages exist whose bytes are those of an object."""
        for first in range(0, len(content), PAGE):
            self.pages[(base + first) // PAGE] = content[first : first + PAGE]

    def get(self, address: int, length: int) -> bytes:
        return bytes(self.pages[a // PAGE][a % PAGE] for a in range(address, address + length))

    def put(self, address: int, data: bytes) -> None:
        for a, byte in enumerate(data, address):
            self.pages[a // PAGE][a % PAGE] = byte

    def _answer(self, word: int) -> AxiResp:
        if word // PAGE not in self.pages:
            return AxiResp.DECERR
        return AxiResp.SLVERR if word in self.bad else AxiResp.OKAY

    def fails(self, word: int) -> bool:
        """Whether accesses to it are errors."""
        return bool(self._answer(word) != AxiResp.OKAY)

    def read_word(self, word: int) -> tuple[int, AxiResp]:
        self.touched += 1
        resp = self._answer(word)
        if resp == AxiResp.OKAY:
            return int.from_bytes(self.get(word, self.word), "little"), resp
        return self._rng.getrandbits(8 * self.word), resp

    def write_word(self, word: int, strobes: int, data: int) -> AxiResp:
        self.touched += 1
        resp = self._answer(word)
        for k, byte in enumerate(data.to_bytes(self.word, "little")):
            if strobes >> k & 1:
                if not any(low <= word + k < high for low, high in self.outputs):
                    self.strays.append(f"{word + k:#x} is written")
                if resp == AxiResp.OKAY:
                    self.put(word + k, bytes([byte]))
        return resp


@dataclass(frozen=True)
class Beat:
    """Of a burst that is read."""

    arid: int
    address: int
    last: bool


class Axi4Port:
    """Its five channels; answers come out of order, beats of different IDs among each other.

    Attributes:
        word: its bytes.
        reads: cycles in which a word was read.
        bursts: the beats of each read.
    """

    def __init__(
        self, dut: Any, memory: Memory, rng: random.Random, stall: float, latency: int
    ) -> None:
        bus = AxiBus.from_prefix(dut, "m_axi")
        given = (dut.clk_i, dut.rst_ni, False)
        self.ar, self.r = AxiARSink(bus.read.ar, *given), AxiRSource(bus.read.r, *given)
        self.aw, self.w = AxiAWSink(bus.write.aw, *given), AxiWSink(bus.write.w, *given)
        self.b = AxiBSource(bus.write.b, *given)
        if stall:
            for channel in (self.ar, self.r, self.aw, self.w, self.b):
                channel.set_pause_generator(stalls(rng, stall))
        self.word, self.reads, self.bursts = len(dut.m_axi_wstrb), list[int](), list[int]()
        self._dut, self._memory, self._rng = dut, memory, rng
        self._latency, self._reorder = latency, stall > 0
        cocotb.start_soon(self._run())

    async def _run(self) -> None:
        edge = RisingEdge(self._dut.clk_i)
        reads: list[tuple[int, Any]] = []
        writes: list[tuple[int, Any]] = []
        data: deque[Any] = deque()
        addresses: deque[Any] = deque()
        for cycle in itertools.count():
            await edge
            if int(self._dut.m_axi_rvalid.value) and int(self._dut.m_axi_rready.value):
                self.reads.append(cycle)
            while not self.ar.empty():
                reads += ((cycle + self._latency, beat) for beat in self._beats(self.ar))
            while not self.aw.empty():
                addresses.append(self.aw.recv_nowait())
            while not self.w.empty():
                data.append(self.w.recv_nowait())
            while addresses and data:
                writes.append(
                    (cycle + self._latency, self._write(addresses.popleft(), data.popleft()))
                )
            if self.r.count() < 2 and (read := self._due(reads, cycle)):
                self.r.send_nowait(self._read(read))
            if self.b.count() < 2 and (answer := self._due(writes, cycle)):
                self.b.send_nowait(answer)

    def _due(self, waiting: list[tuple[int, Any]], cycle: int) -> Any:
        """One that has waited long enough: any ID's, and of an ID the oldest."""
        if not waiting or waiting[0][0] > cycle:
            return None
        chosen = 0
        if self._reorder:
            pick = self._rng.randrange(len(waiting))
            names = [_name(each) for _, each in waiting]
            chosen = names.index(names[pick])
        return waiting.pop(chosen)[1]

    def _beats(self, sink: AxiARSink) -> list[Beat]:
        ar = sink.recv_nowait()
        address, length = int(ar.araddr), int(ar.arlen)
        self.bursts.append(length + 1)
        return [Beat(int(ar.arid), address + k * self.word, k == length) for k in range(length + 1)]

    def _read(self, beat: Beat) -> Any:
        r = self.r._transaction_obj()
        r.rid, r.rlast = beat.arid, beat.last
        r.rdata, r.rresp = self._memory.read_word(beat.address)
        return r

    def _write(self, aw: Any, w: Any) -> Any:
        b = self.b._transaction_obj()
        b.bid = aw.awid
        b.bresp = self._memory.write_word(int(aw.awaddr), int(w.wstrb), int(w.wdata))
        return b


def _name(transfer: Any) -> int:
    return int(transfer.arid if hasattr(transfer, "arid") else transfer.bid)


@dataclass(frozen=True)
class Order:
    """A command, as software gives it."""

    name: int
    code: int
    message: int
    message_bytes: int
    output: int
    output_bytes: int
    domain: int = 0x1F
    in_place: bool = False
    flags: int = 0
    state: int = 0
    steps: int = 0

    def refused(self, address_bits: int, resumes: bool = False, chains: bool = False) -> int:
        """The error that it ends with at once, or ``OK``."""
        sponge = SPONGES.get(self.code)
        own = bool(self.flags & OWN_DOMAIN)
        with_state = bool(self.flags & (RESTORE | SAVE))
        end = 1 << address_bits
        ranges = [
            (first, first + length)
            for first, length in (
                (self.message, self.message_bytes),
                (self.output, self.output_bytes),
            )
        ]
        if sponge is None or (self.flags & ~CHAIN and not resumes):
            return ALGORITHM
        if self.flags & CHAIN and (not chains or self.flags != CHAIN):
            return ALGORITHM
        if (own or sponge.any_domain) and not (0 if own else 1) <= self.domain <= 0x7F:
            return ALGORITHM
        if not self.output_bytes and not self.flags & SAVE:
            return LENGTH
        if self.flags & CHAIN and not (
            self.steps
            and self.output_bytes in (16, 24, 32)
            and self.message_bytes == 32 + 2 * self.output_bytes < sponge.block_bytes
        ):
            return LENGTH
        state = (self.state, self.state + STATE_BYTES)
        if any(high > end or low >= end for low, high in [*ranges, *[state] * with_state]):
            return ADDRESS
        (low, high), (out_low, out_high) = ranges
        for first, behind in ranges if with_state else ():
            if first < behind and first < state[1] and state[0] < behind:
                return OVERLAP
        if low < high and low < out_high and out_low < high and not self.in_place:
            return OVERLAP
        return OK

    def digest(self, message: bytes) -> bytes:
        """By an implementation that is not ours; of a chain, in a loop."""
        sponge = SPONGES[self.code]
        length = self.output_bytes if sponge.xof else None
        domain = self.domain if sponge.any_domain else None
        for _ in range(self.steps if self.flags & CHAIN else 1):
            whole = algorithms.reference(sponge, message, length, domain)[: self.output_bytes]
            prefix = message[: -self.output_bytes]
            number = (int.from_bytes(prefix[-4:], "big") + 1) % (1 << 32)
            message = prefix[:-4] + number.to_bytes(4, "big") + whole
        return whole


SPONGES: dict[int, Sponge] = {sponge.code: sponge for sponge in algorithms.SPONGES.values()}


@dataclass
class Host:
    """Software: what it does to registers, through the library's bus master.

    Attributes:
        answers: to its accesses.
        longest: that an access took, in cycles.
    """

    dut: Any
    rng: random.Random
    master: Any
    memory: Memory
    answers: list[AxiResp] = field(default_factory=list)
    longest: int = 0

    async def read(self, address: int) -> int:
        found = await self.access(address, 4)
        return int.from_bytes(found.data, "little")

    async def write(self, address: int, value: int) -> None:
        await self.access(address, value.to_bytes(4, "little"))

    async def access(self, address: int, what: int | bytes) -> Any:
        """Read some bytes, or write them; the answer comes in time or the test fails."""
        if isinstance(what, int):
            transfer = self.master.read(address, what)
        else:
            transfer = self.master.write(address, what)
        begin = get_sim_time("ns")
        found = await with_timeout(transfer, 2000 * PERIOD_NS, "ns")
        self.longest = max(self.longest, round((get_sim_time("ns") - begin) / PERIOD_NS))
        self.answers.append(found.resp)
        return found

    async def ready(self) -> None:
        """Until the command registers may be written."""
        for _ in range(20000):
            if await self.read(STATUS) & READY:
                return
        raise AssertionError("STATUS.READY stays 0")

    async def give(self, order: Order, wait: bool = True) -> None:
        """Write a command, in any order of its registers."""
        if wait:
            await self.ready()
        writes = [
            (MSG_ADDR, order.message & 0xFFFFFFFF),
            (MSG_ADDR + 4, order.message >> 32),
            (OUT_ADDR, order.output & 0xFFFFFFFF),
            (OUT_ADDR + 4, order.output >> 32),
            (MSG_LEN, order.message_bytes),
            (OUT_LEN, order.output_bytes),
        ]
        if order.flags & (RESTORE | SAVE):
            writes.append((STATE_ADDR, order.state & 0xFFFFFFFF))
            writes.append((STATE_ADDR + 4, order.state >> 32))
        if order.flags & CHAIN:
            writes.append((STEPS, order.steps))
        self.rng.shuffle(writes)
        for address, value in writes:
            await self.write(address, value)
        flags = GO | (IN_PLACE if order.in_place else 0) | order.flags << 25
        await self.write(START, flags | order.name << 16 | order.domain << 8 | order.code)

    async def abort(self, name: int) -> None:
        """End a command before its time."""
        await self.write(ABORT, VALID | name)

    async def interrupt(self) -> bool:
        """The interrupt line, when what was written has had its effect."""
        await ClockCycles(self.dut.clk_i, 2)
        return bool(self.dut.irq_o.value)

    async def taken(self) -> tuple[int, int] | None:
        """Name and error of the oldest completion, which is taken; None if there is none."""
        found = await self.read(COMPLETION)
        return (found & 15, found >> 8 & 15) if found & VALID else None

    async def completion(self) -> tuple[int, int]:
        """The same, as soon as there is one."""
        for _ in range(20000):
            if (found := await self.taken()) is not None:
                return found
        raise AssertionError("no completion")


async def start(dut: Any, stall: float | None = None, latency: int | None = None) -> Host:
    """Clock, reset, memory and host."""
    logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.ERROR)
    logging.getLogger("py.warnings").setLevel(logging.ERROR)
    rng = random.Random(cocotb.RANDOM_SEED)
    drawn = setting("stall", rng.choice((0, 20, 50))) / 100
    stall = drawn if stall is None else stall
    latency = rng.choice((0, 3, 20)) if latency is None else latency
    dut.rst_ni.value = 1
    await Timer(1, "ns")
    dut.rst_ni.value = 0
    Clock(dut.clk_i, PERIOD_NS, "ns").start()
    master = _master(dut, rng, stall)
    memory = Memory(dut, rng, stall, latency)
    await ClockCycles(dut.clk_i, 3)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 2)
    return Host(dut, rng, master, memory)


def _master(dut: Any, rng: random.Random, stall: float) -> Any:
    """What is on the control bus."""
    given = (dut.clk_i, dut.rst_ni, False)
    for port, manager in (
        ("s_obi_req", ports.ObiManager),
        ("s_wb_cyc", ports.WishboneManager),
        ("s_avalon_read", ports.AvalonManager),
        ("s_tl_a_valid", ports.TileLinkManager),
    ):
        if hasattr(dut, port):
            return ports.Master(dut, manager(dut), stalls(rng, stall))
    master: Any
    if hasattr(dut, "s_apb_psel"):
        master = ApbMaster(ApbBus.from_prefix(dut, "s_apb"), *given)
        channels = [master]
    else:
        master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), *given)
        write, read = master.write_if, master.read_if
        channels = [write.aw_channel, write.w_channel, write.b_channel]
        channels += [read.ar_channel, read.r_channel]
    if stall:
        for channel in channels:
            channel.set_pause_generator(stalls(rng, stall))
    return master
