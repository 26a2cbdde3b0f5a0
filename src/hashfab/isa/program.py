# SPDX-License-Identifier: Apache-2.0
"""Random programs for lockstep runs of the RISC-V core and the reference simulator.

A program is a flat image for address 0. Instructions are dealt from a shuffled deck of the whole
instruction set, so that each of them comes up, with operands that prefer what was just written.
Whatever happens on the way, it comes to its end: branches go back in counted loops only, the
handler steps over the instruction that trapped, and a store to the mailbox says that it is done.
Where an interrupt is taken, the handler clears its bit in mie; the program sets it again now and
then.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hashfab.isa.decode import Decoded, decode, expand
from hashfab.isa.hart import CSRS, INTERRUPT_BITS, MIE, NUMBER
from hashfab.isa.model import Field, Instruction, InstructionSet
from hashfab.isa.semantics import MASK
from hashfab.isa.simulator import Memory

RAM = range(0x0000_0000, 0x0040_0000)
MAILBOX = range(0x4000_0000, 0x4000_1000)
DONE = MAILBOX.start + 0x20
NOWHERE = range(0x8000_0000, 0x8000_1000)  # nothing answers there

HANDLER = 0x10
DATA = 0x8000
DATA_BYTES = 0x2000
SAVED = DATA + DATA_BYTES  # where mscratch points: two registers of the handler, passes to go
END = SAVED + 0x10
STATIC = 4000  # instructions of one pass

RA, SP = 1, 2
CORNERS = (0, 1, 2, 4, 0x7F, 0x80, 0x7FFF_FFFF, 0x8000_0000, MASK, MASK - 1, 0x5555_5555)
SIZES = {"lb": 1, "lbu": 1, "sb": 1, "lh": 2, "lhu": 2, "sh": 2}


@dataclass(frozen=True)
class Program:
    """A random program.

    Attributes:
        image: what memory holds from address 0 on.
        instructions: about how many it executes, without those of interrupt handlers.
        seed: where it came from.
    """

    image: bytes
    instructions: int
    seed: int


def memory(program: Program) -> Memory:
    """The memory that a program runs in, for the reference simulator."""
    made = Memory((RAM, MAILBOX))
    made.write(0, program.image)
    return made


def generate(isa: InstructionSet, seed: int, count: int, faults: bool = True) -> Program:
    """A program that executes about ``count`` instructions.

    Args:
        isa: the instructions to use; all of them come up when ``count`` is some thousands.
        seed: of the random numbers.
        count: of executed instructions; traps make it vary by some tens of percent.
        faults: whether it also accesses and jumps to addresses where nothing answers.
    """
    return _Generator(isa, seed, faults).program(count)


class _Generator:
    """Emits code; one pass after the other executes it.

    Attributes:
        code: what has been emitted of the block at hand; code does not depend on its address.
        weight: how often the block at hand is executed.
        executed: instructions of one pass so far.
        recent: registers that were written last.
        bases: registers that hold a word-aligned address in the middle of the data.
        reserved: registers that hold loop counters.
        depth: of nested blocks.
    """

    def __init__(self, isa: InstructionSet, seed: int, faults: bool) -> None:
        self.isa = isa
        self.seed = seed
        self.faults = faults
        self.random = random.Random(seed)
        self.code = bytearray()
        self.weight = 1
        self.executed = 0
        self.recent: list[int] = []
        self.bases: set[int] = set()
        self.reserved: set[int] = set()
        self.depth = 0
        self.deck: list[Instruction] = []
        self.handler_length = 0
        self.items: dict[str, Callable[[Instruction], None]] = {
            "load": self.access,
            "store": self.access,
            "branch": self.branch,
            "jump": self.jump,
            "loop": self.loop,
            "system": self.system,
        }

    # The program

    def program(self, count: int) -> Program:
        handler = self.block(self.handler)
        self.handler_length = len(handler) // 4
        start = self.block(self.start)
        self.executed = 0
        self.bases = set()
        body = self.block(lambda: self.fill(min(count, STATIC)))
        passes = max(1, round(count / max(1, self.executed)))
        finish = self.block(lambda: self.finish(len(body)))
        set_passes = self.block(lambda: self.set_passes(passes))
        entry = self.block(lambda: self.emit("jal", rd=0, offset=HANDLER + len(handler)))
        image = entry.ljust(HANDLER, b"\0") + handler + set_passes + start + body + finish
        if len(image) > DATA:
            raise ValueError(f"seed {self.seed}: {len(image)} bytes of code; at most {DATA} fit")
        data = self.random.randbytes(DATA_BYTES)
        image = (image.ljust(DATA, b"\0") + data).ljust(END, b"\0")
        return Program(image, passes * self.executed, self.seed)

    def handler(self) -> None:
        """Steps over the instruction that trapped; clears the enable bit of an interrupt."""
        base, a, b = self.random.sample(range(RA + 1, 32), 3)
        leave = self.block(lambda: self._leave(base, a, b))
        step = self.block(lambda: self._step_over(a, b))
        nowhere = self.block(lambda: self._return_to_ra(len(step)))
        self.emit("csrrw", rd=base, csr=NUMBER["mscratch"], rs1=base)
        self.emit("sw", rs1=base, rs2=a, imm=0)
        self.emit("sw", rs1=base, rs2=b, imm=4)
        self.emit("csrrs", rd=a, csr=NUMBER["mcause"], rs1=0)
        self.emit("bge", rs1=a, rs2=0, offset=20)
        self.emit("addi", rd=b, rs1=0, imm=1)
        self.emit("sll", rd=b, rs1=b, rs2=a)
        self.emit("csrrc", rd=0, csr=NUMBER["mie"], rs1=b)
        self.emit("jal", rd=0, offset=12 + len(nowhere) + len(step))
        self.emit("addi", rd=a, rs1=a, imm=-1)
        self.emit("bne", rs1=a, rs2=0, offset=4 + len(nowhere))
        self.code += nowhere + step + leave

    def _return_to_ra(self, skip: int) -> None:
        """From a jump to nowhere, which left its return address in ra."""
        self.emit("csrrw", rd=0, csr=NUMBER["mepc"], rs1=RA)
        self.emit("jal", rd=0, offset=4 + skip)

    def _step_over(self, a: int, b: int) -> None:
        self.emit("csrrs", rd=a, csr=NUMBER["mepc"], rs1=0)
        self.emit("lbu", rd=b, rs1=a, imm=0)
        self.emit("andi", rd=b, rs1=b, imm=3)
        self.emit("addi", rd=b, rs1=b, imm=-3)
        self.emit("beq", rs1=b, rs2=0, offset=8)
        self.emit("addi", rd=a, rs1=a, imm=-2)
        self.emit("addi", rd=a, rs1=a, imm=4)
        self.emit("csrrw", rd=0, csr=NUMBER["mepc"], rs1=a)

    def _leave(self, base: int, a: int, b: int) -> None:
        self.emit("csrrs", rd=b, csr=NUMBER["mtval"], rs1=0)
        self.emit("lw", rd=a, rs1=base, imm=0)
        self.emit("lw", rd=b, rs1=base, imm=4)
        self.emit("csrrw", rd=base, csr=NUMBER["mscratch"], rs1=base)
        self.emit("mret")

    def set_passes(self, passes: int) -> None:
        self.constant(5, SAVED)
        self.constant(6, passes)
        self.emit("sw", rs1=5, rs2=6, imm=8)
        self.emit("csrrw", rd=0, csr=NUMBER["mscratch"], rs1=5)

    def start(self) -> None:
        self.emit("csrrwi", rd=0, csr=NUMBER["mtvec"], uimm=HANDLER)
        self.constant(5, INTERRUPT_BITS)
        self.emit("csrrw", rd=0, csr=NUMBER["mie"], rs1=5)
        self.emit("csrrsi", rd=0, csr=NUMBER["mstatus"], uimm=MIE)
        for register in range(1, 32):
            self.constant(register, self.value())

    def finish(self, body: int) -> None:
        base, passes = 5, 6
        self.constant(base, SAVED)
        self.emit("lw", rd=passes, rs1=base, imm=8)
        self.emit("addi", rd=passes, rs1=passes, imm=-1)
        self.emit("sw", rs1=base, rs2=passes, imm=8)
        self.emit("beq", rs1=passes, rs2=0, offset=8)
        self.emit("jal", rd=0, offset=-(len(self.code) + body))
        self.constant(base, DONE)
        self.emit("sw", rs1=base, rs2=0, imm=0)
        self.emit("jal", rd=0, offset=0)

    # Blocks and single instructions

    def block(self, body: Callable[[], None]) -> bytes:
        """What ``body`` emits, kept apart."""
        outer, self.code = self.code, bytearray()
        body()
        inner, self.code = self.code, outer
        return bytes(inner)

    @contextmanager
    def repeated(self, times: int, *counters: int) -> Iterator[None]:
        """A block that is executed several times; it leaves some registers alone."""
        weight, reserved = self.weight, self.reserved
        self.weight, self.reserved = weight * times, reserved | set(counters)
        self.depth += 1
        # What holds a base at the start need not hold it in the next pass, nor after a skip.
        self.bases = set()
        yield
        self.bases = set()
        self.depth -= 1
        self.weight, self.reserved = weight, reserved

    def emit(self, mnemonic: str, **operands: int) -> None:
        instruction = self.isa.instructions[mnemonic]
        self.word(instruction.encode(**operands), instruction.bits)

    def word(self, word: int, bits: int = 32) -> None:
        self.code += word.to_bytes(bits // 8, "little")
        self.executed += self.weight
        decoded = decode(self.isa, word)
        if decoded is not None:
            rd = getattr(expand(self.isa, decoded).operands, "rd", 0)
            self.bases.discard(rd)
            if rd:
                self.recent = [*self.recent[-2:], rd]

    def constant(self, register: int, value: int) -> None:
        """Load a constant into a register other than zero."""
        low = (value & 0xFFF ^ 0x800) - 0x800
        self.emit("lui", rd=register, uimm=(value - low >> 12) & 0xFFFFF)
        self.emit("addi", rd=register, rs1=register, imm=low)

    def free(self, low: int = 1, high: int = 31) -> int:
        """A register that may be overwritten."""
        return self.random.choice([n for n in range(low, high + 1) if n not in self.reserved])

    def value(self) -> int:
        if self.random.random() < 0.3:
            return self.random.choice(CORNERS)
        return self.random.getrandbits(32)

    def operand(self, item: Field) -> int:
        """A random value of a field."""
        low = item.base
        if item.type.register:
            high = low + (1 << item.bits) - 1
            if item.name == "rd":
                return self.random.choice(
                    [n for n in range(low, high + 1) if n not in self.reserved]
                )
            recent = [n for n in self.recent if low <= n <= high]
            if recent and self.random.random() < 0.5:
                return self.random.choice(recent)
            return self.random.randint(low, high)
        raw = self.random.choice((0, MASK, *(self.random.getrandbits(32) for _ in range(6))))
        return item.extract(raw & item.mask if item.bits <= 32 else raw)

    def operands(self, instruction: Instruction, **fixed: int) -> dict[str, int]:
        """Random operands that have an encoding, some of them given."""
        for _ in range(100):
            values = {item.name: self.operand(item) for item in instruction.fields} | fixed
            try:
                word = instruction.encode(**values)
            except ValueError:
                continue
            decoded = decode(self.isa, word)
            if decoded is not None and self._spares_reserved(decoded):
                return values
        raise ValueError(f"no operands for {instruction.mnemonic}, {fixed} given")

    def _spares_reserved(self, decoded: Decoded) -> bool:
        return getattr(expand(self.isa, decoded).operands, "rd", 0) not in self.reserved

    # Items: an instruction with what it needs to do no harm

    def fill(self, count: int) -> None:
        """Deal instructions until ``count`` more are executed, and the deck has gone round."""
        goal = self.executed + count
        while self.executed < goal:
            self.item()

    def item(self, control: bool = True) -> None:
        """One instruction from the deck, or something illegal.

        Args:
            control: whether it may be one that goes elsewhere.
        """
        if self.random.random() < 0.03:
            self.illegal()
            return
        avoid: tuple[str, ...] = ("branch", "jump", "loop") if self.depth >= 2 else ()
        instruction = self.deal(avoid if control else ("branch", "jump", "loop", "system"))
        try:
            self.items.get(instruction.group, self.plain)(instruction)
        except _Unsuitable:
            self.plain(self.isa.instructions["xor"])

    def deal(self, avoid: tuple[str, ...]) -> Instruction:
        """The next instruction of the deck that is not of these classes."""
        for index in reversed(range(len(self.deck))):
            if self.deck[index].group not in avoid:
                return self.deck.pop(index)
        every = list(self.isa.instructions.values())
        self.random.shuffle(every)
        self.deck = every + self.deck
        return self.deal(avoid)

    def trapped(self) -> None:
        """Count what the handler executes."""
        self.executed += self.weight * self.handler_length

    def plain(self, instruction: Instruction) -> None:
        self.emit(instruction.mnemonic, **self.operands(instruction))

    def illegal(self) -> None:
        """A word that is no instruction; a long one is stepped over as 32 bits."""
        bits = self.random.choice((16, 32, 32))
        while True:
            word = self.random.getrandbits(bits)
            if bits == 32:
                opcode = self.random.choice(list(self.isa.instructions.values())).match
                word = self.random.choice((word | 3, word & ~0x7F | opcode & 0x7F | 3))
            elif self.random.random() < 0.2:
                word = 0
            length = self.isa.length(word & 0xFFFF)
            if length == bits and decode(self.isa, word) is None:
                break
        self.word(word, bits)
        self.trapped()

    def access(self, instruction: Instruction) -> None:
        """A load or a store, sometimes misaligned, sometimes to nowhere."""
        fixed = {}
        register = SP
        if "rs1" in instruction.field:
            item = instruction.field["rs1"]
            known = [n for n in self.bases if item.base <= n < item.base + (1 << item.bits)]
            if known and self.random.random() < 0.7:
                register = self.random.choice(known)
            else:
                register = self.free(max(1, item.base), item.base + (1 << item.bits) - 1)
            fixed["rs1"] = register
        values = self.operands(instruction, **fixed)
        size = SIZES.get(instruction.mnemonic, 4)
        offset = values.get("imm", 0)
        if register in self.bases:
            if "imm" in values and self.random.random() < 0.9:
                values["imm"] = offset - offset % size
        else:
            if register in self.reserved:
                raise _Unsuitable
            base = DATA + DATA_BYTES // 2 + 4 * self.random.randrange(64)
            odd = self.random.random()
            if self.faults and odd < 0.05:
                base = self.random.choice(NOWHERE[0x800:0x900:4])
            if 0.05 < odd < 0.2:
                base += self.random.randrange(4)
            elif offset % size:
                values["imm"] = offset - offset % size
            self.constant(register, base)
            if base in range(DATA, SAVED) and base % 4 == 0:
                self.bases.add(register)
        self.emit(instruction.mnemonic, **values)

    def branch(self, instruction: Instruction) -> None:
        if self.random.random() < 0.3:
            self.counted(instruction)
            return
        with self.repeated(1):
            body = self.block(self.few)
        size = instruction.bits // 8
        try:
            values = self.operands(instruction, offset=size + len(body))
        except ValueError:
            raise _Unsuitable from None
        self.emit(instruction.mnemonic, **values)
        self.code += body

    def few(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.item()

    def counted(self, instruction: Instruction) -> None:
        """A loop that goes back a few times by this branch."""
        counter = self.free(8, 15)
        times = self.random.randint(1, 3)
        # For those that are taken when equal, a flag that is 0 as long as the loop goes on.
        equal = instruction.mnemonic in ("beq", "bge", "bgeu", "c.beqz")
        flag = self.free(8, 15) if equal else counter
        if equal and flag == counter:
            raise _Unsuitable
        self.constant(counter, times)
        with self.repeated(times, counter, flag):

            def body() -> None:
                self.few()
                self.emit("addi", rd=counter, rs1=counter, imm=-1)
                if equal:
                    self.emit("sltiu", rd=flag, rs1=counter, imm=1)

            code = self.block(body)
            values = {"offset": -len(code), "rs1": flag}
            if instruction.mnemonic in ("blt", "bltu", "bge", "bgeu"):
                values |= {"rs1": 0, "rs2": flag}
            try:
                word = instruction.encode(**values)
            except ValueError:  # too far for a compressed one
                instruction = self.isa.instructions["beq" if equal else "bne"]
                word = instruction.encode(**values)
            self.code += code
            self.word(word, instruction.bits)

    def jump(self, instruction: Instruction) -> None:
        if "offset" not in instruction.field:
            self.jump_register(instruction)
        elif self.random.random() < 0.5:
            self.jump_back(instruction)
        else:
            # Over something that is not executed.
            with self.repeated(0):
                skipped = self.block(self.few)
            offset = instruction.bits // 8 + len(skipped)
            self.emit(instruction.mnemonic, **self.operands(instruction, offset=offset))
            self.code += skipped

    def jump_back(self, instruction: Instruction) -> None:
        """Forward over a block, back to it, and forward to the end."""
        self._check_link(instruction)
        with self.repeated(1):
            early = self.block(self.few)
        with self.repeated(1):
            late = self.block(self.few)
        values = self.operands(instruction, offset=-(len(late) + 4 + len(early)))
        self.emit("jal", rd=0, offset=4 + len(early) + 4)
        self.code += early
        self.emit("jal", rd=0, offset=4 + len(late) + instruction.bits // 8)
        self.code += late
        self.emit(instruction.mnemonic, **values)
        self.bases = set()

    def jump_register(self, instruction: Instruction) -> None:
        self._check_link(instruction)
        register = self.free()
        if self.faults and instruction.mnemonic != "c.jr" and self.random.random() < 0.1:
            self.jump_nowhere(instruction, register)
            return
        with self.repeated(0):
            skipped = self.block(self.few)
        bit = self.random.randint(0, 1)  # the lowest bit of the target is ignored
        self.emit("auipc", rd=register, uimm=0)
        if "imm" in instruction.field:
            values = self.operands(instruction, rs1=register, imm=8 + len(skipped) + bit)
        else:
            offset = 8 + instruction.bits // 8 + len(skipped) + bit
            self.emit("addi", rd=register, rs1=register, imm=offset)
            values = self.operands(instruction, rs1=register)
        self.emit(instruction.mnemonic, **values)
        self.code += skipped

    def jump_nowhere(self, instruction: Instruction, register: int) -> None:
        """The handler comes back to ra."""
        if RA in self.reserved:
            raise _Unsuitable
        self.constant(register, self.random.choice(NOWHERE))
        fixed = {"rd": RA} if "rd" in instruction.field else {}
        self.emit(instruction.mnemonic, **self.operands(instruction, rs1=register, **fixed))
        self.trapped()

    def _check_link(self, instruction: Instruction) -> None:
        if instruction.mnemonic in ("c.jal", "c.jalr") and RA in self.reserved:
            raise _Unsuitable

    def loop(self, instruction: Instruction) -> None:
        """A zero-overhead loop, two levels deep at times."""
        counter = self.free()
        times = self.random.randint(0, 3)
        self.constant(counter, times)
        with self.repeated(max(1, times)):

            def body() -> None:
                for _ in range(self.random.randint(0, 3)):
                    self.item(control=False)
                if self.depth == 1 and self.random.random() < 0.5:
                    self.loop(instruction)
                self.plain(
                    self.isa.instructions["add"]
                )  # a loop must not end with a jump or a trap

            code = self.block(body)
            self.weight //= max(1, times)
            self.emit(instruction.mnemonic, rs1=counter, end=4 + len(code))
        self.code += code

    def system(self, instruction: Instruction) -> None:
        mnemonic = instruction.mnemonic
        if "csr" in instruction.field:
            self.csr(instruction)
        elif mnemonic == "mret":
            # An interrupt in between would overwrite mepc.
            register = self.free()
            self.emit("csrrci", rd=0, csr=NUMBER["mstatus"], uimm=MIE)
            self.emit("auipc", rd=register, uimm=0)
            self.emit("addi", rd=register, rs1=register, imm=16)
            self.emit("csrrw", rd=0, csr=NUMBER["mepc"], rs1=register)
            self.emit("mret")
        elif mnemonic == "wfi":
            register = self.free()
            self.constant(register, INTERRUPT_BITS)
            self.emit("csrrs", rd=0, csr=NUMBER["mie"], rs1=register)
            self.emit("wfi")
        else:
            self.plain(instruction)
            if mnemonic in ("ecall", "ebreak", "c.ebreak"):
                self.trapped()

    def csr(self, instruction: Instruction) -> None:
        """An access to a CSR that leaves the handler in working order."""
        own = self.isa.registers
        number = self.random.choice((*CSRS, *own, NUMBER["mstatus"], NUMBER["mie"], 0x5C0, 0xFC0))
        if number in own:
            # What a write would do is not known here.
            source = "rs1" if "rs1" in instruction.field else "uimm"
            self.emit(
                "csrrs" if source == "rs1" else "csrrsi",
                **{"rd": self.free(), "csr": number, source: 0},
            )
            return
        name = CSRS[number].name if number in CSRS else ""
        values = self.operands(instruction, csr=number)
        if name == "mscratch":
            self.swap_scratch(instruction, values)
            return
        if name in ("mtvec", "mcause"):
            # A write may only put what is there already, or a cause that exists.
            legal = self.random.choice((HANDLER, HANDLER | 1) if name == "mtvec" else (3, 11))
            if "clear" in instruction.summary:
                legal = 0 if name == "mtvec" else 4
            if "uimm" in values:
                values["uimm"] = legal
            else:
                values["rs1"] = self.free()
                self.constant(values["rs1"], legal)
        self.emit(instruction.mnemonic, **values)
        if not name or (number >> 10 == 3):
            self.trapped()

    def swap_scratch(self, instruction: Instruction, values: dict[str, int]) -> None:
        """Change mscratch and put it back, while no handler can need it."""
        register = self.free()
        self.emit("csrrci", rd=0, csr=NUMBER["mstatus"], uimm=MIE)
        self.emit(instruction.mnemonic, **values)
        self.constant(register, SAVED)
        self.emit("csrrw", rd=0, csr=NUMBER["mscratch"], rs1=register)
        self.emit("csrrsi", rd=0, csr=NUMBER["mstatus"], uimm=MIE)


class _Unsuitable(Exception):
    """The instruction cannot be used at this place."""
