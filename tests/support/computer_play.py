"""Wars that the computer plays, decision by decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from engine.core.chance import KeyedChance
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.opponent import Player, asked


def decisions(
    scenario: str, deal: int, most: int, answering: Callable[[PogGame, random.Random], Player]
) -> Iterator[tuple[PogGame, int]]:
    """The game at each decision of a war, with how often one of this kind has come; `answering` says who takes it."""
    game = PogGame.start(PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(bytes([deal])), listening=False)
    luck, met = random.Random(deal), Counter[str]()
    for _ in range(most):
        if not game.stack:
            return
        met[game.decision.kind] += 1
        yield game, met[game.decision.kind]
        game.apply(asked(game, answering(game, luck), luck))


__all__ = ["decisions"]
