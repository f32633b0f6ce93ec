"""A channel on each platform with two people: Ben plays side 0, Anna side 1.

A room counts only what reached the server: interactions people sent, public messages created, and whom they ping.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from benchmarks.loopback import on_discord, on_slack
from benchmarks.loopback.change_signal import Bell
from benchmarks.loopback.local import Page, controls_of
from benchmarks.loopback.stage import ANSWERING, Place
from bot.platforms.discord.adapter import DiscordPlatform
from bot.platforms.slack.adapter import SlackPlatform
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.timeline import Stream
from bot.port import Platform
from bot.table import tokens
from tests.platforms.discord.state import Json
from tests.platforms.slack.loopback import Message

#: A message as a platform's server stores it.
M = TypeVar("M")
Sent_contra = TypeVar("Sent_contra", contravariant=True)


class Room(Protocol):
    """A channel with two people, and its adapter."""

    channel: str
    #: Rung when people may see something different.
    bell: Bell

    @property
    def platform(self) -> Platform:
        """The adapter."""
        ...

    @property
    def name(self) -> str:
        """The platform's name."""
        ...

    async def says(self, side: int, line: str) -> None:
        """Type a command."""
        ...

    async def opens(self, side: int) -> None:
        """Press "My move" or "Answer" on a public message."""
        ...

    async def uses(self, side: int, *chosen: str) -> None:
        """Press controls of one's panel."""
        ...

    async def opens_sheet(self, side: int, *, on_panel: bool) -> None:
        """Press the control that opens the sheet, on one's panel or on a public message."""
        ...

    async def fills(self, side: int, *chosen: str) -> None:
        """Choose in the open sheet and send it."""
        ...

    async def confirms(self, side: int, token: str) -> None:
        """Press the control of a question that came instead of the ordered action."""
        ...

    def offers(self, side: int, *chosen: str) -> bool:
        """Return True if the panel currently shown to the person has these controls."""
        ...

    async def created(self) -> list[tuple[int, ...]]:
        """Return the public messages created since the last call, each as the sides it pings."""
        ...

    @property
    def interactions(self) -> int:
        """Return the number of interactions sent."""
        ...


def _opens(token: str, what: str = "panel") -> bool:
    """Return True for a token that opens the panel, or `what`, from anywhere."""
    with contextlib.suppress(tokens.BadToken):
        parsed = tokens.parse(token)
        return parsed.kind == "screen" and parsed.body == what
    return False


class LocalRoom:
    """A channel of the local web channel, with a page for each person."""

    def __init__(self, platform: WebPlatform, pages: tuple[Page, Page], place: Place, bell: Bell) -> None:
        self.platform, self._pages, self.channel, self.bell = platform, pages, place.channel, bell
        self.name = platform.name
        self._slots: set[str] = set()
        self._known = [0, 0]

    async def says(self, side: int, line: str) -> None:
        """Type a command."""
        await self._pages[side].says(line)

    async def opens(self, side: int) -> None:
        """Press the newest control that opens the panel."""
        found = [token for item in self._pages[side].public for token in controls_of(item) if _opens(token)]
        await self._pages[side].uses(found[-1])

    async def uses(self, side: int, *chosen: str) -> None:
        """Press controls that the panel actually offers."""
        if not self.offers(side, *chosen):
            raise RuntimeError("There is no such control.")
        await self._pages[side].uses(*chosen)

    async def confirms(self, side: int, token: str) -> None:
        """Press a control below the newest answer."""
        if token not in controls_of(self._pages[side].note):
            raise RuntimeError("Nothing is asked.")
        await self._pages[side].uses(token)

    def offers(self, side: int, *chosen: str) -> bool:
        """Check the page."""
        return set(chosen) <= set(self._pages[side].tokens)

    async def opens_sheet(self, side: int, *, on_panel: bool) -> None:
        """Press the control that opens the sheet: the panel's, or the newest public one."""
        page = self._pages[side]
        standing = sorted({item["slot"]: item for item in page.public}.values(), key=lambda item: int(item["place"]))
        seen = page.tokens if on_panel else [token for item in standing for token in controls_of(item)]
        found = [token for token in seen if _opens(token, "sheet")]
        if not found:
            raise RuntimeError("Nothing opens a sheet.")
        await page.uses(found[-1])
        if page.form is None:
            raise RuntimeError("No form was opened.")

    async def fills(self, side: int, *chosen: str) -> None:
        """Send entries of the form on the page; the panel answers."""
        page = self._pages[side]
        before = page.panel
        await page.fills(*chosen)
        if page.panel is before:
            raise RuntimeError("The form was not answered by a panel.")

    async def created(self) -> list[tuple[int, ...]]:
        """Return the new messages, not counting edits in place."""
        newest = await self.platform.timeline.newest(Stream(self.channel), 1)
        if newest and not await self.bell.until(lambda: min(p.upto for p in self._pages) >= newest[-1].place, 10):
            raise TimeoutError("A page was not told what happened.")
        first, second = (page.public[known:] for page, known in zip(self._pages, self._known, strict=True))
        self._known = [len(page.public) for page in self._pages]
        found = []
        for item, other in zip(first, second, strict=True):
            fresh = item["slot"] not in self._slots or item["anew"]
            self._slots.add(item["slot"])
            if fresh and item["where"] != "thread":
                found.append(tuple(side for side, one in enumerate((item, other)) if one["asked"]))
        return found

    @property
    def interactions(self) -> int:
        """Return what both pages sent."""
        return sum(page.sent for page in self._pages)


class _Typist(Protocol[Sent_contra]):
    """A person on a chat platform."""

    async def says(self, line: str) -> float:
        """Type a command."""
        ...

    async def uses(self, *chosen: str) -> float:
        """Press controls of the newest panel."""
        ...

    async def uses_on(self, message: Sent_contra, *chosen: str) -> float:
        """Press controls of a message."""
        ...

    async def fills(self, *chosen: str) -> float:
        """Choose in the open sheet and send it."""
        ...


class _ChatRoom(Generic[M]):
    """Actions common to all chat platforms."""

    bell: Bell

    def __init__(self, typists: tuple[_Typist[M], _Typist[M]]) -> None:
        self._typists = typists

    def _asked(self, side: int, token: str) -> Sequence[M]:
        """Return the private messages of a person that have a control."""
        raise NotImplementedError("each platform keeps its private messages elsewhere")

    async def says(self, side: int, line: str) -> None:
        """Type a command."""
        await self._typists[side].says(line)

    async def uses(self, side: int, *chosen: str) -> None:
        """Use controls of the panel."""
        await self._typists[side].uses(*chosen)

    async def fills(self, side: int, *chosen: str) -> None:
        """Choose in the open sheet and send it; on Slack, waits for the panel that answers."""
        await self._typists[side].fills(*chosen)

    async def confirms(self, side: int, token: str) -> None:
        """Press a control of a separate private message."""
        if not await self.bell.until(lambda: bool(self._asked(side, token)), ANSWERING):
            raise RuntimeError("Nothing is asked.")
        await self._typists[side].uses_on(self._asked(side, token)[-1], token)


class DiscordRoom(_ChatRoom[Json]):
    """A channel of the loopback Discord."""

    def __init__(self, platform: DiscordPlatform, stage: on_discord.DiscordStage, place: Place) -> None:
        self.platform, self._world, self.channel, self.bell = platform, stage.world, place.channel, stage.bell
        self.name = platform.name
        channel = int(place.channel)
        anna, ben = (
            on_discord.Typist(stage.world, stage.gateway, int(user), name, channel).seat()
            for user, name in zip(place.users, ("Anna", "Ben"), strict=True)
        )
        self._people = (ben, anna)
        super().__init__(self._people)
        self._known: set[int] = set()
        self._before = len(stage.world.interactions)

    async def opens(self, side: int) -> None:
        """Press the newest control that opens the panel."""
        for message in reversed(self._world.public()):
            for token in on_discord.tokens_of(message) if message["channel_id"] == self.channel else ():
                if _opens(token):
                    await self._people[side].uses_on(message, token)
                    return
        raise RuntimeError("Nothing opens the panel.")

    async def opens_sheet(self, side: int, *, on_panel: bool) -> None:
        """Press the newest control that opens the sheet."""
        person = self._people[side]
        public = [one for one in self._world.public() if one["channel_id"] == self.channel]
        for message in [person.panel_shown] if on_panel else reversed(public):
            for token in on_discord.tokens_of(message):
                if _opens(token, "sheet"):
                    await person.opens_sheet(message, token)
                    return
        raise RuntimeError("Nothing opens the sheet.")

    def offers(self, side: int, *chosen: str) -> bool:
        """Check the private message as it is now, including edits."""
        panel = self._people[side].panel_shown
        seen = panel and int(panel["id"]) in self._world.messages and panel["for"] == self._people[side].number
        return bool(seen) and set(chosen) <= set(on_discord.tokens_of(panel))

    async def created(self) -> list[tuple[int, ...]]:
        """Return the new messages of the channel itself."""
        fresh = [one for number, one in self._world.messages.items() if number not in self._known]
        self._known.update(self._world.messages)
        public = [one for one in fresh if not one["for"] and one["channel_id"] == self.channel]
        people = [str(person.number) for person in self._people]
        return [tuple(side for side in (0, 1) if people[side] in one.get("pinged", ())) for one in public]

    @property
    def interactions(self) -> int:
        """Return what people sent; of a sheet only opening and sending it."""
        return len(self._world.interactions) - self._before - sum(person.ticks for person in self._people)

    def _asked(self, side: int, token: str) -> list[Json]:
        private = [one for one in self._world.messages.values() if one["for"] == self._people[side].number]
        return [one for one in private if token in on_discord.tokens_of(one)]


class SlackRoom(_ChatRoom[Message]):
    """A channel of the loopback Slack."""

    def __init__(self, platform: SlackPlatform, stage: on_slack.SlackStage, place: Place) -> None:
        self.platform, self._slack, self.channel, self.bell = platform, stage.slack, place.channel, stage.bell
        slack = stage.slack
        self.name = platform.name
        self._own = place.channel.partition(".")[2]
        anna, ben = (
            on_slack.Typist(slack, name, channel=self._own, ident=user.partition(".")[2])
            for name, user in zip(("cp", "ap"), place.users, strict=True)
        )
        self._people = (ben, anna)
        super().__init__(self._people)
        self._known = len(slack.messages)
        self._before = slack.sent

    async def opens(self, side: int) -> None:
        """Press the newest control that opens the panel."""
        for message in reversed([m for m in self._slack.messages if m.channel == self._own and not m.only]):
            for token in on_slack.tokens_of(message):
                if _opens(token):
                    await self._people[side].uses_on(message, token)
                    return
        raise RuntimeError("Nothing opens the panel.")

    async def opens_sheet(self, side: int, *, on_panel: bool) -> None:
        """Press the control that opens the sheet, on the panel or on the newest public message, and wait for it."""
        public = [m for m in self._slack.messages if m.channel == self._own and not m.only]
        panel = self._slack.panels.get(self._people[side].id)
        for message in ([panel] if panel is not None else []) if on_panel else reversed(public):
            for token in on_slack.tokens_of(message):
                if _opens(token, "sheet"):
                    await self._people[side].opens_sheet_on(message, token)
                    return
        raise RuntimeError("Nothing opens a sheet.")

    def offers(self, side: int, *chosen: str) -> bool:
        """Check the private message as it is now, including edits."""
        panel = self._slack.panels.get(self._people[side].id)
        return panel is not None and not panel.gone and set(chosen) <= set(on_slack.tokens_of(panel))

    async def created(self) -> list[tuple[int, ...]]:
        """Return the new messages of the channel itself."""
        fresh, self._known = self._slack.messages[self._known :], len(self._slack.messages)
        public = [one for one in fresh if one.channel == self._own and not one.only and not one.thread]
        pinged = [set(re.findall(r"<@(\w+)>", one.dump())) for one in public]
        return [tuple(side for side in (0, 1) if self._people[side].id in one) for one in pinged]

    @property
    def interactions(self) -> int:
        """Return what people sent; of a multi-select only its button, of a sheet only opening and sending it."""
        return self._slack.sent - self._before

    def _asked(self, side: int, token: str) -> list[Message]:
        private = [one for one in self._slack.messages if one.only == self._people[side].id and not one.gone]
        return [one for one in private if token in on_slack.tokens_of(one)]
