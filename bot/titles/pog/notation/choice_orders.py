"""Typed choices of the present decision, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase, pieces, tokens
from bot.titles.pog.commands import ALONE
from bot.titles.pog.notation import actions, number_choices
from bot.titles.pog.notation.button_labels import labelled
from bot.titles.pog.notation.decision_paragraphs import no_such_choice
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.reading import units_and_spaces
from engine.errors import Reason

#: Separators between units that are chosen one after another.
_LISTED = re.compile(r"\s*(?:[,&+]|\band\b)\s*", re.IGNORECASE)
#: What to ask if a choice is named without its argument, by kind of argument.
_WHICH = {"space": "which_space", "card": "which_card", "unit": "which_units"}


def choose(lexicon: Lexicon, table: Table, text: str) -> None:
    """Make any legal choice of the present decision, given by its verb, its argument, or both."""
    for piece in pieces(text):
        for part in _parts_of(lexicon, table, piece):
            verb, arg = one_choice(lexicon, table, part)
            table.do(verb, arg, part)


def _parts_of(lexicon: Lexicon, table: Table, piece: str) -> Sequence[str]:
    """Return a piece naming several units that are chosen one by one as one part per unit: `flip ge 1, ge 2`."""
    if not table.face.one_by_one or not table.mine:
        return [piece]
    verb = next((verb for verb in table.game.decision.verbs if piece.casefold().startswith(f"{verb} ")), "")
    first, _, rest = piece.partition(" ")
    named = (
        piece[len(verb) :] if verb else rest if first.casefold() in lexicon.order_words.verbs["one_by_one"] else piece
    )
    return [f"{verb} {one}".strip() for one in _LISTED.split(named.strip()) if one]


def one_choice(lexicon: Lexicon, table: Table, part: str) -> tuple[str, int]:
    """Return the verb and argument named by a part of `choose`.

    Raises:
        Refusal: it means no choice of the present decision, or several.
    """
    table.check_chance(part)
    if not table.mine:
        table.do("", 0, part)
    verbs = table.game.decision.verbs
    words = tokens(part)
    for length in range(min(3, len(words)), 0, -1):
        verb = "_".join(words[:length])
        if verb in verbs:
            if not verbs[verb] and length < len(words) and (meant := labelled(lexicon, table, part)):
                return meant, 0
            return verb, _argument_after(lexicon, table, verb, " ".join(words[length:]), part)
    if meant := labelled(lexicon, table, part):
        return meant, 0
    found, trouble = _by_argument(lexicon, table, part)
    if not found:
        ends = phrase(part) in ALONE and any(table.offers(verb) for verb in actions.ENDINGS)
        raise trouble or no_such_choice(table, part, part, meant=f"`/{phrase(part)}`" if ends else "")
    if len(found) > 1:
        raise Ambiguous(part, [f"{verb} {part}".replace("_", " ") for verb, _ in found])
    return found[0]


def _by_argument(lexicon: Lexicon, table: Table, part: str) -> tuple[list[tuple[str, int]], Refusal | None]:
    """Return the choices whose argument a text names, and why there may be none."""
    found: list[tuple[str, int]] = []
    trouble: Refusal | None = None
    for verb, kind in table.game.decision.verbs.items():
        if not kind or not table.may(verb):
            continue
        try:
            arg = _argument(lexicon, table, verb, part, part)
        except Refusal as refusal:
            if isinstance(refusal, Ambiguous) and kind == "card" and not _any_playable(lexicon, table, verb, refusal):
                continue  # it only fits cards that can't be chosen
            if isinstance(refusal, Ambiguous) or refusal.reason.code in number_choices.KNOWN:
                trouble = refusal
            continue
        # Units named by nation are meant even if they can't be chosen: the rules say why.
        if table.offers(verb, arg) or kind == "pool":
            found.append((verb, arg))
    return found, trouble


def _any_playable(lexicon: Lexicon, table: Table, verb: str, doubt: Ambiguous) -> bool:
    """Return True if one of the cards an ambiguous name fits may be chosen now."""
    return not {lexicon.book.card(card) for card in table.may(verb)}.isdisjoint(doubt.candidates)


def _argument_after(lexicon: Lexicon, table: Table, verb: str, text: str, part: str) -> int:
    """Return the argument of a verb from the words after it."""
    kind = table.game.decision.verbs[verb]
    if kind and not text:
        raise Refusal(Reason(_WHICH.get(kind, "something_missing"), table.face.rule), part, table.legal(verb))
    if kind:
        return _argument(lexicon, table, verb, text, part)
    if text:
        raise refuse("nothing_behind", part=part, text=text)
    return 0


def _argument(lexicon: Lexicon, table: Table, verb: str, text: str, part: str) -> int:
    kind, legal = table.game.decision.verbs[verb], table.may(verb)
    if kind in number_choices.KINDS:
        return number_choices.read(lexicon, table, kind, text, part)
    if kind == "space":
        return lexicon.space(text, legal)
    if kind == "card":
        return lexicon.cards.card(text, legal, table.side)
    reader, wishes, places = units_and_spaces(lexicon, table, text)
    if not wishes:
        raise refuse("which_units", part=part)
    units = reader.resolve_at(wishes, places, legal)
    if len(units) > 1:
        raise refuse("one_at_a_time", part=part)
    return units[0]


__all__ = ["choose", "one_choice"]
