"""Disbanding (10.1.2.1): in his own turn a player may disband his corps; they go to the eliminated units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.bits import members
from engine.core.frames import Decision, Frame
from engine.core.options import Choice, Options
from engine.pog.rules import combat as fight
from engine.pog.rules import supply
from engine.pog.rules.losses import eliminate
from engine.pog.rulesets.banquet.nations import montenegro_falls
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.state import State


def corps_of(state: State, side: int) -> int:
    """Return the corps a side can disband, on or off the map."""
    return state.rules.units_of_side[side] & ~(state.rules.armies | supply.frozen_units(state))


def corps_on_map(state: State, side: int) -> int:
    """Return those of them that are on the map."""
    return sum(state.units_at[space] for space in members(state.occupied[side])) & corps_of(state, side)


def any_corps(state: State, side: int) -> bool:
    """Return True if there is one; called at most decisions of a turn."""
    corps = corps_of(state, side)
    return any(state.units_at[space] & corps for space in members(state.occupied[side]))


@dataclass(frozen=True, slots=True)
class Disband(Decision):
    """Choose the corps to disband, or none."""

    kind: ClassVar[str] = "disband_corps"
    verbs: ClassVar[dict[str, str]] = {"remove": "unit", "keep": ""}
    forced: ClassVar[bool] = False
    side: int
    #: Units involved in the decision: a moving stack, gathered attackers, a unit picked for SR.
    busy: int = 0

    def actor(self, game: PogGame) -> int:
        """Return the owner."""
        return self.side

    def options(self, game: PogGame) -> Options:
        """Return the corps on the map, and keeping all."""
        return Options({"remove": corps_on_map(game.state, self.side) & ~self.busy, "keep": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Eliminate the corps; with the last Serbs in Serbia the Montenegrins are removed at once."""
        if choice.verb == "keep":
            return
        state = game.state
        game.emit("given_up", side=self.side, unit=choice.arg, space=state.loc[choice.arg])
        eliminate(game, choice.arg, replace=False, to_box=True)
        if state.operation is not None:
            state.operation.digging &= ~(1 << choice.arg)
        # A stack being moved keeps its units until the action is over.
        if not self.busy >> state.rules.content.unit_by_name["mn_corps"] & 1:
            montenegro_falls(game)


def busy_units(decision: Any) -> int:
    """Return the units involved in a decision: they can be disbanded before or after it, not during it."""
    unit = getattr(decision, "unit", None)
    picked = 0 if unit is None else 1 << unit
    return int(getattr(decision, "stack", 0) | getattr(decision, "attackers", 0) | picked)


def or_disband(cls: type[Frame]) -> type[Frame]:
    """Return a decision class with the right to disband a corps first; a forced decision is not affected."""
    assert issubclass(cls, Decision)

    def options(self: Any, game: PogGame) -> Options:
        side = self.actor(game)
        found = _without_emptied_spaces(game.state, side, cls.options(self, game))
        if not found.masks or (cls.forced and found.only() is not None) or not any_corps(game.state, side):
            return found
        busy = busy_units(self)
        if busy and not corps_on_map(game.state, side) & ~busy:
            return found
        return Options({**found.masks, "disband": 1})

    def resolve(self: Any, game: PogGame, choice: Choice) -> None:
        if choice.verb == "disband":
            game.call(Disband, side=self.actor(game), busy=busy_units(self))
        else:
            cls.resolve(self, game, choice)

    return _extended(cls, options, resolve)


def or_disband_in_combat(cls: type[Frame]) -> type[Frame]:
    """Return an attacker's decision with the right to disband a corps that doesn't fight, if "at any time" includes combats."""
    assert issubclass(cls, Decision)

    def options(self: Any, game: PogGame) -> Options:
        found, state = cls.options(self, game), game.state
        if not found.masks or (cls.forced and found.only() is not None) or not _during_combats(state):
            return found
        others = corps_on_map(state, self.actor(game)) & ~_fighting(state)
        return Options({**found.masks, "disband": 1}) if others else found

    def resolve(self: Any, game: PogGame, choice: Choice) -> None:
        if choice.verb == "disband":
            game.call(Disband, side=self.actor(game), busy=_fighting(game.state))
        else:
            cls.resolve(self, game, choice)

    return _extended(cls, options, resolve)


def _during_combats(state: State) -> bool:
    """Return True if the player whose action it is may also disband corps inside a combat that he has declared."""
    combat, operation = state.combat, state.operation
    own = combat is not None and operation is not None and operation.side == combat.side
    return own and state.rules.switches["banquet.given_up"] == "any_time"


def _fighting(state: State) -> int:
    """Return the units that attack in the present combat."""
    return fight.combat_of(state).attackers


def _extended(cls: type[Frame], options: Any, resolve: Any) -> type[Frame]:
    """Return a decision class with the verb for disbanding."""
    assert issubclass(cls, Decision)
    parts = {"__slots__": (), "verbs": {**cls.verbs, "disband": ""}, "options": options, "resolve": resolve}
    return type(f"{cls.__name__}OrDisband", (cls,), {**parts, "__doc__": cls.__doc__, "__module__": cls.__module__})


def _without_emptied_spaces(state: State, side: int, found: Options) -> Options:
    """Return the options without activating spaces whose last unit was disbanded."""
    emptied = {
        verb: bits & state.occupied[side]
        for verb in ("for_movement", "for_combat")
        if (bits := found.masks.get(verb, 0)) & ~state.occupied[side]
    }
    return Options({**found.masks, **emptied}) if emptied else found


#: Decisions of a player's own turn, except those inside a combat.
_ASKED = (
    "choose_action", "activate", "move_unit", "move_stack", "move_on", "attack", "sr_unit", "sr_destination",
    "place_reinforcement", "replacement", "rebuild",
)  # fmt: skip

#: Decisions of the attacker inside a combat, except the windows for cards, between which nothing happens on the map.
_ASKED_IN_COMBAT = ("flank", "attacker_loss", "declare_advance", "advance")

DISBANDING = Theme(
    lambda tables: tables,
    added=(Disband,),
    wrapped=dict.fromkeys(_ASKED, or_disband) | dict.fromkeys(_ASKED_IN_COMBAT, or_disband_in_combat),
)
