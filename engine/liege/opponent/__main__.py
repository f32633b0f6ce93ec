"""`python -m engine.liege.opponent SCENARIO [--german recruit] [--allied recruit] [--games 400]`: the balance of a scenario.

With `--strategies` every single strategy plays the same games against a recruit, and so does a recruit in its place. `--fog off` hides
no units, `--fog on` hides units even if the scenario does not. `--keep FOLDER` keeps every game there as it ends, and plays none that is
there already, so that a long measurement can be stopped and continued, by the same players.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from multiprocessing import Pool
from multiprocessing.pool import Pool as PoolType
from pathlib import Path

from engine.liege.facts import GERMAN, MAPS, facts
from engine.liege.opponent.kept_games import play_rest
from engine.liege.opponent.manner import STRATEGIES
from engine.liege.opponent.match import PLAYERS, PlayedSiege, compared, play, told


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the table."""
    given = _parser().parse_args(arguments)
    numbers = range(given.start, given.start + given.games)
    with ExitStack() as ending:
        pool = ending.enter_context(Pool(given.processes)) if given.processes > 1 else None
        one = partial(play, given.scenario, fog=None if given.fog is None else given.fog == "on")
        fog = "" if given.fog is None else f"-fog-{given.fog}"

        def games(players: tuple[str, str]) -> list[PlayedSiege]:
            file = given.keep and given.keep / f"{given.scenario}{fog}-{'-'.join(players)}.jsonl"
            return _play_games(pool, one, players, numbers, file)

        played = games((given.german, given.allied))
        if given.fog is not None:
            print(f"fog {given.fog}")
        for line in told(given.scenario, (given.german, given.allied), played):
            print(line)
        wanted = () if given.strategies is None else given.strategies or STRATEGIES
        for name in wanted:
            players = (name, "recruit") if STRATEGIES[name][0] == GERMAN else ("recruit", name)
            print(compared(name, games(players), played), flush=True)
    return 0


def _play_games(
    pool: PoolType | None,
    one: Callable[..., PlayedSiege],
    players: tuple[str, str],
    numbers: Iterable[int],
    file: Path | None,
) -> list[PlayedSiege]:
    """Play the games that the file does not have, showing progress on a terminal."""
    played = list[PlayedSiege]()

    def play_all(wanted: Iterable[int]) -> Iterable[PlayedSiege]:
        ready = partial(one, players)
        return map(ready, wanted) if pool is None else pool.imap(ready, wanted)

    for game in play_all(numbers) if file is None else play_rest(file, numbers, play_all):
        played.append(game)
        if sys.stderr.isatty():
            print(f"\r{len(played)} games", end="", file=sys.stderr, flush=True)
    return played


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine.liege.opponent", description=__doc__)
    known = sorted(name for place in MAPS for name in facts(place).scenarios)
    parser.add_argument("scenario", choices=known)
    for side in ("german", "allied"):
        parser.add_argument(f"--{side}", choices=sorted(PLAYERS), default="recruit")
    parser.add_argument(
        "--fog", choices=("on", "off"), default=None, help="as the scenario has it where nothing is said"
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--strategies", nargs="*", choices=sorted(STRATEGIES), default=None, help="compare these, or all"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the games, to continue from")
    return parser


if __name__ == "__main__":
    sys.exit(main())
