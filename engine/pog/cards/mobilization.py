"""Events of the two mobilization decks.

Reinforcement cards need no code: their units and places are data. Lasting events whose
effect is looked up where it matters (Moltke, Sud Army, Oberost ...) do nothing when played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.frames import Decision, Flow
from engine.core.options import Choice, Options
from engine.pog.cards.events import CardEvent, ScoreVp
from engine.pog.combat_state import Operation
from engine.pog.content.records import CP
from engine.pog.rules import control, replacement, supply
from engine.pog.sequence.attacks import DeclareAttack
from engine.pog.sequence.base import CentralPowersDecision, PogGame
from engine.pog.sequence.loss_steps import fall_of_fort

# -- events -----------------------------------------------------------------------------


class GunsOfAugust(CardEvent):
    """Liège falls, two German armies advance, and three can attack at once."""

    #: Armies that can attack.
    attackers: tuple[str, ...] = ("ge_1_army", "ge_2_army", "ge_3_army")

    def play(self, game: PogGame) -> None:
        """Destroy the fort, advance the armies and declare attacks; the 3rd Army attacks from its space (Koblenz at the start)."""
        state = game.state
        ids = state.rules.content.unit_by_name
        liege = state.rules.board.space("liege")
        fall_of_fort(game, liege, cause="event")
        operation = Operation(side=CP)
        state.operation = operation
        for name in ("ge_1_army", "ge_2_army"):
            origin = state.loc[ids[name]]
            state.place(ids[name], liege)
            game.emit("moved", units=(ids[name],), path=(origin, liege))
        control.enter(game, liege, CP, state.units_of(CP, liege))
        attackers = sum(1 << ids[name] for name in self.attackers)
        for unit in members(attackers):
            operation.attack |= 1 << state.loc[unit]
        operation.attacked = state.rules.units_of_side[CP] & ~attackers
        game.call(EventOperation)


@dataclass(frozen=True, slots=True)
class EventOperation(Flow):
    """The attacks granted by an event, and the end of its operation (9.2.9)."""

    kind: ClassVar[str] = "event_operation"
    steps: ClassVar[tuple[str, ...]] = ("fight", "close")

    def fight(self, game: PogGame) -> None:
        """Declare combats one after another."""
        game.call(DeclareAttack)

    def close(self, game: PogGame) -> None:
        """Remove the markers."""
        game.state.operation = None


class Entrench(CardEvent):
    """A trench for one army now, and entrenching allowed for both sides from now on (11.2.1)."""

    def play(self, game: PogGame) -> None:
        """Ask where, if any space qualifies."""
        game.call(PlaceTrench, side=game.state.phasing)


@dataclass(frozen=True, slots=True)
class PlaceTrench(Decision):
    """Where the free level 1 trench goes."""

    kind: ClassVar[str] = "event_trench"
    verbs: ClassVar[dict[str, str]] = {"place": "space"}
    side: int

    def actor(self, game: PogGame) -> int:
        """Return the player of the card."""
        return self.side

    def options(self, game: PogGame) -> Options:
        """Return the spaces with a supplied friendly army and no friendly trench."""
        state = game.state
        found = 0
        armies = supply.supplied_units(state, self.side) & state.rules.armies
        for unit in members(armies):
            level, owner = state.trench(state.loc[unit])
            if not (level and owner == self.side):
                found |= 1 << state.loc[unit]
        return Options({"place": found})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no space qualifies."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Place the trench."""
        game.state.set_trench(choice.arg, 1, self.side)
        game.emit("trench", space=choice.arg, level=1, side=self.side)


class Landwehr(CardEvent):
    """Two German replacement points to spend on flipping supplied units at once."""

    HALF_POINTS = 4

    def play(self, game: PogGame) -> None:
        """Ask for units one at a time."""
        game.call(FlipLandwehr, half_points=self.HALF_POINTS)


@dataclass(frozen=True, slots=True)
class FlipLandwehr(CentralPowersDecision):
    """Flip reduced German units: two half points for an army, one for a corps."""

    kind: ClassVar[str] = "landwehr"
    verbs: ClassVar[dict[str, str]] = {"flip": "unit", "finish": ""}
    forced: ClassVar[bool] = False
    half_points: int

    def options(self, game: PogGame) -> Options:
        """Return the reduced Germans on the map or in the Reserve Box that may receive RPs (17.1.3, 17.1.4.1)."""
        state = game.state
        rules = state.rules
        box = rules.board.reserve[CP]
        found = 0
        for unit in members(rules.of_nation["ge"] & state.reduced):
            here = rules.board.on_map[state.loc[unit]] or state.loc[unit] == box
            if (
                here
                and replacement.flip_price(state, unit) <= self.half_points
                and replacement.may_restore(state, unit)
            ):
                found |= 1 << unit
        return Options({"flip": found, "finish": 1} if found else {})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no unit is left to flip."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Flip one unit and ask again."""
        if choice.verb == "flip":
            price = replacement.flip_price(game.state, choice.arg)
            game.state.flip(choice.arg, False)
            game.emit("flipped", unit=choice.arg, reduced=False)
            game.stay(half_points=self.half_points - price)


EVENTS: dict[str, CardEvent] = {
    "ap_02_blockade": CardEvent(),
    "ap_09_moltke": CardEvent(),
    "ap_12_entrench": Entrench(),
    "ap_13_rape_of_belgium": ScoreVp("rape_of_belgium"),
    "cp_01_guns_of_august": GunsOfAugust(),
    "cp_05_landwehr": Landwehr(),
    "cp_06_entrench": Entrench(),
    "cp_08_race_to_the_sea": CardEvent(),
    "cp_09_reichstag_truce": ScoreVp("reichstag_truce"),
    "cp_10_sud_army": CardEvent(),
    "cp_11_oberost": CardEvent(),
    "cp_13_falkenhayn": CardEvent(),
}
