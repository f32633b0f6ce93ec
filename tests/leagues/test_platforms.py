"""People who are on no common platform: not drawn against each other where that can be, else named before and when it happens."""

from __future__ import annotations

from itertools import combinations

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, divisions, journal
from bot.leagues.entrants import Entrant
from bot.leagues.journal import Format
from bot.leagues.pairing import pair_round
from bot.storage import Store
from tests.bot.leagues.support import Hall
from tests.leagues.test_season import CHIEF, SEED, Held

BOTH, DISCORD, SLACK = ("discord", "slack"), ("discord",), ("slack",)


def parted(count: int, on: dict[int, tuple[str, ...]], **rules: object) -> Held:
    """A season that was closed, with what is known of its people's platforms; who is not named is on Slack."""
    held = Held(**rules)
    held.enter(count)
    known = {f"p{number:02}": on.get(number, SLACK) for number in range(count)}
    held.do(lambda _: [journal.Reached(at=2, platforms=known)])
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    return held


def unplayable(held: Held) -> list[str]:
    return [made.match for made in held.season.matches.values() if held.season.strangers(*made.slots)]


@pytest.mark.parametrize("form", ["swiss", "knockout", "double_knockout", "rolling"])
def test_strangers_are_not_paired_where_others_are_left(form: Format) -> None:
    # The fold would have the upper half meet the lower: everybody somebody else of the other platform.
    held = parted(8, dict.fromkeys(range(4), DISCORD), format=form, rounds=2)
    assert len(held.season.matches) == 4
    assert unplayable(held) == []


def test_where_nobody_else_is_left_strangers_are_paired_all_the_same() -> None:
    held = parted(4, {0: DISCORD}, format="swiss", rounds=2)
    assert len(held.season.matches) == 2
    assert len(unplayable(held)) == 1


def test_a_large_field_is_paired_within_platforms() -> None:
    """The next around the fold and in rank alone would not be enough: four are on another platform, far from each other."""
    names = [f"p{number}" for number in range(240)]
    few = frozenset(names[:200:50])
    many = frozenset(names) - few
    field = [Entrant(name, rank, strangers=many if name in few else few) for rank, name in enumerate(names, start=1)]
    found = pair_round(field, SEED)
    assert len(found.pairs) == 120
    assert sum((pair.first in few) != (pair.second in few) for pair in found.pairs) == len(few) % 2


def test_teams_do_not_meet_where_a_board_could_not_be_played() -> None:
    held = Held(format="teams", rounds=1, boards=2)
    held.enter(8)
    for number in range(4):
        members = (f"p0{2 * number}", f"p0{2 * number + 1}")
        held.do(acts.form_team, journal.Formed(at=1, by=CHIEF, team=f"t{number}", name=f"T{number}", members=members))
    on = {
        "p00": DISCORD,
        "p01": BOTH,
        "p02": DISCORD,
        "p03": BOTH,
        "p04": SLACK,
        "p05": BOTH,
        "p06": SLACK,
        "p07": BOTH,
    }
    held.do(lambda _: [journal.Reached(at=2, platforms=on)])
    held.begin()
    assert {frozenset((tie.first, tie.second)) for _, tie in held.season.ties.values()} == {
        frozenset(("t0", "t1")),
        frozenset(("t2", "t3")),
    }


@pytest.mark.parametrize("form", ["divisions", "double"])
@pytest.mark.parametrize(
    ("on", "count"),
    [
        (dict.fromkeys(range(0, 32, 2), DISCORD), 32),
        (dict.fromkeys((3, 9, 14, 20, 31), DISCORD), 32),
        ({4: DISCORD, 8: DISCORD, 12: DISCORD, **dict.fromkeys(range(13, 20), BOTH)}, 33),
    ],
)
def test_divisions_hold_people_of_one_platform(form: Format, on: dict[int, tuple[str, ...]], count: int) -> None:
    held = parted(count, on, format=form)
    assert sorted(slot for section in held.season.sections for slot in section) == [f"p{n:02}" for n in range(count)]
    assert {len(section) for section in held.season.sections} <= {4, 5, 6, 7}
    assert unplayable(held) == []
    assert min(held.season.sections[0]) == "p00", "the best rated first"


def test_a_player_on_two_of_three_platforms_can_play_everybody() -> None:
    two = (("discord", "slack"), ("slack", "web"), ("discord", "web"))
    held = parted(32, {number: two[number % 3] for number in range(32)})
    assert [len(section) for section in held.season.sections] == [5, 5, 5, 5, 5, 7]
    assert unplayable(held) == []


@pytest.mark.parametrize(
    "on",
    [
        # Few on the first alone: whoever could not play in the largest group fills it before others do.
        {"d": 2, "w": 3, "s": 9, "dw": 4, "ds": 4},
        # Whom a later small group cannot spare does not fill the first one.
        {"d": 5, "w": 3, "ds": 3, "s": 2, "sw": 1},
        {"d": 6, "w": 3, "s": 3, "sw": 1, "ds": 1},
        # The largest needs some of them as well.
        {"d": 2, "s": 2, "w": 2, "ds": 4, "dw": 4},
        # Nobody is on the first two platforms alone, and somebody on nothing else.
        {"d": 8, "ds": 2, "dw": 3, "sw": 1},
        {"d": 8, "ds": 4, "sw": 3, "dw": 3},
    ],
)
def test_three_platforms_part_where_they_can(on: dict[str, int]) -> None:
    long = {"d": "discord", "s": "slack", "w": "web"}
    groups = [tuple(long[letter] for letter in letters) for letters, count in on.items() for _ in range(count)]
    held = parted(len(groups), dict(enumerate(groups)))
    assert unplayable(held) == []


def test_too_few_of_a_platform_for_a_division_play_with_the_others() -> None:
    held = parted(12, {5: DISCORD, 6: DISCORD})
    assert sorted(map(len, held.season.sections)) == sorted(divisions.sizes(12))
    assert unplayable(held)


def test_promotion_between_divisions_of_two_platforms_is_mended_by_exchanges() -> None:
    tables = tuple(tuple(f"p{10 * table + place:02}" for place in range(5)) for table in range(6))
    on = {10 * table + place: DISCORD if table % 2 else SLACK for table in range(6) for place in range(5)}
    held = Held(ranking=tables)
    for name in (name for table in tables for name in table):
        held.do(acts.join_season, journal.Joined(at=1, by=name, person=name, capacity=6))
    held.do(lambda _: [journal.Reached(at=2, platforms={f"p{number:02}": names for number, names in on.items()})])
    held.begin()
    assert unplayable(held) == []


def test_a_draw_that_respects_platforms_can_be_verified() -> None:
    held = parted(8, dict.fromkeys(range(4), DISCORD), format="swiss", rounds=1)
    for made in held.season.matches.values():
        held.do(acts.create_game, made.match, f"g{made.match}", 4)
        held.do(acts.report_result, journal.Resulted(at=5, match=made.match, game=f"g{made.match}", points=(2, 0)))
    held.finish()
    assert acts.verify_lots(held.entries) == []


async def test_an_organiser_is_told_at_the_preview_and_players_when_they_join(store: Store) -> None:
    hall = Hall.open(store)
    await hall.say("olga", "new Cup format=swiss rounds=2 scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "venue here")
    await hall.say("olga", "open")
    assert "The bot knows you only on" not in await hall.told("anna", "join")
    for user in ("ben", "carl"):
        await hall.told(user, "join")
    told = await hall.told("dora", "join season=s-cup", platform="slack", channel="T.C")
    assert "The bot knows you only on Slack, so nobody who is only on the local page can play you." in told
    shown = await hall.told("olga", "draw")
    (line,) = [line for line in shown.splitlines() if "share no platform, so their games can't begin" in line]
    assert "Dora" in line
    assert "(Slack)" in line or "(the local page)" in line
    dora = await store.persons.of("slack:dora", "Dora")
    linked = {"slack:dora": "Dora", "web:dora": "Dora"}
    await store.persons.change(dora, lambda one: one.model_copy(update={"accounts": linked}))
    assert "share no platform" not in await hall.told("olga", "draw")


async def test_on_a_ladder_nobody_challenges_a_stranger(store: Store) -> None:
    hall = Hall.open(store)
    await hall.say("olga", "new Cup format=ladder scenario=introductory window=120d beginners=yes")
    await hall.say("olga", "open")
    await hall.told("ben", "join")
    await hall.told("dora", "join season=s-cup", platform="slack", channel="T.C")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    season = await hall.handler.leagues.repository.season("s-cup")
    low = (await store.persons.read(season.table(0)[-1].name)).name
    where = {"platform": "slack", "channel": "T.C"} if low == "Dora" else {}
    other = "ben" if low == "Dora" else "dora"
    refused = await hall.told(low.casefold(), f"challenge {other} season=s-cup", **where)
    assert "share no platform, so you can't play each other" in refused
    assert not season.challenges


async def test_an_unplayable_match_is_explained_and_begins_once_linked(store: Store) -> None:
    league = League(store)
    accounts = {"Ann": "web:ann", "Ben": "slack:ben"}
    await league.open(tuple(accounts), accounts=accounts, format="swiss", rounds=1)
    await league.draw()
    await league.step()
    told = [text for text in await league.told() if "share no platform" in text]
    assert len(told) == 1
    assert "It begins automatically once one of them links an account with `/link`." in told[0]
    ben = await store.persons.of("slack:ben", "Ben")
    await store.persons.change(ben, lambda one: one.model_copy(update={"accounts": {**one.accounts, "web:ben": "Ben"}}))
    await league.step()
    assert len(await league.games(SPRING)) == 1


def test_meeting_is_decided_pair_by_pair() -> None:
    held = parted(4, {0: DISCORD, 1: BOTH}, format="swiss", rounds=1)
    season = held.season
    found = {frozenset(two) for two in combinations(season.sections[0], 2) if season.strangers(*two)}
    assert found == {frozenset(("p00", "p02")), frozenset(("p00", "p03"))}
