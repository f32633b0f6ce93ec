"""A season in a channel: people type commands, and the clock is moved by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table.reply import Reply

#: The start time of every test.
BEGIN = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


@dataclass
class Hall:
    """A channel of a platform in which people type league commands."""

    handler: BotHandler
    times: list[datetime]
    platform: str = "web"
    channel: str = "hall"
    server: str = ""
    #: The names of people whose name differs from that of their account.
    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, store: Store) -> Hall:
        """Return a hall without a season, at the start time."""
        times = [BEGIN]
        return cls(BotHandler(store, now=lambda: times[0]), times)

    def pass_time(self, **span: float) -> None:
        """Advance the clock."""
        self.times[0] += timedelta(**span)

    def inbound(self, user: str, *, key: str = "", **said: Any) -> Inbound:
        """Return a person's action in this channel."""
        return Inbound.model_validate(
            {
                "platform": self.platform, "channel": self.channel, "server": self.server, "user": user,
                "user_name": self.names.get(user, user.title()), "key": key or f"h{next(_KEYS)}", **said,
            }
        )  # fmt: skip

    async def say(self, user: str, line: str, **more: Any) -> list[Reply]:
        """Type a line under the league root command."""
        return list(await self.handler.run(self.inbound(user, text=f"league {line}", **more)))

    async def told(self, user: str, line: str, **more: Any) -> str:
        """Return the text of the answer to a line."""
        return "\n".join(reply.text for reply in await self.say(user, line, **more))

    async def press(self, user: str, token: str, **more: Any) -> list[Reply]:
        """Press a control."""
        return list(await self.handler.run(self.inbound(user, token=token, **more)))

    async def all_join(self, users: Sequence[str], line: str = "join") -> None:
        """Let several people enter."""
        for user in users:
            assert "You have entered" in await self.told(user, line)

    async def opened(self, line: str, players: Sequence[str]) -> None:
        """Make and open a season with Olga as organiser, its name and rules as typed, and let these people enter."""
        await self.say("olga", f"new {line} scenario=introductory window=60d beginners=yes")
        await self.say("olga", "open")
        await self.all_join(players)

    async def running(self, line: str, players: Sequence[str]) -> None:
        """Do the same, with the season drawn and published."""
        await self.opened(line, players)
        await self.say("olga", "draw")
        assert "has begun" in await self.told("olga", "draw publish")

    async def report(self, season: str, match: str, points: tuple[int, int]) -> None:
        """Report the result of a match's game to the season, creating the game if necessary."""
        from bot.leagues import acts, journal

        repository = self.handler.leagues.repository
        made = (await repository.season(season)).matches[match]
        game = made.game or f"g-{match.replace('.', '-')}"
        if not made.game:
            await repository.act(season, f"made {match}", lambda one: acts.create_game(one, match, game, repository.at))
        report = journal.Resulted(at=repository.at, match=match, game=game, points=points)
        await repository.act(season, f"ended {match}", lambda one: acts.report_result(one, report))


_KEYS = count(1)
