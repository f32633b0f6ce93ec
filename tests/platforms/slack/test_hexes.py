"""The hex game in Slack: facings pressed, a question in mid-action answered, an order taken back, its end shown and verified."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.seasons import SPRING, League
from bot.platforms.slack.manifest import slash_commands
from bot.platforms.slack.views import new_form, order_form
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import Office
from bot.titles.testing import slack_limits as limits
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.buttons import ByButtons, labels
from tests.platforms.slack.loopback import TEAM
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_limits import WIDEST
from tests.platforms.slack.test_manifest import FIELDS, check
from tests.platforms.slack.test_play import HERE
from tests.platforms.slack.test_toy import drawing
from tests.support.restoring import restore
from tests.titles.hexes.registered import register
from tests.titles.hexes.script import BACK, CLOCK, HIDDEN, LOBBY, ORDERS, SEASON, check_gone_back
from tests.titles.toy.painting import Drawn
from tests.titles.toy.script import FOREIGN, last

__all__ = ["drawing"]


@pytest.fixture(autouse=True)
def _hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


async def test_a_day_is_played_by_presses_alone(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    wanted = await typed_locally(bot.store, [*LOBBY, *ORDERS])
    people = {name: bot.person(name) for name in ("anna", "ben")}
    anna = people["anna"]
    for person in people.values():
        person.root = "skirmish"
    await bot.does(anna, "panel")
    await anna.press(anna.panel(), "New game")
    await bot.idle()
    await anna.press(anna.panel(), "Short day")
    await bot.idle()
    for user, label in (("anna", "Join Blues"), ("ben", "Join Reds"), ("anna", "Start")):
        lobby = next(m for m in bot.slack.messages if not m.only and label in labels(m))
        await people[user].press(lobby, label)
        await bot.idle()
    game = await bot.game(HERE)
    player = ByButtons(bot, {f"{TEAM}.{person.id}": person for person in people.values()})
    halfway = next(entry["n"] for entry in wanted if entry.get("decision") == "answer")
    await player.play(game, wanted[:halfway])
    await bot.idle()
    told = "\n".join(message.dump() for message in bot.slack.messages if not message.only)
    assert "Does it stand or fall back?" in told, "the other side is asked in the channel"
    assert HIDDEN.search(told) is None, "of stacks that have not fought nobody reads"
    await player.play(game, wanted)
    await bot.idle()
    eve = bot.person("eve")
    eve.root = "skirmish"
    for line in ("status", "map", "log 1", "verify"):
        await bot.does(eve, line)

    assert await bot.store.record(game) == wanted
    assert not restore(await bot.store.load(game)).stack
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
    told = "\n".join(message.dump() for message in bot.slack.messages if message.only != people["anna"].id)
    assert "The Blues win on points." in told
    assert "replay to the present position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    assert "/pog" not in told


@pytest.mark.sweep(fixed=[])
async def test_a_day_is_typed_goes_back_and_is_exported_and_verified(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    people = {name: bot.person(name) for name in ("anna", "ben", "eve")}
    for person in people.values():
        person.root = "skirmish"
    for user, line in (*LOBBY, *BACK):
        await bot.does(people[user], line)
    offer = next(m for m in bot.slack.messages if not m.only and "Accept" in labels(m))
    await people["ben"].press(offer, "Accept")
    await bot.idle()
    game = await bot.game(HERE)
    position = restore(await bot.store.load(game))
    assert (position.decision.kind, position.state.fort, position.epoch) == ("orders", 2, 1)
    for user, line in ORDERS[1:]:
        await bot.does(people[user], line)
    eve = people["eve"]
    for line in ("replay all", "export", "verify"):
        await bot.does(eve, line)
    (file,) = (one for one in bot.slack.files.values() if one.shared == [eve.direct])
    check_gone_back(await bot.store.record(game), file.data.decode(), eve.private()[-1].text)
    await drawn.until("replay")


@pytest.mark.sweep(fixed=[])
async def test_a_game_of_a_season_is_played_in_its_venue_with_a_clock_and_a_standing_order(
    drawing: tuple[Bot, Drawn],
) -> None:
    bot, _ = drawing
    league = League(bot.store)
    clerk = Clerk(Office(league.handler.tools, league.desk, {"slack": bot.platform}), "one")
    people, venue = [bot.person(name) for name in ("anna", "ben")], f"slack:{TEAM}.{CHANNEL}"
    accounts = {person.id: f"slack:{TEAM}.{person.id}" for person in people}
    await league.open(list(accounts), venue=venue, accounts=accounts, home=venue, format="swiss", rounds=1, **SEASON)
    await league.draw()
    await clerk.step(SPRING)
    ((match, head),) = (await league.games()).items()
    await bot.idle()
    first = await league.user(head, 0)
    people.sort(key=lambda person: not first.endswith(person.id))
    blue, red = people
    for person in people:
        person.root = "skirmish"
    await bot.does(red, "standing stand")
    assert "1. stand" in red.private()[-1].text
    await bot.does(blue, "clock")
    assert CLOCK in blue.private()[-1].text
    for user, line in ORDERS:
        if (user, line) != ("ben", "stand"):  # the standing order does
            await bot.does(blue if user == "anna" else red, line)
    await bot.idle()
    answers = [
        one.get("auto", False) for one in await bot.store.record(head.game_id) if one.get("decision") == "answer"
    ]
    assert answers == [False, True, False, True]
    reported = (await league.desk.season(SPRING)).matches[match].legs[0].reported
    assert reported is not None
    assert reported.points == (2, 0)


def test_the_forms_and_the_slash_command_are_within_the_limits() -> None:
    view = new_form(replace(WIDEST, title="hexes"))
    limits.check_view(view)
    assert [block["block_id"] for block in view["blocks"]][:2] == ["scenario", "fog"]
    limits.check_view(order_form(replace(WIDEST, title="hexes")))
    own = next(command for command in slash_commands() if command["command"] == "/skirmish")
    check(own, FIELDS["features"]["slash_commands"][0], "slash_commands")
