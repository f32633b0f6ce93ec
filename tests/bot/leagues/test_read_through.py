"""What a newcomer reads when following a season from top to bottom is right, and says what can be done."""

from __future__ import annotations

import re

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal, public_facts
from bot.leagues.acts.season_end import rounds_left
from bot.leagues.journal import Format
from bot.storage import Store
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_refusals import running
from tests.leagues.playing import play_by
from tests.leagues.support import FOUR, drawn_season
from tests.leagues.test_season import SEED, Held
from tests.leagues.test_weekly import _posts


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ({"1.1.1": (2, 0)}, r"\w+ leads with 2 points\."),
        ({"1.1.1": (1, 1)}, r"\w+ and \w+ lead with 1 point each\."),
        ({"1.1.1": (1, 1), "1.1.2": (1, 1)}, r"\w+, \w+, \w+ and \w+ lead with 1 point each\."),
        ({}, r"Nobody leads yet\."),
    ],
)
async def test_shared_leaders_are_named_together(store: Store, results: dict[str, tuple[int, int]], says: str) -> None:
    league = League(store)
    await drawn_season(league, FOUR, format="swiss", rounds=2)
    for match, points in results.items():
        ruling = journal.Ruled(at=league.repository.at, by="chief", match=match, points=points, reason="so")
        await league.act(lambda _, ruling=ruling: [ruling])  # type: ignore[misc]
    league.hands.move(days=7, hours=1)
    await league.step()
    (post,) = await _posts(league, "**Spring, the week")
    assert re.search(says, post.text), post.text


async def test_an_offered_place_is_listed_among_the_open_tasks(store: Store) -> None:
    league = League(store)
    people = await drawn_season(league)
    sam = await store.persons.of("web:sam", "Sam")
    entry = journal.Joined(at=league.repository.at, by=sam, person=sam, substitute=True, capacity=9)
    await league.act(lambda season: acts.join_season(season, entry))
    hall = Hall(league.handler, [league.hands.at])
    assert "You are offered" not in await hall.told("sam", f"me season={SPRING}")
    await league.act(lambda season: acts.withdraw_player(season, people["Ben"], league.repository.at, by=people["Ben"]))
    await league.step()
    mine = await hall.told("sam", f"me season={SPRING}")
    assert "You are offered the place of Ben until" in mine
    assert "Take it with `/league substitute yes`, or decline with `/league substitute no`." in mine


async def test_before_the_draw_an_organisers_desk_tells_what_comes_and_no_more(hall: Hall) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes")
    for _ in range(2):
        told = await hall.told("olga", "desk")
        assert "Every match has its room" not in told
        assert "Nobody is short of time" not in told
        assert "What happens next" in told
        await hall.say("olga", "open")


async def test_a_season_played_elsewhere_is_told_of_no_rooms_and_no_clocks(hall: Hall) -> None:
    await hall.running("Cup format=swiss rounds=1 outside=yes", ("anna", "ben", "carl", "dora"))
    told = await hall.told("olga", "desk")
    assert "No appeal is open." in told
    assert not re.search("room|clock|venue", told), told


async def test_a_correction_is_told_as_one(hall: Hall) -> None:
    from tests.bot.leagues.test_second_appeals import told

    await running(hall)
    await hall.report("s-cup", "1.1.1", (2, 0))
    await hall.say("olga", "correct 1.1.1 second the wrong one resigned")
    said = await told(hall)
    assert "match 1.1.1: the reported result was wrong. The right one is" in said
    assert "the wrong one resigned" in said
    assert "ruling" not in said


@pytest.mark.parametrize("form", ["knockout", "double_knockout", "swiss", "divisions"])
def test_once_everything_is_played_nobody_reads_of_places_that_are_out_of_reach(form: Format) -> None:
    """The winner of a final is first, and tie-breaks separate the others, before the time for appeals starts."""
    held = Held(format=form, rounds=2)
    held.enter(4)
    held.begin()
    while True:
        play_by(held, at=held.season.round + 5)
        if not rounds_left(held.season, 9):
            break
        held.do(acts.draw, SEED, "chief", 8)
        held.create()
    assert held.season.stage == "running"
    for row in public_facts.rows(held.season, 0):
        together = sum(other.place == row.place for other in public_facts.rows(held.season, 0))
        assert (row.best, row.worst) == (row.place, row.place + together - 1), (form, row)
    assert public_facts.rows(held.season, 0)[0].worst == 1


async def test_a_player_leaving_a_knockout_is_not_promised_a_substitute(hall: Hall) -> None:
    await hall.running("Cup format=knockout", ("anna", "ben", "carl", "dora"))
    (asked,) = await hall.say("anna", "leave")
    assert "you have 1 open game. If you withdraw, you lose it, and you can't come back." in asked.text
    gone = await hall.told("anna", "leave sure=yes")
    assert "substitute" not in asked.text + gone
    assert "lose the games you left open." in gone


async def test_a_match_whose_players_share_no_venues_platform_says_so_at_the_desk(store: Store) -> None:
    league = League(store)
    accounts = {"Ann": "slack:T1.UANN", "Ben": "slack:T1.UBEN"}
    await league.open(("Ann", "Ben"), format="swiss", rounds=1, accounts=accounts)
    await league.draw()
    chief = await store.persons.of("web:chief", "Chief")
    await league.act(lambda _: [journal.Appointed(at=league.repository.at, by="chief", role="owner", person=chief)])
    hall = Hall(league.handler, [league.hands.at])
    told = await hall.told("chief", f"desk season={SPRING}")
    assert "no venue is on a platform they share; add one there with `/league venue here`" in told


async def test_a_player_without_a_place_is_not_told_about_the_window(store: Store) -> None:
    league = League(store)
    people = await drawn_season(league)
    sam = await store.persons.of("web:sam", "Sam")
    await league.act(lambda _: [journal.Joined(at=league.repository.at, by=sam, person=sam, substitute=True)])
    await league.act(lambda one: acts.replace_player(one, people["Ann"], sam, league.repository.at, by="chief"))
    hall = Hall(league.handler, [league.hands.at])
    assert "window of this round" not in await hall.told("ann", f"me season={SPRING}")
    assert "window of this round" in await hall.told("sam", f"me season={SPRING}")


@pytest.mark.parametrize("form", ["ladder", "rolling"])
async def test_the_rules_of_a_season_that_ends_on_a_day_say_so(hall: Hall, form: str) -> None:
    more = "beginners=yes closes=10d draw=14d ends=90d"
    made = await hall.told("olga", f"new Cup format={form} scenario=introductory window=60d {more}")
    assert re.search(r"No game begins after \d+ Jan 2027", made), made


async def test_the_leader_of_one_of_several_sections_is_announced_for_that_section(store: Store) -> None:
    league = League(store)
    await drawn_season(league, (*FOUR, "Eve", "Fay", "Gus", "Hal"))
    season = await league.repository.season(SPRING)
    assert len(season.sections) == 2
    ruling = journal.Ruled(at=league.repository.at, by="chief", match="1.1.1", points=(2, 0), reason="so")
    await league.act(lambda _: [ruling])
    league.hands.move(days=7, hours=1)
    await league.step()
    (post,) = await _posts(league, "**Spring, the week")
    assert re.search(r"\w+ leads division 1 with 2 points\.", post.text), post.text
