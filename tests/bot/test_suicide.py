"""Suicide of Europe in the local channel: opening it with its switches, and its narration."""

from __future__ import annotations

import json

import pytest

from bot.titles import table_of, title_of
from bot.titles.pog.looks import view_queries
from bot.titles.pog.narration.names import names_in
from bot.titles.pog.notation.lexicon import lexicon
from engine.pog import view_of
from engine.pog.content.records import AP, CP
from tests.bot.support import CHANNEL, Channel, check_limits, token_of
from tests.platforms.suicide import SUICIDE
from tests.platforms.wars import turn_of
from tests.rulesets.suicide.support import suicide
from tests.support.restoring import restore

played = turn_of(SUICIDE)


async def test_the_whole_turn_is_played_and_posted(played: Channel) -> None:
    """Record and position match the script, and the posts mention its special events."""
    record = await played.store.record(await played.game_id())
    assert [entry["choice"] for entry in record[1:]] == SUICIDE.entries()
    state = restore(await played.store.load(await played.game_id())).state
    assert (state.turn, state.at_war["ho"]) == (2, 1)
    posts = await played.posts()
    for _, post in posts:
        check_limits(post)
    text = "\n".join(post.text for _, post in posts)
    assert (
        "You have 8 actions left this turn. You still owe a political action and an economic action."
        in await played.told("anna", "panel")
    )
    for told in (
        "declares war on Belgium, Holland and France: the Schlieffen Plan", "uses 1 of its SR points as OPS",
        "takes a political action", "takes an economic action", "**September 1914** begins",
    ):  # fmt: skip
        assert told in text, told


async def test_commands_for_players_work_in_the_variant(played: Channel) -> None:
    """Status, score, odds, log, replay, export and the seed check."""
    status = (await played.say("sven", "status"))[0]
    check_limits(status)
    assert "Russian turmoil 3" in status.text
    assert "win with 13 or more, the Allied Powers with 12 or less" in await played.told("sven", "score")
    assert "Attacker wins" in await played.told("sven", "odds verdun")
    assert "Arnhem: HO 1" in await played.told("sven", "units holland")
    log = await played.told("sven", "log 1")
    assert "round 8" in log
    assert "political action" in log
    replay = (await played.say("sven", "replay all"))[0]
    assert replay.picture is not None
    file = (await played.say("sven", "export"))[0].attachment
    assert file is not None
    assert json.loads(file.text)["scenario"] == "suicide"
    assert "replay to the current position" in await played.told("sven", "verify")
    assert await played.complete("sven", "log 1 ") == [f"log 1 {number}" for number in range(1, 9)]


@pytest.mark.usefixtures("known_chance")
async def test_a_standing_order_and_a_rollback_work_in_it(channel: Channel) -> None:
    for user, line in SUICIDE.orders()[:20]:
        await channel.say(user, line)
    assert "1. Pass combat cards" in await channel.told("ben", "standing pass combat cards unless paris")
    await channel.say("anna", "rollback 1")
    await channel.say("ben", "rollback accept")
    game = restore(await channel.store.load(await channel.game_id()))
    assert (game.decision.kind, game.state.phasing, game.state.round) == ("attack", CP, 1)


async def test_switches_are_set_and_unset_by_typing(channel: Channel) -> None:
    """The last value counts; the lobby and `/status` show the settings; a rematch keeps them."""
    await channel.say(
        "anna", "new suicide soe.oos_clock=owner_action_only,soe.both_markers=paid_once soe.both_markers=each_paid"
    )
    game = await channel.game_id()
    header = await channel.store.header(game)
    assert header.options["switches"] == {"soe.oos_clock": "owner_action_only", "soe.both_markers": "each_paid"}
    table = (await channel.posts())[-1][1]
    check_limits(table)
    assert "clock out of supply: after the owner's actions" in table.text
    assert "two markers" not in table.text, "what is usual is not told"
    await channel.say("anna", "join both")
    await channel.say("anna", "start")
    told = await channel.told("sven", "status")
    assert told.startswith("Suicide of Europe · **August 1914**")
    assert "Ruleset: Suicide of Europe by Domenico Licheri" in told
    assert "**oos_clock: after the owner's actions**" in told
    assert "`/rules soe`" in told
    assert "Setting: after the owner's actions" in await channel.told("sven", "rules 14.3")
    await channel.say("anna", "resign yes")
    await channel.say("anna", "rematch")
    assert (await channel.store.header(await channel.game_id())).options == header.options


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("new suicide soe.oos_watch=on", ("no setting “soe.oos_watch”", "“soe.oos_clock”", "soe.holland")),
        ("new suicide soe.oos_clock=never", ("soe.oos_clock=every_action", "soe.oos_clock=owner_action_only")),
        ("new campaign soe.oos_clock=every_action", ("no setting “soe.oos_clock”", "trenches")),
        ("new suicide hands=8", ("no setting “hands”", "“hand”")),
    ],
)  # fmt: skip
async def test_an_unknown_switch_is_refused_with_the_list(channel: Channel, line: str, told: tuple[str, ...]) -> None:
    reply = (await channel.say("anna", line))[0]
    check_limits(reply)
    text = reply.text.translate({0x2068: None, 0x2069: None})
    assert all(words in text for words in told), text
    assert await channel.store.channels.holder(f"web:{CHANNEL}") is None


async def test_switches_are_completed_in_their_war_alone(channel: Channel) -> None:
    found = await channel.complete("anna", "new suicide soe.oos")
    assert found == ["new suicide soe.oos_clock=every_action", "new suicide soe.oos_clock=owner_action_only"]
    assert await channel.complete("anna", "new campaign soe.") == []


async def test_the_page_of_the_war_leads_to_what_its_text_leaves_open(channel: Channel) -> None:
    page = (await channel.say("anna", "help suicide"))[0]
    check_limits(page)
    assert page.picture is not None
    left_open = (await channel.press("anna", token_of([page], "What the text leaves open")))[0]
    check_limits(left_open)
    assert "`soe.third_opening`" in left_open.text
    one = await channel.told("anna", "help soe.oos_clock")
    assert "`owner_action_only`: after the owner's actions" in one


@pytest.mark.parametrize(
    ("paragraph", "switch"),
    [("4.3.4", "soe.second_opening"), ("4.3.4", "soe.third_opening"), ("4", "soe.set_up"), ("5", "soe.victory"),
     ("7", "soe.neutral_offensives"), ("7.1", "soe.offensives"), ("11.2", "soe.digging"), ("16.5", "soe.peace"),
     ("17", "soe.replacements"), ("18", "soe.holland"), ("19", "soe.italy"), ("soe", "soe.new_fort")],
)  # fmt: skip
async def test_a_proposal_says_so_in_the_rules_of_the_game(channel: Channel, paragraph: str, switch: str) -> None:
    await channel.begin(scenario="suicide", first="")
    reply = (await channel.say("anna", f"rules {paragraph}"))[0]
    check_limits(reply)
    assert f"`{switch}`" in reply.text
    assert "ouse rule" in reply.text


async def test_terms_mean_what_they_mean_in_this_war(channel: Channel) -> None:
    assert "lost in the Attrition Phase" in await channel.told("anna", "rules oos")
    await channel.begin(scenario="suicide", first="")
    assert "OOS1 to OOS5" in await channel.told("anna", "rules oos")
    assert "an army 3" in await channel.told("anna", "rules sr")
    assert "eight actions" in await channel.told("anna", "rules round")


async def test_cards_panels_and_the_score_say_whose_a_rule_is(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    assert "`soe.third_opening`" in await channel.told("sven", "card guns of august")
    assert "`soe.italy`" in await channel.told("sven", "card italy")
    assert "`soe" not in await channel.told("sven", "card putnik")
    assert "`soe.victory`" in await channel.told("sven", "score")
    assert "`soe.second_opening`" in await channel.told("anna", "panel")


def test_grades_zone_and_neutral_powers_are_told_where_they_are_met() -> None:
    """`/units`, `/supply`, `/deck` and `/status` of a position that has all of them."""
    table = suicide(turn=6).put("cambrai", "ge_1_army", "ge_corps_01").put("lyon", "fr_1_army")
    table.hold(AP, "sedan", "brussels", "verdun").put("liege", "br_bef_army")
    table.state.marks |= {
        "oos_3": table.units("ge_1_army"),
        "played_cards": table.cards("ap_03_russian_reinforcements"),
        "neutral_powers": 3,
        "involvement": 5,
        "new_forts_ap": 1 << table.space("lyon"),
    }
    table.state.rebuild()
    book, view = names_in(table.system.rules), view_of(table.game, None)
    where = view_queries.units(book, lexicon(table.system.content), view, "cambrai")
    assert "out of supply: GE 1 OOS3, GE c, no marker yet" in where
    assert "GE 1 OOS3 (Cambrai)" in view_queries.supply(book, view, CP)
    assert "Zone of played cards, Allied Powers: Russian Reinforcements (AP 3)." in view_queries.deck(book, view)
    assert "fort 1" in view_queries.units(book, lexicon(table.system.content), view, "lyon")
    told = view_queries.status(book, view)
    for words in ("OOS3: GE 1", "France is neutral", "Great Britain is neutral", "Involvement 5", "New Allied forts"):
        assert words in told, words


@pytest.mark.parametrize("typed", ["br", "pool br", "britain", "fr", "a", "pool a"])
def test_a_point_is_recorded_by_whatever_its_nation_is_called(typed: str) -> None:
    rules = suicide().choose(AP).do("auto_rp")
    table = table_of(rules.game, AP)
    title = title_of(rules.game)
    title.order(title.offer_context(table, "en"), "choose", typed)
    assert set(rules.state.rp) == {typed.removeprefix("pool ")[:2]}
