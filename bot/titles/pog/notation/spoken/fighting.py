"""Attacks, and the spaces activated for them or for movement."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from bot.table.table import units_of
from bot.titles.pog.notation import attacking
from bot.titles.pog.notation.activation_orders import ATTACK_WORDS, MOVE_WORDS
from bot.titles.pog.notation.spoken.clauses import Line
from bot.titles.pog.notation.spoken.fits import Fit, Portion, joined, products
from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import Tagged, leads

_MOST = 3
_BOTH = 2
#: Kinds of words between "with" and the units that attack.
_FILLING = frozenset({"harmless", "and"})
#: Kinds of words before what is attacked.
_AIMS = ("attack", "at", "to")
#: The choices that activate a space for a use, or for both.
_MARKED = {"move": ("for_movement",), "attack": ("for_combat",)}
_EITHER = ("for_movement", "for_combat")
_KNOWN = frozenset(
    {
        "attack",
        "from",
        "at",
        "via",
        "joins",
        "all",
        "both",
        "rest",
        "only",
        "each",
        "flanking",
        "frontally",
        "ends",
        "stop",
    }
)


@dataclass(slots=True)
class _Attack:
    """An attack as read from a line."""

    target: int = -1
    units: list[tuple[Tagged, int]] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    quantity: str = ""
    manner: str = ""
    items: list[Tagged] = field(default_factory=list)
    enemies: list[Tagged] = field(default_factory=list)


def attacks(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield attacks on the enemy spaces named, or on those that can be attacked if none is named."""
    said = Portion(line)
    found = [] if _with_enemies(ground, line) else _read(ground, line)
    if not found:
        return
    if all(one.target < 0 for one in found):
        yield from _attacks_without_target(ground, said, line, found)
        return
    orders, taken = [[""]], set[int]()
    for one in found:
        meanings = _meanings(ground, line, one, taken) if one.target >= 0 else []
        if not meanings:
            continue
        said.use(*one.items)
        said.open |= len(meanings) > 1
        orders.append([order for order, _ in meanings])
        taken |= set(meanings[0][1])
    ways: list[list[str]] = [[]]
    for each in orders[1:]:
        ways = [[*way, order] for way in ways for order in each][:_MOST]
    uses = frozenset() if ground.table.face.commands[0] == "play" else frozenset({"ops"})
    for way in ways if any(ways) else []:
        ends = ["done"] if line.finished and ground.table.kind.startswith("move") else []
        yield said.fit(ground.lexicon, joined([*ends, *_activate_origins(ground, way, taken), *way]), _KNOWN | uses)


def _activate_origins(ground: Ground, attacks: Sequence[str], units: Collection[int]) -> list[str]:
    """Return the activation of all origins of several attacks, since the first attack ends all activation."""
    if len(attacks) == 1 or ground.table.kind != "activate":
        return []
    origins = dict.fromkeys(ground.name(ground.where(unit)) for unit in units)
    return [f"activate {', '.join(origins)} attack"]


def _attacks_without_target(ground: Ground, said: Portion, line: Line, found: Sequence[_Attack]) -> Iterator[Fit]:
    """Yield attacks by the units named on each space that can be attacked; none is sure."""
    if ground.table.kind != "attack" or not line.has("attack", "only", "all", "with", "at"):
        return
    said.open = True
    for target in sorted(ground.targets):
        one = found[0]
        one.target = target
        for order, _ in _meanings(ground, line, one, set())[:1]:
            yield said.fit(ground.lexicon, order, _KNOWN)


# -- what is said -----------------------------------------------------------------------------------------------


def _read(ground: Ground, line: Line) -> list[_Attack]:
    """Return the attacks of a line: each ends with its target, or begins with it if the first one does."""
    items, role = line.items, ""
    first = next((item for item in items if item.kind in ("unit", "space") and not _is_enemies(ground, item)), None)
    led = first is not None and first.kind == "space" and ground.is_enemy(ground.place(first))
    found, manner = [_Attack()], _flank_words(line)
    for at, item in enumerate(items):
        now = found[-1]
        if item.kind == "unit":
            if _is_enemies(ground, item):
                _enemies(ground, found, items, at)
                continue
            if (
                not led
                and now.target >= 0
                and not _follows_target(role)
                and _aims_next(ground, items[at + 1 :], now.target)
            ):
                now = _next_attack(found)
            now.units.append((item, _place_of(ground, items, at)))
            now.items.append(item)
            role = "" if role == "joins" else role
        elif item.kind == "space":
            more = _aims_next(ground, items[at + 1 :], now.target)
            _space(ground, found, item, role, led=led, more=more)
            role = ""
        else:
            role = next((one for one in ("from", "joins", "with", "at", "to", "in") if leads(item, (one,))), role)
            role = "" if item.text == ";" else role
            _quantity(found, item, led=led)
    targets = {one.target for one in found}
    for one in found:
        one.manner = manner
        one.items += [item for item in one.enemies if _are_there(ground, item, targets)]
    return [one for one in found if one.items or one.target >= 0] or ([_Attack()] if line.has("attack") else [])


def _aims_next(ground: Ground, items: Sequence[Tagged], target: int) -> bool:
    """Return whether another target follows."""
    return any(
        item.kind == "space" and ground.is_enemy(ground.place(item)) and ground.place(item) != target for item in items
    )


def _follows_target(role: str) -> bool:
    """Return whether units named after a target are its attackers: `sedan with ge 1`, `..., ah 1 joins`."""
    return role in ("with", "from", "joins")


def _next_attack(found: list[_Attack]) -> _Attack:
    found.append(_Attack())
    return found[-1]


def _space(ground: Ground, found: list[_Attack], item: Tagged, role: str, *, led: bool, more: bool) -> None:
    now, space = found[-1], ground.place(item)
    aims = role in ("at", "to") or (role in ("", "in") and ground.is_enemy(space))
    if ground.is_enemy(space) and (aims or space not in now.origins) and role != "from":
        if now.target >= 0 and now.target != space:
            now = _next_attack(found)
        now.target = space
    elif ground.is_own(space):
        if not led and now.target >= 0 and role not in ("from", "with", "in") and more:
            now = _next_attack(found)
        now.origins.append(space)
    else:
        return
    now.items.append(item)


def _quantity(found: list[_Attack], item: Tagged, *, led: bool) -> None:
    quantity = next((one for one in ("both", "rest", "all") if item.names_any(one)), "")
    if not quantity:
        return
    if not led and found[-1].target >= 0 and quantity == "rest":
        _next_attack(found)
    found[-1].quantity = found[-1].quantity or quantity
    found[-1].items.append(item)


def _is_enemies(ground: Ground, item: Tagged) -> bool:
    return item.kind == "unit" and ground.foreign(item.wish)


def _with_enemies(ground: Ground, line: Line) -> bool:
    """Return whether enemies are named as those who attack: `attack metz with fr 1` by the Central Powers."""
    told = [item for item in line.items if item.kind != "word" or not item.names or not item.names <= _FILLING]
    return any(leads(one, ("with",)) and _is_enemies(ground, item) for one, item in pairwise(told))


def _are_there(ground: Ground, item: Tagged, targets: Collection[int]) -> bool:
    """Return whether named enemies hold one of the targets: those elsewhere are not whom an order attacks."""
    return bool(ground.meanings(item.wish, _enemies_in(ground, targets)))


def _enemies_in(ground: Ground, spaces: Collection[int]) -> list[int]:
    units = ground.lexicon.book.content.units
    return [unit.id for unit in units if unit.side != ground.table.side and ground.where(unit.id) in spaces]


def _enemies(ground: Ground, found: Sequence[_Attack], items: Sequence[Tagged], at: int) -> None:
    """Take the one space held by named enemies as the target, if a word aims at them and no space is named with them."""
    now, item, behind = found[-1], items[at], items[at + 1 :]
    now.enemies.append(item)
    if not any(leads(one, _AIMS) for one in items[:at]):
        return  # `ge 5 attacks verdun`
    if any(one.kind == "space" and ground.is_enemy(ground.place(one)) for one in behind) or now.target >= 0:
        return
    theirs = _enemies_in(ground, ground.targets)
    there = list({ground.where(unit) for meant in ground.meanings(item.wish, theirs) for unit in meant})
    if len(there) == 1:
        now.target = there[0]


def _place_of(ground: Ground, items: Sequence[Tagged], at: int) -> int:
    """Return the space named directly before or after a unit as its location, -1 for none."""
    behind = [item for item in items[at + 1 : at + 4] if not item.names_any("harmless") or item.names_any("in", "from")]
    if len(behind) > 1 and behind[0].names_any("in", "from") and behind[1].kind == "space":
        return ground.place(behind[1])
    if behind and behind[0].kind == "mark" and behind[0].text == "(" and len(behind) > 1 and behind[1].kind == "space":
        return ground.place(behind[1])
    before = [item for item in items[max(0, at - 2) : at] if item.text not in (":", "s", "the", "(")]
    if before and before[-1].kind == "space" and ground.is_own(ground.place(before[-1])):
        return ground.place(before[-1])
    return -1


def _flank_words(line: Line) -> str:
    if line.has("frontally"):
        return " front"
    return " flank" if line.has("flanking") else ""


# -- who attacks ------------------------------------------------------------------------------------------------


def _meanings(ground: Ground, line: Line, attack: _Attack, taken: Collection[int]) -> list[tuple[str, list[int]]]:
    """Return the orders that an attack may mean, with their attackers."""
    target = ground.name(attack.target)
    fit = [unit for unit in attacking.fit(ground.table, attack.target) if unit not in taken]
    fit = fit or [unit for unit in ground.able if unit not in taken]
    out = _excluded_units(ground, line, fit)
    from_there = [unit for unit in fit if ground.where(unit) in attack.origins]
    if attack.units:
        named = _unit_meanings(ground, attack, [unit for unit in fit if unit not in out], from_there)
        groups = [_with_others(ground, units, [one for one in from_there if one not in out]) for units in named]
        return [(f"attack {target} with {ground.ids(units)}{attack.manner}", units) for units in groups]
    who = [unit for unit in (from_there if attack.origins else fit) if unit not in out]
    stacks = len({ground.where(unit) for unit in who})
    if attack.quantity == "both" and _BOTH not in (len(who), len(attack.origins), stacks):
        return []
    if (
        (out and not attack.origins)
        or out & set(from_there)
        or (attack.quantity in ("rest", "both") and not attack.origins)
    ):
        return [(f"attack {target} with {ground.ids(who)}{attack.manner}", who)] if who else []
    if attack.origins:
        names = ", ".join(ground.name(space) for space in dict.fromkeys(attack.origins))
        return [(f"attack {target} from {names}{attack.manner}", who)]
    return [(f"attack {target}{attack.manner}", who)]


def _with_others(ground: Ground, units: Sequence[int], from_there: Sequence[int]) -> list[int]:
    """Return units plus all units of the origins from which none is named: `ge 1 hits sedan, metz joins`."""
    told = {ground.where(unit) for unit in units}
    return [*units, *(one for one in from_there if ground.where(one) not in told)]


def _excluded_units(ground: Ground, line: Line, fit: Collection[int]) -> set[int]:
    """Return the units excluded from an attack."""
    units = {
        one for item in line.out if item.kind == "unit" for found in ground.meanings(item.wish, fit) for one in found
    }
    named = any(item.kind == "unit" for item in line.out)
    places = {ground.place(item) for item in line.out if item.kind == "space"}
    return units if named else {unit for unit in fit if ground.where(unit) in places}


def _unit_meanings(ground: Ground, attack: _Attack, fit: Sequence[int], from_there: Sequence[int]) -> list[list[int]]:
    """Return the named units, once for each possible meaning; of several alike, those picked already come first."""
    lists, chosen = list[list[list[int]]](), list[int]()
    picked = [unit for unit in units_of(ground.table.field("attackers", 0)) if unit in fit]
    headed = [item for item, _ in attack.units if ground.many(item.wish)]
    named = [(item, place) for item, place in attack.units if item not in headed] or attack.units
    for item, place in named:
        near = [unit for unit in fit if ground.where(unit) == place] if place >= 0 else []
        gathered = [unit for unit in picked if unit in near or place < 0]
        meanings = list[list[int]]()
        for pool in (gathered, near, [unit for unit in from_there if unit in fit], fit, ground.on_map):
            meanings = meanings or ground.meanings(item.wish, pool, chosen)
        if not meanings:
            return []
        chosen += meanings[0]
        lists.append(meanings)
    return [[one for units in made for one in units] for made in products(lists, _MOST)]


# -- activations ------------------------------------------------------------------------------------------------


def activations(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield spaces with the uses named for them; both uses if none is named."""
    if any(item.text in ground.lexicon.order_words.swapping for item in line.items):
        return  # units that change places
    said, marks = Portion(line), list[tuple[str, list[Tagged]]]()
    spaces, uses, last = list[Tagged](), list[str](), ""
    every = line.has("all", "each")
    led = _use_first(ground, line, every=every)
    for item in line.items:
        if item.kind in ("unit", "space"):
            if not _stacks(ground, item, every=every):
                continue
            if uses and not led:
                marks.append((" and ".join(uses), spaces))
                spaces, last, uses = [], " and ".join(uses), []
            spaces.append(item)
        elif use := _use(item):
            if led and spaces:
                marks.append((" and ".join(uses), spaces))
                spaces, uses = [], []
            uses = [*uses, use] if use not in uses else uses
    if spaces:
        both = "move and attack" if line.has("both") and len(spaces) == 1 and not (marks or uses) else ""
        marks.append((" and ".join(uses) or last or both, spaces))
    said.use(*(item for _, items in marks for item in items), *_units_with_space(ground, line))
    known = frozenset(
        {"activate", "attack", "move", "from", "at", "both", "all", "each", "only", "ops", "ends", "joins", "via"}
    )
    if not marks or (line.finished and not marks):
        return
    for use in ("move", "attack") if any(not use for use, _ in marks) else ("",):
        said.open |= bool(use)
        named = [(_named_spaces(ground, items, mark or use, every=every), mark or use) for mark, items in marks]
        if all(spaces for spaces, _ in named):
            marked = f"activate {'; '.join(f'{spaces} {mark}' for spaces, mark in named)}"
            yield said.fit(ground.lexicon, joined([marked, "done" if line.ended else ""]), known)


def _units_with_space(ground: Ground, line: Line) -> Iterator[Tagged]:
    """Yield units named with the space they are in: `the 2nd army in lomza`."""
    for at, item in enumerate(line.items):
        place = _place_of(ground, line.items, at) if item.kind == "unit" else -1
        if place >= 0 and ground.meanings(item.wish, [unit for unit in ground.own if ground.where(unit) == place]):
            yield item


def _use(item: Tagged) -> str:
    if item.names_any("letter"):
        return "attack" if item.names_any("attack") else "move"
    first = item.text.partition(" ")[0]  # of `move in`
    if first in ATTACK_WORDS or (item.names_any("attack") and not item.names_any("move", "activate")):
        return "attack"
    if first in MOVE_WORDS or (item.names_any("move") and not item.names_any("attack", "activate")):
        return "move"
    return ""


def _use_first(ground: Ground, line: Line, *, every: bool) -> bool:
    """Return whether a use is named before its spaces: `attack: nancy, verdun`."""
    for item in line.items:
        if _use(item):
            return True
        if item.kind in ("unit", "space") and _stacks(ground, item, every=every):
            return False
    return False


def _stacks(ground: Ground, item: Tagged, *, every: bool = False) -> list[int]:
    """Return the spaces with own units that a space or a unit means; of all units of a nation, `every` one: `all russians move`."""
    if item.kind == "space":
        return [ground.place(item)] if ground.is_own(ground.place(item)) else []
    if item.wish.everything or ground.foreign(item.wish):
        return []
    where = {ground.where(one) for found in ground.meanings(item.wish, ground.on_map) for one in found}
    several = replace(item.wish, count=1) if item.wish.army is None else item.wish  # `all 3 french stacks`
    return sorted(where) if len(where) == 1 or (every and ground.many(several)) else []


def _named_spaces(ground: Ground, items: Sequence[Tagged], use: str, *, every: bool) -> str:
    """Return the spaces that items name for a use; of a number of stacks, those that can be used so, if it fits them."""
    found = dict[int, None]()
    for item in items:
        named = _stacks(ground, item, every=every)
        if item.wish.count > 1 and len(named) > 1:
            able = {space for verb in _MARKED.get(use, _EITHER) for space in ground.table.may(verb)}
            named = [space for space in named if space in able]
            if item.wish.count != len(named):
                return ""
        found |= dict.fromkeys(named)
    return ", ".join(ground.name(space) for space in found)


__all__ = ["activations", "attacks"]
