"""Refusals before they are worded: which part of the order, why, and what would be legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from bot.table.typed_text import one_edit, phrase
from engine.errors import Reason


class Refusal(Exception):
    """An order or command that is not carried out; the game is unchanged.

    `reason` is the engine's or one of ours (codes are keys of `reasons.toml`), `part` the piece of the order it
    concerns, `legal` what would be possible: (verb, kind of argument, arguments). If one press contained several
    orders, `order` is the encoded one it concerns.
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
        #: The kind of decision whose other verb `legal` names, "" if it is the verb that was tried.
        self.beside = ""
        #: Possible corrections: words of the order with better ones, or "" with a whole line.
        self.instead: tuple[tuple[str, str], ...] = ()
        #: Whether there is just one candidate, at an edit distance of one.
        self.slip = False
        #: Possibly meant lines to propose.
        self.proposed: tuple[str, ...] = ()
        #: What orders at the end of proposed lines do, in words.
        self.meanings: Mapping[str, str] = {}
        #: For a question: whether it still has to be asked after the other orders; None if always.
        self.still = still

    def shown(self, line: str) -> str:
        """Return a proposed line as a button names it: what it does if that is known, else the line."""
        return next((words for order, words in self.meanings.items() if line.endswith(order)), line)


def refuse(code: str, rule: str = "", part: str = "", **data: Any) -> Refusal:
    """Return a refusal of the bot's own, with its data."""
    return Refusal(Reason(code, rule, data), part)


def perhaps(refusal: Refusal, said: str, better: Iterable[str]) -> Refusal:
    """Add the likely alternatives of an unknown word to a refusal."""
    refusal.instead = tuple((said, one) for one in better)
    refusal.slip = len(refusal.instead) == 1 and one_edit(phrase(said), phrase(refusal.instead[0][1]))
    return refusal


@contextmanager
def concerning(order: str) -> Iterator[None]:
    """Mark a refusal raised in the block as concerning this encoded order."""
    try:
        yield
    except Refusal as refusal:
        refusal.order = order
        raise


class AsksFirst(Refusal):
    """An order carried out only after confirmation: all its questions, each as a refusal.

    `number` is the record number of the position in which it was asked.
    """

    def __init__(self, questions: Sequence[Refusal], number: int) -> None:
        super().__init__(questions[0].reason, questions[0].part)
        self.questions, self.number = tuple(questions), number


class Ambiguous(Refusal):
    """A name that matches several things; `candidates` are their names."""

    def __init__(self, text: str, candidates: Iterable[str]) -> None:
        self.candidates = tuple(dict.fromkeys(candidates))
        super().__init__(Reason("ambiguous", "", {"text": text, "candidates": self.candidates}), text)
        self.instead = tuple((text, candidate) for candidate in self.candidates)


class Undecided(Ambiguous):
    """A text that means one of several possible orders; only its player can say which, so none of them is guessed."""

    def __init__(self, text: str, meanings: Mapping[str, str]) -> None:
        """Take the text of each order by what that order does, in words."""
        super().__init__(text, meanings)
        self.reason = Reason("undecided", "", {"text": text, "candidates": self.candidates})
        self.instead = tuple((text, order) for order in meanings.values())
        self.meanings = {order: words for words, order in meanings.items()}
