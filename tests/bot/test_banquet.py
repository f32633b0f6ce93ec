"""Banquet des Généraux in the local channel: lobby, a turn with every phase, and its narration."""

from __future__ import annotations

import json

import pytest

from engine.pog.content.records import CP
from tests.bot.support import Channel, check_limits, token_of
from tests.platforms.banquet import BANQUET
from tests.platforms.wars import turn_of
from tests.support.restoring import restore

played = turn_of(BANQUET)


async def test_the_whole_turn_is_played_and_posted(played: Channel) -> None:
    """Record and position match the script, and the posts mention the plans."""
    record = await played.store.record(await played.game_id())
    assert [entry["choice"] for entry in record[1:]] == BANQUET.entries()
    state = restore(await played.store.load(await played.game_id())).state
    assert (state.turn, [hand.bit_count() for hand in state.hand]) == (2, [8, 8])
    text = "\n".join(post.text for _, post in await played.posts())
    for told in (
        "The war plans of 1914 are in force", "War plan called off: the Austro-Hungarian",
        "War plan carried out: the Russian 2nd Army to Tannenberg", "War plan carried out: Plan XVII",
        "The German war plan continues: Nach Paris!", "**September 1914** begins", "CP mandated offensive",
    ):  # fmt: skip
        assert told in text, told


async def test_commands_for_players_work_in_the_variant(played: Channel) -> None:
    """Status, score, cards, odds, log, export and the seed check."""
    status = await played.told("sven", "status")
    assert status.startswith("Banquet des Généraux · **September 1914**")
    assert "War plan of Germany, “Nach Paris!”" in status
    assert "win with 13 or more, the Allied Powers with 9 or less" in await played.told("sven", "score")
    assert "This card replaces it" in await played.told("sven", "card guns of august")
    odds = await played.told("sven", "odds cambrai")
    assert "Attacker wins" in odds
    assert "if the attacker then names units that advance (12.5.1)" in odds
    log = await played.told("sven", "log 1")
    assert "**August 1914** begins" in log
    assert "Plan XVII" in log
    replay = (await played.say("sven", "replay all"))[0]
    assert replay.picture is not None
    file = (await played.say("sven", "export"))[0].attachment
    assert file is not None
    assert json.loads(file.text)["scenario"] == "banquet"
    assert "replay to the current position" in await played.told("sven", "verify")


@pytest.mark.usefixtures("known_chance")
async def test_a_standing_order_a_rollback_and_a_rematch_work_in_it(channel: Channel) -> None:
    for user, line in BANQUET.orders()[:6]:
        await channel.say(user, line)
    assert "1. Pass combat cards" in await channel.told("ben", "standing pass combat cards unless paris")
    await channel.say("anna", "rollback 1")
    await channel.say("ben", "rollback accept")
    assert restore(await channel.store.load(await channel.game_id())).decision.kind == "choose_action"
    await channel.say("ben", "resign yes")
    over = restore(await channel.store.load(await channel.game_id()))
    assert over.result is not None
    assert over.result.winner == CP
    await channel.say("anna", "rematch")
    assert "Banquet des Généraux" in (await channel.posts())[-1][1].text


async def test_an_unknown_war_is_refused_with_the_list(channel: Channel) -> None:
    assert "banquet" in await channel.told("anna", "new banquets")
    await channel.say("anna", BANQUET.new)
    assert "Banquet des Généraux: a variant of the whole war" in (await channel.posts())[-1][1].text


async def test_the_two_readings_of_a_sentence_are_listed_chosen_and_told(channel: Channel) -> None:
    """From the war's page to the list, by `/new` into the game, and at the paragraph in its rules."""
    page = (await channel.say("anna", "help banquet"))[0]
    left_open = (await channel.press("anna", token_of([page], "What the text leaves open")))[0]
    check_limits(left_open)
    for switch in ("reserve_units", "later_german_plans", "serbs_without_belgrade", "given_up"):
        assert f"`banquet.{switch}`" in left_open.text
    assert "roposal" not in left_open.text
    await channel.say("anna", "new banquet banquet.reserve_units=unmoved")
    header = await channel.store.header(await channel.game_id())
    assert header.options["switches"] == {"banquet.reserve_units": "unmoved"}
    await channel.say("anna", "join both")
    await channel.say("anna", "start")
    told = await channel.told("sven", "status")
    assert "5 passages of its text can be read in two ways" in told
    assert "Different from the usual: **reserve_units: only those that have not moved**" in told
    for paragraph in ("9.2", "banquet", "banquet.reserve_units"):
        reply = (await channel.say("anna", f"rules {paragraph}"))[0]
        check_limits(reply)
        assert "`banquet.reserve_units`" in reply.text


@pytest.mark.usefixtures("known_chance")
async def test_the_words_of_the_plans_are_those_of_the_text(channel: Channel) -> None:
    """What ends Tannenberg, the plan that is called off and not superseded, and the card ended by Falkenhayn (18)."""
    await channel.begin(cp="anna", ap="ben", scenario="banquet", first="")
    await channel.say("anna", "take guns")
    await channel.say("anna", "play guns as event")
    assert "To read what ends a war plan, type `/rules 18`" in await channel.told("ben", "status")
    assert "a German attack that clears a space of its Russian defenders" in await channel.told("ben", "rules 18")
    told = await channel.told("anna", "call off")
    assert "War plan called off: the Austro-Hungarian offensive in Galicia." in told
    card = await channel.told("ben", "card falkenhayn")
    assert "as soon as Joffre against Moltke is played" in card


@pytest.mark.parametrize("line", ["give up a corps", "disband"])
@pytest.mark.usefixtures("known_chance")
async def test_a_corps_is_given_up_by_the_words_of_its_button(channel: Channel, line: str) -> None:
    """10.1.2.1; and everybody is told, even if a combat follows."""
    await channel.begin(cp="anna", ap="ben", scenario="banquet", first="take guns")
    await channel.say("anna", "play 2 as ops")
    assert "Which corps do you give up?" in await channel.told("anna", line)
    assert "CP gives up GE c in Danzig." in await channel.told("anna", "choose remove ge c danzig")


@pytest.mark.usefixtures("known_chance")
async def test_a_corps_is_given_up_inside_a_combat_of_ones_own(channel: Channel) -> None:
    """10.1.2.1, "at any time": at the flank attempt, before the losses of the attack are known."""
    await channel.begin(cp="anna", ap="ben", scenario="banquet", first="take guns")
    await channel.say("anna", "play guns as event")
    panel = await channel.say("anna", "attack sedan")
    assert "attempt a flank attack" in panel[0].text
    asked = await channel.press("anna", token_of(panel, "Give up a corps"))
    assert "Which corps do you give up?" in asked[0].text
    assert "CP gives up GE c in Danzig." in await channel.told("anna", "choose remove ge c danzig")
    assert "attempt a flank attack" in await channel.told("anna", "panel")
    assert "CP gives up GE c in" in await channel.told("anna", "give up ge c in bremen")
