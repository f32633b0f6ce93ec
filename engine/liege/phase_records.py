"""What a position remembers of a phase under way: flights, barrages that were fired, and assaults that are declared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.core.bits import pack, unpack


class DeclaredAssault(NamedTuple):
    """An assault that is declared: the fort, the unit that storms it, and the set of guns that shell it first (11.5.1)."""

    fort: int
    unit: int
    guns: int


@dataclass(slots=True)
class Flights:
    """What aircraft have done in the Movement Phase under way, and which are lost for good (20.1)."""

    #: The headquarters of each flight, the unit that it looked for, and the hex.
    flown: list[int] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)
    hexes: list[int] = field(default_factory=list)
    #: Of each flight: the headquarters, and whether it saw anything.
    results: list[tuple[int, bool]] = field(default_factory=list)
    #: Hexes in which somebody was seen, with the die and its open modifiers (20.1.9).
    dice: list[tuple[int, int]] = field(default_factory=list)
    #: The headquarters of each squadron that is lost (20.1.10).
    lost: list[int] = field(default_factory=list)

    def copy(self) -> Flights:
        """Return an independent copy."""
        return Flights(self.flown[:], self.tries[:], self.hexes[:], self.results[:], self.dice[:], self.lost[:])

    def dump(self) -> list[Any]:
        """Return all of it as JSON."""
        pairs = [[list(pair) for pair in pairs] for pairs in (self.results, self.dice)]
        return [self.flown[:], self.tries[:], self.hexes[:], *pairs, self.lost[:]]

    @classmethod
    def load(cls, data: list[Any]) -> Flights:
        """Rebuild what `dump` gave."""
        flown, tries, hexes, results, dice, lost = data
        return cls(flown[:], tries[:], hexes[:], [(a, b) for a, b in results], [(a, b) for a, b in dice], lost[:])


class Volley(NamedTuple):
    """A barrage that was fired: at forts in their order, or where there are none at the units of a hex; who fired. It lies open."""

    hex: int
    targets: tuple[int, ...]
    guns: int
    forts: int

    def dump(self) -> list[Any]:
        """Return it as JSON."""
        return [self.hex, list(self.targets), pack(self.guns), self.forts]

    @classmethod
    def load(cls, data: list[Any]) -> Volley:
        """Rebuild what `dump` gave."""
        hex_, targets, guns, forts = data
        return cls(hex_, tuple(targets), unpack(guns), forts)
