"""Alt texts of the maps."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.bits import members
from engine.liege.grid import NOWHERE
from renderer.liege.view import DrawnPosition, DrawnUnit
from renderer.liege.words import LiegeWords


def map_in_words(view: DrawnPosition, title: str, hexes: Sequence[int], words: LiegeWords) -> str:
    """Return the content of a map section as text: the moment, forts, stacks, works and the enemy's zones of control."""
    parts = [moment(view, title, words), forts_in_words(view, hexes, words)]
    parts += [one for hex_ in hexes for one in stack_in_words(view, hex_, words)] or [words.get("alt", "nothing")]
    for work in view.works:
        if work.hex in hexes:
            sides = words.listed(words.get("directions", str(side)) for side in work.sides)
            parts.append(
                words.get("alt", "works", side=words.side(view.facts, work.side), kind=words.get("works", work.kind),
                          hex=words.hex(view.facts, work.hex), directions=sides)
            )  # fmt: skip
    shown = [hex_ for hex_ in members(view.zones[view.enemy] & ~view.facts.closed) if hex_ in hexes]
    if shown:
        names = words.listed(view.facts.grid.names[hex_] for hex_ in shown)
        parts.append(words.get("alt", "zone", side=words.side(view.facts, view.enemy), hexes=names))
    return " ".join(part for part in parts if part)


def moment(view: DrawnPosition, title: str, words: LiegeWords) -> str:
    """Return the title, the moment, the weather and the score as text."""
    told = words.get(
        "alt", "moment", title=title, turn=view.turn, last=view.last_turn, side=words.side(view.facts, view.side),
        phase=words.get("phases", view.phase), german=view.points[0], allied=view.points[1],
        first=words.side(view.facts, 0), second=words.side(view.facts, 1),
    )  # fmt: skip
    weather = [words.get("alt", f"weather_{name}") for name in ("heat", "rain") if getattr(view, name)]
    return " ".join([told, *weather])


def forts_in_words(view: DrawnPosition, hexes: Sequence[int], words: LiegeWords) -> str:
    """Return which of the forts shown are active, and which have fallen."""
    there = [number for number, fort in enumerate(view.facts.forts) if fort.hex in hexes]
    titles = {number: view.facts.forts[number].title for number in there}
    standing = [titles[number] for number in there if view.active(number)]
    fallen = [titles[number] for number in there if not view.active(number)]
    if not there:
        return ""
    if not fallen:
        return words.get("alt", "forts_all", count=len(there))
    if not standing:
        return words.get("alt", "forts_none")
    return words.get(
        "alt",
        "forts_some",
        count=len(standing),
        all=len(there),
        names=words.listed(standing),
        fallen=words.listed(fallen),
    )


def stack_in_words(view: DrawnPosition, hex_: int, words: LiegeWords) -> list[str]:
    """Return the known units of a hex, and whether there is a hidden stack."""
    facts, told = view.facts, []
    units = view.stack(hex_)
    if units:
        side = words.side(view.facts, facts.units[units[0].unit].side)
        names = "; ".join(unit_in_words(view, unit, words) for unit in units)
        told.append(words.get("alt", "stack", side=side, hex=words.hex(facts, hex_), units=names))
    told += [
        words.get("alt", "hidden", side=words.side(view.facts, stack.side), hex=words.hex(facts, hex_))
        for stack in view.hidden
        if stack.hex == hex_
    ]
    return told


def unit_in_words(view: DrawnPosition, unit: DrawnUnit, words: LiegeWords) -> str:
    """Return a unit with its steps, facing, marks and supply."""
    own = view.facts.units[unit.unit]
    left = own.steps - unit.level
    details = [
        words.get("alt", "steps_of", steps=left, all=own.steps) if unit.level else words.get("alt", "steps", steps=left)
    ]
    if unit.facing != NOWHERE:
        details.append(words.get("alt", "facing", direction=words.get("directions", str(unit.facing))))
    details += [words.get("marks", mark) for mark in sorted(unit.marks)]
    if unit.supply:
        details.append(words.get("supply", unit.supply))
    return words.get("alt", "unit", unit=own.title, details=", ".join(details))


__all__ = ["forts_in_words", "map_in_words", "moment", "stack_in_words", "unit_in_words"]
