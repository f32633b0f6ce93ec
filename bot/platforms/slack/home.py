"""The Home tab: the user's games, each with a button."""

from __future__ import annotations

import logging
from typing import Any

from bot.narration.texts import SPEAKING, spoken_texts
from bot.persons import person
from bot.platforms.slack import adapter_texts, interactions, views
from bot.platforms.slack.ack_timing import STORE, TELLING
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.records import Records
from bot.port import Handler, Inbound
from bot.service.state.preferences import language_known
from bot.storage.call_deadlines import hurried
from bot.storage.errors import StorageError
from bot.storage.store import Store
from bot.table import tokens
from bot.titles.forms import scenario_named

_log = logging.getLogger(__name__)


class HomeTab:
    """Publishes the Home tab.

    Args:
        platform: its name.
        handler: the bot.
        store: of the games.
        api: client of Slack's API.
        records: store of what has been handled.
    """

    def __init__(self, platform: str, handler: Handler, store: Store, api: SlackApi, records: Records) -> None:
        self._platform = platform
        self._handler = handler
        self._store = store
        self._api = api
        self._records = records

    async def show(self, team: str, user: str, key: str) -> None:
        """Publish a user's current games, once per key; without the store, a notice."""
        try:
            with hurried(STORE):
                SPEAKING.set(await language_known(self._store.people, person(self._platform, f"{team}.{user}")))
                if await self._records.begin(f"home {key}"):
                    await self._api.publish_home(team, user, await self._games_of(team, user, key))
        except StorageError as error:
            _log.warning("the Home tab met no store: %s", error)
            with hurried(TELLING):
                await self._api.publish_home(team, user, views.home(adapter_texts.NO_STORE, []))

    async def _games_of(self, team: str, user: str, key: str) -> dict[str, Any]:
        whole = f"{team}.{user}"
        me, people = person(self._platform, whole), self._store.people
        mine = await people.games_of(me)
        if not (mine or await people.followed_by(me) or await people.open_games(me) or await people.unreadable(me)):
            return views.home(adapter_texts.HOME_NONE, [])
        inbound = Inbound(
            platform=self._platform,
            channel=f"{team}.{interactions.HOME}",
            user=whole,
            key=f"{self._platform}:home:{key}"[:200],
            text="games",
        )
        replies = await self._handler.run(inbound)
        games = []
        for game in mine:
            header = await self._store.header(game)
            war = scenario_named(header.title, header.scenario, spoken_texts().language)
            name = adapter_texts.HOME_GAME.format(war=war, game=game, state=adapter_texts.state(header.status))
            games.append((header.in_progress, name, tokens.screen(game, -1, "panel")))
        games.sort(key=lambda row: (not row[0], row[1]))
        listed = "\n".join(reply.text for reply in replies)
        return views.home(listed, [row[1:] for row in games])


__all__ = ["HomeTab"]
