"""A veil covers one position of one side: an undo from behind it into an earlier one keeps it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.service.handler import BotHandler
from bot.service.record.redaction import read_by
from bot.service.session import packed
from bot.service.visibility import Veil, Visibility, seen_by
from bot.storage import Store
from bot.titles.pog.systems import system_for
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog.state import State
from tests.bot.twins import chances
from tests.bot.worlds import NOW, SEED, USERS, World, installed
from tests.support.random_play import pick
from tests.support.restoring import hosted, restore

STEPS = 400


def covert_moments(seed: int) -> Iterator[tuple[Game[State], Game[State], str]]:
    """Yield each covert question of a random game: where an earlier one waited, the game before it, the choice between."""
    luck = random.Random(seed)
    game: Game[State] = Game.start(system_for({}), KeyedChance(SEED + bytes([seed])), listening=False)
    earlier: list[Game[State]] = []
    for _ in range(STEPS):
        if not game.stack:
            return
        choice = pick(game, luck)
        before, text = game.copy(), game.text(choice)
        before.fresh[:] = game.fresh
        game.apply(choice)
        if game.stack and game.decision.covert and not before.decision.covert:
            yield from ((there, before, text) for there in earlier)
            earlier.append(game.copy())


def rolled(same: bool) -> tuple[int, Game[State], Game[State], str]:
    """Return a covert question, and an earlier one of the same or the other side."""
    for seed in range(12):
        for there, before, text in covert_moments(seed):
            if (there.actor == before.actor) is same:
                return seed, there, before, text
    raise AssertionError("no such pair of questions")


@pytest.mark.parametrize("same", [True, False], ids=["of the same side", "of the other side"])
async def test_going_back_from_one_covert_question_into_another(
    store: Store, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    monkeypatch.setattr("bot.service.session.chance_of", chances({}))
    seed, there, before, text = rolled(same)
    world = await installed(store, BotHandler(store, now=lambda: NOW), "a", before, seed)
    await world.choose(text)
    stored = await store.load(world.game_id)
    later = Visibility.of(stored).veil
    assert later is not None
    assert later.side == before.actor
    asker, other = USERS[later.side], USERS[1 - later.side]
    shown = read_by(await store.record(world.game_id), later.side, stored).shown(there.number)
    await world.replies(asker, f"rollback {shown}")
    told = await world.replies(other, "rollback accept")
    game = await world.game()
    assert game.decision.covert, told[0].text
    assert (game.decision.kind, game.actor) == (there.decision.kind, there.actor)
    await only_its_side_is_asked(store, world, there)


async def only_its_side_is_asked(store: Store, world: World, there: Game[State]) -> None:
    """Check that the asked side sees it, and everybody else sees the game as it was just before."""
    stored, side = await store.load(world.game_id), int(there.actor or 0)
    assert seen_by(stored, restore(stored), (side,)).decision.covert
    for sides in ((), (1 - side,)):
        seen = hosted(seen_by(stored, restore(stored), sides))
        assert not seen.decision.covert
        assert seen.number < there.number
        assert seen.state.turn <= there.state.turn


async def test_a_veil_of_one_side_covers_no_question_to_the_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No decision leads there today; if one ever does, nobody sees more than before."""
    monkeypatch.setattr("bot.service.session.chance_of", chances({}))
    seed, _, before, text = rolled(same=True)
    world = await installed(store, BotHandler(store, now=lambda: NOW), "a", before, seed)
    stored, game = await store.load(world.game_id), await world.game()
    game.apply(game.parse(text))
    asked = int(game.actor or 0)
    other = Veil(side=1 - asked, snapshot=packed(hosted(before)), number=before.number)
    seen = Visibility.of(stored).model_copy(update={"veil": other}).after(stored, hosted(game))
    for sides in ((), (1 - asked,)):
        assert seen.shown(stored, hosted(game), sides).number == before.number
    assert seen.veil_for((asked,)) is None
