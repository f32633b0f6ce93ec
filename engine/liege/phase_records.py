"""What a position records of the current phase: flights, barrages fired, and declared assaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.core.bits import pack, unpack


class DeclaredAssault(NamedTuple):
    """A declared assault: the fort, the storming unit, and the set of guns that shell it first (11.5.1)."""

    fort: int
    unit: int
    guns: int


@dataclass(slots=True)
class Flights:
    """Flights in the current Movement Phase, and squadrons permanently lost (20.1)."""

    #: The headquarters of each flight, the unit it searched for, and the hex.
    flown: list[int] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)
    hexes: list[int] = field(default_factory=list)
    #: For each flight: the headquarters, and whether it saw anything.
    results: list[tuple[int, bool]] = field(default_factory=list)
    #: Hexes in which a unit was seen, with the die plus its public modifiers (20.1.9).
    dice: list[tuple[int, int]] = field(default_factory=list)
    #: The headquarters of each lost squadron (20.1.10).
    lost: list[int] = field(default_factory=list)

    def copy(self) -> Flights:
        """Return an independent copy."""
        return Flights(self.flown[:], self.tries[:], self.hexes[:], self.results[:], self.dice[:], self.lost[:])

    def dump(self) -> list[Any]:
        """Return the flights as JSON."""
        pairs = [[list(pair) for pair in pairs] for pairs in (self.results, self.dice)]
        return [self.flown[:], self.tries[:], self.hexes[:], *pairs, self.lost[:]]

    @classmethod
    def load(cls, data: list[Any]) -> Flights:
        """Rebuild what `dump` gave."""
        flown, tries, hexes, results, dice, lost = data
        return cls(flown[:], tries[:], hexes[:], [(a, b) for a, b in results], [(a, b) for a, b in dice], lost[:])


class Volley(NamedTuple):
    """A barrage that was fired: at forts in order, or else at the units of a hex; and who fired. It is public."""

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
