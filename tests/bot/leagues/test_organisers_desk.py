"""An organiser's desk in one answer, and Swiss pairings held for review."""

from __future__ import annotations

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal
from bot.port import DeliveryError
from bot.storage import Store
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_refusals import players_of
from tests.bot.leagues.test_refusals import running as drawn
from tests.bot.leagues.test_second_appeals import told
from tests.leagues.support import FOUR
from tests.leagues.test_venues_checked import refusing


async def test_open_appeals_stand_with_who_may_decide_them(hall: Hall) -> None:
    await drawn(hall)
    await hall.say("olga", "venue here")
    await hall.report("s-cup", "1.1.1", (2, 0))
    _, loser = await players_of(hall, "1.1.1")
    assert "No appeal is open." in await hall.told("olga", "desk")
    await hall.say(loser, "appeal 1.1.1 unfair")
    told = await hall.told("olga", "desk")
    assert f"`1.1.1`: {loser.title()} appealed on" in told
    assert "One arbiter has to decide. Olga can." in told
    await hall.say("olga", "decide 1.1.1 stands fair enough")
    await hall.say(loser, "appeal 1.1.1 unfair still")
    told = await hall.told("olga", "desk")
    assert "(appeal 2). 2 arbiters have to decide, and nobody can yet" in told
    for name in ("paul", "quinn"):
        await hall.say(name, "list")
        await hall.say("olga", f"role arbiter give {name}")
    assert "2 arbiters have to decide. Paul or Quinn can." in await hall.told("olga", "desk")
    await hall.say("paul", "decide 1.1.1 draw hm")
    assert "One arbiter has to decide. Quinn can." in await hall.told("olga", "desk")


async def test_the_desk_is_for_organisers_alone(hall: Hall) -> None:
    await drawn(hall)
    assert "Only an organiser or owner" in await hall.told("anna", "desk")


async def test_the_automatic_next_steps_are_listed_in_order(hall: Hall) -> None:
    await hall.say(
        "olga", "new Cup scenario=introductory window=60d beginners=yes format=swiss rounds=2 closes=10d draw=14d"
    )
    assert "The season is a draft. Open it with" in await hall.told("olga", "desk")
    await hall.say("olga", "open")
    told = await hall.told("olga", "desk")
    ends, check, day = (told.index(one) for one in ("registration ends", "check-in begins", "you draw with"))
    assert ends < check < day or ends <= check
    await hall.all_join(("anna", "ben", "carl", "dora"))
    hall.pass_time(days=11)
    for name in ("anna", "ben", "carl", "dora"):
        await hall.say(name, "checkin")
    hall.pass_time(days=3)
    await hall.say("olga", "draw")
    assert "The draw of round 1 is ready. Publish it with `/league draw publish`." in await hall.told("olga", "desk")
    await hall.say("olga", "draw publish")
    told = await hall.told("olga", "desk")
    assert "the window ends, and the rules decide 2 open games" in told
    assert "Round 2 is drawn when all games are over or the window ends." in told
    assert "the season has no venue; add one with `/league venue here`" in told
    for match in ("1.1.1", "1.1.2"):
        await hall.report("s-cup", match, (2, 0))
    assert "Every match has its room." in await hall.told("olga", "desk")


async def test_refused_rooms_and_late_clocks_stand_there(store: Store) -> None:
    league = League(store)
    there = refusing(league)
    there.rooms = DeliveryError("The bot may not open threads.", final=True)
    await league.open(FOUR)
    await league.draw()
    await league.step()
    chief = await store.persons.of("web:chief", "Chief")
    await league.act(lambda _: [journal.Appointed(at=league.repository.at, by="chief", role="owner", person=chief)])
    hall = Hall(league.handler, [league.hands.at])
    told = await hall.told("chief", f"desk season={SPRING}")
    assert told.count("the platform refused a room; the bot tries again every minute") == 6
    assert "Nobody is short of time." in told
    there.rooms = None
    await league.step()
    assert "Every match has its room." in await hall.told("chief", f"desk season={SPRING}")
    league.hands.move(days=4, hours=12)
    told = await hall.told("chief", f"desk season={SPRING}")
    assert "**Players short of time**" in told
    assert "12 h left" in told or "left" in told.split("**Players short of time**")[1]


async def test_pairings_that_are_held_wait_for_an_organiser(store: Store) -> None:
    league = League(store)
    await league.open(FOUR, format="swiss", rounds=2, review=True)
    await league.draw()
    await league.step()
    for made in list((await league.repository.season(SPRING)).matches.values()):
        ruling = journal.Ruled(at=league.repository.at, by="chief", match=made.match, points=(2, 0), reason="so")
        await league.act(lambda _, ruling=ruling: [ruling])  # type: ignore[misc]
    season = await league.step()
    assert (season.round, season.stage) == (1, "drawn")
    assert season.preview is not None
    assert season.preview.round == 2
    told = [one for one in await league.told() if "the pairings of round 2 are ready" in one]
    assert len(told) == 1
    assert not any("round 2 is drawn" in one for one in await league.told())
    length = season.length
    assert (await league.step()).length == length, "until somebody publishes it"
    await league.act(lambda one: acts.publish_draw(one, "chief", league.repository.at))
    assert (await league.step()).round == 2


async def test_without_the_option_a_round_begins_by_itself(store: Store) -> None:
    league = League(store)
    await league.open(FOUR, format="swiss", rounds=2)
    await league.draw()
    await league.step()
    for made in list((await league.repository.season(SPRING)).matches.values()):
        ruling = journal.Ruled(at=league.repository.at, by="chief", match=made.match, points=(2, 0), reason="so")
        await league.act(lambda _, ruling=ruling: [ruling])  # type: ignore[misc]
    assert (await league.step()).round == 2


async def test_only_a_swiss_holds_its_pairings(hall: Hall) -> None:
    refused = await hall.told("olga", "new Cup scenario=introductory window=60d review=yes")
    assert "Only Swiss and team seasons can hold pairings for review" in refused
    made = await hall.told("olga", "new Cup scenario=introductory window=60d review=yes format=swiss")
    assert "You made" in made
    assert (await hall.handler.leagues.repository.season("s-cup")).rules.review


def test_a_season_from_before_holds_nothing() -> None:
    old = journal.Opened(at=0, name="Old", format="swiss", own_rounds=1, window=3600, commitment="0" * 64)
    dumped = old.model_dump_json(exclude={"review"})
    assert journal.ENTRY.validate_json(dumped) == old


async def test_an_appeal_about_the_second_game_of_a_match_is_named_and_decided_so(hall: Hall) -> None:
    """An arbiter read the match alone, and was told that it has no open appeal."""
    await hall.running("Cup format=knockout match=swap", ("anna", "ben"))
    for number in (1, 2):
        await hall.say("olga", f"rule 1.1.1 first late game={number}")
    season = await hall.handler.leagues.repository.season("s-cup")
    first = (await hall.handler.tools.store.persons.read(season.matches["1.1.1"].first)).name.casefold()
    await hall.say(first, "appeal 1.1.1 I was there game=2")
    assert "against the result of match 1.1.1, game 2." in await told(hall)
    await hall.say("paul", "list")
    await hall.say("olga", "role arbiter give paul")
    assert "- `1.1.1` (game 2): " in await hall.told("olga", "desk")
    assert "a draw" in await hall.told("paul", "decide 1.1.1 draw he was")
    season = await hall.handler.leagues.repository.season("s-cup")
    outcomes = [leg.outcome() for leg in season.matches["1.1.1"].legs]
    assert [one.points for one in outcomes if one is not None] == [(2, 0), (1, 1)]
