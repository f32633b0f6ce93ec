"""Victory in the variant: additional VP, peace, and the fall of Russia (5.5, 16.4.3, 16.5.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.bits import members
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import Reason
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import supply, victory, war_status
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.peace import AnswerPeace
from engine.pog.state import State
from engine.pog.tables import Tables

#: VP that are scored only once, by their bit in the mark `scored_once`.
_ONCE = {"paris_beaten_early": 1, "paris_beaten_late": 2, "berlin_reached": 4}
_EARLY, _LATE = 1915, 1917
#: Number of Russian VP spaces that suffices if another one is near.
_NEAR_ENOUGH = 2

# -- Russia (16.4.3) --------------------------------------------------------------------


def near_another(state: State) -> bool:
    """Return whether two VP spaces in Russia are held, and a supplied unit is next to an Allied one."""
    if war_status.russian_vp(state) < _NEAR_ENOUGH:
        return False
    rules = state.rules
    wanted = rules.vp_spaces & rules.board.lands("ru") & state.control[AP]
    lines, loc = rules.board.lines, state.loc
    return any(lines[unit][loc[unit]] & wanted for unit in members(supply.supplied_units(state, CP)))


# -- peace (16.5.4) ---------------------------------------------------------------------


def asked_this_turn(state: State, side: int) -> Reason | None:
    """Return the reason if the side has already offered peace this turn."""
    asked = any(kind == "peace" for kind, _ in state.actions[side])
    return Reason("peace_asked_this_turn", "16.5.4", {}) if asked else None


def answered_for_good(state: State, side: int) -> Reason | None:
    """Return the reason if an earlier offer of the side moved the VP: it makes no other."""
    return Reason("peace_answered_for_good", "16.5.4", {}) if state.marks["peace_closed"] >> side & 1 else None


@dataclass(frozen=True, slots=True)
class AnswerOnce(AnswerPeace):
    """A peace answer; one that moves the VP is the last that the side gets."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Resolve the answer, noting whether it moved the VP."""
        before = game.state.vp
        AnswerPeace.resolve(self, game, choice)
        if game.state.vp != before:
            game.state.marks["peace_closed"] |= 1 << self.offerer


# -- VP (5.5.1.1) -----------------------------------------------------------------------


def _score_once(game: Game[State], cause: str) -> None:
    marks = game.state.marks
    if not marks["scored_once"] & _ONCE[cause]:
        marks["scored_once"] |= _ONCE[cause]
        victory.score(game, cause)


def before_paris(game: Game[State], combat: Combat) -> None:
    """Score the first CP victory against Paris up to 1915, and the first from 1917 on."""
    state = game.state
    if combat.side != CP or combat.winner != "attacker" or combat.target != state.rules.board.space("paris"):
        return
    year = state.rules.content.turns[state.turn - 1].year
    if year <= _EARLY:
        _score_once(game, "paris_beaten_early")
    elif year >= _LATE:
        _score_once(game, "paris_beaten_late")


def _before_berlin(state: State) -> int:
    board = state.rules.board
    return board.common[board.space("berlin")]


def near_berlin(game: Game[State], side: int) -> None:
    """Score the first Allied unit next to Berlin when an Allied action begins or ends; results of an enemy action wait."""
    if side == AP and _before_berlin(game.state) & game.state.occupied[AP]:
        _score_once(game, "berlin_reached")


def passes_berlin(game: Game[State], space: int) -> None:
    """Check during movement too, when units have just left a space for the next."""
    near_berlin(game, game.state.phasing)


def advances_on_berlin(game: Game[State], combat: Combat) -> None:
    """Check every space of an advance."""
    near = _before_berlin(game.state)
    if combat.side == AP and any(near >> space & 1 for _, path in combat.advances for space in path):
        _score_once(game, "berlin_reached")


def note_americans(game: Game[State], combat: Combat) -> None:
    """Note that a US army has attacked."""
    rules = game.state.rules
    if combat.attackers & rules.of_nation["us"] & rules.armies:
        game.state.marks["us_attacked"] = 1


def last_vp(state: State) -> list[tuple[str, int]]:
    """Return the VP scored at the end of an Armistice or of turn 20."""
    causes = []
    if not victory.held_in_supply(state, CP, "paris") and not state.marks["friedensturm"]:
        causes.append("paris_never_threatened")
    if not state.marks["us_attacked"]:
        causes.append("us_never_attacked")
    return [(cause, state.rules.content.vp_changes[cause].vp) for cause in causes]


def sane(state: State) -> list[str]:
    """Check the range of this file's marks."""
    limits = {"scored_once": sum(_ONCE.values()), "us_attacked": 1, "peace_closed": 3}
    return [
        f"mark {name} is {state.marks[name]}" for name, most in limits.items() if not 0 <= state.marks[name] <= most
    ]


def amended(tables: Tables) -> Tables:
    """Return the tables with more causes of VP and fewer peace offers."""
    moments = tables.moments
    return replace(
        tables,
        tsar_weak=(*tables.tsar_weak, near_another),
        peace_bars=(*tables.peace_bars, asked_this_turn, answered_for_good),
        final_vp=(last_vp,),
        marks={**tables.marks, "scored_once": 0, "us_attacked": 0, "peace_closed": 0},
        laws=(*tables.laws, sane),
        moments=replace(
            moments,
            attack=(*moments.attack, note_americans),
            left=(*moments.left, passes_berlin),
            action_begins=(*moments.action_begins, near_berlin),
            action_over=(*moments.action_over, near_berlin),
            combat_over=(*moments.combat_over, before_paris, advances_on_berlin),
        ),
    )


VICTORY = Theme(amended, replaced=(AnswerOnce,))
