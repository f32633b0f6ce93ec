"""Acting posts nothing directly: public messages come from the tools' presenter, and a lesson's part from its exercise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from typing_extensions import override

from bot.service.acting import play
from bot.service.acting.command_commit import CommandOutcome
from bot.service.announcing.channel import ChannelPresenter
from bot.service.calls import Caller, Tools
from bot.service.exercise import NONE, NoExercise
from bot.service.presenter import Announcement, Silent
from bot.storage.models import GameSettings
from bot.storage.store import StoredGame
from bot.table.table import Table
from tests.bot.support import Channel


def anna(key: str) -> Caller:
    return Caller(user="web:anna", name="Anna", channel="web:table", platform="web", key=key)


async def acted(channel: Channel, tools: Tools, key: str) -> tuple[int, list[str]]:
    """Return how far the game advances by Anna's next order, and the kinds of the resulting posts."""
    game = await channel.game_id()
    before = await channel.store.load(game)
    seen = {queued.id for queued in await channel.store.outbox.pending_posts(game)}
    await play.act(tools, anna(key), game, play.typed_orders(tools, [("choose", "take")]), CommandOutcome())
    after = await channel.store.load(game)
    posts = [queued for queued in await channel.store.outbox.pending_posts(game) if queued.id not in seen]
    return after.number - before.number, [queued.post.kind for queued in posts]


async def test_a_silent_presenter_leaves_the_game_as_playable_and_says_nothing(channel: Channel) -> None:
    await channel.begin(first="")
    count, posts = await acted(channel, replace(channel.handler.tools, presenter=Silent()), "silent")
    assert count > 0
    assert posts == []
    assert "Choose a card and how to use it" in await channel.told("anna", "panel")


async def test_every_order_is_announced_once_with_the_game_after_it(channel: Channel) -> None:
    announced: list[int] = []

    class Listening(ChannelPresenter):
        @override
        async def announce(self, tools: Tools, stored: StoredGame, *more: Any, **known: Any) -> Announcement:
            made = await super().announce(tools, stored, *more, **known)
            announced.append(made.game.number - stored.number)
            return made

    await channel.begin(first="")
    count, posts = await acted(channel, replace(channel.handler.tools, presenter=Listening()), "heard")
    assert announced == [count]
    assert "table" in posts


async def test_an_exercise_is_asked_in_its_own_games_alone(channel: Channel) -> None:
    class Counting(NoExercise):
        command = "learn"
        orders = 0

        @override
        def followed(self, stored: StoredGame, table: Table) -> GameSettings:
            self.orders += 1
            return stored.settings

    await channel.begin(first="")
    counting = Counting()
    tools = replace(channel.handler.tools, exercises={"lesson": counting})
    header = await channel.store.header(await channel.game_id())
    assert tools.exercise(header) is NONE
    assert tools.exercise(header.model_copy(update={"lesson": "first"})) is counting
    assert tools.exercise(header.model_copy(update={"puzzle": "first"})) is NONE
    await acted(channel, tools, "own")
    assert counting.orders == 0
