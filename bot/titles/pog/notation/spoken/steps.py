"""Steps of units that are lost or restored, in order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bot.titles.pog.notation.spoken.clauses import Line
from bot.titles.pog.notation.spoken.fits import Fit, Portion, joined, products
from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import Tagged
from bot.titles.pog.notation.units import fitting

_MOST = 3
_BOTH = 2
#: Beginnings of words for a step that implies an earlier one.
_LATER = ("2nd", "3rd", "last", "other", "remaining", "final", "another")
#: Words for all who are in a space.
_UNITS = frozenset({"guys", "units", "boys", "lads", "troops", "men", "folks", "chaps", "soldiers"})
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_LOST = frozenset(
    {
        "lose",
        "from",
        "at",
        "all",
        "both",
        "rest",
        "each",
        "once",
        "twice",
        "thrice",
        "before",
        "later",
        "only",
        "ends",
        "stop",
    }
)
_SPENT = frozenset(
    {"rp", "from", "at", "all", "both", "rest", "each", "once", "twice", "only", "move", "stop", "joins", "ends"}
)


def losses(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield losses: each unit as often as named, in order."""
    table, said = ground.table, Portion(line)
    verb = next((verb for verb in ("hit", "use", "restore") if table.may(verb)), "hit")
    pool, named = list(table.may(verb)), _units_with_steps(ground, line, list(table.may(verb)))
    if fort := _fort(ground, line):
        yield said.fit(ground.lexicon, fort, _LOST | {"lose"})
    if rule := _rule(ground, line, named):
        said.use(*line.objects)
        yield said.fit(ground.lexicon, rule, _LOST)
    if not named:
        yield from _losses_of_rest(ground, said, line, pool)
        return
    said.open |= len(named) == 1 and any(item.names_any("once") and item.text.startswith(_LATER) for item in line.items)
    named = _split_losses(ground, line, named, pool)
    lists = list[Sequence[list[int]]]()
    for item, times in named:
        meanings = ground.meanings(item.wish, pool)
        if not meanings:
            continue
        said.use(*(one for one in line.items if one.at == item.at))
        said.open |= item.wish.army is None and ground.many(item.wish) and len(meanings[0]) > 1
        lists += [meanings] * times
    made = products(lists, _MOST) if lists else []
    said.open |= len(made) > 1
    for groups in made:
        units = [unit for group in groups for unit in group]
        known = _LOST - {"all", "both", "rest"}
        known |= {"both"} if len(units) == _BOTH else set()
        known |= {"all"} if set(units) >= set(pool) else set()
        yield said.fit(ground.lexicon, f"lose {_unit_list(ground, units)}", known)


def _split_losses(
    ground: Ground, line: Line, named: Sequence[tuple[Tagged, int]], pool: Collection[int]
) -> list[tuple[Tagged, int]]:
    """Return the losses of one unit that takes both, or of each unit of a kind: `the fifth takes both`, `one off each army`."""
    if len(named) != 1:
        return list(named)
    item, times = named[0]
    if line.has("both") and item.wish.label and times == 1:
        return [(item, _BOTH)]
    if line.has("each") and not item.wish.label and item.wish.unit is None and item.wish.count == 1:
        count = len(fitting(ground.lexicon, item.wish, list(pool), 0))
        return [(replace(item, wish=replace(item.wish, count=count)), times)]
    return list(named)


def _unit_list(ground: Ground, units: Sequence[int]) -> str:
    return ", ".join(ground.ids([unit]) for unit in units)


def _losses_of_rest(ground: Ground, said: Portion, line: Line, pool: Sequence[int]) -> Iterator[Fit]:
    """Yield losses of all units that can take one, or of the remaining ones if some are excluded."""
    out = {
        unit for item in line.out if item.kind == "unit" for found in ground.meanings(item.wish, pool) for unit in found
    }
    left = [unit for unit in pool if unit not in out]
    if out and left:
        said.open = True
        yield said.fit(ground.lexicon, f"lose {_unit_list(ground, left)}", _LOST)
    elif line.has("each") or (line.has("both") and len(pool) == _BOTH) or (line.has("all") and len(pool) == 1):
        yield said.fit(ground.lexicon, f"lose {_unit_list(ground, pool)}", _LOST)
    elif line.has("both") and (pair := _pair(ground, pool)):
        said.open = True  # two of three: the armies, or the corps and one of them
        yield said.fit(ground.lexicon, f"lose {_unit_list(ground, pair)}", _LOST)
    elif line.has("lose", "once", "twice") and not line.objects and not line.finished:
        said.open = True
        yield from (said.fit(ground.lexicon, f"lose {_unit_list(ground, [unit])}", _LOST) for unit in pool)


def _pair(ground: Ground, pool: Sequence[int]) -> list[int]:
    """Return the two armies of a pool, or its two corps, likelier in this order; [] if there is no such pair."""
    content = ground.lexicon.book.content
    kinds = [[unit for unit in pool if content.units[unit].army is army] for army in (True, False)]
    return next((kind for kind in kinds if len(kind) == _BOTH), [])


def _fort(ground: Ground, line: Line) -> str:
    forts = ground.table.may("hit_fort") if "hit_fort" in ground.table.game.decision.verbs else ()
    return "lose fort" if forts and any(item.text in ("fort", "fortress") for item in line.items) else ""


def _rule(ground: Ground, line: Line, named: Sequence[tuple[Tagged, int]]) -> str:
    """Return the simple rule by which all losses are taken, "" for none: `take it all on the armies`."""
    del ground
    kinds = {item.wish.army for item, _ in named}
    bare = all(not item.wish.label and not item.wish.nation and item.wish.count == 1 for item, _ in named)
    plural = [item for item, _ in named if item.text.split()[-1] in ("armies", "corps")]
    if not bare or len(kinds) != 1 or not plural or not line.has("all", "first", "only", "before"):
        return ""
    return f"lose {'armies' if kinds == {True} else 'corps'} first"


def _units_with_steps(ground: Ground, line: Line, pool: Collection[int]) -> list[tuple[Tagged, int]]:
    """Return the named units, each with the number of steps given before or after it."""
    found, times = list[tuple[Tagged, int]](), 0
    for at, item in enumerate(line.items):
        number = _number(line.items, at)
        if item.kind == "unit" and not number:
            as_said = ground.meanings(item.wish, pool)
            unit = item if as_said else replace(item, wish=replace(item.wish, reduced=None))
            if not ground.meanings(unit.wish, pool):
                continue
            found.append((unit, times or 1))
            times = 0
        elif number:
            behind = found and not times and (_said_before(line.items, at) or not _unit_next(line.items, at))
            if behind:
                found[-1] = (found[-1][0], number)
            else:
                times = number
    return _in_order(line, found)


def _number(items: Sequence[Tagged], at: int) -> int:
    """Return the number of steps given at an item, 0 for none."""
    item = items[at]
    for name, times in _TIMES.items():
        if item.kind == "word" and item.names_any(name):
            return times
    bare = item.text.isdecimal() and item.kind in ("word", "unit") and int(item.text) <= len(_TIMES)
    behind = items[at + 1].text if at + 1 < len(items) else ""
    before = items[at - 1].text if at else ""
    counted = behind in ("on", "from", "off", "to", "for", "by") or before in (
        "-",
        "–",
        "x",
        "(",
        "takes",
        "loses",
        "gets",
    )
    return int(item.text) if bare and (item.kind == "word" or counted) else 0


def _unit_next(items: Sequence[Tagged], at: int) -> bool:
    """Return whether a unit follows before the next punctuation, so that a count there belongs to it."""
    for item in items[at + 1 :]:
        if item.kind == "mark" and item.text in (",", ";", ")"):
            return False
        if item.kind == "unit":
            return True
    return False


def _said_before(items: Sequence[Tagged], at: int) -> bool:
    """Return whether a count ends what is said of the unit before it: `FR 1 takes two and the corps one`."""
    before, behind = items[at - 1] if at else items[at], items[at + 1 : at + 2]
    return before.names_any("lose") and bool(behind) and behind[0].names_any("and")


def _in_order(line: Line, found: list[tuple[Tagged, int]]) -> list[tuple[Tagged, int]]:
    """Return two units in reverse order, if the first is said to come after the second."""
    after = next((item for item in line.items if item.names_any("later")), None)
    if after is not None and len(found) == _BOTH and found[0][0].at < after.at < found[1][0].at:
        return found[::-1]
    return found


def holds(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield the step by which a retreat is cancelled."""
    said, pool = Portion(line), list(ground.table.may("hold"))
    items = [*line.out, *(item for item in line.items if item.kind == "unit")]
    units = [item for item in items if item.kind == "unit" and not item.wish.everything]
    said.use(*units)
    stands = bool({"retreat", "stays"} & line.refused) or line.has("stays", "lose", "once")
    here, spaces = (
        {ground.where(unit) for unit in pool},
        [item for item in [*line.out, *line.items] if item.kind == "space"],
    )
    if any(ground.place(item) not in here for item in spaces) or not stands or line.denied:
        return
    if not units and spaces and _abandoned(line):
        said.use(*spaces)
        yield said.fit(ground.lexicon, "retreat", _LOST | {"stays", "retreat"})
        return
    named = [group for item in units for group in ground.meanings(item.wish, pool)]
    meanings = named if units else [[unit] for unit in pool]
    several = len(units) > 1  # one of them pays
    said.open |= several or len(meanings) != 1 or not ("stays" in line.refused or line.has("stays", "lose", "once"))
    for group in meanings:
        yield said.fit(ground.lexicon, f"retreat hold {ground.ids(group)}", _LOST | {"stays", "retreat", "lose"})


def _abandoned(line: Line) -> bool:
    """Return whether a line says that a space is left, and not that it is left alone: `we leave sedan`."""
    return line.left and not line.refused & {"not", "without", "only"}


def replacements(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield units to spend points on, each with the place where it returns, if named."""
    table, said = ground.table, Portion(line)
    if table.kind == "rebuild":
        spaces = [item for item in line.objects if item.kind == "space"]
        said.use(*line.objects)
        said.open |= len(spaces) > 1
        yield from (
            said.fit(ground.lexicon, f"rp {ground.name(ground.place(item))}", _SPENT | {"to"}) for item in spaces
        )
        return
    pool = [unit for unit in table.may("spend") if unit not in _excluded_units(ground, line, table.may("spend"))]
    parts, lists = _places_and_units(ground, line, pool, said)
    if not lists:
        yield from _all(ground, said, line, pool)
        return
    made = products(lists, _MOST)
    said.open |= len(made) > 1
    gone = table.game.state.rules.board.eliminated[table.side]
    for groups in made:
        named = []
        for place, group in zip(parts, groups, strict=True):
            for unit in group:
                where = f" in {ground.name(place)}" if place >= 0 and ground.where(unit) == gone else ""
                named.append(f"{ground.ids([unit])}{where}")
        order = joined([f"rp {'; '.join(named)}", "done" if line.finished else ""])
        yield said.fit(ground.lexicon, order, _SPENT)


def _excluded_units(ground: Ground, line: Line, pool: Collection[int]) -> set[int]:
    return {
        unit for item in line.out if item.kind == "unit" for found in ground.meanings(item.wish, pool) for unit in found
    }


def _all(ground: Ground, said: Portion, line: Line, pool: Sequence[int]) -> Iterator[Fit]:
    """Yield replacements of all units that can be restored, of both, or of all except some."""
    if (line.has("both") and len(pool) == _BOTH) or (line.out and line.has("all")):
        yield said.fit(ground.lexicon, f"rp {'; '.join(ground.ids([unit]) for unit in pool)}", _SPENT)
    elif line.has("all") and not line.out:
        yield said.fit(ground.lexicon, "rp all", _SPENT)


def _places_and_units(
    ground: Ground, line: Line, pool: list[int], said: Portion
) -> tuple[list[int], list[list[list[int]]]]:
    """Return the places that are named with units, -1 for none, and the meanings of the units; a space alone means who is there."""
    table = ground.table
    items = [item for item in line.items if item.kind in ("unit", "space")]
    places, lists, taken = list[int](), list[list[list[int]]](), list[int]()
    spaces = [item for item in items if item.kind == "space"]
    for at, item in enumerate(items):
        if item.kind == "unit" and not item.wish.everything:
            place = _place(ground, items, at, spaces)
            here = [unit for unit in pool if ground.where(unit) == place]
            bare = replace(item.wish, reduced=None)
            meanings = next(
                (
                    found
                    for one in (here, pool)
                    for wish in (item.wish, bare)
                    if (found := ground.meanings(wish, one, taken))
                ),
                [],
            )
            if not meanings:
                continue
            gone = table.game.state.rules.board.eliminated[table.side]
            there = {ground.where(unit) for units in meanings for unit in units} <= {place, gone}
            said.use(item, *(one for one in spaces if there and ground.place(one) == place))
            said.open |= item.wish.army is None and ground.many(item.wish) and len(meanings[0]) > 1
            taken += meanings[0]
            places.append(place)
            lists.append(meanings)
    for item in spaces if not lists else ():
        here = [unit for unit in pool if ground.where(unit) == ground.place(item)]
        if here:
            several = line.has("all", "both") or any(one.text in _UNITS for one in line.items)
            said.use(item)
            said.open |= len(here) > 1 and not several
            places.append(-1)
            lists.append([here] if several else [[unit] for unit in here])
    return places, lists


def _place(ground: Ground, items: Sequence[Tagged], at: int, spaces: Sequence[Tagged]) -> int:
    """Return the place of a unit: the one directly after it, the one directly before it, or the only one of all."""
    if at + 1 < len(items) and items[at + 1].kind == "space":
        return ground.place(items[at + 1])
    if at and items[at - 1].kind == "space":
        return ground.place(items[at - 1])
    return ground.place(spaces[0]) if len(spaces) == 1 else -1


__all__ = ["holds", "losses", "replacements"]
