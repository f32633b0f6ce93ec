"""What everybody was shown: messages of all channels, whom they pinged and when, and which of them tell of the season."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from tests.league_season.people import Resident
from tests.league_season.town import Town
from tests.platforms.slack.loopback import TEAM

WEEK = 7 * 86_400
_PINGED = re.compile(r"<@(\w+)>")


@dataclass(frozen=True)
class Ping:
    """Somebody was pinged, at a time of the season, by a message."""

    who: str
    at: float
    text: str


@dataclass
class Board:
    """Everything that was shown since the last look, as it was shown first."""

    town: Town
    residents: Mapping[str, Resident]
    pings: list[Ping] = field(default_factory=list)
    #: Texts by channel, `platform:id`.
    shown: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _discord: int = 0
    _slack: int = 0
    _web: dict[str, int] = field(default_factory=dict)
    _slots: set[tuple[str, str]] = field(default_factory=set)

    async def look(self) -> None:
        """Take in what is new; it counts as shown now."""
        self._look_at_discord()
        self._look_at_slack()
        await self._look_at_pages()

    def _look_at_discord(self) -> None:
        for number, message in list(self.town.discord.world.messages.items()):
            if number > self._discord and not message["for"]:
                self._note(
                    f"discord:{message['channel_id']}", message["content"], message.get("pinged", ()), "discord:"
                )
        self._discord = max(self.town.discord.world.messages, default=0)

    def _look_at_slack(self) -> None:
        messages = self.town.slack.messages
        for message in messages[self._slack :]:
            if not message.only and not message.thread:
                pinged = dict.fromkeys(_PINGED.findall(message.dump()))
                self._note(f"slack:{TEAM}.{message.channel}", message.text, pinged, f"slack:{TEAM}.")
        self._slack = len(messages)

    async def _look_at_pages(self) -> None:
        platform = self.town.platforms.get("web")
        if not isinstance(platform, WebPlatform):
            return
        games = [await self.town.store.header(game) for game in await self.town.store.games()]
        rooms = [header.channel.partition(":")[2] for header in games if header.platform == "web"]
        for channel in dict.fromkeys([*await platform.timeline.channels(), *rooms]):
            for row in await platform.timeline.since(Stream(channel, ""), self._web.get(channel, 0)):
                self._web[channel] = row.place
                entry = row.entry
                if not isinstance(entry, MessageEntry) or entry.author or entry.where == "thread":
                    continue
                fresh = entry.anew or (channel, entry.slot) not in self._slots
                self._slots.add((channel, entry.slot))
                if fresh:
                    self._note(f"web:{channel}", entry.text, entry.mention, "web:")

    def _note(self, channel: str, text: str, pinged: Iterable[str], front: str) -> None:
        self.shown[channel].append(text)
        for one in pinged:
            who = self.residents.get(one if one.startswith(front) else front + one)
            if who is not None:
                self.pings.append(Ping(who.name, self.town.hands().timestamp(), text))

    def of_the_season(self, name: str) -> list[Ping]:
        """Pings by what the season itself tells; those of a game alone, that it waits for somebody, are none."""
        texts = self.town.handler.tools.words
        told = [
            re.escape(texts.say(f"clerk.window_{part}", left="\0", end="\0").partition("\0")[0]) for part in (50, 80)
        ]
        ours = re.compile("|".join([*told, re.escape(name)]))
        return [ping for ping in self.pings if ours.search(ping.text)]


def by_week(pings: Iterable[Ping], begin: float) -> dict[int, Counter[str]]:
    """How often each person was pinged in each week of the season."""
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for ping in pings:
        found[int((ping.at - begin) // WEEK)][ping.who] += 1
    return dict(sorted(found.items()))


def most_in_a_week(pings: Iterable[Ping]) -> int:
    """The most pings of one person within any seven days."""
    times = defaultdict[str, list[float]](list)
    for ping in pings:
        times[ping.who].append(ping.at)
    return max((sum(at - WEEK < one <= at for one in own) for own in times.values() for at in own), default=0)


__all__ = ["Board", "Ping", "by_week", "most_in_a_week"]
