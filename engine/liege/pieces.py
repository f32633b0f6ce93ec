"""The pieces: counters with their ratings, and forts (2.1 to 2.4, 11.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

GERMAN, ALLIED = 0, 1
NATIONS: Final = {"ge": GERMAN, "be": ALLIED, "fr": ALLIED, "br": ALLIED}
TYPES: Final = ("INF", "CAV", "PIO", "HAR", "SAR", "ENG", "HQ")
#: Pioneers are infantry but for rules of their own (2.2.1).
FOOT: Final = frozenset({"INF", "PIO"})
RANKS: Final = ("A+", "A", "B", "C", "D")
DRIVES: Final = ("foot", "motor", "rail", "austrian")


@dataclass(frozen=True, slots=True)
class HexUnit:
    """A counter at full strength; ratings are given by attrition level (2.4.6)."""

    name: str
    title: str
    nation: str
    type: str
    rank: str
    steps: int
    cab: tuple[int, ...]
    cbf: tuple[int, ...]
    arf: tuple[int, ...]
    aff: int
    mf: tuple[int, ...]
    drive: str
    #: Trained for a fortress, and better next to it (2.5.15).
    fortress: bool
    #: What its shells are counted as, or nothing (2.5.17).
    shells: str

    @property
    def side(self) -> int:
        """Whose it is."""
        return NATIONS[self.nation]

    @property
    def fights(self) -> bool:
        """Infantry or cavalry: it may enter where only a headquarters is, march on by force, and tires (7.1.6, 7.4.1, 7.5.1)."""
        return self.type in FOOT or self.type == "CAV"

    @property
    def stacks(self) -> bool:
        """Return True if its steps count for stacking (6.4.2)."""
        return self.fights or self.type == "HAR"

    @property
    def soft(self) -> bool:
        """Headquarters and engineers: destroyed where they are alone (7.1.6)."""
        return self.type in ("HQ", "ENG")


@dataclass(frozen=True, slots=True)
class Fort:
    """A fort: one step, never repaired (11.3.10)."""

    name: str
    title: str
    hex: int
    kind: str
    cab: int
    cbf: int
    arf: int


__all__ = ["ALLIED", "DRIVES", "FOOT", "GERMAN", "NATIONS", "RANKS", "TYPES", "Fort", "HexUnit"]
