"""Typed orders: the handler of each command, and the decisions it applies to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, cast

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import pieces
from bot.titles.defaults import orders as plain
from bot.titles.liege import proposals
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation import (
    afterwards_orders,
    assault_orders,
    barrage_orders,
    combat_orders,
    movement_orders,
    recon_orders,
)
from bot.titles.liege.notation.choosing import called
from bot.titles.liege.notation.lexicon import lexicon
from engine.errors import Reason

#: Handler of one piece of an order.
Carry = Callable[[OfferContext, str], None]


class LiegeOrder(NamedTuple):
    """An order command: its handler, and the kinds of decisions it answers."""

    carry: Carry
    kinds: frozenset[str]


_MOVEMENT: Final = frozenset({"march", "marching"})
_BARRAGE: Final = frozenset({"barrage", "shelling", "barrage_targets", "bombarding"})
#: Decisions that can be ended, or answered by staying in place.
_HELD: Final = frozenset({
    "march", "barrage", "assaults", "storm_on", "assault_advance", "combat", "afterwards", "withdraw", "advance",
    "breach", "admin_command", "air",
})  # fmt: skip
#: Decisions during a combat at which units turn.
_TURNED: Final = frozenset({"retreat", "advance", "entering"})


_SHIFTED: Final = frozenset({"afterwards", "shifting", "shift_facing"})
#: For each order, other command names that people use for it, with the decisions at which that is unambiguous.
_CALLED: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "shift": dict.fromkeys(("move", "march"), _SHIFTED),
    "retreat": dict.fromkeys(("withdraw", "move", "march"), frozenset({"retreat"})),
    "withdraw": dict.fromkeys(("retreat", "move", "march"), frozenset({"withdraw"})),
    "advance": dict.fromkeys(("move", "march", "enter"), frozenset({"advance", "breach", "entering"})),
    "enter": dict.fromkeys(("move", "march", "advance"), frozenset({"assault_advance"})),
    "march": dict.fromkeys(("shift", "advance", "retreat", "withdraw"), _MOVEMENT),
    "attack": {"assault": frozenset({"combat", "attack"})},
}


def _order_at_decision(context: OfferContext, name: str, text: str) -> str:
    """Map a command to the order meant at this decision: `move 38ib to u34` after the combats is a shift.

    An assault on a named fort never means an attack on the units around it.
    """
    table = context.table
    if not table.game.stack or table.kind in ORDERS[name].kinds:
        return name
    if name == "assault" and any(item.kind == "fort" for item in lexicon(book_of(context)).scan(text)[0]):
        return name
    return next((order for order, words in _CALLED.items() if table.kind in words.get(name, ())), name)


def _turn(context: OfferContext, text: str) -> None:
    """Turn units, in the Movement Phase or after a combat."""
    kind = context.table.kind
    carry = (
        combat_orders.turn if kind in _TURNED else afterwards_orders.turn if kind in _SHIFTED else movement_orders.turn
    )
    carry(context, text)


def _take(context: OfferContext, text: str) -> None:
    """Carry out a proposal."""
    proposals.take(context, text, order)


#: Orders by command name.
ORDERS: Final[Mapping[str, LiegeOrder]] = {
    "move": LiegeOrder(movement_orders.march, _MOVEMENT),
    "march": LiegeOrder(movement_orders.march, _MOVEMENT),
    "turn": LiegeOrder(_turn, frozenset({*_MOVEMENT, "facing", "arrival_facing", *_TURNED, *_SHIFTED})),
    "arrive": LiegeOrder(movement_orders.arrive, frozenset({"march", "arrival"})),
    "depart": LiegeOrder(movement_orders.leave, _MOVEMENT),
    "hold": LiegeOrder(movement_orders.hold, _HELD),
    "fire": LiegeOrder(barrage_orders.fire, _BARRAGE),
    "barrage": LiegeOrder(barrage_orders.fire, _BARRAGE),
    "shell": LiegeOrder(barrage_orders.shell, _BARRAGE),
    "assault": LiegeOrder(assault_orders.assault, frozenset({"assaults", "assault", "storm_on"})),
    "attack": LiegeOrder(combat_orders.attack, frozenset({"combat", "attack"})),
    "withdraw": LiegeOrder(combat_orders.withdraw, frozenset({"withdraw"})),
    "retreat": LiegeOrder(combat_orders.retreat, frozenset({"retreat", "remain"})),
    "stay": LiegeOrder(combat_orders.stay, frozenset({"remain"})),
    "advance": LiegeOrder(combat_orders.advance, frozenset({"advance", "breach", "entering"})),
    "enter": LiegeOrder(assault_orders.enter, frozenset({"assault_advance"})),
    "dig": LiegeOrder(afterwards_orders.dig, frozenset({"afterwards", "digging"})),
    "shift": LiegeOrder(afterwards_orders.shift, _SHIFTED),
    "merge": LiegeOrder(afterwards_orders.merge, frozenset({"afterwards", "merging"})),
    "take": LiegeOrder(_take, frozenset(proposals.KINDS)),
    "hide": LiegeOrder(recon_orders.hide, frozenset({"afterwards"})),
    "scout": LiegeOrder(recon_orders.scout, _MOVEMENT),
    "aircraft": LiegeOrder(recon_orders.aircraft, frozenset({"march"})),
    "fly": LiegeOrder(recon_orders.fly, frozenset({"air"})),
    "change": LiegeOrder(recon_orders.change, frozenset({"admin_command", "new_command"})),
}


def order(context: OfferContext, name: str, text: str) -> None:
    """Carry out a typed order, piece by piece; raises Refusal."""
    if name in (plain.DONE, plain.PASS):
        if context.table.mine and context.table.kind == "marching":
            movement_orders.stop(context, text)
            return
        _check_ending(context.table, text)
    if name not in ORDERS:
        plain.order(context, name, text, called)
        return
    name = _order_at_decision(context, name, text)
    table, wanted = context.table, ORDERS[name]
    for part in pieces(text) or [""]:
        table.check_chance(part)
        if table.game.stack and table.mine and table.kind not in wanted.kinds:
            raise _wrong_moment(table, name, part)
        wanted.carry(context, part)


def press(table: Table, encoded: str, context: OfferContext) -> None:
    """Carry out the order in a button's token: choices, or `o.` with a typed order; raises Refusal.

    A complete march stops where aircraft search for it, just like a typed one.
    """
    if not encoded.startswith("o."):
        for choice in _choices(encoded) if table.kind == "marching" else (encoded,):
            plain.press(table, choice)
            if table.chance:
                return
        return
    name, _, text = encoded[2:].partition(" ")
    order(context, name, text)


def _choices(encoded: str) -> list[str]:
    """Split the choices of a button into separate orders."""
    return [f"c.{one}" for one in encoded.removeprefix("c.").split("+")]


def _check_ending(table: Table, text: str) -> None:
    """Refuse to end a decision that needs an answer."""
    if table.mine and not _can_end(table):
        raise Refusal(Reason("needs_an_answer", table.face.rule, {"decision": table.kind}), text, table.present())


def _can_end(table: Table) -> bool:
    """Return whether a decision can be ended without an answer."""
    return any(not kind and table.may(verb) for verb, kind in table.game.decision.verbs.items())


def _wrong_moment(table: Table, name: str, part: str) -> Refusal:
    """Return the refusal of an order that belongs to another phase, or that answers what isn't asked.

    It says what would work: an answer where one is needed, else the end of this phase.
    """
    face, phases, kinds = table.face, proposals.KINDS, ORDERS[name].kinds
    meant = [phases.index(kind) for kind in kinds if kind in phases]
    wanted = phases[min(meant)] if meant else name if name in kinds else min(kinds)
    past = meant and table.kind in phases and max(meant) < phases.index(table.kind)
    asks = not _can_end(table)
    code = "moment_past" if past else "answer_first" if asks else "wrong_moment" if meant else "only_when_asked"
    reason = Reason(
        code, face.rule, {"command": f"/{name}", "decision": table.kind, "wanted": wanted, "ending": face.ending}
    )
    return Refusal(reason, part, table.present()) if code == "answer_first" else Refusal(reason, part)


def book_of(context: OfferContext) -> LiegeBook:
    """Return the game's book."""
    return cast("LiegeBook", context.names)


__all__ = ["ORDERS", "Carry", "LiegeOrder", "book_of", "order", "press"]
