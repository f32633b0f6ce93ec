"""A refusal on its way to a sentence: which part of the order, why, and what would be legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bot.table.typed_text import one_edit, phrase
from engine.errors import Reason


class Refusal(Exception):
    """An order or command that is not carried out; the game is as it was.

    `reason` is the engine's or one of ours (codes are keys of `reasons.toml`), `part` the
    piece of the order it concerns, `legal` what would be possible: (verb, kind of
    argument, arguments); `order` is, of several that came with one press, the encoded one that it concerns.
    """

    def __init__(
        self,
        reason: Reason,
        part: str = "",
        legal: tuple[str, str, tuple[int, ...]] | None = None,
        still: Callable[[Any, Reason], bool] | None = None,
    ) -> None:
        super().__init__(reason.code)
        self.reason, self.part, self.legal = reason, part, legal
        self.order = ""
        #: The kind of decision of which `legal` names another verb than the one that was tried, "" where it is the same.
        self.beside = ""
        #: What was perhaps meant: words of the order with better ones, or "" with a whole line.
        self.instead: tuple[tuple[str, str], ...] = ()
        #: Whether one letter alone makes the difference to the only thing that may be meant.
        self.slip = False
        #: Lines to propose that were perhaps meant.
        self.proposed: tuple[str, ...] = ()
        #: Of a question: whether it is still to be asked after what else was ordered; None where it always is.
        self.still = still


def refuse(code: str, rule: str = "", part: str = "", **data: Any) -> Refusal:
    """Return a refusal of ours with its data."""
    return Refusal(Reason(code, rule, data), part)


def perhaps(refusal: Refusal, said: str, better: Iterable[str]) -> Refusal:
    """Return a refusal of words that nobody knows, with those that may be meant by them."""
    refusal.instead = tuple((said, one) for one in better)
    refusal.slip = len(refusal.instead) == 1 and one_edit(phrase(said), phrase(refusal.instead[0][1]))
    return refusal


@contextmanager
def concerning(order: str) -> Iterator[None]:
    """Yield a refusal in here concerns this encoded order."""
    try:
        yield
    except Refusal as refusal:
        refusal.order = order
        raise


class AsksFirst(Refusal):
    """An order that is carried out only when asked twice: every question of it, each as a refusal of its own.

    `number` is that of the position in which it was asked.
    """

    def __init__(self, questions: Sequence[Refusal], number: int) -> None:
        super().__init__(questions[0].reason, questions[0].part)
        self.questions, self.number = tuple(questions), number


class Ambiguous(Refusal):
    """A name that fits several things; `candidates` are their words."""

    def __init__(self, text: str, candidates: Iterable[str]) -> None:
        self.candidates = tuple(dict.fromkeys(candidates))
        super().__init__(Reason("ambiguous", "", {"text": text, "candidates": self.candidates}), text)
        self.instead = tuple((text, candidate) for candidate in self.candidates)
