"""Texts for all platforms, in Slack's terms: it has workspaces, and no command runs in its threads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.narration.user_text import user_text
from bot.platforms.slack.adapter_texts import spoken
from bot.platforms.slack.interactions import SlackInteraction
from bot.platforms.slack.markup import plain, sections
from bot.platforms.slack.views import new_form
from bot.titles import titles
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.lengths import channel_id
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import open_game

#: Tables whose texts Slack never shows, and texts about the thread with the actions.
ELSEWHERE = ("discord", "public", "operator")
READING = ("slack.thread", "slack.thread_here")


def said(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a table, with its key."""
    for name, value in table.items():
        key = f"{path}.{name}".removeprefix(".")
        if isinstance(value, dict):
            yield from said(value, key)
        elif isinstance(value, str):
            yield key, value


def test_no_text_of_any_title_sends_anybody_into_a_thread_or_speaks_of_servers() -> None:
    for title in titles():
        words = title.words("en")
        for key, text in said(vars(words)["_tables"]):
            elsewhere = key.partition(".")[0] in ELSEWHERE or key.endswith(".discord")
            if elsewhere or key.startswith("slack.terms") or key in READING:
                continue
            told = plain(text)
            assert not re.search(r"\bthreads?\b", told) or "spectators" in told, f"{key}: {told}"
            assert not re.search(r"\b(this|the|every|all) servers?\b", told), f"{key}: {told}"


def test_texts_of_people_are_not_reworded() -> None:
    theirs = user_text("*this server* in a channel or thread")
    assert "this workspace" not in "".join(sections(f"{theirs}: anybody of this server").copy()).partition(": ")[0]
    assert spoken("this server, this serverless").startswith("this workspace, this serverless")


def test_the_form_for_a_new_game_begins_with_the_war_for_beginners_and_names_the_workspace() -> None:
    view = new_form(SlackInteraction(key="k", channel="T.C", user="T.U", name="anna", surface="command", text="new"))
    menus = {block["block_id"]: block["element"] for block in view["blocks"]}
    assert menus["scenario"]["initial_option"]["value"] == "introductory"
    assert [option["text"]["text"] for option in menus["open"]["options"]] == ["this workspace", "everyone"]


async def test_a_game_speaks_of_the_workspace(socket_bot: Bot) -> None:
    anna, *_ = await open_game(socket_bot)
    await socket_bot.does(anna, "status")
    assert not any("this server" in m.dump() for m in (*anna.sees(), *anna.private()))
    await socket_bot.does(anna, "new campaign")
    assert "open yours in another channel. " in anna.private()[-1].dump()


async def test_leaving_after_the_end_says_that_it_is_over(socket_bot: Bot) -> None:
    anna, *_ = await open_game(socket_bot)
    await socket_bot.does(anna, "resign yes")
    for text, told in (
        ("leave", "The game is over, so there's no seat to leave."),
        ("join cp", "The game is over."),
        ("start", "The game is over."),
    ):
        await socket_bot.does(anna, text)
        assert told in anna.private()[-1].dump(), text


@pytest.mark.parametrize(
    "line",
    ["new", "new introductory", "new introductory against=recruit side=cp", "learn", "learn 1", "puzzle daily on"],
)
async def test_in_the_direct_messages_of_other_people_no_lobby_is_opened_and_it_says_what_works(
    socket_bot: Bot, line: str
) -> None:
    """The app is only in its own direct messages, so nobody there could read its posts."""
    private = channel_id("ANNABEN").replace("C", "D", 1)
    anna = Person(socket_bot.slack, "anna", channel=private)
    await socket_bot.does(anna, line)
    assert await socket_bot.store.channels.holder(f"slack:{anna.team}.{private}") is None
    told = anna.private()[-1].dump()
    assert "can't post in this conversation" in told
    assert "Use a channel" in told
    assert not [m for m in socket_bot.slack.messages if m.channel == private and not m.only]


async def test_in_the_direct_messages_of_other_people_no_button_starts_what_is_refused(socket_bot: Bot) -> None:
    anna = Person(socket_bot.slack, "anna", channel=channel_id("ANNABEN").replace("C", "D", 1))
    for line in ("panel", "games", "games open"):
        await socket_bot.does(anna, line)
        told = anna.private()[-1]
        assert "can't post in this conversation" in told.dump(), line
        assert labels(told) == ["Open challenges", "My games"], line


async def test_in_the_direct_messages_with_the_app_one_plays_alone(socket_bot: Bot) -> None:
    anna = socket_bot.person("anna")
    anna.channel = anna.direct
    await socket_bot.does(anna, "new introductory against=recruit side=cp")
    assert await socket_bot.store.channels.holder(f"slack:{anna.team}.{anna.direct}")
