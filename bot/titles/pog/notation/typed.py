"""Typed orders: one function per playing command, from text to atomic choices.

Each takes the lexicon, the loaded game and the text after the command's name. Compound orders are separated by
semicolons; a refusal of any part refuses the whole.
"""

from __future__ import annotations

import re

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import fold, phrase, pieces, tokens
from bot.titles.pog.notation import actions, activation_orders, phrasing
from bot.titles.pog.notation.attack_orders import attack
from bot.titles.pog.notation.card_orders import Order, named_as_card, or_card, play, with_card
from bot.titles.pog.notation.choice_orders import choose
from bot.titles.pog.notation.decision_paragraphs import wrong_moment
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.movement_orders import activate, entrench, move
from bot.titles.pog.notation.redeployment_orders import redeploy
from bot.titles.pog.notation.retreat_orders import advance, retreat
from bot.titles.pog.notation.unit_steps import lose, replace
from engine.errors import ChanceError


def played(lexicon: Lexicon, table: Table, text: str) -> None:
    """Play a card, and after a semicolon spend it: `2 as ops; lomza move`, `5 as sr; ge 9 army warsaw`."""
    card, *rest = pieces(text) or [""]
    play(lexicon, table, card)
    if rest:
        spent = choose if table.face.one_by_one else _SPENT.get(table.face.commands[0])
        if spent is None or not table.mine:
            raise wrong_moment(table, "activate", rest[0])
        _spend(lexicon, table, spent, "; ".join(rest))


def _spend(lexicon: Lexicon, table: Table, spent: Order, text: str) -> None:
    """Carry out what a card is spent on; text that isn't the usual order is read as a line without a command."""
    try:
        spent(lexicon, table.trial(), text)
    except Refusal as refusal:
        name, _, rest = phrasing.meant(lexicon, table, text).partition(" ")
        if refusal.reason.code not in _OTHERWISE or name not in ORDERS:
            raise
        ORDERS[name](lexicon, table, rest)
        return
    except ChanceError:
        pass
    spent(lexicon, table, text)


def _activate_spaces(lexicon: Lexicon, table: Table, text: str) -> None:
    """Activate spaces; `assault tannenberg from lomza`, which names an origin, is an attack."""
    first, *rest = text.split(maxsplit=1) or [""]
    words = tokens(next(iter(pieces(text)), ""))
    aimed = rest and first.casefold() in activation_orders.ATTACK_WORDS and {"from", "with"} & set(words)
    (attack if aimed else activate)(lexicon, table, rest[0] if aimed else text)


def replaced_or_recorded(lexicon: Lexicon, table: Table, text: str) -> None:
    """Spend replacement points, or record one where that is asked: `rp russia`."""
    records = table.mine and "pool" in table.game.decision.verbs
    (choose if records else replace)(lexicon, table, text)


def done(lexicon: Lexicon, table: Table, text: str) -> None:
    """End or pass the present decision."""
    del lexicon
    if text.strip():
        raise refuse("nothing_behind", part=text, text=text)
    actions.end(table)


def finished(lexicon: Lexicon, table: Table, text: str) -> None:
    """End a decision like `done`, unless it has already ended because nothing more was possible."""
    if table.closed is not None and not text.strip():
        table.closed = None
        return
    done(lexicon, table, text)


#: Refusals of an activation that may be another order.
_OTHERWISE = frozenset(
    {
        "move_or_attack",
        "unknown_space",
        "not_understood",
        "spaces_not_units",
        "no_unit_here",
        "no_place_here",
        "no_units_there",
        "sr_form",
    }
)

#: What a played card is spent on, by the command that answers the next decision.
_SPENT: dict[str, Order] = {"activate": activate, "sr": redeploy}


#: The end of a decision after a comma: `ru 2 tannenberg, done`.
_AND_DONE = re.compile(r"\s*,\s*(?:and\s+|then\s+)?done\s*$", re.IGNORECASE)


#: The order meant by a word that belongs to another decision, by the command that answers the present one.
_INSTEAD: dict[str, dict[str, Order]] = {
    "move": {"sr": redeploy, "advance": advance, "retreat": retreat},
    "advance": {"move": move},
}


def _as_decided(name: str, order: Order) -> Order:
    """Return an order that becomes another one at decisions where its name can mean nothing else: `move all to sedan` after a won combat."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        answer = next(iter(table.face.commands), "") if table.mine and table.closed is None else ""
        _INSTEAD[name].get(answer, order)(lexicon, table, text)

    return carried


def _compound(order: Order) -> Order:
    """Return an order of several parts, the last of which may be `done`."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        *parts, last = pieces(text) or [""]
        if not last and text:
            raise refuse("something_missing", part=text)
        if len(ended := _AND_DONE.sub("", last)) < len(last) and ended.strip():
            parts, last, text = [*parts, ended], "done", f"{text[: -len(last)]}{ended}; done"
        done = bool(parts) and phrase(last) == "done"
        try:
            order(lexicon, table, "; ".join(parts) if done else text)
        except Refusal as refusal:
            raise _refusal_of_contained(lexicon, table, order, refusal) from None
        if done:
            finished(lexicon, table, "")

    return carried


def _refusal_of_contained(lexicon: Lexicon, table: Table, order: Order, refusal: Refusal) -> Refusal:
    """Return the refusal of an order that contains another one; if that one would be refused too, return its reason."""
    if refusal.reason.code != "own_order":
        return refusal
    word = str(refusal.reason.data["text"])
    head, _, tail = fold(refusal.part).partition(word)
    trial = table.trial()
    try:
        order(lexicon, trial, head)
        ORDERS[word](lexicon, trial, tail)
    except Refusal as why:
        return why
    except ChanceError:
        pass
    return refusal


#: Playing commands that take an order text, by name.
ORDERS: dict[str, Order] = {
    "play": _compound(played),
    "activate": with_card(_compound(_activate_spaces)),
    "move": with_card(_compound(_as_decided("move", move))),
    "attack": with_card(_compound(attack)),
    "sr": or_card("sr", with_card(_compound(redeploy), "sr")),
    "rp": or_card("rp", _compound(replaced_or_recorded)),
    "entrench": named_as_card("entrench", _compound(played), with_card(_compound(entrench))),
    "lose": _compound(lose),
    "retreat": _compound(retreat),
    "advance": _compound(_as_decided("advance", advance)),
    "choose": _compound(choose),
    "done": finished,
    "pass": done,
}
