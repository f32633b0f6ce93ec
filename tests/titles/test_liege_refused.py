"""Every refusal of Liège 1914 can be said: at every moment, whatever is chosen that is not possible."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.table import reasons
from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.liege.title import TITLE
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import ChanceError
from engine.liege.grid import SIDES
from engine.liege.system import LiegeSystem
from tests.bot.phrasings.liege_moments import MOMENTS
from tests.bot.support import Channel
from tests.lanes import Share
from tests.liege.support import playing, position
from tests.titles.test_liege import fighting, typed

#: The game in which a Belgian cavalry division has too few points to leave the map, and the share of positions looked at.
FIXED, SHARE = 0, 0.05


def refusals(game: Game[Any]) -> Iterator[tuple[str, int, Refusal]]:
    """Yield the refusal of each impossible choice of the decision, over all names of its kind."""
    facts, table = game.state.facts, table_of(game, game.actor or 0, position=1)
    counts = {"hex": len(facts.grid.names), "side": len(SIDES), "unit": len(facts.units), "fort": len(facts.forts)}
    for verb, kind in game.decision.verbs.items():
        for arg in range(counts.get(kind, 1)):
            try:
                table.trial().do(verb, arg)
            except Refusal as found:
                yield verb, arg, found
            except ChanceError:
                continue


def check_sayable(game: Game[Any], caplog: pytest.LogCaptureFixture) -> int:
    """Assert that each refusal of a position is a sentence with all its fields; return how many there are."""
    names = TITLE.offer_context(table_of(game, game.actor or 0, position=1), "en").names
    count = 0
    for verb, arg, found in refusals(game):
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            told = reasons.because(names, found.reason)
        assert told, (verb, arg)
        assert [record.getMessage() for record in caplog.records] == [], (game.decision.kind, verb, arg, told)
        count += 1
    return count


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_refusal_at_a_moment_can_be_said(moment: str, caplog: pytest.LogCaptureFixture) -> None:
    assert check_sayable(MOMENTS[moment]().game, caplog)


def test_each_refusal_of_random_games_can_be_said(share: Share, caplog: pytest.LogCaptureFixture) -> None:
    """The fixed game comes to a Belgian cavalry division with too few points to leave the map."""
    for seed in share(range(16), fixed=[FIXED]):
        game: Game[Any] = Game.start(LiegeSystem("siege"), KeyedChance(bytes([seed]) * 32))
        dice = random.Random(seed)
        while game.stack:
            if dice.random() < SHARE:
                check_sayable(game, caplog)
            game.apply(dice.choice(list(game.options())))


async def test_to_turn_before_it_retreats_is_answered_with_where_it_can_go(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was answered with "Something went wrong on our side"."""
    await fighting(channel, monkeypatch)
    await typed(channel, ("ben", "standing ask"), ("anna", "attack v35"))
    told = await typed(channel, ("ben", "turn ne"))
    assert "Say where 9+11 BM goes, e.g. `/retreat to w35` (rule 9.6.1)." in told
    assert "Say where 9+11 BM goes" in await typed(channel, ("ben", "face v35")), "that is the same order"


@pytest.mark.parametrize(
    ("units", "side", "line", "told"),
    [
        (dict.fromkeys(("ge_34_ib", "ge_27_ib", "ge_14_ib", "ge_iii_fussa_4"), "V36 s") | {"be_9_11_bm": "V35 n"}, "ge", "v35", "e.g. `/shell v35 with 34ib`"),
        (dict.fromkeys(("be_9_11_bm", "be_12_14_bm", "be_15_bm"), "V35 n") | {"ge_34_ib": "V36 s"}, "be", "v36", "e.g. `/shell v36 with 9bm`"),
    ],
)  # fmt: skip
def test_guns_that_are_too_weak_name_infantry_of_their_own(
    units: dict[str, str], side: str, line: str, told: str
) -> None:
    """Belgian players were told to add a German brigade."""
    game = playing(position(units, side=side, scenario="night", forts=()))
    context = TITLE.offer_context(table_of(game, game.actor or 0, position=1), "en")
    with pytest.raises(Refusal) as refused:
        TITLE.order(context, "shell", line)
    said = reasons.because(context.names, refused.value.reason)
    assert "Your guns are too weak" in said
    assert told in said
