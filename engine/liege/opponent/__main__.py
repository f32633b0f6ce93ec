"""`python -m engine.liege.opponent SCENARIO [--german recruit] [--allied recruit] [--games 400]`: the balance of a scenario."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from multiprocessing import Pool

from engine.liege.facts import MAPS, facts
from engine.liege.opponent.match import PLAYERS, PlayedSiege, play, told


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print the table."""
    given = _parser().parse_args(arguments)
    players = given.german, given.allied
    numbers = range(given.start, given.start + given.games)
    one = partial(play, given.scenario, players)
    played: list[PlayedSiege] = []
    with ExitStack() as ending:
        pool = ending.enter_context(Pool(given.processes)) if given.processes > 1 else None
        for game in map(one, numbers) if pool is None else pool.imap(one, numbers):
            played.append(game)
            if sys.stderr.isatty():
                print(f"\r{len(played)} games", end="", file=sys.stderr, flush=True)
    for line in told(given.scenario, players, played):
        print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine.liege.opponent", description=__doc__)
    known = sorted(name for place in MAPS for name in facts(place).scenarios)
    parser.add_argument("scenario", choices=known)
    for side in ("german", "allied"):
        parser.add_argument(f"--{side}", choices=sorted(PLAYERS), default="recruit")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument("--processes", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
