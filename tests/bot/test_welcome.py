"""The first minute: an empty channel, the choice of a war, the help pages, the glossary."""

from __future__ import annotations

import re

import pytest

from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.platforms.discord.rendering import render
from bot.platforms.slack.markup import mrkdwn, plain
from bot.service.help.welcome import lessons, page
from bot.table.reply import Reply
from bot.titles import usual_title
from bot.titles.forms import agreed_options
from bot.titles.pog.narration.names import names as names_for
from bot.titles.pog.setups import OPTIONS
from bot.titles.pog.systems import content_of
from engine.pog.content import load_content
from tests.bot.support import CHANNEL, Channel, check_limits, controls, token_of
from tests.support.vocabulary import BY_NAME, COMMANDS, KNOWN, texts


@pytest.mark.parametrize("line", ["panel", "status", "join cp", "map west", "play guns"])
async def test_an_empty_channel_shows_new_game_and_learn(channel: Channel, line: str) -> None:
    replies = await channel.say("anna", line)
    assert "has no game yet" in replies[0].text
    assert "`/league help`" in replies[0].text
    assert [label for label, _ in controls(replies)][:2] == ["New game", "Learn"]


async def test_from_an_empty_channel_to_the_first_cards_by_presses_alone(channel: Channel) -> None:
    replies = await channel.press("anna", token_of(await channel.say("anna", "panel"), "New game"))
    check_limits(replies[0])
    assert "an hour or two" in replies[0].text
    await channel.press("anna", token_of(replies, "Introductory"))
    table = (await channel.posts())[-1][1]
    await channel.press("anna", token_of([table], "Play both sides"))
    table = (await channel.posts())[-1][1]
    begun = await channel.press("anna", token_of([table], "Start"))
    assert "Choose" in begun[0].text or "Guns of August" in begun[0].text


async def test_the_lessons_lead_from_one_to_the_next_and_into_a_game(channel: Channel) -> None:
    replies = await channel.press("anna", token_of(await channel.say("anna", "panel"), "Learn"))
    replies = await channel.press("anna", token_of(replies, "Read instead"))
    for number in range(1, len(lessons(texts())) + 1):
        check_limits(replies[0])
        replies = await channel.press("anna", token_of(replies, f"{number} "))
    assert "Reading the map" in replies[0].text
    assert "Which war?" in (await channel.press("anna", token_of(replies, "New game")))[0].text


def test_every_page_of_help_fits_a_message_and_its_controls_lead_somewhere() -> None:
    words = texts()
    seen: set[str] = set()
    waiting = ["", *BY_NAME, *(entry["names"][0] for entry in words.table("guide.glossary").values())]
    while waiting:
        wanted = waiting.pop()
        if wanted in seen:
            continue
        seen.add(wanted)
        reply: Reply = page(words, KNOWN, wanted)
        check_limits(reply)
        assert len(reply.text) <= 1900, wanted
        lines = [token.partition("~-1~")[2] for _, token in controls([reply])]
        waiting += [line.removeprefix("help ") for line in lines if line.startswith("help ")]
    assert {f"learn {number}" for number in range(1, 9)} <= seen
    assert {"lobby", "playing", "looking", "around"} <= seen


def test_help_names_only_commands_that_there_are() -> None:
    words = texts()
    for name in ("start", "learn", *lessons(texts())):
        told = words.find(f"guide.pages.{name}.text")
        for command in re.findall(r"`/([a-z]+)", told):
            assert command in BY_NAME, (name, command)


async def test_the_examples_of_help_are_understood(channel: Channel) -> None:
    await channel.begin("anna", "anna", "introductory")
    for part, example in texts().table("guide.examples").items():
        assert BY_NAME[example.split()[0].removeprefix("/")].part == part
        told = await channel.told("anna", example)
        assert "Type it as" not in told
        assert "There's no" not in told


async def test_help_for_a_new_game_names_every_war_with_its_length(channel: Channel) -> None:
    told = await channel.told("anna", "help new")
    for war, line in texts().table("guide.wars").items():
        assert f"`{war}` {line}" in told


async def test_an_unknown_word_is_told_what_there_is(channel: Channel) -> None:
    told = await channel.told("anna", "help attaxk")
    assert "`attack`" in told
    assert "/help learn" in told


@pytest.mark.parametrize(
    ("term", "means"),
    [("cf", "combat factor"), ("CF", "combat factor"), ("ops", "operations points"), ("loss  number", "loss factor"),
     ("mandated offensive", "must attack this turn"), ("oos", "no line of friendly spaces"), ("reserve box", "Reserve Box"),
     ("computer", "`/new introductory against=recruit`"), ("general", "three levels"), ("Opponent", "more than a player")],
)  # fmt: skip
async def test_rules_find_the_glossary(channel: Channel, term: str, means: str) -> None:
    assert means in await channel.told("anna", f"rules {term}")
    assert means in await channel.told("anna", f"help {term}")


async def test_every_short_form_of_a_unit_is_explained(channel: Channel) -> None:
    names = names_for(load_content())
    short = {word for unit in names.content.units for word in names.unit(unit.id).split() if word.isalpha()} - {"c"}
    assert {"GE", "SB", "YLD", "CAU", "TU", "CZL"} <= short
    for word in sorted(short):
        told = await channel.told("anna", f"rules {word}")
        assert told.startswith("**"), told
        assert word.casefold() in told.partition("\n")[0].casefold(), told


async def test_the_glossary_comes_before_the_rules_and_is_listed(channel: Channel) -> None:
    told = await channel.told("anna", "rules flank")
    assert told.startswith("**Flank attack**")
    assert "**12.3" in told
    listed = await channel.told("anna", "rules glossary")
    for entry in texts().table("guide.glossary").values():
        assert entry["text"].split("**")[1] in listed


@pytest.mark.parametrize(
    ("wanted", "title", "told"),
    [
        ("introductory", "Introductory", "Turns 1 to 3, 7 cards in hand, 10 VP at the start. At the end the Central Powers win with 14 VP"),
        ("limited war", "Limited War", "17 VP or more, the Allied Powers with 12 or less"),
        ("Campaign", "Campaign", "After Treaty of Brest-Litovsk, it's 11 or more against 9 or less"),
        ("historical", "Historical", "Six more events also give OPS"),
        ("summer_1916", "The Great War", "Turns 10 to 20, 8 cards in hand, 10 VP at the start."),
        ("suicide", "Suicide of Europe", "the Central Powers declare one of three wars"),
        ("the great war", "The Great War", "the Replacement Phase of Summer 1916"),
    ],
)  # fmt: skip
async def test_help_of_a_war_tells_what_differs_and_opens_it(
    channel: Channel, wanted: str, title: str, told: str
) -> None:
    reply = (await channel.say("anna", f"help {wanted}"))[0]
    check_limits(reply)
    assert reply.text.startswith(f"**{title}")
    assert told in reply.text
    assert reply.picture is not None
    assert (reply.picture.kind, reply.picture.viewer) == ("opening", None)
    every = await channel.press("anna", token_of([reply], "All wars"))
    check_limits(every[0])
    about = await channel.press("anna", token_of(every, f"About {title}"))
    assert about[0].text == reply.text
    await channel.press("anna", token_of([reply], "Open this war"))
    assert title in (await channel.posts())[-1][1].text


async def test_new_alone_offers_the_wars_and_opens_none(channel: Channel) -> None:
    """Nothing unsaid is chosen for the player; with options but no war it is the usual war."""
    (offered,) = await channel.say("anna", "new")
    assert all(told in offered.text for told in texts().table("guide.wars").values())
    assert token_of([offered], "About Suicide of Europe")
    assert await channel.store.channels.holder(f"web:{CHANNEL}") is None
    await channel.say("anna", "new hand=8")
    assert (await channel.store.header(await channel.game_id())).options == {"scenario": "campaign", "hand_size": 8}


def test_every_war_and_every_option_is_in_words() -> None:
    words = texts()
    wars = set(BY_NAME["new"].arguments.choices("scenario"))
    assert set(words.table("guide.differs")) == wars | {"numbers", "ends", "ends_if", "when"}
    assert set(words.table("guide.wars")) == set(BY_NAME["new"].arguments.choices("scenario"))
    at_table = agreed_options(usual_title())
    values = {name: set(allowed) for name, (_, allowed) in OPTIONS.items()} | {n: set(v) for n, v in at_table.items()}
    switches = {
        name: set(switch.values) for war in wars for name, switch in content_of({"scenario": war}).switches.items()
    }
    told = {name: table for name, table in words.table("guide.options").items() if "title" in table}
    for name, allowed in switches.items():
        assert set(words.table(f"guide.options.{name}")) == allowed | {"title", "text"}
    assert {name: set(table) - {"title", "text"} for name, table in told.items()} == {
        name: allowed - {"on", "off"} if name not in at_table else allowed for name, allowed in values.items()
    }
    shown = page(words, KNOWN, "new").text
    assert all(f"` {table['title']}: " in shown and f"`{name}=" in shown for name, table in told.items())


async def test_the_lobby_tells_options_in_words(channel: Channel) -> None:
    await channel.say("anna", "new campaign hand=8 clock=slow windows=hand")
    table = (await channel.posts())[-1][1]
    for told in (
        "cards in hand: eight",
        "combat cards: you're asked only when you hold one",
        "clock: slow",
        "Everything else is standard",
    ):
        assert told in table.text
    assert "=" not in table.text


async def test_a_second_game_is_shown_the_way(channel: Channel) -> None:
    await channel.say("anna", "new introductory")
    assert "another channel or thread" in await channel.told("ben", "new campaign")


def test_every_command_belongs_to_a_theme() -> None:
    words = texts()
    shown = "".join(page(words, KNOWN, part).text for part in ("lobby", "playing", "looking", "around"))
    assert all(f"`/{command.name}`" in shown for command in COMMANDS)


async def test_my_games_lead_to_where_they_are_played_and_open_with_one_press(channel: Channel) -> None:
    assert [label for label, _ in controls(await channel.say("eve", "games"))][:2] == ["New game", "Learn"]
    await channel.begin()
    replies = await channel.say("anna", "games")
    check_limits(replies[0])
    assert place("web:table") in replies[0].text
    opened = await channel.press("anna", token_of(replies, "Campaign"))
    assert opened[0].edit == "panel"


def test_every_platform_links_a_channel_in_its_own_way() -> None:
    text = f"in {place('discord:123')} and {place('slack:T1.C2')}"
    shown = render(Reply(text=text)).content
    assert "<#123>" in shown
    assert "⟦" not in shown
    assert mrkdwn(text) == "in discord and <#C2>"
    assert "⟦" not in plain(text)
    theirs = user_text(place("discord:666"))
    assert "<#666>" not in render(Reply(text=theirs)).content, "a name is no link"
