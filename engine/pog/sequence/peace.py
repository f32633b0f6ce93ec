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
    """Return the line of the table for a side's offer now; None if it may not offer (16.5.1)."""
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


def why_no_peace(state: State, side: int) -> Reason | None:
    """Return the reason why a side may not offer peace; None if it may."""
    return next((reason for bar in state.rules.tables.peace_bars if (reason := bar(state, side))), None)


def may_offer_peace(state: State, side: int) -> bool:
    """Return True if the side may offer peace."""
    return why_no_peace(state, side) is None


#: Checked before every action, so these are created only once.
_NO_TERMS, _NOT_POSSIBLE = Reason("no_peace_terms", "", {}), Reason("peace_not_possible", "16.5.1", {})


def _no_terms(state: State, side: int) -> Reason | None:
    return None if state.rules.scenario.peace_terms else _NO_TERMS


def _fourteen_points(state: State, side: int) -> Reason | None:
    card = state.rules.card("ap_40_14_points")
    return Reason("no_more_offers", "", {"card": card}) if side == CP and card in state.events else None


def _vp_against_it(state: State, side: int) -> Reason | None:
    return None if terms(state, side) is not None else _NOT_POSSIBLE


#: Reasons against an offer: the scenario, 14 Points for the CP, the VP.
PEACE_BARS = (_no_terms, _fourteen_points, _vp_against_it)


@dataclass(frozen=True, slots=True)
class AnswerPeace(Decision):
    """The other side accepts, ending the game in a draw (in a tournament a loss for both), or rejects (16.5.2, 5.6.3)."""

    kind: ClassVar[str] = "answer_peace"
    verbs: ClassVar[dict[str, str]] = {"accept": "", "reject": ""}
    offerer: int

    def actor(self, game: PogGame) -> int:
        """Return the side that received the offer."""
        return 1 - self.offerer

    def options(self, game: PogGame) -> Options:
        """Return accept and reject."""
        return Options({"accept": 1, "reject": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """End the game, or roll for the offer's effect on the VP."""
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
