"""Calls the computer to a table: to a free seat before the start, or for a player who is away, gone or out of time.

For one's own seat the other side must agree, unless the seat is already open to everyone or its time is used up. A
player who agreed to a stand-in can take the seat back at any time.
"""

from __future__ import annotations

from bot.persons import level_of
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.seats import consent, lobby
from bot.service.seats.table_changes import handed, in_play
from bot.service.session import (
    Memory,
    holder_id,
    holder_name,
    level_at,
    level_name,
    player_name,
    restore,
    seats_of,
    sides_of,
)
from bot.service.state import lobby_seats, proposals
from bot.storage.models import Seats
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.titles import title_stored

#: The kind of this offer.
OFFER = proposals.STAND_IN


async def call(tools: Tools, caller: Caller, game_id: str, word: str, number: int = 0) -> Answer:
    """Call a level, or answer such an offer (`accept`, `reject`), optionally identified by its number."""
    if word not in ("accept", *consent.DECLINING):
        stored = await tools.store.load(game_id)
        tools.games.check(stored.header, "computer")
        title, options = title_stored(stored.header), stored.header.options
        word = lobby_seats.level_meant(title, options, word)
        lobby_seats.check_level(title, options, word, word)
        if stored.header.status == "lobby":
            return await _in_the_lobby(tools, caller, game_id, word)

    async def decide(stored: StoredGame) -> Change:
        in_play(stored)
        memory, mine = Memory.of(stored.settings), sides_of(stored, caller.user)
        if not mine:
            raise refuse("must_decide")
        if word in ("accept", *consent.DECLINING):
            return await _answer_offer(tools, caller, stored, memory, word, number)
        side = _side_without_consent(tools, stored, caller)
        if side is not None:
            return await _give_seat(tools, caller, stored, side, word)
        text = tools.worded(
            stored,
            lambda own: own.say(
                "ui.computer.offered", name=caller.name, side=own.side(mine[0]), level=level_name(own.words, word)
            ),
        )
        by = {"side": mine[0], "user": caller.user, "name": caller.name}
        proposals.make(memory, text.shared, kind=OFFER, level=word, **by)
        return await consent.said(tools, caller, stored, restore(stored), memory, text)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def _in_the_lobby(tools: Tools, caller: Caller, game_id: str, level: str) -> Answer:
    await tools.store.people.note_game(caller.user, game_id)

    def alter(stored: StoredGame, memory: Memory) -> tuple[Seats, lobby.Sentence, str]:
        seats = lobby_seats.seated_by(tools, caller, stored, level)
        lobby.lapse(memory, seats.holders)  # an offer by the replaced level

        def called(read: Tools) -> str:
            return read.say("ui.computer.called", name=caller.name, level=level_name(read.words, level))

        return seats, called, called(tools)

    async with tools.policy.room(tools.store, caller.user, game_id):
        return await lobby.change_lobby(tools, caller, game_id, alter)


def _side_without_consent(tools: Tools, stored: StoredGame, caller: Caller) -> int | None:
    """Return the side the computer takes without consent: open, out of time, already its own, or the caller's second.

    Raises:
        Refusal: the computer stands in for the other side, at the agreed level.
    """
    mine = sides_of(stored, caller.user)
    if len(mine) > 1:
        return restore(stored).actor
    other = 1 - mine[0]
    if (away := Memory.of(stored.settings).away().get(seats_of(stored)[other])) is not None:
        raise refuse("stands_in", name=away["name"])
    clock = Clock.of(stored.settings)
    late = clock.side == other and clock.out_of_time(tools.now())
    offered = seats_of(stored)[other] in proposals.open_seats(stored)
    return other if late or offered or level_at(stored, other) else None


async def _answer_offer(
    tools: Tools, caller: Caller, stored: StoredGame, memory: Memory, word: str, number: int
) -> Change:
    side = sides_of(stored, caller.user)[0]
    if word in consent.DECLINING:
        text = consent.declined(tools, stored, memory, caller, OFFER, side, word, number)
        return await consent.said(tools, caller, stored, restore(stored), memory, text)
    offer = consent.offered(stored, memory, caller, OFFER, number)
    return await _give_seat(tools, caller, stored, int(offer["side"]), str(offer["level"]), agreed=True)


async def _give_seat(
    tools: Tools, caller: Caller, stored: StoredGame, side: int, level: str, *, agreed: bool = False
) -> Change:
    """Give the seat to the computer; a player it stands in for can come back."""
    before, word = holder_id(stored, side), seats_of(stored)[side]
    seat = lobby_seats.seat_of(tools, level)
    back = None
    if not level_of(before):
        back = {"user": before, "name": stored.seats.holders[word].name, **({"agreed": "yes"} if agreed else {})}

    def say(own: Tools) -> str:
        before = holder_name(own.words, stored, side)
        name = player_name(own.words, stored.header, seat)
        text = own.say("ui.seats.taken", name=name, before=before, side=own.side(side))
        return text if back is None else f"{text} {own.say('ui.computer.back', name=before, short=word)}"

    text = tools.worded(stored, say)
    return await handed(tools, caller, stored, word, seat, text, back)


__all__ = ["OFFER", "call"]
