"""A whole game, its game turns and player turns (chapter 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.frames import Flow
from engine.liege.breach import may_slip_through
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.points import end_of_turn, outcome, score
from engine.liege.sequence.afterwards import Afterwards
from engine.liege.sequence.assaults import AssaultOrders, Assaults, forts_to_storm
from engine.liege.sequence.barrages import BarrageOrders, forts_in_reach, hexes_in_reach
from engine.liege.sequence.base import LiegeGame
from engine.liege.sequence.combats import CombatOrders
from engine.liege.sequence.commanding import CommandOrders
from engine.liege.sequence.marching import MovementOrders
from engine.liege.sequence.retreats import BreakThrough
from engine.liege.supply import determine, short_of_supply
from engine.liege.view import known_score
from engine.liege.weather import roll_for_rain
from engine.liege.zones import CAMP_OWNER


@dataclass(frozen=True, slots=True)
class Siege(Flow):
    """A whole game: game turns, each a German and an Allied player turn (3.1.1, 3.2.6)."""

    kind: ClassVar[str] = "siege"
    steps: ClassVar[tuple[str, ...]] = ("german", "allied", "next_turn")

    def german(self, game: LiegeGame) -> None:
        """Play the German player turn."""
        game.emit("turn", turn=game.state.turn)
        game.call(AttackerTurn, GERMAN)

    def allied(self, game: LiegeGame) -> None:
        """Play the Allied player turn."""
        game.call(AttackerTurn, ALLIED)

    def next_turn(self, game: LiegeGame) -> None:
        """Score the turn; advance the marker, or end the game by points."""
        state = game.state
        held = end_of_turn(state)
        counted: dict[str, Any] = {"camp_hexes": held, "score": score(state)}
        ends = state.turn >= state.scenario.last
        # Until the end a line of the score that depends on hidden units is for their side alone.
        if state.fog and not ends:
            own = {
                side: {"camp_hexes": held if side == CAMP_OWNER else None, "score": known_score(state, side)}
                for side in (GERMAN, ALLIED)
            }
            game.emit("turn_counted", own, turn=state.turn, **dict.fromkeys(counted))
        else:
            game.emit("turn_counted", turn=state.turn, **counted)
        if ends:
            game.finish(outcome(state))
            return
        state.turn += 1
        state.failed_digs = [0, 0]
        game.jump("german")


@dataclass(frozen=True, slots=True)
class AttackerTurn(Flow):
    """The player turn of a side (3.2.1)."""

    side: int
    kind: ClassVar[str] = "attacker_turn"
    steps: ClassVar[tuple[str, ...]] = (
        "administration",
        "lines",
        "barrage",
        "declarations",
        "movement",
        "assaults",
        "combat",
        "attacks",
        "afterwards",
        "over",
    )

    def administration(self, game: LiegeGame) -> None:
        """Play the Administrative Phase: weather in the German turn, then both sides' lines of communications (3.2.2).

        The first one of a scenario only sets the railways that the scenario gives the Germans.
        """
        state = game.state
        state.side = self.side
        game.emit("action", side=self.side, round=self.side + 1)
        if self.side == GERMAN and state.turn == state.scenario.first:
            return
        if self.side == GERMAN:
            roll_for_rain(game)
            state.asked_to_change = state.lost_command = 0
            game.call(CommandOrders)

    def lines(self, game: LiegeGame) -> None:
        """Check the supply of every unit of both sides (3.2.2, 13.1.6)."""
        state = game.state
        if self.side == GERMAN and state.turn == state.scenario.first:
            return
        determine(state)
        known = {side: short_of_supply(state, side) for side in (None, GERMAN, ALLIED)}
        game.emit("lines", {side: known[side] for side in (GERMAN, ALLIED)}, **known[None])

    def barrage(self, game: LiegeGame) -> None:
        """Play the Barrage Phase (3.2.3), if there is a target. Nobody fires in the first turn, in which all arrive."""
        state = game.state
        state.begin_barrage()
        if state.turn > state.scenario.first and (hexes_in_reach(state) or forts_in_reach(state)):
            game.emit("phase", phase="barrage", side=self.side)
            game.call(BarrageOrders)

    def declarations(self, game: LiegeGame) -> None:
        """Ask for declarations of assaults on forts (3.2.3, 11.5.1)."""
        if game.state.turn > game.state.scenario.first and forts_to_storm(game.state):
            game.emit("phase", phase="declarations", side=self.side)
            game.call(AssaultOrders)

    def movement(self, game: LiegeGame) -> None:
        """Play the Movement Phase: last turn's forced marches expire; units move, turn and arrive (3.2.4)."""
        state = game.state
        state.begin_movement()
        game.emit("phase", phase="movement", side=self.side)
        game.call(MovementOrders)

    def assaults(self, game: LiegeGame) -> None:
        """Carry out assaults before all other fights of the Combat Phase (3.2.5)."""
        if game.state.assaults:
            game.emit("phase", phase="assaults", side=self.side)
            game.call(Assaults)

    def combat(self, game: LiegeGame) -> None:
        """Begin the Combat Phase in every turn but the first (3.2.5). A unit that slips through a gap by night goes first."""
        state = game.state
        if state.turn > state.scenario.first:
            game.emit("phase", phase="combat", side=self.side)
            if units := may_slip_through(state):
                game.call(BreakThrough, units)

    def attacks(self, game: LiegeGame) -> None:
        """Ask for the combats (3.2.5)."""
        if game.state.turn > game.state.scenario.first:
            game.call(CombatOrders)

    def afterwards(self, game: LiegeGame) -> None:
        """Remove loss markers, then let units that have not fought take one more action each (3.2.5)."""
        state = game.state
        state.ease()
        state.settled = False
        if state.turn > state.scenario.first:
            game.call(Afterwards)

    def over(self, game: LiegeGame) -> None:
        """Remove markers and end the player turn (3.2.5, 3.2.6)."""
        game.state.end_combat()
        game.emit("action_over")


__all__ = ["AttackerTurn", "Siege"]
