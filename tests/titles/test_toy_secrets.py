"""Two hunts in which the fox lies elsewhere: everybody else gets the same bytes from the whole host."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

import pytest

from bot.platforms import painting
from bot.platforms.painting import PicturePool
from bot.service.handler import BotHandler
from bot.storage import Connection, Store
from bot.table import tokens
from tests.bot.support import Channel
from tests.titles.toy.rules import Toy
from tests.titles.toy.script import LOBBY

pytestmark = pytest.mark.usefixtures("toy_title", "last_chosen", "known_seed")

NOW = datetime(1914, 8, 4, 12, tzinfo=UTC)
#: What the hound and a spectator ask for at every stop.
LOOKS = ("panel", "status", "map", "log turn", "log 1", "export", "verify", "lair", "replay all", "rollback 1",
         "track nowhere", "games", "clock")  # fmt: skip
BEGUN = ("", "track ", "choose ", "run ", "rollback ")


async def seen(connection: Connection, den: str, *runs: str) -> list[tuple[str, str]]:
    """Everything that the hound, a spectator and the channel get of a hunt in which the fox goes this way."""
    await connection.call("FLUSHALL")
    store = Store(connection)
    channel = Channel(store, BotHandler(store, now=lambda: NOW), count(1))
    pool, shown = PicturePool(store, 1), list[tuple[str, str]]()
    first, second = runs
    for user, line in (*LOBBY, ("anna", f"den {den}"), ("anna", f"run {first}")):
        await channel.say(user, line)
    for at, step in enumerate(("track south", "track sniff", "done", f"run {second}", "track west", "done")):
        for who in ("ben", "eve"):
            for look in (*LOOKS, *(["undo"] if at == 0 else [])):
                replies = await channel.say(who, look)
                shown += [(f"{at} {who} {look}", reply.model_dump_json()) for reply in replies]
                for ref in (reply.picture for reply in replies if reply.picture is not None):
                    shown.append((f"{at} {who} {look} drawn", str(painting.work(await pool._job(ref)))))
            for screen in ("panel", "map:overview", "log"):
                for reply in await channel.press(who, tokens.screen(await channel.game_id(), -1, screen)):
                    shown.append((f"{at} {who} {screen}!", reply.model_dump_json()))
            shown += [(f"{at} {who} {begun}?", str(await channel.complete(who, begun))) for begun in BEGUN]
        await channel.say("anna" if step.startswith("run") else "ben", step)
    posts = [(kind, reply) for kind, reply in await channel.posts() if reply.audience != "private"]
    for kind, reply in posts:
        shown.append((f"post {kind}", reply.model_dump_json()))
        if reply.picture is not None:
            shown.append((f"post {kind} drawn", str(painting.work(await pool._job(reply.picture)))))
    await pool.close()
    return shown


def differing(one: list[tuple[str, str]], other: list[tuple[str, str]], begun: str = "") -> list[str]:
    """What differs of all whose name begins so, by its name."""
    one, other = ([row for row in rows if row[0].startswith(begun)] for rows in (one, other))
    assert [name for name, _ in one] == [name for name, _ in other]
    return [name for (name, shown), (_, there) in zip(one, other, strict=True) if shown != there]


#: Two ways of the fox: the hound is never where it lies, and smells it in neither of them.
WAYS = (("north", "north west", "north"), ("north west", "north", "north west"))


async def test_the_fox_s_hex_makes_no_difference_to_others(connection: Connection) -> None:
    one, other = [await seen(connection, *way) for way in WAYS]
    assert len(one) > 200
    told = "".join(text for _, text in one)
    assert "sniffs in South and rolls 6: nothing" in told
    assert "Day 2 begins" in told or "Day 2" in told
    assert "goes from South to West" in told
    assert differing(one, other) == []


async def test_without_imagination_the_menus_would_tell(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Now the fox runs to where the hound can be in two steps: what lies behind a step onto it is not offered."""
    ways = (("north", "middle", "middle"), ("north west", "west", "west"))
    plain, again = [await seen(connection, den, *runs) for den, *runs in ways]
    assert not differing(plain, again, begun="0 ben")
    monkeypatch.setattr(Toy, "imagine", lambda _self, state, _side: state)
    leaking, other = [await seen(connection, den, *runs) for den, *runs in ways]
    assert "0 ben panel" in differing(leaking, other, begun="0 ben")
