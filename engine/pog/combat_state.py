"""State of an operation and of a combat: markers, committed cards, dice.

These are part of the position (`State.operation`, `State.combat`), not of the frames that
drive it, because both players see them and views are made of them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from operator import attrgetter
from typing import Any

from engine.core.bits import pack, unpack
from engine.pog.view import FireView, LossView, Modifier


@dataclass(slots=True)
class Operation:
    """An operation in progress (9.2): markers and what has been used up."""

    side: int
    card: int = -1
    #: OPS not yet spent.
    ops: int = 0
    #: Spaces with a Move and with an Attack marker.
    move: int = 0
    attack: int = 0
    #: Units that have finished moving, and armies that will roll to entrench.
    moved: int = 0
    digging: int = 0
    #: Fort spaces entered that still need more units to be besieged (11.1.8).
    pledge: int = 0
    #: Besieged fort spaces that a stack left on condition that all its units leave (15.2.4).
    evacuate: int = 0
    #: Units that have attacked, spaces that were attacked, units that retreated.
    attacked: int = 0
    targets: int = 0
    retreated: int = 0
    #: Space that used the Sud Army discount this round, or -1.
    sud_space: int = -1
    #: 11.3.2: the Russian corps that used the passage by declaring an attack across it.
    across: int = -1
    #: Effects of the card played that last for this operation, by card id.
    effects: int = 0
    #: Those of these effects that apply to one attack and have been used (Brusilov, Kerensky).
    spent: int = 0
    #: Units that took part in a combat; `attacked` also holds units that merely may not attack any more.
    fought: int = 0
    #: Units that attacked a space other than their own: they besiege nothing for the rest of the round (15.2.3).
    abroad: int = 0
    #: Units in marked spaces that take no part because they were out of supply when the markers were placed (14.1.1.1).
    idle: int = 0

    def copy(self) -> Operation:
        """Return an independent copy."""
        return Operation(*_values_of_operation(self))

    def dump(self) -> dict[str, Any]:
        """Return the fields as JSON, by name."""
        return {name: pack(getattr(self, name)) for name in _OPERATION}

    @classmethod
    def load(cls, data: dict[str, Any]) -> Operation:
        """Reverse `dump`, also for older stored operations; raises TypeError or ValueError for other fields."""
        if not _OPERATION.keys() - _LATER <= data.keys() <= _OPERATION.keys():
            raise ValueError("an operation of other fields")
        return cls(**{name: unpack(value) for name, value in data.items()})


#: In the order of the fields.
_OPERATION = dict.fromkeys(field.name for field in fields(Operation))
_values_of_operation = attrgetter(*_OPERATION)
#: Fields missing from positions stored by earlier releases.
_LATER = frozenset({"idle"})


@dataclass(slots=True)
class Combat:
    """One combat from declaration to advance (12.2)."""

    number: int
    side: int
    target: int
    #: Attacking units; a replacement corps takes the place of its army.
    attackers: int
    #: Defending units that fight: not those that retreated earlier this round (12.5.6).
    defenders: int
    spaces: int
    #: As declared, for the report: attackers, defenders, reduced ones among them, origins.
    first_attackers: tuple[tuple[int, int], ...] = ()
    first_defenders: tuple[int, ...] = ()
    first_reduced: int = 0
    fort: int = 0
    trench: int = 0
    #: Units in the target that retreated earlier this round.
    caught: int = 0
    #: Units out of supply when the combat began.
    unsupplied: int = 0
    #: "", "impossible", "not attempted", "failed", "succeeded", "automatic".
    flank: str = ""
    flank_die: int = 0
    flank_drm: int = 0
    #: Cards committed by side.
    cards: list[int] = field(default_factory=lambda: [0, 0])
    #: Events other than committed cards that affect this combat, by card id.
    effects: int = 0
    #: Loss numbers of the attacker and of the defender; -1 before the fire.
    to_attacker: int = -1
    to_defender: int = -1
    #: Loss points already taken in the current loss step.
    taken: int = 0
    fires: list[FireView] = field(default_factory=list)
    losses: list[LossView] = field(default_factory=list)
    #: Replacement corps brought on, with the army each replaced.
    replaced: dict[int, int] = field(default_factory=dict)
    #: Steps the defender lost: (unit, its state before: 0 full, 1 reduced).
    lost_steps: list[tuple[int, int]] = field(default_factory=list)
    retreat_length: int = 0
    retreats: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    advances: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    winner: str = ""
    #: "", "required", "held", "barred", "waived".
    retreat: str = ""
    #: Whether the fort in the target fell in this combat.
    fort_fell: bool = False
    #: Cards committed from the hand for this combat, by side (Alberich sends them back).
    fresh: list[int] = field(default_factory=lambda: [0, 0])

    def copy(self) -> Combat:
        """Return an independent copy."""
        twin = Combat(*_values_of_combat(self))
        twin.cards, twin.fresh = self.cards[:], self.fresh[:]
        twin.fires, twin.losses, twin.lost_steps = self.fires[:], self.losses[:], self.lost_steps[:]
        twin.replaced = self.replaced.copy()
        twin.retreats, twin.advances = self.retreats[:], self.advances[:]
        return twin

    def dump(self) -> dict[str, Any]:
        """Return the fields as JSON, by name."""
        data = {name: pack(getattr(self, name)) for name in _COMBAT}
        data["cards"], data["fresh"] = [pack(cards) for cards in self.cards], [pack(cards) for cards in self.fresh]
        data["fires"], data["losses"] = [asdict(fire) for fire in self.fires], [asdict(loss) for loss in self.losses]
        data["replaced"] = list(self.replaced.items())
        return data

    @classmethod
    def load(cls, data: dict[str, Any]) -> Combat:
        """Reverse `dump`; raises KeyError, TypeError or ValueError for other fields."""
        if len(data) != len(_COMBAT):
            raise ValueError("a combat of other fields")
        values = {name: unpack(data[name]) for name in _COMBAT}
        values["first_attackers"] = tuple((space, unit) for space, unit in data["first_attackers"])
        values["first_defenders"] = tuple(data["first_defenders"])
        values["cards"], values["fresh"] = ([unpack(cards) for cards in data[name]] for name in ("cards", "fresh"))
        values["fires"] = [_fire(item) for item in data["fires"]]
        values["losses"] = [_loss(item) for item in data["losses"]]
        values["replaced"] = dict(data["replaced"])
        values["lost_steps"] = [(unit, step) for unit, step in data["lost_steps"]]
        for name in ("retreats", "advances"):
            values[name] = [(unit, tuple(path)) for unit, path in data[name]]
        return cls(**values)


_COMBAT = tuple(field.name for field in fields(Combat))
_values_of_combat = attrgetter(*_COMBAT)


def _loss(data: dict[str, Any]) -> LossView:
    """Read a loss; those stored by earlier versions say nothing of the units spared."""
    return LossView(**{**data, "spared": tuple((unit, why) for unit, why in data.get("spared", ()))})


def _fire(data: dict[str, Any]) -> FireView:
    causes = {name: tuple(Modifier(**item) for item in data[name]) for name in ("shifts", "drms")}
    return FireView(**{**data, **causes})
