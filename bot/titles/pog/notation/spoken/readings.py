"""The meaning of a line at the present decision: the orders that fit it, surest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import tokens
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.questions import asks
from bot.titles.pog.notation.spoken import choices, clauses, fighting, going, steps
from bot.titles.pog.notation.spoken.clauses import Line
from bot.titles.pog.notation.spoken.fits import Fit
from bot.titles.pog.notation.spoken.going import Frame
from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import Tagged, tagged

#: The end of a sentence, excluding abbreviations.
_SENTENCE = re.compile(r"(?<=[^\W\d_]{2})(?<!\bst)(?<!\bmt)(?<!\bvs)(?<!\bno)(?<!\bnr)[.!]+\s+(?=\w)", re.IGNORECASE)
#: Maximum number of words of a line, and of orders returned.
_LONGEST, _MOST = 60, 8

#: Kinds of words that order nothing.
_TALK = frozenset({"harmless", "beside", "and", "after", "first", "next"})

#: The orders that a decision allows, by the command that answers it, likeliest first.
_FRAMES: dict[str, tuple[Frame, ...]] = {
    "activate": (fighting.attacks, going.moves, fighting.activations, choices.ended),
    "move": (fighting.attacks, going.moves, choices.ended),
    "attack": (fighting.attacks, choices.ended),
    "sr": (going.sent, choices.ended),
    "rp": (steps.replacements, choices.ended),
    "lose": (steps.losses,),
    "advance": (going.advances, choices.ended),
    "retreat": (steps.holds, going.retreats),
    "card": (choices.combat_cards, choices.ended),
    "choose": (choices.manners, choices.picks, choices.ended),
    "play": (fighting.attacks, going.moves, fighting.activations),
}


def readings(lexicon: Lexicon, table: Table, line: str) -> list[Fit]:
    """Return the orders that fit a line, those that cover all of it first."""
    words = lexicon.counted(tokens(line))
    if not table.mine or not words or len(words) > _LONGEST or asks(lexicon, words):
        return []
    items = tagged(lexicon, table, _SENTENCE.sub("; ", line))
    if _only_a_beginning(items):
        return []
    found: dict[str, bool] = {}
    for fit in islice(_fitting_orders(Ground(lexicon, table), items), _MOST):
        found[fit.order] = fit.sure or found.get(fit.order, False)
    return [Fit(order, sure) for order, sure in sorted(found.items(), key=lambda one: not one[1])]


def _only_a_beginning(items: Sequence[Tagged]) -> bool:
    """Return whether all that is named are slips and abbreviations beside words that order nothing: `hello ben` is no Benetke."""
    named = [item for item in items if item.kind in ("unit", "space", "card")]
    words = [item for item in items if item.kind in ("word", "use")]
    said = bool(named and words) and all(item.slip for item in named)
    return said and all(item.kind == "word" and item.names <= _TALK for item in words)


def _fitting_orders(ground: Ground, items: Sequence[Tagged]) -> Iterator[Fit]:
    """Yield the orders that fit items at the present decision."""
    table = ground.table
    if _answer(table) == "play" and any(item.kind == "card" for item in items):
        yield from _card_orders(ground, items)
        return
    if _answer(table) == "play" and (head := choices.alone(items)):
        yield from _unaided(ground, items, head)
    line = clauses.read(ground, items)
    if _answer(table) == "play" and any(item.kind == "use" and item.names_any("sr") for item in items):
        yield from going.sent(ground, line)
    there = _operating(ground)
    line.left_open |= there is not ground and _only_numbers(line)
    for frame in _FRAMES.get(_answer(table), ()):
        with suppress(Refusal):
            yield from frame(there, line)
    if _answer(table) == "play":
        yield from choices.cards(ground, line)


def _card_orders(ground: Ground, items: Sequence[Tagged]) -> Iterator[Fit]:
    """Yield a card with its use, and with what it is spent on."""
    head = [item for item in items if item.kind in ("card", "use")]
    rest = [item for item in items if item.kind not in ("card", "use")]
    whole = clauses.read(ground, items)
    uses = {min(item.names) for item in head if item.kind == "use"}
    named = any(item.kind in ("unit", "space") for item in rest)
    bare = Line(
        [item for item in whole.items if item in head or not named],
        [],
        whole.denied,
        left_open=whole.left_open,
    )
    if not uses and not named:
        yield from (Fit(played.order, played.sure) for played in choices.cards(ground, bare))
        return
    if not uses:
        yield from _event_orders(ground, bare, rest)
    for played in choices.cards(ground, bare):
        mode = played.order.rpartition(" ")[2]
        card = next(item.card for item in head if item.kind == "card")
        trial = ground.table.attempt((mode, card)) if named else None
        if trial is not None and trial.mine and (mode in uses or mode == "ops"):
            there = Ground(ground.lexicon, trial)
            only = not uses and mode == "ops" and not (whole.denied or whole.left_open)  # units are named: an operation
            for fit in islice(_fitting_orders(there, rest), _MOST if uses else 1):  # else the other uses are as likely
                yield Fit(f"{played.order} /{fit.order}", (played.sure or only) and fit.sure)
        yield Fit(played.order, played.sure and not named)


def _unaided(ground: Ground, items: Sequence[Tagged], head: Sequence[Tagged]) -> Iterator[Fit]:
    """Yield one operation without a card, with what it is spent on."""
    rest = [item for item in items if item not in head]
    trial = ground.table.attempt(("auto_op", 0)) if any(item.kind in ("unit", "space") for item in rest) else None
    if trial is not None and trial.mine:
        sure = not choices.is_card_or_number(ground, items)
        yield from (
            Fit(f"play auto /{fit.order}", sure and fit.sure)
            for fit in islice(_fitting_orders(Ground(ground.lexicon, trial), rest), _MOST)
        )


def _event_orders(ground: Ground, bare: Line, rest: Sequence[Tagged]) -> Iterator[Fit]:
    """Yield the event of a card with the choices that it asks for, where the line says just these: `landwehr! 2 and 7 flip back`."""
    for played in choices.cards(ground, bare):
        card = next((item.card for item in bare.items if item.kind == "card"), -1)
        trial = ground.table.attempt(("event", card)) if played.order.endswith(" as event") else None
        if trial is not None and trial.mine and trial.face.one_by_one:
            there = Ground(ground.lexicon, trial)
            yield from (Fit(f"{played.order} /{fit.order}") for fit in _fitting_orders(there, rest) if fit.sure)


def _only_numbers(line: Line) -> bool:
    """Return whether units are named by bare numbers alone, which may count anything: `back in 5`."""
    return bool(line.objects) and all(item.kind == "unit" and item.text.isdecimal() for item in line.objects)


def _operating(ground: Ground) -> Ground:
    """Return the ground after playing the card with most OPS if an action is being chosen; else the ground itself."""
    table, cards = ground.table, ground.lexicon.book.content.cards
    playable = sorted(table.may("ops"), key=lambda card: -cards[card].ops) if _answer(table) == "play" else []
    trial = table.attempt(("ops", playable[0])) if playable else None
    return Ground(ground.lexicon, trial) if trial is not None and trial.mine else ground


def _answer(table: Table) -> str:
    """Return the main command that answers the present decision."""
    return "choose" if table.face.one_by_one else table.face.commands[0]


__all__ = ["readings"]
