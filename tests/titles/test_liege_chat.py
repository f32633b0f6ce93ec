"""Liège 1914 in the channel: how games are opened, what an empty channel says of it, and what its commands name."""

from __future__ import annotations

import re

import pytest

from bot.titles import MODULES, table_of, titles
from bot.titles.liege.title import TITLE
from engine.liege.barrage import LEAST_ARF, LEAST_ARF_OF_FORTS
from engine.liege.facts import facts
from tests.bot.support import Channel, check_limits, token_of
from tests.support.restoring import restore
from tests.titles.test_liege import LOBBY, position, typed


async def test_an_empty_channel_names_every_game_of_the_host(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    told = await channel.told("anna", "panel")
    for title in titles():
        assert f"**{title.words('en').say('ui.title')}**" in told
    assert "the siege of a great fortress" in told
    assert "the First World War" in told
    assert "Liège 1914 is a game for two" in await channel.told("anna", "/liege panel"), "its root was named"
    monkeypatch.delitem(MODULES, "liege")
    assert "Liège" not in await channel.told("anna", "panel")


@pytest.mark.parametrize("line", ["new night", "/liege new night", "liege new night", "Liege new night"])
async def test_a_night_is_opened_with_its_root_or_without(channel: Channel, line: str) -> None:
    await channel.say("anna", line)
    header = await channel.store.header(await channel.game_id())
    assert (header.title, header.scenario) == ("liege", "night")


async def test_an_invalid_turn_is_refused_with_the_turns_of_each_scenario(channel: Channel) -> None:
    await channel.say("anna", "new night")
    told = await channel.told("anna", "log 9")
    assert "a turn is 2 to 4 in the Night and 2 to 8 in the Siege" in told


@pytest.mark.parametrize(("line", "fog", "said"), [
    ("new night", False, ""), ("new night fog=on", True, "fog: units are hidden"),
    ("new siege", True, ""), ("new siege fog=off", False, "fog: all units are seen"),
])  # fmt: skip
async def test_fog_is_an_option(channel: Channel, line: str, fog: bool, said: str) -> None:
    """On in the Siege and off in the Night where nobody says otherwise; what is unusual stands in the lobby."""
    await channel.say("anna", line)
    table = (await channel.posts())[-1][1]
    assert said in table.text
    assert bool(said) == ("fog:" in table.text)
    for user, more in (("anna", "join german"), ("ben", "join belgian"), ("anna", "start")):
        await channel.say(user, more)
    game = restore(await channel.store.load(await channel.game_id()))
    assert game.state.fog is fog
    await channel.say("anna", "arrive 27ib facing n")
    told = await channel.told("ben", "units")
    assert ("27.IB" in told) is not fog


async def test_a_word_for_fog_that_is_none_is_refused_with_those_there_are(channel: Channel) -> None:
    told = await channel.told("anna", "new siege fog=thick")
    assert "fog=on" in told
    assert "fog=off" in told


def test_the_usual_word_for_fog_is_the_scenarios_own() -> None:
    assert {name: next(iter(TITLE.setups.options(name)["fog"])) for name in TITLE.setups.offered()} == {
        "night": "off",
        "siege": "on",
    }
    assert TITLE.setups.chosen({"scenario": "siege"}) == TITLE.setups.chosen({"scenario": "siege", "fog": "on"}) == {}
    assert TITLE.setups.chosen({"scenario": "siege", "fog": "off"}) == {"fog": "off"}


# -- what a newcomer looks up -----------------------------------------------------------------------------------------


async def test_the_first_turns_of_the_night_explain_their_terms_where_they_appear(channel: Channel) -> None:
    """Once units fire and fight, and not in the last turn; in the Siege nobody is a newcomer."""
    terms = {kind: TITLE.words("en").say(f"ui.decisions.{kind}.newcomer") for kind in ("march", "barrage", "combat")}
    for line in ("new night", "join both", "start"):
        await channel.say("anna", line)
    assert terms["march"] in await channel.told("anna", "panel")
    assert terms["march"] not in await channel.told("anna", "arrive all"), "nothing is left to explain"
    for line in ("done", "arrive all", "done"):
        await channel.say("anna", line)
    (panel,) = await channel.say("anna", "panel")
    assert f"*{terms['barrage']}*" in panel.text
    check_limits(panel)
    game = restore(await channel.store.load(await channel.game_id()))
    for turn, explained in ((3, True), (4, False)):
        game.state.turn = turn
        told = TITLE.task(TITLE.offer_context(table_of(game, game.decision.actor(game)), "en"))
        assert (terms["barrage"] in told) is explained
    for line in ("resign yes", "new siege", "join both", "start"):
        await channel.say("anna", line)
    assert terms["march"] not in await channel.told("anna", "panel")


@pytest.mark.parametrize(("looked", "says"), [
    ("stack", "Open ground holds 15 steps of each side, broken ground 12, rough ground 9"), ("ib", "an infantry brigade"),
    ("kmk", "siege mortars of 42 cm"), ("rf", "fortress regiments"), ("fort", "a large one adds CBF 10"), ("odds", "Below 1:3 nobody attacks"),
    ("minimum", "AFF 4 against a fort, ARF 6 against units, ARF 3 if forts fire alone"),
])  # fmt: skip
async def test_a_term_is_explained(channel: Channel, looked: str, says: str) -> None:
    await channel.say("anna", "new night")
    assert looked == "odds" or says in await channel.told("anna", f"help {looked}"), "that is a command"
    assert says in await channel.told("anna", f"rules {looked}")


def test_every_kind_of_counter_is_in_the_glossary() -> None:
    """Each word of the name of a counter that says what kind of unit it is."""
    names = TITLE.words("en").table("guide.glossary")["counters"]["names"]
    kinds = {
        word.strip("().,+0123456789").lower() for unit in facts().units for word in re.split(r"[ .(/]", unit.title)
    }
    kinds -= {
        "",
        "emmich",
        "leman",
        "division",
        "de",
        "cavalerie",
        "i",
        "ii",
        "iii",
        "x",
        "b",
        "cm",
        "xcm",
        "b1",
        "b2",
        "b3",
    }
    assert {kind for kind in kinds if not kind.endswith("cm")} <= set(names)


def test_numbers_in_the_help_match_the_data() -> None:
    here = facts()
    assert {fort.cbf for fort in here.forts} == {10, 7}
    told = TITLE.words("en").say("guide.glossary.fort.text")
    assert [fort.title for fort in here.forts if (fort.title in told) != (fort.cbf == 10)] == []
    assert {fort.arf for fort in here.forts} == {4, 3}
    assert {fort.cab for fort in here.forts} == {14}
    assert {name: terrain.stack for name, terrain in ((one.name, one) for one in here.terrain)} == {
        "Clear": 15, "Broken": 12, "Rough": 9,
    }  # fmt: skip
    assert {table.columns[0][0] for table in here.tables.forts.values()} == {4}
    assert (LEAST_ARF, LEAST_ARF_OF_FORTS, here.recon.figures["barrage_arf"]) == (6, 3, 20)
    assert (here.recon.figures["order_range"], here.recon.figures["order_flights"]) == (3, 2)


async def test_ending_the_movement_is_asked_about_while_units_could_arrive(channel: Channel) -> None:
    """“rest stays” ended the movement before anybody had arrived."""
    await typed(channel, *LOBBY, ("anna", "arrive 34ib"))
    for line in ("rest stays", "nothing else", "done"):
        told = await typed(channel, ("anna", line))
        assert "PiR Emmich and HQ 2.AOK can still arrive this turn (rule 7.7.4)" in told, line
        assert "34.IB" not in told
        assert (await position(channel)).actor == 0
    await typed(channel, ("anna", "done anyway"))
    assert (await position(channel)).actor == 1


async def test_the_button_that_ends_the_movement_asks_nothing(channel: Channel) -> None:
    """The units that could arrive are in the same panel."""
    await typed(channel, *LOBBY)
    panel = await channel.say("anna", "panel")
    await channel.press("anna", token_of(panel, "End the movement"))
    assert (await position(channel)).actor == 1
