"""Events of the two limited war decks other than entries, reinforcements and combat cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog.cards.events import CardEvent, ScoreVp
from engine.pog.content.records import AP
from engine.pog.rules import control, victory, war_status
from engine.pog.sequence.base import AlliedDecision, PogGame
from engine.pog.state import State


class LookAtHand(CardEvent):
    """Look at every card in the opponent's hand, then operate (AP 23, CP 17)."""

    def play(self, game: PogGame) -> None:
        """Reveal the opponent's hand to the player alone."""
        state = game.state
        side = state.phasing
        cards = tuple(members(state.hand[1 - side]))
        game.reveal()
        game.emit("hand_seen", side=side, count=len(cards), secret={side: {"cards": cards}})


class PlaceOfExecution(CardEvent):
    """Playable as an event only once every French fort is destroyed (CP 26)."""

    def playable(self, state: State) -> bool:
        """Return whether no undestroyed French fort is left."""
        return not state.intact_forts(AP) & state.rules.board.lands("fr")


class TsarTakesCommand(CardEvent):
    """The Russian capitulation marker advances (16.4.3)."""

    def play(self, game: PogGame) -> None:
        """Advance the marker; Fall of the Tsar becomes possible."""
        game.state.russian = 2
        war_status.update_tracks(game.state)


class WarInAfrica(CardEvent):
    """The Allies give up a British corps or a VP (CP 32)."""

    def play(self, game: PogGame) -> None:
        """Ask the Allies."""
        game.call(LoseToAfrica)


def africa_corps(state: State) -> int:
    """Return the ordinary British corps on the map or in reserve: full-strength ones if there are any."""
    rules = state.rules
    box = rules.board.reserve[AP]
    corps = sum(
        1 << unit
        for unit in members(rules.of_group["br_corps"])
        if rules.board.on_map[state.loc[unit]] or state.loc[unit] == box
    )
    return corps & ~state.reduced or corps


@dataclass(frozen=True, slots=True)
class LoseToAfrica(AlliedDecision):
    """Which corps is removed, or the VP instead."""

    kind: ClassVar[str] = "war_in_africa"
    verbs: ClassVar[dict[str, str]] = {"remove": "unit", "concede": ""}

    def options(self, game: PogGame) -> Options:
        """Return any qualifying corps, or conceding the VP."""
        return Options({"remove": africa_corps(game.state), "concede": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Remove the corps from the game, ending a siege that needed it (15.2.4), or score the VP."""
        if choice.verb == "concede":
            victory.score(game, "war_in_africa")
            return
        state = game.state
        state.place(choice.arg, state.rules.board.gone[AP])
        state.flip(choice.arg, False)
        control.settle_holds(game)
        game.emit("loss", side=AP, unit=choice.arg, result="permanently", corps=None, cause="africa")


EVENTS: dict[str, CardEvent] = {
    "ap_23_cloak_and_dagger": LookAtHand(),
    "ap_26_lusitania": ScoreVp("lusitania"),
    "ap_27_great_retreat": CardEvent(),
    "ap_28_landships": CardEvent(),
    "ap_33_grand_fleet": CardEvent(),
    "cp_17_mata_hari": LookAtHand(),
    "cp_25_high_seas_fleet": CardEvent(),
    "cp_26_place_of_execution": PlaceOfExecution(),
    "cp_27_zeppelin_raids": CardEvent(),
    "cp_28_tsar_takes_command": TsarTakesCommand(),
    "cp_29_11th_army": CardEvent(),
    "cp_32_war_in_africa": WarInAfrica(),
    "cp_33_walter_rathenau": CardEvent(),
}
