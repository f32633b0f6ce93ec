"""Places named by where others are: `34 next to the guns`, `38 follows 43`, `closer to V35`, `27ib faces the enemy`.

Such a line seldom means one hex, so its orders are only proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import LiegeLexicon
from bot.titles.liege.notation.mentions import scan, words_of
from engine.core.bits import members
from engine.liege.fog import hidden_hexes
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState
from engine.liege.view import knows

#: The order by which units go somewhere, by kind of decision.
_GOING: Final = {"march": "march", "marching": "march", "afterwards": "shift", "shifting": "shift", "retreat": "retreat", "withdraw": "withdraw"}  # fmt: skip
#: Decisions at which units are turned.
_TURNING: Final = frozenset({"march", "marching", "afterwards"})


def related(context: OfferContext, line: str) -> Iterator[str]:
    """Yield the orders that bring the units of a line to hexes by a relation, the nearest first, or turn them to the enemy."""
    known = words_of(context)
    if confronts(context, line):
        yield from _turned(context, known, line)
    yield from _stacked(context, line)
    found = next(((name, one) for name, words in known.relations.items() if (one := words.search(line))), None)
    if found is None or context.table.kind not in _GOING:
        return
    relation, match = found
    movers, goal = _own_units(context, line[: match.start()]), _place(context, line[match.end() :])
    starts = {_state(context).at[one] for one in movers}
    if not movers or goal == NOWHERE or len(starts) != 1:
        return
    names = cast("LiegeBook", context.names)
    units = " ".join(names.short(one) for one in movers)
    for hex_ in _goals(context, relation, starts.pop(), goal):
        yield f"{_GOING[context.table.kind]} {units} to {names.hex(hex_).lower()}"


def _stacked(context: OfferContext, line: str) -> Iterator[str]:
    """Yield the march of units to those with which they are to be stacked: `stack 11ib with 27ib`."""
    known, names = words_of(context), cast("LiegeBook", context.names)
    first, _, rest = line.partition(" ")
    units, _, others = rest.partition(" with ")
    if context.table.kind != "march" or LiegeLexicon.key(first) not in known.clause["stacking"] or not others:
        return
    movers, goal = _own_units(context, units), _place(context, others)
    if movers and goal != NOWHERE:
        yield f"march {' '.join(names.short(one) for one in movers)} to {names.hex(goal).lower()}"


def confronts(context: OfferContext, line: str) -> bool:
    """Return whether a line turns units to the enemy, wherever he is."""
    return context.table.kind in _TURNING and bool(words_of(context).confronting.search(line))


def _goals(context: OfferContext, relation: str, start: int, goal: int) -> list[int]:
    """Return the hexes that a relation to a goal may mean, the nearest to the start first."""
    grid = _state(context).facts.grid
    if relation == "after":
        return [goal]
    around = goal if relation == "beside" else start
    near = [one for one in grid.beyond[around] if one not in (NOWHERE, start)]
    if relation == "closer":
        near = [one for one in near if grid.distance(one, goal) < grid.distance(start, goal)]
    return sorted(near, key=lambda one: grid.distance(one, start if relation == "beside" else goal))


def _turned(context: OfferContext, known: LiegeLexicon, line: str) -> Iterator[str]:
    """Yield the facings of the named units, or of each stack if none is named, toward enemies next to them."""
    state, names = _state(context), cast("LiegeBook", context.names)
    units = _own_units(context, known.confronting.sub(" ", line)) or _own_on_map(context)
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(state.at[unit], []).append(unit)
    enemies = _enemy_hexes(context)
    for hex_, stack in stacks.items():
        who = " ".join(names.short(one) for one in stack)
        for other in state.facts.grid.beyond[hex_]:
            if other in enemies:
                yield f"turn {who} facing {names.hex(other).lower()}"


def _enemy_hexes(context: OfferContext) -> set[int]:
    """Return the hexes in which a player knows enemies, and those with hidden ones, which are public."""
    state, side = _state(context), context.table.side
    known = {
        state.at[one]
        for one, unit in enumerate(state.facts.units)
        if unit.side != side and state.at[one] >= 0 and knows(state, one, side)
    }
    return known | {*members(hidden_hexes(state, 1 - side))}


def _own_units(context: OfferContext, text: str) -> list[int]:
    """Return the own units on the map that a text names."""
    found = (one for item in scan(context, text).of("unit") for one in item.ids)
    return _on_map(context, found)


def _own_on_map(context: OfferContext) -> list[int]:
    return _on_map(context, range(len(_state(context).at)))


def _on_map(context: OfferContext, units: Iterable[int]) -> list[int]:
    state = _state(context)
    own = (one for one in units if state.facts.units[one].side == context.table.side and state.at[one] >= 0)
    return list(dict.fromkeys(own))


def _place(context: OfferContext, text: str) -> int:
    """Return the hex that a text names, or the one in which all units that it names are known to be; else NOWHERE."""
    state, said, side = _state(context), scan(context, text), context.table.side
    hexes = {one for item in said.of("hex") for one in item.ids[:1]}
    hexes |= {state.facts.forts[one].hex for item in said.of("fort") for one in item.ids[:1]}
    if not hexes:
        units = (one for item in said.of("unit") for one in item.ids)
        hexes = {state.at[one] for one in units if state.at[one] >= 0 and knows(state, one, side)}
    return hexes.pop() if len(hexes) == 1 else NOWHERE


def _state(context: OfferContext) -> LiegeState:
    return cast("LiegeState", context.table.game.state)


__all__ = ["confronts", "related"]
