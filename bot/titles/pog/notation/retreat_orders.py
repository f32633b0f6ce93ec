"""Typed orders to retreat, hold or advance units (12.5, 12.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import phrase, pieces
from bot.titles.pog.notation import actions, routes
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.reading import Reader
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import UnitWish
from engine.errors import Reason

#: Words for not advancing.
NONE_WORDS = frozenset({"none", "nobody", "no", "stay"})
#: Units that don't advance, named after those that do: `ge 1 sedan, the 2nd stays`; they are due next.
_STAYING = re.compile(r"\s*[,;]\s*(?:and |but |while )?[^,;]*\b(?:stays?|holds|remains?)\b[^,;]*$", re.IGNORECASE)
#: Phrases that no other unit advances.
_OTHERS_STAY = re.compile(
    r"[,;]\s*(?:and |but |while )?(?:all )?(?:the )?(?:others|rest) (?:stays?|holds?|remains?)\b[^,;]*$", re.IGNORECASE
)


def retreat(lexicon: Lexicon, table: Table, text: str) -> None:
    """Retreat or hold: `fr 5 army cambrai`, `all to cambrai`, `fr 5 army chateau thierry-cambrai`, `hold fr 5 army`."""
    left = _driven_out(table)
    for part in pieces(text) or [""]:
        if left and _gone_already(lexicon, table, left, part):
            continue
        actions.expect(table, part, "retreat", "retreat_option")
        reader = Reader(lexicon, table, part)
        holding = reader.take_word(("hold", "stand"))
        if holding:
            reader.take("with", "via")  # `hold with fr corps`, `hold by fr corps`
        eliminate = reader.take_word(("eliminate",))
        actions.expect(table, part, *(["retreat_option"] if holding else ["retreat"] if eliminate else []))
        wishes, way = _read(reader, table)
        if way and (holding or eliminate):
            raise refuse("no_place_here", part=part, space=way[0])
        if holding:
            _hold(lexicon, table, reader.resolve_at(wishes, [], table.may("hold")) if wishes else [], part)
            continue
        if eliminate:
            if not wishes and table.may("pick"):
                raise refuse("which_units", part=part)
            current = int(table.field("unit", -1))
            for unit in reader.resolve_at(wishes, [], [*table.may("pick"), current]) if wishes else [current]:
                actions.retreats(table, unit, part)
                if lexicon.book.content.spaces[stands(table, unit)].kind == "map":  # else it had no other choice
                    table.do("eliminate", 0, part)
            continue
        if not way and not wishes and table.kind == "retreat_option":
            table.do("retreat", 0, part)
            continue
        if not way:
            raise Refusal(Reason("where_to", table.face.rule), part, table.legal("step"))
        left -= set(_flee(reader, table, wishes, way, part))


def _driven_out(table: Table) -> set[int]:
    """Return the units that have to retreat, or would have to if they don't hold."""
    combat = table.game.state.combat
    if combat is None or table.kind not in ("retreat", "retreat_option"):
        return set()
    space = int(table.field("space", -1))
    return {
        unit for unit in units_of(combat.defenders) if stands(table, unit) == (combat.target if space < 0 else space)
    }


def _gone_already(lexicon: Lexicon, table: Table, left: set[int], part: str) -> bool:
    """Return whether a part only says what its units did by themselves, as the last ones with one way to go."""
    if actions.to_retreat(table) or table.kind == "retreat_option":
        return False
    reader = Reader(lexicon, seen := table.trial(), part)
    try:
        wishes, way = _read(reader, seen)
        units = reader.resolve(wishes, left) if wishes and way else []
    except Refusal:
        return False
    for unit in units:
        routes.check_retreated(table, unit, way, part)
    left.difference_update(units)
    return bool(units)


def _flee(reader: Reader, table: Table, wishes: Sequence[UnitWish], way: list[int], part: str) -> list[int]:
    """Send units along a way, those who are named or all who can go there, and return them."""
    if table.kind == "retreat_option":
        table.do("retreat", 0, part)
    whole, legal = all(_is_whole(wish) for wish in wishes), actions.to_retreat(table)
    units = list(legal) if whole else reader.resolve_at(wishes, [], legal)
    actions.retreat(table, units, _without_start(table, units, way), part)
    if whole and (any(wish.everything for wish in wishes) or _may_follow(table, way, part)):
        _retreat_the_rest(table, way, part)
    return units


def _is_whole(wish: UnitWish) -> bool:
    """Return whether a name means all units, or all of a nation."""
    one = wish.label or wish.army is not None or wish.unit is not None or wish.count > 1
    return wish.everything or (bool(wish.nation) and not one)


def _may_follow(table: Table, way: list[int], part: str) -> bool:
    """Return whether all who still have to retreat can go the same way."""
    try:
        _retreat_the_rest(table.trial(), way, part)
    except Refusal:
        return False
    return True


def _retreat_the_rest(table: Table, way: list[int], part: str) -> None:
    """Send all who still have to retreat the same way."""
    while table.kind == "retreat" and table.mine:
        left = list(actions.to_retreat(table))
        actions.retreat(table, left, _without_start(table, left, way), part)


def _read(reader: Reader, table: Table) -> tuple[list[UnitWish], list[int]]:
    """Return the retreating units and their way, named in either order: `fr 5 cambrai`, `to cambrai with fr 5`."""
    wishes = reader.wishes()
    way = reader.spaces(set(table.may("step")) or reader.prefer())
    way = reader.in_sequence(way, begun=_starts(table, actions.to_retreat(table), way))
    if way and not wishes and reader.take("with"):
        wishes = reader.wishes()
    reader.finish()
    return wishes, way


def _without_start(table: Table, units: Sequence[int], way: list[int]) -> list[int]:
    """Return a way without the space it starts in: `sedan-verdun`."""
    return way[1:] if len(way) > 1 and _starts(table, units, way) else way


def _starts(table: Table, units: Iterable[int], way: Sequence[int]) -> bool:
    """Return whether a way begins where all units are."""
    return bool(way) and all(stands(table, unit) == way[0] for unit in units)


def _hold(lexicon: Lexicon, table: Table, named: Sequence[int], part: str) -> None:
    """Pay the step that holds: of the unit named, or of one that may, if it makes no difference which."""
    legal, reduced, units = table.may("hold"), weakened(table), lexicon.book.content.units
    if not named and len({(units[unit].group, reduced >> unit & 1) for unit in legal}) > 1:
        raise Refusal(Reason("whose_step", "12.5.3"), part, table.legal("hold"))
    if len(found := list(named) or list(legal[:1])) != 1:
        raise refuse("one_holds" if found else "nobody_holds", "12.5.3", part)
    actions.hold(table, found[0], part)


def advance(lexicon: Lexicon, table: Table, text: str) -> None:
    """Advance: `ge 2, ge 3 sedan`, `all sedan`, or `none`; by default into the defender's space; a final `the others stay` ends it."""
    actions.expect(table, text, "advance", "declare_advance")
    naming = table.kind == "declare_advance"
    if phrase(text) in NONE_WORDS:
        table.do("decline" if naming else "finish", 0, text)
        return
    for part in pieces(_STAYING.sub("", text)):
        reader = Reader(lexicon, table, part)
        reader.take("with")
        wishes = reader.wishes()
        way = reader.spaces(set(table.may("step")) or reader.prefer())
        if way and all(wish.everything for wish in wishes) and reader.take("with"):
            wishes = reader.some_wishes()  # `occupy sedan with ge 3`
        reader.finish()
        legal = table.may("add")
        way = reader.in_sequence(way, begun=_starts(table, legal, way))
        units = reader.resolve_at(wishes, [], legal) if wishes else list(legal)
        actions.advance(table, units, _without_start(table, units, way), part)
    if _OTHERS_STAY.search(text) and table.mine and table.kind == "advance" and table.offers("finish"):
        table.do("finish", 0, text)


__all__ = ["advance", "retreat"]
