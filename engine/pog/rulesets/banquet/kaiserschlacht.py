"""The great German offensives: where and when Michael, Blücher and Friedensturm can be played (9.5.6)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask
from engine.core.game import Game
from engine.pog.cards import combat_cards
from engine.pog.cards.events import CardEvent
from engine.pog.combat_state import Combat
from engine.pog.content.records import CP
from engine.pog.rulesets.theme import Theme
from engine.pog.state import State
from engine.pog.tables import CombatCard, Tables

#: By decreasing strength.
OFFENSIVES = ("cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive")
#: Cards that try out the new tactics.
TRIALS = ("cp_43_von_below", "cp_44_von_hutier")
_WEST = ("fr", "be")
_ELSEWHERE = ("ge", "ah", "ru")


def _was_played(state: State, *cards: str) -> bool:
    return any(state.rules.card(name) in state.events for name in cards)


def in_russia_after_hoffmann(state: State, combat: Combat, owner: int) -> bool:
    """Return whether the target is outside Russia or Hoffmann was played before (CP 37)."""
    return not state.rules.board.lands("ru") >> combat.target & 1 or _was_played(state, "cp_37_hoffmann")


def where_and_when(state: State, combat: Combat, owner: int) -> bool:
    """Return whether time and place fit: five countries, not Winter 1919; in the west after Brest-Litovsk and a trial, in two turns (9.5.6)."""
    board = state.rules.board
    if not board.lands(*_WEST, *_ELSEWHERE) >> combat.target & 1 or _last_winter(state):
        return False
    if not board.lands(*_WEST) >> combat.target & 1:
        return True
    first = state.marks["kaiserschlacht"]
    tried = _was_played(state, *TRIALS) or bool(state.marks["stosstruppen"])
    return _was_played(state, "cp_45_treaty_of_brest_litovsk") and tried and (not first or state.turn - first <= 1)


def _last_winter(state: State) -> bool:
    turn = state.rules.content.turns[state.turn - 1]
    return turn.season == "winter" and turn.year == 1919


def note_offensive(game: Game[State], combat: Combat) -> None:
    """Note a trial in Russia, the first offensive in the west, and a Friedensturm there."""
    state = game.state
    rules = state.rules
    committed = combat.cards[CP]
    if not committed & mask(rules.card(name) for name in OFFENSIVES):
        return
    if rules.board.lands("ru") >> combat.target & 1:
        state.marks["stosstruppen"] = 1
    if rules.board.lands(*_WEST) >> combat.target & 1:
        state.marks["kaiserschlacht"] = state.marks["kaiserschlacht"] or state.turn
        if committed >> rules.card("cp_51_peace_offensive") & 1:
            state.marks["friedensturm"] = 1


def sane(state: State) -> list[str]:
    """Check that the first offensive is not in the future and the marks are flags."""
    late = state.marks["kaiserschlacht"] > state.turn
    flags = any(state.marks[name] not in (0, 1) for name in ("stosstruppen", "friedensturm"))
    return [f"marks of the Kaiserschlacht {state.marks}"] if late or flags else []


_DELUXE = combat_cards.COMBAT_CARDS
#: Cards of Deluxe with the conditions added to theirs.
_BOUND = {
    **{_DELUXE[name]: (in_russia_after_hoffmann, where_and_when) for name in OFFENSIVES},
    **{_DELUXE[name]: (in_russia_after_hoffmann,) for name in TRIALS},
}


def _with_conditions(card: CombatCard) -> CombatCard:
    conditions = _BOUND.get(card, ())
    return replace(card, usable=combat_cards.all_of(card.usable, *conditions)) if conditions else card


def amended(tables: Tables) -> Tables:
    """Return the tables with five cards bound to place and time; those that try out the tactics can also be played alone."""
    moments = tables.moments
    return replace(
        tables,
        events={**tables.events, **dict.fromkeys(TRIALS, CardEvent())},
        combat_cards={number: _with_conditions(card) for number, card in tables.combat_cards.items()},
        marks={**tables.marks, "stosstruppen": 0, "kaiserschlacht": 0, "friedensturm": 0},
        laws=(*tables.laws, sane),
        moments=replace(moments, combat_over=(*moments.combat_over, note_offensive)),
    )


KAISERSCHLACHT = Theme(amended)
