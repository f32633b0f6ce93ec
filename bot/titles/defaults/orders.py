"""Orders of a title without a notation: choices by their names, typed and in the tokens of buttons."""

from __future__ import annotations

from collections.abc import Iterator

from bot.table.generic import verb_label
from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase, pieces
from engine.errors import Reason

#: The commands that every title has which give an order.
CHOOSE, DONE, PASS = "choose", "done", "pass"


def order(context: OfferContext, name: str, text: str) -> None:
    """Carry out a typed order: `choose VERB NAME`, `done`, `pass`, or a command of the title that is called as a verb.

    Behind a verb several names may stand, divided by semicolons. Raises Refusal.
    """
    if name in (DONE, PASS):
        _end(context, text)
        return
    for piece in pieces(text) or [""]:
        verb, rest = _verb(context, piece) if name == CHOOSE else (name, piece)
        context.table.check_chance(piece)
        context.table.do(verb, _argument(context, verb, rest), piece)


def choices(context: OfferContext, piece: str) -> list[str]:
    """Return what may be typed behind `choose`: every legal choice."""
    del piece
    return [f"{_plain(verb)} {name}".strip() for verb, name in _legal(context)]


def named(context: OfferContext, verb: str) -> list[str]:
    """Return what may be typed behind a command that is called as a verb."""
    return [name for one, name in _legal(context) if one == verb and name]


def press(table: Table, encoded: str) -> None:
    """Carry out the order in a button's token, as `atoms` writes it; raises Refusal where it is none or not legal."""
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
    """Verbs of the decision with the typed names of their legal arguments, "" for those without one."""
    table = context.table
    for verb, kind in table.game.decision.verbs.items() if table.game.stack else ():
        yield from ((verb, phrase(context.named(kind, arg)) if kind else "") for arg in table.may(verb))


def _verb(context: OfferContext, text: str) -> tuple[str, str]:
    """Return the verb with which a text begins, by its name or its label, and what stands behind it; raises Refusal.

    Without a verb, the text may be what one verb alone can be said of: `11ib` where a unit is asked for.
    """
    typed, table = phrase(text), context.table
    verbs = table.game.decision.verbs if table.game.stack else {}
    spoken = {form: verb for verb in verbs for form in (phrase(verb_label(context, verb)), phrase(verb))}
    for form in sorted(spoken, key=len, reverse=True):
        if typed == form or typed.startswith(f"{form} "):
            return spoken[form], typed[len(form) :].strip()
    meant = {verb for verb, name in _legal(context) if name and _same(name, typed)}
    if len(meant) == 1:
        return meant.pop(), typed
    raise Refusal(
        Reason("bad_word", "", {"text": text, "usage": "/choose", "near": _near(context)}), text, table.present()
    )


def _same(name: str, typed: str) -> bool:
    """Return True for names that differ in spaces and signs alone: `11ib` and `11 ib`."""
    return _letters(name) == _letters(typed) != ""


def _letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())


def _near(context: OfferContext) -> str:
    found = [f"“{one}”" for one in choices(context, "")[:3]]
    return context.names.words.listed(found, "or")


def _argument(context: OfferContext, verb: str, text: str) -> int:
    """Return the argument that a text names, also one that is not legal, so that the rules say why; raises Refusal."""
    table, typed = context.table, phrase(text)
    if not table.game.stack:
        raise refuse("game_over")
    kind = table.game.decision.verbs.get(verb, "")
    if not kind:
        return 0
    called = {arg: phrase(context.named(kind, arg)) for arg in table.may(verb)}
    for arg, name in called.items():
        if typed == name:
            return arg
    close = [arg for arg, name in called.items() if _same(name, typed)]
    if len(close) == 1:
        return close[0]
    try:
        return table.game.system.id_of(kind, _stable(context, kind, typed))
    except (KeyError, ValueError):
        raise Refusal(Reason("unknown_name", "", {"name": text}), text, table.legal(verb)) from None


def _stable(context: OfferContext, kind: str, typed: str) -> str:
    """Return the stable name of an argument that is typed by its name in the text file, or by the stable one itself."""
    told = context.names.words.find(f"names.{kind}")
    spoken: dict[str, str] = {
        phrase(text): name for name, text in (told if isinstance(told, dict) else {}).items() if isinstance(text, str)
    }
    return spoken.get(typed, typed.replace(" ", "_"))


def _end(context: OfferContext, text: str) -> None:
    """Choose what ends the decision: the verb that its face names, or the only one that is legal and needs no argument."""
    table = context.table
    if not table.game.stack:
        raise refuse("game_over")
    verbs = [verb for verb, kind in table.game.decision.verbs.items() if not kind and table.may(verb)]
    verb = table.face.ending if table.face.ending in verbs else verbs[0] if len(verbs) == 1 else ""
    table.do(verb or DONE, 0, text)


__all__ = ["CHOOSE", "DONE", "PASS", "choices", "named", "order", "press"]
