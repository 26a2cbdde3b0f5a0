# SPDX-License-Identifier: Apache-2.0
"""Bits of a state in two shares, as sums of random bits.

The secret is a state. Share 0 of it is random, and so is each fresh bit. For a given secret all
that an engine computes of them is a sum of random bits: a product of two bits of different shares
is one once the secret is known, as with y and z of a row y0 & z0 ^ y0 & z1 = y0 & z. So a
coefficient may depend on the secret.

Positions are those of FIPS 202 in a flat state: bit 64 * (5 * y + x) + z is A[x, y, z].
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

LANE = 64
BITS = 25 * LANE

REFRESHED = 2
"""The lanes of each plane to which fresh bits are added, from x = 0."""

Coefficient = frozenset[str]
"""A sum of bits of the secret, by name; the empty name is 1."""

ALWAYS: Coefficient = frozenset({""})


@dataclass(frozen=True)
class Form:
    """A sum of random bits, each with a coefficient, and of bits of the secret.

    Attributes:
        terms: random bits by name, and their coefficients, none of which is 0.
        secret: names of what is added of the secret.
    """

    terms: frozenset[tuple[str, Coefficient]]
    secret: frozenset[str] = frozenset()


def bit(name: str, secret: Iterable[str] = (), coefficient: Coefficient = ALWAYS) -> Form:
    """A random bit times a coefficient, and what is added of the secret."""
    return Form(frozenset({(name, coefficient)}), frozenset(secret))


def total(forms: Iterable[Form]) -> Form:
    """Their sum."""
    terms: dict[str, Coefficient] = {}
    secret: frozenset[str] = frozenset()
    for form in forms:
        secret ^= form.secret
        for name, coefficient in form.terms:
            terms[name] = terms.get(name, frozenset()) ^ coefficient
    return Form(frozenset((name, each) for name, each in terms.items() if each), secret)


def place(x: int, y: int, z: int) -> int:
    """The position of A[x, y, z]."""
    return LANE * (5 * (y % 5) + x % 5) + z % LANE


def spot(position: int) -> tuple[int, int, int]:
    """Its x, y and z."""
    lane, z = divmod(position, LANE)
    return lane % 5, lane // 5, z


@cache
def _offsets() -> Mapping[tuple[int, int], int]:
    """Rho's, by x and y (FIPS 202, 3.2.2)."""
    found = {(0, 0): 0}
    x, y = 1, 0
    for t in range(24):
        found[x, y] = (t + 1) * (t + 2) // 2 % LANE
        x, y = y, (2 * x + 3 * y) % 5
    return found


@cache
def linear(position: int) -> tuple[int, ...]:
    """The eleven bits whose sum theta, rho and pi put at a position."""
    x, y, z = spot(position)
    source, plane = (x + 3 * y) % 5, x
    at = z - _offsets()[source, plane]
    columns = ((source - 1, at), (source + 1, at - 1))
    return (
        place(source, plane, at),
        *(place(column, row, height) for column, height in columns for row in range(5)),
    )


def neighbours(position: int) -> tuple[int, int]:
    """The two bits of its row whose product chi adds to a bit: first the one that is inverted."""
    x, y, z = spot(position)
    return place(x + 1, y, z), place(x + 2, y, z)


def refreshed(position: int) -> bool:
    """Whether a fresh bit is added to both shares of a position."""
    return spot(position)[0] < REFRESHED


class Shares(ABC):
    """The shares of a state.

    Attributes:
        name: of the state.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._known: dict[tuple[int, int], Form] = {}

    def share(self, number: int, position: int) -> Form:
        """A bit of share 0 or 1."""
        found = self._known.get((number, position))
        if found is None:
            found = self._known[number, position] = self._share(number, position)
        return found

    @abstractmethod
    def _share(self, number: int, position: int) -> Form:
        """The same, when it is asked for first."""

    def fresh(self, position: int) -> Form | None:
        """The fresh bit that chi's result gets at a position."""
        return bit(f"{self.name}.fresh[{position}]") if refreshed(position) else None

    def crossed(self, number: int, position: int) -> Form:
        """What the cross register of a share tells to who sees y and z of that share as well.

        It is x ^ y & other ^ fresh. With the secret, y and z the product is known.
        """
        fresh = self.fresh(position)
        return total([self.share(number, position), *([fresh] if fresh else [])])


class Random(Shares):
    """Those of a state of which nothing is known."""

    def _share(self, number: int, position: int) -> Form:
        """Share 0 is random."""
        secret = [f"{self.name}[{position}]"] if number else []
        return bit(f"{self.name}0[{position}]", secret)


class Linear(Shares):
    """Those of a state behind theta, rho and pi."""

    def __init__(self, before: Shares) -> None:
        super().__init__(f"L({before.name})")
        self._before = before

    def _share(self, number: int, position: int) -> Form:
        """The sum of eleven bits of the same share."""
        return total(self._before.share(number, source) for source in linear(position))


class Chi(Shares):
    """Those of a state behind chi. Share 1 adds up to share 0 and a bit of the secret's."""

    def __init__(self, before: Random) -> None:
        super().__init__(f"chi({before.name})")
        self._before = before

    def _share(self, number: int, position: int) -> Form:
        """x0 ^ z0 ^ y0 & z, and the fresh bit, of share 0."""
        y, z = neighbours(position)
        one = f"{self._before.name}0[{y}]"
        found = total(
            [
                self._before.crossed(0, position),
                self._before.share(0, z),
                bit(one, coefficient=frozenset({f"{self._before.name}[{z}]"})),
            ]
        )
        return Form(found.terms, frozenset({f"{self.name}[{position}]"} if number else ()))
