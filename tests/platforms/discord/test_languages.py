"""On Discord a user sees their client's language, a channel that of the server, including every text around a panel."""

from __future__ import annotations

from contextvars import Context, copy_context
from pathlib import Path
from typing import Any

import pytest

from bot.cli.pseudo import write
from bot.narration.texts import texts
from bot.platforms.discord.rendering import render
from bot.service.clock import shown
from bot.table.reply import Reply
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, until
from tests.platforms.discord.state import Json
from tests.support.pseudo import OPEN, escaped, pseudo

__all__ = ["pseudo"]

NAMES = ("Anna", "Ben")


def told_in(person: Person, locale: str, server: str, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Return the person with a client language, on a server with a language."""
    event = person.event

    def spoken(*given: Any) -> Json:
        told = event(*given)
        return told | {"locale": locale, "guild_locale": server, "guild": {**told["guild"], "locale": server}}

    monkeypatch.setattr(person, "event", spoken)
    return person


def words(message: Json) -> list[str]:
    """Return all text of a message: content, labels, hints, entries."""
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


def test_a_moment_is_each_readers_own_in_every_language(pseudo: str) -> None:
    """Also in a post delivered by another process, and in a text combined later."""
    at = 1_795_241_400

    def made() -> Reply:
        words = texts(pseudo)
        reply = Reply(text=words.told(shown(at)))
        return reply.model_copy(update={"text": f"{reply.text}\n{words.told(shown(at + 60))}"})

    stored = copy_context().run(lambda: made().model_dump_json())
    content = Context().run(lambda: render(Reply.model_validate_json(stored)).content)
    assert f"<t:{at}:f> (<t:{at}:R>)" in content
    assert f"<t:{at + 60}:f> (<t:{at + 60}:R>)" in content
    assert "Ñóv" not in content
    assert "moments" not in Reply(text=shown(at)).model_dump_json(), "in English a post is stored as before"


async def test_completions_have_the_language_of_the_typing_user(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(tmp_path, "de")
    monkeypatch.setenv("FELDPOST_TEXTS", str(tmp_path))
    await loopback.bot()
    anna = told_in(loopback.person(11, "Anna"), "de", "en-US", monkeypatch)
    ben = told_in(loopback.person(12, "Ben"), "en-US", "en-US", monkeypatch)
    for typed in ("new campaign hand=", "new campaign cards="):
        theirs, others = [[*(await one.complete(typed)).values()] for one in (anna, ben)]
        assert theirs
        assert [f"{lost} in {text}" for text in theirs if (lost := escaped(text, *NAMES))] == []
        assert others
        assert [label for label in others if OPEN in label] == []
