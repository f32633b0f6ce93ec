"""Typed orders to redeploy units (13.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.titles.pog.notation import actions
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.reading import Reader, from_each, parts_read
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.notation.units import UnitWish
from engine.errors import Reason
from engine.pog.rules import stacking

#: Cost and means of travel, which follow from the units and their goal.
_BY_RAIL = re.compile(
    r"^\s*\d+(?:\s+(?:sr\s+)?(?:points?|pts?))?\s*:|[\s,]*\(?\b\d+ ?(?:srs?|ops?)(?: points?)?\b\)?|\s*\bby (?:rail(?:road|way)?|trains?|sea|ships?|boat)\b",
    re.IGNORECASE,
)


def redeploy(lexicon: Lexicon, table: Table, text: str) -> None:
    """Redeploy units: `ge corps reserve to essen; ge 1 army berlin`, or one each: `2 ge corps from reserve to essen, berlin`."""
    actions.expect(table, text, "sr_unit")
    for part, (reader, wishes, spaces) in parts_read(lexicon, table, _BY_RAIL.sub("", text)):
        if not wishes or not spaces:
            raise refuse("sr_form", "13.1", part)
        for units, space in _units_with_goals(table, reader, wishes, spaces, part):
            _check_room(table, units, space, part)
            actions.redeploy(table, units, space, part)


def _check_room(table: Table, units: Sequence[int], space: int, part: str) -> None:
    """Refuse units of which a space can take only some, before the first of them has moved (10.1.1)."""
    state = table.game.state
    coming = [unit for unit in units if stands(table, unit) != space]
    room = stacking.room(state, table.side, space)
    on_map = state.rules.content.spaces[space].kind == "map"
    if on_map and 0 < room < len(coming) and not stacking.free(state, table.side):
        data = {"space": space, "most": state.rules.stacking_limit, "count": room, "units": tuple(coming)}
        raise Refusal(Reason("no_room_for_all", "10.1.1", data), part)


def _units_with_goals(
    table: Table, reader: Reader, wishes: Sequence[UnitWish], spaces: Sequence[int], part: str
) -> list[tuple[list[int], int]]:
    """Return units with their goals: all to the last space, or one to each of the last ones if the numbers match."""
    legal = dict.fromkeys([*table.may("pick"), *table.may("near")])

    def found(origins: Sequence[int]) -> list[int]:
        # Units already there aren't sent there if others can be meant.
        away = [unit for unit in legal if stands(table, unit) != spaces[-1]]
        units = reader.resolve_beside(wishes, origins, away or legal)
        from_each(table, origins, units, part)
        return units

    try:
        return [(found(spaces[:-1]), spaces[-1])]
    except Refusal:
        count = sum(wish.count for wish in wishes)
        if count < 2 or count > len(spaces):
            raise
        try:
            units = found(spaces[:-count])
        except Refusal:
            units = []
        if len(units) != count:
            raise
        return [([unit], space) for unit, space in zip(units, spaces[-count:], strict=True)]


__all__ = ["redeploy"]
