"""Targets of a panel's offers: where they start and lead, the card they use, and the attackers.

They are decoded from the order alone, so that everything pressed on a map or a hand is an offer of the panel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.table.offers import Entry
from bot.table.reply import Touch
from bot.table.table import Table, units_of
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext

What = Literal["move", "attack", "other"]

#: Verbs whose space is a destination; for any other verb it is the current space.
_GOALS = frozenset({"step", "to", "target", "place", "rebuild_at"})
_MARKS: dict[str, What] = {"for_movement": "move", "for_combat": "attack", "target": "attack"}


@dataclass(frozen=True, slots=True)
class Aim:
    """Extra data of a menu entry: the units of its attack, and the target that an activation is meant for."""

    force: tuple[int, ...] = ()
    toward: int | None = None


def aim_of(noted: Entry | Touch) -> Aim:
    """Return the aim of an entry or touch; an empty one if it isn't an attack."""
    return noted.note if isinstance(noted.note, Aim) else Aim()


@dataclass(slots=True)
class Concern:
    """Start, destination and card of an offer; only map spaces and Reserve Boxes count."""

    here: list[int] = field(default_factory=list)
    to: int | None = None
    card: int | None = None
    what: What = "other"


def concern_of(context: PogOfferContext, order: str) -> Concern:
    """Return what an encoded order of the present decision concerns; empty if no space or card is involved."""
    found = Concern()
    for number, one in enumerate(order.split("|")):
        code, _, body = one.partition(".")
        if code == "c":
            _collect_targets(context.table, body, found, first=not number)
        elif code in _READERS:
            _READERS[code](context, body, found)
    found.here = [space for space in dict.fromkeys(found.here) if _to_touch(context, space)]
    if found.to is not None and not _to_touch(context, found.to):
        found.to = None
    return found


def _collect_targets(table: Table, body: str, found: Concern, *, first: bool) -> None:
    verbs = table.game.decision.verbs if first else {}
    for choice in body.split("+"):
        verb, _, arg = choice.partition(":")
        kind, number = verbs.get(verb, ""), int(arg or "0", 36)
        found.what = _MARKS.get(verb, found.what)
        if kind == "card":
            found.card = number
        elif kind == "unit":
            found.here.append(stands(table, number))
        elif kind == "space" and verb in _GOALS:
            found.to = number
            found.here += _next_unit_spaces(table)
        elif kind == "space":
            found.here.append(number)


def _next_unit_spaces(table: Table) -> list[int]:
    """Return the spaces of the units that move or attack next."""
    unit = table.field("unit", -1)
    movers = [unit] if isinstance(unit, int) and unit >= 0 else []
    for name in ("stack", "attackers"):
        bits = table.field(name, 0)
        movers += units_of(bits) if isinstance(bits, int) else []
    return [stands(table, mover) for mover in movers]


def _decode_move(context: PogOfferContext, body: str, found: Concern) -> None:
    """Decode units that move together along a path."""
    units, _, way = body.partition(">")
    found.what = "move"
    found.here += [stands(context.table, unit) for unit in _list(units.replace("+", ","))]
    found.to = _list(way)[-1]


def _going_on(context: PogOfferContext, body: str, found: Concern) -> None:
    """Decode the path of the moving stack, or of all units that must retreat."""
    found.what = "move"
    combat = context.table.game.state.combat
    standing = _next_unit_spaces(context.table)
    found.here += standing or ([combat.target] if combat is not None else [])
    found.to = _list(body)[-1]


def _digging(context: PogOfferContext, body: str, found: Concern) -> None:
    found.here.append(stands(context.table, int(body, 36)))


def _attacking(context: PogOfferContext, body: str, found: Concern) -> None:
    """Decode a target with its attackers; without them, use the adjacent units that can attack now or after movement."""
    table = context.table
    target, _, units = body.partition("<")
    found.what, found.to = "attack", int(target, 36)
    if units:
        found.here += [stands(table, unit) for unit in _list(units)]
    elif not found.here:
        around = set(context.neighbours(found.to))
        operation = table.game.state.operation
        ready = [stands(table, unit) for unit in table.may("add")] or units_of(operation.attack if operation else 0)
        found.here += [space for space in ready if space in around]


_READERS = {
    "m": _decode_move, "n": _decode_move, "r": _decode_move, "v": _decode_move, "s": _decode_move,
    "f": _going_on, "R": _going_on, "g": _digging, "x": _attacking,
}  # fmt: skip


def _list(text: str) -> list[int]:
    return [int(part, 36) for part in text.split(",") if part]


def _to_touch(context: PogOfferContext, space: int) -> bool:
    return context.names.content.spaces[space].kind in ("map", "reserve")


__all__ = ["Aim", "Concern", "What", "aim_of", "concern_of"]
