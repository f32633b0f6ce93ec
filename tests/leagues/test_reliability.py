"""What journals tell of a person: finished games, losses by time, sanctions and what halves and ends them, games at once."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.leagues import acts, journal
from bot.leagues.eligibility import Record, missing
from bot.leagues.journal import Entry
from bot.leagues.reliability import record, running, sanction
from bot.leagues.season import Season
from bot.service.leagues.rating import Ratings
from bot.service.leagues.records import records
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store, person_keys
from bot.storage.persons import Put
from tests.bot.support import Channel
from tests.leagues.test_season import CHIEF, DAY, Held, opening


def season(*ends: tuple[float, str, str], count: int = 5, base: float = 0) -> Held:
    """A division in which p00's games end so: when, for whom ("won", "lost", "time", "silent", "given")."""
    held = Held()
    held.enter(count)
    held.begin()
    own = [made for made in held.season.matches.values() if "p00" in made.slots]
    for (at, how, _), made in zip(ends, own, strict=False):
        mine = made.slots.index("p00")
        points = (2, 0) if (how == "won") is (mine == 0) else (0, 2)
        if how == "given":
            ruling = journal.Ruled(at=base + at, match=made.match, points=points, reason="away")
            assert held.do(acts.rule_game, ruling)
            continue
        held.do(
            acts.report_result,
            journal.Resulted(
                at=base + at,
                match=made.match,
                game=made.game,
                points=points,
                reason="time" if how in ("time", "silent") else "",
                turn=9,
                silent=("p00",) if how == "silent" else (),
            ),
        )
    return held


def told(*ends: tuple[float, str], at: float = 100 * DAY) -> Record:
    return record([season(*((when, how, "") for when, how in ends)).season], ["p00"], at)


def test_finished_are_games_that_were_played_and_not_left_to_the_clock() -> None:
    assert told((DAY, "won"), (2 * DAY, "lost"), (3 * DAY, "time"), (4 * DAY, "given")).finished == 2
    assert told().finished == 0


def test_losses_by_time_count_for_ninety_days() -> None:
    found = told((DAY, "time"), (50 * DAY, "time"), (60 * DAY, "silent"), (70 * DAY, "won"))
    assert (found.recent, found.timeouts) == (3, 2)
    assert "too_many_timeouts" in missing(opening(), found)
    later = told((DAY, "time"), (50 * DAY, "time"), (60 * DAY, "silent"), (70 * DAY, "won"), at=145 * DAY)
    assert (later.recent, later.timeouts) == (2, 1)
    assert "too_many_timeouts" not in missing(opening(), later)


def test_a_loss_without_a_word_costs_a_round_that_a_finished_game_or_a_round_sat_out_ends() -> None:
    assert told((DAY, "time")).sanction == 0
    assert told((DAY, "silent")).sanction == 1
    assert told((DAY, "silent"), (2 * DAY, "silent")).sanction == 2
    assert told((DAY, "silent"), (2 * DAY, "silent"), (3 * DAY, "silent")).sanction == 2, "two seasons at most"
    assert told((DAY, "silent"), (2 * DAY, "silent"), (3 * DAY, "won")).sanction == 1
    # Somebody else's season begins later: a round that p00 sits out.
    other = Held()
    for number in range(4):
        other.do(acts.join_season, journal.Joined(at=1, by="x", person=f"q{number}"))
    other.do(acts.close_registration, CHIEF, 20 * DAY)
    other.do(acts.draw, b"promised before anybody entered.", CHIEF, 20 * DAY)
    both = [season((DAY, "silent", "")).season, other.season]
    assert record(both, ["p00"], 10 * DAY).sanction == 1
    assert record(both, ["p00"], 30 * DAY).sanction == 0
    assert sanction(both, ["p01"], [], 30 * DAY).left == 0


def test_games_that_run_leave_less_room() -> None:
    held = season((DAY, "won", ""))
    assert running([held.season], ["p00"]) == 3
    assert record([held.season], ["p00"], 2 * DAY, capacity=4).free == 1
    assert record([held.season], ["p00"], 2 * DAY, capacity=2).free == 0
    assert running([Season.told(held.entries)], ["elsewhere"]) == 0


def test_all_ids_of_a_person_count() -> None:
    seasons = [season((DAY, "won", "")).season]
    assert record(seasons, ["p-now", "p00"], 2 * DAY).finished == 1
    assert record(seasons, ["p-now"], 2 * DAY).finished == 0


async def test_a_record_is_of_the_community_and_has_the_highest_rating_of_ninety_days(store: Store) -> None:
    repository = SeasonRepository(store, lambda: datetime.fromtimestamp(100 * DAY, UTC))

    async def told(name: str, entries: list[Entry]) -> Season:
        await repository.create(name, "new", lambda promise: entries[:1])
        return await repository.act(name, "rest", lambda season: entries[1:])

    await told("s-one", season((DAY, "won", ""), (95 * DAY, "lost", "")).entries)
    await told("s-two", season((2 * DAY, "won", ""), (96 * DAY, "lost", "")).entries)
    far, near = await told("s-far", [opening(server="discord:9")]), await told("s-next", [opening()])
    await Ratings(store, repository).refresh()
    # The journals know them by these ids.
    one = (await store.persons.held(await store.persons.of("web:ann", "Ann"))).person
    held = one.model_copy(update={"person": "p00", "capacity": 8})
    assert await store.persons.put(Put(person_keys.person("p00"), "", held.dump()))
    found = (await records(repository, near, ["p00", "nobody"]))["p00"]
    assert (found.finished, found.recent, found.provisional, found.free) == (4, 2, True, 4)
    assert found.peak is not None
    assert found.peak > 1500, "what the games of long ago gave still stood then"
    assert (await records(repository, far, ["p00"]))["p00"].finished == 0


async def test_a_game_that_was_played_here_to_its_end_is_a_finished_one(store: Store) -> None:
    table = Channel.open(store)
    repository, person = table.handler.leagues.repository, await store.persons.of("web:anna", "Anna")
    await repository.create("s-next", "new", lambda promise: [opening()])
    near = await repository.season("s-next")
    await table.begin("anna", "ben", scenario="introductory", first="")
    assert (await records(repository, near, [person]))[person].finished == 0
    await table.say("anna", "resign yes")
    assert (await records(repository, near, [person]))[person].finished == 1


async def test_a_missing_requirement_is_named(store: Store) -> None:
    table = Channel.open(store)
    for line in ("league new Cup scenario=introductory window=60d", "league open"):
        await table.say("olga", line)
    told = await table.told("anna", "league join")
    assert "You can't enter Cup: you have no finished game yet" in told
    await table.begin("anna", "ben", scenario="introductory", first="")
    await table.say("ben", "resign yes")
    assert "You can't enter" not in await table.told("anna", "league join")


def test_a_timeout_undone_by_an_appeal_costs_no_round() -> None:
    held = season((DAY, "silent", ""))
    lost = next(made for made in held.season.matches.values() if made.reported is not None)
    assert record([held.season], ["p00"], 9 * DAY).sanction == 1
    held.do(acts.appeal_result, lost.match, "p00", "I told you.", 2 * DAY)
    held.do(acts.decide_appeal, lost.match, CHIEF, (1, 1), "He did.", 3 * DAY)
    found = record([held.season], ["p00"], 9 * DAY)
    assert (found.sanction, found.timeouts, found.recent) == (0, 0, 1)


def test_two_losses_without_a_word_are_none_where_one_was_undone() -> None:
    held = season((DAY, "silent", ""), (2 * DAY, "silent", ""))
    assert [
        entry.person for entry in acts.drop_silent(held.season, 3 * DAY) if isinstance(entry, journal.Withdrawn)
    ] == ["p00"]
    lost = next(made for made in held.season.matches.values() if made.reported is not None)
    held.do(acts.appeal_result, lost.match, "p00", "I told you.", 2 * DAY)
    held.do(acts.decide_appeal, lost.match, CHIEF, (1, 1), "He did.", 3 * DAY)
    assert acts.drop_silent(held.season, 3 * DAY) == []
