"""While an organiser looks at the draw of a later round, the round that is on goes on."""

from __future__ import annotations

import random

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.windows import LeagueClock
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.service.clock import DAY, HOUR
from bot.service.leagues.drawing import draw
from bot.storage import Store
from tests.leagues.test_season import CHIEF, SEED, Held

FOUR = ("Ann", "Ben", "Cleo", "Dan")
SHORT = LeagueClock(bank=DAY, per_round=0, cap=DAY, leave=2 * DAY)


async def test_rooms_outages_offers_and_windows_go_on_during_a_preview(store: Store) -> None:
    league = League(store)
    persons = await league.open(FOUR, format="swiss", rounds=2, window=10 * DAY, clock=SHORT)
    await league.draw()
    eve = await store.persons.of("web:eve", "Eve")
    entry = journal.Joined(at=league.repository.at, by=eve, person=eve, substitute=True)
    await league.act(lambda season: acts.join_season(season, entry))
    await draw(league.repository, league.context.workshop, SPRING, "look", by="chief", cut=True, preview=True)
    assert len(await league.games()) == 0
    await league.step()
    assert len(await league.games()) == 2, "games of the round that is on begin"
    await league.clerk.look()
    league.hands.move(hours=8)
    assert await league.clerk.notice_outage() == 8 * HOUR
    await league.act(lambda season: acts.withdraw_player(season, persons[1], league.repository.at, by=persons[1]))
    season = await league.step()
    assert [offer.substitute for offer in season.offers.values()] == [eve]
    await draw(league.repository, league.context.workshop, SPRING, "look again", by="chief", cut=True, preview=True)
    assert (await league.repository.season(SPRING)).stage == "drawn"
    league.hands.move(days=11)
    await league.step()
    season = await league.step()
    assert all(made.settled or season.gone.keys() & {*made.slots} for made in season.matches.values())
    assert (season.stage, season.round) == ("drawn", 1), "no draw is made beside one that is shown"


async def test_repeating_a_preview_adds_no_entry(store: Store) -> None:
    league = League(store)
    persons = await league.open(FOUR, format="swiss", rounds=2)
    for key in ("look", "look again"):
        league.hands.move(minutes=1)
        season = await draw(league.repository, league.context.workshop, SPRING, key, by=key, preview=True)
        assert season.preview is not None
    assert [entry.kind for entry in await league.repository.journal(SPRING)].count("drawn") == 1
    # What changes the draw, or what it was made from, is drawn anew.
    await league.act(lambda one: acts.keep_apart(one, persons[0], persons[1], "chief", league.repository.at))
    await draw(league.repository, league.context.workshop, SPRING, "anew", by="chief", preview=True)
    assert [entry.kind for entry in await league.repository.journal(SPRING)].count("drawn") == 2


def test_a_journal_with_a_repeated_preview_still_follows_from_its_seed() -> None:
    """As older versions wrote it."""
    held = Held(format="swiss", rounds=1)
    held.enter(4)
    held.do(acts.close_registration, CHIEF, 2)
    (shown,) = held.do(acts.draw, SEED, CHIEF, 3, preview=True)
    again = shown.model_copy(update={"at": 4.0})
    assert held.do(acts.draw, SEED, CHIEF, 4, preview=True) == []
    held.do(lambda _: [again])
    held.do(acts.publish_draw, CHIEF, 5)
    held.create()
    held.play(random.Random(1))
    held.finish()
    assert acts.verify_lots(held.entries) == []
    assert acts.verify_lots([*held.entries[:6], again.model_copy(update={"round": 2}), *held.entries[7:]]) == [
        "round 2"
    ]


async def test_organisers_are_reminded_once_of_a_draw_that_they_have_forgotten(store: Store) -> None:
    league = League(store)
    await league.open(FOUR, format="swiss", rounds=2)
    owner = await store.persons.of("web:chief", "Chief")
    await league.act(lambda one: acts.appoint(one, "organiser", "chief", league.repository.at, person=owner))
    await league.draw()
    await league.step()
    await draw(league.repository, league.context.workshop, SPRING, "look", by="chief", cut=True, preview=True)

    def reminded(told: list[str]) -> int:
        return sum("the draw of round 2 is ready but not published" in text for text in told)

    league.hands.move(days=3)
    await league.step()
    assert not reminded(await league.told()), "the round is still on"
    for made in (await league.repository.season(SPRING)).open_matches():
        ruling = journal.Ruled(at=league.repository.at, by="chief", match=made.match, points=(2, 0), reason="so it was")
        await league.act(lambda one, ruling=ruling: acts.rule_game(one, ruling))  # type: ignore[misc]
    for _ in range(3):
        league.hands.move(days=2)
        await league.step()
    assert reminded(await league.told()) == 1
    rows = await league.platform.timeline.newest(Stream("hall", ""), 200)
    (entry,) = [row.entry for row in rows if isinstance(row.entry, MessageEntry) and reminded([row.entry.text])]
    assert entry.mention == ("web:chief",) or "chief" in str(entry.mention)
    assert (await league.repository.season(SPRING)).stage == "drawn"
