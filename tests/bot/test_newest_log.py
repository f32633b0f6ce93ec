"""The log without a turn argument: the current or last part of the turn, short enough for a phone, with a hint how to see more."""

from __future__ import annotations

from tests.bot.support import Channel
from tests.platforms.banquet import BANQUET
from tests.platforms.wars import turn_of

played = turn_of(BANQUET)


async def test_a_turn_that_has_only_begun_is_told_with_the_last_round_alone(played: Channel) -> None:
    """And with everything after that round; the final sentence links to the rest."""
    (reply,) = await played.say("ben", "log")
    assert reply.attachment is None
    lines = reply.text.split("\n")
    assert lines[0] == "**August 1914, round 6**"
    assert "**Attrition**" in reply.text
    assert "**September 1914** begins" in reply.text
    assert "round 5" not in reply.text
    assert lines[-1] == "See all of August 1914 with `/log 1`."
    assert "**August 1914, round 1**" in await played.told("ben", "log 1")
    assert await played.told("ben", "what happened") == reply.text


async def test_the_round_that_goes_on_leads_to_its_turn(played: Channel) -> None:
    await played.say("anna", "play auto")
    await played.say("anna", "done anyway")
    lines = (await played.told("ben", "log")).split("\n")
    assert lines[0] == "**September 1914, round 1**"
    assert lines[-1] == "See the whole turn with `/log turn`."
    whole = await played.told("ben", "log turn")
    assert "**September 1914** begins" in whole
    assert "/log" not in whole
    await played.say("ben", "play auto")
    await played.say("ben", "done anyway")
    # No choice has been made in the second round.
    assert (await played.told("anna", "log")).startswith("**September 1914, round 1**")
    assert await played.told("anna", "log round 5") == "Nothing has happened there yet."


async def test_nothing_more_is_promised_where_there_is_nothing(channel: Channel) -> None:
    """A game just started, and a turn without earlier parts."""
    await channel.begin(scenario="introductory")
    told = await channel.told("ben", "log")
    assert "/log" not in told


async def test_a_war_that_has_only_begun_is_told_from_its_beginning(channel: Channel) -> None:
    """The replacements at the start of the war of 1916 come before any round."""
    for user, line in (("anna", "new 1916"), ("anna", "join both"), ("anna", "start"), ("anna", "rp br 1 london")):
        await channel.say(user, line)
    assert "BR 1 is rebuilt in London." in await channel.told("anna", "log")
    await channel.say("anna", "done anyway")
    await channel.say("anna", "done anyway")
    told = await channel.told("anna", "log")
    assert "BR 1 is rebuilt in London." in told
    assert "**Fall 1916** begins" in told
