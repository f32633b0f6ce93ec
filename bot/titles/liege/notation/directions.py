"""Routes given by directions, resolved to hexes: `38ib one hex south`, `1 SE then 1 N`, `they go nw`.

A route starts at the named units, or at the unit that must move. One that leads off the map, or whose units are in several hexes,
is marked with an unknown word, so that it isn't read as a facing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import Item, LiegeLexicon, lexicon
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState

#: Decisions with movement along a route, and those with one step to an adjacent hex.
_GOING: Final = frozenset({"march", "marching", "afterwards", "shifting"})
_BACK: Final = frozenset({"retreat", "withdraw"})
#: A word that no order knows.
_LOST: Final = "xsomewherex"
#: Returns the units named in a text.
Units = Callable[[str], list[Item]]


def by_hexes(context: OfferContext, text: str, units: Units) -> str:
    """Replace directions in a line by the hexes they lead to."""
    known = lexicon(cast("LiegeBook", context.names))
    kind = context.table.kind
    if not context.table.mine or kind not in _GOING | _BACK:
        return text
    found = list(known.stepping.finditer(text))
    if found:
        return _resolve_steps(context, text, found, _start(context, known.stepping.sub(" ", text), units))
    if kind in _BACK or (kind == "afterwards" and known.going.search(text)):
        return _resolve_direction(context, text, _start(context, text, units))
    return text


def _start(context: OfferContext, text: str, units: Units) -> int:
    """Return the common hex of the named units, else of the unit that must move; NOWHERE if there is no single one."""
    state, facts = cast("LiegeState", context.table.game.state), cast("LiegeBook", context.names).facts
    named = units(text)
    own = [one for item in named for one in item.ids if facts.units[one].side == context.table.side]
    if not named:
        own = list(tuple(context.table.field("units") or ())[:1]) if context.table.kind in _BACK else []
    hexes = {state.at[one] for one in own}
    return hexes.pop() if len(hexes) == 1 else NOWHERE


def _resolve_steps(context: OfferContext, text: str, found: list[re.Match[str]], start: int) -> str:
    """Replace each step of a route by the hex it leads to."""
    names = cast("LiegeBook", context.names)
    known, here, at, parts = lexicon(names), start, 0, list[str]()
    for step in found:
        parts.append(text[at : step.start()])
        at = step.end()
        way = [here := _neighbour(context, here, known.name(side, "side")) for side in _sides(known, step)]
        goals = way if step["more"] else way[-1:]
        parts += [_LOST + step[0]] if NOWHERE in way else [f" to {names.hex(one).lower()} " for one in goals]
    return "".join([*parts, text[at:]])


def _sides(known: LiegeLexicon, step: re.Match[str]) -> list[str]:
    """Return the direction of each hex of a step; an unknown one if their number differs from the count."""
    count = known.steps[known.key(step["count"] or step["alone"] or step["behind"])]
    named = [step["side"] or step["before"], *(known.each_side.findall(step["more"] or ""))]
    return named * count if len(named) == 1 else named if len(named) == count else [""]


def _resolve_direction(context: OfferContext, text: str, start: int) -> str:
    """Replace a lone direction in a line by the hex beyond: `fall back southwest`."""
    names = cast("LiegeBook", context.names)
    known = lexicon(names)
    items = [item for item in known.scan(text)[0] if item.kind in ("side", "facing", "hex", "fort")]
    if [item.kind for item in items] != ["side"] or len(items[0].ids) != 1:
        return text
    here = _neighbour(context, start, items[0].ids)
    word = re.compile(rf"\b{re.escape(items[0].text)}\b")
    return text if here == NOWHERE else word.sub(f"to {names.hex(here).lower()}", text, count=1)


def _neighbour(context: OfferContext, hex_: int, side: tuple[int, ...]) -> int:
    """Return the hex beyond a hexside, NOWHERE off the map or for an unknown side."""
    grid = cast("LiegeState", context.table.game.state).facts.grid
    return grid.beyond[hex_][side[0]] if hex_ != NOWHERE and len(side) == 1 else NOWHERE


__all__ = ["by_hexes"]
