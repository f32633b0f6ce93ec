"""Lines under the league root command, typed anywhere, and their help pages."""

from __future__ import annotations

import pytest

from bot.commands import leagues
from bot.narration.texts import texts
from bot.platforms.discord.commands import spoken
from bot.platforms.slack import interactions
from bot.service.help.league_help import page
from tests.bot.support import Channel, check_limits, controls, token_of


async def test_the_root_alone_tells_what_leagues_are_and_help_leads_there(channel: Channel) -> None:
    told = await channel.told("anna", "league")
    assert told.startswith("**Leagues**")
    assert await channel.told("anna", "/league help") == told
    assert await channel.told("anna", "help league") == told
    assert "`/league help" in await channel.told("anna", "help league help")


async def test_league_commands_work_in_every_channel(channel: Channel) -> None:
    await channel.begin()
    assert (await channel.told("eve", "league help")).startswith("**Leagues**")


async def test_a_word_that_is_no_command_of_leagues_is_told_the_likest(channel: Channel) -> None:
    told = await channel.told("anna", "league helf")
    assert told == "There's no league command “helf”. Did you mean `/league help`? See them all with `/league help`."


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("standigs 1", "table 1"), ("matches 1", "pairings 1"), ("matchs", "pairings"),
        ("report 1.1.1 first", "result 1.1.1 first"), ("Reprot 1.1.1 draw", "result 1.1.1 draw"),
    ],
)  # fmt: skip
async def test_another_word_for_a_league_command_proposes_the_command(channel: Channel, typed: str, meant: str) -> None:
    (refused,) = await channel.say("anna", f"league {typed}")
    assert f"Did you mean `/league {meant.split(maxsplit=1)[0]}`" in refused.text
    assert token_of([refused], f"league {meant}")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("league standings", "league table"), ("show me the league table, please", "league table"), ("pairings of round 2", "league pairings 2"),
        ("league help please", "league help"), ("I'd like to join the league", "league join"), ("ratings", "league ratings"),
    ],
)  # fmt: skip
async def test_a_line_in_own_words_means_a_league_command(channel: Channel, typed: str, meant: str) -> None:
    assert await channel.told("anna", typed) == await channel.told("anna", meant)


def test_what_follows_a_named_season_goes_to_the_fields_it_fits() -> None:
    read = leagues.BY_NAME["bid"].arguments.read
    for line in ("season=cup cp 3", "cp 3 season=cup", "season=cup cp 3 1.1.1", "season=spring cup cp 3"):
        found = read(line)
        assert (found.side, found.amount) == ("cp", 3), line
        assert found.season in ("cup", "spring cup")
    with pytest.raises(ValueError, match="text"):
        leagues.BY_NAME["announce"].arguments.read("season=spring cup hello")  # the name may have one word or two


def test_other_words_for_league_commands_lead_to_commands() -> None:
    for word, instead in texts().table("leagues.instead").items():
        assert word not in leagues.BY_NAME
        assert set(instead) <= {*leagues.BY_NAME}


def test_every_page_fits_a_message_and_every_command_has_its_words() -> None:
    words = texts()
    for name in ("", *leagues.PARTS, *leagues.BY_NAME):
        reply = page(words, name)
        check_limits(reply)
        assert len(reply.text) <= 1900, name
    own = [command for command in leagues.COMMANDS if not command.old]
    for command in own:
        assert command.usage(words).startswith(f"/{leagues.ROOT} {command.name}")
        assert len(words.say(f"leagues.help.{command.name}.text")) <= 300
    assert set(words.table("leagues.help")) == {command.name for command in own}


async def test_the_buttons_of_help_turn_its_pages(channel: Channel) -> None:
    first = await channel.say("anna", "league help")
    assert controls(first)
    assert await channel.press("anna", token_of(first, "For everybody"))


async def test_the_root_and_its_commands_are_suggested(channel: Channel) -> None:
    assert "league " in await channel.complete("anna", "lea")
    assert "league help " in await channel.complete("anna", "league he")
    assert "league help help" in await channel.complete("anna", "league help ")


def test_a_slash_command_of_slack_bears_its_root() -> None:
    body = {
        "team_id": "T1",
        "user_id": "U1",
        "trigger_id": "t",
        "channel_id": "C1",
        "text": "help",
        "command": "/league",
    }
    assert interactions.of_command(body).text == "league help"
    assert interactions.of_command({**body, "text": ""}).text == "league"
    assert interactions.of_command({**body, "command": "/pog"}).text == "help"


@pytest.mark.parametrize("name", leagues.BY_NAME)
def test_discord_has_them_typed_where_they_lie(name: str) -> None:
    part = leagues.BY_NAME[name].part
    path = f"/league {name}" if part == "season" else f"/league {part} {name}"
    assert spoken(f"type `/league {name}` now") == f"type `{path}` now"
