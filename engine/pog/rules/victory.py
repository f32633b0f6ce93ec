"""Victory points and the end of the game (5.0)."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game, Result
from engine.pog.content.records import AP, CP, SIDE_NAMES, VictoryLevel
from engine.pog.rules import supply
from engine.pog.state import LEVELS, State


def score(game: Game[State], cause: str, **about: Any) -> None:
    """Change the VP total by a line of the victory point table (positive for the CP)."""
    change = game.state.rules.content.vp_changes[cause].vp
    add(game, cause, change, **about)


def add(game: Game[State], cause: str, change: int, **about: Any) -> None:
    """Change the VP total by a number from a table or a die."""
    if change:
        game.state.vp += change
        game.emit("vp", change=change, vp=game.state.vp, cause=cause, **about)


def of_spaces(state: State) -> int:
    """Return the VP for VP spaces now in enemy hands, positive for the CP (5.1.2)."""
    spaces, printed = state.rules.vp_spaces, state.rules.board.printed
    taken = spaces & printed[AP] & state.control[CP]
    lost = spaces & printed[CP] & state.control[AP]
    return taken.bit_count() - lost.bit_count()


def automatic(state: State) -> int | None:
    """Return the side that wins automatically in segment E.2, if any (5.2)."""
    for threshold in state.rules.content.thresholds:
        if threshold.counter == "vp_min" and state.vp >= threshold.value:
            return CP
        if threshold.counter == "vp_max" and state.vp <= threshold.value:
            return AP
    return None


def armistice(state: State) -> bool:
    """Return True if the combined war status ends the war (16.2.1)."""
    return "armistice" in state.rules.scenario.traits and state.combined >= threshold(state, "armistice")


def threshold(state: State, effect: str) -> int:
    """Return the value at which an effect on the war status tracks occurs."""
    for entry in state.rules.content.thresholds:
        if entry.effect == effect:
            return entry.value
    raise KeyError(effect)


def adjustments(state: State) -> list[tuple[str, int]]:
    """Return the VP changes at the end of an Armistice or turn 20 (5.7.4.8-9)."""
    traits = state.rules.scenario.traits
    return [
        (change.cause, change.vp)
        for change in state.rules.content.vp_changes.values()
        if change.when == "game_end"
        and (change.trait is None or change.trait in traits)
        and state.rules.card(change.card or "") not in state.events
    ]


#: VP changes at the end.
FINAL_VP = (adjustments,)


def level(state: State) -> VictoryLevel:
    """Return the first victory level of the scenario whose conditions hold now."""
    for found in state.rules.scenario.levels:
        if all(_holds(state, condition) for condition in found.conditions):
            return found
    raise AssertionError("a scenario has a level for every case")


def decide(state: State, vp: int) -> int | None:
    """Return the winner for a final VP total by the levels of the scenario; None is a draw."""
    limits = level(state)
    if vp >= limits.cp_min:
        return CP
    return AP if vp <= limits.ap_max or state.rules.options.tournament else None


def of_the_end(state: State, reason: str = "turn_limit") -> list[tuple[str, int]]:
    """Return the VP changes when the game ends for a reason decided by the VP level, including the bid."""
    changes: list[tuple[str, int]] = []
    if reason != "total_war":
        changes = [change for made in state.rules.tables.final_vp for change in made(state)]
    if state.rules.options.bid:
        side, points = state.rules.options.bid
        changes.append(("bid", -points if side == CP else points))
    return changes


def judged(state: State) -> tuple[int | None, int]:
    """Return who would win if the war ended now, and by how many VP the AP leads; changes nothing."""
    vp = state.vp + sum(change for _, change in of_the_end(state))
    return decide(state, vp), margin(state, vp)


def margin(state: State, vp: int) -> int:
    """Return how many VP the AP is ahead of the middle of a draw."""
    limits = level(state)
    return (limits.ap_max + limits.cp_min) // 2 - vp


def _holds(state: State, condition: str) -> bool:
    kind, _, what = condition.partition(":")
    if kind == "held":
        side, _, space = what.partition(":")
        return held_in_supply(state, SIDE_NAMES.index(side), space)
    return (state.rules.card(what) in state.events) == (kind == "played")


def held_in_supply(state: State, side: int, space: str) -> bool:
    """Return True if a side controls a space that can trace to one of its sources."""
    number = state.rules.board.space(space)
    return bool(state.control[side] >> number & 1) and supply.space_in_supply(state, side, number)


def finish(game: Game[State], reason: str, winner: int | None = None) -> None:
    """End the game; if no winner is given the VP level decides.

    Reasons: automatic_victory, armistice, turn_limit, total_war, peace_terms, peace_lost_by_both. Adjustments
    and bids (5.6.1.1) count everywhere except for automatic victory and accepted peace.
    """
    state = game.state
    changes: list[tuple[str, int]] = []
    if reason in ("armistice", "turn_limit", "total_war"):
        changes = of_the_end(state, reason)
        for cause, change in changes:
            add(game, cause, change)
        winner = decide(state, state.vp)
    state.phase = "over"
    data = {"vp": state.vp, "turn": state.turn, "adjustments": changes}
    data["commitment"] = [LEVELS[level] for level in state.commitment]
    game.emit("game_over", winner=winner, reason=reason, vp=state.vp, adjustments=tuple(changes))
    game.finish(Result(winner, reason, data))
