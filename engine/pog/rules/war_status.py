"""War status, commitment levels and the tracks that depend on them (9.5.1.3, 16.0)."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.content.records import CP
from engine.pog.rules.victory import threshold
from engine.pog.state import LEVELS, LIMITED, MOBILIZATION, TOTAL, State


def raise_by(game: Game[State], side: int, points: int) -> None:
    """Add a card's war status to its side's and the combined total (9.5.1.3).

    16.1.6 lets a side's own marker come off at Total War; it stays here, and nothing reads it.
    """
    if not points:
        return
    state = game.state
    state.war_status[side] += points
    state.combined += points
    game.emit("war_status", side=side, value=state.war_status[side], combined=state.combined)
    for happens in state.rules.tables.moments.war_status:
        happens(game, side, points)
    update_tracks(state)


def turmoil(state: State) -> int:
    """Return the status that the fall of the Tsar requires, in addition to what the CP holds in Russia (16.4.4)."""
    return next((v for asked in state.rules.tables.turmoil if (v := asked(state)) is not None), state.combined)


def involvement(state: State) -> int:
    """Return the status that US entry requires (16.3.2)."""
    return next((v for asked in state.rules.tables.involvement if (v := asked(state)) is not None), state.combined)


def russian_vp(state: State) -> int:
    """Return the number of VP spaces in Russia that the CP controls (16.4.2)."""
    rules = state.rules
    return (rules.vp_spaces & rules.board.lands("ru") & state.control[CP]).bit_count()


def update_tracks(state: State) -> None:
    """Move the US entry marker to the box that the combined war status allows (16.3.2)."""
    if state.us_entry == 0 and involvement(state) >= threshold(state, "zimmermann_allowed"):
        state.us_entry = 1
    _update_russian_track(state)


def _update_russian_track(state: State) -> None:
    """Update the reversible boxes of the Russian capitulation track (16.4.3, 16.4.4)."""
    if state.russian in (0, 1):
        state.russian = int(any(weak(state) for weak in state.rules.tables.tsar_weak))
        return
    held = russian_vp(state)
    if state.russian in (2, 3):
        total = turmoil(state) + held
        state.russian = 3 if total >= threshold(state, "fall_of_the_tsar_allowed") else 2
    if state.russian in (4, 5) and _turn_after_the_fall(state):
        rules = state.rules
        europe = rules.vp_spaces & rules.board.lands("ru") & ~rules.board.near_east
        lost = not europe & ~state.control[CP]
        state.russian = 5 if held > state.tsar_fell_count or lost else 4


def vp_lost(state: State) -> bool:
    """Return whether the Central Powers hold enough VP spaces in Russia (16.4.3)."""
    return russian_vp(state) >= threshold(state, "tsar_takes_command_allowed")


#: Conditions for the Tsar to take command.
TSAR_WEAK = (vp_lost,)


def _turn_after_the_fall(state: State) -> bool:
    """Return whether Fall of the Tsar was in an earlier turn, as Bolshevik Revolution requires (16.4.6)."""
    return state.events[state.rules.card("cp_52_fall_of_the_tsar")] < state.turn


def next_level(state: State, side: int) -> int | None:
    """Return the commitment level that a side rises to in this War Status Phase, if any (16.1)."""
    level = state.commitment[side]
    if level == MOBILIZATION and state.war_status[side] >= threshold(state, "limited_war"):
        return LIMITED
    if level == LIMITED and state.war_status[side] >= threshold(state, "total_war"):
        return TOTAL
    return None


def raise_commitment(game: Game[State], side: int, level: int) -> None:
    """Raise the level and add the new cards; they are shuffled in with the discards before the next draw (16.1.3)."""
    state = game.state
    state.commitment[side] = level
    state.deck[side] |= state.rules.deck_cards(state, side, LEVELS[level])
    state.reshuffle_due |= 1 << side
    game.emit("commitment", side=side, level=LEVELS[level])
