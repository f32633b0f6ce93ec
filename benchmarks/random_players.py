"""Random but purposeful play, for measurements and for positions to render."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame

#: Weights of verbs: ending something early is rarer, fights and steps are more frequent.
WEIGHTS = {
    "auto_op": 0.1, "peace": 0.02, "event": 3.0, "finish": 0.3, "leave": 0.2, "decline": 0.1,
    "release": 0.1, "stop": 0.5, "step": 2.0, "target": 3.0, "accept": 0.001,
}  # fmt: skip


def begin(system: PathsOfGlory, seed: int) -> PogGame:
    """Return a new game whose dice depend only on the seed."""
    return Game.start(system, KeyedChance(seed.to_bytes(8, "big")), listening=False)


def pick(game: PogGame, dice: random.Random) -> Choice:
    """Return a legal choice."""
    masks = game.options().masks
    verbs = list(masks)
    verb = dice.choices(verbs, [WEIGHTS.get(name, 1.0) for name in verbs])[0]
    return Choice(verb, dice.choice(game.options().of(verb)))


def play(game: PogGame, seed: int, turns: int = 20) -> Iterator[PogGame]:
    """Play on, yielding the game after every decision."""
    dice = random.Random(seed)  # not security-relevant
    while game.stack and game.state.turn <= turns:
        game.apply(pick(game, dice))
        yield game


def system(scenario: str = "historical") -> PathsOfGlory:
    """Return the rules with the quicker reaction windows, as in the recorded games."""
    return PathsOfGlory(GameOptions(scenario=scenario, windows="hand"))
