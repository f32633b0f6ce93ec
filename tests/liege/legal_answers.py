"""A check for every level of the computer: legal answers to every decision, without memory of earlier ones."""

from __future__ import annotations

import random
from typing import Final

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.opponent import LiegePlayer, answered, anything, seat_of
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem

#: Games against random play, so that every decision occurs: scenario and number; an even number plays the Germans.
CASES: Final = tuple(f"{scenario}-{number}" for scenario in ("night", "siege", "maubeuge") for number in range(8))


def answers_legally(level: str, player: LiegePlayer, case: str) -> None:
    """Play a case to its end and check each answer, of a player present throughout and of one that starts in mid-order."""
    scenario, _, number = case.partition("-")
    game: Game[LiegeState] = Game.start(LiegeSystem(scenario), KeyedChance(case.encode()))
    rng, side = random.Random(case), int(number) % 2
    asked = 0
    while game.stack:
        seat = seat_of(game)
        choice = anything(seat, rng) if seat.side != side else player(seat, rng)
        if seat.side == side:
            asked += 1
            assert seat.options.allows(choice)
            if asked % 5 == 0:
                assert seat.options.allows(answered(level, seat, rng))
        game.apply(choice)
    assert asked > 10
    assert game.result is not None


__all__ = ["CASES", "answers_legally"]
