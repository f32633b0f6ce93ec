"""War status in the variant: two separate markers, and commitment that rises after an action (16)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.pog.content.records import AP, CP
from engine.pog.rules import reinforcement, war_status
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.drawing import shuffle_in
from engine.pog.state import LEVELS, LIMITED, State
from engine.pog.tables import Tables

#: The mark with substitute cards that an event has named and that wait for rising commitment.
SUBSTITUTES = "substitutes"


def markers_move(game: PogGame, side: int, points: int) -> None:
    """Move the markers of turmoil and involvement (16.2.2); which cards move them is ours."""
    marks = game.state.marks
    both = game.state.rules.switches["soe.track_gain"] == "both_sides"
    for name, gainer in (("turmoil", CP), ("involvement", AP)):
        if both or side == gainer:
            marks[name] += points


def turmoil(state: State) -> int:
    """Return the marker of Russian turmoil (16.4)."""
    return state.marks["turmoil"]


def involvement(state: State) -> int:
    """Return the marker of British entry and US involvement (16.3)."""
    return state.marks["involvement"]


def substitutes_join(state: State, side: int) -> None:
    """Add substitute cards named by an event along with the new cards (16.1.3); so far no event names any (ours)."""
    named = state.marks[SUBSTITUTES] & state.rules.cards_of_side[side]
    ready = mask(
        card for card in members(named) if LEVELS.index(state.rules.content.cards[card].deck) <= state.commitment[side]
    )
    state.marks[SUBSTITUTES] &= ~ready
    state.swapped_in[side] |= ready
    state.deck[side] |= ready


def commitment_rises(game: PogGame, side: int) -> None:
    """Raise the commitment level after an action of the active player from turn 3 on (16.1.2); the cards join at once (16.1.3)."""
    state = game.state
    if not state.rules.content.turns[state.turn - 1].commitment_check:
        return
    level = war_status.next_level(state, side)
    if level is None:
        return
    war_status.raise_commitment(game, side, level)
    substitutes_join(state, side)
    state.reshuffle_due &= ~(1 << side)
    shuffle_in(game, side)
    if side == CP and level == LIMITED and "tu" not in state.at_war:  # 16.1.3.1
        reinforcement.nation_enters(game, "tu")
        reinforcement.persia_takes_sides(game)


def amended(tables: Tables) -> Tables:
    """Return the tables in which the markers replace the combined war status."""
    moments = tables.moments
    return replace(
        tables,
        marks={**tables.marks, "turmoil": 0, "involvement": 0, SUBSTITUTES: 0},
        turmoil=(turmoil,),
        involvement=(involvement,),
        moments=replace(
            moments,
            war_status=(*moments.war_status, markers_move),
            action_over=(*moments.action_over, commitment_rises),
        ),
    )


STATUS = Theme(amended)
