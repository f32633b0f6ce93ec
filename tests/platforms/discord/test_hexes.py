"""The hex game on Discord: facings pressed, a question in mid-action answered, an order undone, its end shown and verified."""

from __future__ import annotations

import pytest

from benchmarks.seasons import SPRING, League
from bot.platforms.courier import Hearing
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.results import Results
from bot.titles import title_named
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.state import CHANNEL, user_id
from tests.platforms.discord.test_commands import check_root
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.title_games import (
    check_export,
    go_back,
    open_by_presses,
    people_of,
    pictures_of,
    player_of,
    watch,
)
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.titles.hexes.script import BACK, CLOCK, HIDDEN, LOBBY, ORDERS, SEASON, check_gone_back
from tests.titles.small_games import FOREIGN
from tests.titles.toy.painting import Drawn

pytestmark = pytest.mark.usefixtures("hex_title", "last_chosen")


async def test_a_day_is_played_by_presses_alone(loopback: Loopback) -> None:
    wanted = await typed_locally(loopback.store, [*LOBBY, *ORDERS])
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    people = people_of(loopback, "skirmish")
    game = await open_by_presses(loopback, bot, people, "Short day", {"anna": "Blues", "ben": "Reds"})
    player = player_of(loopback, bot, people)
    halfway = next(entry["n"] for entry in wanted if entry.get("decision") == "answer")
    await player.play(game, wanted[:halfway])
    await settled(bot, game)
    told = everything_public(loopback)
    assert "Does it stand or fall back?" in told, "the other side is asked in the channel"
    assert HIDDEN.search(told) is None, "of stacks that have not fought nobody reads"
    await player.play(game, wanted)
    await settled(bot, game)
    told = await watch(loopback, bot, people["eve"], game)

    assert await loopback.store.record(game) == wanted
    assert not restore(await loopback.store.load(game)).stack
    assert all("The Blues have" in one["description"] and one["size"] > 500 for one in pictures_of(loopback))
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
    assert "The Blues win on points." in told
    assert "replay to the current position" in told
    assert "/pog" not in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    await drawn.close()


@pytest.mark.sweep(fixed=[])
async def test_a_day_is_typed_goes_back_and_is_exported_and_verified(loopback: Loopback) -> None:
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    told = {root["name"]: root for root in loopback.world.commands}
    check_root(told["skirmish"], title_named("hexes"))
    people = people_of(loopback, "skirmish")
    game = await go_back(loopback, bot, people, (*LOBBY, *BACK))
    position = restore(await loopback.store.load(game))
    assert (position.decision.kind, position.state.fort, position.epoch) == ("orders", 2, 1)
    for user, line in ORDERS[1:]:
        await people[user].slash(line)
    await settled(bot, game)
    await check_export(loopback, people["eve"], game, check_gone_back, drawn)
    await drawn.close()


@pytest.mark.sweep(fixed=[])
async def test_a_game_of_a_season_is_played_in_its_thread_with_a_clock_and_a_standing_order(loopback: Loopback) -> None:
    league, drawn = League(loopback.store), Drawn(loopback.store)
    bot = await loopback.bot(hearing=Hearing(Results(league.repository).take), draw=drawn)
    clerk = Clerk(ClerkContext(league.handler.tools, league.repository, {"discord": bot.platform}), "one")
    accounts, venue = {"Anna": f"discord:{user_id(21)}", "Ben": f"discord:{user_id(22)}"}, f"discord:{CHANNEL}"
    await league.open(list(accounts), venue=venue, accounts=accounts, home=venue, format="swiss", rounds=1, **SEASON)
    await league.draw()
    await clerk.step(SPRING)
    ((match, head),) = (await league.games()).items()
    await settled(bot, head.game_id)
    room, users = int(head.channel.partition(":")[2]), [int(await league.user(head, side)) for side in (0, 1)]
    people = {
        name: loopback.person(user, name.title(), room) for name, user in zip(("anna", "ben"), users, strict=True)
    }
    for person in people.values():
        person.root = "skirmish"
    told = [loopback.world.messages[(await people["ben"].slash(line)).message] for line in ("standing stand", "clock")]
    assert "1. stand" in told[0]["content"]
    assert CLOCK in told[1]["content"], told
    for user, line in ORDERS:
        if (user, line) != ("ben", "stand"):  # his standing order does this
            await people[user].slash(line)
    await settled(bot, head.game_id)
    season = await league.repository.season(SPRING)
    reported = season.matches[match].legs[0].reported
    assert reported is not None
    assert reported.points == (2, 0)
    answers = [
        one.get("auto", False) for one in await loopback.store.record(head.game_id) if one.get("decision") == "answer"
    ]
    assert answers == [False, True, False, True]
    await drawn.close()
