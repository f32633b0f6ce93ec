"""On Discord somebody reads their client's language, the channel that of the server; every word around a panel too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.cli.pseudo import write
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, until
from tests.platforms.discord.state import Json
from tests.support.pseudo import OPEN, escaped

NAMES = ("Anna", "Ben")


def told_in(person: Person, locale: str, server: str, monkeypatch: pytest.MonkeyPatch) -> Person:
    """The same person with a client in a language, in a server that speaks one."""
    event = person.event

    def spoken(*given: Any) -> Json:
        told = event(*given)
        return told | {"locale": locale, "guild_locale": server, "guild": {**told["guild"], "locale": server}}

    monkeypatch.setattr(person, "event", spoken)
    return person


def words(message: Json) -> list[str]:
    """All that is read of a message: text, labels, hints, entries."""
    told = [str(message["content"])]
    for row in message["components"]:
        for item in row["components"]:
            told += [str(item[name]) for name in ("label", "placeholder") if item.get(name)]
            told += [str(one["label"]) for one in item.get("options", ())]
    return [one for one in told if one]


async def test_each_reads_their_own_language_and_the_channel_that_of_the_server(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(tmp_path, "de")
    monkeypatch.setenv("FELDPOST_TEXTS", str(tmp_path))
    await loopback.bot()
    anna = told_in(loopback.person(11, "Anna"), "de", "de", monkeypatch)
    ben = told_in(loopback.person(12, "Ben"), "en-US", "de", monkeypatch)
    for person, line in (
        (anna, "new introductory"),
        (anna, "join cp"),
        (ben, "join ap"),
        (anna, "start"),
        (ben, "panel"),
        (anna, "undo"),
    ):
        await person.slash(line)
    await until(lambda: len(loopback.world.public()) >= 2, "the posts are there")
    own, theirs = loopback.world.private(anna.number), loopback.world.private(ben.number)
    assert len(own) >= 2
    assert theirs
    ids = [game.decode() for game in await loopback.store.connection.call("SMEMBERS", "feldpost:games")]
    assert [(text, found) for one in own for text in words(one) if (found := escaped(text, *NAMES, *ids))] == []
    assert [text for one in theirs for text in words(one) if OPEN in text] == []
    public = [text for one in loopback.world.public() for text in words(one)]
    assert public
    assert [text for text in public if OPEN not in text] == []
