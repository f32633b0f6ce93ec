"""Nothing of a forgotten name is left in any key or value, after pictures were drawn and rulings written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.seasons import SPRING, League, saying
from bot.leagues import acts, journal
from bot.leagues.forgetting import without_names
from bot.leagues.standings import How
from bot.narration.picture_names import PictureName, by_id, persons_in, told
from bot.platforms import painting
from bot.service.calls import Caller
from bot.service.leagues import views
from bot.service.leagues.pages import pictures
from bot.service.people import forgetting
from bot.service.people.duties import PersonalDuties
from bot.storage import Connection, Store
from bot.storage.erasing import Erasure
from bot.storage.forgetting import SETTLED
from tests.bot.leagues.support import Hall
from tests.bot.test_forgetting import everything
from tests.leagues.support import drawn_season

NAME = "Xanthippe"


async def test_a_name_is_in_no_key_and_no_value(store: Store, connection: Connection) -> None:
    timed = Store(connection, now=(league := League(store)).hands)
    league = League(timed, league.hands)
    people = await drawn_season(league, (NAME, "Ben", "Cleo", "Dan"))
    season = await league.repository.season(SPRING)
    for number, made in enumerate(list(season.matches.values())):
        if number % 2:
            await league.resign((await league.games())[made.match], 1)
            continue
        ruling = journal.Ruled(
            at=league.repository.at, by=people["Ben"], match=made.match, points=(2, 0), how=How.WALKOVER,
            reason=f"{NAME.upper()} was late, says {NAME}",
        )  # fmt: skip
        await league.act(saying([ruling]))
    await league.step()
    loser = next(made for made in season.matches.values() if people[NAME] in made.slots)
    told_of = journal.Announced(at=league.repository.at, by=people["Ben"], text=f"{NAME}, well met")
    appeal = journal.Appealed(
        at=league.repository.at, by=people["Cleo"], person=people["Cleo"], match=loser.match, text=f"not {NAME}"
    )
    await league.act(
        lambda _: [
            told_of,
            appeal,
            journal.Decided(at=league.repository.at, match=loser.match, reason=f"{NAME} is right"),
        ]
    )
    await league.step()
    await league.act(lambda one: acts.begin_review(one, "chief", league.repository.at))
    seed = await league.repository.seed(SPRING)
    league.hands.move(days=5)
    await league.act(lambda one: acts.finish_season(one, seed, "chief", league.repository.at))
    await league.step()
    hall = Hall(league.handler, [league.hands.at], channel="league", names={"xanthippe": NAME})
    for line in ("table", "pairings", "me", "log", "ratings"):
        await hall.say("ben", f"{line} season={SPRING} show=results")
    assert sum(NAME.encode() in text for _, text in await everything(connection)) > 5
    caller = Caller(user="web:xanthippe", name=NAME, channel="web:hall", platform="web", key="forget")
    await forgetting.forget(league.handler.tools, caller, "")
    answer = await forgetting.forget(league.handler.tools, caller, "sure")
    assert "forgotten" in answer.text or "former" in answer.text
    duties = PersonalDuties(league.handler.tools)
    await duties.look()
    league.hands.move(seconds=SETTLED + 1)
    await duties.look()
    left = [
        key
        for key, text in await everything(connection)
        if NAME.casefold().encode() in text.lower() or NAME.casefold() in key
    ]
    assert left == []
    entries = await league.repository.journal(SPRING)
    assert any("ormer player" in getattr(one, "reason", "") for one in entries)


async def test_a_picture_of_a_league_keeps_ids_and_is_drawn_with_the_names_of_today(store: Store) -> None:
    league = League(store)
    people = await drawn_season(league, (NAME, "Ben", "Cleo", "Dan"))
    season = await league.repository.season(SPRING)
    shown = await views.told(league.handler.tools, season)
    for view in (views.standings(shown, 0), views.pairings(shown), views.poster(shown), views.cross_table(shown, 0)):
        (ref, *_) = pictures("en", view)
        assert NAME not in json.dumps(ref.args), ref.kind
    (ref,) = pictures("en", views.standings(shown, 0))
    assert NAME in ref.alt
    assert persons_in(ref.args) == {*people.values()}
    pool = painting.PicturePool(store, 1)
    _, _, alt = painting.work(await pool._job(ref))
    assert NAME in alt
    await store.persons.change(people[NAME], lambda one: one.model_copy(update={"name": "Xenia"}))
    _, _, alt = painting.work(await pool._job(ref))
    assert "Xenia" in alt
    assert NAME not in alt
    await pool.close()


@pytest.mark.parametrize("kind", ["league_standings", "battle"])
def test_names_go_out_of_the_arguments_of_pictures_that_were_kept_before(kind: str) -> None:
    kept: dict[str, Any] = {
        "picture": {"kind": kind, "game": "", "args": {"rows": [{"name": NAME, "place": 1}], "first": f"{NAME} / Sam"}}
    }
    erasure = Erasure({"web:xanthippe": NAME}, "former:1", "former player 1")
    fresh = json.loads(erasure.rewritten(json.dumps(kept).encode(), own=True))
    assert fresh["picture"]["args"] == {
        "rows": [{"name": "former player 1", "place": 1}],
        "first": "former player 1 / Sam",
    }


def test_free_text_of_others_loses_the_name_however_it_is_spelt() -> None:
    entry = journal.Ruled(at=1, by="ben", match="1.1.1", points=(2, 0), reason="ANNA was late; Annabel was not")
    fresh = without_names(entry, {"Anna"}, "former player 1")
    assert fresh.reason == "former player 1 was late; Annabel was not"  # type: ignore[union-attr]
    assert without_names(entry, {"Zoe"}, "x") is entry
    long = entry.model_copy(update={"reason": "Al " * 66})
    assert len(without_names(long, {"Al"}, "former player 1").reason) == 200  # type: ignore[union-attr]


def test_several_names_in_one_keep_the_ids_of_all() -> None:
    both = PictureName.joined([PictureName("Ann", "p-1"), PictureName("Sam", "p-2")])
    assert both == "Ann / Sam"
    assert told({"first": by_id(both)}, {"p-1": "Ann", "p-2": "Zoe"}) == {"first": "Ann / Zoe"}
    assert told(by_id(both), {"p-1": "Ann"}) == "Ann / –"
