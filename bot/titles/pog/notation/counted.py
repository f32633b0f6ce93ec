"""Choices that the engine counts, as players name them: the nation that a point is recorded for; else the number itself."""

from __future__ import annotations

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.words import phrase
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.lexicon import Lexicon
from engine.errors import Reason

#: The verb whose numbers are places in the list of a side's replacement points.
POOL = "pool"
#: Refusals of a text that was understood.
KNOWN = frozenset({"no_points_of"})


def named(names: Names, table: Table, verb: str, number: int) -> str:
    """The number as it is typed and read."""
    return names.nation(names.content.pools[table.side][number]) if verb == POOL else str(number)


def read(lexicon: Lexicon, table: Table, verb: str, text: str, part: str) -> int:
    """The number that a text means.

    Raises:
        Refusal: it means none; the legal ones are offered.
    """
    if verb == POOL:
        found = _pool(lexicon, table, phrase(text))
        if found is None and phrase(text) in lexicon.nations:
            raise refuse("no_points_of", table.face.rule, part, nation=lexicon.nations[phrase(text)])
    else:
        found = int(text) if text.isdecimal() else None
    if found is None:
        there_are = " or ".join(f"“{named(lexicon.book, table, verb, one)}”" for one in table.may(verb))
        data = {"text": text, "near": "", "there_are": there_are}
        raise Refusal(Reason("no_such_choice", table.face.rule, data), part)
    return found


def _pool(lexicon: Lexicon, table: Table, wanted: str) -> int | None:
    """The place of the points that a nation's units of a side take, by the name of the points or of the nation."""
    content = lexicon.book.content
    pools, code = content.pools[table.side], lexicon.nations.get(wanted, "")
    by_name = {phrase(name): number for number, pool in enumerate(pools) for name in (pool, lexicon.book.nation(pool))}
    by_nation = {unit.nation: unit.pool for unit in content.units if unit.side == table.side and unit.pool in pools}
    pool = by_nation.get(code)
    return by_name.get(wanted, pools.index(pool) if pool else None)


def why_no_point(table: Table, number: int) -> Reason | None:
    """Why no point is recorded for a nation (9.4.1)."""
    return Reason("no_points_yet", "9.4.1", {"nation": table.game.state.rules.content.pools[table.side][number]})


__all__ = ["KNOWN", "POOL", "named", "read", "why_no_point"]
