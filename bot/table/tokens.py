"""Tokens of buttons and menu entries: at most 100 characters, and all that is needed to route them.

`o~GAME~NUMBER~ORDER` gives an order at the position NUMBER, counted as its owner may count; `u~GAME~NUMBER~SCREEN` asks to
see something; `l~GAME~COMMAND` runs a typed command. Behind NUMBER may stand a mark, `5.k3f9`: a store that loses its last
writes goes back to an earlier position, and what is played from there has the same numbers, but other marks. Tokens of
earlier versions have none, and are told apart by their number alone. Nothing is kept in memory: a token of
last week routes as well as one of a second ago, and is told so when the position has moved on. An order and a screen
belong to a game; the choice of a war alone does not, and a command may mean the game of the channel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any, Literal

from bot.table.choice_codec import base36

LONGEST = 100
_SEPARATOR = "~"
#: The id of a game, or none where the channel tells it; a record number as `base36` writes it.
_GAME = re.compile(r"([a-z0-9][a-z0-9-]{0,39})?")
_NUMBER = re.compile(r"(-1|[0-9a-z]{1,12})(?:\.([0-9a-z]{4}))?")
#: Letters of a mark.
_LETTERS = 4

Kind = Literal["order", "screen", "line"]
_KINDS: dict[str, Kind] = {"o": "order", "u": "screen", "l": "line"}


class At(int):
    """The number of a position with its mark.

    It is a number wherever one is counted or compared, and differs from the same number with another mark. A number
    without a mark equals all of them: what an older version has stored bears none.
    """

    mark: str

    def __new__(cls, number: int, mark: str = "") -> At:
        """Join a number and a mark."""
        made = super().__new__(cls, number)
        made.mark = mark
        return made

    def __eq__(self, other: object) -> bool:
        """Compare numbers, and marks where both have one."""
        if not isinstance(other, int) or int(self) != int(other):
            return False
        return not self.mark or mark_of(other) in ("", self.mark)

    def __ne__(self, other: object) -> bool:
        """Say the contrary of being equal."""
        return not self == other

    __hash__ = int.__hash__


def mark_of(number: int) -> str:
    """Return the mark of a number, "" if it has none."""
    return number.mark if isinstance(number, At) else ""


def marked(parts: Iterable[Any]) -> str:
    """Return the mark of what these parts say, the same each time."""
    digest = blake2s("\n".join(str(part) for part in parts).encode(), digest_size=8).digest()
    return base36(int.from_bytes(digest) % 36**_LETTERS).rjust(_LETTERS, "0")


@dataclass(frozen=True, slots=True)
class Token:
    """A token taken apart; `number` is -1 where the position does not matter."""

    kind: Kind
    game: str
    number: int
    body: str


class BadToken(ValueError):
    """Not a token of ours."""


def order(game: str, number: int, body: str) -> str:
    """Return a token that gives an encoded order."""
    return _joined("o", game, number, body)


def screen(game: str, number: int, body: str) -> str:
    """Return a token that shows something, e.g. `panel`, `hand`, `map:west`."""
    return _joined("u", game, number, body)


def line(game: str, text: str) -> str:
    """Return a token that runs a typed command, e.g. `join ap`."""
    return _joined("l", game, -1, text)


def fits(game: str, number: int, body: str) -> bool:
    """Return True if an order or screen with this body makes a token that is not too long."""
    return len(_joined_whole("o", game, number, body)) <= LONGEST


def parse(text: str) -> Token:
    """Take a token apart; raises BadToken."""
    parts = text.split(_SEPARATOR, 3)
    if len(parts) != 4 or parts[0] not in _KINDS or not _GAME.fullmatch(parts[1]):
        raise BadToken(text)
    number = _NUMBER.fullmatch(parts[2])
    if number is None:
        raise BadToken(text)
    if not parts[1] and parts[0] != "l" and text not in (NEW_GAME, WATCH_HERE):
        raise BadToken(text)
    return Token(_KINDS[parts[0]], parts[1], At(int(number[1], 36), number[2] or ""), parts[3])


def _joined(kind: str, game: str, number: int, body: str) -> str:
    text = _joined_whole(kind, game, number, body)
    if len(text) > LONGEST:
        raise BadToken(f"a token of {len(text)} characters is too long: {text}")
    return text


def _joined_whole(kind: str, game: str, number: int, body: str) -> str:
    mark = mark_of(number) if number >= 0 else ""
    at = "-1" if number < 0 else base36(int(number))
    return _SEPARATOR.join((kind, game, f"{at}.{mark}" if mark else at, body))


#: Stands before what is asked for with its result by somebody from whom results are hidden.
REVEAL = "!"
#: The screen that has no words: the board of whoever only watches, for platforms that let pictures be touched.
WATCH = "watch"
#: The screen on which a war is chosen; it belongs to no game.
NEW_GAME = screen("", -1, "new")
#: The line that does the same; under the root of a title it begins with the scenarios of that.
NEW_LINE = line("", "new")
#: `WATCH` for the game of the channel.
WATCH_HERE = screen("", -1, WATCH)
