"""Each title has a root and scenarios of its own: no word means two things, and the wrong root leads to the right one."""

from __future__ import annotations

import itertools

import pytest

from bot.port import Inbound
from bot.service.clock import PACES
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table.reply import Reply
from bot.titles import titles
from bot.titles.capabilities import lessons_of, levels_of, puzzles_of
from bot.titles.forms import TABLE_OPTIONS, setup_form
from bot.titles.pog.setups import PogSetups
from bot.titles.roots import rooted
from bot.titles.vocabulary import every_name, vocabulary
from renderer.kit.requests import PALETTES
from tests.bot.support import CHANNEL
from tests.support.second_title import NAME, SCENARIOS, Skirmish

KEYS = itertools.count()


@pytest.fixture
def handler(store: Store) -> BotHandler:
    return BotHandler(store)


async def under(handler: BotHandler, title: str, text: str) -> Reply:
    """The answer to a line that was typed under the root of a title."""
    inbound = Inbound(platform="discord", channel=CHANNEL, user="1", key=f"r{next(KEYS)}", text=text, title=title)
    return next(iter(await handler.run(inbound)), Reply(text=""))


def clashes() -> list[str]:
    """Names of scenarios that several titles have, and roots that are a root or a command already."""
    scenarios = [name for title in titles() for name in title.setups.offered()]
    commands = [title.command for title in titles()]
    twice = {name for names in (scenarios, commands) for name in names if names.count(name) > 1}
    return sorted(twice | (set(commands) & every_name()))


def test_scenarios_and_roots_are_unique_across_titles() -> None:
    assert clashes() == []


def test_a_scenario_of_two_titles_would_be_found(second_title: Skirmish, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clashes() == []
    monkeypatch.setattr(PogSetups, "offered", lambda self: (SCENARIOS[3], "campaign"))
    assert clashes() == [SCENARIOS[3]]


async def test_another_root_than_that_of_the_channels_game_is_refused_with_the_right_one(
    handler: BotHandler, second_title: Skirmish
) -> None:
    await under(handler, "pog", "new introductory")
    refused = await under(handler, NAME, "status")
    assert "This channel has a game of Paths of Glory" in refused.text
    assert refused.text.endswith("Use `/status`.")
    assert refused.title == "", "the commands that it names are those of the title that is played"
    own = await under(handler, NAME, "dig3 sedan")
    assert own.text.endswith("Use `/panel`."), "what the other title does not have has no counterpart"
    typed = await under(handler, "", "/raid status")
    assert typed.text == refused.text, "where there are no roots a typed one means as much"
    game = await handler.tools.store.channels.holder(f"discord:{CHANNEL}")
    assert game is not None
    assert "`/status`" not in (await under(handler, NAME, f"status {game}")).text, "a game that is named is meant"


async def test_commands_that_need_no_game_work_under_every_root(handler: BotHandler, second_title: Skirmish) -> None:
    await under(handler, "pog", "new introductory")
    told = await under(handler, NAME, "help spy")
    assert "/spy PLACE" in told.text
    assert told.title == NAME, "its commands are those of its own title"
    assert "/spy" not in (await under(handler, "pog", "help spy")).text.replace("“spy”", "")


async def test_where_no_game_goes_on_the_root_says_which_title_is_meant(
    handler: BotHandler, second_title: Skirmish
) -> None:
    assert (await under(handler, NAME, "help dig4")).text.startswith("`/dig4 PLACE`")
    assert (await under(handler, "", "/raid help dig4")).text.startswith("`/dig4 PLACE`")
    assert "/dig4" not in (await under(handler, "pog", "help attack")).text


async def test_completion_is_that_of_the_root(handler: BotHandler, second_title: Skirmish) -> None:
    await under(handler, "pog", "new introductory")

    async def found(title: str, text: str) -> list[str]:
        asked = Inbound(
            platform="discord", channel=CHANNEL, user="1", key="c", text=text, title=title, action="complete"
        )
        return [one.insert for one in await handler.complete(asked)]

    assert "help spy" in await found(NAME, "help s")
    assert "help spy" not in await found("pog", "help s")
    assert await found("pog", "join ") != []
    assert await found(NAME, "join ") == [], "a game of another title goes on here"


def test_a_typed_line_knows_its_root(second_title: Skirmish) -> None:
    assert rooted("/pog join ap") == ("pog", "join ap")
    assert rooted("/raid dig1 here") == (NAME, "dig1 here")
    assert rooted("/join ap") == rooted("join ap") == ("", "join ap")
    assert rooted("/pogrom") == ("", "pogrom")
    assert rooted("/raid") == (NAME, "")


def test_a_root_without_a_slash_counts_only_before_a_command(second_title: Skirmish) -> None:
    """As people type on the local page; a place or unit may have the name of a game."""
    assert rooted("raid new duel") == (NAME, "new duel")
    assert rooted("Raid help") == (NAME, "help")
    assert rooted("raid the town") == ("", "raid the town")
    assert rooted("raid") == ("", "raid")


@pytest.mark.parametrize("name", ["liege", "Liège", "LIEGE 1914", "Liège 1914"])
def test_a_new_game_is_asked_for_by_the_name_of_its_title(second_title: Skirmish, name: str) -> None:
    assert rooted(f"/new {name} night fog=on") == ("liege", "new night fog=on")
    assert rooted(f"new {name}") == ("liege", "new")
    assert rooted("/new raid duel") == (NAME, "new duel")
    assert rooted("/new paths of glory campaign") == ("pog", "new campaign")
    assert rooted("/new campaign") == ("", "new campaign")
    assert rooted(f"/map {name}") == ("", f"map {name}")
    assert rooted("/new") == ("", "new")


async def test_a_new_game_of_another_title_is_opened_by_its_name(handler: BotHandler) -> None:
    await under(handler, "pog", "new liege night")
    assert "The Night of 5 August" in (await under(handler, "", "panel")).text


def test_the_form_of_each_title_has_words_for_all_it_asks(second_title: Skirmish) -> None:
    for title in titles():
        form = setup_form(title)
        assert [name for name, _ in form.scenario.values] == list(title.setups.offered())
        assert form.usual in title.setups.offered()
        for question in form.options:
            assert question.label
            assert question.hint
            assert len(question.values) > (0 if question.name == "against" else 1), "one level is a choice"
    assert {"clock": tuple(PACES), "palette": PALETTES, "open": ("server", "all")} == TABLE_OPTIONS


def test_vocabularies_are_those_of_every_title_with_its_own(second_title: Skirmish) -> None:
    shared = set.intersection(*(set(vocabulary(title).by_name) for title in titles()))
    assert {"new", "join", "panel", "choose", "map", "undo", "games"} <= shared
    common = set(vocabulary(second_title).by_name) - {command.name for command in second_title.commands}
    common -= {"standing", "warn"}
    for title in titles():
        own = set(vocabulary(title).by_name) - {command.name for command in title.commands}
        of_some = {"advise", "assess"} if levels_of(title) else set()
        of_some |= {"learn"} if lessons_of(title) else set()
        of_some |= {"puzzle"} if puzzles_of(title) else set()
        of_some |= {"standing"} if title.standing_orders is not None else set()
        of_some |= {"warn"} if title.places is not None else set()
        assert own - of_some == common
        assert of_some <= own
