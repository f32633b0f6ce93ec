"""Where a unit of one's own can end its move now, or why it can't move: said beside where it is, for `how far can RU 2 go`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.table.typed_text import tokens
from bot.titles.pog.notation.path_search import ways
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import fitting, read_unit

if TYPE_CHECKING:
    from bot.table.table import Table
    from bot.titles.pog.narration.names import Names
    from bot.titles.pog.notation.lexicon import Lexicon

#: Spaces that are named at most.
_MOST = 20


def reachable(names: Names, lexicon: Lexicon, table: Table, where: str) -> str:
    """Return where the one unit that is named can go, or why it can't; "" where it isn't its player's turn to move units."""
    unit = _named(lexicon, table, where) if table.mine and table.kind == "move_unit" else None
    if unit is None:
        return ""
    trial, said = table.trial(), names.unit(unit, bool(weakened(table) >> unit & 1))
    try:
        trial.do("pick", unit)
    except Refusal as refusal:
        return names.words.say("ui.answers.cannot_go", unit=said, why=sentence(names, refusal))
    goals = sorted(ways(trial).items(), key=lambda one: (len(one[1]), names.space(one[0])))
    if not goals:
        return names.words.say("ui.answers.goes_nowhere", unit=said)
    spaces = [names.space(space) for space, _ in goals[:_MOST]]
    if more := len(goals) - len(spaces):
        spaces.append(names.words.say("ui.answers.more_spaces", count=more))
    return names.words.say("ui.answers.can_go", unit=said, spaces=", ".join(spaces))


def _named(lexicon: Lexicon, table: Table, where: str) -> int | None:
    """Return the one unit of one's own on the map that is named, None where it is none, or one of several."""
    words, content = lexicon.counted(tokens(where)), lexicon.book.content
    read = read_unit(lexicon, words, 0) if words else None
    if read is None or read[1] < len(words):
        return None
    own = [
        one.id
        for one in content.units
        if one.side == table.side and content.spaces[stands(table, one.id)].kind == "map"
    ]
    found = fitting(lexicon, read[0], own, weakened(table))
    return found[0] if len(found) == 1 else None


__all__ = ["reachable"]
