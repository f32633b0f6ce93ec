"""Orders of units that go somewhere: moves, redeployments, retreats, advances; and of armies that entrench."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.table.table import units_of
from bot.table.typed_text import DASHES
from bot.titles.pog.notation.movement_orders import diggers
from bot.titles.pog.notation.spoken.clauses import Line
from bot.titles.pog.notation.spoken.fits import Fit, Portion, joined, products
from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import STOPS, Tagged
from bot.titles.pog.notation.spoken.trips import Journey, Journeys
from bot.titles.pog.notation.units import fitting

#: Maximum number of meanings of one line.
_MOST = 3
_BOTH = 2
#: Words before a single unit, and last words of names that can mean several.
_ARTICLES, _PLURALS = frozenset({"a", "an", "1", "the"}), frozenset({"corps", "armies", "units"})
#: Kinds of words that belong to all of these orders.
_KNOWN = frozenset(
    {
        "from",
        "to",
        "via",
        "at",
        "joins",
        "all",
        "both",
        "rest",
        "only",
        "with",
        "each",
        "ends",
        "stop",
        "twice",
        "another",
    }
)


@dataclass(frozen=True, slots=True)
class _Going:
    """Units with where they go; `whole` if they were named as a whole stack."""

    units: list[int]
    origin: int
    way: list[int]
    whole: bool = False


def moves(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield moves, with armies that entrench."""
    digging, going = _split_entrenching(line)
    if digging is None and not any(item.kind in ("unit", "space") for item in going):
        return
    said = Portion(line)
    dug = list(_entrenchment_orders(ground, said, digging)) if digging is not None else [""]
    known = _KNOWN | {"move", "entrench"} | _uses_to_come(ground)
    trips = Journeys(ground, going).read()
    if not trips:
        yield from (said.fit(ground.lexicon, _with_end(line, one), known) for one in dug if one)
        return
    for made in _trip_meanings(ground, said, line, trips, _pool(ground)):
        parts = [_move_text(ground, one) for one in made]
        yield from (
            said.fit(ground.lexicon, _with_end(line, joined([f"move {'; '.join(parts)}", one])), known) for one in dug
        )


def _uses_to_come(ground: Ground) -> frozenset[str]:
    return frozenset({"ops"}) if ground.table.face.commands[0] != "play" else frozenset()


def _with_end(line: Line, order: str) -> str:
    if not line.finished:
        return order
    return joined([order, "done"]) if " /" in order else f"{order}; done"


def _move_text(ground: Ground, going: _Going) -> str:
    who = f"all {ground.name(going.origin)} to" if going.whole else f"{ground.ids(going.units)} to"
    return f"{who} {' to '.join(ground.name(space) for space in going.way)}"


def sent(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield redeployments."""
    table = ground.table
    pool = list(dict.fromkeys([*table.may("pick"), *table.may("near")]))
    said, trips = Portion(line), Journeys(ground, line.items).read()
    for trip in trips:
        if len(trip.way) > 1 and len(trip.units) == 1 and (line.has("each") or _several(trip.units[0])):
            trip.units = [replace(trip.units[0], wish=replace(trip.units[0].wish, count=len(trip.way)))]
    for made in _trip_meanings(ground, said, line, trips, pool):
        parts = [part for one in made for part in _one_to_each_place(ground, one)]
        if parts:
            yield said.fit(ground.lexicon, _with_end(line, f"sr {'; '.join(parts)}"), _KNOWN | {"sr", "move"})


def _several(item: Tagged) -> bool:
    """Return whether a name can mean several units of a kind: `corps to breslau and essen`, not `a corps`."""
    return not item.wish.label and item.text.split()[0] not in _ARTICLES and item.text.split()[-1] in _PLURALS


def _one_to_each_place(ground: Ground, going: _Going) -> list[str]:
    """Return the redeployments of a trip: one to each of several places, if the numbers match."""
    if len(going.way) > 1 and len(going.way) != len(going.units):
        return []
    if len(going.way) == len(going.units) > 1:
        pairs = zip(going.units, going.way, strict=True)
        return [f"{ground.ids([unit])} to {ground.name(space)}" for unit, space in pairs]
    return [f"{ground.ids(going.units)} to {ground.name(going.way[-1])}"]


def retreats(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield retreats, or the step that cancels the retreat if that is still possible."""
    table, known = ground.table, _KNOWN | {"retreat", "move"}
    said = Portion(line)
    current = int(table.field("unit", -1))
    stack = [unit for unit in ground.own if ground.where(unit) == ground.where(current)] if current >= 0 else []
    pool = list(dict.fromkeys([*([current] if current >= 0 else []), *table.may("pick"), *stack, *table.may("hold")]))
    trips = Journeys(ground, line.items, {ground.where(unit) for unit in pool}).read()
    if not any(trip.way for trip in trips):
        return
    for trip in trips:
        trip.quantity = trip.quantity or ("" if trip.units else "all")
    for made in _trip_meanings(ground, said, line, trips, pool):
        parts = [
            f"retreat {'all' if set(one.units) >= set(pool) else ground.ids(one.units)} to {' to '.join(ground.name(space) for space in one.way)}"
            for one in sorted(made, key=lambda one: current not in one.units)
        ]
        yield said.fit(ground.lexicon, joined(parts), known)


def advances(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield advances after combat."""
    said, pool = Portion(line), list(ground.table.may("add"))
    trips = Journeys(ground, line.items, {ground.where(unit) for unit in pool}).read()
    trips = trips or ([Journey()] if line.has("advance", "all", "both") and not line.finished else [])
    for trip in trips:
        trip.quantity = trip.quantity or ("" if trip.units else "all")
    for made in _trip_meanings(ground, said, line, trips, pool, goal=False):
        parts = []
        for one in made:
            everybody = set(one.units) >= set(pool) and not line.out
            who = "all" if everybody else ground.ids(one.units)
            parts.append(f"advance {who} {' to '.join(ground.name(space) for space in one.way)}".strip())
        if parts:
            order = f"{joined(parts)}{', the others stay' if line.finished else ''}"
            yield said.fit(ground.lexicon, order, _KNOWN | {"advance", "move"})


def _pool(ground: Ground) -> list[int]:
    table = ground.table
    stack = units_of(table.field("stack", 0))
    found = list(dict.fromkeys([*table.may("pick"), *table.may("add"), *stack]))
    return found if found and table.kind.startswith("move") else ground.on_map


# -- who goes ---------------------------------------------------------------------------------------------------


def _trip_meanings(
    ground: Ground, said: Portion, line: Line, trips: Sequence[Journey], pool: Collection[int], *, goal: bool = True
) -> Iterator[list[_Going]]:
    """Yield the meanings of trips; trips that name no units or no place are left out."""
    out = _left_out(ground, line, pool)
    taken, choices = set[int](), list[list[_Going]]()
    for trip in trips:
        if goal and not trip.way:
            continue  # it stays uncovered
        meanings = list(_meanings(ground, trip, [unit for unit in pool if unit not in out], taken))
        if not meanings:
            continue
        said.use(*trip.items)
        said.open |= len(meanings) > 1 or not trip.who
        taken |= set(meanings[0].units)
        choices.append(meanings[:_MOST])
    found: list[list[_Going]] = [[]]
    for one in choices:
        found = [[*ways, going] for ways in found for going in one][:_MOST]
    yield from (made for made in found if made)


def _left_out(ground: Ground, line: Line, pool: Collection[int]) -> set[int]:
    """Return the units that are excluded."""
    units = {
        one for item in line.out if item.kind == "unit" for found in ground.meanings(item.wish, pool) for one in found
    }
    places = {ground.place(item) for item in line.out if item.kind == "space"}
    named = any(item.kind == "unit" for item in line.out)
    return units or (set() if named else {unit for unit in pool if ground.where(unit) in places})


def _meanings(ground: Ground, trip: Journey, pool: Sequence[int], taken: Collection[int]) -> list[_Going]:
    """Return the units that a trip may mean, with the way left to go."""
    way = list(trip.way)
    here = [unit for unit in pool if not trip.origins or ground.where(unit) in trip.origins]
    if trip.units:
        free = [unit for unit in here if not way or ground.where(unit) != way[-1]] or here
        lists, chosen = [], list(taken)
        several = {"both": _BOTH, "all": 0}.get(trip.quantity, 1)
        for item in trip.units:
            wish = item.wish
            if several != 1 and not wish.label and wish.count == 1 and wish.unit is None and len(trip.units) == 1:
                count = several or len([*fitting(ground.lexicon, wish, free, 0)])
                wish = replace(wish, count=count)
            meanings = ground.meanings(wish, free, chosen)
            if not meanings and item.text.isdecimal() and int(item.text) == len(free):
                meanings = [list(free)]  # `retreat 2: verdun`
            if not meanings:
                return []
            chosen += meanings[0]
            lists.append(meanings)
        groups = [[one for units in made for one in units] for made in products(lists, _MOST)]
    else:
        groups = _quantity(ground, trip, here, taken)
    return [_Going(units, ground.where(units[0]), way, _is_whole(ground, trip, units)) for units in groups if units]


def _quantity(ground: Ground, trip: Journey, here: Sequence[int], taken: Collection[int]) -> list[list[int]]:
    """Return the units that a trip means by their number or location."""
    left = [unit for unit in here if unit not in taken]
    if trip.quantity == "both":
        return [left] if len(left) == _BOTH else []
    if trip.quantity == "rest" and taken and not trip.origins:
        origins = {ground.where(unit) for unit in taken}
        left = [unit for unit in left if ground.where(unit) in origins]
    if trip.quantity or trip.origins:
        return [left]
    stacks: dict[int, list[int]] = {}
    for unit in left:
        stacks.setdefault(ground.where(unit), []).append(unit)
    return [*stacks.values()][:_MOST]


def _is_whole(ground: Ground, trip: Journey, units: Sequence[int]) -> bool:
    """Return whether units are all units of one space and were named that way."""
    places = {ground.where(unit) for unit in units}
    return (
        not trip.units
        and len(places) == 1
        and set(units) == {one for one in ground.on_map if ground.where(one) in places}
    )


# -- armies that dig ---------------------------------------------------------------------------------------------


def _split_entrenching(line: Line) -> tuple[list[Tagged] | None, list[Tagged]]:
    """Return the items about armies that entrench, None if there are none, and the items about moving units."""
    blocks: list[list[Tagged]] = [[]]
    for item in line.items:
        if (item.kind == "mark" and item.text in STOPS | {","}) or (
            item.text == "and" and _digs_next(line.items, item)
        ):
            blocks.append([])
        blocks[-1].append(item)
    digging = [block for block in blocks if any(item.names_any("entrench") for item in block)]
    if not digging:
        return None, line.items
    others = [item for block in blocks if block not in digging for item in block]
    sets_out = any(item.kind == "unit" or item.names_any("to") or item.text in DASHES for item in others)
    if any(item.kind == "space" for item in others) and sets_out:
        return [item for block in digging for item in block], others
    return line.items, []


def _digs_next(items: Sequence[Tagged], after: Tagged) -> bool:
    begun = False
    for item in items:
        if begun and item.kind == "mark":
            return False
        if begun and item.names_any("entrench", "move"):
            return True
        begun |= item is after
    return False


def _entrenchment_orders(ground: Ground, said: Portion, items: Sequence[Tagged]) -> Iterator[str]:
    """Yield orders to entrench armies, which are given by name or location."""
    able = diggers(ground.table)
    spaces = [item for item in items if item.kind == "space"]
    units = [item for item in items if item.kind == "unit" and not item.wish.everything]
    said.use(*spaces, *units)
    content = ground.lexicon.book.content
    armies = [unit for unit in _pool(ground) if content.units[unit].army]
    if units:
        places = {ground.place(item) for item in spaces}
        near = [unit for unit in armies if ground.where(unit) in places] if places else armies
        lists = [ground.meanings(item.wish, near or armies) for item in units]
        made = products(lists, _MOST) if all(lists) else []
        said.open |= len(made) > 1
        yield from (f"entrench {'; '.join(ground.ids([one]) for group in groups for one in group)}" for groups in made)
    elif spaces:
        yield f"entrench {'; '.join(ground.name(ground.place(item)) for item in spaces)}"
    elif able:
        said.open |= len(able) > 1 and not said.line.has("all", "both", "each")
        yield f"entrench {'; '.join(ground.name(space) for space in able)}"


#: Yields the orders that fit a line.
Frame = Callable[[Ground, Line], Iterator[Fit]]

__all__ = ["Frame", "advances", "moves", "retreats", "sent"]
