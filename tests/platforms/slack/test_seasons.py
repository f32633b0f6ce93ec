"""A season on Slack: a venue is a channel that holds one game at a time; the others wait for it, or begin elsewhere."""

from __future__ import annotations

from benchmarks.seasons import SPRING, League
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.office import Office
from bot.service.leagues.results import Results
from tests.platforms.slack.support import Bot

NAMES = ("U1", "U2", "U3", "U4")


async def test_a_venue_holds_one_game_at_a_time_and_the_others_wait(socket_bot: Bot) -> None:
    league = League(socket_bot.store)
    office = Office(league.handler.tools, league.desk, {"slack": socket_bot.platform})
    clerk = Clerk(office, "one")
    socket_bot.courier.reports = Results(league.desk).take
    venue = "slack:T0ARMY.C0TABLE"
    accounts = {name: f"slack:T0ARMY.{name}" for name in NAMES}
    await league.open(NAMES, venue=venue, accounts=accounts, home="slack:T0ARMY.C2", format="swiss", rounds=1)
    await league.draw()
    await clerk.step(SPRING)
    ((_, head),) = (await league.games()).items()
    assert head.channel == venue
    texts = [message.text for message in socket_bot.slack.messages]
    assert any("there is no room" in text for text in texts), texts
    # When the game is over the venue holds the next one.
    await league.resign(head, 1)
    await socket_bot.courier.deliver_all()
    await clerk.step(SPRING)
    games = await league.games()
    assert {one.channel for one in games.values()} == {venue}
    assert sorted(one.status for one in games.values()) == ["finished", "playing"]
