# SPDX-License-Identifier: Apache-2.0
"""Rocket around a RoCC coprocessor: the core's side, its data cache behind a SimpleHellaCacheIF.

After rocket-chip: tile/LazyRoCC.scala, rocket/HellaCache.scala, rocket/SimpleHellaCacheIF.scala.
The signals are those of its black box; what is modelled is what they say to one another.
"""

import itertools
import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiResp

from bus.ports import Storage, is_high

SETUP, START = 0, 1
ILLEGAL = (1 << 64) - 1
"""The response to what is no instruction."""

USER, SUPERVISOR, MACHINE = 0, 1, 3
CUSTOM = (0x0B, 0x2B, 0x5B, 0x7B)

LOAD, STORE = 0, 1
EXCEPTIONS = [f"{cause}_{kind}" for cause in ("ma", "pf", "gf", "ae") for kind in ("ld", "st")]


class Failing(Storage, Protocol):
    """What is behind the cache."""

    def fails(self, word: int) -> bool:
        """Whether accesses to it are errors."""


@dataclass(frozen=True)
class Access:
    """A request to the cache.

    Attributes:
        address: of its first byte.
        size: its bytes.
        write: whether it is a store.
        data: of a store, as they are on the port.
        tag: its name.
        privilege: ``dprv``, and 4 for ``dv``.
    """

    address: int
    size: int
    write: bool
    data: int
    tag: int
    privilege: int


class DataCache:
    """A cache of three stages, and before it what repeats the requests that it refuses.

    A request that the cache takes in a cycle is in stage 2 two cycles later. There it is refused
    (nack), fails (exception), or is answered: at once, or later when it missed. What is refused is
    repeated in the order of the refusals, alone, until it is answered; nothing new is taken
    meanwhile. At most ``DEPTH`` are without an answer. The coprocessor sees its requests being
    taken, answers and exceptions, those of the core's accesses too, and no nack.

    An exception is always one of a request's first time: Rocket's own SimpleHellaCacheIF lets none
    pass, and which request it would be of could not be told of a repeated one.

    Attributes:
        word: bytes of a word.
        reads: cycles in which a word was read.
        seen: how often something happened.
        privileges: of the requests so far, and the cycle of the first of each run of them.
    """

    DEPTH = 3

    def __init__(
        self,
        dut: Any,
        storage: Failing,
        rng: random.Random,
        pauses: Iterator[bool],
        latency: int,
        quiet: bool,
    ) -> None:
        self.word, self.reads = 8, list[int]()
        self.seen: Counter[str] = Counter()
        self.privileges: list[int] = []
        self._dut, self._storage, self._rng = dut, storage, rng
        self._pauses, self._latency, self._quiet = pauses, latency, quiet
        self._ready(False)
        self._answer(None)
        self._raised: str | None = None
        for name in EXCEPTIONS:
            self._signal(name).value = 0
        dut.rocc_mem_s2_nack.value = 0
        cocotb.start_soon(self._run())

    def _ready(self, now: bool) -> None:
        self._dut.rocc_mem_req_ready.value = now

    def _answer(self, answer: tuple[int, int] | None) -> None:
        """Tag and data."""
        self._dut.rocc_mem_resp_valid.value = answer is not None
        tag, data = answer or (self._rng.randrange(4), self._rng.getrandbits(64))
        self._dut.rocc_mem_resp_bits_tag.value = tag
        self._dut.rocc_mem_resp_bits_data.value = data

    def _signal(self, exception: str) -> Any:
        return getattr(self._dut, f"rocc_mem_s2_xcpt_{exception}")

    def _exception(self, name: str | None) -> None:
        """Raise it alone, or none; there are many signals, which seldom change."""
        if self._raised:
            self._signal(self._raised).value = 0
        if name:
            self._signal(name).value = 1
        self._raised = name

    def _taken(self) -> Access | None:
        dut = self._dut
        if not (is_high(dut.rocc_mem_req_valid) and is_high(dut.rocc_mem_req_ready)):
            return None
        kind = int(dut.rocc_mem_req_bits_cmd.value)
        assert kind in (LOAD, STORE)
        for name in ("signed", "phys", "no_resp", "no_alloc", "no_xcpt"):
            assert not is_high(getattr(dut, f"rocc_mem_req_bits_{name}")), name
        privilege = int(dut.rocc_mem_req_bits_dprv.value)
        privilege |= int(dut.rocc_mem_req_bits_dv.value) << 2
        access = Access(
            int(dut.rocc_mem_req_bits_addr.value),
            1 << int(dut.rocc_mem_req_bits_size.value),
            kind == STORE,
            int(dut.rocc_mem_req_bits_data.value),
            int(dut.rocc_mem_req_bits_tag.value),
            privilege,
        )
        assert access.address % access.size == 0
        if self.privileges[-1:] != [privilege]:
            self.privileges.append(privilege)
        return access

    async def _run(self) -> None:
        edge, rng = RisingEdge(self._dut.clk_i), self._rng
        stages: deque[tuple[Access, bool] | None] = deque([None, None])  # and whether again
        without = dict[int, Access]()  # an answer, by tag
        refused: deque[Access] = deque()
        replaying = False
        missed: list[tuple[int, Access]] = []
        given: list[int] = []
        for cycle in itertools.count():
            # In the coming cycle: stage 2, then what is answered, then what may enter.
            entered = stages.popleft()
            answer = exception = None
            nacked = False
            if entered is not None:
                access, again = entered
                if not self._quiet and not self._fails(access) and rng.random() < 0.3:
                    nacked = True
                    self.seen["nacks"] += 1
                    if again:
                        replaying = False
                    else:
                        refused.append(access)
                elif self._fails(access):
                    cause = rng.choice(("ma", "pf", "gf", "ae"))
                    exception = f"{cause}_{'st' if access.write else 'ld'}"
                    self._do(access)
                    del without[access.tag]
                    given.remove(access.tag)
                    self.seen["exceptions"] += 1
                elif not self._quiet and rng.random() < 0.5:
                    missed.append((cycle + self._latency, access))
                else:
                    answer = access
            elif not self._quiet and rng.random() < 0.05:
                exception = rng.choice(EXCEPTIONS)  # of an access of the core's
            due = [each for each in missed if each[0] <= cycle]
            if answer is None and due and rng.random() < 0.7:
                missed.remove(chosen := rng.choice(due))
                answer = chosen[1]
            self._exception(exception)
            if answer is None:
                self._answer(None)
            else:
                self._answer((answer.tag, self._do(answer)))
                del without[answer.tag]
                self.seen["overtaken"] += given[0] != answer.tag
                given.remove(answer.tag)
                if refused and refused[0].tag == answer.tag and replaying:
                    refused.popleft()
                    replaying = False
                    self.seen["repeated"] += 1
            free = not next(self._pauses)
            again_now = refused[0] if free and refused and not replaying else None
            self._ready(
                free
                and not refused
                and not nacked
                and len(without) + (answer is not None) < self.DEPTH
            )
            await edge
            if again_now is not None:
                replaying = True
                stages.append((again_now, True))
            elif (taken := self._taken()) is not None:
                assert taken.tag not in without, taken
                without[taken.tag] = taken
                given.append(taken.tag)
                stages.append((taken, False))
                if not taken.write:
                    self.reads.append(cycle)
            else:
                stages.append(None)

    def _fails(self, access: Access) -> bool:
        """Whether it is of what is not there; it is not done."""
        return self._storage.fails(access.address // 8 * 8)

    def _do(self, access: Access) -> int:
        """Do it: the data of a load."""
        word = access.address // 8 * 8
        first = access.address - word
        if not access.write:
            assert access.size == 8
            return self._storage.read_word(word)[0]
        strobes = ((1 << access.size) - 1) << first
        # As Rocket's core gives them: repeated over the word.
        width = 8 * access.size
        copies = {access.data >> at & (1 << width) - 1 for at in range(0, 64, width)}
        assert len(copies) == 1, access
        resp = self._storage.write_word(word, strobes, access.data)
        assert (resp != AxiResp.OKAY) == self._fails(access)
        return self._rng.getrandbits(64)


@dataclass(frozen=True)
class Instruction:
    """A custom instruction, with what is in its registers.

    Attributes:
        funct: of it.
        rs1: what is in the register, or None: it names none.
        rs2: likewise.
        rd: the register that its response is for, or None.
        privilege: ``dprv``, and 4 for ``dv``.
    """

    funct: int
    rs1: int | None = None
    rs2: int | None = None
    rd: int | None = None
    privilege: int = MACHINE


@dataclass
class Core:
    """Gives instructions and takes responses, both after pauses.

    Attributes:
        deaf: whether it takes no response.
        responses: register and value, as they come.
        asked: instructions that wait for a response, by register.
        longest: that an instruction was offered for, in cycles.
    """

    dut: Any
    rng: random.Random
    pauses: Iterator[bool]
    deaf: bool = False
    responses: list[tuple[int, int]] = field(default_factory=list)
    asked: Counter[int] = field(default_factory=Counter)
    longest: int = 0

    def __post_init__(self) -> None:
        self.dut.rocc_cmd_valid.value = 0
        self.dut.rocc_resp_ready.value = 0
        self.dut.rocc_exception.value = 0
        self._edge = RisingEdge(self.dut.clk_i)
        cocotb.start_soon(self._listen())

    async def _listen(self) -> None:
        dut = self.dut
        while True:
            dut.rocc_resp_ready.value = not (next(self.pauses) or self.deaf)
            dut.rocc_exception.value = self.rng.random() < 0.05
            await self._edge
            assert not is_high(dut.rocc_interrupt)
            if is_high(dut.rocc_resp_valid) and is_high(dut.rocc_resp_ready):
                rd = int(dut.rocc_resp_bits_rd.value)
                self.asked[rd] -= 1
                assert self.asked[rd] >= 0, f"a response for register {rd}"
                self.responses.append((rd, int(dut.rocc_resp_bits_data.value)))

    async def give(self, instruction: Instruction, within: int = 20_000) -> None:
        """Until it is taken."""
        dut, rng = self.dut, self.rng
        while next(self.pauses):
            await self._edge
        dut.rocc_cmd_valid.value = 1
        dut.rocc_cmd_bits_inst_funct.value = instruction.funct
        dut.rocc_cmd_bits_inst_xs1.value = instruction.rs1 is not None
        dut.rocc_cmd_bits_inst_xs2.value = instruction.rs2 is not None
        dut.rocc_cmd_bits_inst_xd.value = instruction.rd is not None
        dut.rocc_cmd_bits_inst_opcode.value = rng.choice(CUSTOM)
        for name in ("rs1", "rs2"):
            value = getattr(instruction, name)
            bits = rng.getrandbits(64) if value is None else value
            getattr(dut, f"rocc_cmd_bits_{name}").value = bits
            getattr(dut, f"rocc_cmd_bits_inst_{name}").value = rng.randrange(32)
        dut.rocc_cmd_bits_inst_rd.value = (
            rng.randrange(32) if instruction.rd is None else instruction.rd
        )
        dut.rocc_cmd_bits_status_dprv.value = instruction.privilege & 3
        dut.rocc_cmd_bits_status_dv.value = instruction.privilege >> 2
        for cycle in range(within):
            await self._edge
            if is_high(dut.rocc_cmd_ready):
                self.longest = max(self.longest, cycle + 1)
                break
        else:
            raise AssertionError(f"{instruction} is not taken")
        dut.rocc_cmd_valid.value = 0
        if instruction.rd is not None:
            self.asked[instruction.rd] += 1

    async def response(self, within: int = 200_000) -> tuple[int, int]:
        """The oldest that was not looked at."""
        for _ in range(within):
            if self.responses:
                return self.responses.pop(0)
            await self._edge
        raise AssertionError("no response")

    async def fence(self, within: int = 200_000) -> None:
        """As FENCE does: until the coprocessor is not busy."""
        for _ in range(within):
            await self._edge
            if not is_high(self.dut.rocc_busy):
                return
        raise AssertionError("busy stays high")
