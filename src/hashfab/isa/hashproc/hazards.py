# SPDX-License-Identifier: Apache-2.0
"""What a program must not do: the pipeline has no interlocks.

Neither the order of instructions nor their addresses depend on data. So each entry is followed
with one, two and three blocks, which shows every neighbourhood that a program's loops make.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hashfab.isa.hashproc.description import BLOCK_BYTES, BUFFER_BYTES, MESSAGE_BLOCK, context
from hashfab.isa.hashproc.program import Program
from hashfab.isa.hashproc.sequencer import Issue, Sequencer, fetch

LIMIT = 1 << 15
"""Instructions that are followed from an entry."""

SHA3 = ("SHIFT", "COPY", "SHA3", "SHA3A")


class Hazard(NamedTuple):
    """Something that goes wrong.

    Attributes:
        pc: the instruction that is to blame.
        text: what is wrong, and what is allowed.
    """

    pc: int
    text: str


def find(program: Program) -> Iterator[Hazard]:
    """The hazards of a program."""
    entries = dict.fromkeys(program.entries.values()) or {0: None}
    fields = [fetch(word).operands for word in program.words]
    variable = any(item.opens and not item.count for item in fields)
    for pc in entries if program.words else ():
        for blocks in (1, 2, 3) if variable else (1,):
            sequencer = Sequencer(program.words)
            sequencer.start(pc, blocks)
            history = _History()
            for _ in range(LIMIT):
                issue = sequencer.issue()
                yield from history.check(issue)
                if sequencer.halted:
                    break


@dataclass
class _History:
    """What came before the instruction at hand.

    Attributes:
        recent: the last two instructions, the latest first.
        context: in side 1.
        kind: what has used side 2 since CLEAR: a step or SHA-3.
        full: whether -w was there since the last -r.
        constant: whether K was loaded since the start or CLEAR.
    """

    recent: list[Issue] = field(default_factory=list)
    context: int = 0
    kind: str = ""
    full: bool = False
    constant: bool = False

    def check(self, issue: Issue) -> Iterator[Hazard]:
        """The hazards of the next instruction."""
        for text in (
            *self._ring(issue),
            *self._constants(issue),
            *self._chain(issue),
            *self._stores(issue),
            *self._buffers(issue),
        ):
            yield Hazard(issue.pc, text)
        self.recent = [issue, *self.recent[:1]]

    def _ring(self, issue: Issue) -> Iterator[str]:
        name, own = issue.item.mnemonic, context(issue.item)
        if name == "CLEAR":
            self.context, self.kind = 0, ""
        kind = "step" if own is not None else "sha3" if name in SHA3 else ""
        if kind and self.kind and kind != self.kind:
            yield (
                f"{name} uses what {'steps' if kind == 'sha3' else 'SHA-3'} left in side 2; "
                "allowed: behind CLEAR"
            )
        self.kind = kind or self.kind
        if own is not None:
            if own != self.context:
                yield (
                    f"{name} works on context {own}, but context {self.context} is in side 1 "
                    "here; allowed: steps of context 0 and 1 in turn, 0 first"
                )
            self.context = 1 - own
        if name == "HALT" and self.context:
            yield (
                "the segment ends with context 1 in side 1; "
                "allowed: as many steps of context 1 as of context 0"
            )

    def _constants(self, issue: Issue) -> Iterator[str]:
        name = issue.item.mnemonic
        if name == "CLEAR":
            self.constant = False
        self.constant |= issue.k is not None
        if (issue.step or name in ("SHA3", "SHA3A")) and not (
            self.constant or name.startswith("LOAD")
        ):
            yield f"{name} needs a constant, but K was never loaded; allowed: an operand K"

    def _chain(self, issue: Issue) -> Iterator[str]:
        if self.recent and self.recent[0].operands.final and not issue.step:
            yield (
                f"{issue.item.mnemonic} stands behind -f, whose sums end in the next step; "
                "allowed: a step"
            )
        if len(self.recent) > 1 and self.recent[1].operands.final:
            if issue.operands.final:
                yield "-f two instructions behind -f: both read dm2 and dm3; allowed: one or three"
            for name in "km":
                address = getattr(issue, name)
                if address is not None and getattr(issue.operands, f"{name}block") >= 2:
                    yield (
                        "an operand in dm2 or dm3 two instructions behind -f, which reads them "
                        "then; allowed: dm0 and dm1"
                    )
        if issue.operands.final:
            row = 16 * issue.operands.row
            for distance, before in enumerate(self.recent, 1):
                if (
                    before.d is not None
                    and before.operands.dblock >= 2
                    and _overlap(before.d, 16, row, 16, before.operands.dblock)
                ):
                    yield (
                        f"-f reads row {issue.operands.row} of dm{before.operands.dblock} too "
                        f"soon behind the store, {_distance(distance)}; allowed: 3 or more"
                    )

    def _stores(self, issue: Issue) -> Iterator[str]:
        for name in "km":
            address = getattr(issue, name)
            block = getattr(issue.operands, f"{name}block")
            if address is None:
                continue
            for distance, before in enumerate(self.recent, 1):
                if (
                    before.d is not None
                    and before.operands.dblock == block
                    and _overlap(before.d, 16, address, 8, block)
                ):
                    yield (
                        f"{name.upper()} reads dm{block}[{address}] too soon behind the store, "
                        f"{_distance(distance)}; allowed: 3 or more"
                    )

    def _buffers(self, issue: Issue) -> Iterator[str]:
        self.full |= bool(issue.operands.wait)
        for name, verb in (("k", "reads"), ("m", "reads"), ("d", "writes")):
            if (
                getattr(issue, name) is not None
                and getattr(issue.operands, f"{name}block") == MESSAGE_BLOCK
                and not self.full
            ):
                yield f"{name.upper()} {verb} dm1 before the input is there; allowed: behind -w"
        if issue.operands.release and issue.last:
            if not self.full:
                yield "-r releases a buffer that was not waited for; allowed: behind -w"
            self.full = False
            for before in (issue, *self.recent[:1]):
                if before.d is not None and before.operands.dblock == MESSAGE_BLOCK:
                    yield (
                        "-r stands less than two instructions behind a store to dm1, which the "
                        "input may overtake; allowed: 2 or more"
                    )


def _distance(number: int) -> str:
    return f"{number} instruction{'s' if number > 1 else ''} before"


def _overlap(first: int, length: int, second: int, size: int, block: int) -> bool:
    whole = BUFFER_BYTES if block == MESSAGE_BLOCK else BLOCK_BYTES
    return (second - first) % whole < length or (first - second) % whole < size
