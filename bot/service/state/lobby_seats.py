"""The computer's seats before the start: from `/new` and from the lobby's buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.persons import COMPUTER, computer_id, level_of
from bot.service.calls import Caller, Tools
from bot.service.session import computer_name, level_name
from bot.storage.models import Seat, Seats
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Button
from bot.table.typed_text import alike
from bot.titles import title_stored
from bot.titles.capabilities import alone_in, levels_offered
from bot.titles.forms import NONE
from bot.titles.title import Title


def seat_of(tools: Tools, level: str) -> Seat:
    """Return a seat held by a computer level.

    Only older versions read its name; `session.player_name` words it in the reader's language.
    """
    return Seat(user=computer_id(level), name=computer_name(tools.words, level))


def level_meant(title: Title[Any, Any], options: Mapping[str, Any], word: str) -> str:
    """Return the level a word names; for the computer without a level, the one for newcomers."""
    offered, alone = levels_offered(title, options), alone_in(title)[1]
    if word not in COMPUTER or word in offered or not offered:
        return word
    return alone if alone in offered else offered[0]


def check_level(title: Title[Any, Any], options: Mapping[str, Any], level: str, word: str) -> None:
    """Refuse a level that does not play games with these options, listing those that do."""
    offered = levels_offered(title, options)
    if level not in offered:
        raise no_level(word, word.removesuffix(level), offered)


def no_level(word: str, before: str, offered: Sequence[str]) -> Refusal:
    """Return the refusal of a level, listing the available ones; `before` is the text before them when typed."""
    if not offered:
        return refuse("no_levels", text=word)
    near = "".join(f"“{before}{one}”" for one in alike(word.casefold().removeprefix(before), offered)[:1])
    return refuse("no_such_level", text=word, candidates=tuple(f"{before}{level}" for level in offered), near=near)


def from_the_start(tools: Tools, caller: Caller, seats: tuple[str, str], side: str, against: str) -> Seats | None:
    """Return a game's seats as requested in `/new`; None if it says nothing about them."""
    if not side and not against:
        return None
    own = side or seats[0]
    holders = {own: Seat(user=caller.user, name=caller.name)} if own != NONE else {}
    if against:
        holders |= {name: seat_of(tools, against) for name in seats if name != own}
    return Seats(holders=holders)


def seated_by(tools: Tools, caller: Caller, stored: StoredGame, level: str) -> Seats:
    """Return a lobby's seats after a level was requested: the computer takes free seats, or changes its level.

    A caller without a seat takes the first one if both are free.
    """
    title, holders = title_stored(stored.header), dict(stored.seats.holders)
    check_level(title, stored.header.options, level, level)
    theirs = _for_computer(stored)
    if not theirs:
        raise refuse("seats_taken")
    if not callable_by(stored, caller.user):
        raise refuse("no_seat_yet")
    if not holders:
        holders[theirs.pop(0)] = Seat(user=caller.user, name=caller.name)
    return Seats(holders=holders | {name: seat_of(tools, level) for name in theirs})


def callable_by(stored: StoredGame, user: str) -> bool:
    """Return True if a user may call the computer: a seat is available, and they sit there, opened it or are first."""
    seats = stored.seats
    return (not seats.holders or user in (*seats.users(), stored.header.created_by)) and bool(_for_computer(stored))


def _for_computer(stored: StoredGame) -> list[str]:
    """Return the seats of a lobby that are free or held by the computer."""
    held = stored.seats.holders
    return [name for name in title_stored(stored.header).seats if name not in held or level_of(held[name].user)]


def give_way(holders: dict[str, Seat], seats: tuple[str, str], wanted: Sequence[str], user: str) -> None:
    """Let the computer vacate a seat that a person wants, moving to the person's other seat or a free one."""
    for name in wanted:
        held, other = holders.get(name), seats[1 - seats.index(name)]
        if held is None or not level_of(held.user):
            continue
        there = holders.get(other)
        if there is None or there.user == user:
            if len(wanted) == 1:
                holders[other] = held
            del holders[name]
        elif level_of(there.user):
            del holders[name]


def buttons(tools: Tools, stored: StoredGame) -> tuple[Button, ...]:
    """Return the lobby's buttons for the computer: to play against it, or other levels if it is seated."""
    title = title_stored(stored.header)
    offered = levels_offered(title, stored.header.options)
    sitting = {level_of(user) for user in stored.seats.users()} - {""}
    if not sitting and len(stored.seats.holders) == len(title.seats):
        return ()
    if not sitting:
        first = level_meant(title, stored.header.options, COMPUTER[0])
        label, levels = "ui.buttons.against_computer", [first] if offered else []
    else:
        label, levels = "ui.buttons.another_level", [level for level in offered if level not in sitting]

    def compared(level: str) -> str:
        """Return a level's label, compared with the seated one; levels are offered weakest first."""
        known = [offered.index(one) for one in sitting if one in offered]
        if label != "ui.buttons.another_level" or len(known) != 1:
            return label
        return f"ui.buttons.{'harder' if list(offered).index(level) > known[0] else 'easier'}_level"

    return tuple(
        Button(
            label=tools.say(compared(level), level=level_name(tools.words, level)),
            token=tokens.line(stored.header.game_id, f"substitute {level}"),
        )
        for level in levels
    )


__all__ = [
    "buttons",
    "callable_by",
    "check_level",
    "from_the_start",
    "give_way",
    "level_meant",
    "no_level",
    "seat_of",
    "seated_by",
]
