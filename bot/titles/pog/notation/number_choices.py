"""Typed choices of a nation's replacement points, or of a number."""

from __future__ import annotations

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles.pog.notation.decision_paragraphs import no_such_choice
from bot.titles.pog.notation.lexicon import Lexicon
from engine.errors import Reason

#: Kinds of arguments handled here.
KINDS = frozenset({"pool", "number"})
#: Codes of refusals of a text that was understood.
KNOWN = frozenset({"no_points_of"})


def read(lexicon: Lexicon, table: Table, kind: str, text: str, part: str) -> int:
    """Return the argument a text means: points by name or by a nation that takes them, or a number.

    Raises:
        Refusal: it means none; the legal ones are offered.
    """
    if kind == "number" and text.isdecimal():
        return int(text)
    found = _pool(lexicon, table, phrase(text)) if kind == "pool" else None
    if found is None and kind == "pool" and phrase(text) in lexicon.nations:
        code = lexicon.nations[phrase(text)]
        raise Refusal(refuse("no_points_of", table.face.rule, nation=code).reason, part, table.present())
    if found is None:
        raise no_such_choice(table, text, part)
    return found


def _pool(lexicon: Lexicon, table: Table, wanted: str) -> int | None:
    """Return the points of a side by their name, or by a nation whose units take them."""
    content, code = lexicon.book.content, lexicon.nations.get(wanted, "")
    by_name = {phrase(lexicon.book.nation(pool)): pool for pool in content.pools[table.side]}
    by_name |= {phrase(pool): pool for pool in content.pools[table.side]}  # as the record writes it
    by_nation = {unit.nation: unit.pool for unit in content.units if unit.side == table.side and unit.pool}
    pool = by_name.get(wanted) or by_nation.get(code)
    return content.every_pool.index(pool) if pool in content.every_pool else None


def why_no_point(table: Table, number: int) -> Reason | None:
    """Return why no point is recorded for a nation (9.4.1)."""
    content = table.game.state.rules.content
    own = number < len(content.every_pool) and content.every_pool[number] in content.pools[table.side]
    return Reason("no_points_yet", "9.4.1", {"nation": content.every_pool[number]}) if own else None


__all__ = ["KINDS", "KNOWN", "read", "why_no_point"]
