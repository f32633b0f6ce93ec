"""The pieces: counters with their ratings, and forts (2.1 to 2.4, 11.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

GERMAN, ALLIED = 0, 1
NATIONS: Final = {"ge": GERMAN, "be": ALLIED, "fr": ALLIED, "br": ALLIED}
TYPES: Final = ("INF", "CAV", "PIO", "HAR", "SAR", "ENG", "HQ")
#: Pioneers are infantry with some special rules (2.2.1).
FOOT: Final = frozenset({"INF", "PIO"})
RANKS: Final = ("A+", "A", "B", "C", "D")
DRIVES: Final = ("foot", "motor", "rail", "austrian")


@dataclass(frozen=True, slots=True)
class HexUnit:
    """A counter at full strength; ratings by attrition level (2.4.6)."""

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
    #: Fortress unit, better next to its fortress (2.5.15).
    fortress: bool
    #: The kind of its counted shells, or empty (2.5.17).
    shells: str

    #: Its side.
    side: int = field(init=False)
    #: Infantry or cavalry: it may enter a hex with only a headquarters, force marches, and tires (7.1.6, 7.4.1, 7.5.1).
    fights: bool = field(init=False)
    #: Its steps count for stacking (6.4.2).
    stacks: bool = field(init=False)
    #: Headquarters and engineers: destroyed if alone (7.1.6).
    soft: bool = field(init=False)

    def __post_init__(self) -> None:
        """Derive the attributes that depend on type and nation, which are used everywhere."""
        fights = self.type in FOOT or self.type == "CAV"
        object.__setattr__(self, "side", NATIONS[self.nation])
        object.__setattr__(self, "fights", fights)
        object.__setattr__(self, "stacks", fights or self.type == "HAR")
        object.__setattr__(self, "soft", self.type in ("HQ", "ENG"))


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
