# SPDX-License-Identifier: Apache-2.0
"""Ports that cocotbext-axi has no models of: OBI, Wishbone, Avalon-MM and TileLink-UL.

What the libraries for these have neither draws from a test's seed nor answers late and with errors.
"""

import itertools
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiResp


def stalls(rng: random.Random, share: float) -> Iterator[bool]:
    """Whether a channel pauses in a cycle; in runs, so that queues fill and drain."""
    while True:
        yield from itertools.repeat(rng.random() < share, rng.choice((1, 1, 2, 5)))


@dataclass(frozen=True)
class Transfer:
    """A request: bytes of an aligned word.

    Attributes:
        write: whether they are written.
        address: of the word.
        strobes: a bit for each byte, from byte 0 on.
        data: what is written.
    """

    write: bool
    address: int
    strobes: int
    data: int


@dataclass(frozen=True)
class Answer:
    """What cocotbext-axi's managers return as well."""

    data: bytes
    resp: AxiResp


def is_high(signal: Any) -> bool:
    return bool(int(signal.value))


class Manager(Protocol):
    """Signals of a control port."""

    def offer(self, transfer: Transfer | None) -> None:
        """Drive a request, or none."""

    def taken(self) -> bool:
        """Whether the offered request is, in the cycle that ends."""

    def listen(self, ready: bool) -> None:
        """Whether an answer may come, where the bus can say so."""

    def answered(self) -> tuple[int, bool] | None:
        """Data and error, in the cycle that ends."""

    def end(self) -> None:
        """All is answered."""


class ObiManager:
    """Of OBI, which names its requests."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.name = dut, 0
        dut.s_obi_rready.value = 1
        self.offer(None)

    def offer(self, transfer: Transfer | None) -> None:
        self.dut.s_obi_req.value = transfer is not None
        if transfer is not None:
            self.dut.s_obi_we.value = transfer.write
            self.dut.s_obi_addr.value = transfer.address
            self.dut.s_obi_be.value = transfer.strobes
            self.dut.s_obi_wdata.value = transfer.data
            self.dut.s_obi_aid.value = self.name

    def taken(self) -> bool:
        if is_high(self.dut.s_obi_gnt):
            self.name ^= 1
            return True
        return False

    def listen(self, ready: bool) -> None:
        self.dut.s_obi_rready.value = ready

    def answered(self) -> tuple[int, bool] | None:
        if not (is_high(self.dut.s_obi_rvalid) and is_high(self.dut.s_obi_rready)):
            return None
        return int(self.dut.s_obi_rdata.value), is_high(self.dut.s_obi_err)

    def end(self) -> None:
        pass


class WishboneManager:
    """Of Wishbone."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.offer(None)
        self.end()

    def offer(self, transfer: Transfer | None) -> None:
        self.dut.s_wb_stb.value = transfer is not None
        if transfer is not None:
            self.dut.s_wb_cyc.value = 1
            self.dut.s_wb_we.value = transfer.write
            self.dut.s_wb_adr.value = transfer.address
            self.dut.s_wb_sel.value = transfer.strobes
            self.dut.s_wb_dat_w.value = transfer.data

    def taken(self) -> bool:
        return not is_high(self.dut.s_wb_stall)

    def listen(self, ready: bool) -> None:
        pass

    def answered(self) -> tuple[int, bool] | None:
        if not (is_high(self.dut.s_wb_ack) or is_high(self.dut.s_wb_err)):
            return None
        return int(self.dut.s_wb_dat_r.value), is_high(self.dut.s_wb_err)

    def end(self) -> None:
        self.dut.s_wb_cyc.value = 0


class AvalonManager:
    """Of Avalon-MM, which counts words."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.offer(None)

    def offer(self, transfer: Transfer | None) -> None:
        self.dut.s_avalon_read.value = transfer is not None and not transfer.write
        self.dut.s_avalon_write.value = transfer is not None and transfer.write
        if transfer is not None:
            self.dut.s_avalon_address.value = transfer.address // 4
            self.dut.s_avalon_byteenable.value = transfer.strobes
            self.dut.s_avalon_writedata.value = transfer.data

    def taken(self) -> bool:
        return not is_high(self.dut.s_avalon_waitrequest)

    def listen(self, ready: bool) -> None:
        pass

    def answered(self) -> tuple[int, bool] | None:
        dut = self.dut
        if not (is_high(dut.s_avalon_readdatavalid) or is_high(dut.s_avalon_writeresponsevalid)):
            return None
        return int(dut.s_avalon_readdata.value), int(dut.s_avalon_response.value) != 0

    def end(self) -> None:
        pass


class TileLinkManager:
    """Of TileLink-UL, with sources in turn."""

    GET, PUT_FULL, PUT_PARTIAL = 4, 0, 1

    def __init__(self, dut: Any) -> None:
        self.dut, self.source = dut, 0
        dut.s_tl_a_param.value = 0
        dut.s_tl_a_corrupt.value = 0
        dut.s_tl_d_ready.value = 1
        self.offer(None)

    def offer(self, transfer: Transfer | None) -> None:
        dut = self.dut
        dut.s_tl_a_valid.value = transfer is not None
        if transfer is None:
            return
        whole = transfer.strobes == 0xF
        put = self.PUT_FULL if whole else self.PUT_PARTIAL
        dut.s_tl_a_opcode.value = put if transfer.write else self.GET
        dut.s_tl_a_size.value = 2
        dut.s_tl_a_source.value = self.source
        dut.s_tl_a_address.value = transfer.address
        dut.s_tl_a_mask.value = transfer.strobes if transfer.write else 0xF
        dut.s_tl_a_data.value = transfer.data

    def taken(self) -> bool:
        if is_high(self.dut.s_tl_a_ready):
            self.source = (self.source + 1) % 256
            return True
        return False

    def listen(self, ready: bool) -> None:
        self.dut.s_tl_d_ready.value = ready

    def answered(self) -> tuple[int, bool] | None:
        if not (is_high(self.dut.s_tl_d_valid) and is_high(self.dut.s_tl_d_ready)):
            return None
        return int(self.dut.s_tl_d_data.value), is_high(self.dut.s_tl_d_denied)

    def end(self) -> None:
        pass


class Master:
    """Reads and writes of any bytes; those of several words are under way together."""

    def __init__(self, dut: Any, manager: Manager, pauses: Iterator[bool]) -> None:
        self._edge, self._manager, self._pauses = RisingEdge(dut.clk_i), manager, pauses

    async def read(self, address: int, length: int) -> Answer:
        words = list(_words(address, length))
        found = await self._run([Transfer(False, word, ones, 0) for word, ones in words])
        whole = b"".join(data.to_bytes(4, "little") for data, _ in found)
        return Answer(whole[address % 4 :][:length], _worst(found))

    async def write(self, address: int, data: bytes) -> Answer:
        words = list(_words(address, len(data)))
        whole = int.from_bytes(bytes(address % 4) + data, "little")
        transfers = [
            Transfer(True, word, ones, whole >> 32 * at & 0xFFFFFFFF)
            for at, (word, ones) in enumerate(words)
        ]
        return Answer(b"", _worst(await self._run(transfers)))

    async def _run(self, transfers: list[Transfer]) -> list[tuple[int, bool]]:
        found: list[tuple[int, bool]] = []
        ahead, offered = deque(transfers), False
        while len(found) < len(transfers):
            if not offered:
                offered = bool(ahead) and not next(self._pauses)
                self._manager.offer(ahead[0] if offered else None)
            self._manager.listen(not next(self._pauses))
            await self._edge
            if (answer := self._manager.answered()) is not None:
                found.append(answer)
            if offered and self._manager.taken():
                ahead.popleft()
                offered = False
        self._manager.offer(None)
        self._manager.end()
        return found


def _words(address: int, length: int) -> Iterator[tuple[int, int]]:
    """The words that bytes are in, and strobes for these bytes."""
    for word in range(address & ~3, address + length, 4):
        bytes_in = range(max(address, word) - word, min(address + length, word + 4) - word)
        yield word, sum(1 << each for each in bytes_in)


def _worst(found: list[tuple[int, bool]]) -> AxiResp:
    return AxiResp.SLVERR if any(error for _, error in found) else AxiResp.OKAY


class Subordinate(Protocol):
    """Signals of a memory port."""

    word: int

    def ready(self, now: bool) -> None:
        """Whether a request is taken in the coming cycle."""

    def taken(self) -> Transfer | None:
        """The request that was taken in the cycle that ends."""

    def answer(self, answer: tuple[int, bool] | None) -> None:
        """Data and error for the coming cycle, or nothing."""


class ObiSubordinate:
    """Of OBI, without rready."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.word = dut, len(dut.m_obi_be)
        self.ready(False)
        self.answer(None)

    def ready(self, now: bool) -> None:
        self.dut.m_obi_gnt.value = now

    def taken(self) -> Transfer | None:
        dut = self.dut
        if not (is_high(dut.m_obi_req) and is_high(dut.m_obi_gnt)):
            return None
        values = (dut.m_obi_addr, dut.m_obi_be, dut.m_obi_wdata)
        return Transfer(is_high(dut.m_obi_we), *(int(each.value) for each in values))

    def answer(self, answer: tuple[int, bool] | None) -> None:
        self.dut.m_obi_rvalid.value = answer is not None
        data, error = answer or (0, False)
        self.dut.m_obi_rdata.value = data
        self.dut.m_obi_err.value = error


class WishboneSubordinate:
    """Of Wishbone."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.word = dut, len(dut.m_wb_sel)
        self.ready(False)
        self.answer(None)

    def ready(self, now: bool) -> None:
        self.dut.m_wb_stall.value = not now

    def taken(self) -> Transfer | None:
        dut = self.dut
        if not (is_high(dut.m_wb_cyc) and is_high(dut.m_wb_stb)) or is_high(dut.m_wb_stall):
            return None
        values = (dut.m_wb_adr, dut.m_wb_sel, dut.m_wb_dat_w)
        return Transfer(is_high(dut.m_wb_we), *(int(each.value) for each in values))

    def answer(self, answer: tuple[int, bool] | None) -> None:
        data, error = answer or (0, False)
        self.dut.m_wb_ack.value = answer is not None and not error
        self.dut.m_wb_err.value = error
        self.dut.m_wb_dat_r.value = data


class Storage(Protocol):
    """What is behind a memory port."""

    def read_word(self, word: int) -> tuple[int, AxiResp]:
        """Data and how it is answered."""

    def write_word(self, word: int, strobes: int, data: int) -> AxiResp:
        """How it is answered."""


class SinglePort:
    """One channel, answers in order, each after ``latency`` cycles at the least.

    Attributes:
        word: its bytes.
        reads: cycles in which a word was read.
    """

    def __init__(
        self,
        dut: Any,
        subordinate: Subordinate,
        storage: Storage,
        pauses: Iterator[bool],
        latency: int,
    ) -> None:
        self.word, self.reads = subordinate.word, list[int]()
        self._edge, self._latency = RisingEdge(dut.clk_i), latency
        self._subordinate, self._storage, self._pauses = subordinate, storage, pauses
        cocotb.start_soon(self._run())

    async def _run(self) -> None:
        waiting: deque[tuple[int, Transfer]] = deque()
        for cycle in itertools.count():
            self._subordinate.ready(not next(self._pauses))
            answer = None
            if waiting and waiting[0][0] <= cycle and not next(self._pauses):
                transfer = waiting.popleft()[1]
                answer = self._do(transfer)
                if not transfer.write:
                    self.reads.append(cycle)
            self._subordinate.answer(answer)
            await self._edge
            if (taken := self._subordinate.taken()) is not None:
                assert taken.address % self.word == 0
                assert taken.write or taken.strobes == (1 << self.word) - 1
                waiting.append((cycle + 1 + self._latency, taken))

    def _do(self, transfer: Transfer) -> tuple[int, bool]:
        if transfer.write:
            resp = self._storage.write_word(transfer.address, transfer.strobes, transfer.data)
            return 0, resp != AxiResp.OKAY
        data, resp = self._storage.read_word(transfer.address)
        return data, resp != AxiResp.OKAY
