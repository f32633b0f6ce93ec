"""Answers of a title's looking commands to a viewer, including the arguments that completion proposes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.narration.book import Book
from bot.narration.segments import Told
from bot.table.reasons import sentence
from bot.table.refusal import Refusal, refuse
from bot.table.reply import PictureRef, Reply
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.testing.contract import GAME, NUMBER
from bot.titles.title import Title
from bot.titles.vocabulary import vocabulary
from engine.core.game import Game

#: Maximum number of completions tried per command.
_TRIED = 6


@dataclass(frozen=True, slots=True)
class ContractViewer:
    """A viewer of a game: a seat, or a spectator if `side` is None."""

    title: Title[Any, Any]
    game: Game[Any]
    side: int | None
    game_id: str = GAME

    @property
    def table(self) -> Table:
        """Return the table through which the seat's orders reach the game; refuses spectators."""
        if self.side is None:
            raise refuse("no_seat")
        return table_of(self.game.copy(), self.side, position=NUMBER)

    @property
    def names(self) -> Book:
        """The game's book, in English."""
        acting = self.side if self.side is not None else int(self.game.actor or 0)
        names: Book = self.title.offer_context(table_of(self.game.copy(), acting, position=NUMBER), "en").names
        return names

    @property
    def known(self) -> Sequence[Told]:
        """No events: a look must answer without them."""
        return ()

    def picture(self, kind: str, alt: str = "", *, viewer: int | None = None, **args: object) -> PictureRef:
        """Return a reference without the position number, since hidden choices advance that."""
        return PictureRef.model_validate(
            {"kind": kind, "game": GAME, "number": 0, "viewer": viewer, "args": args, "alt": alt}
        )


def looked(title: Title[Any, Any], game: Game[Any], viewer: int | None) -> dict[str, str]:
    """Return the answers of a title's looking commands, by typed line; a refusal as its sentence."""
    asking = ContractViewer(title, game, viewer)
    names = asking.names
    return {line: _answer(asking, names, line) for line in _lines(asking)}


def _lines(viewer: ContractViewer) -> Iterator[str]:
    """Yield each command on its own, and with the completions proposed after it."""
    for name in viewer.title.looks:
        if name not in vocabulary(viewer.title).by_name:
            continue
        yield name
        proposed = viewer.title.completes.get(name)
        if proposed is None:
            continue
        try:
            found = proposed(viewer, "")
        except Refusal:
            continue
        yield from (f"{name} {one}" for one in found[:: len(found) // _TRIED + 1])


def _answer(viewer: ContractViewer, names: Book, line: str) -> str:
    name, _, rest = line.partition(" ")
    command = vocabulary(viewer.title).by_name[name]
    try:
        shown = viewer.title.looks[name].show(viewer, command.parse(rest, names.words))
    except Refusal as refusal:
        return sentence(names, refusal)
    return shown.model_dump_json() if isinstance(shown, Reply) else f"{shown.name} {shown.text}"


__all__ = ["ContractViewer", "looked"]
