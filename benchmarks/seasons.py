"""A season in a store with people, the process that runs it, and the local channel as its venue."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PIL import Image

from bot.leagues import acts, journal
from bot.leagues.journal import Entry, Opened
from bot.leagues.season import Season
from bot.leagues.windows import LeagueClock
from bot.platforms.courier import Courier, Hearing
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import Stream
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.drawing import draw
from bot.service.leagues.results import Results
from bot.service.leagues.season_repository import Decide, SeasonRepository
from bot.service.people.ticker import Ticker
from bot.service.session import seats_of
from bot.storage import ChannelLog, Store
from bot.storage.models import GameHeader
from bot.table.reply import PictureRef, Reply
from tests.bot.times import Hands

DAY = 86_400
SPRING = "s-spring"
VENUE = "web:league"
#: Entries appended at once when filling a store.
_MANY = 2_000


async def _dot(ref: PictureRef) -> tuple[bytes, str, str]:
    """Return a dummy picture, since rendering is not under test."""
    del ref
    drawn = io.BytesIO()
    Image.new("1", (1, 1)).save(drawn, "PNG")
    return drawn.getvalue(), "image/png", "a dot"


def saying(entries: Sequence[Entry]) -> Decide:
    """Return a function that appends these entries to any season."""

    def decide(season: Season) -> Sequence[Entry]:
        del season
        return entries

    return decide


@dataclass
class League:
    """A process that runs seasons: its store, its clock, its clerk and its courier."""

    store: Store
    hands: Hands = field(default_factory=Hands)

    def __post_init__(self) -> None:
        self.handler = BotHandler(self.store, now=self.hands)
        tools = self.handler.tools
        self.repository: SeasonRepository = self.handler.leagues.repository
        self.platform = WebPlatform(
            handler=self.handler, log=ChannelLog(self.store.connection), draw=_dot, signer=Signer(b"x" * 32)
        )
        self.context = ClerkContext(tools, self.repository, {"web": self.platform})
        self.clerk = Clerk(self.context, "one")
        self.ticker = Ticker(tools)
        self.courier = Courier(
            self.store,
            {"web": self.platform},
            "one",
            drain=0.0,
            busy=lambda: self.handler.under_way > 0,
            hearing=Hearing(Results(self.repository).take),
        )
        self._keys = 0

    async def act(self, decide: Decide, key: str = "", season: str = SPRING) -> Season:
        """Apply an action to the season."""
        self._keys += 1
        return await self.repository.act(season, key or f"test:{self._keys}", decide)

    async def open(
        self,
        names: Sequence[str],
        season: str = SPRING,
        *,
        venue: str = VENUE,
        accounts: Mapping[str, str] | None = None,
        **more: Any,
    ) -> list[str]:
        """Open a season in which these people have entered, closed and not yet drawn; returns their ids."""

        def begin(promise: str) -> Sequence[Entry]:
            rules: dict[str, Any] = {
                "name": "Spring", "format": "divisions", "title": "pog", "scenario": "campaign", "own_rounds": 120,
                "window": 120 * DAY, "clock": LeagueClock(), "home": "web:hall",
            }  # fmt: skip
            return acts.open_season(Opened(at=self.repository.at, by="chief", commitment=promise, **(rules | more)))

        await self.repository.create(season, f"open-{season}", begin)
        await self.act(lambda one: acts.add_venue(one, venue, "chief", self.repository.at), season=season)
        known = accounts or {name: f"web:{name.lower()}" for name in names}
        persons = [await self.store.persons.of(known[name], name) for name in names]
        for person in persons:
            entry = journal.Joined(at=self.repository.at, by=person, person=person, capacity=30)
            await self.act(partial(acts.join_season, entry=entry), season=season)
        await self.act(lambda one: acts.close_registration(one, "chief", self.repository.at), season=season)
        return persons

    async def draw(self, season: str = SPRING) -> Season:
        """Make the first draw."""
        return await draw(self.repository, self.context.workshop, season, "first", by="chief")

    async def step(self, season: str = SPRING) -> Season:
        """Run the clerk until nothing is due, including after the computer's turn, and deliver the posts."""
        for _ in range(100):
            more = await self.clerk.step(season)
            await self.context.lessons.settled()
            if not self.context.lessons.news() and not more:
                break
        await self.courier.deliver_all()
        return await self.repository.season(season)

    async def games(self, season: str = SPRING) -> dict[str, GameHeader]:
        """Return the games of a season, by match."""
        found = await self.repository.season(season)
        legs = {match: made.game for match, made in found.matches.items() if made.game}
        return {match: await self.store.header(game) for match, game in legs.items()}

    async def say(self, user: str, header: GameHeader, text: str) -> list[Reply]:
        """Type a command in a game's room."""
        self._keys += 1
        inbound = Inbound(
            platform=header.platform, channel=header.channel.partition(":")[2], user=user, user_name=user.title(),
            key=f"say{self._keys}", text=text,
        )  # fmt: skip
        return list(await self.handler.run(inbound))

    async def user(self, header: GameHeader, side: int) -> str:
        """Return the user of a side in a game, as typed."""
        stored = await self.store.load(header.game_id)
        return stored.seats.holders[seats_of(stored)[side]].user.partition(":")[2]

    async def resign(self, header: GameHeader, side: int) -> None:
        """Resign for a side."""
        await self.say(await self.user(header, side), header, "resign yes")

    async def told(self, channel: str = "hall") -> list[str]:
        """Return the public messages in a channel."""
        rows = await self.platform.timeline.newest(Stream(channel, ""), 200)
        return [row.entry.text for row in rows if isinstance(row.entry, MessageEntry)]


async def begun_with(league: League, names: Sequence[str], **rules: Any) -> None:
    """Set up a season in which these people have entered, bypassing the commands."""

    def begin(promise: str) -> list[Entry]:
        told: dict[str, Any] = {
            "name": "Spring", "title": "pog", "scenario": "campaign", "own_rounds": 120, "window": 120 * DAY, **rules,
        }  # fmt: skip
        return [
            *acts.open_season(Opened(at=league.repository.at, by="chief", commitment=promise, **told)),
            journal.Venued(at=league.repository.at, venue=VENUE),
        ]

    await league.repository.create(SPRING, "open", begin)
    entered = [journal.Joined(at=league.repository.at, by=name, person=name, capacity=30) for name in names]
    await append(league, [*entered, journal.Closed(at=league.repository.at)], "entered")


async def append(league: League, entries: Sequence[Entry], key: str) -> None:
    """Append entries to the season's journal, in batches."""
    for start in range(0, len(entries), _MANY):
        await league.repository.act(SPRING, f"{key} {start}", saying(entries[start : start + _MANY]))
