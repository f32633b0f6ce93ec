"""Wars played by the computer, decision by decision."""

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
    """Yield the game at each decision, with how often this kind has occurred; `answering` returns the player."""
    game = PogGame.start(PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(bytes([deal])), listening=False)
    luck, met = random.Random(deal), Counter[str]()
    for _ in range(most):
        if not game.stack:
            return
        met[game.decision.kind] += 1
        yield game, met[game.decision.kind]
        game.apply(asked(game, answering(game, luck), luck))


__all__ = ["decisions"]
