"""People with accounts on several platforms, which they link."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from bot.leagues import acts, journal
from bot.port import DeliveryError
from bot.service.calls import Caller, Tools
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.people import linking
from bot.storage import Store
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from tests.bot.support import Channel

DAY = 86_400


@dataclass
class People:
    """Some accounts and their commands about themselves."""

    store: Store
    tools: Tools
    repository: SeasonRepository
    keys: Any

    def caller(self, account: str) -> Caller:
        platform, _, name = account.partition(":")
        return Caller(user=account, name=name.title(), channel="web:hall", platform=platform, key=f"k{next(self.keys)}")

    async def person(self, account: str) -> str:
        return await self.store.persons.of(account, account.partition(":")[2].title())

    async def code(self, account: str) -> str:
        told = (await linking.link(self.tools, self.caller(account), "")).text
        return told.split("**")[1]

    async def typed(self, account: str, code: str, word: str = "") -> str:
        return (await linking.link(self.tools, self.caller(account), code, word)).text

    async def link(self, account: str, code: str) -> str:
        """Read the question, then confirm."""
        await self.typed(account, code)
        return await self.typed(account, code, "sure")

    async def joined_before(self, account: str, other: str) -> None:
        """Link two accounts of one platform, as was once possible."""
        links = self.store.links
        found = await links.look(await links.offer(await self.person(account)), await self.person(other))
        assert found is not None
        assert await links.join(found)

    async def season(self, season_id: str, *accounts: str, drawn: bool = True) -> None:
        async def act(what: Callable[..., Any], *args: Any) -> None:
            await self.repository.act(season_id, f"key-{next(self.keys)}", lambda season: what(season, *args))

        def begin(promise: str) -> list[journal.Entry]:
            return acts.open_season(
                journal.Opened(
                    at=1, commitment=promise, name=season_id, format="divisions", own_rounds=120, window=120 * DAY
                )
            )

        await self.repository.create(season_id, "new", begin)
        for account in accounts:
            person = await self.person(account)
            await act(acts.join_season, journal.Joined(at=2, by=person, person=person))
        if drawn:
            await act(acts.close_registration, "", 3)
            await act(acts.draw, await self.repository.seed(season_id), "", 4)


@pytest.fixture
def people(store: Store) -> People:
    tools = Channel.open(store).handler.tools
    return People(store, tools, SeasonRepository(store), count(1))


async def refused(code: str, doing: Awaitable[Any]) -> dict[str, Any]:
    with pytest.raises(Refusal) as caught:
        await doing
    assert caught.value.reason.code == code
    return dict(caught.value.reason.data)


class Heard:
    """A platform whose accounts receive messages, one per key."""

    def __init__(self, *, away: bool = False) -> None:
        self.told: dict[str, tuple[str, str, str]] = {}
        self.away = away

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        if self.away:
            raise DeliveryError("away", away=True)
        self.told[key] = (user, near, reply.text)
