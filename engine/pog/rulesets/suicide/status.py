"""War status in the variant: two markers of their own, and commitment that rises after an action (16)."""

from __future__ import annotations

from dataclasses import replace

from engine.pog.content.records import AP, CP
from engine.pog.rules import reinforcement, war_status
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.drawing import shuffle_in
from engine.pog.state import LIMITED, State
from engine.pog.tables import Tables


def markers_move(game: PogGame, side: int, points: int) -> None:
    """16.2.2: the markers of turmoil and involvement; which cards move them is ours."""
    marks = game.state.marks
    both = game.state.rules.switches["soe.track_gain"] == "both_sides"
    for name, gainer in (("turmoil", CP), ("involvement", AP)):
        if both or side == gainer:
            marks[name] += points


def turmoil(state: State) -> int:
    """16.4: the marker of Russian turmoil."""
    return state.marks["turmoil"]


def involvement(state: State) -> int:
    """16.3: the marker of British entry and US involvement."""
    return state.marks["involvement"]


def commitment_rises(game: PogGame, side: int) -> None:
    """16.1.2: looked at after each action of the active player from turn 3 on; the cards join at once (16.1.3)."""
    state = game.state
    if not state.rules.content.turns[state.turn - 1].commitment_check:
        return
    level = war_status.next_level(state, side)
    if level is None:
        return
    war_status.raise_commitment(game, side, level)
    state.reshuffle_due &= ~(1 << side)
    shuffle_in(game, side)
    if side == CP and level == LIMITED and "tu" not in state.at_war:  # 16.1.3.1
        reinforcement.nation_enters(game, "tu")
        reinforcement.persia_takes_sides(game)


def amended(tables: Tables) -> Tables:
    """The markers take the place of the combined war status."""
    moments = tables.moments
    return replace(
        tables,
        marks={**tables.marks, "turmoil": 0, "involvement": 0},
        turmoil=(turmoil,),
        involvement=(involvement,),
        moments=replace(
            moments,
            war_status=(*moments.war_status, markers_move),
            action_over=(*moments.action_over, commitment_rises),
        ),
    )


STATUS = Theme(amended)
