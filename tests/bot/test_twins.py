"""A hidden card makes no difference to anybody but its holder: over a hundred pairs of games, byte for byte."""

from __future__ import annotations

import random

import pytest

from bot.service.handler import BotHandler
from bot.storage import Store
from engine.core.bits import members
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.state import State
from tests.bot.twins import LOOKS, NOW, USERS, Stage, World, chances, installed, stages, world_of

#: Games at once in one test, and pairs in each.
GAMES, PAIRS = 13, 8
#: Choices after the first, made alike in both worlds.
STEPS = 2
#: What is asked for after every step; everything once in each pair.
QUICK = ("status", "panel")


@pytest.mark.parametrize("seed", range(GAMES))
async def test_a_hidden_card_tells_nobody_anything(store: Store, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    luck = random.Random(seed)
    worlds: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr("bot.service.session.chance_of", chances(worlds))
    handler = BotHandler(store, now=lambda: NOW)
    found = [stage for game in range(4) for stage in stages(4 * seed + game, 160)]
    luck.shuffle(found)
    done = asked = 0
    for at, stage in enumerate(sorted(found, key=lambda stage: not stage.first)):
        plain, swapped = (world_of(stage, swapped=way) for way in (False, True))
        if plain is None or swapped is None or done == PAIRS:
            continue
        first = await installed(store, handler, f"{at}a", plain, stage.seed)
        second = await installed(store, handler, f"{at}b", swapped, stage.seed)
        worlds[second.game_id] = stage.held, stage.unheld
        asked += await alike(first, second, stage, luck)
        done += 1
    assert done == PAIRS
    assert asked, "in none of these pairs was one attacker asked and the other not"


async def a_pair_that_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[World, World, Stage]:
    """Two worlds just after the attack about which the first asks its attacker, or the other way round."""
    worlds: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr("bot.service.session.chance_of", chances(worlds))
    handler = BotHandler(store, now=lambda: NOW)
    stage = next(stage for stage in stages(0, 160) if stage.first)
    plain, swapped = (world_of(stage, swapped=way) for way in (False, True))
    assert plain is not None
    assert swapped is not None
    pair = [await installed(store, handler, name, game, stage.seed) for name, game in (("a", plain), ("b", swapped))]
    worlds[pair[1].game_id] = stage.held, stage.unheld
    for world in pair:
        await world.choose(stage.first)
    asked = sorted(pair, key=lambda world: world.channel)
    covert = [(await world.game()).decision.covert for world in asked]
    assert sorted(covert) == [False, True]
    return asked[covert.index(True)], asked[covert.index(False)], stage


async def test_pictures_are_the_same_byte_for_byte(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, other, stage = await a_pair_that_parts(store, monkeypatch)
    await asked.choose("finish")
    for user, look in (("eve", "map"), (USERS[1 - stage.side], "status")):
        assert await asked.picture(user, look) == await other.picture(user, look)


async def test_what_is_taken_back_behind_the_veil_has_not_happened_for_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, _, stage = await a_pair_that_parts(store, monkeypatch)
    attacker, others = USERS[stage.side], ("eve", USERS[1 - stage.side])
    looks = tuple(look for look in LOOKS if not look.startswith("rollback"))
    shown = [await asked.face(user, looks) for user in others]
    await asked.replies(attacker, "undo")
    assert (await asked.game()).decision.kind == "attack"
    assert [await asked.face(user, looks) for user in others] == shown
    assert not await asked.posted()
    # The attack that is declared after all is told as if it were the first.
    await asked.choose(stage.first)
    await asked.choose("finish")
    export = (await asked.replies("eve", "export"))[0].attachment
    assert export is not None
    assert export.text.count('"undo"') == 0


async def alike(first: World, second: World, stage: Stage, luck: random.Random) -> int:
    """Play both worlds alike and compare what others see; returns how often only one of them asked."""
    asked = 0
    before = await compared(first, second, stage.side)
    for step in range(STEPS + 1):
        games = await first.game(), await second.game()
        text = stage.first if step == 0 and stage.first else common(games, stage, luck)
        if not text:
            break
        for world in (first, second):
            await world.choose(text)
        asked += await answered(first, second, stage.side, before)
        before = await compared(first, second, stage.side)
    await compared(first, second, stage.side, whole=True)
    return asked


async def answered(first: World, second: World, side: int, before: list[dict[str, str]]) -> int:
    """Let whoever is asked covertly pass; while one is, others see in that world what they saw before."""
    asked = 0
    for _ in range(4):
        covert = [world for world in (first, second) if (game := await world.game()).stack and game.decision.covert]
        if not covert:
            break
        asked += len(covert) == 1
        own = (await covert[0].game()).actor == side
        assert own or len(covert) == 2, "the other seat's hand is the same in both worlds"
        for world in covert:
            assert not await world.posted()
            if own:
                same(await faces(world, side, QUICK), before)
            await world.choose("finish")
    return asked


async def compared(first: World, second: World, side: int, *, whole: bool = False) -> list[dict[str, str]]:
    """What everybody but the side sees of both worlds, after it has been found to be the same."""
    posts = await first.posted(), await second.posted()
    assert posts[0] == posts[1]
    looks = (await faces(first, side, QUICK), await faces(second, side, QUICK))
    same(*looks)
    for viewer in (None, 1 - side):
        # Pictures are drawn from this alone, byte for byte.
        assert await first.view(viewer) == await second.view(viewer)
    if whole:
        same(await faces(first, side), await faces(second, side))
    return looks[0]


def same(one: list[dict[str, str]], other: list[dict[str, str]]) -> None:
    """Two viewers' looks at two worlds; says where they part."""
    for viewer, here, there in zip(("eve", "the other seat"), one, other, strict=True):
        for look in here:
            assert here[look] == there[look], (viewer, look)


async def faces(world: World, side: int, looks: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """What a spectator and the other seat get."""
    users = ("eve", USERS[1 - side])
    return [await (world.face(user, looks) if looks else world.face(user)) for user in users]


def common(games: tuple[Game[State], Game[State]], stage: Stage, luck: random.Random) -> str:
    """A choice that both worlds allow and that names neither of the two cards; "" where there is none."""
    if not all(game.stack for game in games) or games[0].decision.kind != games[1].decision.kind:
        return ""
    one, other = ({game.text(choice) for choice in every(game)} for game in games)
    cards = games[0].state.rules.content.cards
    names = {cards[card].name for card in (stage.held, stage.unheld)}
    texts = sorted(text for text in one & other if text.rpartition(" ")[2] not in names and text != "peace")
    return luck.choice(texts) if texts else ""


def every(game: Game[State]) -> list[Choice]:
    return [Choice(verb, arg) for verb, bits in game.options().masks.items() for arg in members(bits)]
