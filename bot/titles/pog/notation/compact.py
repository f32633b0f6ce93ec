"""Orders in a few characters, for the tokens of buttons and menus.

    c.VERB:ARG+VERB:ARG   atomic choices one after another
    m.UNITS>WAY           move units together along a way, all of them to its end; "n." the same, as one of several
    m.UNITS+OTHERS>WAY    the same, with others coming along as far as their movement allows
    f.WAY                 the moving stack goes on and stops at the end
    g.UNIT                entrench with an army
    x.TARGET[<UNITS]      attack, with given units or with all that can join
    r.UNITS>WAY           retreat        v.UNITS>WAY   advance       s.UNITS>SPACE  redeploy
    R.WAY                 retreat all remaining units along the way
    L.FIRST               take all losses due, corps (or armies, weakest, fort) first
    e                     end or pass the present decision
    d, w                  end the activation, the movement; no effect if it has already ended

Several orders in sequence are separated by "|". Ids are in base 36, lists separated by commas. Every order expands to
atomic choices; the record holds nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from bot.table.choice_codec import base36, encode_ids
from bot.table.refusal import concerning, refuse
from bot.table.table import Table
from bot.titles.pog.notation import actions, attacking
from bot.titles.pog.notation.reactions import FIRST, lose_all
from bot.titles.pog.notation.stacks import stands

_ID = re.compile(r"[0-9a-z]{1,3}")


def move(units: Iterable[int], way: Iterable[int], *, along: Iterable[int] = (), among: bool = False) -> str:
    """Return a move as an order; `along` come with it as far as they can, `among` if it can be chosen together with others."""
    others = encode_ids(along)
    return f"{'n' if among else 'm'}.{encode_ids(units)}{f'+{others}' if others else ''}>{encode_ids(way)}"


def movers(table: Table, body: str) -> list[int]:
    """Return all units of an encoded move, in their encoded order; raise ValueError for an unknown unit."""
    goers, along, _ = _move(table, body)
    return goers + along


def go_on(way: Iterable[int]) -> str:
    """Return the rest of a move as an order."""
    return f"f.{encode_ids(way)}"


def dig(unit: int) -> str:
    """Return an entrench attempt as an order."""
    return f"g.{base36(unit)}"


def attack(target: int, units: Iterable[int] = ()) -> str:
    """Return an attack as an order; no units means all that can join."""
    chosen = encode_ids(units)
    return f"x.{base36(target)}" + (f"<{chosen}" if chosen else "")


def retreat(units: Iterable[int], way: Iterable[int]) -> str:
    """Return a retreat as an order."""
    return f"r.{encode_ids(units)}>{encode_ids(way)}"


def retreat_all(way: Iterable[int]) -> str:
    """Return the retreat of all remaining units as an order."""
    return f"R.{encode_ids(way)}"


def advance(units: Iterable[int], way: Iterable[int]) -> str:
    """Return an advance as an order."""
    return f"v.{encode_ids(units)}>{encode_ids(way)}"


def redeploy(units: Iterable[int], space: int) -> str:
    """Return a strategic redeployment as an order."""
    return f"s.{encode_ids(units)}>{base36(space)}"


def losses(first: str) -> str:
    """Return taking all losses at once as an order."""
    return f"L.{first}"


END = "e"
END_ACTIVATION = "d"
END_MOVEMENT = "w"

#: The sequence in which orders chosen together are carried out.
_SEQUENCE = ("c.ops", "c.auto_op", "c.for_", END_ACTIVATION, "n.", "f.", END_MOVEMENT)


def together(table: Table, orders: Iterable[str]) -> list[str]:
    """Return orders that were chosen together in the sequence of play: card, activation, movement, attack (9.2).

    Moves out of one space follow each other, since units left behind in a space can't move any more.

    Raises:
        Refusal: two attacks, an attack although spaces are chosen to move from (9.2.9), or a unit that would
            go two ways (11.1.1).
    """
    orders = list(dict.fromkeys(orders))
    _nobody_twice(table, orders)
    attacks = [order for order in orders if order.startswith("x.")]
    others = [order for order in orders if not order.startswith("x.")]
    if len(attacks) > 1:
        with concerning(attacks[1]):
            raise refuse("one_attack", "9.2.9")
    if attacks and any(order.startswith("c.for_movement") for order in others):
        with concerning(attacks[0]):
            raise refuse("movement_first", "9.2.9")

    def place(order: str) -> tuple[int, int]:
        at = next((at for at, begin in enumerate(_SEQUENCE) if order.startswith(begin)), len(_SEQUENCE))
        return at, _space_of(table, order) if order.startswith("n.") else 0

    return [*sorted(others, key=place), *attacks]


def _nobody_twice(table: Table, orders: Iterable[str]) -> None:
    """Refuse moves chosen together that share a unit, such as a whole stack and a part of it."""
    gone: set[int] = set()
    for order in orders:
        if order.startswith(("n.", "g.")):
            with concerning(order):
                try:
                    units = movers(table, order[2:])
                except (ValueError, IndexError):
                    raise refuse("stale") from None
                if twice := [unit for unit in units if unit in gone]:
                    raise refuse("chosen_twice", "11.1.1", units=tuple(twice))
                gone.update(units)


def _space_of(table: Table, move_order: str) -> int:
    try:
        return stands(table, movers(table, move_order[2:])[0])
    except (ValueError, IndexError):
        raise refuse("stale") from None


def carry_out(table: Table, order: str) -> None:
    """Carry out an encoded order.

    Raises:
        Refusal: it isn't a valid order, or isn't possible now.
    """
    for one in order.split("|"):
        code, _, body = one.partition(".")
        if one not in _IF_ASKED:
            table.check_chance()
        try:
            _carry_out(table, code, body)
        except (ValueError, IndexError):
            raise refuse("stale") from None


#: Choices that activate a space, and for what; if the OPS don't suffice, that is the reason given (9.2.1).
_MARKS = {"for_movement": "move", "for_combat": "attack"}


def _apply_choices(table: Table, body: str) -> None:
    for choice in body.split("+"):
        verb, _, arg = choice.partition(":")
        kind = "space" if verb in _MARKS else table.legal(verb)[1]
        number = _id(table, kind, arg or "0")
        if verb in _MARKS:
            actions.activate(table, number, _MARKS[verb])
        else:
            table.do(verb, number)


def _carry_out(table: Table, code: str, body: str) -> None:
    if code == "c":
        _apply_choices(table, body)
    elif code in ("m", "n"):
        goers, along, way = _move(table, body)
        actions.move(table, goers, way, along=along)
    elif code == "f":
        actions.go_on(table, _list(table, "space", body))
    elif code == "g":
        actions.entrench(table, _id(table, "unit", body))
    elif code == "x":
        target, _, attackers = body.partition("<")
        attacking.attack(table, _id(table, "space", target), _list(table, "unit", attackers) or None)
    elif code == "r":
        actions.retreat(table, *_units_and_way(table, body))
    elif code == "R":
        retreat_everybody(table, _list(table, "space", body))
    elif code == "v":
        actions.advance(table, *_units_and_way(table, body))
    elif code == "s":
        units, way = _units_and_way(table, body)
        actions.redeploy(table, units, way[-1])
    elif code == "L" and body in FIRST:
        lose_all(table, body)
    elif code in _ENDINGS:
        _ENDINGS[code](table)
    else:
        raise ValueError(code)


#: Orders that do nothing if their decision has already passed.
_IF_ASKED: dict[str, Callable[[Table], object]] = {
    END_ACTIVATION: actions.end_activation,
    END_MOVEMENT: actions.end_movement,
}
_ENDINGS: dict[str, Callable[[Table], object]] = {END: actions.end, **_IF_ASKED}


def retreat_everybody(table: Table, way: Sequence[int]) -> None:
    """Retreat every remaining unit along the same way."""
    for _ in range(8):
        if table.kind == "retreat_option":
            table.do("retreat")
        if table.kind != "retreat" or not table.mine:
            return
        unit = table.may("pick")[0] if table.may("pick") else int(table.field("unit", -1))
        actions.retreat(table, [unit], way)


def _id(table: Table, kind: str, text: str) -> int:
    """Return the id written by `base36`; raise ValueError if nothing of the kind has it."""
    content = table.game.state.rules.content
    things = {"unit": content.units, "space": content.spaces, "card": content.cards}.get(kind)
    number = int(text, 36) if _ID.fullmatch(text) else -1
    if number < 0 or (things is not None and number >= len(things)):
        raise ValueError(text)
    return number


def _list(table: Table, kind: str, text: str) -> list[int]:
    return [_id(table, kind, part) for part in text.split(",") if part]


def _move(table: Table, text: str) -> tuple[list[int], list[int], list[int]]:
    """Return the units that go to the end of a way, the units that come along, and the way."""
    units, _, way = text.partition(">")
    goers, _, along = units.partition("+")
    return _list(table, "unit", goers), _list(table, "unit", along), _list(table, "space", way)


def _units_and_way(table: Table, text: str) -> tuple[list[int], list[int]]:
    units, _, way = text.partition(">")
    return _list(table, "unit", units), _list(table, "space", way)
