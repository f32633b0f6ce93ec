"""Stores with all that lies beside games: a league on three platforms, people, puzzles, lessons, posts that wait, buttons.

`python -m tests.releases.towns NAME` plays a season of eight with the code as it is, and keeps the store at several stages as
`tests/releases/towns/NAME.json.xz`, with what every later version must find in it: done before anything is changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.leagues import acts
from bot.leagues.exchange import archives
from bot.leagues.journal import ENTRY
from bot.platforms.discord.adapter import DiscordPlatform
from bot.platforms.slack.adapter import SlackPlatform
from bot.platforms.web.adapter import WebPlatform
from bot.port import DeliveryError, Inbound, Outgoing
from bot.public import shapes
from bot.public.public_season import season_tale
from bot.service.handler import BotHandler
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.store_factory import build_store
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from bot.storage.keys import SeasonKeys
from bot.storage.outbox import Queued
from bot.table import tokens
from bot.table.reply import Reply, Select
from tests.bot.keeping import kept, put_back
from tests.league_season.people import Resident
from tests.league_season.story import Course, Story
from tests.league_season.town import HALLS, Town, town
from tests.leagues.lives import FORMATS, lived
from tests.leagues.test_season import SEED
from tests.platforms.slack.lengths import TEAM, channel_id
from tests.releases.__main__ import positions
from tests.releases.copying import taken, written

FOLDER = Path(__file__).parent / "towns"
COURSE = Course(
    8, ("discord", "slack", "web"), 1, 1, 1, 1, played_out=0, long=0, late=0, kills=0, trips=1, leaves=9, away=6,
    explains=False,
)  # fmt: skip
#: How many steps of a season of each format are kept: one that goes on, and one that is over.
_STEPS = (9, 10_000)
_PLATFORMS: dict[str, Any] = {"discord": DiscordPlatform, "slack": SlackPlatform, "web": WebPlatform}

Freeze = Callable[[str, Town], Awaitable[None]]


class Buttons:
    """The controls that people were shown, the first and the last of each kind, and who may press them."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], list[dict[str, Any]]] = {}

    def kept(self) -> list[dict[str, Any]]:
        """Return presses as the fields of an `Inbound`, without a key."""
        return [press for of_a_kind in self._found.values() for press in of_a_kind]

    def answered(self, inbound: Inbound, replies: Sequence[Reply]) -> None:
        """Note what somebody was answered."""
        wanted = {"platform", "channel", "server", "user", "user_name", "title", "within"}
        self._note(inbound.model_dump(include=wanted), replies)

    def delivered(self, platform: str, message: Outgoing) -> None:
        """Note what a channel was told."""
        user = message.user or (message.players[0] if message.players else "")
        if user:
            self._note({"platform": platform, "channel": message.channel, "user": user}, [message.reply])

    def _note(self, who: dict[str, Any], replies: Sequence[Reply]) -> None:
        for reply in replies:
            for token in _tokens(reply):
                pressed = {**who, "token": token}
                of_a_kind = self._found.setdefault((who["platform"], *_kind(token)), [])
                of_a_kind[1:] = [pressed] if of_a_kind else []
                of_a_kind[:1] = of_a_kind[:1] or [pressed]


def _tokens(reply: Reply) -> Iterator[str]:
    for row in reply.menu.rows if reply.menu else ():
        yield from (one.token for one in (row.options if isinstance(row, Select) else row))
    for field in reply.form.fields if reply.form else ():
        yield from (one.token for one in field.menu.options)


def _kind(token: str) -> tuple[str, str]:
    """What a token is for: its kind, and its body without what it names."""
    parsed = tokens.parse(token)
    words = re.split(r"[^a-z._!]", parsed.body)
    return parsed.kind, " ".join(words[:2]) if parsed.kind == "line" else words[0]


class Watched(Story):
    """A story that is kept on its way."""

    freeze: Freeze

    async def _day(self, season: Any) -> None:
        if self.day == 4:
            await self.freeze("running", self.town)
        asked = self.appeals
        await super()._day(season)
        if self.appeals == 1 != asked:
            await self.freeze("appealed", self.town)

    async def _orders(self, line: str, answer: str, where: str = "") -> str:
        told = await super()._orders(line, answer, where)
        if answer == "All games have been played":
            await self.town.work()
            await self.freeze("review", self.town)
        return told


async def everything(place: Town, freeze: Freeze) -> None:
    """Play the season from its first command, and beside it all that people can begin and leave unfinished."""
    story = Watched(place, COURSE, 1)
    story.freeze = freeze
    for number in (1, 2, 3):
        place.discord.world.add_channel(int(_channel("discord", number)))
    await story.registration()
    await _beside(story)
    await story.weeks()
    await story.end()
    await story.next_season()
    await _other_seasons(story)
    await _unfinished(story)
    await freeze("over", place)


async def _types(who: Resident, where: str, *lines: str) -> None:
    for line in lines:
        told = await who.plays(line, where)
        print(f"{where} {who.name}: {line}\n    {told[:160]!r}")


async def _beside(story: Story) -> None:
    """On each platform: a game between two, one in which something is offered, settings, a lesson, a puzzle."""
    for platform, hall in HALLS.items():
        one, other = [who for who in story.players if platform in who.platforms][:2]
        where = f"{platform}:{_channel(platform, 1)}"
        await _types(one, where, "new introductory", "join cp")
        await _types(other, where, "join ap")
        await _types(one, where, "start", "choose take", "settings palette dark", "panel", "play auto")
        await _types(other, where, "panel", "draw", "settings pings dm")
        await _types(story.newcomer if platform in story.newcomer.platforms else other, where, "follow")
        await _types(one, f"{platform}:{_channel(platform, 2)}", "learn 1")
        await _types(other, where, "puzzle", "puzzle me")
        await _types(one, f"{platform}:{hall}", "settings")


async def _other_seasons(story: Story) -> None:
    """Seasons at every other stage: a draft, one that is open, and all formats while they live and when they are over."""
    for name in ("Draft", "Open"):
        await story._orders(f"new {name} scenario=introductory window=60d beginners=yes", "is made, as a draft")
    await story._orders("open season=s-open", "is open")
    await story.players[0].league("join capacity=2 season=s-open")
    for form in FORMATS:
        for steps in _STEPS:
            held = None
            for number, held in enumerate(lived(random.Random(len(form)), form, 8)):  # noqa: B007 - the last one counts
                if number == steps:
                    break
            assert held is not None
            lines = [archives.dumped(entry) for entry in held.entries]
            name = f"s-{form.replace('_', '-')}-{'over' if steps > 99 else 'on'}"
            await story.town.store.seasons.create(name, lines, f"kept {name}", secret=SEED)
            await story.town.store.seasons.set_done(name, len(lines))


async def _unfinished(story: Story) -> None:
    """What waits: bids, an open seat, posts that nobody delivered, a post that was given up, a puzzle a day."""
    for platform in HALLS:
        one, other = [who for who in story.players if platform in who.platforms][:2]
        where = f"{platform}:{_channel(platform, 3)}"
        await _types(one, where, "new campaign open=all", "bid ap 1")
        await _types(other, where, "bid ap 2")
        await _types(one, f"{platform}:{_channel(platform, 1)}", "panel", "play auto", "hand", "map west", "help")
        await _types(story.organiser, f"{platform}:{HALLS[platform]}", "puzzle daily on 17", "games open")
    outbox = story.town.store.outbox

    async def refuse(queued: Queued) -> None:
        raise DeliveryError(f"no channel for {queued.post.kind}", final=True)

    await outbox.deliver((await outbox.games_with_posts())[0], refuse)


def _channel(platform: str, number: int) -> str:
    """A channel beside the hall, made where the platform does not make it by itself."""
    named = {"discord": str(880_000_000_000_000_000 + number), "slack": f"{TEAM}.{channel_id(f'KEPT{number}')}"}
    return named.get(platform, f"kept-{number}")


class _Named(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return key


async def tables(store: Store) -> dict[str, Any]:
    """Return what the public API says of each season, with persons by their ids."""
    found: dict[str, Any] = {}
    for season_id in await SeasonRepository(store).seasons():
        lines = await journal_of(store, season_id)
        tale = season_tale(season_id, lines)
        assert tale is not None, season_id
        found[season_id] = {
            "season": shapes.season(tale),
            "sections": [shapes.section(tale, number, part, _Named()) for number, part in enumerate(tale.parts)],
            "matches": [shapes.match(tale, made, _Named()) for made in tale.meetings],
            "wrong": acts.verify_lots([ENTRY.validate_json(line) for line in lines]),
        }
    return found


async def journal_of(store: Store, season_id: str) -> list[str]:
    """Return the journal of a season, line by line."""
    return [line.decode() for line in await store.connection.call("LRANGE", SeasonKeys(season_id).journal, 0, -1)]


async def _versions(link: Connection) -> dict[str, int]:
    """How often each game was written, and how long each journal is."""
    found = {}
    for name in sorted(await link.call("KEYS", "feldpost:*")):
        if name.endswith((b":revision", b":journal")):
            command = "LLEN" if name.endswith(b"journal") else "GET"
            found[name.decode()] = int(await link.call(command, name))
    return found


async def outcome(store: Store, press: dict[str, Any], now: float) -> dict[str, Any]:
    """Press a button and return what it did: what was written, and what kinds of messages answered it; words may change."""
    before = await _versions(store.connection)
    handler = BotHandler(store, now=lambda: datetime.fromtimestamp(now, UTC))
    with patch("secrets.token_bytes", lambda size: b"7" * size):
        replies = await handler.run(Inbound(key="an old button", **press))
    after = await _versions(store.connection)
    wrote = {name: count - before.get(name, 0) for name, count in after.items() if count != before.get(name, 0)}
    shown = [[one.audience, one.picture.kind if one.picture else "", bool(one.menu or one.form)] for one in replies]
    return {"wrote": wrote, "shown": shown}


async def pressed(store: Store, presses: Sequence[dict[str, Any]], now: float) -> list[dict[str, Any]]:
    """Press each button in the store as it is, which is put back each time."""
    before = await kept(store.connection)
    found = []
    for press in presses:
        found.append(await outcome(store, press, now))
        await put_back(store.connection, before)
    return found


async def write(name: str, into: Path = FOLDER) -> Path:
    """Play, and keep what the store held at each stage as a file of that name in a folder."""
    stages: dict[str, Any] = {}
    buttons = Buttons()

    async def freeze(stage: str, place: Town) -> None:
        link = Connection(place.redis_url)
        store, now = build_store(Store, link), place.hands().timestamp()
        presses = buttons.kept()
        stages[stage] = {
            "now": now, "store": await taken(link), "positions": await positions(store), "tables": await tables(store),
            "presses": presses,
        }  # fmt: skip
        before = await kept(link)
        stages[stage]["outcomes"] = await pressed(store, presses, now)
        await put_back(link, before)
        await link.close()

    with tempfile.TemporaryDirectory() as folder, _listening(buttons):
        async with (
            redis_server(Settings(var=Path(folder))) as url,
            town(url, COURSE.platforms, 1, explains=False) as place,
        ):
            await everything(place, freeze)
    into.mkdir(exist_ok=True)  # noqa: ASYNC240 - nobody else waits
    path = into / f"{name}.json.xz"
    written(path, stages)
    return path


@contextlib.contextmanager
def _listening(buttons: Buttons) -> Iterator[None]:
    """Note all controls that anybody is shown."""
    run = BotHandler.run

    async def answering(handler: BotHandler, inbound: Inbound) -> Sequence[Reply]:
        replies = await run(handler, inbound)
        if inbound.key != "an old button":
            buttons.answered(inbound, replies)
        return replies

    with contextlib.ExitStack() as stack:
        stack.enter_context(patch.object(BotHandler, "run", answering))
        for name, kind in _PLATFORMS.items():
            stack.enter_context(patch.object(kind, "deliver", _telling(name, kind.deliver, buttons)))
        yield


def _telling(name: str, deliver: Any, buttons: Buttons) -> Any:
    async def telling(platform: Any, message: Outgoing) -> None:
        await deliver(platform, message)
        buttons.delivered(name, message)

    return telling


if __name__ == "__main__":
    made = asyncio.run(write(sys.argv[1]))
    print(f"{made}: {made.stat().st_size} bytes")
