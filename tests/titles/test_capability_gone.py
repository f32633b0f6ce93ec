"""A title that has lost a capability: games in which it was used go on or say so, and nothing breaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.storage import Store
from bot.titles.vocabulary import vocabulary
from tests.bot.support import Channel
from tests.bot.with_computer import Table
from tests.titles.toy.title import ToyTitle

pytestmark = pytest.mark.usefixtures("toy_title")

LOOKS = (
    "panel",
    "status",
    "map",
    "log all",
    "clock",
    "games",
    "help",
    "undo",
    "rollback 1",
    "export",
    "verify",
    "draw offer",
)


@pytest.fixture(autouse=True)
def _commands() -> Iterator[None]:
    """What is kept of the toy's commands is forgotten before and behind each test."""
    vocabulary.cache_clear()
    yield
    vocabulary.cache_clear()


def gone(monkeypatch: pytest.MonkeyPatch, capability: str) -> None:
    monkeypatch.setattr(ToyTitle, capability, None)
    vocabulary.cache_clear()


async def told(channel: Channel, *lines: str) -> str:
    return "\n".join([await channel.told("anna", line) for line in lines])


async def test_a_seat_of_the_computer_is_played_by_chance_where_nobody_else_is_left(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    await table.moved()
    gone(monkeypatch, "opponents")
    await table.say("anna", "track sniff", "done")
    number = await table.number()
    await table.moved()
    assert await table.number() > number, "any legal choice is taken"
    before = await told(table.channel, *LOOKS)
    await table.moved()
    result = (await table.stored()).header.result or {}
    assert result["reason"] == "agreed_draw", "nobody is left who would object"
    said = before + await told(
        table.channel, "status", "panel", "advise", "assess", "substitute pup", "resign yes", "rematch"
    )
    assert "report" not in said
    assert "There's no command “advise”" in said
    assert [one.message for one in caplog.records if one.exc_info] == []


@pytest.mark.parametrize(("line", "capability"), [("learn den", "school"), ("puzzle scent", "puzzles")])
async def test_a_lesson_and_a_puzzle_say_that_they_are_not_there(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, line: str, capability: str
) -> None:
    channel = Channel.open(store)
    assert "report" not in await told(channel, line)
    gone(monkeypatch, capability)
    said = await told(channel, *LOOKS, line, f"{line.split(maxsplit=1)[0]} leave", "resign yes")
    assert "report" not in said, said
    assert [one.message for one in caplog.records if one.exc_info] == []
