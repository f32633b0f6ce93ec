"""The bot's presenter: announces each command in the game's channel, and the end of a game to spectators as well."""

from __future__ import annotations

from typing_extensions import override

from bot.service.announcing import game_over, sealed_results
from bot.service.announcing.posts import Announcer
from bot.service.calls import Caller, Tools
from bot.service.clock import Clock
from bot.service.presenter import Announcement, Presenter
from bot.service.record_work import DIFFERS
from bot.service.session import Memory
from bot.service.state.handover import Handover
from bot.service.state.recipients import own_words, tastes
from bot.service.visibility import Visibility
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table.refusal import Refusal
from engine.core.game import Game, GameState


class ChannelPresenter(Presenter):
    """Announces through posts in the outbox, using the preferences of the people who read them."""

    @override
    async def announce(
        self,
        tools: Tools,
        stored: StoredGame,
        game: Game[GameState],
        memory: Memory,
        clock: Clock,
        actor: str,
        *,
        earlier: Game[GameState] | None = None,
    ) -> Announcement:
        tools = tools.posting(stored)
        people = await tastes(tools.store.people, {*stored.seats.users(), *memory.followers})
        seen = Visibility.of(stored).after(stored, game, earlier)
        names = tools.names_of(stored)
        own = await own_words(tools, stored, people)
        handover = Handover(stored, seen.shown(stored, game), memory, clock, names, actor, people, tools.now(), own)
        return Announcer(stored, game, memory, names, actor, clock, handover, seen)

    @override
    async def over(self, tools: Tools, caller: Caller, announced: Announcement) -> list[Post]:
        if announced.stored.header.sealed:
            return sealed_results.sealed_posts(announced.names, announced.posts)
        return [*announced.posts, *await _end(tools, caller, announced)]


async def _end(tools: Tools, caller: Caller, announced: Announcement) -> list[Post]:
    """Return the posts for the end of a game, without the record's details if it replays differently now."""
    stored, game = announced.stored, announced.game
    tools = tools.posting(stored)
    fresh = [entry.dump() for entry in game.fresh]
    try:
        return await tools.recalled(caller, game_over.posts, stored, tools.words.language, fresh=fresh)
    except Refusal as refusal:
        if refusal.reason.code != DIFFERS:
            raise
        return game_over.brief(stored, game, tools.names_of(stored))


__all__ = ["ChannelPresenter"]
