"""Lines in one's own words, by kind: what is aimed at, what a slip of the pen costs, and what is answered."""

from __future__ import annotations

import pytest

from tests.bot import moments
from tests.bot.phrasings.moments import BOARDS
from tests.bot.support import Channel
from tests.bot.test_confirmations import put


async def made(channel: Channel, at: str, user: str, line: str) -> list[str]:
    """Return the choices that a line makes in a position, none if it is refused or only proposed."""
    await put(channel, BOARDS[at]())
    number = await channel.number()
    await channel.say(user, line)
    record = await channel.store.record(await channel.game_id())
    return [str(entry["choice"]) for entry in record[number + 1 :] if "choice" in entry]


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("all three French stacks attack", ["for_combat sedan", "for_combat verdun", "for_combat nancy"]),
        ("all 4 French stacks attack", []),  # only three can
    ],
)
async def test_counted_stacks_are_all_activated_or_none(channel: Channel, line: str, choices: list[str]) -> None:
    """“All three French stacks attack” activated Verdun alone, as if the third army were named."""
    await channel.begin()
    assert await made(channel, "operating", "ben", line) == choices


async def test_a_place_next_to_another_is_not_that_place(channel: Channel) -> None:
    await channel.begin()
    assert await made(channel, "moving", "ben", "move FR3 next to Sedan") == []
    assert await made(channel, "moving", "ben", "move FR3 to Sedan") != []


async def test_the_sign_before_an_enemy_is_an_attack(channel: Channel) -> None:
    await channel.begin()
    await put(channel, BOARDS["galician_ops"]())
    assert "isn't connected to Dubno" in await channel.told("ben", "tarnopol + dubno @ Lvov")
    attack = await made(channel, "fighting", "anna", "GE 1, GE 3 @ Sedan")
    assert attack[:3] == ["add ge_1_army", "add ge_3_army", "target sedan"]
    assert (await made(channel, "digging", "ben", "dig in @ verdun"))[-1] == "entrench"


async def test_a_typo_is_passed_over_where_the_order_can_be_taken_back(channel: Channel) -> None:
    await channel.begin()
    assert await made(channel, "moving", "ben", "verdn to nancy") == ["pick fr_3_army", "step nancy", "stop"]
    assert await made(channel, "fighting", "anna", "attak sedan frm koblenz") == [], "dice follow"
    assert await made(channel, "choosing", "ben", "blokcade event") == [], "the other player follows"
    assert await made(channel, "moving", "ben", "everything but verdn to nancy") == [], "it may be turned round"


@pytest.mark.parametrize("line", ["gofa ops", "GoA for ops", "guns ops", "goa: ops", "gunofau ops"])
async def test_a_card_is_known_by_what_is_left_of_its_title(channel: Channel, line: str) -> None:
    await channel.begin()
    assert await made(channel, "choosing_cp", "anna", line) == ["ops cp_01_guns_of_august"]


async def test_of_cards_with_one_name_the_one_in_hand_is_meant(channel: Channel) -> None:
    await channel.begin()
    for line in ("use air supp for ops", "airsup ops"):
        assert await made(channel, "choosing", "ben", line) == ["ops ap_19_air_superiority"], line


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("deck size", "deck"), ("games I'm in", "games"), ("how does the western front look", "map west"), ("show me europe", "map overview"),
        ("near east map?", "map near east"), ("where is the front in Galicia", "map east"), ("GE 4 location", "units ge 4"),
        ("how do I undo", "help undo"), ("rules for sieges", "rules siege"), ("how do I move units", "rules move units"),
        ("what does attrition do", "rules attrition"), ("what did ben play", "log"), ("sitrep", "status"), ("I don't understand", "help"),
        ("sum up the game pls", "status"), ("no clue what to do", "help"), ("I need more time", "clock"),
        ("pause the game till monday", "help master"), ("show my data", "mydata"), ("delete my data", "forget"),
    ],
)  # fmt: skip
async def test_a_look_up_is_found_in_what_is_said_around_it(channel: Channel, line: str, meant: str) -> None:
    await channel.begin()
    await put(channel, moments.choosing())
    assert await channel.told("ben", line) == await channel.told("ben", meant)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("I'm away for 3 days", "settings away 3d"), ("snooze for 8 hours", "settings snooze 8h"), ("turn off my pings", "settings pings off"),
        ("dark mode please", "settings palette dark"), ("quiet hours 22-7", "settings quiet 22-7"),
        ("switch to the dark map", "settings palette dark"), ("mute this channel", "settings"),
    ],
)  # fmt: skip
async def test_settings_are_changed_in_own_words(channel: Channel, line: str, meant: str) -> None:
    await channel.begin()
    assert await channel.told("ben", line) == await channel.told("ben", meant)


async def test_a_pause_of_minutes_is_talk(channel: Channel) -> None:
    await channel.begin()
    told = await channel.told("ben", "away for 10 minutes")
    assert "`away`" not in told
    assert told == await channel.told("ben", "panel")


@pytest.mark.parametrize("line", ["resign anyway", "I'd resign anyway", "resign sure"])
async def test_resigning_is_asked_about_whatever_follows_it_but_yes(channel: Channel, line: str) -> None:
    await channel.begin()
    assert "type `/resign yes`" in await channel.told("ben", line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [("bid 2 VPs for the Allies", "bid ap 2"), ("bid: CP 4", "bid cp 4"), ("1 VP for AP", "bid ap 1")],
)
async def test_a_bid_is_made_in_own_words(channel: Channel, line: str, meant: str) -> None:
    await channel.say("anna", "new campaign")
    assert "Your bid counts" in await channel.told("ben", line)
    assert "This is your own bid" in await channel.told("ben", meant)


async def test_an_army_that_entrenches_and_one_that_goes_are_two_orders(channel: Channel) -> None:
    """“Tannenberg” was taken for a third place to entrench."""
    await channel.begin()
    found = await made(channel, "digging", "ben", "Verdun entrenches, Lomza to Tannenberg")
    assert sorted(found) == sorted(["pick ru_2_army", "step tannenberg", "stop", "pick fr_3_army", "entrench"])


async def test_corps_of_the_reserve_are_counted(channel: Channel) -> None:
    await channel.begin()
    found = await made(channel, "redeploying", "anna", "two reserve corps to breslau")
    assert found == ["pick ge_corps_03", "to breslau", "pick ge_corps_04", "to breslau"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("who is in?", "panel"), ("what are the options", "panel"), ("random side please", "panel"),
        ("use the optional cards", "help new"), ("make it blitz", "help clock"),
    ],
)  # fmt: skip
async def test_a_lobby_answers_in_own_words(channel: Channel, line: str, meant: str) -> None:
    await channel.say("anna", "new campaign")
    assert await channel.told("anna", line) == await channel.told("anna", meant)


async def test_both_of_them_are_two_units_and_one_of_them_is_none(channel: Channel) -> None:
    """Neither is a number: `both of them` flipped GE 2, and `one of the armies` reduced every army."""
    await channel.begin()
    assert await made(channel, "landwehr", "anna", "both of them") == ["flip ge_2_army", "flip ge_7_army"]
    for at, user, line in (
        ("losing", "ben", "one of them"),
        ("losing", "ben", "one of the armies"),
        ("advancing", "anna", "one of them"),
    ):
        assert await made(channel, at, user, line) == [], line


async def test_a_verb_said_once_counts_for_each_part_after_a_comma(channel: Channel) -> None:
    await channel.begin()
    did = await made(channel, "moving", "ben", "move lomza to bialystok, verdun to sedan")
    assert did == ["pick ru_2_army", "step bialystok", "stop", "pick fr_3_army", "step sedan", "stop"]
