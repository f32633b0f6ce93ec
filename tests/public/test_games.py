"""Pages of games: stepped through, told as spectators see them, the same bytes where only hidden things differ."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.narration.texts import texts
from bot.public.game_story import Tale
from bot.public.games import PublicGames, _player
from bot.public.markup import bare
from bot.service.record import history
from bot.service.record_work import RecordThreads
from bot.storage.models import Seat, Seats
from bot.titles import title_stored
from bot.titles.pog import pictures
from bot.titles.pog.systems import view_for
from tests.bot.twins import stages, worlds_of
from tests.bot.worlds import World, installed
from tests.public.conftest import Public, played

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def told(public: Public, game_id: str) -> Tale:
    games = PublicGames(public.store, RecordThreads(), "en")
    known = await games.known(game_id)
    assert known is not None
    return await games.tale(known)


def links(page: str) -> list[str]:
    return [html.unescape(found) for found in re.findall(r'(?:href|src|data-next)="([^"]+)"', page)]


async def test_a_running_game_is_shown_at_its_current_position(public: Public) -> None:
    game = public.running.game_id
    answer, page = await public.get(f"/g/{game}")
    assert answer.status == 200
    assert "<title>Ben – Anna · Campaign: to Winter 1919 · Feldpost</title>" in page
    assert "In play: Fall 1914" in page
    assert "<strong>Fall 1914</strong> begins with " in page
    for meta in ("og:title", "og:description", "og:image", "og:image:alt", "og:url"):
        assert f'property="{meta}"' in page
    # Every picture has its words.
    assert page.count("<img ") == len(re.findall(r'<img [^>]*alt="[^"]+"', page)) > 0
    # Nobody's account, nor what only the bot knows.
    stored = await public.store.load(game)
    for secret in ("web:anna", "web:ben", stored.header.seed):
        assert secret not in page


async def test_a_player_without_a_name_is_shown_as_a_player(public: Public) -> None:
    stored = await public.store.load(public.running.game_id)
    for user, name, shown in (
        ("discord:80351110224678912", "80351110224678912", ""),
        ("slack:T1.U2", "\u2068T1.U2\u2069", ""),
        ("slack:T1.U2", "U2", ""),
        ("slack:T1.U2", "\u2068Ursula_2\u2069", "Ursula_2"),
        ("web:anna", "anna", "anna"),
    ):
        seats = Seats(holders={"ap": Seat(user=user, name=name)})
        assert _player(replace(stored, seats=seats), "ap", texts()).name == shown
    assert _player(replace(stored, seats=Seats()), "cp", texts()).name == ""


async def test_strict_headers_and_no_cookies_anywhere(public: Public) -> None:
    for path in (f"/g/{public.running.game_id}", "/static/public.css", "/robots.txt", "/nothing"):
        answer, _ = await public.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "Set-Cookie" not in answer.headers
    _, robots = await public.get("/robots.txt")
    assert "User-agent: *\nDisallow: /\n" in robots
    assert "User-agent: Discordbot" in robots


async def test_it_is_stepped_through_by_turns_rounds_and_combats(public: Public) -> None:
    game = public.over.game_id
    tale = await told(public, game)
    levels = [step.level for step in tale.steps]
    assert levels[-1] == "end"
    last = (await public.store.load(game)).number
    assert {ref.number for ref in tale.steps[-1].more} == {last}, "what shows the end knows how it came"
    assert levels.count("turn") >= 3
    assert 0 < levels.count("combat") < len(levels)
    # A combat comes before the round that it is a part of, in the same turn.
    first = levels.index("combat")
    assert "round" in levels[first:]
    _, page = await public.get(f"/g/{game}?step={first}")
    ways = re.findall(r'href="[^"]+step=(\d+)[^"]*" aria-label="([^"]+)" data-key', page)
    to = {label: int(step) for step, label in ways}
    assert to["Forward one combat"] == first + 1
    assert levels[to["Forward one round"]] != "combat"
    assert levels[to["Forward to the next turn"]] == "turn"
    assert to["Back to the start of a turn"] == max(at for at in range(first) if levels[at] == "turn")
    assert "Combat in" in page
    assert "Attacker:" in page
    # Beyond the last one, or in no numbers at all, one is where the game stands.
    for wish in ("99999", "-1", "abc", "1" * 50):
        answer, page = await public.get(f"/g/{game}?step={wish}")
        assert answer.status == 200
        assert f"Step {len(levels)} of {len(levels)}" in page


async def test_pictures_are_drawn_once_and_last(public: Public) -> None:
    game = public.over.game_id
    _, page = await public.get(f"/g/{game}?step=3")
    wanted = [link for link in links(page) if link.startswith(f"/g/{game}/p/")]
    assert len(wanted) >= 3
    for link in wanted:
        answer, _ = await public.get(link)
        assert answer.status == 200, link
        assert answer.headers["Content-Type"].startswith("image/")
        assert "immutable" in answer.headers["Cache-Control"]
    before = len(public.drawn)
    await public.get(wanted[0])
    assert len(public.drawn) == before
    assert all(ref.viewer is None for ref in public.drawn)
    for wrong in ("3-0000/overview", "3/overview", "x/overview", "99999-a/overview", f"{wanted[0].split('/')[4]}/x99"):
        answer, _ = await public.get(f"/g/{game}/p/{wrong}")
        assert answer.status == 404, wrong


async def test_an_unchanged_page_is_not_sent_again(public: Public) -> None:
    for wish in ("", "?spoilers=off"):
        path = f"/g/{public.running.game_id}{wish}"
        answer, _ = await public.get(path)
        again, body = await public.get(path, If_None_Match=answer.headers["ETag"])
        assert (again.status, body) == (304, "")
        assert again.headers["ETag"] == answer.headers["ETag"]
    open_, _ = await public.get(f"/g/{public.running.game_id}")
    hidden, _ = await public.get(f"/g/{public.running.game_id}?spoilers=off", If_None_Match='W/"other"')
    assert hidden.status == 200
    assert hidden.headers["ETag"] != open_.headers["ETag"]


async def test_an_unknown_game_is_not_found(public: Public) -> None:
    lobby = await public.running.replies("carla", "games")
    del lobby
    for path in ("/g/nothere", "/g/NO GAME", "/g/%7Bx%7D", "/g/a/b/c", "/etc/passwd", "/static/..%2f..%2fsettings.py"):
        answer, page = await public.get(path)
        assert answer.status == 404, path
        assert "There&#x27;s nothing at this address" in page
    async with public.session.post(f"{public.server.url}/g/{public.over.game_id}") as answer:
        assert answer.status == 405
        assert "read-only" in await answer.text()


async def test_a_record_has_its_seed_only_at_the_end(public: Public) -> None:
    for world, ends in ((public.running, False), (public.over, True)):
        _, text = await public.get(f"/g/{world.game_id}/record.json")
        data = json.loads(text)
        seed = (await public.store.load(world.game_id)).header.seed
        assert (seed in text) is ends
        assert data["entries"]
        assert "web:" not in text
    answer, _ = await public.get(f"/g/{public.over.game_id}/record.json?spoilers=off")
    assert answer.status == 404


async def test_both_hands_are_shown_turn_by_turn_of_a_game_that_is_over_and_never_before(public: Public) -> None:
    """The hands are those of the position that is looked at, counted anew from the record."""
    over, running = await told(public, public.over.game_id), await told(public, public.running.game_id)
    assert all(not step.hands for step in running.steps)
    for wish in ("", "?step=0", "?step=3"):
        _, page = await public.get(f"/g/{public.running.game_id}{wish}")
        assert "Both hands" not in page
    stored, record = await public.store.load(public.over.game_id), await public.store.record(public.over.game_id)
    book = title_stored(stored.header).book(stored.header.options, "en")
    firsts = {step.turn: at for at, step in reversed(list(enumerate(over.steps)))}
    assert len(firsts) > 1
    for at in firsts.values():
        step = over.steps[at]
        upto = [line for line in record if line["n"] <= step.map.number]
        game = history.retell(replace(stored), upto).game
        hands = [view_for(game, side).sides[side].hand or () for side in (0, 1)]
        assert [book.cards(hand) if hand else "–" for hand in hands] == [
            line.partition(" held: ")[2].removesuffix(".") for line in step.hands
        ]
        _, page = await public.get(f"/g/{public.over.game_id}?step={at}")
        shown = html.unescape(re.sub(r"<[^>]+>", "", page))
        assert "Both hands" in shown
        assert all(bare(line) in shown for line in step.hands)
    assert len({step.hands for step in over.steps}) > 3
    # Where results are hidden it would tell that the game is over.
    _, page = await public.get(f"/g/{public.over.game_id}?spoilers=off")
    assert "Both hands" not in page


async def test_where_results_are_hidden_nothing_hangs_on_what_comes_later(public: Public) -> None:
    """A game that has ended and the same one a turn earlier have the same bytes up to where they part."""
    earlier = await played(public.store, public.handler, "earlier", "introductory", 3, 1)
    shared = len((await told(public, earlier.game_id)).steps) - 1
    assert shared > 5
    for at in ("", *(f"&step={number}" for number in (0, 1, shared // 2, shared - 1))):
        answer, page = await public.get(f"/g/{public.over.game_id}?spoilers=off{at}")
        other, twin = await public.get(f"/g/{earlier.game_id}?spoilers=off{at}")
        assert page.replace(public.over.game_id, "GAME") == twin.replace(earlier.game_id, "GAME")
        assert answer.headers.keys() == other.headers.keys()
        assert "win" not in re.sub(r"<link[^>]*>|window", "", page)
    # The ways on are there at every step, and end at a page that says so.
    path = f"/g/{public.over.game_id}?spoilers=off&step=0"
    visited, page = list[str](), ""
    for _ in range(200):
        _, page = await public.get(path)
        visited.append(path)
        on = re.search(r'href="([^"]+)" aria-label="Forward one round"', page)
        if on is None:
            break
        answer, _ = await public.get(html.unescape(on[1]))
        assert answer.status == 303
        path = answer.headers["Location"]
        assert "spoilers=off" in path
    assert 10 < len(visited) < 200
    assert "Nothing more has happened yet." in page


async def everything(public: Public, world: World) -> tuple[list[str], list[Any]]:
    """What the public gets of a game: pages, record, and what the newest pictures are drawn from."""
    tale = await told(public, world.game_id)
    wishes = ("", "?step=2", "?spoilers=off", "/record.json")
    pages = [await public.get(f"/g/{world.game_id}{wish}") for wish in wishes]
    refs = [ref for step in tale.steps[-3:] for ref in (step.map, *step.more)]
    jobs = [(ref, await world._job(ref)) for ref in refs]
    drawn = [
        pictures._frames(job, ref) if ref.kind == "replay" else pictures._picture_request(job, ref) for ref, job in jobs
    ]
    # The tag of a page that hides results is made of its bytes, in which the game's own id stands.
    tags = [answer.headers["ETag"] for answer, _ in pages if "spoilers" not in str(answer.url)]
    return [*tags, *(page.replace(world.game_id, "GAME") for _, page in pages)], drawn


async def test_two_games_that_differ_in_a_hidden_card_alone_are_the_same_to_the_public(public: Public) -> None:
    stage, games = next(
        (stage, found) for stage in stages(1, 700) if stage.first and (found := worlds_of(stage)) is not None
    )
    worlds = [
        await installed(public.store, public.handler, f"card{name}", game, stage.seed)
        for name, game in zip("ab", games, strict=True)
    ]
    before = [await everything(public, world) for world in worlds]
    assert before[0] == before[1]
    for world in worlds:
        await world.choose(stage.first)
    covert = [(await world.game()).decision.covert for world in worlds]
    assert sorted(covert) == [False, True]
    asked = covert.index(True)
    # While one side alone is asked, everybody sees the game as it was.
    assert await everything(public, worlds[asked]) == before[asked]
    await worlds[asked].choose("finish")
    after = [await everything(public, world) for world in worlds]
    assert after[0] == after[1] != before[0]


async def test_too_many_requests_are_told_when_to_retry(public: Public, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.public.drawing._WAITING", 0)
    _, page = await public.get(f"/g/{public.over.game_id}?step=9")
    link = next(link for link in links(page) if link.startswith("/g/" + public.over.game_id + "/p/"))
    async with ClientSession() as session, session.get(public.server.url + link) as answer:
        assert answer.status == 503
        assert answer.headers["Retry-After"] == "5"
