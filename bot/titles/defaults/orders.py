"""Orders of a title without a notation: choices by name, typed or in button tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from bot.table.generic import verb_label
from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase, pieces
from engine.errors import Reason

#: The order commands that every title has.
CHOOSE, DONE, PASS = "choose", "done", "pass"
#: How a title resolves the text after a verb to arguments; an empty list if it doesn't know the text.
Called = Callable[[OfferContext, str, str], list[int]]
#: Separators between several names.
_PARTED: Final = re.compile(r"\s*(?:,|&|\band\b)\s*")


def nothing_called(context: OfferContext, verb: str, text: str) -> list[int]:
    """Return an empty list: arguments have only the names that are displayed."""
    del context, verb, text
    return []


def order(context: OfferContext, name: str, text: str, called: Called = nothing_called) -> None:
    """Carry out a typed order: `choose VERB NAME`, `done`, `pass`, or a title's command that is named like a verb.

    Several names, separated by semicolons, commas or "and", can follow a verb; `called` resolves further names. Raises
    Refusal.
    """
    if name in (DONE, PASS):
        _end(context, text)
        return
    for piece in pieces(text) or [""]:
        verb, rest = _verb(context, piece, called) if name == CHOOSE else (name, piece)
        context.table.check_chance(piece)
        for argument in _arguments(context, verb, rest, called):
            context.table.do(verb, argument, piece)


def choices(context: OfferContext, piece: str) -> list[str]:
    """Return the completions of `choose`: every legal choice."""
    del piece
    return [f"{_plain(verb)} {name}".strip() for verb, name in _legal(context)]


def named(context: OfferContext, verb: str) -> list[str]:
    """Return the completions of a command that is named like a verb."""
    return [name for one, name in _legal(context) if one == verb and name]


def press(table: Table, encoded: str) -> None:
    """Carry out the order in a button's token, as `choice_codec` encodes it; raises Refusal if it is malformed or not legal."""
    for one in encoded.split("|"):
        code, _, body = one.partition(".")
        if code != "c":
            raise refuse("stale")
        for choice in body.split("+"):
            verb, _, arg = choice.partition(":")
            try:
                number = int(arg or "0", 36)
            except ValueError:
                raise refuse("stale") from None
            table.do(verb, number)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _legal(context: OfferContext) -> Iterator[tuple[str, str]]:
    """Yield the decision's verbs with the typed names of their legal arguments ("" for verbs without an argument)."""
    table = context.table
    for verb, kind in table.game.decision.verbs.items() if table.game.stack else ():
        yield from ((verb, phrase(context.named(kind, arg)) if kind else "") for arg in table.may(verb))


def _verb(context: OfferContext, text: str, called: Called) -> tuple[str, str]:
    """Return the verb at the start of a text, by name or label, and the text after it; raises Refusal.

    Without a verb, the text can be an argument that fits only one verb: `11ib` where a unit is asked for.
    """
    typed, table = phrase(text), context.table
    verbs = table.game.decision.verbs if table.game.stack else {}
    spoken = {form: verb for verb in verbs for form in (phrase(verb_label(context, verb)), phrase(verb))}
    for form in sorted(spoken, key=len, reverse=True):
        if typed == form or typed.startswith(f"{form} "):
            return spoken[form], typed[len(form) :].strip()
    meant = {verb for verb, name in _legal(context) if name and _same(name, typed)}
    meant = meant or {verb for verb in verbs if verbs[verb] and _all_legal(table, verb, called(context, verb, text))}
    if len(meant) == 1:
        return meant.pop(), typed
    raise Refusal(
        Reason("bad_word", "", {"text": text, "usage": "/choose", "near": _near(context)}), text, table.present()
    )


def _all_legal(table: Table, verb: str, args: list[int]) -> bool:
    return bool(args) and set(args) <= set(table.may(verb))


def _same(name: str, typed: str) -> bool:
    """Return True for names that differ only in spaces and punctuation: `11ib` and `11 ib`."""
    return _letters(name) == _letters(typed) != ""


def _letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())


def _near(context: OfferContext) -> str:
    found = [f"“{one}”" for one in choices(context, "")[:3]]
    return context.names.words.listed(found, "or")


def _arguments(context: OfferContext, verb: str, text: str, called: Called) -> list[int]:
    """Return the arguments that a text names, illegal ones too, so that the rules can say why; raises Refusal."""
    table = context.table
    if not table.game.stack:
        raise refuse("game_over")
    kind = table.game.decision.verbs.get(verb, "")
    if not kind:
        return [0]
    if (one := _argument(context, verb, kind, text)) is not None:
        return [one]
    if found := called(context, verb, text):
        return found
    several = [_argument(context, verb, kind, part) for part in _PARTED.split(text)]
    if None in several:
        raise Refusal(Reason("unknown_name", "", {"name": text}), text, table.legal(verb))
    return [arg for arg in several if arg is not None]


def _argument(context: OfferContext, verb: str, kind: str, text: str) -> int | None:
    """Return the one argument that a text names, None if there isn't exactly one."""
    table, typed = context.table, phrase(text)
    told = {arg: phrase(context.named(kind, arg)) for arg in table.may(verb)}
    for arg, name in told.items():
        if typed == name:
            return arg
    close = [arg for arg, name in told.items() if _same(name, typed)]
    if len(close) == 1:
        return close[0]
    try:
        return table.game.system.id_of(kind, _stable(context, kind, typed))
    except (KeyError, ValueError):
        return None


def _stable(context: OfferContext, kind: str, typed: str) -> str:
    """Return the stable name of an argument typed by its name in the text file, or by the stable name itself."""
    told = context.names.words.find(f"names.{kind}")
    spoken: dict[str, str] = {
        phrase(text): name for name, text in (told if isinstance(told, dict) else {}).items() if isinstance(text, str)
    }
    return spoken.get(typed, typed.replace(" ", "_"))


def _end(context: OfferContext, text: str) -> None:
    """Choose the verb that ends the decision: the one its UI names, or the only legal one without an argument."""
    table = context.table
    if not table.game.stack:
        raise refuse("game_over")
    verbs = [verb for verb, kind in table.game.decision.verbs.items() if not kind and table.may(verb)]
    verb = table.face.ending if table.face.ending in verbs else verbs[0] if len(verbs) == 1 else ""
    table.do(verb or DONE, 0, text)


__all__ = ["CHOOSE", "DONE", "PASS", "Called", "choices", "named", "nothing_called", "order", "press"]
