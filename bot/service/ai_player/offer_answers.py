"""The computer's rule-based answers to offers and bids, and the notice when a level was replaced."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.service.acting.command_commit import CommandOutcome
from bot.service.ai_player import seat_calls
from bot.service.calls import Tools
from bot.service.outgoing import post
from bot.service.record import record_queries
from bot.service.seats import bidding, clock_changes, consent
from bot.service.session import Memory, level_name, restore, seats_of
from bot.service.state.seat_duties import SeatDuty, acting
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.titles import title_stored


async def answer(tools: Tools, stored: StoredGame, duty: SeatDuty) -> None:
    """Answer an offer or bid once; raise Refusal if it is no longer open."""
    caller, game_id = acting(tools.words, stored, duty), stored.header.game_id
    if duty.kind == "bid":
        await _bid(tools, stored, duty)
        return
    offer, number = Memory.of(stored.settings).offer or {}, int(duty.mark)
    kind = str(offer.get("kind", ""))
    word = "accept" if await _accepts(tools, stored, duty, kind) else "reject"
    if kind == "draw":
        await consent.draw(tools, caller, game_id, word, CommandOutcome(), number)
    elif kind == "rollback":
        await consent.rollback(tools, caller, game_id, word, CommandOutcome(), number)
    elif kind == seat_calls.OFFER:
        await seat_calls.call(tools, caller, game_id, word, number)
    else:
        await clock_changes.change(tools, caller, game_id, word, number)


async def _accepts(tools: Tools, stored: StoredGame, duty: SeatDuty, kind: str) -> bool:
    """Return whether to accept an offer: a draw if the title says so, a rollback if nothing was revealed, all others.

    For an absent player it accepts nothing, as they have not been asked. A rollback is rejected if the record replays
    differently now.
    """
    if seats_of(stored)[duty.side] in Memory.of(stored.settings).away():
        return False
    if kind == "draw":
        opponents = title_stored(stored.header).opponents
        return opponents is None or opponents.draws(restore(stored), duty.side)
    if kind == "rollback":
        to = int((Memory.of(stored.settings).offer or {}).get("to", -1))
        with suppress(Refusal):
            return await tools.recalled(acting(tools.words, stored, duty), record_queries.told_nothing, stored, to)
        return False
    return True


async def _bid(tools: Tools, stored: StoredGame, duty: SeatDuty) -> None:
    """Raise a bid that is below the side's worth; accept any other."""
    caller, game_id, standing = acting(tools.words, stored, duty), stored.header.game_id, Memory.of(stored.settings).bid
    assert standing is not None
    side = standing.side
    opponents = title_stored(stored.header).opponents
    worth = 0 if opponents is None else opponents.bids(stored.header.options, side)
    if standing.height < worth:
        await bidding.bid(tools, caller, game_id, seats_of(stored)[side], standing.height + 1)
    else:
        await bidding.accept(tools, caller, game_id, duty.mark)


def relief(
    tools: Tools, stored: StoredGame, duty: SeatDuty, relieved: Sequence[str], *, helpless: bool = False
) -> list[Post]:
    """Return the public notice that a level failed and a simpler one stepped in, or that none could (`helpless`)."""
    if not relieved:
        return []
    tools = tools.posting(stored)
    text = tools.say(
        "ui.computer.helpless" if helpless else "ui.computer.relieved",
        side=tools.side(duty.side),
        level=level_name(tools.words, relieved[0]),
    )
    return [post("staff", Reply(text=text, audience=audience)) for audience in ("channel", "thread")]


__all__ = ["answer", "relief"]
