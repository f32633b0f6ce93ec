"""Two days in which red's hidden stacks have other steps and face elsewhere: everybody else gets the same bytes from the whole host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count

import pytest

from bot.platforms import painting
from bot.platforms.painting import PicturePool
from bot.service.handler import BotHandler
from bot.storage import Connection, Store
from bot.table import tokens
from bot.table.reply import Reply
from tests.bot.support import Channel
from tests.titles.hexes.facts import facts
from tests.titles.hexes.script import LOBBY
from tests.titles.hexes.system import Hexes
from tests.titles.test_toy_secrets import differing

pytestmark = pytest.mark.usefixtures("hex_title", "known_seed")

NOW = datetime(1914, 8, 4, 12, tzinfo=UTC)
#: What blue and a spectator ask for at every stop.
LOOKS = (
    "panel", "status", "map", "log turn", "log 1", "export", "verify", "standing", "replay all", "rollback 1", "march blue1 a1",
    "attack red4", "games", "clock",
)  # fmt: skip
#: Steps from one zone to another.
REFUSED = ("march b3", "march d3 facing n")
BEGUN = ("", "march ", "attack ", "march blue2; ", "choose ", "rollback ", "standing ")
SCREENS = ("panel", "panel:0", "panel:1", "panel:2", "map:overview", "log")
#: Blue comes before the fort, red marches out of sight, and blue's stack sets out again.
STOPS = (
    ("anna", "march blue2 c5 c4"), ("anna", "attack fort"), ("anna", "done"), ("ben", "march red4 {red}"), ("ben", "done"),
    ("anna", "march blue2"),
)  # fmt: skip


def deal(*steps: int) -> int:
    """The deal in which red's stacks have so many steps."""
    return facts().deals.index(steps)


@dataclass
class Watched:
    """A day, and everything that blue, a spectator and the channel got of it."""

    channel: Channel
    pool: PicturePool
    shown: list[tuple[str, str]] = field(default_factory=list)
    drawn: dict[str, str] = field(default_factory=dict)

    async def note(self, name: str, replies: Sequence[Reply]) -> None:
        """Note what was said, and the pictures with it; the same picture is drawn once."""
        for reply in replies:
            self.shown.append((name, reply.model_dump_json()))
            if (ref := reply.picture) is not None:
                if (key := ref.model_dump_json()) not in self.drawn:
                    self.drawn[key] = str(painting.work(await self.pool._job(ref)))
                self.shown.append((f"{name} drawn", self.drawn[key]))

    async def look(self, at: int, who: str, looks: Sequence[str]) -> None:
        """Ask for everything at a stop."""
        game = await self.channel.game_id()
        for look in looks:
            await self.note(f"{at} {who} {look}", await self.channel.say(who, look))
        for screen in SCREENS:
            pressed = await self.channel.press(who, tokens.screen(game, -1, screen))
            await self.note(f"{at} {who} {screen}!", pressed)
        for begun in BEGUN:
            self.shown.append((f"{at} {who} {begun}?", str(await self.channel.complete(who, begun))))


async def seen(
    connection: Connection,
    monkeypatch: pytest.MonkeyPatch,
    red: int,
    facing: str,
    stops: Sequence[int],
    looks: Sequence[str] = LOOKS,
) -> list[tuple[str, str]]:
    """What others get of a day in which red is dealt this, and its last stack faces there."""

    def chosen(_source: object, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        del epoch, counter
        return candidates[red if purpose == "deal_red" else 0]

    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", chosen)
    await connection.call("FLUSHALL")
    store = Store(connection)
    day = Watched(Channel(store, BotHandler(store, now=lambda: NOW), count(1)), PicturePool(store, 1))
    for user, line in LOBBY:
        await day.channel.say(user, line)
    for at, (user, line) in enumerate(STOPS):
        await day.channel.say(user, line.format(red=f"c2 facing {facing}"))
        for who in ("anna", "eve") if at in stops else ():
            await day.look(at, who, looks)
    for kind, reply in await day.channel.posts():
        if reply.audience != "private":
            await day.note(f"post {kind}", [reply])
    await day.pool.close()
    return day.shown


#: Red's second stack stands in the fort and has steps in both of these; in the third it is a decoy.
HELD, ALSO, EMPTY = deal(3, 2, 1, 0), deal(0, 1, 2, 3), deal(3, 0, 1, 2)


async def test_the_strength_of_hidden_stacks_makes_no_difference_to_others(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, stops = (*LOOKS, *REFUSED), (1, 3, 5)
    one = await seen(connection, monkeypatch, HELD, "s", stops, looks)
    other = await seen(connection, monkeypatch, ALSO, "nw", stops, looks)
    assert len(one) > 200
    told = "".join(text for _, text in one)
    assert "Red 4 marches from C1 to C2." in told
    assert "D3 lies before an enemy, and so does the hex of Blue 2" in told
    assert differing(one, other) == []


async def test_the_declared_exception_shows_where_blue_marches_and_nowhere_else(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a decoy nobody is held: blue may go from before the fort to hexes that others hold."""
    one = await seen(connection, monkeypatch, HELD, "s", (4, 5))
    other = await seen(connection, monkeypatch, EMPTY, "s", (4, 5))
    found = set(differing(one, other))
    own = ("panel", "panel!", "panel:0!", "panel:1!", "panel:2!", "march ?", "choose ?", "march blue2; ?")
    assert found <= {f"5 anna {what}" for what in own}, "what is made of blue's own choices, once its march has begun"
    assert {"5 anna panel", "5 anna march ?", "5 anna choose ?"} <= found


@pytest.mark.sweep(fixed=[])
async def test_without_imagination_a_completion_would_tell_before_the_march(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may be typed behind a march that is not ordered yet is tried in the position as blue imagines it."""
    monkeypatch.setattr(Hexes, "imagine", lambda _self, state, _side: state)
    one, other = [await seen(connection, monkeypatch, red, "s", (4,), ("panel",)) for red in (HELD, EMPTY)]
    assert differing(one, other) == ["4 anna march blue2; ?"]
