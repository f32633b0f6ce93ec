"""What the items of a line are in their context: costs, headings, units named by their place or nation, numbers that count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.titles.pog.notation.spoken.tags import Tagged
from bot.titles.pog.notation.units import UnitWish

#: Words for points whose number an order need not repeat.
_POINTS_OF = frozenset({"pt", "pts", "point", "points"})
#: Words for one unit of a kind, and for a single one.
_KINDS, _ONE = frozenset({"army", "corps"}), "one"
#: Numbers of steps one after another.
_ORDINALS = frozenset({"1st", "2nd", "3rd"})


def in_context(items: Sequence[Tagged], *, steps: bool) -> list[Tagged]:
    """Return items with those changed that their neighbours say more of; `steps` at decisions at which steps are counted."""
    named = _drop_headings(_of_one_nation(_read_two_as_to(_placed_units(items))))
    found = _read_out(_absorb_costs(named), "open" if steps else "stays")
    return _ordinal_steps(found) if steps else _single_units(found)


def _placed_units(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with a unit named by its space as one: `ru 2 and the warsaw corps`."""
    found = list[Tagged]()
    for item in items:
        placed = len(found) > 1 and found[-1].kind == "space" and found[-2].text == "the"
        if item.kind == "unit" and item.text in _KINDS and placed:
            space = found.pop()
            wish = replace(item.wish, places=space.spaces)
            found.append(replace(item, at=space.at, text=f"{space.text} {item.text}", wish=wish, slip=space.slip))
        else:
            found.append(item)
    return found


def _read_two_as_to(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with "to" in the place of a number between a unit or a space and a space: `fr 3 2 bar le duc`."""
    found = list(items)
    for at in range(1, len(items) - 1):
        if items[at].text == "2" and items[at - 1].kind in ("unit", "space") and items[at + 1].kind == "space":
            found[at] = Tagged("word", items[at].at, "2", frozenset({"to"}))
    return found


def _of_one_nation(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with the nation of the first of several joined units added to those named without one."""
    found, nation = list[Tagged](), ""
    for item in items:
        if item.kind == "unit":
            bare = not item.wish.nation and item.wish.label and item.wish.unit is None
            found.append(replace(item, wish=replace(item.wish, nation=nation)) if bare and nation else item)
            nation = found[-1].wish.nation
            continue
        joins = (item.kind == "mark" and item.text in (",", "+")) or item.names_any("and", "with")
        nation = nation if joins else ""
        found.append(item)
    return found


def _drop_headings(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items without units that only head a list of others: `french rp for fr 6`, `the armies: fr 5, fr 1`."""
    found = list(items)
    for at, item in enumerate(items):
        behind, wish = items[at + 1 :], item.wish
        if item.kind != "unit" or wish.label or wish.unit is not None or wish.count > 1 or not behind:
            continue
        if behind[0].kind == "card" or behind[0].names_any("reinforcing"):
            found[at] = _as_word(item)  # `russian reinforcements 32`
            continue
        if behind[0].kind == "space" and behind[1:2] and behind[1].kind == "unit" and not behind[1].wish.nation:
            found[at + 2] = replace(
                behind[1], wish=replace(behind[1].wish, nation=wish.nation)
            )  # `british reserve corps`
            found[at] = _as_word(item)
            continue
        if (wish.army is not None and behind[0].text != ":") or _is_placed(behind[0]):
            continue
        same = [one for one in behind if one.kind == "unit" and (one.wish.label or one.wish.army is not None)]
        if any(one.wish.nation in ("", wish.nation) or not wish.nation for one in same):
            found[at] = _as_word(item)
    return found


def _is_placed(behind: Tagged) -> bool:
    return behind.names_any("in", "from") and behind.text != "off"


def _absorb_costs(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with the number and the points of a use as words that add nothing: `for 4 ops`, `op pts`."""
    found = list(items)
    for at, item in enumerate(items):
        points = item.text in _POINTS_OF and at and items[at - 1].kind == "word" and items[at - 1].text.isdecimal()
        if points:
            found[at - 1], found[at] = _as_word(items[at - 1]), _as_word(item)  # `2 pts: ge 8, ge 14`
        if item.kind == "use" and at and items[at - 1].kind == "word" and items[at - 1].text.isdecimal():
            found[at - 1] = _as_word(items[at - 1])
        if item.kind == "use" and items[at + 1 : at + 2] and items[at + 1].names_any("cost"):
            found[at + 1] = _as_word(items[at + 1])
    return found


def _read_out(items: Sequence[Tagged], kind: str) -> list[Tagged]:
    """Return items with "out" behind a unit, and before nothing that is said of it, as a word of a kind: it stays, `ge 3 in, ge 4 out`."""
    found = list(items)
    for at in range(1, len(items)):
        last = at + 1 == len(items) or items[at + 1].kind == "mark"
        if items[at].text == "out" and items[at - 1].kind == "unit" and last:
            found[at] = replace(items[at], names=frozenset({kind}))
    return found


def _ordinal_steps(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with an ordinal after what a unit does as the step it takes: `FR 5 soaks up the first`."""
    found = list(items)
    for at, item in enumerate(items):
        before = [one for one in items[:at] if one.text != "the"]
        told = len(before) > 1 and before[-2].kind == "unit" and before[-1].names_any("lose")
        if item.kind == "unit" and item.text.removeprefix("the ") in _ORDINALS and told:
            found[at] = Tagged("word", item.at, item.text.removeprefix("the "), frozenset({"once"}))
    return found


def _single_units(items: Sequence[Tagged]) -> list[Tagged]:
    """Return items with "one" as a single unit: of the nation before it, or of the place after it: `the british one`, `the one from the reserve`."""
    found = list[Tagged]()
    for at, item in enumerate(items):
        last, behind = found[-1] if found else None, items[at + 1 : at + 2]
        if item.kind != "word" or item.text != _ONE:
            found.append(item)
        elif last is not None and last.kind == "unit" and last.wish.nation and _names_nation_only(last.wish):
            text = f"{last.text} {item.text}"
            found[-1] = replace(last, text=text, wish=replace(last.wish, text=text))
        elif behind and behind[0].names_any("from", "in") and (last is None or last.kind != "unit"):
            found.append(Tagged("unit", item.at, item.text, wish=UnitWish(item.text)))
        else:
            found.append(item)
    return found


def _names_nation_only(wish: UnitWish) -> bool:
    """Return whether a name says no more of units than their nation."""
    return not wish.label and wish.unit is None and wish.army is None and wish.count == 1


def _as_word(item: Tagged) -> Tagged:
    return Tagged("word", item.at, item.text, frozenset({"harmless"}))


__all__ = ["in_context"]
