# SPDX-License-Identifier: Apache-2.0
"""Random programs for the RISC-V cores."""

from hashfab.isa.kit.dealer import DONE, NOWHERE, SAVED, Dealer, Unsuitable
from hashfab.isa.kit.decode import Decoded, decode
from hashfab.isa.kit.model import Instruction, InstructionSet
from hashfab.isa.riscv.hart import CSRS, INTERRUPT_BITS, MIE, MONITORS, NUMBER

HANDLER = 0x10

RA = 1


class RiscvDealer(Dealer):
    """Emits RISC-V code; mscratch points to what the handler saves."""

    handler_address = HANDLER
    base = "rs1"
    control = ("branch", "jump", "loop", "system")

    def __init__(self, isa: InstructionSet, seed: int, faults: bool) -> None:
        super().__init__(isa, seed, faults)
        self.items["loop"] = self.loop

    # The program

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

    # What an architecture says

    def go(self, skip: int) -> None:
        self.emit("jal", rd=0, offset=4 + skip)

    def target(self, decoded: Decoded) -> int:
        return int(getattr(decoded.operands, "rd", 0))

    def constant(self, register: int, value: int) -> None:
        """Load a constant into a register other than zero."""
        low = (value & 0xFFF ^ 0x800) - 0x800
        self.emit("lui", rd=register, uimm=(value - low >> 12) & 0xFFFFF)
        self.emit("addi", rd=register, rs1=register, imm=low)

    def illegal_word(self) -> tuple[int, int]:
        """One of 32 bits is stepped over as such, so it is no longer."""
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
                return word, bits

    # Items

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
            raise Unsuitable from None
        self.emit(instruction.mnemonic, **values)
        self.code += body

    def counted(self, instruction: Instruction) -> None:
        """A loop that goes back a few times by this branch."""
        counter = self.free(8, 15)
        times = self.random.randint(1, 3)
        # A branch that is taken when equal compares a flag that is 0 as long as the loop goes on.
        equal = instruction.mnemonic in ("beq", "bge", "bgeu", "c.beqz")
        flag = self.free(8, 15) if equal else counter
        if equal and flag == counter:
            raise Unsuitable
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
            self._check_link(instruction)
            values = self.operands(instruction, offset=0)
            self.jump_back(
                lambda back: self.emit(instruction.mnemonic, **values | {"offset": -back}),
                instruction.bits // 8,
            )
        else:
            # The branch skips what is then not executed.
            with self.repeated(0):
                skipped = self.block(self.few)
            offset = instruction.bits // 8 + len(skipped)
            self.emit(instruction.mnemonic, **self.operands(instruction, offset=offset))
            self.code += skipped

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
            raise Unsuitable
        self.constant(register, self.random.choice(NOWHERE))
        fixed = {"rd": RA} if "rd" in instruction.field else {}
        self.emit(instruction.mnemonic, **self.operands(instruction, rs1=register, **fixed))
        self.trapped()

    def _check_link(self, instruction: Instruction) -> None:
        if instruction.mnemonic in ("c.jal", "c.jalr") and RA in self.reserved:
            raise Unsuitable

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
        others = [number for number in CSRS if number not in MONITORS]
        # Those of the performance monitor are many and the same.
        monitors = self.random.sample(tuple(MONITORS), 6)
        absent = (0x306, 0x5C0, 0xFC0)
        number = self.random.choice(
            (*others, *own, *monitors, NUMBER["mstatus"], NUMBER["mie"], *absent)
        )
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
