"""A hidden card makes no difference to anybody except its holder: pairs of games, over a hundred in lane sweep, byte for byte."""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from bot.operations.instrumentation import WatchedHandler
from bot.operations.metrics import Metrics
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table.reply import PictureRef, Reply
from bot.titles import title_named
from bot.titles.pog import pictures
from engine.core.bits import members
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.state import State
from tests.bot.twins import Stage, chances, stages, worlds_of
from tests.bot.worlds import NOW, OPEN, OWN, USERS, Listener, Shown, World, installed, remembered
from tests.lanes import Share

#: Pairs in each test; every nth pair starts without an attack.
PAIRS, OTHER = 8, 4
#: The campaign contains everything; each other war is played in a separate test, with fewer pairs.
CAMPAIGN, FEWER = "campaign", 3
#: The war of each test, whose number is its seed: all wars on offer, and most often the campaign.
WARS = (
    "campaign", "introductory", "campaign", "limited_war", "historical", "campaign", "summer_1916", "banquet", "campaign",
    "suicide", "campaign", "campaign", "campaign",
)  # fmt: skip
#: Campaigns in which a side is asked only while it holds a card, as without a choice of windows.
HELD = (10, 12)
#: In every run: a campaign with public windows, one with windows by hand, one with the usual setting, and one
#: pair of each other war.
FIXED = (
    "0-campaign",
    "2-campaign",
    "10-campaign",
    *(f"{seed}-{war}" for seed, war in enumerate(WARS) if war != CAMPAIGN),
)
#: Choices after the first, made alike in both worlds.
STEPS = 2
#: What is requested after every step; everything once in each pair.
QUICK = ("status", "panel")
#: Looks whose pictures are painted, one of each pair in turn; those of the whole map take long and are rarer.
SMALL = ("map west", "hand", "map sedan", "status", "deck ap discard", "card guns of august", "panel", "map east")
LARGE = ("map", "map control", "map threats_ap", "supply ap", "map front")
PAINTED = tuple(look for large in LARGE for look in (large, *SMALL))


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Yield every line of the bot's log, from level debug."""
    lines: list[str] = []
    listener = Listener(lines)
    loggers = [logging.getLogger(name) for name in ("bot", "engine", "renderer")]
    for logger in loggers:
        logger.addHandler(listener)
        logger.setLevel(logging.DEBUG)
    yield lines
    for logger in loggers:
        logger.removeHandler(listener)


def test_all_wars_that_are_offered_are_played() -> None:
    """Those besides the campaign with public windows."""
    assert set(WARS) == set(title_named("pog").setups.offered())
    assert {windows_of(seed) for seed, war in enumerate(WARS) if war != CAMPAIGN} == {"public"}


def windows_of(seed: int) -> str:
    """Return when card windows open in the games of a test."""
    return "held" if seed in HELD else "hand" if seed % 3 == 2 else "public"


@pytest.mark.sweep(fixed=FIXED)
@pytest.mark.parametrize(("seed", "war"), list(enumerate(WARS)))
async def test_a_hidden_card_tells_nobody_anything(
    store: Store, monkeypatch: pytest.MonkeyPatch, heard: list[str], share: Share, seed: int, war: str
) -> None:
    luck, windows, pairs = random.Random(seed), windows_of(seed), PAIRS if war == CAMPAIGN else FEWER
    games_of_war = 4
    if war != CAMPAIGN and not share.takes(war):
        pairs = games_of_war = 1
    worlds: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr("bot.service.session.chance_of", chances(worlds))
    monkeypatch.setattr(pictures, "_view", remembered(pictures._view))
    handler = WatchedHandler(BotHandler(store, now=lambda: NOW), Metrics())
    found: Counter[str] = Counter()
    done = 0
    for at, stage in enumerate(
        mixed([one for game in range(games_of_war) for one in stages(4 * seed + game, 160, windows, war)], luck)
    ):
        games = worlds_of(stage)
        if games is None:
            continue
        first, second = [
            await installed(store, handler, f"{at}{name}", game, stage.seed, heard, held=windows == "held")
            for name, game in zip("ab", games, strict=True)
        ]
        worlds[second.game_id] = stage.held, stage.unheld
        await Pair(first, second, stage, luck, found, PAINTED[(seed * PAIRS + done) % len(PAINTED)]).alike()
        done += 1
        if done == pairs:
            break
    assert done == pairs
    assert found["painted"] + found["opened"] == pairs
    if war != CAMPAIGN:
        return  # so few pairs need not contain every kind of difference
    assert found["asked"] or windows != "public", "in none of these pairs was one attacker asked and the other not"
    assert found["posts painted"] or windows == "held"
    assert found["opened"] or windows == "public", "in none of these pairs did a window open in one world alone"


def mixed(found: list[Stage], luck: random.Random) -> Iterator[Stage]:
    """Yield mostly attacks, and occasionally another moment."""
    luck.shuffle(found)
    attacks, others = [one for one in found if one.first], [one for one in found if not one.first]
    for at, stage in enumerate(attacks):
        yield stage
        if at % OTHER == OTHER - 2 and others:
            yield others.pop()
    yield from others


async def a_pair_that_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[World, World, Stage]:
    """Return two worlds just after an attack about which only the first asks its attacker, or the other way round."""
    worlds: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr("bot.service.session.chance_of", chances(worlds))
    handler = BotHandler(store, now=lambda: NOW)
    stage = next(stage for stage in stages(0, 160) if stage.first)
    games = worlds_of(stage)
    assert games is not None
    pair = [await installed(store, handler, *one, stage.seed) for one in zip("ab", games, strict=True)]
    worlds[pair[1].game_id] = stage.held, stage.unheld
    for world in pair:
        await world.choose(stage.first)
    asked = sorted(pair, key=lambda world: world.channel)
    covert = [(await world.game()).decision.covert for world in asked]
    assert sorted(covert) == [False, True]
    return asked[covert.index(True)], asked[covert.index(False)], stage


async def test_pictures_of_what_was_asked_in_one_world_alone_are_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, other, stage = await a_pair_that_parts(store, monkeypatch)
    await asked.choose("finish")
    for user, look in (("eve", "map"), (USERS[1 - stage.side], "status"), ("eve", "map front"), ("eve", "replay turn")):
        refs = [await world.picture(user, look) for world in (asked, other)]
        one, two = [await world.painted(ref) for world, ref in zip((asked, other), refs, strict=True) if ref]
        assert one == two


async def test_an_undone_hidden_choice_has_not_happened_for_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, _, stage = await a_pair_that_parts(store, monkeypatch)
    attacker, others = USERS[stage.side], ("eve", USERS[1 - stage.side])
    looks = tuple(look for look in (*OPEN, *OWN) if not look.startswith("rollback"))
    shown = [await asked.face(user, looks) for user in others]
    await asked.replies(attacker, "undo")
    assert (await asked.game()).decision.kind == "attack"
    same([await asked.face(user, looks) for user in others], shown)
    assert not await asked.post_box()
    # The attack finally declared is narrated as if it were the first.
    await asked.choose(stage.first)
    await asked.choose("finish")
    export = (await asked.replies("eve", "export"))[0].attachment
    assert export is not None
    assert export.text.count('"undo"') == 0


@dataclass
class Pair:
    """Two worlds that differ in one card of a side, played alike and compared as everybody else sees them."""

    first: World
    second: World
    stage: Stage
    luck: random.Random
    #: Events in all pairs, counted.
    found: Counter[str]
    #: The look whose picture is painted.
    look: str
    #: Log messages of ordinary presses.
    presses: set[str] = field(default_factory=set)
    post_painted: bool = False

    @property
    def side(self) -> int:
        """Return the side whose hands differ."""
        return self.stage.side

    @property
    def worlds(self) -> tuple[World, World]:
        """Return both."""
        return self.first, self.second

    async def alike(self) -> None:
        """Play both worlds alike and compare what others get."""
        before = await self.compared()
        for step in range(STEPS + 1):
            text = self.stage.first if step == 0 and self.stage.first else await self.common()
            if not text:
                break
            for world in self.worlds:
                await world.choose(text)
                self.presses |= set(world.logged)
            await self.answered(before)
            if await self.opened():
                return
            if step < STEPS:
                before = await self.compared()
        await self.compared(whole=True)
        for look in (self.look, "map sedan"):
            user = USERS[1 - self.side] if look in ("hand", "panel") else "eve"
            if await self.painted([await world.picture(user, look) for world in self.worlds]):
                self.found["painted"] += 1
                break

    async def common(self) -> str:
        """Return a choice legal in both worlds that names neither of the two cards; "" if there is none."""
        games = [await world.game() for world in self.worlds]
        if not all(game.stack for game in games) or games[0].decision.kind != games[1].decision.kind:
            return ""
        one, other = ({game.text(choice) for choice in every(game)} for game in games)
        cards = games[0].state.rules.content.cards
        names = {cards[card].name for card in (self.stage.held, self.stage.unheld)}
        texts = sorted(text for text in one & other if text.rpartition(" ")[2] not in names and text != "peace")
        return self.luck.choice(texts) if texts else ""

    async def answered(self, before: list[dict[str, Shown]]) -> None:
        """Let a covertly asked side pass; while one is asked, others see in that world what they saw before.

        Its log lines are those of any press.
        """
        for _ in range(4):
            covert = [world for world in self.worlds if (game := await world.game()).stack and game.decision.covert]
            if not covert:
                break
            self.found["asked"] += len(covert) == 1
            own = (await covert[0].game()).actor == self.side
            assert own or len(covert) == 2, "the other seat's hand is the same in both worlds"
            for world in covert:
                assert not await world.post_box()
                logged = list(world.logged)
                if own:
                    same(await self.faces(world), before)
                world.logged = []
                await world.choose("finish")
                assert set(world.logged) <= self.presses
                world.logged = logged

    async def opened(self) -> bool:
        """Return True if a window of the side opened in only one world, as is possible when asked by hand only.

        This reveals the side's hand, so neither seat can undo what led to it.
        """
        games = [await world.game() for world in self.worlds]
        kinds = [game.decision.kind if game.stack else "" for game in games]
        if self.stage.windows == "public" or kinds[0] == kinds[1]:
            return False
        asked = [
            (world, game)
            for world, game in zip(self.worlds, games, strict=True)
            if game.stack and game.actor == self.side and {"play", "discard"} & set(game.options().masks)
        ]
        assert len(asked) == 1, kinds
        world, game = asked[0]
        for side in (0, 1):
            assert not game.undoable(side)
            await world.replies(USERS[side], "undo")
        assert (await world.game()).number == game.number
        self.found["opened"] += 1
        return True

    async def compared(self, *, whole: bool = False) -> list[dict[str, Shown]]:
        """Return what everybody except the side gets of both worlds, after checking that it is the same."""
        boxes = [await world.post_box() for world in self.worlds]
        posts = [[await world.shown(post) for post in box] for world, box in zip(self.worlds, boxes, strict=True)]
        assert posts[0] == posts[1]
        asker = self.luck.randrange(2)
        seen = [await (self.whole(world, asker) if whole else self.faces(world)) for world in self.worlds]
        same(*seen)
        assert self.first.logged, "every command leaves a line"
        assert self.first.logged == self.second.logged
        for world in self.worlds:
            world.logged = []
        for pair in zip(*boxes, strict=True):
            refs = [Reply.model_validate(post.body).picture for post in pair]
            if not self.post_painted and all(ref is not None and self._quick(ref) for ref in refs):
                self.post_painted = await self.painted(refs)
                self.found["posts painted"] += 1
        return seen[0]

    def _quick(self, ref: PictureRef) -> bool:
        """Return True unless a picture takes long to paint and others have been painted."""
        return ref.kind != "overview" or not self.found["posts painted"]

    async def painted(self, refs: Sequence[PictureRef | None]) -> bool:
        """Return True if there is a picture, which is the same in both worlds, byte for byte."""
        one, other = [
            None if ref is None else await world.painted(ref) for world, ref in zip(self.worlds, refs, strict=True)
        ]
        assert one == other
        return one is not None

    async def faces(self, world: World) -> list[dict[str, Shown]]:
        """Return what a spectator and the other seat get at once."""
        return [await world.face(user, QUICK) for user in self.others]

    async def whole(self, world: World, asker: int) -> list[dict[str, Shown]]:
        """Return everything they get; parts equal for everybody are requested by one of them."""
        looks = [(*OPEN, *OWN) if at == asker else OWN for at in (0, 1)]
        return [await world.face(user, all_, typing=True) for user, all_ in zip(self.others, looks, strict=True)]

    @property
    def others(self) -> tuple[str, str]:
        """Return a spectator and the other seat."""
        return "eve", USERS[1 - self.side]


def same(one: list[dict[str, Shown]], other: list[dict[str, Shown]]) -> None:
    """Compare two viewers' looks at two worlds; report where they differ."""
    for viewer, here, there in zip(("eve", "the other seat"), one, other, strict=True):
        for look in here:
            assert here[look][0] == there[look][0], (viewer, look)
            assert here[look][1] == there[look][1], (viewer, look, "the picture")


def every(game: Game[State]) -> list[Choice]:
    return [Choice(verb, arg) for verb, bits in game.options().masks.items() for arg in members(bits)]
