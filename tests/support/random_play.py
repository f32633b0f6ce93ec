"""A random player: seeded, fast, and fond of fighting."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.core.chance import KeyedChance
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.invariants import check

#: Combinations of options to play with, by name.
TABLES: dict[str, GameOptions] = {
    "campaign": GameOptions(),
    "historical": GameOptions(scenario="historical"),
    "introductory": GameOptions(scenario="introductory"),
    "limited war": GameOptions(scenario="limited_war"),
    "every option": GameOptions(
        vp_spaces="historical", hand_size=8, trench_modifiers=True, optional_cards=True, bid=(0, 1), tournament=True
    ),
    "open windows": GameOptions(scenario="historical", windows="hand", peace_terms=True),
}

#: Wars that begin in mid-game, played separately: the turns of the others are counted from the first.
LATER: dict[str, GameOptions] = {"summer 1916": GameOptions(scenario="summer_1916")}

_SYSTEMS: dict[str, PathsOfGlory] = {}

#: Weights of verbs, relative to 1, drawn before the argument.
EAGER: Mapping[str, float] = {
    "ops": 5, "event": 3, "sr": 0.7, "rp": 0.7, "auto_op": 0.2, "peace": 1, "accept": 0.1,
    "for_combat": 3, "for_movement": 2, "stop": 0.6, "finish": 0.4, "decline": 0.15, "release": 0.1,
    "add": 2.5, "target": 1, "flank": 2, "play": 2, "entrench": 2, "spend": 3, "leave": 0.4, "cancel": 0.05,
}  # fmt: skip


def system_of(table: str) -> PathsOfGlory:
    """The system of a combination of options, cached."""
    if table not in _SYSTEMS:
        _SYSTEMS[table] = PathsOfGlory((TABLES | LATER)[table])
    return _SYSTEMS[table]


def new_game(table: str, seed: int, listening: bool = True) -> PogGame:
    """A game whose dice and draws depend on the seed."""
    return PogGame.start(system_of(table), KeyedChance(f"play {seed}".encode()), listening=listening)


def pick(game: PogGame, luck: random.Random) -> Choice:
    """Pick a verb by weight, then any of its arguments."""
    options = game.options()
    verbs = list(options.masks)
    verb = luck.choices(verbs, [EAGER.get(verb, 1) for verb in verbs])[0]
    return Choice(verb, luck.choice(options.of(verb)))


def steps(game: PogGame, seed: int, turns: int = 2, most: int = 20_000) -> Iterator[Choice]:
    """Play at random to the end of a turn, yielding each choice just before it is applied."""
    luck = random.Random(seed)
    for _ in range(most):
        if game.result is not None or game.state.turn > turns:
            return
        choice = pick(game, luck)
        yield choice
        game.apply(choice)
    raise AssertionError(f"no end of turn {turns} after {most} decisions")


def play_out(game: PogGame, seed: int, turns: int = 2, watch: Callable[[PogGame], Any] | None = None) -> PogGame:
    """Play at random to the end of a turn, calling `watch` at every decision."""
    for _ in steps(game, seed, turns):
        if watch is not None:
            watch(game)
    return game


def check_laws_at_random(system: PathsOfGlory, seed: str, luck: int, turns: int) -> None:
    """Play some turns at random; every 40 choices the position is sound, and restores with the same options."""
    chance = KeyedChance(seed.encode())
    game: PogGame = PogGame.start(system, chance)
    for number, _ in enumerate(steps(game, luck, turns=turns)):
        if number % 40 == 0:
            check(game.state)
            stored = json.loads(json.dumps(game.snapshot()))
            assert PogGame.restore(system, stored, chance).options().masks == game.options().masks
