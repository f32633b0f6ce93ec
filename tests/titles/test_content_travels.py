"""Games with different facts in one process: each is told, ordered and drawn with its own.

Beside an ordinary campaign there is one with the Valiant card set, which changes rows of cards, and one with one
more space on the map.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Iterator
from itertools import count
from typing import ClassVar

import pytest
from PIL import Image

from bot.platforms.painting import PicturePool, work
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table import tokens
from bot.table.reply import PictureRef, Reply
from bot.titles.pog import systems
from bot.titles.pog.narration.names import names
from bot.titles.pog.notation.lexicon import lexicon
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content import Content, load_content
from engine.pog.content.overlay import card_set
from renderer.kit.scene import Stamp
from renderer.pog import CardFace, Overview, Supply, Theatre, draw
from renderer.pog.layout import load_layout, placed
from renderer.pog.pictures import scene_of
from tests.bot.support import controls, token_of
from tests.support.wider import SPACE, wider

#: The card of the Valiant set that needs no other card, and what the printed one says.
TANKS, PRINTED = "royal tank corps", "Needs Landships."


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Content:
    """The facts with one more space."""
    return wider(tmp_path_factory.mktemp("facts"))


@pytest.fixture
def wars(wide: Content, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limited wars are played with one more space; all else is as shipped."""

    def system(options: GameOptions) -> PathsOfGlory:
        return PathsOfGlory(options, wide if options.scenario == "limited_war" else None)

    monkeypatch.setattr(systems, "PathsOfGlory", system)
    systems._system.cache_clear()
    yield
    systems._system.cache_clear()


class Room:
    """Three channels of one bot, in each of which one person plays both sides of a game."""

    GAMES: ClassVar = {"plain": "campaign", "valiant": "campaign cards=valiant", "wide": "limited_war"}

    def __init__(self, store: Store) -> None:
        self.store, self.handler, self.keys = store, BotHandler(store), count(1)

    async def call(self, channel: str, text: str | None = None, token: str | None = None) -> list[Reply]:
        """Type a command, or press what has this token."""
        key = f"k{next(self.keys)}"
        inbound = Inbound(
            platform="web", channel=channel, user="anna", user_name="Anna", key=key, text=text, token=token, touch=True
        )
        return list(await self.handler.run(inbound))

    async def told(self, channel: str, text: str) -> str:
        """What is answered to a command."""
        return "\n".join(reply.text for reply in await self.call(channel, text))

    async def completed(self, channel: str, text: str) -> list[str]:
        """What completion would insert."""
        key = f"k{next(self.keys)}"
        inbound = Inbound(platform="web", channel=channel, user="anna", key=key, text=text, action="complete")
        return [item.insert for item in await self.handler.complete(inbound)]

    async def game(self, channel: str) -> str:
        """The channel's game."""
        game = await self.store.channels.holder(f"web:{channel}")
        assert game is not None
        return game

    async def posts(self, channel: str) -> list[Reply]:
        """What the channel is told from now on is what comes after this."""
        waiting = await self.store.outbox.pending_posts(await self.game(channel))
        for queued in waiting:
            await self.store.outbox.mark_delivered(queued.game_id, queued.post_id)
        return [Reply.model_validate(queued.post.body) for queued in waiting]

    async def drawn(self, ref: PictureRef) -> str:
        """The alt text of a picture, drawn as a worker draws it."""
        (job,) = [await PicturePool._job(_Desk(self.store), ref)]  # type: ignore[arg-type]
        data, _, alt = work(job)
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        return alt


class _Desk:
    """As much of the pool as makes the job of a worker, without the worker."""

    def __init__(self, store: Store) -> None:
        self._store = store


@pytest.fixture
async def room(store: Store, wars: None, known_seed: None) -> Room:
    """All three games, begun, Guns of August taken."""
    del known_seed
    room = Room(store)
    for channel, options in Room.GAMES.items():
        for line in (f"new {options}", "join both", "start", "choose take"):
            await room.call(channel, line)
        await room.posts(channel)
    return room


async def test_a_card_is_told_completed_and_drawn_as_its_game_reads_it(room: Room) -> None:
    for channel, printed in {"plain": True, "valiant": False, "wide": True}.items():
        (reply,) = await room.call(channel, f"card info {TANKS}")
        assert (PRINTED in reply.text) is printed, channel
        assert ("Valiant set" in reply.text) is not printed
        assert reply.picture is not None
        assert (PRINTED in await room.drawn(reply.picture)) is printed
        assert await room.completed(channel, f"card info {TANKS[:9]}") == ["card info Royal Tank Corps (AP 48)"]
        assert ("Valiant" in await room.told(channel, "status")) is not printed


@pytest.mark.process
async def test_a_worker_process_draws_a_card_as_its_game_reads_it(room: Room) -> None:
    """With nothing but the reference and the store to go by."""
    pool = PicturePool(room.store, 1)
    try:
        card = load_content().card_by_name["ap_48_royal_tank_corps"]
        for channel in ("plain", "valiant", "plain"):
            wish = {"kind": "card", "game": await room.game(channel), "number": 0, "args": {"card": card}}
            _, _, alt = await pool(PictureRef.model_validate(wish))
            assert (PRINTED in alt) is (channel == "plain")
    finally:
        await pool.close()


@pytest.mark.parametrize("reading", ["ap_27_great_retreat", "ap_62_the_sixtus_affair", "cp_65_prince_max"])
def test_every_card_that_a_set_changes_looks_different(reading: str) -> None:
    printed = load_content()
    changed, card = card_set("valiant", printed).content, printed.card_by_name[reading]
    assert draw(CardFace(printed, card)).data != draw(CardFace(changed, card)).data
    assert names(printed).card_event(card) != names(changed).card_event(card)
    same = printed.card_by_name["ap_28_landships"]
    assert draw(CardFace(printed, same)).data == draw(CardFace(changed, same)).data


async def test_a_space_that_one_game_has_is_known_there_and_nowhere_else(room: Room) -> None:
    assert await room.told("wide", "units rotterdam") == "**Rotterdam** (AP): BE 1"
    assert "Rotterdam: BE 1" in await room.told("wide", "units be")
    assert await room.completed("wide", "map rotte") == ["map Rotterdam"]
    assert await room.completed("wide", "units rotte") == ["units Rotterdam"]
    assert "odds Rotterdam from Aachen" in await room.completed("wide", "odds ro")
    assert "GE 1 (5 CF, army table, column 5) against BE 1" in await room.told("wide", "odds rotterdam from aachen")
    for channel in ("plain", "valiant"):
        assert "Antwerp: BE 1" in await room.told(channel, "units be")
        assert (await room.told(channel, "units rotterdam")).startswith("Rotterdam isn't on this map.")
        assert await room.completed(channel, "map rotte") == []


@pytest.mark.parametrize("line", ["map", "map west", "map control", "map threats ap", "supply ap", "map rotterdam"])
async def test_every_map_is_drawn_with_it(room: Room, line: str) -> None:
    """Where the alt text has room for its name, it names it; the ordinary game's picture never does."""
    (reply,) = await room.call("wide", line)
    assert reply.picture is not None
    alt = await room.drawn(reply.picture)
    assert "Rotterdam" in alt or line not in ("map west", "map rotterdam")
    if line != "map rotterdam":
        (ordinary,) = await room.call("plain", line)
        assert ordinary.picture is not None
        assert "Rotterdam" not in await room.drawn(ordinary.picture)


async def test_it_is_ordered_attacked_told_and_drawn(room: Room) -> None:
    """A whole attack: a refusal, menus, the touched map, posts, pictures, the log."""
    await room.call("wide", "play guns as ops")
    refused = await room.told("wide", "activate rotterdam attack")
    assert "You have no units in Rotterdam" in refused, "in the names of the game that it was met in"
    panel = await room.call("wide", "activate aachen attack")
    rotterdam = systems.content_of({"scenario": "limited_war"}).space_by_name[SPACE]
    (board,) = [reply.board for reply in panel if reply.board is not None]
    west = next(area for area in board.areas if area.name == "west")
    assert str(rotterdam) in {target for target, *_ in west.ground.points}
    assert str(rotterdam) in {spot.target for spot in board.spots}
    panel = await room.call("wide", "done anyway")
    assert token_of(panel, "Rotterdam: 5 CF against 2")
    assert await room.completed("wide", "attack r") == ["attack Rotterdam"]
    await room.call("wide", "attack rotterdam with ge 1")
    (asked, *_) = await room.posts("wide")
    assert "**GE 1** from Aachen attacks **Rotterdam** (BE 1)." in asked.text
    assert asked.picture is not None
    assert "Rotterdam" in await room.drawn(asked.picture)
    told = await _to_the_end(room, "wide")
    battles = [(reply.text, reply.picture) for reply in told if reply.picture and reply.picture.kind == "battle"]
    assert [("Rotterdam" in text, "Rotterdam" in await room.drawn(picture)) for text, picture in battles] == [
        (True, True)
    ]
    log = await room.told("wide", "log")
    assert "**GE 1** from Aachen attacks **Rotterdam**" in log
    assert "Rotterdam" not in await room.told("plain", "log")


async def _to_the_end(room: Room, channel: str) -> list[Reply]:
    """Answer what the combat asks, until its action is posted; all posts since."""
    told: list[Reply] = []
    for _ in range(20):
        panel = await room.call(channel, "panel")
        if "August 1914**, round 1" in panel[-1].text and "Activate" in panel[-1].text:
            break
        orders = [token for _, token in controls(panel) if tokens.parse(token).kind == "order"]
        await room.call(channel, token=orders[0])
        told += await room.posts(channel)
        if any(reply.picture is not None and reply.picture.kind == "battle" for reply in told):
            break
    return told


async def test_a_stretch_of_it_is_played_by_presses(room: Room) -> None:
    """Whatever comes up: no fault in words, every picture of a post drawn, and the record replays."""
    luck, drawn = random.Random(5), 0
    for _ in range(60):
        panel = await room.call("wide", "panel")
        orders = [token for _, token in controls(panel) if tokens.parse(token).kind == "order"]
        for reply in await room.call("wide", token=luck.choice(orders)):
            assert "went wrong" not in reply.text
        for post in await room.posts("wide"):
            if post.picture is not None:
                drawn += bool(await room.drawn(post.picture))
    assert drawn > 20
    assert "entries replay to the current position" in await room.told("wide", "verify")


def test_a_board_of_its_own_is_laid_out_for_each_content(wide: Content) -> None:
    """Games that differ in their cards alone share one."""
    printed = load_content()
    board, other = load_layout(printed), load_layout(wide)
    assert load_layout(card_set("valiant", printed).content) is board
    assert set(other.spaces) - set(board.spaces) == {wide.space_by_name[SPACE]}
    assert all(link.engraved for link in board.links)
    assert len([link for link in other.links if not link.engraved]) == 2
    x, y = other.spaces[wide.space_by_name[SPACE]]
    antwerp, aachen = (other.spaces[wide.space_by_name[name]] for name in ("antwerp", "aachen"))
    assert y < antwerp[1], "it lies north of Antwerp"
    assert x < aachen[0], "and west of Aachen"


def test_the_shipped_map_places_every_space_itself() -> None:
    """What is placed by its neighbours is off by less than the sheet's own pushing apart, but nobody wants that."""
    board = load_layout(load_content())
    known = list(zip(board.records, board.spaces.values(), strict=True))
    apart = sorted(
        math.dist(point, placed(space, [one for one in known if one[0] is not space])) for space, point in known
    )
    assert 5 < apart[len(apart) // 2] < 60


async def test_pictures_of_different_contents_never_meet(wide: Content) -> None:
    """Drawn one after another from views that are alike in everything but their facts."""
    chance = KeyedChance(b"7" * 32)
    games = [Game.start(PathsOfGlory(GameOptions(scenario="limited_war"), one), chance) for one in (None, wide)]
    plain, wider_ = (systems.view_for(game, None) for game in games)
    for request in (Theatre, Supply, Overview):
        first, second = (
            scene_of(request(view, *{Theatre: ("west",), Supply: (0,), Overview: ()}[request]))  # type: ignore[arg-type]
            for view in (plain, wider_)
        )
        named = [{c.about for c in scene.commands if isinstance(c, Stamp)} for scene in (first, second)]
        assert SPACE not in named[0]
        assert SPACE in named[1]
        roads = [sum(isinstance(c, Stamp) and c.kind == "road" for c in scene.commands) for scene in (first, second)]
        assert roads == [0, 2]
    assert names(wide).space(wide.space_by_name[SPACE]) == "Rotterdam"
    assert "rotterdam" in lexicon(wide).spaces
    assert "rotterdam" not in lexicon(load_content()).spaces
