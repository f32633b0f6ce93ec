"""Tokens of buttons and menu entries: at most 100 characters, and all that is needed to route them.

`o~GAME~NUMBER~ORDER` gives an order at the position NUMBER, counted as its owner may count; `u~GAME~NUMBER~SCREEN` asks to
see something; `l~GAME~COMMAND` runs a typed command. Nothing is kept in memory: a token of
last week routes as well as one of a second ago, and is told so when the position has moved on. An order and a screen
belong to a game; the choice of a war alone does not, and a command may mean the game of the channel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bot.table.atoms import base36

LONGEST = 100
_SEPARATOR = "~"
#: The id of a game, or none where the channel tells it; a record number as `base36` writes it.
_GAME = re.compile(r"([a-z0-9][a-z0-9-]{0,39})?")
_NUMBER = re.compile(r"-1|[0-9a-z]{1,12}")

Kind = Literal["order", "screen", "line"]
_KINDS: dict[str, Kind] = {"o": "order", "u": "screen", "l": "line"}


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
    """A token that gives an encoded order."""
    return _joined("o", game, number, body)


def screen(game: str, number: int, body: str) -> str:
    """A token that shows something, e.g. `panel`, `hand`, `map:west`."""
    return _joined("u", game, number, body)


def line(game: str, text: str) -> str:
    """A token that runs a typed command, e.g. `join ap`."""
    return _joined("l", game, -1, text)


def fits(game: str, number: int, body: str) -> bool:
    """True if an order or screen with this body makes a token that is not too long."""
    return len(game) + len(base36(max(number, 0))) + len(body) + 4 <= LONGEST


def parse(text: str) -> Token:
    """Take a token apart; raises BadToken."""
    parts = text.split(_SEPARATOR, 3)
    if len(parts) != 4 or parts[0] not in _KINDS or not _GAME.fullmatch(parts[1]) or not _NUMBER.fullmatch(parts[2]):
        raise BadToken(text)
    if not parts[1] and parts[0] != "l" and text != NEW_GAME:
        raise BadToken(text)
    return Token(_KINDS[parts[0]], parts[1], int(parts[2], 36), parts[3])


def _joined(kind: str, game: str, number: int, body: str) -> str:
    text = _SEPARATOR.join((kind, game, "-1" if number < 0 else base36(number), body))
    if len(text) > LONGEST:
        raise BadToken(f"a token of {len(text)} characters is too long: {text}")
    return text


#: Stands before what is asked for with its result by somebody from whom results are hidden.
REVEAL = "!"
#: The screen on which a war is chosen; it belongs to no game.
NEW_GAME = screen("", -1, "new")
