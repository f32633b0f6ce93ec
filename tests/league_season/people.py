"""Who lives in the town: players with accounts on one platform or several, who type commands as each platform has them typed."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import dataclass, field

from bot.platforms.slack.adapter import SlackPlatform
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.signed_links import person_named
from bot.platforms.web.timeline import Stream
from tests.league_season.town import HALLS, Town
from tests.platforms.discord.people import Person as OnDiscord
from tests.platforms.discord.state import user_id
from tests.platforms.slack.lengths import TEAM
from tests.platforms.slack.lengths import user_id as slack_id
from tests.platforms.slack.people import Person as OnSlack
from tests.web.support import FakePage

#: Discord's permission to manage a server; it makes an organiser of seasons.
MANAGE = str(1 << 5)
_CODE = re.compile(r"code is \**(\w+)\**")
_PATIENCE = 60


@dataclass
class Resident:
    """One person; `platforms` are those with an account, the first is where this person is at home."""

    town: Town
    number: int
    name: str
    platforms: tuple[str, ...]
    permissions: str = "0"
    #: How often each command of leagues was typed.
    typed: Counter[str] = field(default_factory=Counter)

    @property
    def home(self) -> str:
        """The channel, `platform:id`, where this person talks about the season."""
        return f"{self.platforms[0]}:{HALLS[self.platforms[0]]}"

    def account(self, platform: str) -> str:
        """The account on a platform as the bot knows it."""
        if platform == "slack":
            return f"slack:{TEAM}.{slack_id(self.name.casefold())}"
        return f"discord:{user_id(self.number)}" if platform == "discord" else f"web:{self.name.casefold()}"

    async def league(self, line: str, where: str = "") -> str:
        """Type a command of leagues, at home unless elsewhere is named; the answer."""
        self.typed[line.partition(" ")[0]] += 1
        return await self._types("league", line, where or self.home)

    async def plays(self, line: str, where: str) -> str:
        """Type a command about the game in a channel; the answer."""
        return await self._types("pog", line, where)

    async def links(self) -> None:
        """Join the accounts on all own platforms into one person, by codes."""
        for platform in self.platforms[1:]:
            there = f"{platform}:{HALLS[platform]}"
            found = _CODE.search(told := await self.league("link"))
            assert found, told
            question = await self.league(f"link {found[1]}", there)
            assert self.name.casefold() in question.casefold(), question
            done = await self.league(f"link {found[1]} sure", there)
            assert "are now one person" in done, done

    async def _types(self, root: str, line: str, where: str) -> str:
        platform, _, own = where.partition(":")
        async with asyncio.timeout(_PATIENCE):
            if platform == "discord":
                return await self._on_discord(root, line, int(own))
            if platform == "slack":
                return await self._on_slack(root, line, own.rpartition(".")[2])
            return await self._on_page(line if root == "pog" else f"{root} {line}", own)

    async def _on_discord(self, root: str, line: str, channel: int) -> str:
        stage = self.town.discord
        person = OnDiscord(stage.world, stage.gateway, self.number, self.name, channel)
        person.root, person.permissions = root, self.permissions
        done = await person.slash(line)
        message = stage.world.messages.get(done.message)
        return str(message["content"]) if message is not None else ""

    async def _on_slack(self, root: str, line: str, channel: str) -> str:
        platform = self.town.platforms["slack"]
        assert isinstance(platform, SlackPlatform)
        person = OnSlack(self.town.slack, self.name.casefold(), channel=channel, root=root)
        await person.command(line)
        while platform._carrying.running or platform._answers.running:  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)
        own = person.private()
        return own[-1].text if own else ""

    async def _on_page(self, line: str, channel: str) -> str:
        platform = self.town.platforms["web"]
        assert isinstance(platform, WebPlatform)
        async with FakePage(platform, self.name, channel) as page:
            await page.run(line)
        rows = await platform.timeline.newest(Stream(channel, person_named(self.name).id), 5)
        told = [row.entry for row in rows if isinstance(row.entry, MessageEntry) and not row.entry.author]
        # The panel of a page that was just opened may come after the answer.
        notes = [entry for entry in told if entry.where == "note"] or told
        return notes[-1].text if notes else ""


__all__ = ["MANAGE", "Resident"]
