"""`/league flags`: organisers see suspicious things, nobody else does."""

from __future__ import annotations

from bot.leagues import acts, journal
from bot.leagues.journal import Entry
from bot.leagues.season import Season
from bot.service.leagues.rating import Ratings
from bot.storage import Store
from tests.bot.leagues.support import Hall


async def running(hall: Hall, more: str = "") -> str:
    await hall.say("olga", f"new Cup scenario=introductory window=60d beginners=yes {more}")
    await hall.say("olga", "open season=s-cup")
    for user in ("anna", "ben", "carl", "dora"):
        await hall.say(user, "join season=s-cup")
    for line in ("draw", "draw publish"):
        await hall.say("olga", f"{line} season=s-cup")
    return "s-cup"


async def ended(hall: Hall, report: journal.Resulted) -> None:
    """Create a game and end it."""
    repository = hall.handler.leagues.repository
    key = f"{report.match} {report.leg}"

    def made(season: Season) -> list[Entry]:
        return acts.create_game(season, report.match, report.game, repository.at, leg=report.leg)

    await repository.act("s-cup", f"made {key}", made)
    await repository.act("s-cup", f"ended {key}", lambda season: acts.report_result(season, report))


async def test_early_resignations_are_shown_to_organisers_alone(hall: Hall) -> None:
    season = await running(hall)
    assert "Nothing in Cup is worth a look" in await hall.told("olga", "flags")
    repository = hall.handler.leagues.repository
    match = next(iter((await repository.season(season)).matches))
    early = journal.Resulted(at=repository.at, match=match, game="g-1", points=(2, 0), reason="resignation", turn=1)
    await ended(hall, early)
    told = await hall.told("olga", "flags")
    assert "resigned against" in told
    assert f"within two turns (`{match}`)" in told
    assert "Only an organiser" in await hall.told("anna", "flags")


async def test_rating_lost_before_entering_under_a_cap_is_flagged(hall: Hall, store: Store) -> None:
    season = await running(hall, "format=double")
    repository, anna = hall.handler.leagues.repository, await store.persons.of("web:anna", "Anna")
    for made in list((await repository.season(season)).matches.values()):
        for leg in range(len(made.legs)):
            points = (0, 2) if made.sides(leg)[0] == anna else (2, 0)
            game = f"g-{made.match}-{leg}"
            await ended(hall, journal.Resulted(at=repository.at, match=made.match, game=game, points=points, leg=leg))
            hall.pass_time(days=1)
    await Ratings(store, repository).refresh()
    await hall.say("olga", "new Low scenario=introductory window=60d beginners=yes cap=1600")
    await hall.say("olga", "open season=s-low")
    # A provisional player can't enter under a cap; the journal says that she did.
    await repository.act("s-low", "in", lambda one: [journal.Joined(at=repository.at, by=anna, person=anna)])
    assert "Anna lost a lot of rating in the month before entering" in await hall.told("olga", "flags season=s-low")
