"""Who goes leaves games: to a substitute who can reach their rooms, or to their end with the window or the season."""

from __future__ import annotations

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.leagues.acts import NotNow
from tests.leagues.support import drawn_season


async def test_a_substitute_takes_the_seats_of_who_went(league: League) -> None:
    people = await drawn_season(league)
    eve = await league.store.persons.of("web:eve", "Eve")
    entry = journal.Joined(at=league.repository.at, by=eve, person=eve, substitute=True, capacity=9)
    await league.act(lambda season: acts.join_season(season, entry))
    await league.act(lambda season: acts.withdraw_player(season, people["Ben"], league.repository.at, by=people["Ben"]))
    season = await league.step()
    assert [offer.substitute for offer in season.offers.values()] == [eve]
    assert "Eve is offered the place of Ben" in "\n".join(await league.told())
    # To ask again does not begin the day anew.
    until = next(iter(season.offers.values())).until
    league.hands.move(hours=10)
    season = await league.step()
    assert [offer.until for offer in season.offers.values()] == [until]
    await league.act(lambda season: acts.accept_offer(season, eve, league.repository.at))
    await league.step()
    holders = [(await league.store.load(head.game_id)).seats.users() for head in (await league.games()).values()]
    assert sum("web:eve" in users for users in holders) == 3
    assert not any("web:ben" in users for users in holders)
    assert len(await league.store.people.open_games("web:eve")) == 3


async def test_a_place_goes_to_nobody_who_cannot_reach_the_rooms_of_its_running_games(league: League) -> None:
    people = await drawn_season(league)
    for account in ("slack:T.eve", "web:fay"):
        person = await league.store.persons.of(account, account[-3:].title())
        entry = journal.Joined(at=league.repository.at, by=person, person=person, substitute=True, capacity=9)
        await league.act(lambda season, entry=entry: acts.join_season(season, entry))  # type: ignore[misc]
    eve, fay = [await league.store.persons.of(account, "") for account in ("slack:T.eve", "web:fay")]
    await league.act(lambda season: acts.withdraw_player(season, people["Ben"], league.repository.at, by=people["Ben"]))
    season = await league.step()
    assert [offer.substitute for offer in season.offers.values()] == [fay]
    with pytest.raises(NotNow, match="room_beyond") as refused:
        acts.replace_player(season, people["Ben"], eve, league.repository.at, by="chief")
    assert len(refused.value.data["matches"]) == 3
    # Who links an account there is offered it as well.
    both = {"slack:T.eve": "Eve", "web:eve": "Eve"}
    await league.store.persons.change(eve, lambda one: one.model_copy(update={"accounts": both}))
    season = await league.step()
    assert {offer.substitute for offer in season.offers.values()} == {eve, fay}


async def test_games_of_who_went_end_a_day_later_where_nobody_comes(league: League) -> None:
    people = await drawn_season(league)
    await league.act(lambda season: acts.withdraw_player(season, people["Ben"], league.repository.at))
    await league.step()
    assert all(head.in_progress for head in (await league.games()).values())
    league.hands.move(days=1, minutes=1)
    await league.step()
    season, games = await league.repository.season(SPRING), await league.games()
    for match, head in games.items():
        mine = people["Ben"] in season.matches[match].slots
        assert head.in_progress is not mine
        if mine:
            assert (head.result or {})["winner"] == 1 - season.matches[match].sides().index(people["Ben"])
            assert (head.result or {})["reason"] == "withdrawn"


async def test_games_of_who_went_end_with_the_season(league: League) -> None:
    people = await drawn_season(league)
    for match, head in (await league.games()).items():
        if people["Ben"] not in (await league.repository.season(SPRING)).matches[match].slots:
            await league.resign(head, 1)
    await league.step()
    await league.act(lambda season: acts.withdraw_player(season, people["Ben"], league.repository.at))
    await league.act(lambda season: acts.begin_review(season, "chief", league.repository.at))
    await league.step()
    assert not any(head.in_progress for head in (await league.games()).values()), "nobody can come for Ben any more"


async def test_games_end_with_a_season_that_everybody_left(league: League) -> None:
    people = await drawn_season(league)
    for person in people.values():
        await league.act(lambda season, person=person: acts.withdraw_player(season, person, league.repository.at))  # type: ignore[misc]
    seed = await league.repository.seed(SPRING)
    await league.act(lambda season: acts.finish_season(season, seed, "chief", league.repository.at))
    await league.step()
    assert not any(head.in_progress for head in (await league.games()).values())
