"""While an organiser looks at the draw of a later round, the round that is on goes on."""

from __future__ import annotations

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.windows import LeagueClock
from bot.service.leagues.drawing import draw
from bot.service.people.clock import DAY, HOUR
from bot.storage import Store

FOUR = ("Ann", "Ben", "Cleo", "Dan")
SHORT = LeagueClock(bank=DAY, per_round=0, cap=DAY, leave=2 * DAY)


async def test_beside_a_preview_rooms_outages_offers_and_windows_go_on(store: Store) -> None:
    league = League(store)
    persons = await league.open(FOUR, format="swiss", rounds=2, window=10 * DAY, clock=SHORT)
    await league.draw()
    eve = await store.persons.of("web:eve", "Eve")
    entry = journal.Joined(at=league.desk.at, by=eve, person=eve, substitute=True)
    await league.act(lambda season: acts.joined(season, entry))
    await draw(league.desk, league.office.workshop, SPRING, "look", by="chief", cut=True, preview=True)
    assert len(await league.games()) == 0
    await league.step()
    assert len(await league.games()) == 2, "games of the round that is on begin"
    await league.clerk.look()
    league.hands.move(hours=8)
    assert await league.clerk.notice_outage() == 8 * HOUR
    await league.act(lambda season: acts.withdrawn(season, persons[1], league.desk.at, by=persons[1]))
    season = await league.step()
    assert [offer.substitute for offer in season.offers.values()] == [eve]
    await draw(league.desk, league.office.workshop, SPRING, "look again", by="chief", cut=True, preview=True)
    assert (await league.desk.season(SPRING)).stage == "drawn"
    league.hands.move(days=11)
    await league.step()
    season = await league.step()
    assert all(made.settled or season.gone.keys() & {*made.slots} for made in season.matches.values())
    assert (season.stage, season.round) == ("drawn", 1), "no draw is made beside one that is shown"
