"""`python -m tests.play.whole_games --games 2000 --jobs 2`: whole random games, thousands over time.

Every game ends, every decision has a choice, and the position is sound at every action round (or at
every choice). A game is named by its number alone, so what fails can be played again:
`python -m tests.play.whole_games --first 1234 --games 1`.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from engine.core.chance import KeyedChance
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.invariants import check, vp_of_spaces
from engine.pog.transition_checks import Watch
from tests.counts.counting import Position, load
from tests.counts.extract import extract
from tests.play.exercised import Exercised
from tests.play.policy import Player

#: Every scenario, and every option in some table.
TABLES: Mapping[str, GameOptions] = {
    "campaign": GameOptions(),
    "campaign, open windows, no peace": GameOptions(windows="hand", peace_terms=False),
    "campaign, every option": GameOptions(
        vp_spaces="historical", hand_size=8, trench_modifiers=True, optional_cards=True, bid=(0, 1), tournament=True
    ),
    "campaign, optional cards, open windows": GameOptions(optional_cards=True, windows="hand", peace_terms=False),
    "campaign, secret card set": GameOptions(card_set="secret", peace_terms=False),
    "historical": GameOptions(scenario="historical", peace_terms=False),
    "historical, as recorded": GameOptions(scenario="historical", windows="hand", peace_terms=False),
    "historical, base VP, Valiant cards": GameOptions(scenario="historical", vp_spaces="base", card_set="valiant"),
    "historical, optional cards, small hands": GameOptions(
        scenario="historical", optional_cards=True, hand_size=7, trench_modifiers=False, peace_terms=False, bid=(1, 2)
    ),
    "introductory": GameOptions(scenario="introductory"),
    "limited war": GameOptions(scenario="limited_war"),
    "limited war, optional cards": GameOptions(scenario="limited_war", optional_cards=True, peace_terms=False),
}
#: Wars that begin later than August 1914: the games from number FIRST_LATER on.
LATER: Mapping[str, GameOptions] = {
    "summer 1916": GameOptions(scenario="summer_1916"),
    "summer 1916, as recorded": GameOptions(scenario="summer_1916", windows="hand"),
    "summer 1916, every option": GameOptions(
        scenario="summer_1916", vp_spaces="base", hand_size=7, peace_terms=True, optional_cards=True, bid=(1, 2)
    ),
}
FIRST_LATER = 10_000
#: Wars with variant rules: the games from number FIRST_VARIANT on.
VARIANTS: Mapping[str, GameOptions] = {
    "banquet": GameOptions(scenario="banquet"),
    "banquet, open windows": GameOptions(scenario="banquet", windows="hand", peace_terms=False),
    "banquet, optional cards, base VP": GameOptions(scenario="banquet", optional_cards=True, vp_spaces="base"),
    "banquet, Valiant cards": GameOptions(scenario="banquet", card_set="valiant", tournament=True),
}
FIRST_VARIANT = 20_000
#: Positions of recorded games close to rare events; every twelfth game starts there.
STARTS = (
    Position("before_the_bolshevik_revolution", "pog_00668", 2219, 0),
    Position("before_brest_litovsk", "pog_01037", 2327, 0),
    Position("before_the_kerensky_offensive", "pog_00427", 1664, 0),
    Position("kerensky_attacks", "pog_00427", 1709, 0),
    Position("wireless_intercepts_in_hand", "pog_00668", 338, 0),
    Position("wireless_intercepts_late", "pog_01638", 1512, 0),
)
FOLDER = Path(__file__).with_name("starts")
#: Upper limit: no game of twenty turns is longer.
MOST_CHOICES = 15_000
_SYSTEMS: dict[str, PathsOfGlory] = {}


def table_of(number: int) -> str:
    """Return the table of a game; long wars twice as often as the short scenarios."""
    if number >= FIRST_VARIANT:
        return tuple(VARIANTS)[number % len(VARIANTS)]
    if number >= FIRST_LATER:
        return tuple(LATER)[number % len(LATER)]
    names = tuple(TABLES)
    long = [name for name in names if not name.startswith(("intro", "limited"))]
    order = [*names, *long]
    return order[number % len(order)]


def start(number: int) -> PogGame:
    """Return the game with a number before its first decision, or at a recorded position."""
    if number % 12 == 11 and number < FIRST_LATER:
        game = load(STARTS[number // 12 % len(STARTS)], FOLDER)
        game.source, game.listening = KeyedChance(f"whole game {number}".encode()), True
        return game
    table = table_of(number)
    if table not in _SYSTEMS:
        _SYSTEMS[table] = PathsOfGlory({**TABLES, **LATER, **VARIANTS}[table])
    return PogGame.start(_SYSTEMS[table], KeyedChance(f"whole game {number}".encode()))


def play(number: int, exercised: Exercised, thorough: bool = False) -> PogGame:
    """Play one game to its end with checks; raises AssertionError with the place of a fault."""
    game = start(number)
    player = Player(game, number)
    for event in game.drain():
        exercised.events[event.kind] += 1
    scored = game.state.vp - vp_of_spaces(game.state)
    actions, watch = -1, Watch(enters_lone_forts=number >= FIRST_VARIANT)
    for _ in range(MOST_CHOICES):
        for event in game.drain():
            exercised.events[event.kind] += 1
            watch.hear(game, event)
            if event.kind == "vp" and not event.data["cause"].endswith("takes_vp_space"):
                scored += event.data["change"]
        if game.result is not None:
            check(game.state, scored)
            watch.look(game)
            exercised.close(game)
            return game
        watch.look(game)
        done = sum(map(len, game.state.actions))
        if thorough or done != actions:
            check(game.state, scored)
            actions = done
        assert game.options().masks, f"game {number}: nothing to choose in {game.decision.kind}"
        choice = player.choose()
        exercised.note(game, choice)
        game.apply(choice)
    raise AssertionError(f"game {number} does not end: turn {game.state.turn} after {MOST_CHOICES} choices")


def _one(number: int, thorough: bool) -> tuple[Exercised, str]:
    exercised = Exercised()
    try:
        play(number, exercised, thorough)
    except Exception:  # noqa: BLE001 -- whatever goes wrong belongs to the game that is named
        return exercised, f"game {number} ({table_of(number)}):\n{traceback.format_exc()}"
    return exercised, ""


def main(arguments: list[str] | None = None) -> int:
    """Play, print the coverage, and return 1 if a game failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.play.whole_games", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--starts", action="store_true", help="cut the starting positions out of the games again")
    parser.add_argument("--thorough", action="store_true", help="check the position at every choice")
    given = parser.parse_args(arguments)
    if given.starts:
        for position in STARTS:
            extract(position, FOLDER)
    total, failures = Exercised(), 0
    numbers = range(given.first, given.first + given.games)
    with ProcessPoolExecutor(given.jobs) as pool:
        for exercised, failure in pool.map(partial(_one, thorough=given.thorough), numbers, chunksize=8):
            total += exercised
            if failure:
                failures += 1
                print(failure, flush=True)
    print(total)
    print(f"{given.games} games, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
