"""The position: where every unit is, how it faces, what it has lost and done, which forts hold, which roads are used up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.core.bits import pack, unpack
from engine.liege.facts import GERMAN, LiegeFacts, LiegeScenario, facts_of
from engine.liege.grid import NOWHERE

#: Where a unit is that is not on the map: it has not arrived yet, it is destroyed, or it has left as the scenario allows.
WAITING, LOST, LEFT = NOWHERE, -2, -3

#: What a unit has done or is; a set of these for each unit.
ACTED: Final = 1
"""It moved or turned in this Movement Phase (7.1.4)."""
MARCHED: Final = 2
"""It moved in this Movement Phase, which it may once (7.1.2)."""
ARRIVED: Final = 4
"""It arrived in this turn (7.7.1)."""
FORCED: Final = 8
"""Its last march was forced (7.5.4)."""
FORCED_BEFORE: Final = 16
"""Its march of the turn before was forced, so this one may not be (7.5.5)."""
TIRED: Final = 32
"""It spent half of its movement factor or more (7.4.1)."""
EXHAUSTED: Final = 64
"""It spent all of its movement factor (7.4.1)."""
FIRED: Final = 128
"""It took part in a barrage of this turn, or is to do so in an assault (8.1.3, 11.5.7)."""
DEPLOYED: Final = 256
"""Siege artillery in firing position (7.9.1)."""
FOUGHT: Final = 4096
"""It attacked or was attacked in this Combat Phase, which each may once (9.1.4)."""
BUSY: Final = 32768
"""It took the one action that is left to it after the combats of a phase (3.2.5)."""
GAVE: Final = 65536
"""That action was to give a step to another unit, which it may do again (6.5.1)."""


class Ground(NamedTuple):
    """What is worked out from a position, as sets of hexes by side."""

    #: Hexes in the zones of control of a side.
    zones: tuple[int, int]
    #: Hexes where a side has more than headquarters and engineers.
    held: tuple[int, int]
    #: Hexes where a side has headquarters or engineers and nobody else (7.1.6).
    soft: tuple[int, int]
    #: Hexes that a side may not enter because of forts, or of anybody in the enemy's camp (11.3.2, 11.6.7).
    barred: tuple[int, int]
    #: Hexes with an active fort.
    forts: int
    #: By hex: the steps that count for stacking (6.4.2).
    stacked: tuple[int, ...]


@dataclass(slots=True)
class LiegeState:
    """The position, by unit, fort and crossing. Lists are changed by the methods below, which count the changes."""

    facts: LiegeFacts
    scenario: LiegeScenario
    turn: int
    #: Whose player turn it is (3.1.1).
    side: int
    at: list[int]
    facing: list[int]
    #: Attrition levels: steps lost (2.4.6).
    level: list[int]
    marks: list[int]
    #: The set of active forts.
    forts: int
    #: Steps that crossed each hexside in this Movement Phase (7.3.2).
    crossed: list[int]
    #: A unit has moved in this phase that did not go from zone to zone: no other may any more (7.6.3).
    settled: bool = False
    #: How many hexes of the camp were held at the ends of the turns that count them, all turns together.
    held: int = 0
    #: How each unit is supplied (13.1.6): 0 by a line, 1 by a limited one, 2 not at all.
    supply: list[int] = field(default_factory=list)
    #: Railway hexes that the Germans control (12.1.2).
    rails: int = 0
    #: Heavy rain in this game turn (15.1.2).
    raining: bool = False
    #: How often anything on the map has changed; what is worked out from the position is kept until it does again.
    changes: int = 0
    ground: Ground | None = field(default=None, repr=False, compare=False)

    @classmethod
    def new(cls, scenario: str) -> LiegeState:
        """Return the position before the first turn of a scenario: everybody is still to arrive (1.1.5, 7.7.1)."""
        all_ = facts_of(scenario)
        played = all_.scenarios[scenario]
        units = len(all_.units)
        return cls(
            all_, played, played.first, GERMAN, [WAITING] * units, [0] * units, [0] * units, [0] * units,
            (1 << len(all_.forts)) - 1 & ~played.fallen, [0] * len(all_.crossings),
            supply=[0] * units, rails=played.rails,
        )  # fmt: skip

    # -- reading ------------------------------------------------------------------------

    def steps(self, unit: int) -> int:
        """Return how many steps a unit has left (2.4.1, 2.4.2)."""
        return 0 if self.at[unit] == LOST else self.facts.units[unit].steps - self.level[unit]

    def total_steps(self, *units: int) -> int:
        """Return the remaining steps of some units together (2.4.7)."""
        return sum(self.steps(unit) for unit in units)

    def has(self, unit: int, marks: int) -> bool:
        """Return True if a unit has one of some marks."""
        return self.marks[unit] & marks != 0

    def units_at(self, hex_: int) -> list[int]:
        """Return the units in a hex."""
        return [unit for unit, at in enumerate(self.at) if at == hex_]

    def active(self, fort: int) -> bool:
        """Return True if a fort is not destroyed (11.3.1)."""
        return self.forts >> fort & 1 == 1

    # -- changing -----------------------------------------------------------------------

    def changed(self) -> None:
        """Note that something on the map is different."""
        self.changes += 1
        self.ground = None

    def place(self, unit: int, hex_: int, facing: int) -> None:
        """Put a unit into a hex with a facing (6.1.1)."""
        self.at[unit], self.facing[unit] = hex_, facing
        self.take_railway(unit, hex_)
        self.changed()

    def take_railway(self, unit: int, hex_: int) -> None:
        """Give the railway of a hex to the side of a unit that is in it or passes it, if it is strong enough (12.1.3, 12.1.4)."""
        own, lines = self.facts.units[unit], self.facts.lines
        if hex_ >= 0 and lines.rails >> hex_ & 1 and own.fights and self.steps(unit) >= lines.figures["control_steps"]:
            self.rails = self.rails | 1 << hex_ if own.side == GERMAN else self.rails & ~(1 << hex_)

    def lose(self, unit: int) -> None:
        """Take a step off a unit; one that has none left is destroyed (2.4.2, 2.4.6)."""
        if self.steps(unit) == 1:
            self.destroy(unit)
        else:
            self.level[unit] += 1
            self.changed()

    def regain(self, unit: int) -> None:
        """Give a unit back a step that it lost: another one gives it (6.5.1)."""
        self.level[unit] -= 1
        self.changed()

    def destroy(self, unit: int) -> None:
        """Take a unit off the map for good."""
        self.at[unit], self.level[unit], self.marks[unit] = LOST, self.facts.units[unit].steps, 0
        self.changed()

    def fell(self, fort: int) -> None:
        """Destroy a fort; nobody repairs it (11.3.10)."""
        self.forts &= ~(1 << fort)
        self.changed()

    def mark(self, unit: int, marks: int) -> None:
        """Add marks to a unit."""
        self.marks[unit] |= marks

    def begin_movement(self) -> None:
        """Begin the Movement Phase of the side whose turn it is: roads are free, forced marches of the turn before are over.

        A unit that has just been on a forced march may not force the next one (7.5.4, 7.5.5).
        """
        for unit, own in enumerate(self.facts.units):
            if own.side == self.side:
                before = FORCED_BEFORE if self.has(unit, FORCED) else 0
                kept = self.marks[unit] & ~(ACTED | MARCHED | ARRIVED | FORCED | FORCED_BEFORE | TIRED | EXHAUSTED)
                self.marks[unit] = kept | before
        self.crossed = [0] * len(self.crossed)
        self.settled = False

    def end_combat(self) -> None:
        """End the Combat Phase: markers of extended movement and of barrages go (3.2.5, 7.4.2)."""
        for unit, own in enumerate(self.facts.units):
            if own.side == self.side:
                self.marks[unit] &= ~(TIRED | EXHAUSTED | FIRED)
            self.marks[unit] &= ~(FOUGHT | BUSY | GAVE)

    # -- storing ------------------------------------------------------------------------

    def copy(self) -> LiegeState:
        """Return an independent copy; what is worked out is shared until one of the two changes."""
        return LiegeState(
            self.facts, self.scenario, self.turn, self.side, self.at[:], self.facing[:], self.level[:], self.marks[:],
            self.forts, self.crossed[:], self.settled, self.held, self.supply[:], self.rails, self.raining,
            self.changes, self.ground,
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """Return the position as JSON."""
        return {
            "scenario": self.scenario.name, "turn": self.turn, "side": self.side, "at": self.at[:], "facing": self.facing[:],
            "level": self.level[:], "marks": self.marks[:], "forts": pack(self.forts), "crossed": self.crossed[:],
            "settled": self.settled, "held": self.held, "supply": self.supply[:], "rails": pack(self.rails), "raining": self.raining,
        }  # fmt: skip

    @classmethod
    def load(cls, data: dict[str, Any]) -> LiegeState:
        """Rebuild what `dump` gave; raises KeyError, TypeError or ValueError for anything else."""
        found = cls.new(data["scenario"])
        found.turn, found.side, found.settled = data["turn"], data["side"], data["settled"]
        found.forts, found.held = unpack(data["forts"]), data["held"]
        found.rails, found.raining = unpack(data["rails"]), data["raining"]
        for name in ("supply", "at", "facing", "level", "marks", "crossed"):
            values = list(data[name])
            if len(values) != len(getattr(found, name)):
                raise ValueError(f"{name} has {len(values)} entries")
            setattr(found, name, values)
        return found


__all__ = [
    "ACTED", "ARRIVED", "BUSY", "DEPLOYED", "EXHAUSTED", "FIRED", "FORCED", "FORCED_BEFORE", "FOUGHT", "GAVE", "LEFT", "LOST", "MARCHED", "TIRED", "WAITING", "Ground", "LiegeState",
]  # fmt: skip
