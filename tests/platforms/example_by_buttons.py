"""Which control of a shown panel means the wanted next choice: for whole games played by presses alone.

The wanted game is a stored record, e.g. that of the local channel. Each control is tried on a
copy of the position: the one whose steps are the next entries of that record is the one to
press, the farthest first. A platform's test tells what is on the message that it really shows,
and presses what it is told; nothing here knows a platform.
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
from tests.support.restoring import restore

Record = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Control:
    """A button (one token), or a menu of which up to `most` entries may be chosen at once.

    `place` is whatever finds it again on the message.
    """

    tokens: tuple[str, ...]
    most: int = 1
    place: Any = None


@dataclass(frozen=True)
class Press:
    """What to press: the entries of one menu, or one button; `steps` is how many entries of the record that makes."""

    control: Control
    tokens: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class Here:
    """The position, the number that its controls bear, and the entries that are wanted next."""

    game: Game[Any]
    number: int
    wanted: Record


async def typed_locally(store: Store, orders: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """The record that the local channel keeps when these orders, each with its user, are typed there."""
    local = Channel.open(store)
    for user, order in orders:
        await local.say(user, order)
    return await store.record(await local.game_id())


def to_press(stored: StoredGame, wanted: Record, controls: Sequence[Control]) -> Press | None:
    """The press that goes farthest along the wanted record, None if nothing that is shown goes along it."""
    found: Press | None = None
    here = Here(restore(stored), number_shown(stored), wanted[stored.number + 1 :])
    for control in controls:
        for first, token in enumerate(control.tokens):
            press = _longest(here, control, (token,), first)
            if press is not None and (found is None or press.steps > found.steps):
                found = press
    return found


def pages(stored: StoredGame, controls: Sequence[Control]) -> list[Press]:
    """Presses that only open a group or a page of the panel, as it stands now."""
    found = []
    for control in controls:
        for text in control.tokens:
            with contextlib.suppress(tokens.BadToken):
                token = tokens.parse(text)
                if token.kind == "screen" and token.body.startswith("panel:") and token.number == number_shown(stored):
                    found.append(Press(control, (text,), 0))
    return found


def side_to_move(stored: StoredGame) -> int | None:
    """The side that must choose now, None when the game is over."""
    return restore(stored).actor


def seat_to_move(stored: StoredGame) -> str:
    """The id on its platform of whoever must choose now."""
    side = side_to_move(stored)
    assert side is not None, "the game is over"
    return bare(stored.seats.holders[seats_of(stored)[side]].user)


def number_shown(stored: StoredGame) -> int:
    """The number that controls of the present position bear for whoever must choose now."""
    return position_for(stored, holder_id(stored, side_to_move(stored)))


def _longest(here: Here, control: Control, chosen: tuple[str, ...], last: int) -> Press | None:
    """The longest choice that begins so, of entries in the order of the menu."""
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
    """How many entries of the wanted record these tokens make, 0 if they are not its next ones."""
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
    made = [entry.dump() for entry in game.fresh]
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
