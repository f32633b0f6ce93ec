"""A channel to talk to the bot in tests: real store, real engine, a known seed."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

import pytest

from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.service.visibility import position_for
from bot.storage import Store
from bot.table import tokens
from bot.table.reply import Board, Reply
from bot.titles.testing.limits import check_limits, controls
from tests.bot import begun

CHANNEL = "table"
#: A war in which a side is asked for combat cards whenever it could hold one, by its players' choice.
EVERY = "campaign windows=public"


@dataclass
class Channel:
    """One channel with people in it; every call has a new key unless one is given."""

    store: Store
    handler: BotHandler
    keys: Iterator[int]
    #: The handler it was opened with.
    opened: BotHandler | None = None

    @classmethod
    def open(cls, store: Store, now: Callable[[], datetime] | None = None) -> Channel:
        """Return a channel without a game; `now` replaces the clock."""
        handler = BotHandler(store, now=now)
        return cls(store, handler, count(1), handler)

    async def board(self, user: str, text: str | None = None, token: str | None = None) -> Board:
        """Return the touchable board that follows a person's request."""
        board = (await self.does(user, text=text, token=token, touch=True))[0].board
        assert board is not None
        return board

    async def attack_sedan(self) -> None:
        """Play Guns of August, then a frontal attack on Sedan, up to the Allied cards."""
        for text in ("play guns of august as event", "attack sedan", "choose frontal"):
            await self.say("anna", text)

    async def does(self, user: str, key: str = "", **what: Any) -> list[Reply]:
        """Let a person do one thing, `what` as in `Inbound`."""
        key = key or f"k{next(self.keys)}"
        inbound = Inbound(platform="web", channel=CHANNEL, user=user, user_name=user.title(), key=key, **what)
        return list(await self.handler.run(inbound))

    async def say(self, user: str, text: str, key: str = "") -> list[Reply]:
        """Type a command."""
        return await self.does(user, key, text=text)

    async def press(self, user: str, token: str, key: str = "") -> list[Reply]:
        """Press a button or choose a menu entry."""
        return await self.does(user, key, token=token)

    async def press_all(self, user: str, chosen: Sequence[str]) -> list[Reply]:
        """Choose several entries of one menu."""
        return await self.does(user, token=chosen[0], tokens=tuple(chosen))

    async def play_at_random(self, steps: int, seed: int) -> None:
        """Play both sides of a campaign by random presses, with an occasional undo."""
        await self.begin("anna", "anna")
        rng = random.Random(seed)
        for step in range(steps):
            panel = await self.say("anna", "panel")
            found = [t for _, t in controls(panel) if tokens.parse(t).kind == "order" and "peace" not in t]
            await self.press("anna", rng.choice(found))
            if step % 7 == 3:
                await self.say("anna", "undo")

    async def complete(self, user: str, text: str) -> list[str]:
        """Return what completion would insert."""
        inbound = Inbound(
            platform="web", channel=CHANNEL, user=user, key=f"k{next(self.keys)}", text=text, action="complete"
        )
        return [item.insert for item in await self.handler.complete(inbound)]

    async def told(self, user: str, text: str) -> str:
        """Return the text of the answer to a command."""
        return "\n".join(reply.text for reply in await self.say(user, text))

    async def game_id(self) -> str:
        """Return the channel's game."""
        game = await self.store.channels.holder(f"web:{CHANNEL}")
        assert game is not None
        return game

    async def number(self) -> int:
        """Return the number of the last record entry."""
        return (await self.store.load(await self.game_id())).number

    async def position(self, user: str) -> int:
        """Return the position number on a person's current controls."""
        stored = await self.store.load(await self.game_id())
        seat = next(seat for seat in stored.seats.users() if seat.rpartition(":")[2] == user)
        return position_for(stored, seat)

    async def posts(self) -> list[tuple[str, Reply]]:
        """Return everything in the outbox, as kind and reply, as platforms get it."""
        waiting = await self.store.outbox.pending_posts(await self.game_id())
        return [(queued.post.kind, Reply.model_validate(queued.post.body).on("web")) for queued in waiting]

    async def clear(self) -> None:
        """Empty the outbox without delivering it."""
        for queued in await self.store.outbox.pending_posts(await self.game_id()):
            await self.store.outbox.mark_delivered(queued.game_id, queued.post_id)

    async def begin(
        self, cp: str = "anna", ap: str = "ben", scenario: str = "campaign", first: str = "choose take"
    ) -> None:
        """Start a game between two people, Guns of August decided; in a fresh channel possibly from a copy of one just begun."""
        taking = [(cp, "join both")] if cp == ap else [(cp, "join cp"), (ap, "join ap")]
        said = [(cp, f"new {scenario}"), *taking, (cp, "start"), *([(cp, first)] if first else [])]
        # Where chance isn't mocked no two seeds are the same, and nothing is copied.
        link, name, at = self.store.connection, (CHANNEL, *said, secrets.token_bytes(16)), time.monotonic()
        alike = self.opened is self.handler and repr(self.keys) == repr(count(1)) and await begun.is_empty(link)
        if alike and (already := await begun.put(link, name)):
            self.keys = count(already + 1)
            return
        for user, text in said:
            await self.say(user, text)
        await self.clear()
        if alike:
            await begun.keep(link, name, at, len(said))


def token_of(replies: Sequence[Reply], label: str) -> str:
    """Return the token of the control whose label starts like this."""
    for name, token in controls(replies):
        if name.startswith(label):
            return token
    raise AssertionError(f"no control {label!r} among {[name for name, _ in controls(replies)]}")


@pytest.fixture
def channel(store: Store) -> Channel:
    """Return a channel without a game, on a real store."""
    return Channel.open(store)


__all__ = ["CHANNEL", "EVERY", "Channel", "check_limits", "controls", "token_of"]
