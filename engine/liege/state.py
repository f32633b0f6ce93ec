"""The position: where every unit is, its facing, losses and actions, active forts, and used-up roads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.core.bits import members, pack, unpack
from engine.liege.facts import GERMAN, LiegeFacts, LiegeScenario, facts_of
from engine.liege.grid import NOWHERE
from engine.liege.phase_records import DeclaredAssault, Flights, Volley

#: Places of a unit off the map: not arrived yet, destroyed, or left as the scenario allows.
WAITING, LOST, LEFT = NOWHERE, -2, -3

#: Standing orders for aircraft: never, near the headquarters and not too often, whenever allowed, or ask (20.1.2).
AIR_ORDERS: Final = ("never", "near", "always", "ask")
NEVER, NEAR, ALWAYS, ASK = range(4)

#: What a unit has done or is; a bit set for each unit.
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
HURT: Final = 512
"""It lost a step and may not attack in its next Combat Phase (8.3.4, 9.3.6)."""
HURT_TWICE: Final = 1024
"""It lost two steps or more and may not attack in its next two (9.3.6, 9.6.2)."""
FRESH: Final = 2048
"""It lost them in the own Combat Phase that is under way, at whose end the marker stays (3.2.5)."""
FOUGHT: Final = 4096
"""It attacked or was attacked in this Combat Phase, which each may once (9.1.4)."""
WITHDREW: Final = 8192
"""It withdrew from a combat of this phase, which it may once (9.2.7)."""
DUG: Final = 16384
"""In fieldworks (10.1.4); lost with the hex and the facing (10.3.1)."""
BUSY: Final = 32768
"""It took the one action that is left to it after the combats of a phase (3.2.5)."""
GAVE: Final = 65536
"""That action was to give a step to another unit, which it may do again (6.5.1)."""
ASSAULTS: Final = 131072
"""It is to assault a fort, or has done so, in this turn, and takes no part in combat (11.5.1, 11.5.7, 11.5.10)."""
SHAKEN: Final = 262144
"""Cavalry that ran into trouble as it scouted: it starts no combat in this turn (20.2.8)."""


class Ground(NamedTuple):
    """Sets of hexes derived from a position, by side."""

    #: Hexes in the zones of control of a side.
    zones: tuple[int, int]
    #: Hexes with more than headquarters and engineers of a side.
    held: tuple[int, int]
    #: Hexes with only headquarters or engineers of a side (7.1.6).
    soft: tuple[int, int]
    #: Hexes that a side may not enter because of forts, or any unit in the enemy's camp (11.3.2, 11.6.7).
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
    #: A unit has moved in this phase other than from zone to zone: from now on none may move that way (7.6.3).
    settled: bool = False
    #: Total number of camp hexes held at the end of the turns that count them.
    held: int = 0
    #: Supply of each unit (13.1.6): 0 by a line, 1 by a limited one, 2 none.
    supply: list[int] = field(default_factory=list)
    #: By unit: the headquarters it is under, and the one it failed to change to (13.2.2).
    under: list[int] = field(default_factory=list)
    changing: list[int] = field(default_factory=list)
    #: Units that tried to change in this Administrative Phase, and those out of command because of it.
    asked_to_change: int = 0
    lost_command: int = 0
    #: Railway hexes that the Germans control (12.1.2).
    rails: int = 0
    #: Whether there is heavy rain in this game turn (15.1.2).
    raining: bool = False
    #: Failed attempts at fieldworks in this game turn, by side (10.1.5).
    failed_digs: list[int] = field(default_factory=lambda: [0, 0])
    #: Number of barrages with shells left, by kind as numbered in the facts (8.8.2).
    shells: list[int] = field(default_factory=list)
    #: Hexes whose units were a barrage target in this Barrage Phase (8.2.5).
    shelled: int = 0
    #: Forts that were a target in it, and those of them at which other guns can fire once more (8.5.6, 8.6.4).
    bombarded: int = 0
    spared: int = 0
    #: Forts that fired at units in it (8.1.3).
    spent: int = 0
    assaults: list[DeclaredAssault] = field(default_factory=list)
    #: Whether units can be hidden in this game, and the set of hidden units (19).
    fog: bool = False
    hidden: int = 0
    #: Units seen from the air in their own Movement Phase, and cavalry that scouted in it (19.1.6, 20.2.5).
    spotted: int = 0
    scouts: int = 0
    #: The target of each scouting by cavalry in this Movement Phase (20.2.5).
    looked: list[int] = field(default_factory=list)
    flights: Flights = field(default_factory=Flights)
    #: By side: the standing order for its aircraft (`AIR_ORDERS`).
    air_orders: list[int] = field(default_factory=lambda: [NEAR, NEAR])
    #: By side: the barrages of the current Barrage Phase, and those of the last one before in which the side fired.
    volleys: list[list[Volley]] = field(default_factory=lambda: [[], []])
    before: list[list[Volley]] = field(default_factory=lambda: [[], []])
    #: Number of changes to the map; derived data is cached until the next.
    changes: int = 0
    ground: Ground | None = field(default=None, repr=False, compare=False)

    @classmethod
    def new(cls, scenario: str, *, fog: bool | None = None) -> LiegeState:
        """Return the position before the first turn of a scenario: all units are still to arrive (1.1.5, 7.7.1).

        `fog` is whether units are hidden; None for the scenario's setting.
        """
        all_ = facts_of(scenario)
        played = all_.scenarios[scenario]
        units = len(all_.units)
        return cls(
            all_, played, played.first, GERMAN, [WAITING] * units, [0] * units, [0] * units, [0] * units,
            (1 << len(all_.forts)) - 1 & ~played.fallen, [0] * len(all_.crossings),
            supply=[0] * units, under=_headquarters(all_, played), changing=[NOWHERE] * units, rails=played.rails, shells=[played.shells.get(kind, 0) for kind in all_.shells],
            fog=played.fog if fog is None else fog,
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
        """Note that something on the map changed."""
        self.changes += 1
        self.ground = None

    def place(self, unit: int, hex_: int, facing: int) -> None:
        """Put a unit into a hex with a facing (6.1.1); a unit that moves or turns loses its fieldworks (10.3.1)."""
        if (hex_, facing) != (self.at[unit], self.facing[unit]):
            self.marks[unit] &= ~DUG
        self.at[unit], self.facing[unit] = hex_, facing
        self.take_railway(unit, hex_)
        self.changed()

    def take_railway(self, unit: int, hex_: int) -> None:
        """Give control of a hex's railway to the side of a unit in it or passing it, if strong enough (12.1.3, 12.1.4)."""
        own, lines = self.facts.units[unit], self.facts.lines
        if hex_ >= 0 and lines.rails >> hex_ & 1 and own.fights and self.steps(unit) >= lines.figures["control_steps"]:
            self.rails = self.rails | 1 << hex_ if own.side == GERMAN else self.rails & ~(1 << hex_)

    def lose(self, unit: int) -> None:
        """Take a step off a unit, which is no longer hidden; without steps it is destroyed (2.4.2, 2.4.6)."""
        self.hidden &= ~(1 << unit)
        if self.steps(unit) == 1:
            self.destroy(unit)
        else:
            self.level[unit] += 1
            self.changed()

    def regain(self, unit: int) -> None:
        """Give a unit back a lost step, taken from another unit (6.5.1)."""
        self.level[unit] -= 1
        self.changed()

    def hurt(self, unit: int, steps: int = 1) -> None:
        """Take steps off a unit by fire or in combat, and mark it: one prevents the next attack, more the next two (8.3.4, 9.3.6)."""
        if steps >= self.steps(unit):
            self.destroy(unit)
        elif steps:
            for _ in range(steps):
                self.lose(unit)
            twice = steps > 1 or self.has(unit, HURT | HURT_TWICE)
            fresh = FRESH if self.facts.units[unit].side == self.side else 0
            self.marks[unit] = self.marks[unit] & ~HURT | (HURT_TWICE if twice else HURT) | fresh

    def destroy(self, unit: int) -> None:
        """Remove a unit permanently."""
        self.hidden &= ~(1 << unit)
        self.at[unit], self.level[unit], self.marks[unit] = LOST, self.facts.units[unit].steps, 0
        self.changed()

    def fell(self, fort: int) -> None:
        """Destroy a fort; it is never repaired (11.3.10)."""
        self.forts &= ~(1 << fort)
        self.changed()

    def mark(self, unit: int, marks: int) -> None:
        """Add marks to a unit; a unit that fires is no longer hidden (19.4.1)."""
        if marks & FIRED:
            self.hidden &= ~(1 << unit)
        self.marks[unit] |= marks

    def fire(self, guns: int) -> None:
        """Note that units take part in a barrage: they are done for this turn, and counted shells are used (8.1.3, 8.8.2)."""
        for unit in members(guns):
            self.mark(unit, FIRED)
        for kind in {self.facts.units[unit].shells for unit in members(guns)} - {""}:
            self.shells[self.facts.shells.index(kind)] -= 1

    def begin_barrage(self) -> None:
        """Begin the Barrage Phase: no targets yet, and no assaults declared (3.2.3)."""
        self.shelled = self.bombarded = self.spared = self.spent = 0
        self.assaults = []
        if self.volleys[self.side]:
            self.before[self.side], self.volleys[self.side] = self.volleys[self.side], []

    def begin_movement(self) -> None:
        """Begin the Movement Phase of the side whose turn it is: roads are free, last turn's forced marches expire.

        A unit that has just made a forced march may not force the next one (7.5.4, 7.5.5).
        """
        for unit, own in enumerate(self.facts.units):
            if own.side == self.side:
                before = FORCED_BEFORE if self.has(unit, FORCED) else 0
                kept = self.marks[unit] & ~(ACTED | MARCHED | ARRIVED | FORCED | FORCED_BEFORE | TIRED | EXHAUSTED)
                self.marks[unit] = kept | before
                self.spotted &= ~(1 << unit)
                self.scouts &= ~(1 << unit)
        self.crossed = [0] * len(self.crossed)
        self.looked, self.flights = [], Flights(lost=self.flights.lost)
        self.settled = False

    def ease(self) -> None:
        """Remove or reduce loss markers of the side whose turn it is, after its combats (3.2.5).

        Losses in this phase stay marked. Two steps keep a unit of rank A+ or A from attacking for one turn only (9.3.6).
        """
        for unit, own in enumerate(self.facts.units):
            marks = self.marks[unit]
            if own.side == self.side and marks & (HURT | HURT_TWICE) and not marks & FRESH:
                left = HURT if marks & HURT_TWICE and own.rank not in ("A+", "A") else 0
                self.marks[unit] = marks & ~(HURT | HURT_TWICE) | left

    def end_combat(self) -> None:
        """End the Combat Phase: remove markers of extended movement, barrages and assaults (3.2.5, 7.4.2)."""
        self.assaults = []
        for unit, own in enumerate(self.facts.units):
            self.marks[unit] &= ~(FRESH | FOUGHT | WITHDREW | BUSY | GAVE)
            if own.side == self.side:
                self.marks[unit] &= ~(TIRED | EXHAUSTED | FIRED | ASSAULTS | SHAKEN)

    # -- storing ------------------------------------------------------------------------

    def copy(self) -> LiegeState:
        """Return an independent copy; derived data is shared until one of the two changes."""
        return LiegeState(
            self.facts, self.scenario, self.turn, self.side, self.at[:], self.facing[:], self.level[:], self.marks[:],
            self.forts, self.crossed[:], self.settled, self.held, self.supply[:], self.under[:], self.changing[:],
            self.asked_to_change, self.lost_command, self.rails, self.raining,
            self.failed_digs[:], self.shells[:], self.shelled, self.bombarded, self.spared, self.spent, self.assaults[:],
            self.fog, self.hidden, self.spotted, self.scouts, self.looked[:], self.flights.copy(), self.air_orders[:],
            [one[:] for one in self.volleys], [one[:] for one in self.before], self.changes, self.ground,
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """Return the position as JSON."""
        return {
            "scenario": self.scenario.name, "turn": self.turn, "side": self.side, "at": self.at[:], "facing": self.facing[:],
            "level": self.level[:], "marks": self.marks[:], "forts": pack(self.forts), "crossed": self.crossed[:],
            "settled": self.settled, "held": self.held, "supply": self.supply[:], "under": self.under[:],
            "changing": self.changing[:], "command": [pack(self.asked_to_change), pack(self.lost_command)], "rails": pack(self.rails), "raining": self.raining,
            "failed_digs": self.failed_digs[:], "shells": self.shells[:], "shelled": pack(self.shelled),
            "bombarded": self.bombarded, "spared": self.spared, "spent": self.spent,
            "assaults": [[one.fort, one.unit, pack(one.guns)] for one in self.assaults],
            "fog": [self.fog, pack(self.hidden), pack(self.spotted), pack(self.scouts), self.looked[:], self.flights.dump(), self.air_orders[:]],
            "volleys": [[one.dump() for one in volleys] for volleys in (*self.volleys, *self.before)],
        }  # fmt: skip

    @classmethod
    def load(cls, data: dict[str, Any]) -> LiegeState:
        """Rebuild what `dump` gave; raises KeyError, TypeError or ValueError for anything else."""
        found = cls.new(data["scenario"])
        found.turn, found.side, found.settled = data["turn"], data["side"], data["settled"]
        found.forts, found.held = unpack(data["forts"]), data["held"]
        found.asked_to_change, found.lost_command = (unpack(units) for units in data["command"])
        found.rails, found.raining = unpack(data["rails"]), data["raining"]
        found.shelled, found.bombarded = unpack(data["shelled"]), data["bombarded"]
        found.spared, found.spent = data["spared"], data["spent"]
        found.assaults = [DeclaredAssault(fort, unit, unpack(guns)) for fort, unit, guns in data["assaults"]]
        found.fog, hidden, spotted, scouts, looked, flights, air_orders = data["fog"]
        found.hidden, found.spotted, found.scouts = unpack(hidden), unpack(spotted), unpack(scouts)
        found.looked, found.flights, found.air_orders = looked[:], Flights.load(flights), air_orders[:]
        # Positions stored before barrages were recorded have none.
        volleys = [[Volley.load(one) for one in fired] for fired in data.get("volleys", ((), (), (), ()))]
        found.volleys, found.before = volleys[:2], volleys[2:]
        for name in (
            "supply",
            "under",
            "changing",
            "at",
            "facing",
            "level",
            "marks",
            "crossed",
            "failed_digs",
            "shells",
        ):
            values = list(data[name])
            if len(values) != len(getattr(found, name)):
                raise ValueError(f"{name} has {len(values)} entries")
            setattr(found, name, values)
        return found


def _headquarters(facts: LiegeFacts, scenario: LiegeScenario) -> list[int]:
    """Return by unit the first headquarters of its nation in a scenario (13.2.1)."""
    first: dict[str, int] = {}
    for unit in scenario.arrivals:
        if facts.units[unit].type == "HQ":
            first.setdefault(facts.units[unit].nation, unit)
    return [first.get(unit.nation, NOWHERE) for unit in facts.units]


__all__ = [
    "ACTED",
    "AIR_ORDERS",
    "ALWAYS",
    "ARRIVED",
    "ASK",
    "ASSAULTS",
    "BUSY",
    "DEPLOYED",
    "DUG",
    "EXHAUSTED",
    "FIRED",
    "FORCED",
    "FORCED_BEFORE",
    "FOUGHT",
    "FRESH",
    "GAVE",
    "HURT",
    "HURT_TWICE",
    "LEFT",
    "LOST",
    "MARCHED",
    "NEAR",
    "NEVER",
    "SHAKEN",
    "TIRED",
    "WAITING",
    "WITHDREW",
    "Ground",
    "LiegeState",
]  # fmt: skip
