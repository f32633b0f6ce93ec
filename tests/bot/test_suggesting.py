"""Whatever is suggested for a playing order is carried out: many positions of random games, every suggestion on a copy."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.narration.names import names
from bot.notation import typed
from bot.notation.lexicon import lexicon
from bot.notation.table import Table
from bot.service.suggesting import suggested
from engine.errors import ChanceError
from tests.support.random_play import TABLES, new_game, steps

#: Suggestions tried of one command in one position, and of what follows a begun one.
TRIED, FOLLOWED = 12, 2


def positions(seed: int) -> Iterator[Table]:
    """Every now and then a position of a random game, as the deciding side's table."""
    luck = random.Random(seed)
    game = new_game(luck.choice(list(TABLES)), seed, listening=False)
    for _ in steps(game, seed, turns=7):
        if luck.random() < 0.03:
            yield Table(game, int(game.actor or 0))


def lines(table: Table, command: str, luck: random.Random) -> Iterator[str]:
    """What completion offers behind a command; what ends with a blank is completed further."""
    found = suggested(table, names(), command, "")
    for text in luck.sample(found, min(TRIED, len(found))):
        if not text.endswith(" "):
            yield text
            continue
        more = [line for line in suggested(table, names(), command, text) if line.startswith(text) and line != text]
        assert more, f"nothing follows {command} {text!r}"
        yield from luck.sample(more, min(FOLLOWED, len(more)))


@pytest.mark.parametrize("seed", range(500, 510))
def test_every_suggestion_is_carried_out(seed: int) -> None:
    luck, tried = random.Random(seed), 0
    for table in positions(seed):
        assert suggested(table, names(), "choose", "") or not table.game.options().masks
        for command in typed.ORDERS:
            for line in lines(table, command, luck):
                trial = table.trial()
                try:
                    typed.ORDERS[command](lexicon(), trial, line)
                except ChanceError:
                    tried += 1
                    continue
                tried += 1
                assert trial.game.number > table.game.number, f"{command} {line} does nothing"
    assert tried > 20
