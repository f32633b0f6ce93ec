"""Find the control of a panel that makes the next wanted choice, for whole games played only by presses.

The wanted game is a stored record, e.g. from the local channel. Each control is tried on a copy of the position: the
one whose steps are the next entries of that record is pressed, preferring the one that gets furthest. A platform's test
passes in what its message really shows, and presses what it gets back; nothing here depends on a platform.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.persons import bare
from bot.service.acting.play import settle
from bot.service.session import holder_id, seats_of
from bot.service.visibility import position_for
from bot.storage.store import Store, StoredGame
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.titles import table_of, title_of
from engine.core.game import Game
from engine.errors import ChanceError
from tests.bot.support import Channel
from tests.platforms.rules_record import unmarked
from tests.support.restoring import restore

Record = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Control:
    """A button (one token), or a menu of which up to `most` entries can be chosen at once.

    `place` is whatever identifies it on the message.
    """

    tokens: tuple[str, ...]
    most: int = 1
    place: Any = None


@dataclass(frozen=True)
class Press:
    """What to press: entries of a menu, or a button; `steps` is the number of record entries that makes."""

    control: Control
    tokens: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class Here:
    """The position, the number in its controls, and the entries wanted next."""

    game: Game[Any]
    number: int
    wanted: Record


async def typed_locally(store: Store, orders: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return the record of these orders, each with its user, typed on the local channel."""
    local = Channel.open(store)
    for user, order in orders:
        await local.say(user, order)
    return await store.record(await local.game_id())


def to_press(stored: StoredGame, wanted: Record, controls: Sequence[Control]) -> Press | None:
    """Return the press that gets furthest along the wanted record, None if no control follows it."""
    found: Press | None = None
    here = Here(restore(stored), number_shown(stored), [unmarked(entry) for entry in wanted[stored.number + 1 :]])
    for control in controls:
        for first, token in enumerate(control.tokens):
            press = _longest(here, control, (token,), first)
            if press is not None and (found is None or press.steps > found.steps):
                found = press
    return found


def pages(stored: StoredGame, controls: Sequence[Control]) -> list[Press]:
    """Return the presses that only open a group or page of the current panel."""
    found = []
    for control in controls:
        for text in control.tokens:
            with contextlib.suppress(tokens.BadToken):
                token = tokens.parse(text)
                if token.kind == "screen" and token.body.startswith("panel:") and token.number == number_shown(stored):
                    found.append(Press(control, (text,), 0))
    return found


def side_to_move(stored: StoredGame) -> int | None:
    """Return the side that must choose now, None when the game is over."""
    return restore(stored).actor


def seat_to_move(stored: StoredGame) -> str:
    """Return the platform id of the player who must choose now."""
    side = side_to_move(stored)
    assert side is not None, "the game is over"
    return bare(stored.seats.holders[seats_of(stored)[side]].user)


def number_shown(stored: StoredGame) -> int:
    """Return the number in the current position's controls for the player who must choose."""
    return position_for(stored, holder_id(stored, side_to_move(stored)))


def _longest(here: Here, control: Control, chosen: tuple[str, ...], last: int) -> Press | None:
    """Return the longest press that begins with `chosen`, with entries in menu order."""
    steps = _steps(here, chosen)
    if not steps:
        return None
    best = Press(control, chosen, steps)
    if len(chosen) < control.most:
        for number in range(last + 1, len(control.tokens)):
            longer = _longest(here, control, (*chosen, control.tokens[number]), number)
            if longer is not None and longer.steps > best.steps:
                best = longer
    return best


def _steps(here: Here, chosen: Sequence[str]) -> int:
    """Return how many entries of the wanted record these tokens make, 0 if they differ from it."""
    game = here.game.copy()
    assert game.actor is not None
    table = table_of(game, game.actor)
    try:
        for text in chosen:
            token = tokens.parse(text)
            if token.kind != "order" or token.number != here.number:
                return 0
            title_of(game).press(table, token.body)
        settle(table, "en")
    except (Refusal, ChanceError, tokens.BadToken):
        return 0
    made = [unmarked(entry.dump()) for entry in game.fresh]
    return len(made) if made == list(here.wanted[: len(made)]) else 0


__all__ = [
    "Control",
    "Press",
    "Record",
    "number_shown",
    "pages",
    "seat_to_move",
    "side_to_move",
    "to_press",
    "typed_locally",
]
