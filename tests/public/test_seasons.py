"""Pages and API of seasons: tables, games, persons; and not one byte of a result where results are hidden."""

from __future__ import annotations

import html
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from bot.leagues import acts
from bot.leagues.exchange import archives, trf
from bot.public.limits import MOST
from bot.service.visibility import Visibility
from bot.storage.models import LeagueGame
from tests.public.conftest import KEY, Public
from tests.public.seasons import NAMES, Begun, account, persons

pytestmark = pytest.mark.asyncio(loop_scope="module")

#: Pages and answers of a season in which a result could stand.
EVERYWHERE = (
    "/s/{s}", "/s/{s}/1", "/p/{p}", "/", "/api/v1/seasons", "/api/v1/seasons/{s}", "/api/v1/seasons/{s}/tables",
    "/api/v1/seasons/{s}/matches", "/api/v1/seasons/{s}/matches/1.1.1", "/api/v1/persons/{p}",
)  # fmt: skip


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def people(public: Public) -> AsyncIterator[list[str]]:
    yield await persons(public.store, *NAMES)


@pytest_asyncio.fixture(loop_scope="module")
async def _calm(public: Public) -> None:
    """Every test may ask as often as it likes."""
    public.limits._asked.clear()


async def test_the_best_predictions_stand_on_a_season_s_page_where_results_do(public: Public) -> None:
    own = await persons(public.store, "Pia", "Pim", "Pola", "Pepe", "Puck", "Paul", "Petra")
    begun = Begun(own[:5], name="Foretold")
    for match in ("1.1.1", "1.1.2"):
        begun.do(*begun.playing(match))
        begun.result(match, (2, 0))
    season = await begun.store(public.store, "s-foretold")
    for number, (person, percent) in enumerate(((own[5], 90), (own[6], 60))):
        for match in ("1.1.1", "1.1.2"):
            slot = begun.season.matches[match].first
            kept = json.dumps({"slot": slot, "percent": percent, "at": number})
            await public.store.watching.put(season, "predictions", f"{person} {match}", kept)
    _, page = await public.get(f"/s/{season}")
    part = page[page.index("<h2>Predictions</h2>") :]
    assert part.index("Paul") < part.index("0.010") < part.index("Petra") < part.index("0.160")
    _, hidden = await public.get(f"/s/{season}?spoilers=off")
    assert "Predictions" not in hidden
    await public.store.connection.call("DEL", *(await public.keys_of(season)))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def spring(public: Public, people: list[str]) -> str:
    begun = Begun(people, public.running.game_id)
    begun.result("1.1.2", (2, 0), 7)
    return await begun.store(public.store, "s-spring")


async def test_a_season_has_its_tables_its_games_and_its_people(public: Public, spring: str, people: list[str]) -> None:
    _, page = await public.get("/")
    assert f'href="/s/{spring}"' in page
    _, page = await public.get(f"/s/{spring}")
    assert "Division 1" in page
    assert "Anna &lt;b&gt;" in page
    assert "<b>" not in page
    assert not [name for name in NAMES if account(name).partition(":")[2] in page]
    _, page = await public.get(f"/s/{spring}/1")
    assert ">2–0</td>" in page
    assert "in play" in page
    assert f'href="/g/{public.running.game_id}"' in page
    winner = next(line for line in (await public.api(f"/seasons/{spring}/tables"))["tables"][0]["table"])
    assert winner["points"] == 2
    _, page = await public.get(f"/p/{winner['entrant']['person']}")
    assert "Place 1, 2 points" in page
    assert winner["entrant"]["name"] == html.unescape(re.search(r"<h1>(.*?)</h1>", page)[1])  # type: ignore[index]


async def test_a_season_has_pictures_with_words_and_a_card(public: Public, spring: str) -> None:
    for path in (f"/s/{spring}", f"/s/{spring}/1"):
        _, page = await public.get(path)
        found = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', page)
        assert found
        card = re.search(r'og:image" content="http://[^/]+(/[^"]+)"', page)
        assert card
        assert card[1] == found[0][0]
        for link, alt in found:
            assert "Spring" in html.unescape(alt)
            answer, _ = await public.get(link)
            assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
        _, hidden = await public.get(f"{path}?spoilers=off")
        assert "<img" not in hidden
        assert re.search(r'og:image" content="http://[^/]+/war/campaign"', hidden)
    for link, status in (("/war/campaign", 200), ("/war/none", 404)):
        answer, _ = await public.get(link)
        assert answer.status == status
    answer, _ = await public.get(f"/s/{spring}/picture/0-0123")
    assert answer.status == 404


async def test_a_season_leaves_as_files(public: Public, spring: str, people: list[str]) -> None:
    _, page = await public.get(f"/s/{spring}")
    _, section = await public.get(f"/s/{spring}/1")
    links = re.findall(rf'href="(/s/{spring}/[a-z0-9/]+\.[a-z]+)"', page + section)
    assert [link.rpartition("/")[2] for link in links] == [
        "calendar.ics", "pairings.csv", "standings.csv", "cross.csv", "tournament.trf",
    ]  # fmt: skip
    told = {}
    for link in links:
        answer, told[link.rpartition("/")[2]] = await public.get(link)
        assert answer.status == 200, link
        assert "attachment" in answer.headers["Content-Disposition"]
        again, _ = await public.get(link, If_None_Match=answer.headers["ETag"])
        assert again.status == 304
        hidden, _ = await public.get(f"{link}?spoilers=off")
        assert hidden.status == 404
    assert told["calendar.ics"].startswith("BEGIN:VCALENDAR")
    played = (await public.api(f"/seasons/{spring}/matches/1.1.2"))["games"][0]["sides"][0]["person"]
    _, page = await public.get(f"/p/{played}")
    assert f'href="/s/{spring}/calendar.ics?person={played}"' in page
    _, own = await public.get(f"/s/{spring}/calendar.ics?person={played}")
    _, others = await public.get(f"/s/{spring}/calendar.ics?person=p-nobody")
    assert own.count("BEGIN:VEVENT") == others.count("BEGIN:VEVENT") + 3, "three of four matches are open"
    assert others == told["calendar.ics"]
    assert "Anna <b>" in told["standings.csv"]
    assert len(trf.read(told["tournament.trf"]).rows) == 5
    # The journal leaves when the season is over, and gives the same season.
    over = Begun(people, name="Over")
    over.do(acts.announce, "Thanks to <@80351110224678912> of <#123456789>!", "chief", 5)
    over.end()
    season = await over.store(public.store, "s-over")
    answer, _ = await public.get(f"/s/{spring}/journal.json")
    assert answer.status == 404
    _, page = await public.get(f"/s/{season}")
    assert f'href="/s/{season}/journal.json"' in page
    _, text = await public.get(f"/s/{season}/journal.json")
    assert archives.read(text).season.seed == over.season.seed
    assert "Thanks to @… of @…!" in page
    assert "Thanks to @… of @…!" in text
    for told_ in (page, text):
        assert "discord:" not in told_
        assert "80351110224678912" not in told_


async def test_unknown_seasons_sections_and_persons_are_not_found(public: Public, spring: str) -> None:
    for path in (
        "/s/s-none",
        "/s/none",
        f"/s/{spring}/0",
        f"/s/{spring}/2",
        f"/s/{spring}/x",
        "/p/p-nobody",
        "/p/web:anna",
    ):
        answer, _ = await public.get(path)
        assert answer.status == 404, path
    draft = await Begun.draft(public.store, "s-draft")
    for path in (f"/s/{draft}", f"/api/v1/seasons/{draft}"):
        answer, text = await public.get(path)
        assert answer.status == 404
        assert "s nothing at this address" in text


@pytest.mark.usefixtures("_calm")
async def test_where_results_are_hidden_there_is_no_byte_of_one(public: Public, people: list[str]) -> None:
    """Two seasons that differ in what happened after the draw give the same bytes wherever one looks."""
    told: list[list[tuple[str, str]]] = []
    some, others = {"1.1.1": (2, 0), "1.1.2": (0, 2), "1.1.3": (1, 1)}, {"1.1.1": (0, 2), "1.1.2": (2, 0)}
    for results, over in (({}, False), (some, False), (others, False), (some, True)):
        begun = Begun(people, public.over.game_id, name="Autumn")
        for match in list(begun.season.matches)[1:]:
            begun.do(*begun.playing(match))
        for match, points in results.items():
            begun.result(match, points, 5)
        if over:
            begun.end()
        await begun.store(public.store, "s-autumn")
        answers = []
        for path in EVERYWHERE:
            answer, text = await public.get(f"{path.format(s='s-autumn', p=people[0])}?spoilers=off")
            assert answer.status == 200, path
            answers.append((text, answer.headers["ETag"]))
        told.append(answers)
        await public.store.connection.call("DEL", *(await public.keys_of("s-autumn")))
    assert told[0] == told[1] == told[2] == told[3]
    assert "Autumn" in told[0][0][0]
    # Links lead to pages that hide results as well, but for the one that asks for them.
    links = re.findall(r'href="(/[spg]/[^"]*)"', told[0][1][0])
    assert links
    assert all("spoilers=off" in link or "spoilers=on" in link for link in links)
    assert sum("spoilers=on" in link for link in links) == 1


async def test_a_sealed_season_hides_its_results_unless_asked(public: Public, people: list[str]) -> None:
    begun = Begun(people, public.over.game_id, name="Sealed", sealed=True)
    begun.result("1.1.1", (2, 0), 9)
    season = await begun.store(public.store, "s-sealed")
    await public.league(public.over.game_id, LeagueGame(season=season, match="1.1.1"))
    for path in (f"/s/{season}/1", f"/api/v1/seasons/{season}/matches", f"/g/{public.over.game_id}"):
        _, plain = await public.get(path)
        _, hidden = await public.get(f"{path}?spoilers=off")
        _, shown = await public.get(f"{path}?spoilers=on")
        assert "2–0" not in plain
        assert '"points"' not in plain
        assert "Allied Powers win" not in plain
        assert any(one in shown for one in ("2–0", '"points":[2,0]', "Allied Powers win"))
        assert len(hidden) <= len(plain) + 600
    answer, _ = await public.get(f"/g/{public.over.game_id}/record.json")
    assert answer.status == 404
    game = await public.api(f"/games/{public.over.game_id}")
    assert game["hidden"]
    assert not {"seed", "state", "over", "steps"} & game.keys()
    await public.league(public.over.game_id, None)


async def test_later_rounds_that_follow_from_results_are_hidden_with_them(public: Public, people: list[str]) -> None:
    begun = Begun(people[:4], format="knockout", name="Cup")
    for match in list(begun.season.matches):
        begun.do(*begun.playing(match))
        begun.result(match, (2, 0))
    begun.next_draw()
    assert any(made.round == 2 for made in begun.season.matches.values())
    season = await begun.store(public.store, "s-cup")
    assert {one["round"] for one in (await public.api(f"/seasons/{season}/matches"))["matches"]} == {1, 2}
    assert {one["round"] for one in (await public.api(f"/seasons/{season}/matches?spoilers=off"))["matches"]} == {1}


@pytest.mark.usefixtures("_calm")
async def test_long_lists_come_in_pages(public: Public, spring: str) -> None:
    found, cursor, asked = [], "", 0
    while True:
        page = await public.api(f"/seasons/{spring}/matches?limit=3{cursor}")
        found += [one["match"] for one in page["matches"]]
        asked += 1
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found == [f"1.1.{number}" for number in range(1, 11)]
    assert asked == 4
    for wrong in ("cursor=x", "cursor=e30", "cursor=WyJhIl0", "limit=0", "limit=101", "limit=x"):
        answer, text = await public.get(f"/api/v1/seasons/{spring}/matches?{wrong}")
        assert answer.status == 400, wrong
        assert wrong.partition("=")[2] in json.loads(text)["error"]


@pytest.mark.usefixtures("_calm")
async def test_programs_get_games_step_by_step(public: Public) -> None:
    game = await public.api(f"/games/{public.running.game_id}")
    assert game["sides"] == [{"side": "ap", "name": "Ben"}, {"side": "cp", "name": "Anna"}]
    assert (game["over"], game["seed"]) == (False, None)
    steps = (await public.api(f"/games/{public.running.game_id}/steps?limit=100"))["steps"]
    assert len(steps) == game["steps"]
    assert {one["level"] for one in steps} >= {"turn", "round", "combat"}
    stored = await public.store.load(public.running.game_id)
    assert Visibility.of(stored).counts[2].last not in {one.get("n") for one in steps}
    assert "web:" not in json.dumps([game, steps])
    answer, _ = await public.get(steps[1]["map"])
    assert answer.headers["Content-Type"].startswith("image/")
    one = (await public.api(f"/games/{public.over.game_id}/steps?spoilers=off&step=2"))["steps"]
    assert [each["step"] for each in one] == [2]


@pytest.mark.usefixtures("_calm")
async def test_results_are_handed_in_where_games_are_played_elsewhere(
    public: Public, people: list[str], spring: str
) -> None:
    season = await Begun(people, name="Elsewhere", outside=True).store(public.store, "s-away")
    body = {"points": [2, 0], "margin": 4, "key": "match-1-1-1"}

    async def hand_in(
        season: str, match: str = "1.1.1", key: str = KEY, sent: dict[str, Any] | None = None
    ) -> tuple[int, Any]:
        path = f"{public.server.url}/api/v1/seasons/{season}/matches/{match}/result"
        async with ClientSession() as session:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            async with session.post(path, json=body | (sent or {}), headers=headers) as answer:
                return answer.status, await answer.json()

    assert (await hand_in(season, key=""))[0] == 401
    assert (await hand_in(season, key="wrong"))[0] == 401
    assert (await hand_in(season))[0] == 200
    status, told = await hand_in(season)  # the same again counts once
    assert (status, told["games"][0]["result"]["points"]) == (200, [2, 0])
    assert len(await public.store.seasons.read(season)) == len(Begun(people).entries) + 1
    for wrong, code in (
        ({"points": [5, 0]}, 409),
        ({"points": "x"}, 400),
        ({"more": 1}, 400),
        ({"points": [0, 2]}, 409),
    ):
        status, told = await hand_in(season, sent={"key": "another-one", **wrong})
        assert (status, bool(told["error"])) == (code, True), wrong
    assert (await hand_in(season, "9.9.9", key="wrong"))[0] == 401
    status, told = await hand_in(season, "9.9.9", sent={"key": "nowhere-1"})
    assert status == 409
    status, told = await hand_in(spring, "1.1.3", sent={"key": "played-here"})
    assert status == 409


async def test_eighty_requests_a_minute(public: Public, spring: str) -> None:
    public.limits._asked.clear()
    statuses = [(await public.get(f"/api/v1/seasons/{spring}"))[0].status for _ in range(MOST)]
    assert set(statuses) == {200}
    answer, text = await public.get(f"/api/v1/seasons/{spring}")
    assert answer.status == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "80 requests" in json.loads(text)["error"]
    # Pages have no such limit.
    answer, _ = await public.get(f"/s/{spring}")
    assert answer.status == 200
    public.limits._asked.clear()


async def test_a_journal_that_grows_is_read_on_and_a_damaged_one_harms_no_other(
    public: Public, people: list[str]
) -> None:
    begun = Begun(people, name="Growing")
    season = await begun.store(public.store, "s-growing")
    first, _ = await public.get(f"/s/{season}")
    begun.do(*begun.playing("1.1.1"))
    begun.result("1.1.1", (2, 0))
    fresh = [one.model_dump_json() for one in begun.entries[-2:]]
    await public.store.seasons.append(season, None, fresh, "more")
    second, _ = await public.get(f"/s/{season}", If_None_Match=first.headers["ETag"])
    assert second.status == 200
    third, _ = await public.get(f"/s/{season}", If_None_Match=second.headers["ETag"])
    assert third.status == 304
    await public.store.seasons.append(season, None, ['{"kind":"nonsense"}'], "damage")
    answer, page = await public.get(f"/s/{season}")
    assert (answer.status, "nonsense" in page) == (503, False)
    answer, page = await public.get("/")
    assert answer.status == 200
    assert "Growing" not in page
    await public.store.connection.call("DEL", *(await public.keys_of(season)))
