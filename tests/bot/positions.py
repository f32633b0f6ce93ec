"""Positions of random games, several of each kind of decision."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from bot.table.table import Table
from bot.titles import table_of
from tests.support.random_play import TABLES, new_game, steps

#: Seeds of the games played.
GAMES = range(500, 510)
#: Turns of each game, and positions of each kind of decision in it.
TURNS, OF_A_KIND = 7, 3


@cache
def positions(seed: int) -> tuple[Table, ...]:
    """Return several positions of each kind of decision in a random game, as the deciding side's table."""
    luck, met = random.Random(seed), Counter[str]()
    game = new_game(luck.choice(list(TABLES)), seed, listening=False)
    found: dict[str, list[Table]] = {}
    for _ in steps(game, seed, turns=TURNS):
        kind, place = game.decision.kind, luck.randrange(met[game.decision.kind] + 1)
        met[kind] += 1
        kept = found.setdefault(kind, [])
        if len(kept) < OF_A_KIND:
            kept.append(table_of(game.copy(), int(game.actor or 0)))
        elif place < OF_A_KIND:
            kept[place] = table_of(game.copy(), int(game.actor or 0))
    return tuple(table for kind in sorted(found) for table in found[kind])


__all__ = ["GAMES", "positions"]
