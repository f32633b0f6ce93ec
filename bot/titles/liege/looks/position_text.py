"""Text descriptions of a position for a viewer: forts, units in a hex, a unit with its ratings, the score."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.titles.liege.book import LiegeBook, led
from engine.core.bits import members
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fog import hidden_hexes
from engine.liege.grid import NOWHERE
from engine.liege.points import Earned, earned, score
from engine.liege.state import DEPLOYED, EXHAUSTED, FIRED, FORCED, MARCHED, TIRED, WAITING, LiegeState
from engine.liege.view import earned_as_known, known_score, knows
from engine.liege.zones import width_of
from renderer.liege.sheet import part_of_a_point

#: The text keys of a unit's marks, most important first.
MARKS: Final = {
    "fired": FIRED,
    "deployed": DEPLOYED,
    "forced": FORCED,
    "exhausted": EXHAUSTED,
    "tired": TIRED,
    "marched": MARCHED,
}


def forts_left(names: LiegeBook, state: LiegeState) -> str:
    """Return how many forts are active, and which have fallen."""
    forts = state.facts.forts
    fallen = [fort.title for number, fort in enumerate(forts) if not state.active(number)]
    left = len(forts) - len(fallen)
    if not fallen:
        return names.words.say("ui.liege.forts_all", count=left)
    return names.words.say("ui.liege.forts_left", count=left, all=len(forts), fallen=names.words.listed(fallen))


def unit_line(names: LiegeBook, state: LiegeState, unit: int) -> str:
    """Return a unit with its steps, facing, ratings and marks."""
    own, level, say = names.facts.units[unit], state.level[unit], names.words.say
    told = [say("ui.liege.steps", count=state.steps(unit), full=own.steps)]
    if width_of(own, state.steps(unit), state.scenario.small_front) < len(names.facts.grid.beyond[0]):
        told.append(say("ui.liege.faces", facing=names.facing(state.facing[unit])))
    ratings = {"cbf": own.cbf[level], "arf": own.arf[level], "aff": own.aff, "cab": own.cab[level], "mf": own.mf[level]}
    told += [say(f"ui.liege.{rating}", value=value) for rating, value in ratings.items() if value]
    if own.shells:
        told.append(say("ui.liege.shells", count=state.shells[state.facts.shells.index(own.shells)]))
    told += [say(f"ui.liege.marks.{word}") for word, mark in MARKS.items() if state.has(unit, mark)]
    return say("ui.liege.unit_line", unit=own.title, name=names.long(unit), told=", ".join(told))


def hex_text(names: LiegeBook, state: LiegeState, hex_: int, viewer: int | None) -> str:
    """Return the content of a hex as a viewer may know it: terrain, forts, units, and the presence of hidden units."""
    say, facts = names.words.say, names.facts
    terrain = facts.terrain[hex_]
    lines = [
        say("ui.liege.ground", hex=names.place(hex_), terrain=say(f"names.terrain.{terrain.name}"), count=terrain.stack)
    ]
    forts = [number for number, fort in enumerate(facts.forts) if fort.hex == hex_]
    for kind, there in (
        ("forts_here", [one for one in forts if state.active(one)]),
        ("forts_fallen", [one for one in forts if not state.active(one)]),
    ):
        if there:
            lines.append(say(f"ui.liege.{kind}", forts=names.words.listed([facts.forts[one].title for one in there])))
    lines += [unit_line(names, state, unit) for unit in state.units_at(hex_) if knows(state, unit, viewer)]
    lines += [
        say("ui.liege.hidden_here", side=names.side(side))
        for side in (GERMAN, ALLIED)
        if side != viewer and hidden_hexes(state, side) >> hex_ & 1
    ]
    return "\n".join(lines)


def score_line(names: LiegeBook, state: LiegeState, viewer: int | None, *, over: bool) -> str:
    """Return the score as a viewer may know it, and what is needed to win."""
    worth = state.scenario.worth
    known = score(state) if over else known_score(state, viewer)
    key = "ui.liege.score" if worth.win == worth.draw else "ui.liege.score_draws"
    return names.words.say(
        key,
        score=led(known),
        win=worth.win,
        draw=worth.draw,
    )


def _score_lines(state: LiegeState, viewer: int | None, *, over: bool) -> Sequence[Earned]:
    """Return the lines of the score; those that depend on hidden units are known to their side only, until the game is over."""
    return earned(state) if over else earned_as_known(state, viewer)


def score_lines(names: LiegeBook, state: LiegeState, viewer: int | None, *, over: bool) -> list[str]:
    """Return what each side has scored, line by line, without empty lines."""
    return [
        _score_line(names, line, state.scenario.worth.each[line.what])
        for line in _score_lines(state, viewer, over=over)
        if line.times
    ]


def _score_line(names: LiegeBook, line: Earned, each: Fraction) -> str:
    """Return one line of the score; where each counts a part of a point, it says so."""
    say, counted = names.words.say, {"count": line.times, "points": line.points}
    told = say(f"ui.liege.earned.{line.what}", side=names.side(line.side), **counted)
    return told if each.denominator == 1 else say("ui.liege.earned.each", line=told, each=part_of_a_point(each))


def _coming(names: LiegeBook, state: LiegeState, side: int, viewer: int | None) -> list[str]:
    """Return which units are still to come, with their hexes, turn by turn; units that arrived hidden must not be told apart from them."""
    if state.fog and side != viewer:
        return []
    by_turn: dict[int, list[str]] = {}
    for unit, arrival in state.scenario.arrivals.items():
        if names.facts.units[unit].side == side and state.at[unit] == WAITING:
            told = names.words.say("ui.liege.unit_in", unit=names.unit(unit), hex=names.hex(arrival.hex))
            by_turn.setdefault(max(arrival.turn, state.turn), []).append(told)
    return [
        names.words.say("ui.liege.coming", turn=turn, units=names.words.listed(units))
        for turn, units in sorted(by_turn.items())
    ]


def around(names: LiegeBook, hex_: int) -> str:
    """Return the hexes next to a hex, each with the side on which it is."""
    beyond = names.facts.grid.beyond[hex_]
    told = [
        names.words.say("ui.liege.beside", side=names.facing(side), hex=names.place(other))
        for side, other in enumerate(beyond)
        if other != NOWHERE
    ]
    return names.words.say("ui.liege.around", hexes=", ".join(told))


def side_text(names: LiegeBook, state: LiegeState, side: int, viewer: int | None) -> str:
    """Return a side's units as a viewer may know them, hex by hex, and how many are still to come."""
    say, facts = names.words.say, names.facts
    by_hex: dict[int, list[int]] = {}
    for unit, at in enumerate(state.at):
        if at >= 0 and facts.units[unit].side == side and knows(state, unit, viewer):
            by_hex.setdefault(at, []).append(unit)
    stacks = [
        say("ui.liege.stack", hex=names.place(at), units=names.units(there)) for at, there in sorted(by_hex.items())
    ]
    hidden = members(hidden_hexes(state, side)) if side != viewer else ()
    if hidden:
        stacks.append(say("ui.liege.hidden_at", hexes=names.words.listed([names.place(at) for at in hidden])))
    told = " ".join([*stacks, *_coming(names, state, side, viewer)])
    return say("ui.liege.side", side=names.side(side), units=told or say("ui.liege.nobody"))


__all__ = ["around", "forts_left", "hex_text", "score_line", "score_lines", "side_text", "unit_line"]
