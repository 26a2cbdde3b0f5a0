# SPDX-License-Identifier: Apache-2.0
"""Random programs for the MIPS cores.

Every delay slot has an instruction from the deck, which may trap; the handler then steps over the
branch as well. What a jump that the program's order depends on has in its slot does not trap. The
handler has k0 and k1 for itself.
"""

from typing import ClassVar

from hashfab.isa.kit.dealer import DONE, NOWHERE, SAVED, Dealer
from hashfab.isa.kit.decode import Decoded, decode
from hashfab.isa.kit.model import Field, Instruction, InstructionSet
from hashfab.isa.mips.base import RA
from hashfab.isa.mips.machine import (
    CAUSE,
    CP0,
    EPC,
    EXL,
    IE,
    INTERRUPTS,
    NUMBER,
    PENDING,
    STATUS,
    VECTOR,
)

K0, K1 = 26, 27
OPEN = IE | PENDING
"""Status with all interrupts enabled."""

SOURCES = ("sb", "sh", "sw", "mtc0", "mtc2")
"""What reads rt although its operands begin with it."""

LIKE = {
    "bne": "counter", "bgtz": "counter",
    "beq": "done", "blez": "done",
    "bltz": "negative", "bltzal": "negative",
    "bgez": "less", "bgezal": "less",
}  # fmt: skip
"""What a branch compares to go back as long as a counter is above zero, see ``_flag``."""


class MipsDealer(Dealer):
    """Emits MIPS code."""

    handler_address = VECTOR
    base = "rs"
    control = ("branch", "jump", "system")
    copies: ClassVar[dict[str, int]] = {"load": 3, "store": 3, "jump": 2, "arithmetic": 2}

    def __init__(self, isa: InstructionSet, seed: int, faults: bool) -> None:
        super().__init__(isa, seed, faults)
        self.reserved = {K0, K1}
        self.auxiliary = 0  # of the coprocessor's registers, the last one that was named
        self.custom = [
            item
            for extension in isa.extensions
            if extension.custom
            for item in extension.instructions
        ]
        self.items |= {
            "arithmetic": self.arithmetic,
            "multiply": self.multiply,
            "divide": self.multiply,
            "trap": self.trap,
        }

    # The program

    def handler(self) -> None:
        """Steps over what trapped, over the branch if it was in a slot; masks an interrupt."""
        nowhere = self.block(self._to_ra)
        in_slot = self.block(lambda: self.emit("addiu", rt=K1, rs=K1, imm=8))
        leave = self.block(self._leave)
        self.emit("mfc0", rt=K0, cp0=CAUSE)
        self.emit("andi", rt=K1, rs=K0, uimm=0x7C)
        masked = self.block(self._mask)
        self.emit("bne", rs=K1, rt=0, offset=4 + len(masked))
        self.emit("mfc0", rt=K1, cp0=STATUS)
        self.code += masked
        self.emit("mfc0", rt=K1, cp0=EPC)
        self.emit("bltz", rs=K0, offset=20 + len(nowhere))
        self.emit("andi", rt=K0, rs=K1, uimm=3)
        self.emit("bne", rs=K0, rt=0, offset=12)
        self.emit("sll")
        self.emit("bgez", rs=K1, offset=4 + len(nowhere) + len(in_slot))
        self.emit("addiu", rt=K1, rs=K1, imm=4)
        self.code += nowhere + in_slot + leave

    def _mask(self) -> None:
        """An interrupt: mask those that are pending."""
        self.emit("and", rd=K0, rs=K0, rt=K1)
        self.emit("andi", rt=K0, rs=K0, uimm=PENDING)
        self.emit("xor", rd=K1, rs=K1, rt=K0)
        self.emit("mtc0", rt=K1, cp0=STATUS)
        self.emit("eret")

    def _to_ra(self) -> None:
        """From a jump to nowhere, which left its return address in ra; over the next one."""
        self.emit("beq", rs=0, rt=0, offset=8)
        self.emit("or", rd=K1, rs=0, rt=RA)

    def _leave(self) -> None:
        self.emit("ori", rt=K0, rs=0, uimm=SAVED)
        self.emit("sw", rt=K1, rs=K0, imm=0)
        self.emit("mfc0", rt=K1, cp0=NUMBER["BadVAddr"])
        self.emit("lw", rt=K1, rs=K0, imm=0)
        self.emit("mtc0", rt=K1, cp0=EPC)
        self.emit("eret")

    def set_passes(self, passes: int) -> None:
        self.constant(5, SAVED)
        self.constant(6, passes)
        self.emit("sw", rs=5, rt=6, imm=8)

    def start(self) -> None:
        self.constant(5, OPEN)
        self.emit("mtc0", rt=5, cp0=STATUS)
        for register in range(1, 32):
            self.constant(register, self.value())
        self.emit("mthi", rs=5)
        self.emit("mtlo", rs=6)
        if "mtc2" in self.isa.instructions:
            for number in range(6):
                self.emit("mtc2", rt=8 + number, cp2=number)
        if "rot1" in self.isa.instructions:
            self.emit("rot1", rs=7, rt=0)
            self.emit("rot2", rd=7, rs=8, rt=0)

    def finish(self, body: int) -> None:
        base, passes = 5, 6
        self.constant(base, SAVED)
        self.emit("lw", rs=base, rt=passes, imm=8)
        self.emit("addiu", rt=passes, rs=passes, imm=-1)
        self.emit("bne", rs=passes, rt=0, offset=-(len(self.code) + 4 + body))
        self.emit("sw", rs=base, rt=passes, imm=8)
        self.constant(base, DONE)
        self.emit("sw", rs=base, rt=0, imm=0)
        self.emit("beq", rs=0, rt=0, offset=-4)
        self.emit("sll")

    def located(self, code: bytes) -> bytes:
        """J and JAL, whose targets so far count from themselves, get their addresses."""
        words = [int.from_bytes(code[i : i + 4], "little") for i in range(0, len(code), 4)]
        for index, word in enumerate(words):
            decoded = decode(self.isa, word)
            if decoded is not None and "target" in decoded.instruction.field:
                target = decoded.operands.target + 4 * index & (1 << 28) - 1
                words[index] = decoded.instruction.encode(target=target)
        return b"".join(word.to_bytes(4, "little") for word in words)

    # What an architecture says

    def go(self, skip: int) -> None:
        self.emit("beq", rs=0, rt=0, offset=4 + skip)
        self.emit("sll")

    def constant(self, register: int, value: int) -> None:
        self.emit("lui", rt=register, uimm=value >> 16)
        self.emit("ori", rt=register, rs=register, uimm=value & 0xFFFF)

    def target(self, decoded: Decoded) -> int:
        instruction, operands = decoded
        if "rd" in instruction.field:
            return int(operands.rd)
        if instruction.syntax.startswith("rt,") and instruction.mnemonic not in SOURCES:
            return int(operands.rt)
        links = instruction.mnemonic in ("jal", "bltzal", "bgezal", "bltzall", "bgezall")
        return RA if links else 0

    def illegal_word(self) -> tuple[int, int]:
        every = list(self.isa.instructions.values())
        while True:
            word = self.random.getrandbits(32)
            if self.random.random() < 0.6:
                near = self.random.choice(every)
                word = near.match | word & ~near.mask ^ 1 << self.random.randrange(32)
            if decode(self.isa, word) is None:
                return word, 32

    # The extensions

    def item(self, control: bool = True) -> None:
        """Instructions of an extension often follow each other, on the same of its registers."""
        super().item(control)
        if self.custom and self.random.random() < 0.15:
            for _ in range(self.random.randint(2, 3)):
                self.chained(self.random.choice(self.custom))

    def chained(self, instruction: Instruction) -> None:
        """One at once: an access needs an address that is there already."""
        values = self.operands(instruction)
        if instruction.group in ("load", "store"):
            if not self.bases:
                return
            values |= {"rs": self.random.choice(sorted(self.bases))}
            values["imm"] = 4 * self.random.randrange(-0x200, 0x200)
        self.emit(instruction.mnemonic, **values)

    def operand(self, item: Field) -> int:
        if item.name not in ("au", "cp2", "index"):
            return super().operand(item)
        if self.auxiliary not in item.type.names or self.random.random() < 0.5:
            self.auxiliary = self.random.choice(list(item.type.names))
        return self.auxiliary

    # Delay slots

    def slot(self, *keep: int) -> tuple[bytes, bytes]:
        """An item for the slot of a branch: what comes before the branch, and the slot.

        Args:
            keep: registers that it must not write.
        """
        # The branch may link to ra: it holds no base address any more.
        bases = self.bases - {RA}
        self.bases = set(bases)
        with self.keeping(RA, *keep):
            if self.random.random() < 0.08:
                code = self.block(lambda: self.read_cp0(self.isa.instructions["mfc0"]))
            else:
                code = self.block(lambda: self.item(control=False))
        self.bases &= bases
        return code[:-4], code[-4:]

    def emit_branch(self, instruction: Instruction, back: int = 0, **fixed: int) -> None:
        """A branch with its slot.

        Args:
            instruction: the branch.
            back: bytes from the first one emitted here back to the target; 0 if it is forward.
            fixed: its operands, the others are random.
        """
        before, slot = self.slot(*(value for name, value in fixed.items() if name in ("rs", "rt")))
        self.code += before
        if back:
            fixed["offset"] = -(back + len(before) + 4)
        self.emit(instruction.mnemonic, **self.operands(instruction, **fixed))
        self.code += slot

    # Items

    def branch(self, instruction: Instruction) -> None:
        if self.random.random() < 0.3:
            self.counted(instruction)
            return
        with self.repeated(1):
            body = self.block(self.few)
        self.emit_branch(instruction, offset=4 + len(body))
        self.code += body
        self.bases = set()

    def counted(self, instruction: Instruction) -> None:
        """A loop that goes back a few times by this branch."""
        counter, flag = self.random.sample([n for n in range(8, 16) if n not in self.reserved], 2)
        times = self.random.randint(1, 3)
        self.constant(counter, times)
        with self.repeated(times, counter, flag):
            start = len(self.code)
            self.few()
            self.emit("addiu", rt=counter, rs=counter, imm=-1)
            self._flag(instruction, counter, flag)
            fixed = {"rs": flag} | ({"rt": 0} if "rt" in instruction.field else {})
            self.emit_branch(instruction, len(self.code) - start, **fixed)

    def _flag(self, instruction: Instruction, counter: int, flag: int) -> None:
        """Set what the branch compares with zero."""
        name = instruction.mnemonic
        match LIKE.get(name) or LIKE[name.removesuffix("l")]:
            case "counter":
                self.emit("or", rd=flag, rs=counter, rt=0)
            case "done":
                self.emit("sltiu", rt=flag, rs=counter, imm=1)
            case "negative":
                self.emit("subu", rd=flag, rs=0, rt=counter)
            case "less":
                self.emit("addiu", rt=flag, rs=counter, imm=-1)

    def jump(self, instruction: Instruction) -> None:
        if "target" not in instruction.field:
            self.jump_register(instruction)
            return
        self.bases = set()  # those of now are not those of the jump
        before, slot = self.slot()
        if self.random.random() < 0.5:
            self.jump_back(
                lambda back: self._jump(instruction, before, slot, -(back + len(before))),
                len(before) + 8,
            )
        else:
            with self.repeated(0):
                skipped = self.block(self.few)
            self._jump(instruction, before, slot, 8 + len(skipped))
            self.code += skipped

    def _jump(self, instruction: Instruction, before: bytes, slot: bytes, ahead: int) -> None:
        """A jump to so many bytes from itself, see ``located``."""
        self.code += before
        self.emit(instruction.mnemonic, target=ahead & (1 << 28) - 1)
        self.code += slot
        self.bases = set()

    def jump_register(self, instruction: Instruction) -> None:
        register = self.random.choice([n for n in range(1, RA) if n not in self.reserved])
        nowhere = self.faults and self.random.random() < 0.15
        link = {"rd": RA} if nowhere and "rd" in instruction.field else {}
        self.bases = set()  # the register may be among them
        before, slot = self.slot(register)
        with self.repeated(0):
            skipped = self.block(self.few)
        while True:
            values = self.operands(instruction, rs=register, **link)
            if values.get("rd") != register:
                break
        if nowhere:
            # The handler comes back to ra, which is behind the slot.
            address = self.random.choice(NOWHERE) & ~3
            if self.random.random() < 0.5:
                address = self.random.getrandbits(32) | self.random.randint(1, 3)
            self.code += before
            self.constant(register, address)
            self._here(RA, 12)
            self.emit(instruction.mnemonic, **values)
            self.code += slot
            self.trapped()
        else:
            self.code += before
            self._here(register, 12 + len(skipped))
            self.emit(instruction.mnemonic, **values)
            self.code += slot + skipped
        self.bases = set()

    def _here(self, register: int, ahead: int) -> None:
        """Load the address of what is so many bytes behind the start of the last instruction."""
        self.emit("bltzal", rs=0, offset=self.random.choice((-8, 0, 64)))
        self.emit("sll")
        self.emit("addiu", rt=register, rs=RA, imm=ahead)

    def arithmetic(self, instruction: Instruction) -> None:
        """With a value that makes an overflow likely, where it matters."""
        fixed = {}
        if instruction.mnemonic in ("add", "addi", "sub") and self.random.random() < 0.5:
            fixed["rs"] = self.free()
            self.constant(fixed["rs"], self.random.choice((0x7FFF_FFF0, 0x8000_0010)))
        self.emit(instruction.mnemonic, **self.operands(instruction, **fixed))

    def multiply(self, instruction: Instruction) -> None:
        """Something that needs its result follows, at once or soon."""
        self.plain(instruction)
        if self.random.random() < 0.5:
            for _ in range(self.random.choice((0, 0, 1, 2, 4))):
                self.item(control=False)
            name = self.random.choice(("mfhi", "mflo", "mthi", "mtlo", "madd", "mul", "msubu"))
            self.plain(self.isa.instructions[name])

    def trap(self, instruction: Instruction) -> None:
        self.plain(instruction)
        if instruction.mnemonic in ("syscall", "break"):
            self.trapped()

    def system(self, instruction: Instruction) -> None:
        match instruction.mnemonic:
            case "mtc0":
                self.write_cp0(instruction)
            case "wait":
                self._status(OPEN)
                self.plain(instruction)
            case "eret" if self.random.random() < 0.5:
                self.nested()
            case "eret":
                # Nothing in between may overwrite EPC.
                register = self._status(OPEN | EXL)
                self._here(register, 12)
                self.emit("mtc0", rt=register, cp0=EPC)
                self.emit("eret")
            case _:
                self.read_cp0(instruction)

    def _status(self, value: int) -> int:
        """Write Status; the register that this takes."""
        register = self.free(1, RA - 1)
        self.constant(register, value)
        self.emit("mtc0", rt=register, cp0=STATUS)
        return register

    def nested(self) -> None:
        """An exception while EXL is set, which leaves EPC, and whether it is in a slot.

        EPC is not what it would become otherwise; the handler goes on one or two further.
        """
        register = self._status(OPEN | EXL)
        self._here(register, 12)
        self.emit("mtc0", rt=register, cp0=EPC)
        match self.random.randrange(3):
            case 0:
                self.emit("syscall", code=self.random.getrandbits(20))
            case 1:
                self.word(*self.illegal_word())
            case 2:
                self.emit("lw", rt=register, rs=0, imm=self.random.choice((1, 2, 3)))
        self.emit("sll")
        self.emit("sll")
        self.trapped()

    def read_cp0(self, instruction: Instruction) -> None:
        if "cp0" not in instruction.field:
            self.plain(instruction)
            return
        number = self.random.choice((*CP0, self.random.randrange(32)))
        select = 0 if self.random.random() < 0.8 else self.random.randrange(8)
        self.emit(instruction.mnemonic, **self.operands(instruction, cp0=number, sel=select))

    def write_cp0(self, instruction: Instruction) -> None:
        """Status keeps interrupts enabled, some of them; whatever else is free."""
        if self.random.random() < 0.6:
            open_ = sum(1 << 8 + bit for bit in INTERRUPTS if self.random.random() < 0.8)
            self._status(self.random.getrandbits(32) & ~(PENDING | EXL) | IE | open_)
        else:
            number = self.random.choice([n for n in range(32) if n != STATUS])
            self.emit("mtc0", **self.operands(instruction, cp0=number))
