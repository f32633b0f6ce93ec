"""Peace terms (16.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.pog.content.records import CP, PeaceTerms
from engine.pog.rules import victory
from engine.pog.sequence.base import PogGame
from engine.pog.state import State


def terms(state: State, side: int) -> PeaceTerms | None:
    """The line of the table for a side's offer now; None if it may not offer (16.5.1)."""
    for line in state.rules.content.peace_terms:
        if (
            line.side == side
            and (line.vp_min is None or state.vp >= line.vp_min)
            and (line.vp_max is None or state.vp <= line.vp_max)
            and state.combined >= line.combined_min
            and (line.combined_max is None or state.combined <= line.combined_max)
        ):
            return line
    return None


def may_offer_peace(state: State, side: int) -> bool:
    """Allowed by the scenario, by the VP, and (for the CP) by 14 Points."""
    if not state.rules.scenario.peace_terms:
        return False
    if side == CP and state.rules.card("ap_40_14_points") in state.events:
        return False
    return terms(state, side) is not None


def why_no_peace(state: State, side: int) -> Reason:
    """What stands against an offer: the scenario, 14 Points, or the VP."""
    card = state.rules.card("ap_40_14_points")
    if not state.rules.scenario.peace_terms:
        return Reason("no_peace_terms", "", {})
    if side == CP and card in state.events:
        return Reason("no_more_offers", "", {"card": card})
    return Reason("peace_not_possible", "16.5.1", {})


@dataclass(frozen=True, slots=True)
class AnswerPeace(Decision):
    """The other side accepts, which ends the game in a draw, or in a tournament as lost by both, or rejects (16.5.2, 5.6.3)."""

    kind: ClassVar[str] = "answer_peace"
    verbs: ClassVar[dict[str, str]] = {"accept": "", "reject": ""}
    offerer: int

    def actor(self, game: PogGame) -> int:
        """The side that was asked."""
        return 1 - self.offerer

    def options(self, game: PogGame) -> Options:
        """Yes or no."""
        return Options({"accept": 1, "reject": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """End the game, or roll for what the offer does to the VP."""
        if choice.verb == "accept":
            game.emit("peace_answer", accepted=True, die=0, change=0)
            victory.finish(game, "peace_lost_by_both" if game.state.rules.options.tournament else "peace_terms")
            return
        line = terms(game.state, self.offerer)
        assert line is not None
        die = game.die("peace")
        change = line.results[die - 1]
        game.emit("peace_answer", accepted=False, die=die, change=change)
        victory.add(game, "peace_terms", change)
