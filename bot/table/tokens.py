"""Tokens of buttons and menu entries: at most 100 characters, with everything needed to route them.

`o~GAME~NUMBER~ORDER` gives an order at the position NUMBER, as counted for its owner; `u~GAME~NUMBER~SCREEN` asks for a
screen; `l~GAME~COMMAND` runs a typed command. NUMBER can be followed by a mark, `5.k3f9`: a store that loses its last
writes returns to an earlier position, and positions played from there have the same numbers but other marks. Tokens of
earlier versions have no mark and are distinguished by number alone. Nothing is kept in memory: last week's token is
routed like a new one, and reported as stale if the position has moved on. An order and a screen belong to a game; only
the choice of a war does not, and a command can apply to the game of the channel.
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
#: A game's id, or nothing for the channel's; a record number as `base36` writes it.
_GAME = re.compile(r"([a-z0-9][a-z0-9-]{0,39})?")
_NUMBER = re.compile(r"(-1|[0-9a-z]{1,12})(?:\.([0-9a-z]{4}))?")
#: Letters of a mark.
_LETTERS = 4

Kind = Literal["order", "screen", "line"]
_KINDS: dict[str, Kind] = {"o": "order", "u": "screen", "l": "line"}


class At(int):
    """A position's number with its mark.

    It behaves as the number when counting or comparing, but differs from the same number with another mark. A number
    without a mark equals all of them: numbers stored by older versions have none.
    """

    mark: str

    def __new__(cls, number: int, mark: str = "") -> At:
        """Join a number and a mark."""
        made = super().__new__(cls, number)
        made.mark = mark
        return made

    def __eq__(self, other: object) -> bool:
        """Compare numbers, and marks if both have one."""
        if not isinstance(other, int) or int(self) != int(other):
            return False
        return not self.mark or mark_of(other) in ("", self.mark)

    def __ne__(self, other: object) -> bool:
        """Return the negation of `==`."""
        return not self == other

    __hash__ = int.__hash__


def mark_of(number: int) -> str:
    """Return the mark of a number, "" if it has none."""
    return number.mark if isinstance(number, At) else ""


def marked(parts: Iterable[Any]) -> str:
    """Return a mark derived from these parts; equal parts give equal marks."""
    digest = blake2s("\n".join(str(part) for part in parts).encode(), digest_size=8).digest()
    return base36(int.from_bytes(digest) % 36**_LETTERS).rjust(_LETTERS, "0")


@dataclass(frozen=True, slots=True)
class Token:
    """A parsed token; `number` is -1 where the position does not matter."""

    kind: Kind
    game: str
    number: int
    body: str


class BadToken(ValueError):
    """The text is not one of the bot's tokens."""


def order(game: str, number: int, body: str) -> str:
    """Return a token that gives an encoded order."""
    return _join("o", game, number, body)


def screen(game: str, number: int, body: str) -> str:
    """Return a token that shows a screen, e.g. `panel`, `hand`, `map:west`."""
    return _join("u", game, number, body)


def line(game: str, text: str) -> str:
    """Return a token that runs a typed command, e.g. `join ap`."""
    return _join("l", game, -1, text)


def fits(game: str, number: int, body: str) -> bool:
    """Return True if the token of an order or screen with this body is not too long."""
    return len(_join_unchecked("o", game, number, body)) <= LONGEST


def parse(text: str) -> Token:
    """Parse a token; raises BadToken."""
    parts = text.split(_SEPARATOR, 3)
    if len(parts) != 4 or parts[0] not in _KINDS or not _GAME.fullmatch(parts[1]):
        raise BadToken(text)
    number = _NUMBER.fullmatch(parts[2])
    if number is None:
        raise BadToken(text)
    if not parts[1] and parts[0] != "l" and text not in (NEW_GAME, WATCH_HERE):
        raise BadToken(text)
    return Token(_KINDS[parts[0]], parts[1], At(int(number[1], 36), number[2] or ""), parts[3])


def _join(kind: str, game: str, number: int, body: str) -> str:
    text = _join_unchecked(kind, game, number, body)
    if len(text) > LONGEST:
        raise BadToken(f"a token of {len(text)} characters is too long: {text}")
    return text


def _join_unchecked(kind: str, game: str, number: int, body: str) -> str:
    mark = mark_of(number) if number >= 0 else ""
    at = "-1" if number < 0 else base36(int(number))
    return _SEPARATOR.join((kind, game, f"{at}.{mark}" if mark else at, body))


#: Prefix of a request for something including the result, by a player who has results hidden.
REVEAL = "!"
#: The screen without text: a spectator's board, for platforms with touchable pictures.
WATCH = "watch"
#: The screen on which a war is chosen; it belongs to no game.
NEW_GAME = screen("", -1, "new")
#: The line with the same effect; under a title's root it begins with that title's scenarios.
NEW_LINE = line("", "new")
#: `WATCH` for the game of the channel.
WATCH_HERE = screen("", -1, WATCH)
