"""Events of the optional cards 56 to 65 that are not combat cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import first, members
from engine.core.options import Choice, Options
from engine.pog.cards.events import CardEvent
from engine.pog.content.records import AP, CP
from engine.pog.rules import reinforcement, victory
from engine.pog.sequence.arrivals import arrive
from engine.pog.sequence.base import AlliedDecision, CentralPowersDecision, PogGame
from engine.pog.state import State

#: CP 63 reduces at most this many Russian units.
DESERTIONS = 4


def taxi_armies(state: State) -> int:
    """Return the reduced French armies in or next to Paris, supplied or not (AP 56)."""
    rules = state.rules
    paris = rules.board.space("paris")
    near = 1 << paris | rules.board.solid[paris]
    armies = rules.of_nation["fr"] & rules.armies & state.reduced
    return sum(
        1 << unit for unit in members(armies) if rules.board.on_map[state.loc[unit]] and near >> state.loc[unit] & 1
    )


class ParisTaxis(CardEvent):
    """One reduced French army near Paris returns to full strength."""

    def playable(self, state: State) -> bool:
        """Return whether there is such an army."""
        return bool(taxi_armies(state))

    def play(self, game: PogGame) -> None:
        """Ask which army."""
        game.call(TakeTaxis)


@dataclass(frozen=True, slots=True)
class TakeTaxis(AlliedDecision):
    """Which army is brought up to strength."""

    kind: ClassVar[str] = "paris_taxis"
    verbs: ClassVar[dict[str, str]] = {"flip": "unit"}

    def options(self, game: PogGame) -> Options:
        """Return the reduced French armies near Paris."""
        return Options({"flip": taxi_armies(game.state)})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Flip the army to full strength."""
        game.state.flip(choice.arg, False)
        game.emit("flipped", unit=choice.arg, reduced=False)


class BringOn(CardEvent):
    """Units that arrive without being reinforcements: every one must have a place."""

    def __init__(self, card: str) -> None:
        self.card = card

    def playable(self, state: State) -> bool:
        """Return whether every unit can be placed."""
        return reinforcement.can_place_all(state, state.rules.card(self.card))

    def play(self, game: PogGame) -> None:
        """Place the units."""
        arrive(game, game.state.rules.card(self.card))


class CzechLegion(BringOn):
    """An Austrian corps in the eliminated box leaves the game, the legion arrives (AP 60)."""

    def play(self, game: PogGame) -> None:
        """Remove such a corps if there is one, and place the legion in any case."""
        state = game.state
        board = state.rules.board
        corps = state.rules.of_group["ah_corps"]
        dead = sum(1 << u for u in members(corps) if state.loc[u] == board.eliminated[CP])
        if dead:
            state.place(first(dead), board.gone[CP])
            game.emit("loss", side=CP, unit=first(dead), result="permanently", corps=None, cause="legion")
        super().play(game)


class PolishRestoration(BringOn):
    """One VP to the Allies; three Polish corps to the reserve (CP 59)."""

    def play(self, game: PogGame) -> None:
        """Score the VP, then place the corps."""
        victory.score(game, "polish_restoration")
        super().play(game)


class SixtusAffair(CardEvent):
    """One roll on the Allied line of the peace terms table for a low war status (AP 62)."""

    def play(self, game: PogGame) -> None:
        """Roll on the line and apply its change; the card is no offer and cannot be accepted."""
        lines = game.state.rules.content.peace_terms
        line = next(line for line in lines if line.side == AP and line.combined_min == 0)
        die = game.die("peace")
        game.emit("peace_answer", accepted=False, die=die, change=line.results[die - 1])
        victory.add(game, "the_sixtus_affair", line.results[die - 1])


class RussianDesertions(CardEvent):
    """The CP reduce up to four full-strength Russian units (CP 63)."""

    def play(self, game: PogGame) -> None:
        """Ask for units one at a time."""
        game.call(Desert, left=DESERTIONS)


@dataclass(frozen=True, slots=True)
class Desert(CentralPowersDecision):
    """Which Russian unit is reduced next."""

    kind: ClassVar[str] = "russian_desertions"
    verbs: ClassVar[dict[str, str]] = {"flip": "unit", "finish": ""}
    forced: ClassVar[bool] = False
    left: int

    def options(self, game: PogGame) -> Options:
        """Return the full-strength Russians on the map or in the Reserve Box."""
        state = game.state
        rules = state.rules
        if not self.left:
            return Options({})
        full = rules.of_nation["ru"] & ~state.reduced
        units = sum(
            1 << unit
            for unit in members(full)
            if rules.board.on_map[state.loc[unit]] or state.loc[unit] == rules.board.reserve[AP]
        )
        return Options({"flip": units, "finish": 1} if units else {})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no more units can be reduced."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Reduce the unit and ask again."""
        if choice.verb == "flip":
            game.state.flip(choice.arg, True)
            game.emit("flipped", unit=choice.arg, reduced=True)
            game.stay(left=self.left - 1)


EVENTS: dict[str, CardEvent] = {
    "ap_56_paris_taxis": ParisTaxis(),
    "ap_57_russian_cavalry": BringOn("ap_57_russian_cavalry"),
    "ap_60_czech_legion": CzechLegion("ap_60_czech_legion"),
    "ap_62_the_sixtus_affair": SixtusAffair(),
    "ap_65_influenza": CardEvent(),
    "cp_58_stavka_timidity": CardEvent(),
    "cp_59_polish_restoration": PolishRestoration("cp_59_polish_restoration"),
    "cp_61_haig": CardEvent(),
    "cp_63_russian_desertions": RussianDesertions(),
    "cp_65_prince_max": CardEvent(),
}
