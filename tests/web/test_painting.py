"""Pictures of stored games, rendered in worker processes for those who may see them."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, get_args

import pytest
import pytest_asyncio
from PIL import Image

from bot.platforms.host_pictures import HOSTED
from bot.platforms.painting import PicturePool
from bot.platforms.picture_priority import asked_by
from bot.storage import Change, Committed, Store, UnknownGame
from bot.table.reply import PictureRef
from bot.titles import titles
from bot.workers import Overloaded
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from renderer.league import draw
from renderer.league.samples import samples
from renderer.league.views import View
from tests.storage.support import header

pytestmark = pytest.mark.process

SEED = bytes(range(32))


def played(choices: int) -> Game[Any]:
    """A campaign game after some choices."""
    game = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(SEED))
    for _ in range(choices):
        game.apply(next(iter(game.options())))
    return game


async def stored(store: Store, game: Game[Any]) -> str:
    """Store the game as the bot does; returns its id."""
    head = header(options={"scenario": "campaign"})
    await store.create_game(head, Change({}))
    change = Change({}, entries=[e.dump() for e in game.fresh], snapshot=json.dumps(game.snapshot()))
    assert isinstance(await store.commit(head.game_id, -1, change, "play"), Committed)
    return head.game_id


def ref(game: str, kind: str, number: int, viewer: int | None = None, **args: object) -> PictureRef:
    return PictureRef.model_validate({"kind": kind, "game": game, "number": number, "viewer": viewer, "args": args})


def deadly(job: object) -> None:
    """Kill the worker process itself."""
    del job
    os.kill(os.getpid(), signal.SIGKILL)


@pytest_asyncio.fixture
async def pool(store: Store) -> AsyncIterator[PicturePool]:
    source = PicturePool(store, 1)
    yield source
    await source.close()


@pytest_asyncio.fixture
async def fresh(store: Store) -> AsyncIterator[PicturePool]:
    """A pool whose process loads everything by itself, as in production."""
    source = PicturePool(store, 1)
    yield source
    await source.close()


async def test_pictures_of_leagues_are_of_no_game_and_survive_their_way(pool: PicturePool) -> None:
    for name, view in samples():
        dark = replace(view, palette="dark")
        there = PictureRef.model_validate_json(HOSTED.reference(dark, "en").model_dump_json())
        data, mime, alt = await pool(there)
        assert data == draw(dark).data, name
        assert (mime, alt) == ("image/png", there.alt)


def test_no_title_has_a_kind_of_the_host_and_every_view_has_one() -> None:
    for title in titles():
        assert not title.pictures.rooms.keys() & HOSTED.rooms.keys()
    assert {HOSTED.reference(view, "en").kind for _, view in samples()} == set(HOSTED.rooms)
    assert {type(view) for _, view in samples()} == set(get_args(View))


async def test_a_reference_that_holds_no_such_view_is_refused(pool: PicturePool) -> None:
    with pytest.raises(ValueError, match="rows"):
        await pool(PictureRef(kind="league_standings", game="", number=0, args={"size": 3}))


async def test_every_kind_is_drawn_with_alt_text(store: Store, fresh: PicturePool) -> None:
    game = played(2)
    name, number = await stored(store, game), game.number
    wanted = (
        ref(name, "overview", number),
        ref(name, "theatre", number, name="west"),
        ref(name, "closeup", number, moves=[[[1], [10, 11]]], attacks=[[[10], 11]], focus=[12]),
        ref(name, "space", number, space=10),
        ref(name, "supply", number, side=1),
        ref(name, "hand", number, viewer=1, playable=[]),
        ref(name, "pile", number, side=0, pile="discard"),
        ref(name, "card", number, card=3),
        ref(name, "status", number),
    )
    for picture in wanted:
        data, mime, alt = await fresh(picture)
        assert mime.startswith("image/"), picture.kind
        assert len(data) > 1000, picture.kind
        assert len(alt) > 20, picture.kind


async def test_a_platform_without_webp_gets_the_whole_map_as_jpeg_and_a_replay_as_gif(
    store: Store, pool: PicturePool
) -> None:
    """Slack's image blocks show PNG, JPEG and GIF; Discord and browsers show WebP too."""
    game = played(6)
    name, number = await stored(store, game), game.number
    asked = ref(name, "overview", number), ref(name, "replay", number, name="overview", entries=[1, 4, number])
    assert [(await pool(one))[1] for one in asked] == ["image/webp", "image/webp"]
    assert [(await pool.plain(one))[1] for one in asked] == ["image/jpeg", "image/gif"]
    (_, mime, _) = await pool.plain(ref(name, "theatre", number, name="west"))
    assert mime == "image/png"


@pytest.mark.parametrize(
    ("war", "moment"),
    [
        ("introductory", "August 1914 · Turn 1"),
        ("banquet", "August 1914 · Turn 1"),
        ("suicide", "August 1914 · Turn 1"),
        ("summer_1916", "Summer 1916 · Turn 10 · Replacements"),
    ],
)
async def test_the_opening_of_a_war_is_drawn_without_a_game(pool: PicturePool, war: str, moment: str) -> None:
    data, mime, alt = await pool(ref("", "opening", 0, scenario=war))
    assert mime.startswith("image/")
    assert len(data) > 100_000
    assert moment in alt


async def test_several_pictures_are_drawn_as_one(store: Store, pool: PicturePool) -> None:
    game = played(2)
    name, number = await stored(store, game), game.number
    card: dict[str, object] = {"kind": "card", "args": {"card": 3}}
    close: dict[str, object] = {"kind": "closeup", "args": {"moves": [], "attacks": [], "focus": [12]}}
    alone = [await pool(ref(name, part["kind"], number, **part["args"])) for part in (card, close)]  # type: ignore[arg-type]
    data, mime, alt = await pool(ref(name, "joined", number, parts=[card, close]))
    assert mime == "image/png"
    assert alt == f"{alone[0][2]} {alone[1][2]}"
    sizes = [Image.open(io.BytesIO(drawn)).size for drawn, _, _ in alone]
    assert Image.open(io.BytesIO(data)).size == (max(w for w, _ in sizes), sum(h for _, h in sizes) + 10)
    hand: dict[str, object] = {"kind": "hand", "args": {}}
    with pytest.raises(ValueError, match=r".+\."):
        await pool(ref(name, "joined", number, parts=[hand, close]))
    with pytest.raises(ValueError, match="at least one part"):
        await pool(ref(name, "joined", number, parts=[]))
    with pytest.raises(ValueError, match="no combat"):
        await pool(ref(name, "joined", number, parts=[{"kind": "battle"}]))


async def test_an_earlier_position_is_drawn_from_the_record(store: Store, pool: PicturePool) -> None:
    early, late = played(1), played(9)
    name = await stored(store, late)
    assert late.number > early.number
    then = await pool(ref(name, "overview", early.number))
    now = await pool(ref(name, "overview", late.number))
    assert then[0] != now[0]
    assert then == await pool(ref(name, "overview", early.number))


async def test_a_replay_is_an_animation_of_what_everybody_may_know(store: Store, pool: PicturePool) -> None:
    game = played(9)
    name = await stored(store, game)
    data, mime, alt = await pool(ref(name, "replay", game.number, name="west", entries=[1, 4, game.number]))
    assert mime == "image/webp"
    assert "August 1914" in alt
    with Image.open(io.BytesIO(data)) as picture:
        assert getattr(picture, "n_frames", 1) == 3


async def test_the_colour_set_of_the_game_is_used(store: Store, pool: PicturePool) -> None:
    game = played(1)
    name = await stored(store, game)
    plain = ref(name, "status", game.number)
    assert (await pool(plain))[0] != (await pool(plain.model_copy(update={"palette": "dark"})))[0]


async def test_a_hand_is_told_to_its_owner_alone(store: Store, pool: PicturePool) -> None:
    game = played(1)
    name = await stored(store, game)
    hands = {side: (await pool(ref(name, "hand", game.number, viewer=side)))[2] for side in (0, 1)}
    assert hands[0] != hands[1]
    with pytest.raises(ValueError, match=r".+\."):
        await pool(ref(name, "hand", game.number))
    overview = (await pool(ref(name, "overview", game.number)))[2]
    assert hands[1] not in overview


async def test_no_post_loses_its_picture_however_many_wait(store: Store) -> None:
    pool = PicturePool(store, 1, most=4)
    game = await stored(store, played(1))

    async def look(card: int) -> tuple[bytes, str, str]:
        asked_by(f"anna{card}")
        return await pool(ref(game, "card", 0, card=card))

    async def post(card: int) -> tuple[bytes, str, str]:
        return await pool(ref(game, "card", 0, card=card))

    try:
        looks = [asyncio.create_task(look(card)) for card in range(1, 6)]
        posts = [asyncio.create_task(post(card)) for card in range(6, 18)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert pool.waiting >= len(posts) - 2
        drawn = await asyncio.gather(*posts, return_exceptions=True)
        assert [type(one) for one in drawn] == [tuple] * len(posts)
        assert Overloaded in [type(one) for one in await asyncio.gather(*looks, return_exceptions=True)]
    finally:
        await pool.close()


async def test_a_worker_that_dies_is_replaced(store: Store, pool: PicturePool) -> None:
    game = played(1)
    name = await stored(store, game)
    await pool(ref(name, "status", game.number))
    (worker,) = pool._workers._pools[0]._processes.values()
    assert worker.pid
    os.kill(worker.pid, signal.SIGKILL)
    worker.join()
    assert (await pool(ref(name, "status", game.number)))[1].startswith("image/")


async def test_a_picture_under_which_every_worker_dies_may_be_asked_for_later(
    store: Store, pool: PicturePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await stored(store, played(1))
    monkeypatch.setattr("bot.platforms.painting.work", deadly)
    with pytest.raises(Overloaded):
        await pool(ref(name, "status", 0))
    monkeypatch.undo()
    assert (await pool(ref(name, "status", 0)))[1].startswith("image/")


async def test_an_impossible_picture_is_refused_in_a_sentence(store: Store, pool: PicturePool) -> None:
    game = played(1)
    name = await stored(store, game)
    with pytest.raises(ValueError, match="other arguments"):
        await pool(ref(name, "theatre", game.number))
    with pytest.raises(UnknownGame):
        await pool(ref("nogame", "overview", 0))
