# SPDX-License-Identifier: Apache-2.0
"""State and arithmetic of the hash processor's datapath: what an instruction does in EX1 and EX2.

The contexts circulate. Side 1 feeds EX1, side 2 is the register between EX1 and EX2, and EX2 feeds
side 1; a step turns the ring by one place. Functions of 32 bits work on both halves of a word.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

MASK = (1 << 64) - 1
LOW = (1 << 32) - 1
HALVES = 1 << 32 | 1

A, B, C, D, E, F, G, H, W, WR = 0, 1, 2, 3, 4, 5, 6, 7, 8, 23
"""Places in side 1: a to h, w[0] to w[14], wr."""

PA, PB, PC, PE, PF, PG, S1, C1, S2, C2, V, VX, WS, WC = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 24, 25, 26
"""Places in side 2; V is v[1] to v[14]."""

EARLY = (W + 3, W + 4, W + 5, W + 6)
"""Where H1, H2, H5 and H6 wait for the last step, in place of message words that are dead then."""

LANES = (*range(7), *range(W + 1, W + 15), H, W, WR)
"""Where side 1 holds lanes 0 to 23 of Keccak; lane 24 is WS of side 2."""

WAITING = (PA, PB, PC, S2, PE, PF, PG, *range(V, V + 14))
"""Where side 2 holds the words of the waiting block."""

Chain = tuple[int, int]
"""What dm2 and dm3 put out: 16 bytes each."""

NO_CHAIN: Chain = (0, 0)


def rotate_left(value: int, amount: int, bits: int) -> int:
    """Rotate a word of 64 bits, or both of its halves of 32."""
    if bits == 64:
        return (value << amount | value >> 64 - amount) & MASK
    low, high = value & LOW, value >> 32
    low = (low << amount | low >> 32 - amount) & LOW
    return (high << amount | high >> 32 - amount) << 32 & MASK | low


def shift_right(value: int, amount: int, bits: int) -> int:
    """Shift a word of 64 bits, or both of its halves of 32."""
    if bits == 64:
        return value >> amount
    return value >> 32 + amount << 32 | (value & LOW) >> amount


def add(bits: int, *terms: int) -> int:
    """The sum of words of 64 bits, or of both of their halves."""
    if bits == 64:
        return sum(terms) & MASK
    low = sum(term & LOW for term in terms) & LOW
    return sum(term >> 32 for term in terms) << 32 & MASK | low


def choose(x: int, y: int, z: int) -> int:
    """FIPS 180-4's Ch; MD5's F."""
    return x & y ^ ~x & z & MASK


def parity(x: int, y: int, z: int) -> int:
    """FIPS 180-4's Parity; MD5's H."""
    return x ^ y ^ z


def majority(x: int, y: int, z: int) -> int:
    """FIPS 180-4's Maj."""
    return x & y ^ x & z ^ y & z


SHA1_FUNCTIONS = (choose, parity, majority, parity)
MD5_FUNCTIONS: tuple[Callable[[int, int, int], int], ...] = (
    choose,
    lambda x, y, z: choose(z, x, y),
    parity,
    lambda x, y, z: y ^ (x | ~z & MASK),
)

# FIPS 180-4, sections 4.1.2 and 4.1.3: rotations, the third of the small ones is a shift.
BIG = {32: ((2, 13, 22), (6, 11, 25)), 64: ((28, 34, 39), (14, 18, 41))}
SMALL = {32: ((7, 18, 3), (17, 19, 10)), 64: ((1, 8, 7), (19, 61, 6))}


def big_sigma(which: int, value: int, bits: int) -> int:
    """FIPS 180-4's capital sigma 0 or 1."""
    first, second, third = (rotate_left(value, bits - n, bits) for n in BIG[bits][which])
    return first ^ second ^ third


def small_sigma(which: int, value: int, bits: int) -> int:
    """FIPS 180-4's small sigma 0 or 1."""
    one, two, shift = SMALL[bits][which]
    turned = rotate_left(value, bits - one, bits) ^ rotate_left(value, bits - two, bits)
    return turned ^ shift_right(value, shift, bits)


@dataclass
class Second:
    """What EX2 must know of the step that is between EX1 and EX2.

    Attributes:
        bits: 32 or 64, where carries are cut.
        amount: MD5's rotation.
        final: whether the chaining value is added.
        turned: whether H0 was stored behind a rotation by 30, as SHA-1's is.
    """

    bits: int = 32
    amount: int = 0
    final: bool = False
    turned: bool = False


@dataclass
class Inputs:
    """What an instruction gets in EX1.

    Attributes:
        m: whether M is given.
        d: whether D is given.
        final: whether -f is given.
        chain: what dm2 and dm3 put out in this cycle, which EX2 adds.
    """

    m: bool = False
    d: bool = False
    final: bool = False
    chain: Chain = NO_CHAIN


@dataclass
class Datapath:
    """The registers, and the operations that instructions are made of.

    Attributes:
        one: side 1, places A to WR.
        two: side 2, places PA to WC.
        kr: operand register K.
        mr: operand register M.
        second: the step between EX1 and EX2.
        context: the context in side 1.
        inputs: of the instruction that is in EX1.
    """

    one: list[int] = field(default_factory=lambda: [0] * 24)
    two: list[int] = field(default_factory=lambda: [0] * 27)
    kr: int = 0
    mr: int = 0
    second: Second = field(default_factory=Second)
    context: int = 0
    inputs: Inputs = field(default_factory=Inputs)

    def chain_early(self, dm2: int, dm3: int) -> None:
        """Put the words that EX1 adds where it finds them."""
        for place, word in zip(EARLY, (dm3 & MASK, dm2 & MASK, dm3 >> 64, dm2 >> 64), strict=True):
            self.one[place] = word

    def clear(self) -> None:
        """CLEAR."""
        self.one, self.two = [0] * 24, [0] * 27
        self.kr = self.mr = self.context = 0
        self.second = Second()

    def result(self, step: bool) -> int:
        """The 16 bytes of D."""
        return self.one[H] << 64 | self.one[D] if step else self.two[WAITING[0]]

    # Steps

    def sha2(self, bits: int) -> None:
        """A step of SHA-2 (FIPS 180-4, sections 6.2.2 and 6.4.2)."""
        a, b, c, d, e, f, g, h = self.one[:W]
        k = self.kr if bits == 64 else (self.kr & LOW) * HALVES
        t1 = add(bits, h, big_sigma(1, e, bits), choose(e, f, g), k, self._word())
        t2 = add(bits, big_sigma(0, a, bits), majority(a, b, c))
        self._rotate(a, (add(bits, t1, t2), 0), (add(bits, t1, d), 0), Second(bits))

    def sha1(self, turn: int) -> None:
        """A step of SHA-1 (FIPS 180-4, section 6.1.2); its A B C D E are in e a b c d."""
        a, b, c, d, e = self.one[:F]
        function = SHA1_FUNCTIONS[turn](a, b, c)
        k = (self.kr & LOW) * HALVES
        new = add(32, d, rotate_left(e, 5, 32), function, k, self._word())
        w = self.one[W:WR]
        schedule = rotate_left(w[13] ^ w[8] ^ w[2] ^ w[0], 1, 32)
        self._rotate(rotate_left(a, 30, 32), (e, 0), (new, 0), Second(turned=True), schedule)

    def md5(self, turn: int) -> None:
        """A step of MD5 (RFC 1321, section 3.4); its A B C D are in h e f g."""
        e, f, g, h = self.one[E:W]
        function = MD5_FUNCTIONS[turn](e, f, g)
        new = add(32, h, function, (self.kr & LOW) * HALVES, self._word())
        amount = self.kr >> 32 & 31
        self._rotate(self.one[A], (new, 0), (new, e), Second(amount=amount))

    def load(self) -> None:
        """LOAD: a shift of the eight words."""
        word = self.mr if self.inputs.m else 0
        self._rotate(self.one[A], (word, 0), (self.one[D], 0), Second(), word=word)

    def _word(self) -> int:
        return self.mr if self.inputs.m else self.one[WR]

    def _schedule(self, bits: int) -> int:
        w = self.one[W:WR]
        return add(bits, small_sigma(1, w[14], bits), w[9], small_sigma(0, w[1], bits), w[0])

    def _rotate(
        self,
        b: int,
        for_a: tuple[int, int],
        for_e: tuple[int, int],
        second: Second,
        schedule: int | None = None,
        word: int | None = None,
    ) -> None:
        """Turn the ring.

        Args:
            b: what becomes b.
            for_a: the terms of a.
            for_e: the terms of e, the first of which MD5 rotates.
            second: what EX2 must know.
            schedule: the next word of the message schedule; SHA-2's if not given.
            word: what enters the scheduler; the step's message word if not given.
        """
        _, old_b, c, _, e, f, g, _ = self.one[:W]
        bits = second.bits
        second.final = self.inputs.final
        h1, h2, h5, h6 = (self.one[place] if second.final else 0 for place in EARLY)
        two = [
            add(bits, b, h1),
            add(bits, old_b, h2),
            c,
            add(bits, e, h5),
            add(bits, f, h6),
            g,
            *for_a,
            *for_e,
            *self.one[W + 1 : WR],
            self._word() if word is None else word,
            *(self._schedule(bits) if schedule is None else schedule, 0),
        ]
        self.one, self.two = self._finish(), two
        self.second = second
        self.context ^= 1

    def _finish(self) -> list[int]:
        """EX2."""
        dm2, dm3 = self.inputs.chain if self.second.final else NO_CHAIN
        bits, two = self.second.bits, self.two
        h0 = dm3 & MASK
        if self.second.turned:
            h0 = rotate_left(h0, 2, 32)
        rotated = rotate_left(two[S2], self.second.amount, 32) if self.second.amount else two[S2]
        return [
            add(bits, two[S1], two[C1], h0),
            two[PA],
            two[PB],
            add(bits, two[PC], dm2 & MASK),
            add(bits, rotated, two[C2], dm3 >> 64),
            two[PE],
            two[PF],
            add(bits, two[PG], dm2 >> 64),
            *two[V : VX + 1],
            add(bits, two[WS], two[WC]),
        ]

    # Keccak

    def keccak(self, absorb: bool) -> None:
        """A round of Keccak-p[1600] (FIPS 202, section 3.2) with the round constant in KR."""
        lanes = [*(self.one[place] for place in LANES), self.two[WS]]
        if absorb:
            for index, place in enumerate(WAITING):
                lanes[index] ^= self.two[place]
        lanes = keccak_round(lanes, self.kr)
        for place, lane in zip(LANES, lanes[:24], strict=True):
            self.one[place] = lane
        self.two[WS] = lanes[24]
        self.shift()

    def shift(self) -> None:
        """Move the waiting block by a word, if M or D is given."""
        if self.inputs.m or self.inputs.d:
            words = [self.two[place] for place in WAITING[1:]]
            words.append(self.mr if self.inputs.m else 0)
            for place, word in zip(WAITING, words, strict=True):
                self.two[place] = word

    def copy(self) -> None:
        """COPY: the first 21 lanes become the waiting block."""
        for place, lane in zip(WAITING, LANES, strict=False):
            self.two[place] = self.one[lane]


def rotation_offsets() -> tuple[int, ...]:
    """FIPS 202, section 3.2.2: the offset of rho for each lane."""
    offsets = [0] * 25
    x, y = 1, 0
    for t in range(24):
        offsets[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return tuple(offsets)


OFFSETS = rotation_offsets()


def keccak_round(lanes: list[int], constant: int) -> list[int]:
    """One round of Keccak-p[1600] on 25 lanes, lane x + 5 y."""
    columns = [
        lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)
    ]
    effect = [columns[x - 1] ^ rotate_left(columns[(x + 1) % 5], 1, 64) for x in range(5)]
    moved = [0] * 25
    for y in range(5):
        for x in range(5):
            index = x + 5 * y
            moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate_left(
                lanes[index] ^ effect[x], OFFSETS[index], 64
            )
    result = [
        moved[x + 5 * y] ^ ~moved[(x + 1) % 5 + 5 * y] & MASK & moved[(x + 2) % 5 + 5 * y]
        for y in range(5)
        for x in range(5)
    ]
    result[0] ^= constant
    return result
