"""The hex game in Slack: facings pressed, a question in mid-action answered, an order undone, its end shown and verified."""

from __future__ import annotations

import pytest

from benchmarks.seasons import SPRING, League
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.loopback import TEAM
from tests.platforms.slack.people import CHANNEL
from tests.platforms.slack.support import Bot
from tests.platforms.slack.title_games import (
    blocks_of_form,
    check_export,
    everything_but,
    go_back,
    open_by_presses,
    people_of,
    player_of,
    watch,
)
from tests.support.restoring import restore
from tests.titles.hexes.script import BACK, CLOCK, HIDDEN, LOBBY, ORDERS, SEASON, check_gone_back
from tests.titles.small_games import FOREIGN
from tests.titles.toy.painting import Drawn

pytestmark = pytest.mark.usefixtures("hex_title", "last_chosen")


async def test_a_day_is_played_by_presses_alone(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    wanted = await typed_locally(bot.store, [*LOBBY, *ORDERS])
    people = people_of(bot, "skirmish", "anna", "ben")
    game = await open_by_presses(bot, people, "Short day", {"anna": "Blues", "ben": "Reds"})
    player = player_of(bot, people)
    halfway = next(entry["n"] for entry in wanted if entry.get("decision") == "answer")
    await player.play(game, wanted[:halfway])
    await bot.idle()
    told = "\n".join(message.dump() for message in bot.slack.messages if not message.only)
    assert "Does it stand or fall back?" in told, "the other side is asked in the channel"
    assert HIDDEN.search(told) is None, "of stacks that have not fought nobody reads"
    await player.play(game, wanted)
    await bot.idle()
    await watch(bot, "skirmish")

    assert await bot.store.record(game) == wanted
    assert not restore(await bot.store.load(game)).stack
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
    told = everything_but(bot, people["anna"])
    assert "The Blues win on points." in told
    assert "replay to the current position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    assert "/pog" not in told


@pytest.mark.sweep(fixed=[])
async def test_a_day_is_typed_goes_back_and_is_exported_and_verified(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    people = people_of(bot, "skirmish", "anna", "ben", "eve")
    game = await go_back(bot, people, (*LOBBY, *BACK))
    position = restore(await bot.store.load(game))
    assert (position.decision.kind, position.state.fort, position.epoch) == ("orders", 2, 1)
    for user, line in ORDERS[1:]:
        await bot.does(people[user], line)
    await check_export(bot, people["eve"], game, check_gone_back, drawn)


@pytest.mark.sweep(fixed=[])
async def test_a_game_of_a_season_is_played_in_its_venue_with_a_clock_and_a_standing_order(
    drawing: tuple[Bot, Drawn],
) -> None:
    bot, _ = drawing
    league = League(bot.store)
    clerk = Clerk(ClerkContext(league.handler.tools, league.repository, {"slack": bot.platform}), "one")
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
        if (user, line) != ("ben", "stand"):  # the standing order does this
            await bot.does(blue if user == "anna" else red, line)
    await bot.idle()
    answers = [
        one.get("auto", False) for one in await bot.store.record(head.game_id) if one.get("decision") == "answer"
    ]
    assert answers == [False, True, False, True]
    reported = (await league.repository.season(SPRING)).matches[match].legs[0].reported
    assert reported is not None
    assert reported.points == (2, 0)


def test_the_forms_and_the_slash_command_are_within_the_limits() -> None:
    assert blocks_of_form("hexes", "skirmish")[:2] == ["scenario", "fog"]
